// The evaluation service's test runs: launch, poll, look up the history.

import {
  type EarlierRun,
  type EarlierRunPage,
  earlierRunPage,
  type LaunchedBatch,
  type LaunchedRun,
  launchedBatch,
  launchedRun,
  type TaskStatus,
  type TestRun,
  testRun,
} from './evaluation-schemas.ts'
import type { CallOptions, Requester } from './requester.ts'
import type { OpenEnum } from './schema.ts'
import { type Parsed, parserOf } from './schema.ts'
import { path } from './transport.ts'
import { type WaitOptions, waitForRun } from './wait-for-run.ts'

export interface RunBody {
  /** IDs of the tests to run; all tests linked to the agent where it is left out or empty. */
  readonly test_uuids?: readonly string[]
  /** Sent as it is, the service decides. */
  readonly [field: string]: unknown
}

export interface BatchBody {
  /** Every agent of the workspace where it is left out. */
  readonly agent_names?: readonly string[]
  /** Sent as it is, the service decides. */
  readonly [field: string]: unknown
}

export interface RunOptions extends CallOptions {
  /** `{}` where it is left out. */
  readonly body?: RunBody | undefined
}

export interface BatchOptions extends CallOptions {
  /** `{}` where it is left out. */
  readonly body?: BatchBody | undefined
}

export interface GetRunOptions extends CallOptions {
  /** Only the rows that failed; the counts stay whole. */
  readonly onlyFailed?: boolean | undefined
  /** Without outputs, test cases, judge results, reasons, and rubrics. */
  readonly compact?: boolean | undefined
}

export interface ListRunsOptions extends CallOptions {
  readonly type?: OpenEnum<'llm-unit-test' | 'llm-benchmark'> | undefined
  readonly status?: OpenEnum<TaskStatus> | undefined
  readonly hasFailures?: boolean | undefined
  /** Runs on a page. */
  readonly limit?: number | undefined
  /** Runs to leave out, from the newest on. */
  readonly offset?: number | undefined
}

export interface EvaluationRuns {
  /**
   * Launches tests of one agent. Never repeated once the service may have received it: a second run costs real money.
   * So after an error whose `maybeReceived` is true a run may have started.
   *
   * A 400 says why the agent cannot run: its connection is not verified, or no test is linked to it.
   * Specification: `POST /agent-tests/agent/{agent_uuid}/run`.
   * @throws {@link ClientError}
   */
  runAgentTests(agentUuid: string, options?: RunOptions): Promise<LaunchedRun>

  /**
   * Launches the tests of every agent, or of those named in `body.agent_names`. Never repeated once the service may
   * have received it. A name that no agent has is a 404, and nothing starts.
   *
   * Specification: `POST /agent-tests/run`.
   * @throws {@link ClientError}
   */
  runBatch(options?: BatchOptions): Promise<LaunchedBatch>

  /**
   * One run's status and results, as they stand now.
   *
   * Specification: `GET /agent-tests/run/{task_id}`.
   * @throws {@link ClientError}
   */
  getRun(taskId: string, options?: GetRunOptions): Promise<TestRun>

  /**
   * Polls a run until it has ended (`done`, `failed` or `cancelled`; look at `error` too), then reads it once more with
   * `onlyFailed` and `compact` as asked. Any other status counts as still going.
   *
   * Faults that may pass are waited out with a growing wait, up to ten in a row. A {@link TimeoutError} means that the
   * run had not ended within `withinMs`: it goes on, for there is no way to cancel it.
   * Specification: `GET /agent-tests/run/{task_id}`.
   * @throws {@link ClientError}
   */
  waitForRun(taskId: string, options?: WaitOptions): Promise<TestRun>

  /**
   * One page of an agent's run history, newest first. Older servers have none and answer 404.
   *
   * Not in the specification: `GET /agent-tests/agent/{agent_uuid}/runs`.
   * @throws {@link ClientError}
   */
  listRuns(agentUuid: string, options?: ListRunsOptions): Promise<EarlierRunPage>

  /**
   * An agent's run history from `offset` on, newest first, page by page as it is read. Pages are counted from the
   * newest: a run that starts in between makes the last one of a page come again on the next.
   *
   * Not in the specification: `GET /agent-tests/agent/{agent_uuid}/runs`.
   * @throws {@link ClientError}
   */
  iterateRuns(agentUuid: string, options?: ListRunsOptions): AsyncGenerator<EarlierRun, void, undefined>
}

export function runMethods(requester: Requester): EvaluationRuns {
  const { send } = requester

  function getRun(taskId: string, { onlyFailed, compact, ...options }: GetRunOptions = {}): Promise<TestRun> {
    const query = { only_failed: onlyFailed, compact }
    const parse = (answer: unknown) => ofTask(taskId, parseRun(answer))
    return send('read', { method: 'GET', path: pathOfRun(taskId), query, parse }, options)
  }

  function listRuns(agentUuid: string, options: ListRunsOptions = {}): Promise<EarlierRunPage> {
    const { type, status, hasFailures, limit, offset, ...callOptions } = options
    const at = path('agent-tests', 'agent', agentUuid, 'runs')
    const query = { type, status, has_failures: hasFailures, limit, offset }
    return send('read', { method: 'GET', path: at, query, parse: parseHistory }, callOptions)
  }

  return {
    getRun,
    listRuns,

    runAgentTests(agentUuid, { body = {}, ...options } = {}) {
      const at = path('agent-tests', 'agent', agentUuid, 'run')
      return send('write', { method: 'POST', path: at, body, parse: parseLaunched }, options)
    },

    runBatch({ body = {}, ...options } = {}) {
      return send('write', { method: 'POST', path: '/agent-tests/run', body, parse: parseBatch }, options)
    },

    waitForRun(taskId, options) {
      const line = requester.lineOf({ method: 'GET', path: pathOfRun(taskId) })
      return waitForRun({ line, getRun: (how) => getRun(taskId, how) }, requester, options)
    },

    async *iterateRuns(agentUuid, options = {}) {
      for (let offset = options.offset ?? 0; ; ) {
        const { items, total } = await listRuns(agentUuid, { ...options, offset })
        yield* items
        offset += items.length
        if (items.length === 0 || offset >= (total ?? Number.POSITIVE_INFINITY)) return
      }
    },
  }
}

const parseLaunched = parserOf(launchedRun)
const parseBatch = parserOf(launchedBatch)
const parseRun = parserOf(testRun)
const parseHistory = parserOf(earlierRunPage)

function pathOfRun(taskId: string): string {
  return path('agent-tests', 'run', taskId)
}

/** Another run's results would be taken for this one's. */
function ofTask(taskId: string, parsed: Parsed<TestRun>): Parsed<TestRun> {
  if (!parsed.ok || parsed.value.task_id === taskId) return parsed
  return { ok: false, issues: [{ path: 'task_id', message: 'another run than the one asked for' }] }
}
