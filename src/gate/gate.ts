// The whole gate: select agents, run their tests, compare with the baseline, retry, and come to a verdict.
import { type BaselineFile, baselineFromFiles, type ComparableBaseline, readBaseline } from './baseline.ts'
import type { GateEvent } from './events.ts'
import { watchForRefusedKey } from './refused-key.ts'
import type { AgentRef, AgentResult, GateOutcome, RunResult, TestResult } from './results.ts'
import { notRetried, type RetryEffects, retriedTests } from './retry-tests.ts'
import { type RunEffects, type RunPlan, TestRunner } from './run-tests.ts'
import { selectAgents } from './select-agents.ts'
import type { GateService } from './service.ts'
import { type FirstRun, settleByBaseline, settleByRetries } from './settle-tests.ts'
import { readTrends, type TrendsPlan } from './trends.ts'
import { agentResult, type Mode, verdictOf, withRetries } from './verdict.ts'

export interface GatePlan extends Pick<RunPlan, 'timeoutSeconds' | 'details' | 'maxTests'>, TrendsPlan {
  /** Empty for every agent of the workspace. */
  readonly agentNames: readonly string[]
  readonly mode: Mode
  readonly pollIntervalSeconds: number
  /** How often a failing test is run again. */
  readonly retries: number
  /** Earlier jobs to compare with, in place of the run history; null to use the history. */
  readonly baselineFiles: readonly BaselineFile[] | null
}

export interface GateEffects extends Omit<RunEffects, 'abortedBy'> {
  readonly service: GateService
  /** Aborted when the job is cancelled; its reason is the signal's name. */
  readonly signal: AbortSignal
}

/** For the baselines of runs that end at the deadline: of all agents and pages together. */
const BASELINE_READ_MS = 60_000

interface Gate {
  readonly plan: GatePlan
  readonly effects: GateEffects & RunEffects
  readonly deadline: number
  readonly runner: TestRunner
  /** Of the first runs, then of each round of retries. */
  readonly progress: { agents: number; done: number }
}

/** Never rejects: after an error, the outcome contains the results so far. */
export async function runGate(plan: GatePlan, given: GateEffects): Promise<GateOutcome> {
  const startedAt = given.clock.now()
  const refusal = watchForRefusedKey(given.service, given.signal)
  let selected: readonly AgentRef[] = []
  const finished = new Map<AgentRef, AgentResult>()
  const emit = (event: GateEvent) => {
    if (event.type === 'selected') selected = event.agents
    if (event.type === 'finished') finished.set(event.result.agent, event.result)
    given.emit(event)
  }
  const walk = walkGate(plan, { ...given, ...refusal.effects, emit }, startedAt)
  const { results, abortReason, comparison } = await walk.catch((error: unknown): Walked => {
    const abortReason = { kind: 'internal-error', message: String(error) } as const
    const results = selected.map((agent) => finished.get(agent) ?? agentResult(agent, null, abortReason))
    return { results, abortReason, comparison: null }
  })
  const reason = abortReason ?? refusal.abortReason()
  const hasTrends = reason === null && plan.mode !== 'gate-if-worse'
  return {
    verdict: verdictOf(plan.mode, results, reason, comparison),
    results,
    abortReason: reason,
    comparison,
    trends: hasTrends ? await readTrends(results, plan, given) : [],
    durationMs: given.clock.now() - startedAt,
  }
}

type Walked = Pick<GateOutcome, 'results' | 'abortReason' | 'comparison'>

async function walkGate(plan: GatePlan, effects: Gate['effects'], startedAt: number): Promise<Walked> {
  const { emit, signal } = effects
  const { pollIntervalSeconds, timeoutSeconds, details, maxTests } = plan
  const deadline = startedAt + timeoutSeconds * 1000
  emit({ type: 'phase', phase: 'select' })
  const options = { signal, timeoutMs: timeoutSeconds * 1000 }
  const selection = await selectAgents(plan.agentNames, effects.service, options)
  if (!selection.ok) return { results: [], abortReason: selection.abortReason, comparison: null }
  emit({ type: 'selected', agents: selection.agents })
  emit({ type: 'phase', phase: 'run' })
  const intervalMs = pollIntervalSeconds * 1000
  const runner = new TestRunner({ intervalMs, deadline, timeoutSeconds, details, maxTests }, effects)
  const progress = { agents: selection.agents.length, done: 0 }
  const gate: Gate = { plan, effects, deadline, runner, progress }
  const first = await firstRuns(selection.agents, gate)
  const settle = plan.mode === 'gate-if-worse' ? settleByBaseline : settleByRetries
  const settling = settle(first, plan.retries, retryEffects(gate))
  await runner.heartbeat(progress, settling)
  const { settled, comparison } = await settling
  if (comparison !== null) {
    emit({ type: 'phase', phase: 'compare' })
    emit({ type: 'compared', comparison })
  }
  return { results: first.map((each) => resultOf(each, settled, plan)), abortReason: null, comparison }
}

