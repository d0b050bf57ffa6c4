// The simulator: both services on loopback, for tests, the demo, and people without an account.

import type { EarlierRun, SimulatedAgent } from './evaluation/agent.ts'
import type { ListShape } from './evaluation/agents.ts'
import type { ScenarioName } from './evaluation/scenarios.ts'
import type { ServerVersion } from './evaluation/server-version.ts'
import { createEvaluationService } from './evaluation/service.ts'
import { createWorkspace } from './evaluation/workspace.ts'
import type { JournalEntry } from './journal.ts'
import { type ServerOptions, serve } from './server.ts'
import { defaultVoiceAgents, type SimulatedVoiceAgent } from './voice-form/data.ts'
import { createVoiceFormService } from './voice-form/service.ts'

export type { EarlierRun, SimulatedAgent } from './evaluation/agent.ts'
export type { Fixture, TestCase } from './evaluation/fixtures/test-case.ts'
export type { Flakiness } from './evaluation/flakiness.ts'
export { type ScenarioName, type ScenarioParameters, scenarios } from './evaluation/scenarios.ts'
export type { ServerVersion } from './evaluation/server-version.ts'
export type { JournalEntry } from './journal.ts'
export type { SimulatedVoiceAgent, StoredQuestion } from './voice-form/data.ts'

/** What both services have. */
export interface ServiceOptions {
  /** {@link defaultApiKey} by default. */
  readonly apiKey?: string
  /** Any free one by default. */
  readonly port?: number
  /** `127.0.0.1` by default. */
  readonly host?: string
  /** Added to each response, in milliseconds. */
  readonly latencyMs?: number
  /**
   * What a request with a key costs, in milliseconds, 0 by default. The real evaluation service spends about 260 ms of
   * its single thread on each, so requests wait for those before them.
   */
  readonly requestMs?: number
  /** The clock, in milliseconds since 1970; `Date.now` by default. Runs progress by it. */
  readonly now?: () => number
}

export interface SimulatorOptions extends ServiceOptions {
  /** The agents of the workspace, newest first; one for each scenario by default. */
  readonly agents?: readonly SimulatedAgent[]
  /** Which server is simulated, `newer` by default: servers of different ages send different fields. */
  readonly serverVersion?: ServerVersion
  /** The body of `GET /agents`; by default `items` as on newer servers, `array` on the others. */
  readonly listShape?: ListShape
  /** Runs at a time, 1 by default; Infinity is allowed. */
  readonly concurrency?: number
}

/** A running service. */
export interface SimulatedService {
  readonly url: string
  readonly apiKey: string
  /** Every request that was read to its end, in order of arrival. */
  readonly journal: readonly JournalEntry[]
  /** Most requests that were in flight at the same time. */
  readonly peakInFlight: number
  /** How many connections were accepted. */
  readonly connections: number
  /** Ends at once, with open requests and idle connections. */
  close(): Promise<void>
}

export interface Simulator extends SimulatedService {
  /** In the order of `GET /agents`. */
  readonly agents: readonly {
    readonly name: string
    readonly uuid: string
    readonly scenario: ScenarioName
  }[]
  /**
   * Adds a run that somebody else launched, for example for another pull request, and returns its task id.
   *
   * @throws Error if there is no such agent or test
   */
  addRun(agentName: string, run: EarlierRun): string
  /**
   * Full runs of the agent leave the test out from now on.
   *
   * @throws Error if there is no such agent or test
   */
  unlinkTest(agentName: string, testName: string): void
}

export const defaultApiKey = 'simulator-key-5b1f0c6e9a72'

