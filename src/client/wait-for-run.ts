// One run, looked at until it has ended: light looks while it goes, a whole one at the end.
import type { Caller, CallOptions } from './caller.ts'
import { AbortedError, isClientError, type RequestLine, TimeoutError } from './errors.ts'
import type { TestRun } from './evaluation-schemas.ts'
import { repeatDelayMs } from './retry.ts'

export interface WaitOptions {
  /** Ends the wait with an `AbortedError`; the run goes on. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole wait; 1,800,000 (half an hour) where it is not set. The last read has its own time. */
  readonly withinMs?: number | undefined
  /** Milliseconds between two looks; 5,000 where it is not set. */
  readonly intervalMs?: number | undefined
  /** Only the rows that failed, in the result; the counts stay whole. */
  readonly onlyFailed?: boolean | undefined
  /** The result without outputs, test cases, judge results, reasons, and rubrics. */
  readonly compact?: boolean | undefined
  /** Told of the run at every look, compact and with its failed rows only. */
  readonly onLook?: ((run: TestRun) => void) | undefined
}

/** What is waited for: one run's `getRun`, and how its request reads in an error. */
export interface AwaitedRun {
  readonly line: RequestLine
  readonly getRun: (
    how: CallOptions & { onlyFailed?: boolean | undefined; compact?: boolean | undefined },
  ) => Promise<TestRun>
}

const ENDED = new Set<string>(['done', 'failed', 'cancelled'])
const MAX_FAULTS_IN_A_ROW = 10
const BACKOFF_CAP_MS = 60_000
const DEFAULT_WITHIN_MS = 1_800_000
const DEFAULT_INTERVAL_MS = 5000

type Effects = Pick<Caller, 'clock' | 'random'>

export async function waitForRun(
  awaited: AwaitedRun,
  effects: Effects,
  options: WaitOptions = {},
): Promise<TestRun> {
  const { signal, onlyFailed, compact } = options
  const ended = await lookUntilEnded(awaited, effects, options)
  return onlyFailed && compact ? ended : awaited.getRun({ onlyFailed, compact, signal })
}

async function lookUntilEnded(
  { line, getRun }: AwaitedRun,
  { clock, random }: Effects,
  { signal, withinMs = DEFAULT_WITHIN_MS, intervalMs = DEFAULT_INTERVAL_MS, onLook }: WaitOptions,
): Promise<TestRun> {
  const backoff = { firstMs: intervalMs, capMs: Math.max(BACKOFF_CAP_MS, intervalMs) }
  const end = clock.now() + withinMs
  let status = 'not seen yet'
  for (let faults = 0; ; ) {
    const leftMs = end - clock.now()
    if (leftMs <= 0) {
      const what = `the run had not ended within ${Math.round(withinMs) / 1000} s (${status})`
      throw new TimeoutError(line, { withinMs, maybeReceived: true, what })
    }
    let waitMs = intervalMs
    try {
      const run = await getRun({ compact: true, onlyFailed: true, repeat: false, signal, withinMs: leftMs })
      onLook?.(run)
      if (ENDED.has(run.status)) return run
      faults = 0
      status = run.status
    } catch (error) {
      faults += 1
      if (!isClientError(error) || !error.transient || faults === MAX_FAULTS_IN_A_ROW) throw error
      waitMs = repeatDelayMs(faults, backoff, error.retryAfterMs, random())
    }
    await clock.sleep(Math.min(waitMs, end - clock.now()), signal)
    if (signal?.aborted) throw new AbortedError(line, false, signal.reason)
  }
}
