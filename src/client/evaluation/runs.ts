// The evaluation service's test runs: launch, poll, list the history.
import type { CallOptions } from '../core/options.ts'
import { iterateRows, type RowIterator } from '../core/paging.ts'
import type { OpenEnum, Parser } from '../core/parser.ts'
import type { Requester, ResponsePromise } from '../core/requester.ts'
import { parserAbout, parserOf } from '../core/schema.ts'
import * as schemas from './schemas.ts'
import type * as types from './types.ts'
import { type ReadOptions, type WaitOptions, waitForRun } from './wait-for-run.ts'

export interface RunOptions extends CallOptions {
  /** IDs of the tests to run. Default, also for an empty list: all tests linked to the agent. */
  readonly test_uuids?: readonly string[] | undefined
}

export interface BatchOptions extends CallOptions {
  /** Names of the agents to test. Default, also for an empty list: every agent of the workspace. */
  readonly agent_names?: readonly string[] | undefined
}

export interface GetRunOptions extends CallOptions, ReadOptions {}

export interface ListRunsOptions extends CallOptions {
  readonly type?: OpenEnum<'llm-unit-test' | 'llm-benchmark'> | undefined
  readonly status?: OpenEnum<types.TaskStatus> | undefined
  readonly has_failures?: boolean | undefined
  /** Runs on a page. Default: all of them; of `iterateRuns` 50. */
  readonly limit?: number | undefined
  /** Runs to skip, counted from the newest. */
  readonly offset?: number | undefined
}

export interface EvaluationRuns {
  /**
   * Launches tests of one agent. Not retried once the service may have received it, because a second run costs money:
   * after an error whose `maybeReceived` is true, such as a 503, a run may have started.
   *
   * A 400 says why the agent cannot run: its connection is not verified, or no test is linked to it.
   * @example
   * const { task_id } = await client.runAgentTests(agentUuid)
   * const { task_id: retried } = await client.runAgentTests(agentUuid, { test_uuids: [testUuid] })
   * console.log(task_id, retried)
   */
  runAgentTests(agentUuid: string, options?: RunOptions): ResponsePromise<types.LaunchedRun>

  /**
   * Launches the tests of every agent, or of those in `agent_names`. Not retried once it may have been received.
   * If a name is unknown, nothing starts and the service answers 404.
   * @example
   * const { runs, skipped } = await client.runBatch({ agent_names: ['Support bot'] })
   * for (const { agent_name, task_id } of runs) console.log(agent_name, task_id)
   * for (const { agent_name, reason } of skipped) console.log(agent_name, reason)
   */
  runBatch(options?: BatchOptions): ResponsePromise<types.LaunchedBatch>

  /**
   * The current status and results of one run.
   * @example
   * const { status, passed, total_tests } = await client.getRun(taskId, { compact: true, only_failed: true })
   * console.log(status, passed, total_tests)
   */
  getRun(taskId: string, options?: GetRunOptions): ResponsePromise<types.TestRun>

  /**
   * Polls a run until it has ended (`done`, `failed` or `cancelled`; read `error` as well), then reads it once more
   * with `only_failed` and `compact` as given. Any other status means that it is still in progress.
   *
   * Transient errors are retried with growing delays, up to ten in a row. A {@link TimeoutError} means that the run had
   * not ended within `timeoutMs`; it continues, because runs cannot be cancelled.
   * @example
   * const run = await client.waitForRun(taskId, { timeoutMs: 600_000, onPoll: ({ status }) => console.log(status) })
   * console.log(run.passed, run.failed)
   */
  waitForRun(taskId: string, options?: WaitOptions): Promise<types.TestRun>

  /**
   * One page of an agent's run history, newest first. Older servers have no history and answer 404.
   * @example
   * const { items, total } = await client.listRuns(agentUuid, { status: 'done', limit: 20 })
   * console.log(items.length, total)
   */
  listRuns(agentUuid: string, options?: ListRunsOptions): ResponsePromise<types.EarlierRunPage>

  /**
   * An agent's run history from `offset` on, newest first. A run that starts meanwhile makes the last one of a page
   * appear again on the next.
   * @example
   * for await (const run of client.iterateRuns(agentUuid, { limit: 50 })) console.log(run.created_at, run.passed)
   * const latest = await client.iterateRuns(agentUuid).toArray({ limit: 5 })
   * console.log(latest.length)
   */
  iterateRuns(agentUuid: string, options?: ListRunsOptions): RowIterator<types.EarlierRun>
}

export function runMethods(requester: Requester): EvaluationRuns {
  const { send, lineOf } = requester

  function getRun(taskId: string, { only_failed, compact, ...options }: GetRunOptions = {}) {
    const parse = parserAbout(schemas.testRun, 'task_id', [taskId])
    return send({ method: 'GET', path: pathOfRun(taskId), query: { only_failed, compact }, parse }, options)
  }

  function listRuns(
    agentUuid: string,
    { type, status, has_failures, limit, offset, ...options }: ListRunsOptions = {},
  ) {
    const query = { type, status, has_failures, limit, offset }
    return send({ method: 'GET', path: pathOfHistory(agentUuid), query, parse: parseHistory }, options)
  }

  return {
    getRun,
    listRuns,

    runAgentTests(agentUuid, { test_uuids, ...options } = {}) {
      const path = ['agent-tests', 'agent', { agentUuid }, 'run']
      const parse = parserOf(schemas.launchedRun)
      return send({ method: 'POST', path, body: { test_uuids }, parse }, options)
    },

    runBatch({ agent_names, ...options } = {}) {
      const path = ['agent-tests', 'run']
      const parse = parserOf(schemas.launchedBatch)
      return send({ method: 'POST', path, body: { agent_names }, parse }, options)
    },

    async waitForRun(taskId, options) {
      const line = lineOf({ method: 'GET', path: pathOfRun(taskId) })
      return waitForRun(line, (how) => getRun(taskId, how), requester, options)
    },

    iterateRuns(agentUuid, { offset: first = 0, limit = 50, ...options } = {}) {
      return iterateRows(
        () => lineOf({ method: 'GET', path: pathOfHistory(agentUuid) }),
        first,
        async (cursor) => {
          const page = await listRuns(agentUuid, { ...options, limit, offset: Number(cursor) })
          const received = page.items.length + (page.unreadable ?? 0)
          const next = Number(cursor) + received
          const isLast = received === 0 || next >= (page.total ?? Number.POSITIVE_INFINITY)
          return { data: page.items, next_cursor: isLast ? null : next }
        },
      )
    },
  }
}

const parseHistory: Parser<types.EarlierRunPage> = (body) => {
  const page = parserOf(schemas.earlierRunPage)(body)
  if (!page.ok) return page
  const items = page.value.items
    .map(parserOf(schemas.earlierRun))
    .flatMap((run) => (run.ok ? [run.value] : []))
  const unreadable = page.value.items.length - items.length
  return { ok: true, value: { ...page.value, items, ...(unreadable > 0 && { unreadable }) } }
}

const pathOfRun = (taskId: string) => ['agent-tests', 'run', { taskId }]
const pathOfHistory = (agentUuid: string) => ['agent-tests', 'agent', { agentUuid }, 'runs']
