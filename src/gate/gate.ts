// The whole gate: select agents, run their tests, compare with the baseline, retry, and come to a verdict.

import type { PlannedCopy, TestsPlan } from '../change/plan.ts'
import { originalName } from '../inputs/names.ts'
import type { AcceptedTest } from '../inputs/values.ts'
import {
  type AgentRef,
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
import { type ComparisonPlan, comparisonWith } from './comparison.ts'
import { triedWithoutChange } from './control/without-change.ts'
import { publishedBaseline } from './history/baseline.ts'
import { serviceName } from './history/keys.ts'
import { type AgentRun, type Copy, type EarlyEnd, type EndedRun, notRun } from './model.ts'
import { foundRate, withRate } from './pass-rate.ts'
import type { NotRunAgain } from './runs/attempts.ts'
import { type CopyOnService, copyWrites, differingKeys, readCopies, spareCopies } from './runs/copies.ts'
import { spentBy, TestRunner } from './runs/launch.ts'
import type { PollPlan } from './runs/poll.ts'
import { isUsable, withShownIds } from './runs/read-run.ts'
import { nothingCompared } from './runs/retries.ts'
import { copyDiffers } from './runs/unchanged.ts'
import { reportUnreachable, selectAgents, stopAtRefusedKey } from './select/agents.ts'
import { type FileTests, placeTests } from './select/file-tests.ts'
import { type Effects, until } from './service.ts'
import { agentOutcome, finalRun, jobVerdict } from './verdict.ts'

export interface GatePlan extends ComparisonPlan, Pick<PollPlan, 'details' | 'timeoutSeconds' | 'runUrl'> {
  /** The address of the web application. */
  readonly appUrl: string
  /** Empty for every agent of the workspace. */
  readonly agents: readonly string[]
  /** For each name its unchanged version; empty for none. In mode `gate-if-worse` only. */
  readonly control: readonly string[]
  /** Which agents get the configurations of their originals, with changes, before each run. */
  readonly override: readonly PlannedCopy[]
  /** Whether a copy is not run that would be as without the change, with the same tests. */
  readonly skipUnchanged: boolean
  /** Which agents run tests of files; null for none. */
  readonly tests: TestsPlan | null
  readonly mode: Mode
  readonly pollIntervalSeconds: number
  /** How long a host name that is not resolved is tried before anything is launched; by default as other errors. */
  readonly unresolvedMs?: number | undefined
  /** How many tests may be launched, retries included; null for any number. */
  readonly maxTests: number | null
  /** How many tests have to pass, in percent; null for all. In mode `gate` only. */
  readonly passRate: number | null
  /** Tests that do not block. */
  readonly accept: readonly AcceptedTest[]
}

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
  if (!selected.ok) return nothingRan(mode, selected.earlyEnd, startedAt, clock.now(), changes)
  const { agents, controls, copies, read, writes, fileTests } = selected

  emit({ type: 'phase', phase: 'run' })
  const runner = new TestRunner(
    { ...plan, fileTests, intervalMs: plan.pollIntervalSeconds * 1000, deadline },
    writes,
    effects,
  )
  const comparedWith = controls.length > 0 ? 'control' : 'history'
  const compares = mode === 'gate-if-worse' ? comparedWith : 'nothing'
  // A key that may not read earlier runs ends no job.
  const { service } = given
  const comparison = comparisonWith(compares, { plan, copies, changes, runner, service })
  const job: GateJob = { plan, agents, runner, copies, read }
  const launches = agents.map((agent, index) => {
    const write = writes.get(agent.uuid)
    const ofFiles = fileTests.get(agent.uuid)
    const uuids = write && 'testUuids' in write ? write.testUuids : ofFiles?.keys()
    const testUuids = uuids === undefined ? null : [...uuids]
    return { agent, candidate: null, testUuids, isRetry: false, control: controls[index] ?? null }
  })
  const firstRuns = await runner.runAll(launches, async (ended, launch) => {
    const first = judgeable(ended, launch, job)
    const compared = first.run !== null && first.isJudged ? await comparison.begin(first) : first
    emit({ type: 'finished', agent: agentOf(compared, job), isToBeCompared: mode === 'gate-if-worse' })
    return compared
  })
  const { runs: judged, ...found } = await comparison.judge(firstRuns)
  const endedEarly = earlyEnd(judged.some(({ run }) => run !== null))
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

/** The agents, their tests of files, and what is written to those that are copies. */
async function select(plan: GatePlan, changes: TestChanges | null, deadline: number, effects: Effects) {
  const { agents, control, override, tests, timeoutSeconds } = plan
  const { emit, service, signal } = effects
  emit({ type: 'phase', phase: 'select' })
  const options = {
    ...reportUnreachable(emit, timeoutSeconds * 1000, plan.unresolvedMs),
    signal,
    get timeoutMs() {
      return until(deadline, effects).timeoutMs
    },
  }
  const selection = await selectAgents(agents, control, service, options, override)
  if (!selection.ok) return selection
  emit({ type: 'selected', agents: selection.agents })
  const read =
    agents.length === 0
      ? await spareCopies(selection.agents, tests?.agentNames ?? [], effects, deadline)
      : await readCopies(selection.copies, effects, deadline, options)
  if ('kind' in read) return { ok: false, earlyEnd: read } as const
  const copies = plan.skipUnchanged ? changedCopies(read, plan, changes, emit) : read
  const tested = selection.agents.filter(({ uuid }) => !('problem' in (copies.get(uuid) ?? {})))
  const none: FileTests = new Map()
  const fileTests =
    tests === null ? none : await placeTests(tests, selection.agents, tested, effects, options)
  if ('kind' in fileTests) return { ok: false, earlyEnd: fileTests } as const
  const writes = await copyWrites(copies, fileTests, service, options)
  const controls = selection.controls.map((control, index) =>
    withoutChange(control, read.get(selection.agents[index]?.uuid ?? '')),
  )
  return { ...selection, controls, read, writes, fileTests }
}

/** Where the base has other values than the original, the copy itself, with these, is the agent without the change. */
function withoutChange(control: AgentRef, copy: CopyOnService | EndedRun | undefined): AgentRef {
  if (copy === undefined || 'problem' in copy || copy.withoutChange === copy.originalConfig) return control
  const { uuid, name } = copy.agent
  return { uuid, name: `${name} without the change` }
}

/** Those that would be as without the change, with the same tests, end here. */
function changedCopies(
  read: ReadonlyMap<string, CopyOnService | EndedRun>,
  { tests }: GatePlan,
  changes: TestChanges | null,
  emit: Effects['emit'],
) {
  const copies = new Map(read)
  for (const [uuid, copy] of read) {
    if ('problem' in copy) continue
    const { agent, original, editedAt } = copy
    const ofFiles = tests?.agentNames.includes(agent.name) ? changes : null
    const differs = copyDiffers(copy, ofFiles, tests?.withMadeTests.includes(agent.name))
    if (differs !== null) emit({ type: 'copy-differs', agent, differs })
    else copies.set(uuid, notRun({ kind: 'unchanged', original: original.name, editedAt }))
  }
  return copies
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
  readonly agents: readonly AgentRef[]
  readonly runner: TestRunner
  readonly copies: readonly Copy[]
  /** The copies on the service, by their IDs. */
  readonly read: ReadonlyMap<string, CopyOnService | EndedRun>
}

/** A first run, with the tests that the plan accepts, and whether it can be judged. */
function judgeable(
  ended: EndedRun,
  { agent, control }: Pick<AgentRun, 'agent' | 'control'>,
  job: GateJob,
): AgentRun {
  const names = [agent.name, copyOf(agent, job)?.original.name]
  const run = ended.run && withAcceptance(ended.run, names, job.plan.accept)
  return { ...ended, agent, control, run, baseline: null, isJudged: run === null || isUsable(ended.problem) }
}

function agentOf(agentRun: AgentRun, job: GateJob): ResultsAgent {
  const { agent, control, run, baseline, editedAt = null } = agentRun
  const { plan, runner } = job
  const { outcome, problem } = agentOutcome(run, unlessSkipped(agentRun.problem, agent, job))
  const copy = copyOf(agent, job)
  const published = baseline && publishedBaseline(baseline, run, runner.effects.clock.now())
  const shown = published?.run ?? run
  return {
    name: agent.name,
    uuid: agent.uuid,
    appUrl: plan.appUrl,
    outcome,
    problem,
    control: control && { ...control, ...controlProblem(run) },
    override: copy && overrideOf(copy, job),
    editedAt,
    ...runner.spentOn(agent),
    baseline: published?.baseline ?? null,
    run: shown && finalRun(withShownIds(shown, agent.name), plan.mode),
  }
}

function overrideOf({ agent, original, keys, base }: Copy, { read }: GateJob): ResultsAgent['override'] {
  const found = read.get(agent.uuid)
  const isRead = found !== undefined && !('problem' in found)
  const differing = isRead ? differingKeys(found.withoutChange, found.config) : []
  const published = keys.map((each) => ({
    ...each,
    differs: differing.some((key) => each.key === key || each.key.startsWith(`${key}.`)),
  }))
  const ofBase = base && { branch: base.branch, newer: isRead ? found.newer : [] }
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
function unlessSkipped(
  problem: Problem | null,
  agent: AgentRef,
  { plan, agents }: Pick<GateJob, 'plan' | 'agents'>,
): Problem | null {
  const isNamed = plan.agents.length > 0 || plan.tests?.agentNames.includes(agent.name) === true
  const isReady = problem?.kind !== 'cannot-run' || refusalKind(problem.error) === 'other'
  if (isNamed || isReady) return problem
  const original = originalName(agent.name)
  const isBesideIt = original !== '' && agents.some(({ name }) => name === original)
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

function copyOf(agent: AgentRef, { copies }: GateJob): Copy | null {
  return copies.find((each) => each.agent.uuid === agent.uuid) ?? null
}
