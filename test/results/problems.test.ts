import { expect, it } from 'vitest'
import type { AbortReason, InconclusiveReason, RunResult } from '../../src/gate/results.ts'
import { describeAbort, describeReason } from '../../src/results/problems.ts'
import { httpError, run, test } from '../fixtures/samples.ts'

const running = run('A', { status: 'in_progress' })
const timedOut = { kind: 'timed-out', timeoutSeconds: 600, lastError: null } as const
const withoutCause = run('A', {
  tests: [
    test('a', { status: 'unanswered' }),
    test('b', { status: 'not-run', error: { kind: 'agent', detail: null, message: '' } }),
  ],
})
const refused = (status: number, reason: string | null) => ({ ...httpError(status, ''), reason })

it.each<[InconclusiveReason, RunResult | null, string]>([
  [
    { kind: 'cannot-run', error: refused(400, null) },
    null,
    'Cannot run: cannot run (HTTP 400): the service gave no reason → Make the agent ready',
  ],
  [
    { kind: 'cannot-run', error: refused(400, ' ') },
    null,
    'Cannot run: cannot run (HTTP 400): the service gave no reason → Make the agent ready',
  ],
  [
    { kind: 'max-tests', maxTests: 100 },
    null,
    'Not started: its run was not started, because the job may run no more than 100 tests → Raise `max-tests`, or test fewer agents.',
  ],
  [
    { kind: 'no-tests', linked: 1 },
    running,
    'Tests not run: its only test is not configured → Complete the configuration',
  ],
  [
    { kind: 'tests-not-run', notRun: 1, total: 4 },
    running,
    'Tests not run: 1 of 4 linked tests was not run; the service leaves out tests without a configuration → ',
  ],
  [
    { kind: 'unfinished-tests', withoutVerdict: 2 },
    null,
    'Unfinished: 2 tests ended without a result → Open the run to see why. Then re-run this job.',
  ],
  [
    { kind: 'unfinished-tests', withoutVerdict: 2 },
    withoutCause,
    'Unfinished: 2 tests ended without a result → Open the run to see why. Then re-run this job.',
  ],
  [
    { kind: 'aborted', by: 'authentication' },
    null,
    'Key rejected: the API key was rejected before its run was started → Re-run this job.',
  ],
  [
    { kind: 'aborted', by: 'signal' },
    run('A', { status: 'queued' }),
    'Cancelled: the job was cancelled while its run was still queued → The run continues on the service.',
  ],
  [
    { kind: 'internal-error', message: 'TypeError' },
    running,
    'Internal error: an internal error of agent-tests occurred: TypeError → Open the run to see its result.',
  ],
  [
    { ...timedOut, stillForMs: 300_000 },
    running,
    'Timed out: timed out after 10m: no test finished in the last 5m → The run seems to hang.',
  ],
  [
    { ...timedOut, stillForMs: 299_000 },
    running,
    'Timed out: timed out after 10m: still running → The run continues on the service',
  ],
])('of the reason %j is said what happened, and what to do', (reason, seen, text) => {
  const { label, sentence, remedy } = describeReason(reason, seen)
  expect(`${label}: ${sentence} → ${remedy}`).toContain(text)
})

it.each<[AbortReason, headline: string, detail: string, remedy: RegExp]>([
  [
    { kind: 'authentication', error: refused(403, 'Revoked') },
    'authentication failed (HTTP 403)',
    'authentication failed (HTTP 403): Revoked',
    /^Check the API key\./,
  ],
  [
    { kind: 'authentication', error: { ...refused(401, null), message: 'rejected' } },
    'authentication failed (HTTP 401)',
    'authentication failed (HTTP 401): rejected',
    /^Check the API key\./,
  ],
  [
    { kind: 'authentication', error: { ...refused(401, ' '), message: 'rejected' } },
    'authentication failed (HTTP 401)',
    'authentication failed (HTTP 401): rejected',
    /^Check the API key\./,
  ],
  [
    { kind: 'same-agent', names: ['Bot', 'bot'] },
    'several names refer to the same agent',
    'the service resolves "Bot" and "bot" to the same agent',
    /List each agent only once in `agents`\.$/,
  ],
  [
    { kind: 'no-key' },
    'no agent was tested because the API key is empty',
    'the input `api-key` is empty',
    /GitHub withholds secrets\./,
  ],
])('of the early end %j is said why, and what to do', (reason, headline, detail, remedy) => {
  const description = describeAbort(reason, false)
  expect(description).toMatchObject({ headline, details: [detail] })
  expect(description.remedy).toMatch(remedy)
})
