// What is said if something was not tested: one row per cause.
import { describe } from 'vitest'
import type { AgentResult, InconclusiveReason, TestError } from '../../src/gate/results.ts'
import { ended, httpError, inconclusive, outcome, passed, skipped, test } from '../fixtures/samples.ts'
import { type Row, tells } from './told.ts'

const withError = (kind: TestError['kind'], detail: string | null, message = '') =>
  outcome(
    [ended('Bot', 9, [{ ...test('A', { status: 'unanswered' }), error: { kind, detail, message } }], null)],
    1,
  )
const alone = (reason: InconclusiveReason, others: readonly AgentResult[] = []) =>
  outcome([inconclusive('Bot', reason), ...others], 1)

const rows: readonly Row[] = [
  [
    'an error of the agent',
    withError('agent', 'HTTP 503'),
    '⚠️ Do not merge yet: Bot had errors',
    'Your change was not fully tested: 1 of 9 tests has no answer: Bot had errors (HTTP 503). If this pull request deploys Bot, check that deployment first.',
    'Check that requests to Bot succeed, then re-run this job.',
  ],
  [
    'an outage of the evaluator',
    withError('evaluator', 'HTTP 503'),
    '⚠️ Do not merge yet: Bot got errors from an evaluator',
    'Your change was not fully tested: 1 of 9 tests has no answer: Bot got errors from an evaluator (HTTP 503). Probably not your change.',
    "Check the evaluator's model and its API key, then re-run this job.",
  ],
  [
    'an error of the evaluator that is no outage',
    withError('evaluator', 'HTTP 401'),
    '⚠️ Do not merge yet: Bot got errors from an evaluator',
    'Your change was not fully tested: 1 of 9 tests has no answer: Bot got errors from an evaluator (HTTP 401).',
    "Check the evaluator's model and its API key, then re-run this job.",
  ],
  [
    'an error of the model',
    withError('model', 'HTTP 401'),
    '⚠️ Do not merge yet: Bot got errors from the model',
    'Your change was not fully tested: 1 of 9 tests has no answer: Bot got errors from the model (HTTP 401).',
    'Check the model of Bot and its API key, then re-run this job.',
  ],
  [
    'an error of nobody knows whom, which is quoted',
    withError('unknown', null, 'Agent quota exceeded'),
    '⚠️ Do not merge yet: Bot had tests that ended in errors',
    'Your change was not fully tested: 1 of 9 tests has no answer: Bot had tests that ended in errors: "Agent quota exceeded".',
    'Open the run of Bot: it may have a result, or say why not. Otherwise, re-run this job.',
  ],
  [
    'an error of the service',
    withError('service', null),
    '⚠️ Do not merge yet: Bot got errors from the service',
    'Your change was not fully tested: 1 of 9 tests has no answer: Bot got errors from the service. Probably not your change.',
    'Re-run this job later, and report the error to the operators of the service if it persists.',
  ],
  [
    'a defective test',
    withError('test', 'no evaluator'),
    '⚠️ Do not merge yet: Bot had defective tests',
    'Your change was not fully tested: 1 of 9 tests has no answer: Bot had defective tests (no evaluator).',
    'Correct the tests of Bot in the web application, then re-run this job.',
  ],
  [
    'a run that was never started',
    alone({ kind: 'timed-out', timeoutSeconds: 60, lastError: null, stillForMs: null }),
    '⚠️ Do not merge yet: Bot timed out',
    'Your change was not tested: Bot had no result after 1m, before it was started.',
    'Raise `timeout`, which includes time in the queue, or test fewer agents at once; Bot needed longer.',
  ],
  [
    'the limit of tests',
    alone({ kind: 'max-tests', maxTests: 5 }, [passed('Other', 5)]),
    '⚠️ Do not merge yet: Bot did not start',
    'Your change was not fully tested: Bot was not started, because no more than 5 tests may be run.',
    'Raise `max-tests`, or test fewer agents.',
  ],
  [
    'a service that fails',
    alone({ kind: 'not-launched', error: httpError(502, 'Bad gateway') }),
    '⚠️ Do not merge yet: Bot did not start',
    'Your change was not tested: Bot could not be started: HTTP 502: Bad gateway. Probably not your change.',
    'Re-run this job later, and report the error to the operators of the service if it persists.',
  ],
  [
    'an agent that was deleted',
    alone({ kind: 'unreadable', attempts: 1, error: httpError(404, 'Task not found'), hasEnded: false }),
    '⚠️ Do not merge yet: Bot could not be read',
    'Your change was not tested: Bot has a run that can no longer be read (HTTP 404: Task not found); it or the agent may have been deleted.',
    'Open the run of Bot: it may have a result, or say why not. Otherwise, re-run this job.',
  ],
  [
    'a key that is refused',
    outcome([], 1, { abortReason: { kind: 'key', status: 401, reason: 'Revoked' } }),
    '⚠️ Do not merge yet: authentication failed (HTTP 401)',
    'Your change was not tested: the service says "Revoked".',
    'Check the API key: it may be mistyped, revoked or of another workspace. You can create a new one in the workspace settings of the service.',
  ],
  [
    'a wrong name',
    outcome([], 1, {
      abortReason: {
        kind: 'names',
        same: [],
        unknown: [{ name: 'Bott', nearest: 'Bot', nameWithComma: null }],
      },
    }),
    '⚠️ Do not merge yet: 1 agent not found',
    'Your change was not tested: agent "Bott": no agent with that name in this org (did you mean "Bot"?).',
    'Correct these names; case and spaces matter. No run was started.',
  ],
  [
    'a cancelled job',
    outcome([passed('Bot', 3), inconclusive('Other', { kind: 'aborted', by: 'signal' })], 1, {
      abortReason: { kind: 'cancelled' },
    }),
    '⚠️ Do not merge yet: the job was cancelled',
    'Your change was not fully tested: not all agents had a result by then.',
    'Open the runs to see their results: those that were started continue on the service.',
  ],
  [
    'only skipped agents',
    outcome([skipped('Bot', 'No tests')], 1),
    '⚠️ Do not merge yet: no agent was tested; 1 agent skipped',
    'Your change was not tested: Bot was skipped, because it is not ready to run (HTTP 400): No tests.',
    'Make the skipped agents ready to run, or list only the agents to test in `agents`. Skipped agents do not count.',
  ],
]

describe('nothing is known because of', () => tells(rows))
