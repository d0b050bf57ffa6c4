import { describe, expect, it } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { at, column, failuresOf, listAt, serving, textAt } from './serving.ts'

const bot: SimulatedAgent = { name: 'Support bot', scenario: 'one-fails' }

async function editing() {
  const service = await serving({ agents: [bot] })
  const versions = (run: unknown) =>
    Object.fromEntries(
      listAt(run, 'evaluators').map((each) => [textAt(each, 'name'), at(each, 'version_number')]),
    )
  return { ...service, versions, run: () => service.run(bot.name) }
}

describe('an evaluator that is edited between two launches', () => {
  it.each([
    ['lenient', 'correctness', 0],
    ['strict', 'correctness', 6],
    ['strict', 'tone', 6],
    ['lenient', 'tone', 1],
    ['usual', 'correctness', 1],
  ] as const)('judges the second alone: %s %s', async (strictness, name, failing) => {
    const { simulator, run, versions, launch, advance, poll } = await editing()
    const before = versions(await run())
    const launched = await launch(bot.name)
    simulator.editEvaluator(name, strictness)
    const after = await run()
    expect(failuresOf(after)).toHaveLength(failing)
    const display = name === 'tone' ? 'Tone' : 'Correctness'
    expect(versions(after)).toEqual({ ...before, [display]: Number(before[display]) + 1 })
    advance(60_000)
    const first = (await poll(launched)).body
    expect([failuresOf(first).length, versions(first)]).toEqual([1, before])
  })

  it('has its new version in the list and in tests', async () => {
    const { simulator, get } = await editing()
    const versionIn = async (path: string, ...rest: (string | number)[]) =>
      at((await get(path)).body, ...rest)
    simulator.editEvaluator('correctness', 'strict')
    expect(await versionIn('/evaluators', 'items', 0, 'live_version', 'version_number')).toBe(5)
    const uuid = await versionIn('/tests?limit=1', 'items', 0, 'uuid')
    expect(await versionIn(`/tests/${uuid}`, 'evaluators', 0, 'version_number')).toBe(5)
  })
})

describe('what is deleted', () => {
  it('drops out of tests, which are judged by the others', async () => {
    const { simulator, run, get } = await editing()
    simulator.deleteEvaluator('correctness')
    const after = await run()
    expect(failuresOf(after)).toHaveLength(1)
    expect(column(listAt(after, 'evaluators'), 'name')).toEqual(['Correctness (2)', 'Tone'])
    expect(column(at((await get('/evaluators')).body, 'items'), 'name')).not.toContain('Correctness')
    simulator.editEvaluator('tone', 'lenient')
    simulator.editEvaluator('other-correctness', 'lenient')
    expect(failuresOf(await run())).toEqual([])
    simulator.deleteEvaluator('tone')
    simulator.deleteEvaluator('other-correctness')
    const [row] = listAt(await run(), 'results')
    expect(at(row, 'reasoning')).toContain('names no evaluators')
  })

  it('is in no further run, if it is a test', async () => {
    const { simulator, run, post, uuidOf } = await editing()
    const first = listAt(await run(), 'results')[0]
    simulator.deleteTest(textAt(first, 'name'))
    expect(column(listAt(await run(), 'results'), 'name')).not.toContain(at(first, 'name'))
    const path = `/agent-tests/agent/${uuidOf(bot.name)}/run`
    const refused = await post(path, { test_uuids: [at(first, 'test_case_id')] })
    expect(refused).toMatchObject({
      status: 404,
      body: { detail: expect.stringMatching(/^Test .* not found$/) },
    })
  })
})
