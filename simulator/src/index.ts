// The simulator: an evaluation service on loopback, for tests, the demo, and people without an account.
import type { SimulatedAgent } from './agent.ts'
import type { Service } from './call.ts'
import { defaultAgents } from './default-agents.ts'
import type { JournalEntry } from './journal.ts'
import type { ScenarioName } from './scenarios.ts'
import { serve } from './server.ts'
import { createWorkspace } from './workspace.ts'

export type { EarlierRun, SimulatedAgent } from './agent.ts'
export type { TestCase, Topic } from './fixtures/topic.ts'
export type { JournalEntry } from './journal.ts'
export { type ScenarioName, type ScenarioParameters, scenarios } from './scenarios.ts'

export interface SimulatorOptions {
  /** The key that is right; {@link defaultApiKey} where it is absent. */
  readonly apiKey?: string
  /** The agents of the workspace, newest first; one for each scenario where they are absent. */
  readonly agents?: readonly SimulatedAgent[]
  /** Any free one where it is absent or 0. */
  readonly port?: number
  /** `127.0.0.1` where it is absent. */
  readonly host?: string
  /** The answer of `GET /agents`: `items` as newer servers (the default), `array` as older ones. */
  readonly listShape?: Service['listShape']
  /** How many runs go at a time, 1 where it is absent; Infinity is allowed. */
  readonly slots?: number
  /** Added to each answer, in milliseconds. */
  readonly latencyMs?: number
  /** The clock by which runs progress, in milliseconds since 1970; `Date.now` where it is absent. */
  readonly now?: () => number
}

export interface Simulator {
  readonly url: string
  readonly apiKey: string
  /** In the order in which `GET /agents` lists them. */
  readonly agents: readonly {
    readonly name: string
    readonly uuid: string
    readonly scenario: ScenarioName
  }[]
  /** Every request that was read to its end, in the order of arrival. */
  readonly journal: readonly JournalEntry[]
  /** Most requests that were in flight at the same time. */
  readonly peakInFlight: number
  /** How many connections were accepted. */
  readonly connections: number
  /** Ends at once, with open requests and idle connections. */
  close(): Promise<void>
}

export const defaultApiKey = 'simulator-key-5b1f0c6e9a72'

/**
 * Starts an evaluation service with one workspace.
 *
 * @throws Error where agents share a name or an id; RangeError where numbers are out of range; the system's error
 * where the port cannot be listened on
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { apiKey = defaultApiKey, agents = defaultAgents, slots = 1, now = Date.now } = options
  if (!(slots >= 1)) throw new RangeError(`slots must be 1 or more, not ${slots}`)
  const workspace = createWorkspace(agents, slots, now)
  const server = await serve({
    service: { workspace, listShape: options.listShape ?? 'items', now },
    apiKey,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
    latencyMs: options.latencyMs ?? 0,
  })
  return {
    url: server.url,
    apiKey,
    agents: workspace.agents.map(({ name, uuid, scenarioName }) => ({ name, uuid, scenario: scenarioName })),
    journal: server.journal,
    get peakInFlight() {
      return server.load.peakInFlight
    },
    get connections() {
      return server.load.connections
    },
    close: server.close,
  }
}
