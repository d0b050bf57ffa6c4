// May I merge? In every mode.
import { describe, expect, it } from 'vitest'
import type { AgentBaseline, AgentResult, GateOutcome } from '../../src/gate/results.ts'
import { baselineFor, comparedOutcome, judged, steadyBaseline, unreadable } from '../fixtures/baselines.ts'
import { hostileTexts } from '../fixtures/hostile-texts.ts'
import { billing, measured, overdue, support, unverified } from '../fixtures/sample-agents.ts'
import { cancelBooking, lateRefund } from '../fixtures/sample-tests.ts'
import { failed, httpError, inconclusive, outcome, passed, run, skipped } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { comment, headingOf } from './contexts.ts'

const headline = (of: GateOutcome) => headingOf(comment(of))
const scenario = (name: string) => headline(scenarios[name]?.outcome ?? expect.fail())

describe('the headline', () => {
  it.each<[string, GateOutcome]>([
    ['### ✅ Good to merge: all 18 tests passed', outcome([billing], 72_000)],
    ['### ✅ Good to merge: 1 test passed', outcome([passed('A', 1)], 1)],
    [
      '### ❌ Do not merge: 2 of 30 tests failed across 2 agents (1 more inconclusive)',
      outcome([billing, support, unverified], 1),
    ],
    [
      '### ✅ Good to merge: all 18 tests passed across 1 agent (1 more skipped)',
      outcome([billing, skipped('Draft', 'No tests linked.')], 1),
    ],
    ['### ⚠️ Do not merge yet: the agent was inconclusive', outcome([unverified], 1)],
    ['### ⚠️ Do not merge yet: no agent was tested', outcome([skipped('Draft', 'No tests')], 1)],
    [
      '### ⚠️ Do not merge yet: the job was cancelled, 1 of 2 agents was inconclusive',
      outcome([billing, overdue], 1, { kind: 'signal', signal: 'SIGINT' }),
    ],
  ])('reads %s', (text, of) => {
    expect(headline(of)).toBe(text)
  })

  it('shows passes that needed a retry', () => {
    expect(scenario('passed-on-retry')).toBe(
      '### ✅ Good to merge: all 30 tests passed across 2 agents, 1 test only on retry',
    )
  })

  it('names the only failing test', () => {
    expect(scenario('one-fails')).toBe(
      '### ❌ Do not merge: "Refuses a refund after 30 days" failed (1 of 30 tests)',
    )
  })

  it('names the only test that failed, in however many agents', () => {
    expect(scenario('same-test-in-many-agents')).toBe(
      '### ❌ Do not merge: "Refuses a refund after 30 days" failed in all 5 agents (5 of 60 tests)',
    )
  })

  it('never says that 0 tests failed if agents gave no result', () => {
    expect(scenario('timed-out')).toBe('### ⚠️ Do not merge yet: 2 of 3 agents were inconclusive')
    const nothing = run('A', { counts: { total: 3, passed: 0, failed: 0 } })
    const stuck = inconclusive('A', { kind: 'unfinished-tests', withoutVerdict: 3 }, nothing)
    expect(comment(outcome([stuck], 1))).not.toMatch(/\b0 of|\ball [01] /)
  })

  it('never advises in report mode, and says that the job does not fail', () => {
    const markdown = comment(outcome([billing, support], 4_000), { mode: 'report' })
    expect(headingOf(markdown)).toBe('### ❌ 2 of 30 tests failed across 2 agents')
    expect(markdown).toContain('report only, does not fail the job')
  })

  it('has one line with agents, latency, cost and time', () => {
    expect(comment(outcome([billing, support], 94_000))).toContain(
      '\nagents: 1 failed, 1 passed · tests executed: 30 · p95 latency up to 1.8s · cost $0.056 · took 1m 34s\n',
    )
  })

  it('survives any title', () => {
    for (const title of hostileTexts)
      expect(headingOf(comment(outcome([billing], 72_000), { title }))).toBe(
        '### ✅ Good to merge: all 18 tests passed',
      )
  })

  it('shows a commit only if it is one, and a workflow run only at a web address', () => {
    const markdown = comment(outcome([billing], 1), {
      headSha: '](x)',
      workflowRunUrl: 'javascript:alert(1)',
    })
    expect(markdown).not.toMatch(/javascript|\]\(x\)|commit/)
  })
})

