// The evaluation service's test runs: poll, wait, list the history, launch many.
import { AbortedError, isClientError, type RequestLine, TimeoutError, timeText } from '../core/errors.ts'
import type { CallOptions } from '../core/options.ts'
import type { List } from '../core/paging.ts'
import type { OpenEnum, Parser } from '../core/parser.ts'
import type { Requester, ResponsePromise } from '../core/requester.ts'
import { MAX_POLL_ERRORS, pollRetryDelayMs } from '../core/retry.ts'
import { parserAbout, parserOf } from '../core/schema.ts'
import { listItems, type OffsetOptions } from './lists.ts'
import * as schemas from './schemas.ts'
import type * as types from './types.ts'

export interface BatchOptions extends CallOptions {
  /** Names of the agents to test. Default, also for an empty list: every agent of the workspace. */
  readonly agent_names?: readonly string[] | undefined
}

export interface ReadOptions {
  /** Only the failed test cases; the counts stay complete. */
  readonly only_failed?: boolean | undefined
  /** Without outputs, test cases, judge results, reasoning and rubrics. */
  readonly compact?: boolean | undefined
}

export interface WaitOptions extends Omit<CallOptions, 'maxRetries'>, ReadOptions {
  /** Timeout of the whole wait, in milliseconds. The final read is not part of it. Default: 1,800,000 (half an hour). */
  readonly timeoutMs?: number | undefined
  /** Polling interval in milliseconds. Default: 5,000. */
  readonly intervalMs?: number | undefined
  /** Called after every poll with the run, compact and with failed test cases only. */
  readonly onPoll?: ((run: types.TestRun) => void) | undefined
}

export interface GetRunOptions extends CallOptions, ReadOptions {}

export interface ListRunsOptions extends OffsetOptions {
  readonly type?: OpenEnum<'llm-unit-test' | 'llm-benchmark'> | undefined
  readonly status?: OpenEnum<types.TaskStatus> | undefined
  readonly has_failures?: boolean | undefined
}

export interface EvaluationRuns {
  /**
   * Launches the tests of every agent, or of those in `agent_names`: the runs that started, and the agents that did not,
   * each with its reason. Not retried once it may have been received. If a name is unknown, it is a 404 and nothing starts.
   * @example
   * const { runs, skipped } = await client.runs.batch({ agent_names: ['Support bot'] })
   * for (const { agent_name, task_id } of runs) console.log(agent_name, task_id)
   * for (const { agent_name, reason } of skipped) console.log(agent_name, reason)
   */
  batch(options?: BatchOptions): ResponsePromise<types.LaunchedBatch>

  /**
   * The current status and results of one run. An unknown ID is a 404.
   * @example
   * const { status, passed, total_tests } = await client.runs.get(taskId, { compact: true, only_failed: true })
   * console.log(status, passed, total_tests)
   */
  get(taskId: string, options?: GetRunOptions): ResponsePromise<types.TestRun>

  /**
   * Polls a run until it has ended (`done`, `failed` or `cancelled`; read `error` as well), then reads it once more
   * with `only_failed` and `compact` as given. Any other status means that it is still in progress.
   *
   * Transient errors are retried with growing delays, up to ten in a row. A {@link TimeoutError} means that the run had
   * not ended within `timeoutMs`; it continues, because runs cannot be cancelled.
   * @example
   * const run = await client.runs.wait(taskId, { timeoutMs: 600_000, onPoll: ({ status }) => console.log(status) })
   * console.log(run.passed, run.failed)
   */
  wait(taskId: string, options?: WaitOptions): Promise<types.TestRun>

  /**
   * An agent's run history, newest first. Older servers have none and answer 404.
   * @example
   * for await (const run of client.runs.list(agentUuid, { status: 'done' })) console.log(run.created_at, run.passed)
   * const latest = await client.runs.list(agentUuid).toArray({ limit: 5 })
   * console.log(latest.length)
   */
  list(agentUuid: string, options?: ListRunsOptions): List<types.EarlierRun, types.EarlierRunPage>
}

export function runMethods(requester: Requester): EvaluationRuns {
  const { send, lineOf } = requester

  function get(taskId: string, { only_failed, compact, ...options }: GetRunOptions = {}) {
    const parse = parserAbout(schemas.testRun, 'task_id', [taskId])
    return send({ method: 'GET', path: pathOfRun(taskId), query: { only_failed, compact }, parse }, options)
  }

  return {
    get,

    batch({ agent_names, ...options } = {}) {
      const path = ['agent-tests', 'run']
      const parse = parserOf(schemas.launchedBatch)
      return send({ method: 'POST', path, body: { agent_names }, parse }, options)
    },

    async wait(taskId, options) {
      const line = lineOf({ method: 'GET', path: pathOfRun(taskId) })
      return waitForRun(line, (how) => get(taskId, how), requester, options)
    },

    list(agentUuid, { type, status, has_failures, limit = 50, ...options } = {}) {
      const path = ['agent-tests', 'agent', { agentUuid }, 'runs']
      const filter = { type, status, has_failures }
      return listItems(requester, { path, filter, parse: parseHistory }, { ...options, limit })
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

const POLL = { compact: true, only_failed: true, maxRetries: 0 }
const ENDED = new Set<string>(['done', 'failed', 'cancelled'])

/** Cheap polls while it runs, one full read at the end. */
export async function waitForRun(
  line: RequestLine,
  getRun: (how: CallOptions & ReadOptions) => Promise<types.TestRun>,
  { callHook, clock, random }: Pick<Requester, 'callHook' | 'clock' | 'random'>,
  options: WaitOptions = {},
): Promise<types.TestRun> {
  const { only_failed, compact, intervalMs = 5000, timeoutMs = 1_800_000, onPoll, ...call } = options
  const { signal } = call
  const end = clock.now() + timeoutMs
  let status = 'not polled yet'
  for (let errors = 0; ; ) {
    const leftMs = end - clock.now()
    if (leftMs <= 0) {
      const what = `the run had not ended within ${timeText(timeoutMs)} (${status})`
      throw new TimeoutError(line, { timeoutMs, maybeReceived: true, what })
    }
    let delayMs = intervalMs
    try {
      const run = await getRun({ ...call, ...POLL, timeoutMs: leftMs })
      callHook(onPoll, run)
      // Not awaited: an error of this read is not one of a poll.
      if (ENDED.has(run.status))
        return only_failed && compact ? run : getRun({ ...call, only_failed, compact })
      errors = 0
      status = run.status
    } catch (error) {
      errors += 1
      if (!isClientError(error) || !error.transient || errors === MAX_POLL_ERRORS) throw error
      delayMs = pollRetryDelayMs(errors, intervalMs, error.retryAfterMs, random())
    }
    await clock.sleep(Math.min(delayMs, end - clock.now()), signal)
    if (signal?.aborted) throw new AbortedError(line, false, signal.reason)
  }
}
