// What a comparison with a control needs: two agents with the same tests, and bad days.
import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import type { SimulatorOptions } from '../../simulator/src/index.ts'
import { at, failuresOf, listAt, serving, testUuid } from './serving.ts'

const servingLines = (lines: readonly string[], options: SimulatorOptions = {}) =>
  serving({ agents: lines.map(readAgentLine), ...options })

describe('a pair of agents', () => {
  const name = 'Refund inside 30 days'
  const pair = [
    `Support bot (preview): flaky rate=0 break="${name}"@1`,
    'Support bot: flaky rate=0 history=3',
  ]

  it('has the same tests; each agent runs those of the other in its own way', async () => {
    const { run, historyOf } = await servingLines(pair)
    const candidate = await run('Support bot (preview)')
    expect(failuresOf(candidate)).toEqual([name])
    const tests = { test_uuids: [testUuid(candidate, name)] }
    expect(failuresOf(await run('Support bot', tests))).toEqual([])
    expect(failuresOf(await run('Support bot (preview)', tests))).toEqual([name])
    const history = await historyOf('Support bot', '?limit=1')
    expect(at(history, 'total')).toBe(4)
    expect(at(history, 'items', 0, 'results')).toEqual([{ name, passed: true }])
  })

  it('leaves a test without a configuration out, whichever agent runs it', async () => {
    const { run } = await servingLines(['Support bot: unconfigured', 'Booking helper: all-pass'])
    const tests = { test_uuids: listAt(await run('Support bot'), 'test_uuids').slice(5) }
    expect(await run('Booking helper', tests)).toMatchObject({ total_tests: 1, passed: 1 })
  })
})

describe('a bad day', () => {
  it('multiplies the failure rates of the runs that are launched', async () => {
    const agent = 'Support bot: flaky rate=0.1 tests=1000 history=1'
    const { run, historyOf } = await servingLines([agent], { badDay: 3 })
    const today = at(await run('Support bot'), 'failed')
    const before = at(await historyOf('Support bot', '?offset=1'), 'items', 0, 'failed')
    expect(Math.abs(Number(today) - 300)).toBeLessThan(50)
    expect(Math.abs(Number(before) - 100)).toBeLessThan(40)
  })
})
