// The evaluation service in a process of its own, so that it shares neither time nor memory with what is measured.
// The parent sends the load, later asks once for what was seen, and ends it by closing the channel.
import { once } from 'node:events'
import { startSimulator } from '../../simulator/src/index.ts'
import { type Load, serviceOptions } from './load.ts'
import type { Started } from './service.ts'
import { type Traffic, trafficOf } from './traffic.ts'

process.once('disconnect', () => process.exit())
const load: Load = (await once(process, 'message'))[0]
const simulator = await startSimulator(serviceOptions(load))
const { url, apiKey } = simulator
process.send?.({ url, apiKey } satisfies Started)

await once(process, 'message')
process.send?.(trafficOf(simulator) satisfies Traffic)
