import { describe, expect, it } from 'vitest'
import { comparisonOf } from '../../src/gate/comparison.ts'
import type { AbortReason, GateOutcome } from '../../src/gate/results.ts'
import { describeAbort, verdictReasons } from '../../src/report/verdict-reasons.ts'
import { billing, support, unverified } from '../fixtures/sample-agents.ts'
import { comparedWith, httpError, outcome, skipped } from '../fixtures/samples.ts'

const error = httpError(403, 'Not authenticated')
const noComparison = { compared: [], withoutHistory: [], unreadable: [] }

describe('the reasons for a verdict', () => {
  it.each<[string, GateOutcome, string[]]>([
    ['a passed gate', outcome([billing], 1), []],
    ['failing tests', outcome([billing, support], 1), ['2 of 30 tests failed']],
    ['one inconclusive agent', outcome([billing, unverified], 1), ['1 agent was inconclusive']],
    [
      'failing tests, inconclusive agents and a cancelled job',
      outcome([support, unverified, unverified], 1, { kind: 'signal', signal: 'SIGINT' }),
      ['2 of 12 tests failed', '2 agents were inconclusive', 'the job was cancelled'],
    ],
    ['only skipped agents', outcome([skipped('Draft', 'No tests')], 1), ['no agent was tested']],
    [
      'a lower pass rate',
      outcome(
        [support],
        1,
        null,
        comparisonOf({ ...noComparison, compared: [comparedWith(support, { passed: 12, total: 12 })] }),
      ),
      ['2 of 12 tests failed', 'the pass rate fell from 100.0% (12 of 12) to 83.3% (10 of 12)'],
    ],
    [
      'an incomplete run and a history that could not be read',
      outcome(
        [{ ...support, reason: { kind: 'unfinished-tests', withoutVerdict: 1 } }],
        1,
        null,
        comparisonOf({ ...noComparison, unreadable: [{ agent: support.agent, error }] }),
      ),
      [
        '2 of 12 tests failed',
        'the run of 1 agent is incomplete, so its pass rate cannot be compared',
        'the run history of 1 agent could not be read',
      ],
    ],
  ])('name %s', (_, of, reasons) => {
    expect(verdictReasons(of)).toEqual(reasons)
  })

  it.each<[AbortReason, string]>([
    [{ kind: 'authentication', error }, 'authentication failed (HTTP 403)'],
    [{ kind: 'unknown-agents', unknown: [{ name: 'x', nearest: null }] }, '1 agent not found'],
    [{ kind: 'no-agents' }, 'the workspace has no agents'],
    [{ kind: 'select-failed', error }, 'the list of agents could not be read'],
    [{ kind: 'signal', signal: 'SIGTERM' }, 'the job was cancelled'],
  ])('name why the job ended early: %j', (abortReason, reason) => {
    expect(verdictReasons(outcome([], 1, abortReason))).toEqual([reason])
    expect(describeAbort(abortReason).details.length).toBeGreaterThan(0)
  })
})
