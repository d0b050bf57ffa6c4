// May I merge? In every mode.
import { describe, expect, it } from 'vitest'
import type { TestResult } from '../../src/gate/results.ts'
import { explanation, headline, headlineText } from '../../src/results/headline.ts'
import { overviewOf } from '../../src/results/overview.ts'
import type { Results } from '../../src/results/schema.ts'
import {
  comparedOutcome,
  judged,
  steadyBaseline,
  unreadable,
  withoutEarlierRuns,
} from '../fixtures/baselines.ts'
import { billing, overdue, support, unverified } from '../fixtures/sample-agents.ts'
import { lateRefund } from '../fixtures/sample-tests.ts'
import {
  ended,
  failed,
  httpError,
  inconclusive,
  outcome,
  passed,
  resultsOf,
  run,
  skipped,
  test,
} from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'

const line = (results: Results) => {
  const found = headline(overviewOf(results))
  return `${found.sign} ${headlineText(found)}`
}
const scenario = (name: string) => line(resultsOfScenario(name))

describe('the headline', () => {
  it.each([
    ['✅ Good to merge: all 18 tests passed', outcome([billing], 72_000)],
    ['✅ Good to merge: 1 test passed', outcome([passed('A', 1)], 1)],
    [
      '❌ Do not merge: 2 of 30 tests failed in 1 of 3 agents; 1 agent inconclusive',
      outcome([billing, support, unverified], 1),
    ],
    [
      '✅ Good to merge: all 18 tests passed; 1 agent skipped',
      outcome([billing, skipped('Draft', 'No tests linked.')], 1),
    ],
    [
      '❌ Do not merge: 2 of 12 tests failed in 1 of 2 agents; 1 agent inconclusive',
      outcome([support, overdue], 1),
    ],
    [
      '✅ Good to merge: 1 test passed, only on retry',
      outcome([passed('A', 1, { tests: [test('a', { status: 'flaky' })] })], 1),
    ],
    ['⚠️ Do not merge yet: the agent cannot run', outcome([unverified], 1)],
    ['⚠️ Do not merge yet: no agent was tested', outcome([skipped('Draft', 'No tests')], 1)],
    [
      '⚠️ Do not merge yet: the job was cancelled, Travel planner timed out',
      outcome([billing, overdue], 1, { abortReason: { kind: 'signal', signal: 'SIGINT' } }),
    ],
  ])('reads %s', (text, of) => {
    expect(line(resultsOf(of))).toBe(text)
  })

  it('names four problems at most', () => {
    expect(scenario('hostile-causes')).toMatch(/, \d+ more problems$/)
  })

  it('shows passes that needed a retry', () => {
    expect(scenario('passed-on-retry')).toBe(
      '✅ Good to merge: all 30 tests passed in 2 agents, 1 test only on retry',
    )
  })

  it('counts failing tests and the agents that they failed in, if there are several agents', () => {
    expect(scenario('one-fails')).toBe('❌ Do not merge: 1 of 30 tests failed in 1 of 2 agents')
    expect(scenario('same-test-in-many-agents')).toBe('❌ Do not merge: 5 of 60 tests failed in all 5 agents')
    expect(scenario('failed-every-retry')).toBe('❌ Do not merge: 1 of 12 tests failed')
  })

  it('never says that 0 tests failed if agents gave no result', () => {
    expect(scenario('timed-out')).toBe('⚠️ Do not merge yet: 2 of 3 agents timed out')
    const nothing = run('A', { counts: { total: 3, passed: 0, failed: 0 } })
    const stuck = inconclusive('A', { kind: 'unfinished-tests', withoutVerdict: 3 }, nothing)
    expect(line(resultsOf(outcome([stuck], 1)))).toBe('⚠️ Do not merge yet: the agent was inconclusive')
  })

  it.each([
    ['agent-down', '⚠️ Do not merge yet: Support bot could not be reached (HTTP 503)'],
    ['model-key-rejected', "⚠️ Do not merge yet: Support bot's model gave no reply (HTTP 401)"],
    ['judge-down', '⚠️ Do not merge yet: the evaluator of 3 tests could not be reached (HTTP 503)'],
    ['defective-tests', '⚠️ Do not merge yet: 2 tests of Support bot are defective (no evaluator)'],
    ['left-out', '⚠️ Do not merge yet: Support bot had tests without a configuration'],
    ['all-left-out', '⚠️ Do not merge yet: Support bot had tests without a configuration'],
    ['all-timed-out', '⚠️ Do not merge yet: both agents timed out'],
    ['half-unanswered', '❌ Do not merge: 1 of 30 tests failed in 1 of 2 agents; 6 tests without a result'],
    ['timed-out-beside-a-failure', '❌ Do not merge: 1 of 30 tests failed in 1 of 2 agents; 6 did not run'],
    ['many-agents', '❌ Do not merge: 8 of 468 tests failed in 4 of 39 agents; 1 agent skipped'],
  ])('of scenario %s is: %s', (name, text) => {
    expect(scenario(name)).toBe(text)
  })

  it('says in report mode that it does not block', () => {
    expect(scenario('report-mode')).toBe(
      '❌ Report only, does not block: 2 of 30 tests failed in 1 of 2 agents',
    )
    expect(scenario('report-mode-unclear')).toBe('⚠️ Report only, does not block: Travel planner timed out')
  })
})

