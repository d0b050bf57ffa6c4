// The whole gate: select agents, run their tests, compare with the baseline, retry, and come to a verdict.

import { originalName } from '../inputs/names.ts'
import {
  type Decision,
  type Mode,
  type Problem,
  RESULTS_VERSION,
  type Results,
  type ResultsAgent,
  refusalKind,
  type TestChanges,
} from '../schema.ts'
import { withAcceptance } from './accept.ts'
import type { JudgedRun } from './cause.ts'
import { comparisonWith } from './comparison.ts'
import { triedWithoutChange } from './control/without-change.ts'
import { publishedBaseline } from './history/baseline.ts'
import { serviceName } from './history/keys.ts'
import type { AgentRun, Copy, EarlyEnd, EndedRun, GatePlan, TestedAgent } from './model.ts'
import { foundRate, withRate } from './pass-rate.ts'
import type { NotRunAgain } from './runs/attempts.ts'
import { spentBy, TestRunner } from './runs/launch.ts'
import { isUsable } from './runs/read-run.ts'
import { nothingCompared } from './runs/retries.ts'
import { stopAtRefusedKey } from './select/agents.ts'
import { differingKeys } from './select/copies.ts'
import { select } from './select/select.ts'
import type { Effects } from './service.ts'
import { agentOutcome, finalRun, jobVerdict } from './verdict.ts'

/** What only the job knows. */
export type JobContext = Pick<
  Results,
  | 'title'
  | 'mode'
  | 'timeoutSeconds'
  | 'headSha'
  | 'filesOf'
  | 'about'
  | 'pullRequest'
  | 'workflowRunUrl'
  | 'documentsUrl'
>

/** What the gate finds; the rest of the results is known to whoever starts the job. */
export type GateOutcome = Omit<Results, keyof JobContext>

/** Never rejects on errors of the service: the outcome contains the results so far. */
export async function runGate(plan: GatePlan, given: Effects): Promise<GateOutcome> {
  const startedAt = given.clock.now()
  const { effects, earlyEnd } = stopAtRefusedKey(given)
  const { emit, clock } = effects
  const { timeoutSeconds, mode } = plan
  const deadline = startedAt + timeoutSeconds * 1000

  const changes = plan.tests?.changes ?? null
  const selected = await select(plan, changes, deadline, effects)
  if ('kind' in selected) return nothingRan(mode, selected, startedAt, clock.now(), changes)

  emit({ type: 'phase', phase: 'run' })
  const runner = new TestRunner(plan, deadline, effects)
  const comparedWith = selected.some(({ control }) => control !== null) ? 'control' : 'history'
  const compares = mode === 'gate-if-worse' ? comparedWith : 'nothing'
  // A key that may not read earlier runs ends no job.
  const { service } = given
  const comparison = comparisonWith(compares, { plan, runner, service })
  const job: GateJob = { plan, selected, runner }
  const launches = selected.map((of) => {
    return { of, side: 'candidate', round: 1, testUuids: of.tests && [...of.tests.keys()] } as const
  })
  const firstRuns = await runner.runAll(launches, async (ended, { of }) => {
    const first = judgeable(ended, of, plan)
    const compared = first.run !== null && first.isJudged ? await comparison.begin(first) : first
    emit({ type: 'finished', agent: agentOf(compared, job), isToBeCompared: mode === 'gate-if-worse' })
    return compared
  })
  const { runs: judged, ...found } = await comparison.judge(firstRuns)
  const endedEarly = earlyEnd()
  const runs = compares === 'control' ? await triedWithoutChange(judged, runner) : judged
  const reported = lostTests(runs.map((each) => agentOf(each, job)))
  const passRate = plan.passRate === null ? null : foundRate(plan.passRate, reported, changes)
  const results = passRate === null ? reported : withRate(passRate, reported, changes)
  const decision = { compares, ...found, passRate, changes, endedEarly } as const
  if (compares !== 'nothing') emit({ type: 'compared', decision, agents: results })
  return {
    ...gateOutcome(mode, results, decision, startedAt, clock.now()),
    conversationsLeftOut: runner.conversations.isExceeded,
  }
}

/** Times on the clock, in milliseconds since 1970. */
export function nothingRan(
  mode: Mode,
  endedEarly: EarlyEnd,
  startedAt: number,
  endedAt: number,
  changes: TestChanges | null = null,
): GateOutcome {
  const decision = { compares: 'nothing', ...nothingCompared, changes, endedEarly } as const
  return { ...gateOutcome(mode, [], decision, startedAt, endedAt), conversationsLeftOut: false }
}

