// The handle on the evaluation service that runs in another process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Load } from './load.ts'
import type { Traffic } from './traffic.ts'

export interface Started {
  readonly url: string
  readonly apiKey: string
}

export interface ServiceProcess extends Started {
  /** What has been asked and answered so far; ends the service. */
  end(): Promise<Traffic>
}

export async function startService(load: Load): Promise<ServiceProcess> {
  const script = fileURLToPath(new URL('service-process.ts', import.meta.url))
  // The default is JSON, which has no Infinity.
  const child = fork(script, { serialization: 'advanced', execArgv: [] })
  child.send(load)
  const started: Started = (await once(child, 'message'))[0]
  return {
    ...started,
    async end() {
      child.send('end')
      const traffic: Traffic = (await once(child, 'message'))[0]
      child.disconnect()
      return traffic
    },
  }
}
