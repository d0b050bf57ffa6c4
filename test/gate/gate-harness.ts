// Runs the whole gate against the test service on a manual clock: hours pass in milliseconds.
import type { GateEvent } from '../../src/gate/events.ts'
import { type GateOutcome, runGate } from '../../src/gate/gate.ts'
import type { GatePlan } from '../../src/gate/model.ts'
import type { GateService } from '../../src/gate/service.ts'
import {
  type Counts,
  countTests,
  type Decision,
  type ResultsAgent,
  type ResultsRun,
} from '../../src/schema.ts'
import { appUrl, runUrl } from '../fixtures/samples.ts'
import { createManualClock, type ManualClock } from '../support/manual-clock.ts'
import {
  type AgentResponses,
  type Call,
  createTestService,
  type ServiceChange,
  withChange,
} from './test-service.ts'

export interface Setting {
  readonly mode?: GatePlan['mode']
  readonly retries?: number
  readonly maxTests?: number
  readonly passRate?: number
  readonly details?: GatePlan['details']
  /** Whether the agents are listed by name, as they are by default; else all of the workspace run. */
  readonly listed?: boolean
  readonly intervalSeconds?: number
  readonly timeoutSeconds?: number
  /** When the job is cancelled, in seconds after the start. */
  readonly cancelledAt?: number
  /** In milliseconds since 1970, the certain one last; null if it is not known, the start of the job unless given. */
  readonly cutOff?: number | readonly number[] | null
  /** By the name of the candidate, which alone is listed. */
  readonly controls?: Readonly<Record<string, string>>
  readonly override?: GatePlan['override']
  readonly skipUnchanged?: boolean
  readonly tests?: GatePlan['tests']
  /** Which agents are tested, all by default. */
  readonly names?: readonly string[]
  readonly accept?: GatePlan['accept']
  readonly clock?: ManualClock
  /** For the jitter of waits, in [0, 1); 0 unless given. */
  readonly random?: number
  /** Changes the service, for what {@link AgentResponses} cannot say. */
  readonly change?: (service: GateService, clock: ManualClock) => ServiceChange
}

/** With the counts of its rows, which tests expect; null without rows. */
type CountedAgent = ResultsAgent & { readonly run: (ResultsRun & { readonly counts: Counts | null }) | null }

export interface GateRun extends GateOutcome {
  /** As the gate gave it. */
  readonly outcome: GateOutcome
  readonly agents: readonly CountedAgent[]
  readonly endedEarly: Decision['endedEarly']
  readonly calls: readonly Call[]
  /** What the service was told to keep out of its answers. */
  readonly secrets: readonly string[]
  /** With the seconds since the start. */
  readonly events: readonly { readonly at: number; readonly event: GateEvent }[]
  readonly endedAt: number
  /** When the agent's runs were polled, in seconds since the start. */
  readonly polledAt: (agent: string) => number[]
  /** The tests of every launch, in order: null for all, else their uuids. */
  readonly launches: (agent: string) => (readonly string[] | null)[]
}

/** Mode `gate` without retries, an interval of 5 s and a timeout of 1800 s, unless the setting says otherwise. */
export async function runAgents(
  agents: Readonly<Record<string, AgentResponses>>,
  setting: Setting = {},
): Promise<GateRun> {
  const clock = setting.clock ?? createManualClock()
  const startedAt = clock.now()
  const sinceStart = () => (clock.now() - startedAt) / 1000
  const service = createTestService(agents, clock)
  const events: { at: number; event: GateEvent }[] = []
  const cancellation = new AbortController()
  if (setting.cancelledAt !== undefined)
    clock.sleep(setting.cancelledAt * 1000).then(() => cancellation.abort('SIGINT'))
  const plan: GatePlan = {
    appUrl,
    runUrl,
    agents: (setting.listed ?? true) ? (setting.names ?? Object.keys(setting.controls ?? agents)) : [],
    control: Object.values(setting.controls ?? {}),
    override: setting.override ?? [],
    skipUnchanged: setting.skipUnchanged ?? false,
    tests: setting.tests ?? null,
    mode: setting.mode ?? 'gate',
    retries: setting.retries ?? 0,
    maxTests: setting.maxTests ?? null,
    passRate: setting.passRate ?? null,
    accept: setting.accept ?? [],
    pollIntervalSeconds: setting.intervalSeconds ?? 5,
    timeoutSeconds: setting.timeoutSeconds ?? 1800,
    cutOffs: setting.cutOff === null ? null : [setting.cutOff ?? startedAt].flat(),
    details: setting.details ?? 'failing',
  }
  let ids = 0
  const outcome = await clock.finish(
    runGate(plan, {
      service: withChange(service, setting.change?.(service, clock)),
      clock,
      random: () => setting.random ?? 0,
      newId: () => `id-${++ids}`,
      emit: (event) => events.push({ at: sinceStart(), event }),
      signal: cancellation.signal,
    }),
  )
  const { calls } = service
  const callsOf = (agent: string, what: Call['what']) =>
    calls.filter((call) => call.what === what && call.agent === agent)
  return {
    ...outcome,
    outcome,
    agents: outcome.agents.map(counted),
    endedEarly: outcome.decision.endedEarly,
    calls,
    secrets: service.secrets,
    events,
    endedAt: sinceStart(),
    polledAt: (agent) => callsOf(agent, 'poll').map(({ atMs }) => atMs / 1000),
    launches: (agent) => callsOf(agent, 'launch').map(({ testUuids }) => testUuids ?? null),
  }
}

function counted(agent: ResultsAgent): CountedAgent {
  const { run } = agent
  const counts = run === null || run.tests.length === 0 ? null : countTests(run)
  return { ...agent, run: run && { ...run, counts } }
}

/** The same for a single agent, `ada`. */
export async function runAgent(responses: AgentResponses, setting: Setting = {}) {
  const { polledAt, agents, ...ran } = await runAgents({ ada: responses }, setting)
  return { ...ran, agents, agent: agents[0], polledAt: polledAt('ada') }
}