function gateOutcome(
  mode: Mode,
  agents: readonly ResultsAgent[],
  decision: Decision & { readonly endedEarly: EarlyEnd | null },
  startedAt: number,
  endedAt: number,
) {
  return {
    version: RESULTS_VERSION,
    ...spentBy(agents),
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(endedAt - startedAt),
    decision,
    agents,
    ...jobVerdict(mode, agents, decision.endedEarly, decision),
  } as const
}

interface GateJob {
  readonly plan: GatePlan
  readonly selected: readonly TestedAgent[]
  readonly runner: TestRunner
}

/** A first run, with the tests that the plan accepts, and whether it can be judged. */
function judgeable(ended: EndedRun, of: TestedAgent, { accept }: GatePlan): AgentRun {
  const run = ended.run && withAcceptance(ended.run, [of.agent.name, of.copy?.original.name], accept)
  return { ...of, ...ended, run, baseline: null, isJudged: run === null || isUsable(ended.problem) }
}

function agentOf(agentRun: AgentRun, job: GateJob): ResultsAgent {
  const { agent, control, copy, run, baseline, editedAt = null } = agentRun
  const { plan, runner } = job
  const compared = baseline && publishedBaseline(baseline, run, runner.effects.clock.now())
  const shown = compared?.run ?? run
  const published = shown && finalRun(shown, plan.mode)
  return {
    name: agent.name,
    uuid: agent.uuid,
    appUrl: plan.appUrl,
    ...agentOutcome(published, unlessSkipped(agentRun, job)),
    control: control && { ...control, ...controlProblem(run) },
    override: copy && overrideOf(copy),
    editedAt,
    ...runner.spentOn(agent),
    baseline: compared?.baseline ?? null,
    run: published,
  }
}

function overrideOf({ original, keys, base, ...copy }: Copy): ResultsAgent['override'] {
  const differing = differingKeys(copy.withoutChange, copy.config)
  const published = keys.map((each) => ({
    ...each,
    differs: differing.some((key) => each.key === key || each.key.startsWith(`${key}.`)),
  }))
  const ofBase = base && { branch: base.branch, newer: copy.newer }
  return { original, keys: published, differs: differing.length > 0, base: ofBase }
}

/** What one agent lost, and another one has, was moved. */
function lostTests(agents: readonly ResultsAgent[]): ResultsAgent[] {
  const present = new Set(agents.flatMap(({ run }) => run?.tests.map(serviceName) ?? []))
  return agents.map((agent) => {
    const { gone = null } = agent.baseline ?? {}
    if (agent.baseline === null || gone === null) return agent
    const tests = gone.tests.filter((name) => !present.has(name))
    return { ...agent, baseline: { ...agent.baseline, gone: tests.length === 0 ? null : { ...gone, tests } } }
  })
}

/** An agent that nothing names may be unfinished work, or the copy that jobs of pull requests test: it is skipped if it is not ready. */
function unlessSkipped({ problem, agent }: AgentRun, { plan, selected }: GateJob): Problem | null {
  const isNamed = plan.agents.length > 0 || plan.tests?.agentNames.includes(agent.name) === true
  const isReady = problem?.kind !== 'cannot-run' || refusalKind(problem.error) === 'other'
  if (isNamed || isReady) return problem
  const original = originalName(agent.name)
  const isBesideIt = original !== '' && selected.some((each) => each.agent.name === original)
  if (isBesideIt && refusalKind(problem.error) === 'no-tests') return { kind: 'spare-copy', original }
  return { kind: 'skipped', reason: problem.error.reason ?? '' }
}

const NOT_OF_CONTROL: ReadonlySet<Problem['kind']> = new Set(['aborted', 'base-unknown'])

/** Why the control gave no result: tests that passed needed none. */
function controlProblem(run: JudgedRun | null): Pick<NotRunAgain, 'problem' | 'url'> {
  const reason = run?.tests
    .flatMap(({ outcome, whyNotRunAgain }) => (outcome === 'passed' ? [] : (whyNotRunAgain ?? [])))
    .find(({ why, problem }) => why === 'control' && problem !== null && !NOT_OF_CONTROL.has(problem.kind))
  return { problem: reason?.problem ?? null, url: reason?.url ?? null }
}
