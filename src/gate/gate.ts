// The whole gate: select agents, run their tests, compare with the baseline, retry, and come to a verdict.
import type { CallOptions } from '../client/index.ts'
import { type AcceptedTest, failuresNotAccepted, withAcceptance } from './accept.ts'
import { judgeByControl } from './compare/by-control.ts'
import { judgeByHistory } from './compare/by-history.ts'
import { judgeByRetries } from './compare/by-retries.ts'
import { type BaselineFile, baselineFromFiles, readBaseline } from './compare/earlier-runs.ts'
import { withChangedEvaluators } from './compare/what-passed.ts'
import { type Copy, planCopies } from './copies.ts'
import { TestRunner } from './launch.ts'
import type {
  AbortReason,
  AgentRef,
  AgentResult,
  AgentRun,
  Baseline,
  GateOutcome,
  RunResult,
} from './model.ts'
import type { PollPlan } from './poll.ts'
import { isUsable } from './read-run.ts'
import { type Override, reportUnreachable, selectAgents, stopAtRefusedKey } from './select.ts'
import { type Effects, internalError, until } from './service.ts'
import { agentResult, type Mode, verdictOf } from './verdict.ts'

export interface GatePlan extends Pick<PollPlan, 'details' | 'timeoutSeconds'> {
  /** Empty for every agent of the workspace. */
  readonly agentNames: readonly string[]
  /** For each name its unchanged version; empty for none. In mode `gate-if-worse` only. */
  readonly controlNames: readonly string[]
  /** Which agents get the configurations of their originals, with changes, before each run. */
  readonly overrides: readonly Override[]
  readonly mode: Mode
  readonly pollIntervalSeconds: number
  /** How often a failing test is run again. */
  readonly retries: number
  /** How many tests may be launched, retries included; null for any number. */
  readonly maxTests: number | null
  /** Tests that do not block. */
  readonly accept: readonly AcceptedTest[]
  /** Earlier runs that started at this time or later do not count; milliseconds since 1970. */
  readonly baselineCutOff: number
  /** Earlier jobs to compare with, in place of the run history; null to use the history. */
  readonly baselineFiles: readonly BaselineFile[] | null
}

/** For the baselines of runs that end at the deadline: of all agents and pages together. */
const BASELINE_READ_MS = 60_000

/** How the service refuses to run an agent that is not ready. */
const NOT_READY = /^(Agent connection not verified\b|No tests linked to this agent\b)/i

/** Never rejects on errors of the service: the outcome contains the results so far. */
export async function runGate(plan: GatePlan, given: Effects): Promise<GateOutcome> {
  const startedAt = given.clock.now()
  const { effects, abortReason } = stopAtRefusedKey(given)
  const { emit, clock, service } = effects
  const { timeoutSeconds, details, maxTests, retries } = plan
  const deadline = startedAt + timeoutSeconds * 1000
  const compares = plan.mode === 'gate-if-worse'

  const selected = await select(plan, deadline, effects)
  if (!selected.ok) return nothingRan(plan.mode, selected.abortReason, clock.now() - startedAt)
  const { agents, controls, copies, copyPlans } = selected

  emit({ type: 'phase', phase: 'run' })
  const intervalMs = plan.pollIntervalSeconds * 1000
  const runPlan = { intervalMs, deadline, timeoutSeconds, details, maxTests }
  const runner = new TestRunner(runPlan, copyPlans, effects)
  const lastReads = () => until(deadline + BASELINE_READ_MS, effects)
  const job = { plan, runner, copies, lastReads }
  const launches = agents.map((agent, index) => {
    return { agent, candidate: null, testUuids: null, control: controls[index] ?? null }
  })
  const firstRuns = await runner.runAll(launches, async (run, { agent, control }) => {
    const compared = await withBaseline({ ...run, agent, control }, job)
    emit({ type: 'finished', result: resultOf(compared, job) })
    return compared
  })

  const judge = !compares ? judgeByRetries : controls.length > 0 ? judgeByControl : judgeByHistory
  const { runs: judged, comparison } = await judge(firstRuns, retries, runner)
  const runs = await Promise.all(judged.map((each) => withChangedEvaluators(each, service, lastReads())))
  const earlierRuns = firstRuns.flatMap(({ baseline }) => baseline ?? [])
  if (comparison !== null) {
    emit({ type: 'phase', phase: 'compare' })
    emit({ type: 'compared', comparison, earlierRuns })
  }

  const results = runs.map((each) => resultOf(each, job))
  const reason = abortReason()
  const isComplete = firstRuns.every(isComparedIfNeeded)
  return {
    verdict: verdictOf(plan.mode, results, reason, comparison, isComplete),
    results,
    abortReason: reason,
    comparison,
    earlierRuns,
    conversationsLeftOut: runner.conversationsLeftOut,
    durationMs: clock.now() - startedAt,
  }
}

