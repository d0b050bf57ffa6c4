// May I merge? In mode gate-if-worse.
import { describe, expect, it } from 'vitest'
import { comparisonOf } from '../../src/gate/comparison.ts'
import type { GateOutcome } from '../../src/gate/results.ts'
import { billing, overdue, support, unverified } from '../fixtures/sample-agents.ts'
import { lateRefund } from '../fixtures/sample-tests.ts'
import { comparedWith, failed, httpError } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { comment, compared, unread } from './compared.ts'

const headingOf = (of: GateOutcome) => comment(of).split('\n')[0]
const notFound = httpError(404, 'Not Found')

describe('the headline of a comparison', () => {
  it('says that merging is fine where the pass rate is not lower, though tests fail', () => {
    const parts = { compared: [comparedWith(support, { passed: 9, total: 12 })] }
    expect(headingOf(compared([support], parts))).toBe(
      '### ✅ Good to merge: not worse, 10 of 12 tests passed (83.3%, before 75.0%) across 1 agent in 4s',
    )
  })

  it('says so where every test passed', () => {
    const parts = { compared: [comparedWith(billing, { passed: 17, total: 18 })] }
    expect(headingOf(compared([billing], parts))).toBe(
      '### ✅ Good to merge: not worse, all 18 tests passed (100.0%, before 94.4%) across 1 agent in 4s',
    )
  })

  it('says not to merge, and from where to where the pass rate fell', () => {
    const parts = { compared: [comparedWith(support, { passed: 11, total: 12 })] }
    expect(headingOf(compared([support], parts))).toBe(
      '### ❌ Do not merge: pass rate fell from 91.7% (11 of 12) to 83.3% (10 of 12) across 1 agent in 4s',
    )
  })

  it('shows a fall that one decimal would hide', () => {
    const huge = failed('Huge', 20_000, [lateRefund])
    const parts = { compared: [comparedWith(huge, { passed: 20_000, total: 20_000 })] }
    expect(headingOf(compared([huge], parts))).toContain(
      'fell from 100.000% (20,000 of 20,000) to 99.995% (19,999 of 20,000)',
    )
  })

  it('counts the tests of the compared agents only, and says of how many agents', () => {
    const novice = failed('Novice', 5, [lateRefund])
    const parts = {
      compared: [comparedWith(support, { passed: 10, total: 12 })],
      withoutHistory: [novice.agent],
    }
    expect(headingOf(compared([support, novice], parts))).toBe(
      '### ✅ Good to merge: not worse, 10 of 12 tests passed (83.3%, before 83.3%) across 1 of 2 agents in 4s',
    )
  })

  it('says that there was nothing to compare with', () => {
    const parts = { withoutHistory: [support.agent, billing.agent] }
    expect(headingOf(compared([support, billing], parts))).toBe(
      '### ✅ Good to merge: nothing to compare with, 28 of 30 tests passed across 2 agents in 4s',
    )
  })

  it('says not to merge yet where a run history could not be read', () => {
    const one = compared([support], { unreadable: [unread(support, notFound)] })
    expect(headingOf(one)).toBe(
      '### ⚠️ Do not merge yet: no run history could be read, 2 of 12 tests failed across 1 agent in 4s',
    )
    const some = compared([support, billing, overdue], {
      compared: [comparedWith(billing, { passed: 18, total: 18 })],
      unreadable: [unread(support, notFound)],
    })
    expect(headingOf(some)).toBe(
      '### ⚠️ Do not merge yet: 1 of 3 agents was inconclusive in 4s, the run history of 1 of 3 agents could not be read, 2 of 30 tests failed',
    )
  })

  it('says not to merge yet where the run of a failing agent is no full measure', () => {
    const incomplete = { ...failed('A', 9, [lateRefund]), reason: { kind: 'run-failed' } as const }
    const parts = { compared: [comparedWith(incomplete, { passed: 8, total: 9 })] }
    expect(headingOf(compared([incomplete], parts))).toBe(
      '### ⚠️ Do not merge yet: the run is incomplete, 1 of 9 tests failed across 1 agent in 4s',
    )
    expect(comment(compared([incomplete], parts))).toContain(
      '- ⚠️ **A**: the run failed on the service before it was complete, so its pass rate cannot be compared.',
    )
  })

  it('stays as it is in the other modes where nothing came to be compared', () => {
    expect(headingOf(compared([unverified], {}))).toBe(
      '### ⚠️ Do not merge yet: the agent was inconclusive in 4s',
    )
    const stopped = scenarios['cancelled'] ?? expect.fail()
    const none = comparisonOf({ compared: [], withoutHistory: [], unreadable: [] })
    expect(comment({ ...stopped.outcome, comparison: none })).toBe(comment(stopped.outcome))
  })
})
