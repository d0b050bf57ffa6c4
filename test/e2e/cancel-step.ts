// Cancels a step, as the runner does, once it has come to a certain point.
import { setTimeout as wait } from 'node:timers/promises'
import { describe } from 'vitest'
import type { GitHubRequest } from '../support/github/github.ts'
import type { RequestKind } from './faults/fault-proxy.ts'
import type { Harness } from './harness.ts'

export const signals = ['SIGINT', 'SIGTERM'] as const

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await wait(20)
}

export const asked = (harness: Harness, kind: RequestKind) =>
  harness.faultProxy?.journal.some((request) => request.kind === kind) ?? false

/** The comment at the end. The requests before it look for a comment of an earlier run. */
export const isCreation = ({ method, path }: Pick<GitHubRequest, 'method' | 'path'>) =>
  method === 'POST' && path.endsWith('/comments')

/**
 * The step after one signal, which has to be enough for it to end: nothing here waits for a timeout. How long writing
 * may take is tested with fake timers, in test/runner.
 */
export async function cancelOnce(
  harness: Harness,
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
