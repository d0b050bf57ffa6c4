// Polls one run until it has ended: cheap polls while it runs, one full read at the end.
import { AbortedError, isClientError, type RequestLine, TimeoutError, timeText } from '../core/errors.ts'
import type { CallOptions } from '../core/options.ts'
import type { Requester } from '../core/requester.ts'
import { MAX_POLL_ERRORS, pollRetryDelayMs } from '../core/retry.ts'
import type { TestRun } from './types.ts'

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
  readonly onPoll?: ((run: TestRun) => void) | undefined
}

const POLL = { compact: true, only_failed: true, maxRetries: 0 }
const ENDED = new Set<string>(['done', 'failed', 'cancelled'])

export async function waitForRun(
  line: RequestLine,
  getRun: (how: CallOptions & ReadOptions) => Promise<TestRun>,
  { callHook, clock, random }: Pick<Requester, 'callHook' | 'clock' | 'random'>,
  options: WaitOptions = {},
): Promise<TestRun> {
  const { only_failed, compact, intervalMs = 5000, timeoutMs = 1_800_000, onPoll, ...call } = options
  const { signal } = call
  for (const [name, ms] of Object.entries({ intervalMs, timeoutMs }))
    if (typeof ms !== 'number' || Number.isNaN(ms)) throw new TypeError(`${name} must be a number`)
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
