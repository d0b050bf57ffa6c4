import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import { at, column, failuresOf, listAt, serving, textAt } from './serving.ts'

/** A simulator with this one agent, and its history. */
async function flaky(line: string) {
  const agent = readAgentLine(line)
  const service = await serving({ agents: [agent] })
  return { ...service, history: () => service.historyOf(agent.name) }
}

describe('failure rates', () => {
  it('differ from run to run and from seed to seed, and are the same for the same seed', async () => {
    const failedOf = async (seed: number) => {
      const { history } = await flaky(`Support bot: flaky rate=0.3 seed=${seed} tests=40 history=5`)
      return column(at(await history(), 'items'), 'results').map((results) => failuresOf({ results }))
    }
    const first = await failedOf(7)
    expect(await failedOf(7)).toEqual(first)
    expect(await failedOf(8)).not.toEqual(first)
    expect(new Set(first.map((names) => names.join())).size).toBe(5)
  })
})

describe('the history', () => {
  it.each([
    ['stable', 'rate=0.05', 0.05, 0.05],
    ['declining', 'rate=0.05 rate=0.2@31', 0.05, 0.2],
  ])('can be %s', async (_, parameters, before, now) => {
    const { history } = await flaky(`Support bot: flaky ${parameters} tests=100 history=40`)
    const failed = column(at(await history(), 'items'), 'failed').map(Number)
    const rate = (runs: readonly number[]) => runs.reduce((a, b) => a + b, 0) / runs.length / 100
    expect(Math.abs(rate(failed.slice(0, 10)) - now)).toBeLessThan(0.03)
    expect(Math.abs(rate(failed.slice(10)) - before)).toBeLessThan(0.03)
  })

  const name = 'Refund inside 30 days'
  it.each([
    ['', `${name} (first version)`],
    [`"${name}"@`, 'Warranty question with order number'],
  ])('can be of tests that were rewritten: %j', async (test, other) => {
    const { history, poll, launch } = await flaky(
      `Support bot: flaky rate=0 rate=1@31 history=40 rewritten=${test}31`,
    )
    const runs = listAt(await history(), 'items')
    const named = (wanted: string) => runs.map((run) => column(at(run, 'results'), 'name').includes(wanted))
    expect(named(name)).toEqual(runs.map((_, age) => age < 10))
    expect(named(other)).toEqual(runs.map((_, age) => test !== '' || age >= 10))
    expect(column(runs, 'failed')).toEqual(runs.map((_, age) => (age < 10 ? 8 : 0)))
    const oldest = (await poll(textAt(runs.at(-1), 'uuid'))).body
    const today = (await poll(await launch('Support bot'))).body
    expect(at(oldest, 'test_uuids')).toEqual(at(today, 'test_uuids'))
  })
})