/** One agent for each scenario. The one that hangs comes last, since nothing runs behind it. */
const defaultAgents: readonly SimulatedAgent[] = [
  { name: 'Billing helper', scenario: 'all-pass' },
  { name: 'Order tracker', scenario: 'one-fails' },
  { name: 'Support bot', scenario: 'two-fail' },
  { name: 'Booking assistant', scenario: 'tool-call-failure' },
  { name: 'IT help desk', scenario: 'rating' },
  { name: 'Clinic front desk', scenario: 'mixed', parameters: { shared: true } },
  { name: 'Order tracker (EU)', scenario: 'unanswered' },
  { name: 'Support bot (new tests)', scenario: 'unconfigured' },
  { name: 'IT help desk (beta)', scenario: 'odd-measures' },
  { name: 'Clinic front desk (pilot)', scenario: 'flaky' },
  { name: 'Booking assistant (staging)', scenario: 'not-verified' },
  { name: 'Clinic front desk (draft)', scenario: 'no-tests' },
  { name: 'Billing helper (partner)', scenario: 'other-workspace' },
  { name: 'IT help desk (nightly)', scenario: 'fails-as-run' },
  { name: 'Order tracker (canary)', scenario: 'cancelled' },
  { name: 'Billing helper (sandbox)', scenario: 'done-with-error' },
  { name: 'Support bot (trial)', scenario: 'vanishes' },
  { name: 'Support bot (large model)', scenario: 'slow' },
  { name: 'Booking assistant (legacy)', scenario: 'hangs' },
]

/**
 * Starts an evaluation service with one workspace.
 *
 * @throws Error if agents share a name or an id; RangeError for numbers out of range; the system's error if the port
 * cannot be listened on
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    agents = defaultAgents,
    concurrency = 1,
    now = Date.now,
    serverVersion: version = 'newer',
  } = options
  if (!(concurrency >= 1)) throw new RangeError(`concurrency must be 1 or more, not ${concurrency}`)
  const workspace = createWorkspace({ agents, concurrency, version, now })
  const listShape = options.listShape ?? (version === 'newer' ? 'items' : 'array')
  const service = await startService(options, {
    respond: createEvaluationService(workspace, listShape),
    hasKeyHeader: true,
    crossOrigin: false,
  })
  const find = (name: string) => {
    const agent = workspace.agentByName(name)
    if (agent === undefined) throw new Error(`there is no agent "${name}"`)
    return agent
  }
  return Object.assign(service, {
    agents: workspace.agents.map(({ name, uuid, scenarioName }) => ({ name, uuid, scenario: scenarioName })),
    addRun: (agentName: string, run: EarlierRun) => workspace.addRun(find(agentName), run).taskId,
    unlinkTest: (agentName: string, testName: string) => workspace.unlinkTest(find(agentName), testName),
  })
}

export interface VoiceFormOptions extends ServiceOptions {
  /** Three agents with 75 conversations by default. */
  readonly agents?: readonly SimulatedVoiceAgent[]
}

export interface VoiceFormSimulator extends SimulatedService {
  /** Those that it started with. */
  readonly agents: readonly { readonly id: string; readonly title: string }[]
}

/**
 * Starts a voice-form service. Keys are sent as bearer tokens.
 *
 * @throws Error if agents share a title; the system's error if the port cannot be listened on
 */
export async function startVoiceFormSimulator(options: VoiceFormOptions = {}): Promise<VoiceFormSimulator> {
  const { agents, respond } = createVoiceFormService(
    options.agents ?? defaultVoiceAgents,
    options.now ?? Date.now,
  )
  // The open routes are there for web pages.
  const service = await startService(options, { respond, hasKeyHeader: false, crossOrigin: true })
  return Object.assign(service, { agents })
}

async function startService(
  options: ServiceOptions,
  kind: Pick<ServerOptions, 'respond' | 'hasKeyHeader' | 'crossOrigin'>,
): Promise<SimulatedService> {
  const { apiKey = defaultApiKey, host = '127.0.0.1', port = 0, latencyMs = 0, requestMs = 0 } = options
  const { now = Date.now } = options
  const server = await serve({ ...kind, apiKey, host, port, latencyMs, requestMs, now })
  return {
    url: server.url,
    apiKey,
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
