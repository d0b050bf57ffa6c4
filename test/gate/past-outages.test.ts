// Error rows of earlier runs, which the run history counts as failures.
import { describe, expect, test } from 'vitest'
import type { TestCaseResult } from '../../src/client/index.ts'
import { runAgents, type Setting } from './gate-harness.ts'
import { done, http, row } from './responses.ts'
import { earlierRuns, type Suite, suite, suiteOf, testNames } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const names = testNames(20)
const [t1, t2] = ['test 1', 'test 2']
const outage = (name: string): TestCaseResult => ({
  name,
  passed: false,
  output: { response: null, tool_calls: [] },
  reasoning: 'Agent returned HTTP 500: internal error',
})
/** The failing rows of an earlier run. */
const failing = (...results: TestCaseResult[]) => done(0, results.length, { results })

/** Reads of so many earlier runs in which only the second test erred. */
const outages = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, run) => [`before-${run}`, failing(outage(t2))]))

/** Twenty tests after earlier runs, in mode `gate-if-worse`. */
async function compared(
  tests: Suite,
  runs: readonly [count: number, failures: Suite],
  more: Partial<AgentResponses> = {},
  setting: Setting = {},
) {
  const ada = suite(suiteOf(names, tests), { history: earlierRuns(runs[0], names, runs[1]), ...more })
  const ran = await runAgents({ ada }, { mode: 'gate-if-worse', retries: 2, ...setting })
  const shown = ran.agents[0]?.run?.tests.flatMap(({ name, outcome, earlier }) =>
    earlier === null ? [] : [`${name} ${outcome} ${earlier.failures} ${earlier.runs}`],
  )
  const reads = ran.calls.filter(({ what }) => what === 'earlier')
  return { ...ran, status: ran.verdict, shown, reads }
}

describe('a test that breaks', () => {
  test('after runs in which it only met an outage is undecided: neither excused nor new', async () => {
    const runs = [3, { [t2]: '---' }] as const
    const { status, shown } = await compared({ [t2]: '-' }, runs, { earlier: outages(3) })
    expect([status, shown]).toEqual(['inconclusive', ['test 2 undecided 0 0']])
  })

  test('is broken by the runs in which it was judged', async () => {
    const { status, shown } = await compared({ [t2]: '-' }, [3, { [t2]: '--' }], { earlier: outages(2) })
    expect([status, shown]).toEqual(['failed', ['test 2 broke 0 1']])
  })

  test('is measured without the error rows that others have in a run so read', async () => {
    const met = { 'before-0': failing(outage(t1), row(t2, false)) }
    const { decision, agents } = await compared({ [t2]: '-' }, [3, { [t1]: '-', [t2]: '-' }], {
      earlier: met,
    })
    expect(decision?.compared?.before).toEqual({ passed: 58, total: 59 })
    expect(agents[0]?.baseline?.runs.map(({ passed, total }) => [passed, total])).toEqual([
      [18, 19],
      [20, 20],
      [20, 20],
    ])
  })
})

describe('an earlier run', () => {
  test.each([
    ['-', 'failed', 'test 2 broke 1 10'],
    ['----', 'inconclusive', 'test 2 undecided 0 0'],
    ['--------', 'inconclusive', 'test 2 undecided 0 0'],
  ])(
    'that cannot be read has failures that count, but excuse nothing: %s',
    async (failures, verdict, became) => {
      const unread = Array.from(failures, (_, index) => [`before-${index}`, http(500)] as const)
      const earlier = Object.fromEntries(unread)
      const { status, shown, reads } = await compared({ [t2]: '-' }, [12, { [t2]: failures }], { earlier })
      // One more read for what it was when it last passed.
      expect([status, shown, reads.length]).toEqual([verdict, [became], failures.length + 1])
    },
  )

  test('whose failures a read does not show does not count for them', async () => {
    const earlier = {
      'before-0': done(3, 1, { results: null }),
      'before-1': done(4, 0, { results: [row(t2, true)] }),
    }
    const { shown } = await compared({ [t2]: '-' }, [3, { [t2]: '--' }], { earlier })
    expect(shown).toEqual(['test 2 broke 0 1'])
  })

  test('is read if it counts, and a test that did not pass failed in it: ten at most', async () => {
    const always = '-'.repeat(12)
    const { reads, status } = await compared({ [t2]: '-' }, [12, { [t1]: always, [t2]: always }])
    expect(reads.map(({ run, onlyFailed, compact }) => [run, onlyFailed, compact])).toEqual(
      Array.from({ length: 10 }, (_, index) => [`before-${index}`, true, undefined]),
    )
    expect(status).toBe('passed')
    const some = await compared({ [t2]: '-+' }, [12, { [t1]: always, [t2]: '+-+-' }])
    const failing = some.reads.filter(({ onlyFailed }) => onlyFailed)
    expect(failing.map(({ run }) => run)).toEqual(['before-1', 'before-3'])
  })

  test('is read before unanswered tests are run again: they may fail', async () => {
    const { status, shown } = await compared({ [t2]: '?-' }, [3, { [t2]: '---' }], { earlier: outages(3) })
    expect([status, shown]).toEqual(['inconclusive', ['test 2 undecided 0 0']])
  })
})
