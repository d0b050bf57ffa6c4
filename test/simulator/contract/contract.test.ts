// Every scenario on servers of every age, at every stage of a run: `serving` holds each response against the contract.
import { describe, expect, it } from 'vitest'
import { type ScenarioName, type ServerVersion, scenarios } from '../../../simulator/src/index.ts'
import { evaluationDescription } from '../../client/contract/description.ts'
import { at, listAt, serving, startOfClock, textAt } from '../serving.ts'
import { type Exchange, violationsOf } from './judge.ts'
import { recordedRoutes } from './shapes.ts'

const versions: readonly ServerVersion[] = ['older', 'current', 'newer', 'documented']
const names = Object.keys(scenarios).filter((name): name is ScenarioName => Object.hasOwn(scenarios, name))
const earlier = { scenario: 'mixed', parameters: { tests: 8 }, launchedAt: startOfClock - 1000 } as const
const queries = ['', '?compact=true', '?only_failed=true', '?only_failed=true&compact=true']

describe.each(versions)('on %s servers', (serverVersion) => {
  it.each(names)('%s', async (scenario) => {
    const agents = [
      { name: 'Support bot', scenario, history: [earlier, { scenario }] },
      { name: 'Waiting', scenario: 'all-pass' as const },
    ]
    const service = await serving({ agents, serverVersion })
    const { get, post, uuidOf, advance } = service
    const path = `/agent-tests/agent/${uuidOf('Support bot')}/run`
    const launched = await post(path, {})
    const ids = [
      ...(launched.status === 200 ? [textAt(launched.body, 'task_id')] : []),
      await service.launch('Waiting'),
    ]
    for (const ms of [0, 800, 700, 60_000]) {
      advance(ms)
      for (const id of ids) for (const query of queries) await get(`/agent-tests/run/${id}${query}`)
    }
    await get('/agents')
    await get(`/agents/${uuidOf('Support bot')}`)
    await get(`${path}s`)
  })
})

it('every route that was recorded is served', () => {
  const served = evaluationDescription().operations.map(({ method, path }) => `${method} ${path}`)
  expect(served).toEqual(expect.arrayContaining([...recordedRoutes]))
})

describe('the judge', () => {
  async function oneRun(): Promise<Exchange> {
    const agents = [{ name: 'Support bot', scenario: 'mixed' as const }]
    const { simulator, launch, poll, advance } = await serving({ agents, serverVersion: 'current' })
    const taskId = await launch('Support bot')
    advance(10_000)
    const { status, body } = await poll(taskId)
    const headers = new Headers({ 'content-type': 'application/json', date: 'now' })
    return {
      method: 'GET',
      url: new URL(`${simulator.url}/agent-tests/run/${taskId}`),
      status,
      headers,
      body,
    }
  }

  it.each<[string, (run: object) => object, string]>([
    ['a count', (run) => ({ ...run, passed: 1 }), 'counts passing tests wrongly'],
    ['a total', (run) => ({ ...run, total_tests: 7 }), 'but no total'],
    ['a field', (run) => ({ ...run, surprise: true }), 'surprise: is unknown'],
    ['a missing field', (run) => ({ ...run, is_public: undefined }), 'is_public'],
    ['the tests', (run) => ({ ...run, test_uuids: [] }), 'row of an unknown test'],
    [
      'the order of evaluators',
      (run) => ({ ...run, results: listAt(run, 'results').map(reversed) }),
      'evaluators out of order',
    ],
    [
      'the verdict of a tool call',
      (run) => ({
        ...run,
        results: listAt(run, 'results').map((row) => ({ ...Object(row), reasoning: 'Odd' })),
      }),
      'without a verdict',
    ],
  ])('finds %s that is wrong', async (_, change, words) => {
    const exchange = await oneRun()
    expect(await violationsOf(exchange, 'current')).toEqual([])
    const changed = { ...exchange, body: JSON.parse(JSON.stringify(change(Object(exchange.body)))) }
    expect((await violationsOf(changed, 'current')).join('\n')).toContain(words)
  })
})

function reversed(row: unknown): object {
  const judged = at(row, 'judge_results')
  return { ...Object(row), judge_results: Array.isArray(judged) ? judged.toReversed() : judged }
}
