// The end of the process, although connections are open: what was given up, such as one to a proxy that does not answer, would
// keep it for minutes.

/** A reader that is slow gets so much time. */
const FLUSH_MS = 30_000

/**
 * Ends the process once what it has written has arrived: what is still in a pipe would be lost.
 * @param overdue aborted when that is not waited for any longer
 */
export function endSoon(delayMs: number, overdue?: AbortSignal): void {
  const end = () => process.exit()
  setTimeout(() => {
    // Nothing but writes keeps the process from here on.
    setTimeout(end, FLUSH_MS).unref()
    overdue?.addEventListener('abort', end)
    if (overdue?.aborted) end()
    const written = [process.stdout, process.stderr].map(
      (stream) => new Promise<void>((resolve) => stream.write('', () => resolve())),
    )
    void Promise.all(written).then(end)
  }, delayMs).unref()
}
