// One measurement: the bundle under a load, and another client that sends small requests to the same service.
import { setTimeout as wait } from 'node:timers/promises'
import { type BundleRun, runBundle, type Subject } from './bundle.ts'
import type { Load } from './load.ts'
import { type Started, startService } from './service.ts'
import type { Traffic } from './traffic.ts'

export const INTERVAL_MS = 5000
/** Between two requests of the other client. */
const OTHER_CLIENT_MS = 1000

export interface Measurement extends BundleRun {
  readonly load: Load
  readonly traffic: Traffic
  /** How long each request of the other client took, in milliseconds, in order. */
  readonly otherClientMs: readonly number[]
}

/**
 * @param inputs those that differ between measurements
 * @throws if the bundle's result is not the one that the load has
 */
export async function measure(
  load: Load,
  subject: Subject,
  inputs: Readonly<Record<string, string>> = {},
): Promise<Measurement> {
  const failing = load.failureRate > 0 ? `${100 * load.failureRate}%` : load.failingPerAgent
  console.error(`${load.agents} agents, ${load.testsPerAgent} tests each, ${failing} of them failing …`)
  const service = await startService(load)
  const ended = new AbortController()
  // Only a service that works on one request at a time makes it wait.
  const otherClient = load.requestMs > 0 ? timeRequests(service, ended.signal) : Promise.resolve([])
  const run = await runBundle(subject, {
    'api-key': service.apiKey,
    'base-url': service.url,
    'app-url': 'https://app.acme.test',
    'poll-interval': String(INTERVAL_MS / 1000),
    ...inputs,
  })
  ended.abort()
  const otherClientMs = await otherClient
  const traffic = await service.end()
  const expected = load.agents * load.failingPerAgent
  const { failed, verdict } = run.outputs
  if (
    load.failureRate === 0 &&
    (Number(failed) !== expected || verdict !== (expected === 0 ? 'passed' : 'failed'))
  )
    throw new Error(`${expected} tests fail, the bundle says ${verdict} with ${failed} failing tests`)
  return { ...run, load, traffic, otherClientMs }
}

async function timeRequests({ url, apiKey }: Started, signal: AbortSignal): Promise<number[]> {
  const times: number[] = []
  while (!signal.aborted) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/agents?q=nobody`, {
      headers: { 'x-api-key': apiKey },
      signal,
    }).catch(() => null)
    if (response === null) break
    await response.arrayBuffer().catch(() => null)
    times.push(performance.now() - startedAt)
    await wait(OTHER_CLIENT_MS, undefined, { signal }).catch(() => null)
  }
  return times
}
