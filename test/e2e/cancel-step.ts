// Cancels a step, as the runner does, once it has come to a certain point.
import { setTimeout as wait } from 'node:timers/promises'
import { describe } from 'vitest'
import type { Harness } from './harness.ts'

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20)
}

/**
 * The step after one signal, which has to be enough for it to end: nothing here waits for a timeout. How long writing
 * may take is tested with fake timers, in test/runner.
 */
export async function cancelOnce(
  harness: Pick<Harness, 'start'>,
  reached: () => boolean,
  signal: NodeJS.Signals,
  options?: Parameters<Harness['start']>[0],
) {
  const running = harness.start(options)
  let ended = false
  running.result.finally(() => {
    ended = true
  })
  await until(() => reached() || ended)
  running.kill(signal)
  return running.result
}

// Windows has no signals that a process could catch: there the runner's own end of a job is the end.
export const describeSignals = describe.skipIf(process.platform === 'win32').concurrent
