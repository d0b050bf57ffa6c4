// A queue of runs on a service that works on one request at a time, and another client that waits behind ours.
import { setTimeout as wait } from 'node:timers/promises'
import type { Load } from './load.ts'
import { INTERVAL_MS, type Measurement, measure, type Subject } from './measure.ts'
import { afterLaunches, seenAt } from './traffic.ts'

export interface QueueMeasurement extends Measurement {
  /** How long each request of another client took, in milliseconds, in ascending order. */
  readonly otherClientMs: readonly number[]
}

/** Between two requests of the other client. */
const OTHER_CLIENT_MS = 2000

export async function measureQueue(load: Load, subject: Subject): Promise<QueueMeasurement> {
  const ended = new AbortController()
  let otherClient: Promise<number[]> = Promise.resolve([])
  const onStart = ({ url, apiKey }: { readonly url: string; readonly apiKey: string }) => {
    otherClient = timeRequests(`${url}/agents?q=nobody`, apiKey, ended.signal)
  }
  const measurement = await measure(load, subject, { onStart })
  ended.abort()
  const otherClientMs = (await otherClient).sort((one, other) => one - other)
  return { ...measurement, otherClientMs }
}

async function timeRequests(url: string, apiKey: string, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { 'x-api-key': apiKey }, signal }).catch(() => null)
    if (response === null) break
    await response.arrayBuffer().catch(() => null)
    times.push(performance.now() - startedAt)
    await wait(OTHER_CLIENT_MS, undefined, { signal }).catch(() => null)
  }
  return times
}

/** The time that the service spends on the action's requests once all runs are launched, of all its time. */
export function shareOfService({ load, traffic }: Measurement): number {
  const requests = afterLaunches(traffic)
  const launchedAt = traffic.journal.findLast(({ kind }) => kind === 'launch')?.atMs ?? 0
  const lastAt = requests.at(-1)?.atMs ?? launchedAt
  return (requests.length * load.requestMs) / Math.max(1, lastAt - launchedAt)
}

/** How long after its end the latest run was seen to have ended; runs go one after the other from the first launch on. */
export function latestResultMs({ load, traffic }: Measurement): number {
  const launchedAt = traffic.journal.find(({ kind }) => kind === 'launch')?.atMs ?? 0
  const endedAt = (place: number) => launchedAt + load.requestMs + load.runMs * (place + 1)
  const late = seenAt(traffic).map((at, place) => at - Math.max(endedAt(place), launchedAt + INTERVAL_MS))
  return Math.max(...late)
}
