// How a job is cancelled: by the runner with SIGINT, then SIGTERM, then SIGKILL; in a terminal with Ctrl+C. The first signal starts an orderly end, a second one ends the process.

/** Time for writing results after a cancellation: 7.5 s later the runner sends a second signal. */
const GRACE_MS = 7000

export interface Cancellation {
  /** Aborted by the first signal, with its name as the reason: nothing new is started. */
  readonly requested: AbortSignal
  /** Aborted 7 s later: what is still being written is abandoned. */
  readonly overdue: AbortSignal
}

/** How a second signal ends the process. */
interface SecondSignal {
  /** One that comes sooner is the same one: npx passes on a Ctrl+C that the terminal has sent to all its processes. */
  readonly repeatedAfterMs: number
  readonly exitCode: (signal: NodeJS.Signals) => number
}

export function watchSignals(
  runner: Pick<NodeJS.Process, 'on' | 'exit'>,
  { repeatedAfterMs, exitCode }: SecondSignal = { repeatedAfterMs: 0, exitCode: () => 1 },
): Cancellation {
  const requested = new AbortController()
  const overdue = new AbortController()
  let firstAt = 0
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    runner.on(signal, () => {
      if (!requested.signal.aborted) firstAt = Date.now()
      else if (Date.now() - firstAt >= repeatedAfterMs) runner.exit(exitCode(signal))
      requested.abort(signal)
      setTimeout(() => overdue.abort(signal), GRACE_MS).unref()
    })
  }
  return { requested: requested.signal, overdue: overdue.signal }
}
