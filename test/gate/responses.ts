// What the evaluation service may answer, short to write: runs in every state, and the client's real errors.
import {
  type ClientError,
  ContractError,
  HttpError,
  NetworkError,
  type TestCaseResult,
  type TestRun,
  TimeoutError,
  ValidationError,
} from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'

type Failure = Extract<Result<never>, { ok: false }>

const request = { method: 'GET', url: 'https://service.test/path' }

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function failure(error: ClientError): Failure {
  return { ok: false, error }
}

/** A launch that started a run; the test service fills in the `task_id`. */
export const launched = ok({ task_id: '', status: 'queued' })

/** A run with these fields; the test service fills in the `task_id` that it is asked for. */
export function run(fields: Partial<TestRun> & { status: string }): Result<TestRun> {
  return ok({ task_id: '', error: false, is_public: false, ...fields })
}

export const queued = run({ status: 'queued', total_tests: null, passed: null, failed: null })
export const inProgress = run({ status: 'in_progress', total_tests: null, passed: null, failed: null })

export function done(passed: number, failed: number, fields: Partial<TestRun> = {}): Result<TestRun> {
  const rows = Array.from({ length: passed + failed }, (_, index) =>
    row(`test ${index + 1}`, index >= failed),
  )
  return run({ status: 'done', total_tests: passed + failed, passed, failed, results: rows, ...fields })
}

/** A failing test has been judged unless told otherwise. */
export function row(
  name: string,
  passed: boolean | null,
  more: Partial<TestCaseResult> = {},
): TestCaseResult {
  const verdict = passed === false ? { judge_results: [{ match: false }] } : {}
  return { test_case_id: `case-${name}`, name, passed, ...verdict, ...more }
}

/** What servers send for a test that could not be executed or judged. */
export function errorRow(reasoning: string | null, more: TestCaseResult = {}): TestCaseResult {
  return {
    passed: false,
    judge_results: null,
    output: { response: null, tool_calls: [] },
    reasoning,
    latency_ms: null,
    cost: null,
    ...more,
  }
}

export function http(
  status: number,
  reason: string | null = null,
  retryAfterMs: number | null = null,
): Failure {
  return failure(new HttpError(request, status, reason, retryAfterMs))
}

/** A page of something in between, with an error. */
export function page(status: number): Failure {
  return failure(new HttpError(request, status, null, null, { page: 'an HTML page' }))
}

function network(what: string, code: string, traits: { transient: boolean; maybeReceived: boolean }) {
  return failure(new NetworkError(request, { what: `${what} (${code})`, code, ...traits }))
}

export const refusedConnection = network('nothing accepts connections at this address', 'ECONNREFUSED', {
  transient: true,
  maybeReceived: false,
})
export const brokenConnection = network('the connection broke before a response arrived', 'ECONNRESET', {
  transient: true,
  maybeReceived: true,
})
export const refusedCertificate = network("the server's certificate was refused", 'CERT_HAS_EXPIRED', {
  transient: false,
  maybeReceived: false,
})

export const timedOut = failure(new TimeoutError(request, { timeoutMs: 30_000, maybeReceived: true }))
export const timedOutBeforeSending = failure(
  new TimeoutError(request, { timeoutMs: 30_000, maybeReceived: false }),
)

export const notJson = failure(
  new ContractError(request, 'the response is not JSON', { transient: true, issues: [] }),
)

export const wrongShape = failure(
  new ContractError(request, 'the response does not have the expected shape (task_id: expected string)', {
    transient: false,
    issues: [{ type: null, path: 'task_id', message: 'expected string' }],
  }),
)

export const invalid = failure(
  new ValidationError(request, 422, [{ path: 'path.task_id', message: 'not a UUID', type: null }]),
)

/** The same response so many times in a row. */
export function times<T>(count: number, response: T): T[] {
  return Array.from({ length: count }, () => response)
}
