// One measurement: the bundle under a load.
import { type BundleRun, runBundle } from './bundle.ts'
import type { Load } from './load.ts'
import { startService } from './service.ts'
import type { Traffic } from './traffic.ts'

export const INTERVAL_MS = 5000

export interface Subject {
  /** Path of the bundle's entry. */
  readonly bundle: string
  readonly nodeOptions: readonly string[]
}

export interface Measurement extends BundleRun {
  readonly load: Load
  readonly traffic: Traffic
}

/** `inputs`: beyond those that all measurements have. `onStart`: told of the service before the bundle starts. */
export interface MeasureOptions {
  readonly inputs?: Readonly<Record<string, string>>
  readonly onStart?: (service: { readonly url: string; readonly apiKey: string }) => void
}

/** @throws if the bundle's result is not the one that the load has */
export async function measure(
  load: Load,
  subject: Subject,
  { inputs, onStart = () => undefined }: MeasureOptions = {},
): Promise<Measurement> {
  const failing = load.failureRate > 0 ? `${100 * load.failureRate}%` : load.failingPerAgent
  console.error(`${load.agents} agents, ${load.testsPerAgent} tests each, ${failing} of them failing …`)
  const service = await startService(load)
  onStart(service)
  const run = await runBundle({
    ...subject,
    inputs: {
      'api-key': service.apiKey,
      'base-url': service.url,
      'app-url': 'https://app.acme.test',
      'poll-interval': String(INTERVAL_MS / 1000),
      ...inputs,
    },
  })
  const traffic = await service.end()
  if (load.failureRate > 0) return { ...run, load, traffic }
  const { failed, verdict } = run.outputs
  const expected = load.agents * load.failingPerAgent
  if (Number(failed) !== expected || verdict !== (expected === 0 ? 'passed' : 'failed'))
    throw new Error(`${expected} tests fail, the bundle says ${verdict} with ${failed} failing tests`)
  return { ...run, load, traffic }
}
