// The runner's way to cancel a job: SIGINT, then SIGTERM, then the end. One signal asks to finish, a second one ends at once.

/** What is written after a cancellation has to be done by then; the runner's patience is 10 s. */
const GRACE_MS = 4000

export interface Cancellation {
  /** Aborted by the first signal, with its name as the reason: nothing new is begun. */
  readonly requested: AbortSignal
  /** Aborted a little later: what is still being written is given up. */
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
