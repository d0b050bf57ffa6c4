// The simulator: both services on loopback, for tests, the demo, and people without an account.

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { EarlierRun, SimulatedAgent } from './evaluation/agent.ts'
import type { ListShape } from './evaluation/agents.ts'
import { type AnnotationIds, annotationIds } from './evaluation/annotation.ts'
import { defaultAgents } from './evaluation/default-agents.ts'
import type { Strictness } from './evaluation/evaluator-book.ts'
import type { EvaluatorName } from './evaluation/evaluators.ts'
import type { ScenarioName, TestEvent } from './evaluation/scenarios.ts'
import type { ServerVersion } from './evaluation/server-version.ts'
import { createEvaluationService } from './evaluation/service.ts'
import { createWorkspace } from './evaluation/workspace.ts'
import type { JournalEntry } from './journal.ts'
import { type ServerOptions, serve } from './server.ts'
import { defaultVoiceAgents, type SimulatedVoiceAgent } from './voice-form/data.ts'
import { createVoiceFormService } from './voice-form/service.ts'

export type { EarlierRun, SimulatedAgent } from './evaluation/agent.ts'
export type { AgentAnswer, AgentConfig, Verification } from './evaluation/agent-config.ts'
export type { OutageKind } from './evaluation/errors.ts'
export type { Fixture, TestCase } from './evaluation/fixtures/test-case.ts'
export type { Flakiness } from './evaluation/flakiness.ts'
export type { Outage } from './evaluation/outages.ts'
export {
  type ScenarioName,
  type ScenarioParameters,
  scenarios,
  type TestEvent,
} from './evaluation/scenarios.ts'
export type { ServerVersion } from './evaluation/server-version.ts'
export type { JournalEntry } from './journal.ts'
export type { SimulatedVoiceAgent, StoredQuestion } from './voice-form/data.ts'

/** What both services have. */
interface ServiceOptions {
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
  readonly agents?: readonly SimulatedAgent[] | undefined
  /** Which server is simulated, `current` by default: servers of different ages send different fields. */
  readonly serverVersion?: ServerVersion
  /** The body of `GET /agents`; by default `array` on documented servers, `items` on the others. */
  readonly listShape?: ListShape | undefined
  /** All IDs follow from it. By default they differ between two simulators, as between two services. */
  readonly seed?: string | undefined
  /** Multiplies the failure rates of flaky agents in every run that is launched: above 1 on a bad day. A function: of each. */
  readonly badDay?: number | (() => number) | undefined
  /** Runs at a time, 1 by default; Infinity is allowed. */
  readonly concurrency?: number
  /** How verifications of a connection wait, in milliseconds; in real time by default. */
  readonly sleep?: (ms: number) => Promise<void>
  /** From the writing of tests to that of their evaluators, in milliseconds, 0 by default. */
  readonly evaluatorsAfterMs?: number
  /** What happens when tests are created for the first time; nothing by default. */
  readonly testEvent?: TestEvent | undefined
  /** How long a run is queued although it could start, in milliseconds. */
  readonly startDelayMs?: number | undefined
}

/** A running service. */
export interface SimulatedService {
  readonly url: string
  readonly apiKey: string
  /** Every request that was read to its end, in the order of the responses. */
  readonly journal: readonly JournalEntry[]
  /** Most requests that were in flight at the same time. */
  readonly peakInFlight: number
  /** How many connections were accepted. */
  readonly connections: number
  /** Ends at once, with open requests and idle connections. */
  close(): Promise<void>
}

export interface Simulator extends SimulatedService {
  /** Records of the annotation endpoints. */
  readonly annotation: AnnotationIds
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
  /** Gives an evaluator a new live version, by which runs are judged that are launched from now on. */
  editEvaluator(name: EvaluatorName, strictness: Strictness): void
  /** It drops out of tests. */
  deleteEvaluator(name: EvaluatorName): void
  /** @throws Error if there is no such test */
  deleteTest(name: string): void
}

export const defaultApiKey = 'simulator-key-5b1f0c6e9a72'

/**
 * Starts an evaluation service with one workspace.
 *
 * @throws Error if agents share a name or an id; RangeError for numbers out of range; the system's error if the port
 * cannot be listened on
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { agents = defaultAgents, concurrency = 1, now = Date.now, badDay = 1 } = options
  const { serverVersion: version = 'current' } = options
  if (!(concurrency >= 1)) throw new RangeError(`concurrency must be 1 or more, not ${concurrency}`)
  const workspace = createWorkspace({
    agents,
    concurrency,
    startDelayMs: options.startDelayMs,
    version,
    seed: options.seed ?? randomUUID(),
    badDay: typeof badDay === 'number' ? () => badDay : badDay,
    now,
    evaluatorsAfterMs: options.evaluatorsAfterMs ?? 0,
    testEvent: options.testEvent ?? null,
    sleep: options.sleep ?? ((ms) => wait(ms, undefined, { ref: false })),
  })
  const listShape = options.listShape ?? (version === 'documented' ? 'array' : 'items')
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
    annotation: annotationIds(workspace),
    agents: workspace.agents.map(({ name, uuid, scenarioName }) => ({ name, uuid, scenario: scenarioName })),
    addRun: (agentName: string, run: EarlierRun) => workspace.addRun(find(agentName), run).taskId,
    editEvaluator: workspace.evaluators.edit.bind(workspace.evaluators),
    deleteEvaluator: workspace.evaluators.delete.bind(workspace.evaluators),
    deleteTest(name: string) {
      const test = workspace.tests.all().find((each) => each.name === name)
      if (test === undefined) throw new Error(`there is no test "${name}"`)
      workspace.tests.delete(test.uuid)
    },
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
  const service = await startService(options, {
    respond,
    hasKeyHeader: false,
    crossOrigin: true,
  })
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
