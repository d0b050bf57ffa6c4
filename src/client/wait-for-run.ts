// Polls one run until it has ended: cheap polls while it runs, one full read at the end.
import { AbortedError, isClientError, type RequestLine, TimeoutError } from './errors.ts'
import type { TestRun } from './evaluation-schemas.ts'
import type { CallOptions } from './options.ts'
import type { Requester } from './requester.ts'
import { MAX_POLL_ERRORS, pollRetryDelayMs } from './retry.ts'

export interface WaitOptions extends Omit<CallOptions, 'maxRetries'> {
  /** Ends the wait with an `AbortedError`; the run continues. */
  readonly signal?: AbortSignal | undefined
  /** Timeout of the whole wait, in milliseconds. The final read is not part of it. Default: 1,800,000 (half an hour). */
  readonly timeoutMs?: number | undefined
  /** Polling interval in milliseconds. Default: 5,000. */
  readonly intervalMs?: number | undefined
  /** Only the failed test cases in the result; the counts stay complete. */
  readonly onlyFailed?: boolean | undefined
  /** The result without outputs, test cases, judge results, reasoning and rubrics. */
  readonly compact?: boolean | undefined
  /** Called after every poll with the run, compact and with failed test cases only. */
  readonly onPoll?: ((run: TestRun) => void) | undefined
}

/** The run to wait for: its `getRun`, and the request that errors name. */
export interface AwaitedRun {
  readonly line: RequestLine
  readonly getRun: (
    how: CallOptions & { onlyFailed?: boolean | undefined; compact?: boolean | undefined },
  ) => Promise<TestRun>
}

const ENDED = new Set<string>(['done', 'failed', 'cancelled'])
const DEFAULT_TIMEOUT_MS = 1_800_000
const DEFAULT_INTERVAL_MS = 5000

type Effects = Pick<Requester, 'clock' | 'random'>

export async function waitForRun(
  awaited: AwaitedRun,
  effects: Effects,
  options: WaitOptions = {},
): Promise<TestRun> {
  const { onlyFailed, compact, intervalMs: _, timeoutMs: __, onPoll: ___, ...call } = options
  const ended = await pollUntilEnded(awaited, effects, options)
  return onlyFailed && compact ? ended : awaited.getRun({ onlyFailed, compact, ...call })
}

async function pollUntilEnded(
  { line, getRun }: AwaitedRun,
  { clock, random }: Effects,
  { timeoutMs = DEFAULT_TIMEOUT_MS, intervalMs = DEFAULT_INTERVAL_MS, onPoll, ...call }: WaitOptions,
): Promise<TestRun> {
  const { signal } = call
  const end = clock.now() + timeoutMs
  let status = 'not polled yet'
  for (let errors = 0; ; ) {
    const leftMs = end - clock.now()
    if (leftMs <= 0) {
      const what = `the run had not ended within ${Math.round(timeoutMs) / 1000} s (${status})`
      throw new TimeoutError(line, { timeoutMs, maybeReceived: true, what })
    }
    let delayMs = intervalMs
    try {
      const run = await getRun({ ...call, compact: true, onlyFailed: true, maxRetries: 0, timeoutMs: leftMs })
      onPoll?.(run)
      if (ENDED.has(run.status)) return run
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
