import { describe, expect, it } from 'vitest'
import type { AgentResult, TestResult } from '../../src/gate/results.ts'
import { blame } from '../../src/results/blame.ts'
import { attempts, comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import { billing } from '../fixtures/sample-agents.ts'
import { cancelBooking, handOver, lateRefund } from '../fixtures/sample-tests.ts'
import { ended, failed, httpError, inconclusive, outcome, resultsOf } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { testResult } from '../fixtures/test-results.ts'

const blamed = (...tests: readonly TestResult[]) => {
  const bot = failed('Bot', 12, tests)
  return blame(resultsOf(comparedOutcome([bot, billing], 1, [steadyBaseline(bot), steadyBaseline(billing)])))
}
const broken = judged(lateRefund, 'broken')
const withError = (kind: 'evaluator' | 'agent') => ({
  ...testResult('A', 'unanswered'),
  error: { kind, detail: 'HTTP 503', message: '' },
})
const [noEvaluator, noAgent] = [withError('evaluator'), withError('agent')]
const unfinished = (...tests: readonly TestResult[]) => ended('Bot', 9, tests, null)

describe('the cause', () => {
  it('is probably this change if a test broke', () => {
    expect(blamed(broken)).toBe(
      'Probably this change: it passed all of its last 10 runs and fails 3 of 3 attempts.',
    )
    expect(blamed(judged(lateRefund, 'broken', { failures: 1 }))).toBe(
      'Probably this change: it failed 1 of its last 10 runs and fails 3 of 3 attempts.',
    )
    expect(blamed({ ...broken, attempts: [] })).toMatch(/ and fails now\.$/)
  })

  it('is said once for several tests', () => {
    expect(blamed(broken, judged(cancelBooking, 'broken'))).toBe(
      'Probably this change: they passed all of their earlier runs and fail every attempt.',
    )
    expect(blamed(broken, judged(cancelBooking, 'broken', { failures: 1 }))).toBe(
      'Probably this change: they fail every attempt, which their earlier runs do not explain.',
    )
  })

  it('is unknown for a test of which an evaluator was edited', () => {
    expect(blame(resultsOfScenario('evaluator-changed'))).toBeNull()
    const edited = [{ evaluator: 'Policy', version: 4, baselineVersion: 3 }]
    expect(blamed({ ...broken, changedEvaluators: edited }, judged(handOver, 'broken'))).toBe(
      'Probably this change: 1 of them passed all of its last 10 runs and fails 3 of 3 attempts.',
    )
  })

  it.each([
    [3, 5, 0, true],
    [2, 5, 0, false],
    [3, 4, 0, false],
    [3, 5, 1, false],
  ])('needs %s failed attempts, %s earlier runs and %s failures in them otherwise: %s', (...given) => {
    const [failures, runs, before, isKnown] = given
    const unclear = judged(lateRefund, 'undetermined', { runs, failures: before })
    const statuses = Array.from({ length: failures - 1 }, () => 'failed' as const)
    const test = { ...unclear, attempts: attempts(unclear, 'failed', ...statuses) }
    expect(blamed(test)).toBe(
      isKnown ? 'Probably this change: it passed all of its last 5 runs and fails 3 of 3 attempts.' : null,
    )
    expect(blamed(broken, test)).toBe(blamed(broken))
  })

  it('is never an unreliable test, nor one that did not answer every attempt', () => {
    expect(blamed(judged(lateRefund, 'unreliable'))).toBeNull()
    const unclear = judged(lateRefund, 'undetermined')
    const halfway = attempts(unclear, 'failed', 'unanswered', 'failed')
    expect(blamed({ ...unclear, attempts: halfway })).toBeNull()
  })

  it('rests on the control if there is one', () => {
    expect(blame(resultsOfScenario('control-one-broke'))).toMatch(
      /^Probably this change: it failed \d of \d attempts; Support bot passed \d of \d in the same rounds\.$/,
    )
    expect(blame(resultsOfScenario('control-not-available'))).toBeNull()
    const beside = { uuid: 'production', name: 'Production', attempts: attempts(lateRefund, 'passed') }
    const test = { ...broken, control: beside }
    expect(blamed(test, { ...test, uuid: 'another' })).toBe(
      'Probably this change: they fail every attempt, unlike on the control.',
    )
  })

  it('is this change also on a bad day if the control passes', () => {
    const results = resultsOfScenario('control-one-broke')
    const { alarm } = resultsOfScenario('control-bad-day').comparison?.control ?? {}
    const on = (day: typeof alarm) =>
      blame({
        ...results,
        comparison: results.comparison && { ...results.comparison, control: { alarm: day ?? null } },
      })
    expect(alarm?.blocks).toBe(false)
    expect(on(alarm)).toBe(blame(results))
    // The notice says it.
    expect(alarm && on({ ...alarm, blocks: true })).toBeNull()
  })

  it('is unknown for failures that were compared with nothing, or that failed before', () => {
    expect(blame(resultsOf(outcome([failed('Bot', 12, [lateRefund])], 1)))).toBeNull()
    for (const name of [
      'many-small-breaks',
      'not-worse',
      'nothing-to-compare-with',
      'agent-down',
      'cancelled',
    ])
      expect(blame(resultsOfScenario(name))).toBeNull()
  })

  it('is probably not this change if only evaluators failed', () => {
    const text = 'Probably not this change: the error is on the side of the evaluation service.'
    expect(blame(resultsOfScenario('judge-down'))).toBe(text)
    for (const name of ['judge-down-beside-a-failure', 'several-causes', 'timed-out', 'unknown-agents'])
      expect(blame(resultsOfScenario(name))).toBeNull()
  })

  it.each<[string, AgentResult[], boolean]>([
    ['a contradictory run', [inconclusive('Bot', { kind: 'contradictory' })], true],
    ['a lost launch', [inconclusive('Bot', { kind: 'maybe-launched', error: httpError(500, '') })], true],
    ['an evaluator', [unfinished(noEvaluator, testResult('B'))], true],
    ['an evaluator and an agent', [unfinished(noEvaluator, noAgent)], false],
    ['an evaluator, and another agent', [unfinished(noEvaluator), unfinished(noAgent)], false],
    ['tests that did not run', [unfinished(testResult('A', 'not-run'))], false],
  ])('may be the service if it is %s', (_, agents, expected) => {
    const results = resultsOf(outcome(agents, 1))
    expect(blame(results) !== null).toBe(expected)
    // It is not if the job ended early, or if a part of merged results failed.
    expect(blame({ ...results, verdict: 'failed' })).toBeNull()
    const abortReason = { kind: 'signal', signal: 'SIGINT' } as const
    expect(blame(resultsOf(outcome(agents, 1, { abortReason })))).toBeNull()
  })
})
