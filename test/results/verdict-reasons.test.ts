import { describe, expect, it } from 'vitest'
import type { AbortReason, GateOutcome } from '../../src/gate/results.ts'
import { describeAbort } from '../../src/results/problems.ts'
import { comparedOutcome, judged, steadyBaseline, unreadable } from '../fixtures/baselines.ts'
import { billing, booking, support, unverified } from '../fixtures/sample-agents.ts'
import { handOver, lateRefund, unanswered } from '../fixtures/sample-tests.ts'
import { ended, failed, httpError, outcome, resultsOf, skipped } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'

const error = httpError(403, 'Not authenticated')
const timedOut = { kind: 'timed-out', timeoutSeconds: 600, lastError: null, stillForMs: null } as const
const incomplete = { ...support, reason: { kind: 'run-ended', how: 'failed' } } as const
const unclear = failed('A', 12, [judged(lateRefund, 'undetermined'), judged(handOver, 'known-failure')])
const scenario = (name: string) => scenarios[name]?.outcome ?? expect.fail()

describe('the reasons for a verdict', () => {
  it.each<[string, GateOutcome, string[]]>([
    ['a passed gate', outcome([billing], 1), []],
    [
      'a gate that passed because a test without a result is accepted',
      outcome(
        [ended('A', 9, [{ ...unanswered, accepted: { until: '2026-12-03', expired: false } }], null)],
        1,
      ),
      [],
    ],
    ['failing tests', outcome([billing, support], 1), ['2 of 30 tests failed']],
    [
      'failing tests, but no history that was not to be compared with',
      outcome([billing, support], 1, { earlierRuns: [unreadable(support, error)] }),
      ['2 of 30 tests failed'],
    ],
    ['one inconclusive agent', outcome([billing, unverified], 1), ['Order tracker cannot run']],
    [
      'failing tests, inconclusive agents and a cancelled job',
      outcome([support, unverified, unverified], 1, { abortReason: { kind: 'signal', signal: 'SIGINT' } }),
      ['2 of 12 tests failed', 'the job was cancelled', '2 of 3 agents cannot run'],
    ],
    ['only skipped agents', outcome([skipped('Draft', 'No tests')], 1), ['no agent was tested']],
    ['broken tests', scenario('worse'), ['2 tests broke', 'Order agent could not be reached (timed out)']],
    [
      'several causes, each once',
      scenario('several-causes'),
      [
        'Travel planner could not be reached (HTTP 503)',
        'the evaluator of 2 tests could not be reached (HTTP 503)',
        '2 tests of Support bot are defective (no evaluator)',
      ],
    ],
    [
      'an agent that could not be reached, once for all of them',
      scenario('agents-down'),
      [
        'Support bot Berlin, Support bot Paris, Support bot Madrid and 2 more agents could not be reached (HTTP 503)',
      ],
    ],
    [
      'many failures at once',
      scenario('many-small-breaks'),
      ['9 of 60 tests failed, far more than in earlier runs'],
    ],
    [
      'many failures at once, unlike on the control',
      scenario('control-alarm'),
      ['6 of 24 tests failed, far more often than on the control'],
    ],
    ['inconclusive failures', scenario('could-not-retry'), ['1 of 30 tests failed inconclusively']],
    [
      'inconclusive failures beside others',
      comparedOutcome([unclear], 1, [steadyBaseline(unclear)]),
      ['1 inconclusive test', '2 of 12 tests failed'],
    ],
    [
      'an agent that timed out, and why its tests have no result',
      outcome([ended('A', 9, [unanswered], timedOut)], 1),
      ['A could not be reached (timed out)', 'the agent timed out'],
    ],
    [
      'failing agents with different problems',
      outcome(
        [
          { ...support, reason: { kind: 'run-ended', how: 'failed' } },
          { ...booking, reason: timedOut },
        ],
        1,
      ),
      ['3 of 20 tests failed', '2 failing agents did not finish their runs'],
    ],
    [
      'an incomplete run and a history that could not be read',
      comparedOutcome([incomplete, billing], 1, [unreadable(support, error), steadyBaseline(billing)]),
      [
        'Support bot did not finish its run',
        'the run history of 1 of 2 agents could not be used',
        '2 of 30 tests failed',
      ],
    ],
  ])('name %s', (_, of, reasons) => {
    expect(resultsOf(of).reasons.map(({ message }) => message)).toEqual(reasons)
  })

  it.each<[AbortReason, string]>([
    [{ kind: 'authentication', error }, 'authentication failed (HTTP 403)'],
    [
      { kind: 'unknown-agents', unknown: [{ name: 'x', nearest: null, nameWithComma: null }] },
      '1 agent not found',
    ],
    [{ kind: 'no-agents' }, 'the workspace has no agents'],
    [{ kind: 'select-failed', error }, 'the agents could not be looked up'],
    [{ kind: 'same-agent', names: ['a', 'b'] }, 'several names refer to the same agent'],
    [{ kind: 'signal', signal: 'SIGTERM' }, 'the job was cancelled'],
  ])('name why the job ended early: %j', (abortReason, reason) => {
    const results = resultsOf(outcome([], 1, { abortReason }))
    expect(results.reasons).toEqual([{ kind: 'aborted', message: reason }])
    expect(results.abortReason?.details.length).toBeGreaterThan(0)
  })

  it('say that runs continue only if there are any', () => {
    const abortReason = { kind: 'signal', signal: 'SIGINT' } as const
    expect(describeAbort(abortReason, false).remedy).toBe('No run was started. Re-run this job.')
    expect(describeAbort(abortReason, true).remedy).toMatch(/^Runs that were already started continue/)
  })
})