/** The agents, and what is written to those that are copies. */
async function select(plan: GatePlan, deadline: number, effects: Effects) {
  const { agentNames, controlNames, overrides, timeoutSeconds } = plan
  const { emit, service, signal } = effects
  emit({ type: 'phase', phase: 'select' })
  const options = {
    ...reportUnreachable(emit, timeoutSeconds * 1000),
    signal,
    get timeoutMs() {
      return until(deadline, effects).timeoutMs
    },
  }
  const selection = await selectAgents(agentNames, controlNames, service, options, overrides)
  if (!selection.ok) return selection
  emit({ type: 'selected', agents: selection.agents })
  const copyPlans = await planCopies(selection.copies, service, options)
  return 'kind' in copyPlans ? ({ ok: false, abortReason: copyPlans } as const) : { ...selection, copyPlans }
}

export function nothingRan(mode: Mode, abortReason: AbortReason, durationMs: number): GateOutcome {
  const verdict = verdictOf(mode, [], abortReason, null, false)
  return {
    verdict,
    results: [],
    abortReason,
    comparison: null,
    earlierRuns: [],
    conversationsLeftOut: false,
    durationMs,
  }
}

interface Job {
  readonly plan: GatePlan
  readonly runner: TestRunner
  readonly copies: readonly Copy[]
  /** For what is read of earlier runs. */
  readonly lastReads: () => CallOptions
}

/** The run with its baseline, as far as the mode needs one. Never rejects: an exception concerns this agent only. */
async function withBaseline(
  ended: Pick<AgentRun, 'agent' | 'control' | 'run' | 'reason'>,
  job: Job,
): Promise<AgentRun> {
  const { agent, control, reason } = ended
  const { mode, accept } = job.plan
  const names = [agent.name, overrideOf(agent, job)?.original.name]
  const run = ended.run && withAcceptance(ended.run, names, accept)
  const first = { ...ended, run, baseline: null, isJudged: true }
  const compares = mode === 'gate-if-worse'
  if (run === null) return first
  if (!isUsable(reason)) return { ...first, isJudged: false }
  if (!compares || control !== null) return first
  try {
    const baseline = await baselineOfAgent(agent, run, job)
    // A failing test without a history is not known to be new.
    return { ...first, baseline, isJudged: baseline.error === null }
  } catch (error) {
    return { ...first, reason: internalError(error, job.runner.effects.service), isJudged: false }
  }
}

function baselineOfAgent(
  agent: AgentRef,
  { tests, taskId }: RunResult,
  { plan, runner, lastReads }: Job,
): Baseline | Promise<Baseline> {
  if (plan.baselineFiles !== null) return baselineFromFiles(agent, tests, plan.baselineFiles)
  const { effects, ownRuns } = runner
  const history = { agent, tests, cutOff: plan.baselineCutOff, taskId, ownRuns }
  return readBaseline(history, effects.service, lastReads)
}

/** Where nothing failed, nothing can have got worse. */
function isComparedIfNeeded({ run, isJudged }: AgentRun): boolean {
  return run === null || failuresNotAccepted(run) === 0 || isJudged
}

function resultOf({ agent, control, run, reason }: AgentRun, job: Job): AgentResult {
  // An agent that was not listed may be unfinished work: it is skipped.
  const said = reason?.kind === 'cannot-run' ? (reason.error.reason ?? '') : ''
  if (job.plan.agentNames.length === 0 && NOT_READY.test(said))
    return { outcome: 'skipped', agent, run: null, reason: said }
  const override = overrideOf(agent, job)
  return {
    ...agentResult(agent, run, reason),
    ...(control !== null && { control }),
    ...(override !== null && { override }),
  }
}

function overrideOf(agent: AgentRef, { copies }: Job): NonNullable<AgentResult['override']> | null {
  const found = copies.find((each) => each.agent.uuid === agent.uuid)
  if (found === undefined) return null
  return { keys: found.keys, original: found.original }
}
