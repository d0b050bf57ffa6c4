// The evaluation service's test runs: launch, poll, list the history.
import {
  type EarlierRun,
  type EarlierRunPage,
  earlierRun,
  earlierRunPage,
  type LaunchedBatch,
  type LaunchedRun,
  launchedBatch,
  launchedRun,
  type TaskStatus,
  type TestRun,
  testRun,
} from './evaluation-schemas.ts'
import type { CallOptions } from './options.ts'
import { type RowIterator, repetitionGuard, rowIterator } from './paging.ts'
import type { Requester, ResponsePromise } from './requester.ts'
import { issueAt, type OpenEnum, type Parsed, type Parser, parserOf } from './schema.ts'
import { type WaitOptions, waitForRun } from './wait-for-run.ts'

export interface RunOptions extends CallOptions {
  /** IDs of the tests to run. Default, also for an empty list: all tests linked to the agent. */
  readonly testUuids?: readonly string[] | undefined
}

export interface BatchOptions extends CallOptions {
  /** Names of the agents to test. Default, also for an empty list: every agent of the workspace. */
  readonly agentNames?: readonly string[] | undefined
}

export interface GetRunOptions extends CallOptions {
  /** Only the failed test cases; the counts stay complete. */
  readonly onlyFailed?: boolean | undefined
  /** Without outputs, test cases, judge results, reasoning and rubrics. */
  readonly compact?: boolean | undefined
}

export interface ListRunsOptions extends CallOptions {
  readonly type?: OpenEnum<'llm-unit-test' | 'llm-benchmark'> | undefined
  readonly status?: OpenEnum<TaskStatus> | undefined
  readonly hasFailures?: boolean | undefined
  /** Runs on a page. */
  readonly limit?: number | undefined
  /** Runs to skip, counted from the newest. */
  readonly offset?: number | undefined
}

export interface EvaluationRuns {
  /**
   * Launches tests of one agent. Not retried once the service may have received it, because a second run costs money:
   * after an error whose `maybeReceived` is true, a run may have started.
   *
   * A 400 says why the agent cannot run: its connection is not verified, or no test is linked to it.
   * Specification: `POST /agent-tests/agent/{agent_uuid}/run`.
   * @throws {@link ClientError}
   * @example
   * const { task_id } = await client.runAgentTests(agentUuid)
   * const { task_id: retried } = await client.runAgentTests(agentUuid, { testUuids: [testUuid] })
   * console.log(task_id, retried)
   */
  runAgentTests(agentUuid: string, options?: RunOptions): ResponsePromise<LaunchedRun>

  /**
   * Launches the tests of every agent, or of those in `agentNames`. Not retried once the service may have received it.
   * If a name is unknown, nothing starts and the service answers 404.
   *
   * Specification: `POST /agent-tests/run`.
   * @throws {@link ClientError}
   * @example
   * const { runs, skipped } = await client.runBatch({ agentNames: ['Support bot'] })
   * for (const { agent_name, task_id } of runs) console.log(agent_name, task_id)
   * for (const { agent_name, reason } of skipped) console.log(agent_name, reason)
   */
  runBatch(options?: BatchOptions): ResponsePromise<LaunchedBatch>

  /**
   * The current status and results of one run.
   *
   * Specification: `GET /agent-tests/run/{task_id}`.
   * @throws {@link ClientError}
   * @example
   * const { status, passed, total_tests } = await client.getRun(taskId, { compact: true, onlyFailed: true })
   * console.log(status, passed, total_tests)
   */
  getRun(taskId: string, options?: GetRunOptions): ResponsePromise<TestRun>

  /**
   * Polls a run until it has ended (`done`, `failed` or `cancelled`; read `error` as well), then reads it once more
   * with `onlyFailed` and `compact` as given. Any other status means that it is still in progress.
   *
   * Transient errors are retried with growing delays, up to ten in a row. A {@link TimeoutError} means that the run had
   * not ended within `timeoutMs`; it continues, because runs cannot be cancelled.
   * Specification: `GET /agent-tests/run/{task_id}`.
   * @throws {@link ClientError}
   * @example
   * const run = await client.waitForRun(taskId, { timeoutMs: 600_000, onPoll: ({ status }) => console.log(status) })
   * console.log(run.passed, run.failed)
   */
  waitForRun(taskId: string, options?: WaitOptions): Promise<TestRun>

