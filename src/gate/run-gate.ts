// All agents side by side, their results in the order asked. How many requests are in flight is bounded in the client.
import type { Clock } from '../client/index.ts'
import type { GateEvent } from './events.ts'
import type { BackoffMs } from './poll-state.ts'
import type { AbortReason, AgentRef, AgentResult, ServiceError } from './results.ts'
import { runAgent } from './run-agent.ts'
import { type GateService, type Result, serviceError, statusOf } from './service.ts'

const HEARTBEAT_MS = 60_000

export interface GatePlan {
  readonly agents: readonly AgentRef[]
  readonly named: boolean
  readonly pollIntervalSeconds: number
  /** From the first launch to the last poll. */
  readonly timeoutSeconds: number
}

export interface GateEffects {
  readonly service: Pick<GateService, 'launch' | 'getRun'>
  readonly clock: Clock
  readonly backoffMs: BackoffMs
  readonly emit: (event: GateEvent) => void
  /** Aborted when the job is cancelled; its reason is the signal's name. */
  readonly signal: AbortSignal
}

export interface GateRun {
  readonly results: readonly AgentResult[]
  readonly abortReason: AbortReason | null
}

export async function runGate(plan: GatePlan, effects: GateEffects): Promise<GateRun> {
  const { clock } = effects
  let refusal: ServiceError | null = null
  const ended = new AbortController()
  const tally = createTally(plan.agents.length, effects)
  const agentEffects = {
    ...effects,
    service: watchKey(effects.service, (fault) => {
      refusal ??= fault
      ended.abort()
    }),
    signal: AbortSignal.any([effects.signal, ended.signal]),
    stoppedBy: () => (refusal === null ? ('signal' as const) : ('authentication' as const)),
  }
  const common = {
    named: plan.named,
    intervalMs: plan.pollIntervalSeconds * 1000,
    deadline: clock.now() + plan.timeoutSeconds * 1000,
    timeoutSeconds: plan.timeoutSeconds,
  }
  const run = async (agent: AgentRef, place: number) => {
    const emit = (event: GateEvent) => {
      tally.note(agent, event)
      effects.emit(event)
    }
    const othersRun = () => tally.othersRun(agent)
    const result = await runAgent({ ...common, agent, place }, { ...agentEffects, emit, othersRun })
    emit({ type: 'finished', result })
    return result
  }
  try {
    const results = await Promise.all(plan.agents.map(run))
    return { results, abortReason: stopOf(refusal, effects.signal) }
  } finally {
    // Where one agent threw, a fault of our own, the others must not keep the process alive.
    ended.abort()
    await tally.end()
  }
}

/** The service, with `refuse` told of a refused key, whatever was asked: nothing more can be learnt of any agent. */
function watchKey(
  service: GateEffects['service'],
  refuse: (fault: ServiceError) => void,
): GateEffects['service'] {
  const watched = <T>(answer: Result<T>): Result<T> => {
    if (!answer.ok && statusOf(answer.error) === 401) refuse(serviceError(answer.error))
    return answer
  }
  return {
    launch: async (...call) => watched(await service.launch(...call)),
    getRun: async (...call) => watched(await service.getRun(...call)),
  }
}

function stopOf(refusal: ServiceError | null, signal: AbortSignal): AbortReason | null {
  if (refusal !== null) return { kind: 'authentication', error: refusal }
  return signal.aborted ? { kind: 'signal', signal: String(signal.reason) } : null
}

/** Counts the agents by phase as events pass by, and says each minute how things stand. */
function createTally(total: number, { clock, emit }: Pick<GateEffects, 'clock' | 'emit'>) {
  const phases = new Map<string, 'queued' | 'running' | 'done'>()
  const startedAt = clock.now()
  const ended = new AbortController()
  const count = (phase: 'running' | 'done') => [...phases.values()].filter((each) => each === phase).length

  const beating = (async () => {
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, ended.signal)
      if (ended.signal.aborted) return
      const done = count('done')
      const running = count('running')
      const elapsedMs = clock.now() - startedAt
      emit({ type: 'heartbeat', elapsedMs, done, running, queued: total - done - running, total })
    }
  })()

  return {
    othersRun: ({ uuid }: AgentRef) =>
      [...phases].some(([other, phase]) => phase === 'running' && other !== uuid),
    note(agent: AgentRef, event: GateEvent): void {
      if (event.type === 'finished') phases.set(agent.uuid, 'done')
      if (event.type === 'launched' || event.type === 'progress')
        phases.set(agent.uuid, event.status === 'in_progress' ? 'running' : 'queued')
    },
    async end(): Promise<void> {
      ended.abort()
      await beating
    },
  }
}
