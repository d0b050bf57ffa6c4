import { expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import { at, column, listAt, serving, textAt } from './serving.ts'

const NAME = 'Refund inside 30 days'

it.each([
  ['edited=3', 2],
  [`edited="${NAME}"@3`, 1],
])('tests can be edited under their names: %s', async (parameter, edited) => {
  const agent = readAgentLine(`Support bot: all-pass tests=2 history=2 ${parameter}`)
  const { run, poll, historyOf } = await serving({ agents: [agent] })
  const now = listAt(await run(agent.name), 'results')
  const runs = listAt(await historyOf(agent.name), 'items')
  const then = listAt((await poll(textAt(runs.at(-1), 'uuid'))).body, 'results')
  for (const field of ['name', 'test_case_id']) expect(column(then, field)).toEqual(column(now, field))
  const turns = (rows: typeof now) => rows.map((row) => at(at(row, 'test_case'), 'history'))
  const differing = turns(then).filter(
    (each, index) => JSON.stringify(each) !== JSON.stringify(turns(now)[index]),
  )
  expect(differing).toHaveLength(edited)
})

it('says what it takes', () => {
  expect(() => readAgentLine('Support bot: all-pass edited=some')).toThrow(
    'edited must be the first run after it, as in 31 or "<test>"@31, not "some"',
  )
  expect(() => readAgentLine('Support bot: all-pass edited="None"@3')).toThrow(
    'agent "Support bot" has no test "None"',
  )
})