  /**
   * One page of an agent's run history, newest first. Older servers have no history and answer 404.
   *
   * Not in the specification: `GET /agent-tests/agent/{agent_uuid}/runs`.
   * @throws {@link ClientError}
   * @example
   * const { items, total } = await client.listRuns(agentUuid, { status: 'done', limit: 20 })
   * console.log(items.length, total)
   */
  listRuns(agentUuid: string, options?: ListRunsOptions): ResponsePromise<EarlierRunPage>

  /**
   * An agent's run history from `offset` on, newest first; pages are read as they are needed. Pages are counted from
   * the newest run, so a run that starts meanwhile makes the last one of a page appear again on the next.
   *
   * Not in the specification: `GET /agent-tests/agent/{agent_uuid}/runs`.
   * @throws {@link ClientError}
   * @example
   * for await (const run of client.iterateRuns(agentUuid, { limit: 50 })) console.log(run.created_at, run.passed)
   * const latest = await client.iterateRuns(agentUuid).toArray({ limit: 5 })
   * console.log(latest.length)
   */
  iterateRuns(agentUuid: string, options?: ListRunsOptions): RowIterator<EarlierRun>
}

export function runMethods(requester: Requester): EvaluationRuns {
  const { send, lineOf } = requester

  function getRun(taskId: string, { onlyFailed, compact, ...options }: GetRunOptions = {}) {
    const query = { only_failed: onlyFailed, compact }
    const parse = (body: unknown) => sameTask(taskId, parseRun(body))
    return send({ method: 'GET', path: pathOfRun(taskId), query, parse }, options)
  }

  return {
    getRun,

    runAgentTests(agentUuid, { testUuids, ...options } = {}) {
      const body = testUuids === undefined ? {} : { test_uuids: testUuids }
      const path = ['agent-tests', 'agent', agentUuid, 'run']
      return send({ method: 'POST', path, body, parse: parseLaunched }, options)
    },

    runBatch({ agentNames, ...options } = {}) {
      const body = agentNames === undefined ? {} : { agent_names: agentNames }
      return send({ method: 'POST', path: ['agent-tests', 'run'], body, parse: parseBatch }, options)
    },

    async waitForRun(taskId, options) {
      const line = lineOf({ method: 'GET', path: pathOfRun(taskId) })
      return waitForRun({ line, getRun: (how) => getRun(taskId, how) }, requester, options)
    },

    listRuns(agentUuid, { type, status, hasFailures, limit, offset, ...options } = {}) {
      const query = { type, status, has_failures: hasFailures, limit, offset }
      const path = pathOfHistory(agentUuid)
      return send({ method: 'GET', path, query, parse: parseHistory }, options)
    },

    iterateRuns(agentUuid, { type, status, hasFailures, limit, offset = 0, ...options } = {}) {
      const query = { type, status, has_failures: hasFailures, limit }
      const request = { method: 'GET', path: pathOfHistory(agentUuid), parse: parseHistory } as const
      return rowIterator(async function* () {
        const guard = repetitionGuard(lineOf(request))
        for (let skipped = offset; ; ) {
          const page = await send({ ...request, query: { ...query, offset: skipped } }, options)
          guard(skipped, { data: page.items, next_cursor: null })
          yield* page.items
          const received = page.items.length + (page.unreadable ?? 0)
          skipped += received
          if (received === 0 || skipped >= (page.total ?? Number.POSITIVE_INFINITY)) return
        }
      })
    },
  }
}

const parseLaunched = parserOf(launchedRun)
const parseBatch = parserOf(launchedBatch)
const parseRun = parserOf(testRun)
const parseEarlierRun = parserOf(earlierRun)
const parsePage = parserOf(earlierRunPage)

const parseHistory: Parser<EarlierRunPage> = (body) => {
  const page = parsePage(body)
  if (!page.ok) return page
  const items = page.value.items.map(parseEarlierRun).flatMap((run) => (run.ok ? [run.value] : []))
  const unreadable = page.value.items.length - items.length
  return { ok: true, value: { ...page.value, items, ...(unreadable > 0 && { unreadable }) } }
}

const pathOfRun = (taskId: string) => ['agent-tests', 'run', taskId]
const pathOfHistory = (agentUuid: string) => ['agent-tests', 'agent', agentUuid, 'runs']

/** Another run's results would be mistaken for this one's. */
function sameTask(taskId: string, parsed: Parsed<TestRun>): Parsed<TestRun> {
  if (!parsed.ok || parsed.value.task_id === taskId) return parsed
  return { ok: false, issues: [issueAt(['task_id'], 'another run than the one asked for')] }
}