async function firstRuns(agents: readonly AgentRef[], gate: Gate): Promise<FirstRun[]> {
  const { effects, runner, progress } = gate
  const runs = Promise.all(
    agents.map(async (agent, index) => {
      const first = await firstRun(agent, index / agents.length, gate)
      progress.done += 1
      effects.emit({ type: 'finished', result: resultOf(first, new Map(), gate.plan) })
      return first
    }),
  )
  await runner.heartbeat(progress, runs)
  return (await runs).map((each) => {
    if (each.run === null || !runner.isShared(each.run.taskId)) return each
    const reason = { kind: 'shared-run', taskId: each.run.taskId } as const
    return { ...each, reason, baseline: null, retried: [] }
  })
}

/** Never rejects: an exception concerns this agent only. */
async function firstRun(agent: AgentRef, phase: number, gate: Gate): Promise<FirstRun> {
  const ended = { ...(await gate.runner.run(agent, null, phase)), agent, baseline: null, retried: [] }
  const { run, reason } = ended
  const compares = gate.plan.mode === 'gate-if-worse'
  if (run === null || !(compares || gate.plan.retries > 0)) return ended
  // Tests without a configuration are left out, and the others are as good as in any run.
  const isWhole = reason === null || reason.kind === 'tests-not-run'
  // Without all rows, neither the failures nor what they are measured against are known.
  const hasAllRows = run.tests.length >= (run.counts?.total ?? 0)
  if (!isWhole || (compares && !hasAllRows)) return { ...ended, run: notRetried(run, 'incomplete-run') }
  if (!compares) return { ...ended, retried: retriedTests(run) }
  try {
    const baseline = await baselineFor(agent, run, gate)
    // A failing test without a history is not known to be new.
    return baseline.error === null
      ? { ...ended, retried: retriedTests(run), baseline }
      : { ...ended, run: notRetried(run, 'no-history'), baseline }
  } catch (error) {
    return { ...ended, reason: { kind: 'internal-error', message: String(error) } }
  }
}

async function baselineFor(agent: AgentRef, { tests }: RunResult, gate: Gate): Promise<ComparableBaseline> {
  const { plan, effects, runner, deadline } = gate
  if (plan.baselineFiles !== null) return baselineFromFiles(agent, tests, plan.baselineFiles)
  const { clock, service, signal } = effects
  const { baselineCutOff: cutOff } = plan
  return readBaseline({ agent, tests, now: clock.now(), cutOff, ownRuns: runner.ownRuns }, service, () => ({
    signal,
    timeoutMs: Math.max(1, deadline + BASELINE_READ_MS - clock.now()),
  }))
}

function retryEffects({ effects, runner, deadline, progress }: Gate): RetryEffects {
  const { abortedBy, clock, emit, signal } = effects
  return {
    async runTests(agent, testUuids, phase) {
      const ended = await runner.run(agent, testUuids, phase)
      progress.done += 1
      return ended
    },
    isShared: (taskId) => runner.isShared(taskId),
    overBy() {
      if (signal.aborted) return { kind: 'refused', reason: { kind: 'aborted', by: abortedBy() }, run: null }
      return clock.now() >= deadline ? { kind: 'no-time' } : null
    },
    onRound(round) {
      Object.assign(progress, { agents: round.agents.length, done: 0 })
      emit({ type: 'phase', phase: 'retry' })
      emit({ type: 'retry-round', ...round })
    },
  }
}

function resultOf(
  { agent, run, reason, notReady }: FirstRun,
  settled: ReadonlyMap<TestResult, TestResult>,
  { agentNames }: GatePlan,
): AgentResult {
  // An agent that was not listed may be unfinished work: it is skipped.
  if (notReady !== null && agentNames.length === 0)
    return { outcome: 'skipped', agent, run: null, reason: notReady }
  return agentResult(agent, run && withRetries(run, settled), reason)
}