describe('the headline in mode gate-if-worse', () => {
  it('names the only broken test', () => {
    expect(scenario('one-broke')).toBe('### ❌ Do not merge: "Refuses a refund after 30 days" broke')
  })

  it('counts several broken tests, and lists the failures that do not block', () => {
    expect(scenario('worse')).toBe('### ❌ Do not merge: 2 tests broke in 2 of 4 agents')
    expect(comment(scenarios['worse']?.outcome ?? expect.fail())).toContain(
      'Not blocking: 1 new failing test, 1 known failure, 1 unreliable test, 2 flaky tests.',
    )
  })

  it('says how many failures were expected if many tests fail at once', () => {
    expect(scenario('many-small-breaks')).toBe('### ❌ Do not merge: 9 of 60 tests failed (0.6 expected)')
    const { outcome } = scenarios['many-small-breaks'] ?? expect.fail()
    const comparison = outcome.comparison ?? expect.fail()
    const failureCount = { ...comparison.failureCount, expected: 0.02 }
    expect(headingOf(comment({ ...outcome, comparison: { ...comparison, failureCount } }))).toBe(
      '### ❌ Do not merge: 9 of 60 tests failed (fewer than 0.1 expected)',
    )
  })

  it('advises to merge only if every test passed', () => {
    expect(scenario('nothing-broke')).toBe('### ✅ Good to merge: all 39 tests passed across 3 agents')
    expect(scenario('not-worse')).toBe(
      '### ✅ Good to merge, no test broke: 38 of 39 tests passed across 3 agents',
    )
    expect(scenario('nothing-to-compare-with')).toBe(
      '### ⚠️ Merge with care: 1 of 30 tests failed across 2 agents, and there are no earlier results to compare with',
    )
  })

  it('says what is missing for a clear result', () => {
    expect(scenario('history-unreadable')).toBe(
      '### ⚠️ Do not merge yet: no run history could be used, 2 of 39 tests failed',
    )
    expect(scenario('could-not-retry')).toBe(
      '### ⚠️ Do not merge yet: 1 of 30 tests failed and could not be judged',
    )
    const some = comparedOutcome([support, billing, overdue], 1, [
      steadyBaseline(billing),
      unreadable(support, httpError(404, 'Not Found')),
    ])
    expect(headline(some)).toBe(
      '### ⚠️ Do not merge yet: 1 of 3 agents was inconclusive, the run history of 1 of 3 agents could not be used, 2 of 30 tests failed',
    )
  })

  it('shows pass rates with as many decimals as it takes', () => {
    const huge = failed(
      'Huge',
      20_000,
      [judged(cancelBooking, 'known-failure', { failures: 1, runs: 1 })],
      measured,
    )
    const of = comparedOutcome([huge], 1, [baselineFor(huge, [20_000])])
    expect(comment(of)).toContain('first attempts passed: 99.995%, before 100.000%')
  })

  it('stays the same without a comparison', () => {
    const broken = failed('A', 9, [lateRefund])
    expect(comment(outcome([broken], 1), { mode: 'gate-if-worse' })).toBe(comment(outcome([broken], 1)))
  })
})

describe('latency and cost under the headline', () => {
  const line = (...[results, agents]: [AgentResult[], AgentBaseline[]]) =>
    comment(comparedOutcome(results, 60_000, agents)).match(/p95 .*|cost .*/)?.[0]
  const slow = passed('Slow', 10, { p95LatencyMs: 1840, meanCostUsd: 0.003 })
  const fast = passed('Fast', 10, { p95LatencyMs: 700, meanCostUsd: 0.001 })

  it('have the difference from the baseline', () => {
    const agents = [baselineFor(slow, [10, 10, 10]), baselineFor(fast, [10], { meanCostUsd: 0.001 })]
    expect(line([slow, fast], agents)).toBe('p95 latency up to 1.8s (+340ms) · cost $0.04 (+38%) · took 1m')
  })

  it('have it as far as both sides are known', () => {
    const before = baselineFor(fast, [10], { p95LatencyMs: 900, meanCostUsd: 0.002 })
    expect(line([fast], [before])).toBe('p95 latency up to 700ms (−200ms) · cost $0.01 (−50%) · took 1m')
    expect(line([slow, fast], [before])).toBe('p95 latency up to 1.8s · cost $0.04 (−50%) · took 1m')
    expect(line([passed('Unmeasured', 10)], [baselineFor(fast, [10])])).toBeUndefined()
  })

  it('have none if nothing changed that a reader would see', () => {
    const same = baselineFor(fast, [10], { p95LatencyMs: 700, meanCostUsd: 0.001001 })
    expect(line([fast], [same])).toBe('p95 latency up to 700ms · cost $0.01 · took 1m')
  })
})
