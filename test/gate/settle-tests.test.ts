import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ComparableBaseline } from '../../src/gate/baseline.ts'
import { launchedRun } from '../../src/gate/read-run.ts'
import type { TestResult, TestStatus } from '../../src/gate/results.ts'
import { type RetryEffects, retriedTests } from '../../src/gate/retry-tests.ts'
import { type FirstRun, settleByBaseline, settleByRetries } from '../../src/gate/settle-tests.ts'
import { testResult } from '../fixtures/test-results.ts'

type Attempts = readonly TestStatus[]

/** An agent whose tests do as told at each attempt; the last status stays. */
function firstRun(
  name: string,
  tests: Readonly<Record<string, Attempts>>,
  baseline: ComparableBaseline | null = null,
): FirstRun {
  const agent = { uuid: name, name }
  const rows = Object.entries(tests).map(([test, attempts]) => testResult(test, attempts[0]))
  const having = (status: TestStatus) => rows.filter((row) => row.status === status).length
  const counts = { total: rows.length, passed: having('passed'), failed: having('failed') }
  return {
    agent,
    run: { ...launchedRun(`run-${name}`, 'done'), counts, tests: rows },
    reason: null,
    notReady: null,
    baseline,
    retried: retriedTests({ taskId: `run-${name}`, tests: rows }),
  }
}

function effectsOf(agents: Readonly<Record<string, Readonly<Record<string, Attempts>>>>) {
  const rounds: string[][] = []
  const effects: RetryEffects = {
    overBy: () => null,
    isShared: () => false,
    onRound: ({ round, agents }) => {
      rounds.push(agents.map(({ agent, tests }) => `${round} ${agent.name} ${tests}`))
    },
    runTests: async (agent, uuids) => {
      const tests = uuids.map((uuid) => {
        const attempts = agents[agent.name]?.[uuid] ?? []
        return testResult(uuid, attempts[rounds.length] ?? attempts.at(-1))
      })
      const run = launchedRun(`${agent.name} ${rounds.length}`, 'done')
      return { run: { ...run, plannedTests: tests.length, tests }, reason: null }
    },
  }
  return { effects, rounds }
}

const statusesOf = (settled: ReadonlyMap<TestResult, TestResult>) =>
  [...settled.values()].map(({ name, status, attempts, baseline }) =>
    [name, status, attempts.length, baseline?.class].filter((each) => each !== undefined).join(' '),
  )

const status = fc.constantFrom<TestStatus>('passed', 'failed', 'failed', 'unanswered', 'not-run')
const suites = fc.dictionary(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 }),
  fc.array(status, { minLength: 1, maxLength: 6 }),
  { minKeys: 1, maxKeys: 6 },
)
const retryCounts = fc.nat({ max: 5 })

describe('in mode gate', () => {
  test('tests are settled round by round', async () => {
    const tests: Record<string, Attempts> = {
      a: ['failed', 'passed'],
      b: ['unanswered', 'failed', 'passed'],
      c: ['passed'],
      d: ['failed', 'not-run', 'unanswered'],
      e: ['passed'],
    }
    const { effects, rounds } = effectsOf({ ada: tests })
    const { settled, comparison } = await settleByRetries([firstRun('ada', tests)], 3, effects)
    expect(statusesOf(settled)).toEqual(['a flaky 2', 'b flaky 3', 'd failed 4'])
    expect(rounds).toEqual([['1 ada 3'], ['2 ada 2'], ['3 ada 1']])
    expect(comparison).toBeNull()
  })

  test('a test is flaky exactly if it passes a retry, and is run no more after that', async () => {
    await fc.assert(
      fc.asyncProperty(suites, retryCounts, async (tests, retries) => {
        const first = firstRun('ada', tests)
        const failing = first.retried.filter((each) => each.first.status === 'failed').length
        const { effects, rounds } = effectsOf({ ada: tests })
        const { settled } = await settleByRetries([first], retries, effects)
        const tooMany = failing * 2 > Object.keys(tests).length
        expect(rounds.length).toBeLessThanOrEqual(tooMany ? 0 : retries)
        for (const [before, after] of settled) {
          const all = Array.from({ length: (tooMany ? 0 : retries) + 1 }, (_, attempt) => {
            const attempts = tests[before.name ?? ''] ?? []
            return attempts[attempt] ?? attempts.at(-1)
          })
          const passedAt = all.indexOf('passed')
          expect(after.status === 'flaky').toBe(passedAt > 0)
          expect(after.attempts.map((each) => each.status)).toEqual(
            all.length === 1 ? [] : all.slice(0, passedAt > 0 ? passedAt + 1 : all.length),
          )
          if (passedAt < 0) expect(after.status).toBe(all.includes('failed') ? 'failed' : 'unanswered')
        }
      }),
    )
  })
})

