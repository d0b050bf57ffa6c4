// How a job is cancelled: by the runner with SIGINT, then SIGTERM, then SIGKILL; in a terminal with Ctrl+C. The first signal starts an orderly end, a second one ends the process.
import { constants } from 'node:os'

/** Time for writing results after a cancellation: 7.5 s later the runner sends a second signal. */
const GRACE_MS = 7000

export interface Cancellation {
  /** Aborted by the first signal, with its name as the reason: nothing new is started. */
  readonly requested: AbortSignal
  /** Aborted 7 s later: what is still being written is abandoned. */
  readonly overdue: AbortSignal
}

/** A signal that comes sooner is the same one: npx passes on a Ctrl+C that the terminal has sent to all its processes. */
const SAME_SIGNAL_MS = 500

export function watchSignals(runner: Pick<NodeJS.Process, 'on' | 'exit'>): Cancellation {
  const requested = new AbortController()
  const overdue = new AbortController()
  let firstAt = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    runner.on(signal, () => {
      if (!requested.signal.aborted) firstAt = Date.now()
      else if (Date.now() - firstAt >= SAME_SIGNAL_MS) runner.exit(signalExitCode(signal))
      requested.abort(signal)
      setTimeout(() => overdue.abort(signal), GRACE_MS).unref()
    })
  }
  return { requested: requested.signal, overdue: overdue.signal }
}

export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