describe('the headline in mode gate-if-worse', () => {
  it('counts broken tests', () => {
    expect(scenario('one-broke')).toBe('❌ Do not merge: 1 of 39 tests broke in 1 of 3 agents')
    expect(scenario('worse')).toBe(
      '❌ Do not merge: 2 of 59 tests broke in 2 of 4 agents; 1 test without a result',
    )
  })

  it('says below how many failures were expected if many tests fail at once', () => {
    const results = resultsOfScenario('many-small-breaks')
    expect(line(results)).toBe('❌ Do not merge: 9 of 60 tests failed')
    expect(explanation(results).flat()).toEqual([
      'Expected from earlier runs: 0.6 failures. So many are very unlikely without a change, even on a day with twice as many (probability below 0.01%).',
    ])
    const comparison = results.comparison ?? expect.fail()
    const failureCount = { ...comparison.failureCount, expected: 0.02 }
    expect(explanation({ ...results, comparison: { ...comparison, failureCount } }).flat()[0]).toMatch(
      /: fewer than 0\.1 failures\./,
    )
  })

  it('advises to merge only if no test broke', () => {
    expect(scenario('nothing-broke')).toBe('✅ Good to merge: all 39 tests passed in 3 agents')
    expect(scenario('not-worse')).toBe(
      '✅ Good to merge, no test broke: 1 of 39 tests failed in 1 of 3 agents',
    )
    expect(scenario('nothing-to-compare-with')).toBe(
      '⚠️ Merge with care: 1 of 30 tests failed in 1 of 2 agents, and there are no earlier results to compare with',
    )
  })

  it('says what is missing for a clear result', () => {
    expect(scenario('history-unreadable')).toBe(
      '⚠️ Do not merge yet: no run history could be used, 2 of 39 tests failed',
    )
    expect(scenario('could-not-retry')).toBe('⚠️ Do not merge yet: 1 of 30 tests failed inconclusively')
    const some = comparedOutcome([support, billing, overdue], 1, [
      steadyBaseline(billing),
      unreadable(support, httpError(404, 'Not Found')),
    ])
    expect(line(resultsOf(some))).toBe(
      '⚠️ Do not merge yet: Travel planner timed out, the run history of 1 of 3 agents could not be used, 2 of 30 tests failed',
    )
  })

  it('stays the same without a comparison', () => {
    const broken = outcome([failed('A', 9, [lateRefund])], 1)
    expect(line(resultsOf(broken, { mode: 'gate-if-worse' }))).toBe(line(resultsOf(broken)))
  })
})

describe('the headline of a merged report', () => {
  it('counts failing tests if a part without a comparison failed', () => {
    expect(line({ ...resultsOfScenario('not-worse'), verdict: 'failed' })).toBe(
      '❌ Do not merge: 1 of 39 tests failed in 1 of 3 agents',
    )
  })

  it('gives the reasons, once, if the part that failed does not list its tests', () => {
    const results: Results = { ...resultsOf(outcome([billing, overdue], 1)), verdict: 'failed' }
    expect(line(results)).toBe('❌ Do not merge: Travel planner timed out')
    expect(explanation(results)).toEqual([])
  })
})