describe('in mode gate-if-worse', () => {
  const baselineOf = (
    name: string,
    tests: readonly string[],
    runs: number,
    failing: readonly string[] = [],
  ): ComparableBaseline => ({
    agent: { uuid: name, name },
    runs: [],
    error: null,
    histories: tests.map((each) => ({ failures: failing.includes(each) ? runs : 0, runs })),
  })

  test('every agent is judged with the tests of all agents', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `t${index}`)
    const passing = Object.fromEntries(names.map((name) => [name, ['passed'] as const]))
    const ada = { ...passing, t0: ['failed', 'failed', 'passed'] as const, new: ['failed'] as const }
    const bob = { ...passing, t1: ['failed'] as const, t2: ['failed'] as const }
    const { effects, rounds } = effectsOf({ ada, bob })
    const first = [
      firstRun('ada', ada, baselineOf('ada', names, 4)),
      firstRun('bob', bob, baselineOf('bob', names, 4, ['t2'])),
    ]
    const { settled, comparison } = await settleByBaseline(first, 2, effects)
    expect(statusesOf(settled)).toEqual([
      't0 flaky 3 flaky',
      'new failed 0 new',
      't1 failed 3 broken',
      't2 failed 0 known-failure',
    ])
    expect(rounds).toEqual([
      ['1 ada 1', '1 bob 1'],
      ['2 ada 1', '2 bob 1'],
    ])
    expect(comparison).toMatchObject({
      comparedTests: 80,
      now: { passed: 77, total: 80 },
      before: { passed: 316, total: 320 },
      classes: { broken: 1, flaky: 1, new: 1, 'known-failure': 1, unreliable: 0, undetermined: 0 },
    })
  })

  test('there are at most retries + 2 rounds, every test gets a class, and many breaks retry nothing', async () => {
    await fc.assert(
      fc.asyncProperty(suites, retryCounts, fc.nat({ max: 10 }), async (tests, retries, runs) => {
        const names = Object.keys(tests)
        const { effects, rounds } = effectsOf({ ada: tests })
        const first = firstRun('ada', tests, baselineOf('ada', names, runs))
        const { settled, comparison } = await settleByBaseline([first], retries, effects)
        expect(rounds.length).toBeLessThanOrEqual(retries + 2)
        if (comparison?.failureCount.blocks) expect(rounds).toEqual([])
        expect(settled.size).toBe(first.retried.length)
        const classes = Object.values(comparison?.classes ?? {})
        expect(classes.reduce((sum, count) => sum + count, 0)).toBe(settled.size)
        for (const { baseline, status, attempts } of settled.values()) {
          expect(baseline).toMatchObject({ failures: 0, runs })
          if (baseline?.class === 'flaky') expect(status).toBe('flaky')
          if (status === 'flaky') expect(['flaky', 'new']).toContain(baseline?.class)
          const all = attempts.length > 0 ? attempts.map((each) => each.status) : [status]
          if (baseline?.class === 'broken') expect(all).toContain('failed')
          if (baseline?.class === 'broken') expect(all).not.toContain('passed')
        }
      }),
    )
  })

  test('an agent without a baseline is neither compared nor counted', async () => {
    const { effects, rounds } = effectsOf({})
    const first = { ...firstRun('ada', { a: ['failed'] }), retried: [] }
    const { settled, comparison } = await settleByBaseline([first], 2, effects)
    expect([settled.size, rounds]).toEqual([0, []])
    expect(comparison).toMatchObject({ agents: [], comparedTests: 0, failureCount: { blocks: false } })
  })
})
