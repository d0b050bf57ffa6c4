// How the runner cancels a job: SIGINT, then SIGTERM, then SIGKILL. The first signal starts an orderly end, a second one ends the process.

/** Time for writing results after a cancellation; the runner kills the process after 10 s. */
const GRACE_MS = 4000

export interface Cancellation {
  /** Aborted by the first signal, with its name as the reason: nothing new is started. */
  readonly requested: AbortSignal
  /** Aborted 4 s later: what is still being written is abandoned. */
  readonly overdue: AbortSignal
}

export function watchSignals(runner: Pick<NodeJS.Process, 'on' | 'exit'>): Cancellation {
  const requested = new AbortController()
  const overdue = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    runner.on(signal, () => {
      if (requested.signal.aborted) runner.exit(1)
      requested.abort(signal)
      setTimeout(() => overdue.abort(signal), GRACE_MS).unref()
    })
  }
  return { requested: requested.signal, overdue: overdue.signal }
}
