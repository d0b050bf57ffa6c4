// The gate's outcome → Results, once. Everything that reports show is in them: texts of reasons, links, totals.

import { withoutConversation } from '../conversations.ts'
import type {
  AgentResult,
  Attempt,
  EarlierRuns,
  GateOutcome,
  Outcome,
  RetrySkipped,
  RunResult,
  TestResult,
} from '../gate/model.ts'
import {
  type Decision,
  type Problem,
  RESULTS_VERSION,
  type Results,
  type ResultsAgent,
  type ResultsAttempt,
  type ResultsTest,
} from '../schema.ts'
import { runLink, runsLink } from './links.ts'
import { abortProblem, historyProblem, problemOf } from './problems.ts'
import { becauseOf, groupOf } from './test-outcomes.ts'

/** What the gate does not know. `appUrl` is a valid http(s) address; `endedAt` in milliseconds since 1970. */
export interface JobContext
  extends Pick<Results, 'title' | 'mode' | 'timeoutSeconds' | 'headSha' | 'pullRequest' | 'workflowRunUrl'> {
  readonly appUrl: string
  readonly endedAt: number
  /** `none`: no text of a conversation, and none that may quote one. Names, verdicts, causes of errors and links stay. */
  readonly details: 'failing' | 'all' | 'none'
}

export function toResults(outcome: GateOutcome, { appUrl, endedAt, details, ...job }: JobContext): Results {
  const { verdict, results, comparison, durationMs } = outcome
  const earlier = new Map(outcome.earlierRuns.map((each) => [each.agent.uuid, each]))
  const judged = { appUrl, comparison, compares: job.mode === 'gate-if-worse', endedAt }
  const whole = results.map((result) => agentOf(result, earlier.get(result.agent.uuid) ?? null, judged))
  const agents = details === 'none' ? whole.map(withoutConversations) : whole
  return {
    version: RESULTS_VERSION,
    ...job,
    verdict: verdict.status,
    totals: { ...verdict.totals, flaky: verdict.flaky },
    agentTotals: verdict.agents,
    ...executed(agents),
    startedAt: new Date(endedAt - durationMs).toISOString(),
    durationMs,
    conversationsLeftOut: outcome.conversationsLeftOut && details !== 'none',
    decisions: [decisionOf(outcome, job.mode)],
    agents,
  }
}

function withoutConversations({ run, ...agent }: ResultsAgent): ResultsAgent {
  const tests = (run?.tests ?? []).map((test) => ({
    ...withoutConversation(test),
    error: test.error && { ...test.error, message: '' },
  }))
  return { ...agent, run: run && { ...run, tests } }
}

/** How the job judged tests that did not pass. */
interface Judged {
  readonly appUrl: string
  readonly comparison: GateOutcome['comparison']
  readonly compares: boolean
  readonly endedAt: number | null
}

function agentOf(result: AgentResult, earlier: EarlierRuns | null, judged: Judged): ResultsAgent {
  const { agent, outcome, override } = result
  const { appUrl } = judged
  const run = result.run && runOf(result.run, judged, isGoing(result))
  return {
    name: agent.name,
    uuid: agent.uuid,
    appUrl,
    outcome,
    group: agentGroupOf(outcome, run),
    problem: agentProblem(result, appUrl),
    control: controlOf(result, appUrl),
    override: override ? { keys: [...override.keys] } : null,
    executedTests: result.run === null ? 0 : executedIn(result.run),
    costUsd: result.run && costOf(result.run),
    baseline: earlier && resultsBaseline(earlier, appUrl, judged.endedAt),
    run,
  }
}

/** A run that can no longer be read counts as ended, since nobody knows. */
function isGoing(result: AgentResult): boolean {
  const { status } = result.run ?? {}
  const hasReason = result.outcome === 'failed' || result.outcome === 'inconclusive'
  const isUnreadable = hasReason && result.reason?.kind === 'unreadable'
  return (status === 'queued' || status === 'in_progress') && !isUnreadable
}

function agentProblem(result: AgentResult, appUrl: string): ResultsAgent['problem'] {
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed':
    case 'inconclusive':
      return result.reason === undefined ? null : problemOf(result.reason, result.run, appUrl)
    case 'skipped':
      return { kind: 'skipped', reason: result.reason, next: 'list-agents', url: null }
    default:
      return result satisfies never
  }
}

function controlOf({ control, run }: AgentResult, appUrl: string): ResultsAgent['control'] {
  if (control === undefined) return null
  const problems = (run?.tests ?? []).flatMap(({ retrySkipped }) =>
    retrySkipped !== null && 'control' in retrySkipped ? (skippedProblem(retrySkipped, appUrl) ?? []) : [],
  )
  return { ...control, problem: problems.find(({ kind }) => kind !== 'aborted') ?? null }
}

function skippedProblem(skipped: RetrySkipped | null, appUrl: string): Problem | null {
  if (skipped?.kind === 'wrong-control') return { kind: skipped.kind, url: null, next: 'correct-control' }
  return skipped !== null && 'reason' in skipped ? problemOf(skipped.reason, skipped.run, appUrl) : null
}

/** How many rows ended: those of the run, of its retries and of those of the control, as far as these runs count. */
function executedIn(run: RunResult): number {
  return (
    endedTests(run.tests) +
    retriesIn(run).filter(({ taskId, status }) => taskId !== null && hasEnded(status)).length
  )
}

/** What the run and all retries of its tests cost, also those whose results do not count. */
function costOf(run: RunResult): number | null {
  const { tests, meanCostUsd } = run
  const first = endedTests(tests)
  // A test that was run again shows an attempt with an answer, which may not be its first.
  const known = tests.flatMap((test) => (test.attempts[0] ?? test).costUsd ?? [])
  return sum([
    ...(known.length < first && meanCostUsd !== null ? [meanCostUsd * first] : known),
    ...retriesIn(run).flatMap(({ costUsd }) => costUsd ?? []),
    ...lostRetries(run).flatMap((lost) => costOf(lost) ?? []),
  ])
}