describe('accepted tests', () => {
  const until = (day: string, expired = false) => ({ accepted: { until: day, expired } })
  const december = test('a', until('2026-12-03'))
  const later = test('b', until('2026-12-10'))
  const draft = test('c', { ...until('2026-12-03'), status: 'not-run' })
  const other = test('d')
  const untested = ended('A', 9, [draft, judged(other, 'new', { runs: 0 })], null)

  it.each([
    [
      '✅ Good to merge, 1 failing test is accepted until 3 Dec: 1 of 9 tests failed',
      outcome([failed('A', 9, [december])], 1),
    ],
    [
      '✅ Good to merge, 2 failing tests are accepted until 3 Dec or later: 2 of 9 tests failed',
      outcome([failed('A', 9, [later, december])], 1),
    ],
    [
      '✅ Good to merge, 2 tests are accepted until 3 Dec: 1 of 9 tests failed; 1 did not run',
      outcome([ended('A', 9, [december, draft], { kind: 'tests-not-run', notRun: 1, total: 9 })], 1),
    ],
    [
      '⚠️ Merge with care: 1 of 9 tests failed; 1 did not run, and there are no earlier results to compare with',
      comparedOutcome([untested], 1, [withoutEarlierRuns(untested)]),
    ],
    [
      '✅ Good to merge, 1 test is accepted until 3 Dec: 8 of 9 tests passed',
      outcome([ended('A', 9, [draft], { kind: 'tests-not-run', notRun: 1, total: 9 })], 1),
    ],
    ['❌ Do not merge: 2 of 9 tests failed', outcome([failed('A', 9, [december, other])], 1)],
    [
      '❌ Do not merge: 1 of 9 tests failed',
      outcome([failed('A', 9, [test('a', until('2026-11-03', true))])], 1),
    ],
  ])('read %s', (text, of) => {
    expect(line(resultsOf(of))).toBe(text)
  })

  it('are said not to block beside a test that does', () => {
    const explained = (...tests: readonly TestResult[]) =>
      explanation(resultsOf(outcome([failed('A', 9, tests)], 1))).flat()
    expect(explained(december, other)).toEqual(['Not blocking: 1 accepted test.'])
    expect(explained(december)).toEqual([])
  })
})

describe('below the headline', () => {
  it.each([
    ['judge-down', ['Probably not this change: the error is on the side of the evaluation service.']],
    ['half-unanswered', ['Support bot could not be reached (HTTP 503).']],
    ['mixed', ['Order tracker cannot run.']],
    ['timed-out-beside-a-failure', ['Support bot timed out.']],
    ['left-out-beside-a-failure', ['Support bot had tests without a configuration.']],
    ['not-worse', ['Not blocking: 1 known failure, 1 flaky test.']],
    [
      'worse',
      [
        'Order agent could not be reached (timed out).',
        'Not blocking: 1 new failing test, 1 known failure, 1 unreliable test, 2 flaky tests.',
        '15 × as many tests failed as usual, across agents: the model or the service may have a bad day.',
      ],
    ],
    // The headline says it.
    ['timed-out', []],
    ['agent-down', []],
    ['all-pass', []],
  ])('of scenario %s are whose fault it is, and what does not block', (name, lines) => {
    expect(explanation(resultsOfScenario(name)).map((line) => line.join(' '))).toEqual(lines)
  })

  it('are four causes at most, as sentences', () => {
    const messages = ['v1.2 cannot run', 'B did not start.', 'C timed out', 'D cannot run', 'E cannot run']
    const reasons = messages.map((message) => ({ kind: 'cause' as const, message }))
    expect(explanation({ ...resultsOfScenario('one-fails'), reasons })).toEqual([
      ['V1.2 cannot run.', 'B did not start.', 'C timed out.', 'D cannot run.'],
    ])
  })
})
