import { describe, expect, it } from 'vitest'
import type { AbortReason, GateOutcome } from '../../src/gate/results.ts'
import { describeAbort } from '../../src/results/problems.ts'
import { comparedOutcome, steadyBaseline, unreadable } from '../fixtures/baselines.ts'
import { billing, support, unverified } from '../fixtures/sample-agents.ts'
import { httpError, outcome, resultsOf, skipped } from '../fixtures/samples.ts'
import { scenarios } from '../fixtures/scenarios.ts'

const error = httpError(403, 'Not authenticated')
const scenario = (name: string) => scenarios[name]?.outcome ?? expect.fail()

describe('the reasons for a verdict', () => {
  it.each<[string, GateOutcome, string[]]>([
    ['a passed gate', outcome([billing], 1), []],
    ['failing tests', outcome([billing, support], 1), ['2 of 30 tests failed']],
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
    ['inconclusive failures', scenario('could-not-retry'), ['1 of 30 tests failed inconclusively']],
    [
      'an incomplete run and a history that could not be read',
      comparedOutcome([{ ...support, reason: { kind: 'run-failed' } }, billing], 1, [
        unreadable(support, error),
        steadyBaseline(billing),
      ]),
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
