import { expect, it } from 'vitest'
import type { AbortReason, InconclusiveReason, RunResult } from '../../src/gate/results.ts'
import { describeAbort, describeReason } from '../../src/results/problems.ts'
import { httpError, run, test } from '../fixtures/samples.ts'

const running = run('A', { status: 'in_progress' })
const queued = run('A', { status: 'queued' })
const withoutCause = run('A', {
  tests: [
    test('a', { status: 'unanswered' }),
    test('b', { status: 'not-run', error: { kind: 'agent', detail: null, message: '' } }),
  ],
})
const refused = (reason: string | null) => ({ ...httpError(400, ''), message: 'refused', reason })
const still = (stillForMs: number) =>
  ({ kind: 'timed-out', timeoutSeconds: 600, lastError: null, stillForMs }) as const
const max =
  'its run was not started, because the job may run no more than 100 tests → Raise `max-tests`, or test'

it.each<[InconclusiveReason, RunResult | null, string]>([
  [{ kind: 'cannot-run', error: refused(null) }, null, '(HTTP 400): the service gave no reason → '],
  [{ kind: 'cannot-run', error: refused(' ') }, null, '(HTTP 400): the service gave no reason → '],
  [{ kind: 'max-tests', maxTests: 100 }, null, `Not started: ${max}`],
  [{ kind: 'no-tests', linked: 1 }, running, 'its only test is not configured → Complete'],
  [{ kind: 'tests-not-run', notRun: 1, total: 4 }, running, '1 of 4 linked tests was not run; '],
  [{ kind: 'unfinished-tests', withoutVerdict: 2 }, null, '2 tests ended without a result → Open the run'],
  [{ kind: 'unfinished-tests', withoutVerdict: 2 }, withoutCause, 'a result → Open the run to see why. '],
  [{ kind: 'aborted', by: 'authentication' }, null, 'the API key was rejected before its run was started'],
  [{ kind: 'aborted', by: 'signal' }, queued, 'the job was cancelled while its run was still queued → '],
  [{ kind: 'internal-error', message: 'Oh' }, running, 'agent-tests occurred: Oh → Open the run to see its'],
  [still(300_000), running, 'timed out after 10m: no test finished in the last 5m → The run seems to hang.'],
  [still(299_000), running, 'timed out after 10m: still running → The run continues on the service'],
])('of the reason %j is said what happened, and what to do', (reason, seen, text) => {
  const { label, sentence, remedy } = describeReason(reason, seen)
  expect(`${label}: ${sentence} → ${remedy}`).toContain(text)
})

it.each<[AbortReason, headline: string, detail: string, remedy: string]>([
  [
    { kind: 'same-agent', names: ['Bot', 'bot'] },
    'several names refer to the same agent',
    'the service resolves "Bot" and "bot" to the same agent',
    'No run was started. List each agent only once in `agents`.',
  ],
  [
    { kind: 'no-key' },
    'no agent was tested because the API key is empty',
    'the input `api-key` is empty',
    'On pull requests from forks and from Dependabot, GitHub withholds secrets.',
  ],
])('of the early end %j is said why, and what to do', (reason, headline, detail, remedy) => {
  const description = describeAbort(reason, false)
  expect(description).toMatchObject({ headline, details: [detail] })
  expect(description.remedy).toContain(remedy)
})

it.each([null, ' '])('of a rejected key without a reason (%j) is said what the response was', (reason) => {
  const error = { ...refused(reason), status: 401 }
  const { details } = describeAbort({ kind: 'authentication', error }, false)
  expect(details).toEqual(['authentication failed (HTTP 401): refused'])
})