function retriesIn({ tests }: RunResult): NonNullable<TestResult['countedAgain']> {
  return tests.flatMap(({ attempts, control, countedAgain = [] }) => [
    ...attempts.slice(1),
    ...(control?.attempts ?? []),
    ...countedAgain,
  ])
}

/** Retries of which no result counts, each once. */
function lostRetries({ tests }: RunResult): readonly RunResult[] {
  const counted = new Set(
    tests.flatMap(({ attempts, control }) =>
      [...attempts, ...(control?.attempts ?? [])].map(({ taskId }) => taskId),
    ),
  )
  const lost = tests.flatMap(({ retrySkipped }) => {
    const run = retrySkipped !== null && 'run' in retrySkipped ? retrySkipped.run : null
    return run === null || counted.has(run.taskId) ? [] : [[run.taskId, run] as const]
  })
  return [...new Map(lost).values()]
}

const STALE_AFTER_DAYS = 14
const DAY_MS = 86_400_000

function staleDays(runs: EarlierRuns['runs'], endedAt: number | null): number | null {
  const newest = Math.max(...runs.flatMap(({ createdAt }) => createdAt ?? []))
  const days = Math.floor(((endedAt ?? newest) - newest) / DAY_MS)
  return Number.isFinite(days) && days >= STALE_AFTER_DAYS ? days : null
}

function resultsBaseline(
  { runs, error, tooRecent }: EarlierRuns,
  appUrl: string,
  endedAt: number | null = null,
): NonNullable<ResultsAgent['baseline']> {
  return {
    runs: runs.map(({ taskId, createdAt, ...run }) => ({
      taskId,
      url: taskId === null ? null : runLink(appUrl, taskId),
      createdAt: createdAt === null ? null : new Date(createdAt).toISOString(),
      ...run,
    })),
    tooRecent,
    staleDays: staleDays(runs, endedAt),
    problem: error && historyProblem(error),
  }
}

function runOf(run: RunResult, judged: Judged, isGoing: boolean): ResultsAgent['run'] {
  const { tests, ...fields } = run
  return {
    ...fields,
    url: runLink(judged.appUrl, run.taskId),
    tests: tests.map((test) => testOf(test, judged, isGoing)),
  }
}

/** For the log of a running job. */
export function eventFacts(appUrl: string) {
  return {
    appUrl,
    agentOf: (result: AgentResult) =>
      agentOf(result, null, { appUrl, comparison: null, compares: false, endedAt: null }),
    baselineOf: (earlier: EarlierRuns) => resultsBaseline(earlier, appUrl),
  }
}

function testOf(whole: TestResult, { appUrl, comparison, compares }: Judged, isGoing: boolean): ResultsTest {
  const { attempts, control, retrySkipped, countedAgain, baseline, changedEvaluators, ...test } = whole
  return {
    ...test,
    group: groupOf(whole, isGoing, comparison, compares),
    because: becauseOf(whole, skippedProblem(retrySkipped, appUrl)),
    attempts: attempts.map((attempt) => withUrl(attempt, appUrl)),
    control: control && {
      ...control,
      attempts: control.attempts.map((attempt) => withUrl(attempt, appUrl)),
    },
  }
}

function withUrl(attempt: Attempt, appUrl: string): ResultsAttempt {
  const url = attempt.taskId === null ? runsLink(appUrl) : runLink(appUrl, attempt.taskId)
  return { ...attempt, url }
}

function decisionOf({ comparison, abortReason, results }: GateOutcome, mode: Results['mode']): Decision {
  const started = results.some(({ run }) => run !== null)
  const hasControl = results.some(({ control }) => control !== undefined)
  return {
    part: null,
    compares: mode !== 'gate-if-worse' ? 'nothing' : hasControl ? 'control' : 'history',
    compared: comparison?.compared ?? null,
    count: comparison?.count ?? null,
    sample: comparison?.sample ?? null,
    endedEarly: abortReason && abortProblem(abortReason, started),
  }
}

/** What an agent means for the verdict. */
function agentGroupOf(outcome: Outcome, run: ResultsAgent['run']): ResultsAgent['group'] {
  const has = (...groups: readonly string[]) =>
    run?.tests.some(({ group }) => groups.includes(group)) === true
  if (has('broken', 'failed')) return 'blocks'
  if (outcome === 'failed') return has('undetermined') ? 'inconclusive' : 'does-not-block'
  return outcome
}

/** How many tests of a run have ended, without retries. */
function endedTests(tests: readonly Pick<ResultsTest, 'status'>[]): number {
  return tests.filter(({ status }) => hasEnded(status)).length
}

function hasEnded(status: ResultsTest['status']): boolean {
  return status !== 'not-run' && status !== 'pending'
}

/** Null for an empty list, of which nothing is known. */
export function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
}

/** How many tests broke; null if nothing was compared. */
export function brokenTests({ agents, decisions }: Results): number | null {
  if (agents.length === 0 || decisions.every(({ compares }) => compares === 'nothing')) return null
  return agents.flatMap(({ run }) => run?.tests ?? []).filter(({ group }) => group === 'broken').length
}

/** Over agents, or over the parts of a merge. */
export function executed(agents: readonly Pick<ResultsAgent, 'executedTests' | 'costUsd'>[]) {
  return {
    executedTests: sum(agents.map(({ executedTests }) => executedTests)) ?? 0,
    costUsd: sum(agents.flatMap(({ costUsd }) => costUsd ?? [])),
  }
}
