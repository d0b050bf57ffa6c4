// The gate's outcome → Results, once. Everything that reports show is in them: texts of reasons, links, totals.
import type {
  AgentResult,
  Attempt,
  EarlierRuns,
  GateOutcome,
  RetrySkipped,
  RunResult,
  TestResult,
} from '../gate/model.ts'
import { agentGroupOf, decisionOf } from './facts/decisions.ts'
import { historyProblem, problemOf } from './facts/problems.ts'
import { tell } from './facts/story.ts'
import { becauseOf, groupOf } from './facts/tests.ts'
import { runLink, runsLink } from './links.ts'
import { executed, firstRuns, hasEnded, sum } from './measures.ts'
import {
  type Problem,
  RESULTS_VERSION,
  type Results,
  type ResultsAgent,
  type ResultsAttempt,
  type ResultsTest,
} from './schema.ts'
import { withoutConversation } from './without-conversation.ts'

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
  const facts = {
    version: RESULTS_VERSION,
    ...job,
    verdict: verdict.status,
    totals: { ...verdict.totals, flaky: verdict.flaky },
    agentTotals: verdict.agents,
    ...executed(agents),
    startedAt: new Date(endedAt - durationMs).toISOString(),
    durationMs,
    decisions: [decisionOf(outcome, job.mode)],
    agents,
  } as const
  return { ...facts, story: tell(facts) }
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
    baseline: earlier && baselineOf(earlier, appUrl, judged.endedAt),
    run,
  }
}

/** Of a run that can no longer be read, nobody knows. */
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

/** Rows that ended: of the run, of its retries and of those of the control, as far as these runs count. */
function executedIn(run: RunResult): number {
  return (
    firstRuns(run.tests) +
    retriesIn(run).filter(({ taskId, status }) => taskId !== null && hasEnded(status)).length
  )
}

/** Of the run and of all retries of its tests, also of those whose results do not count. */
function costOf(run: RunResult): number | null {
  const { tests, meanCostUsd } = run
  const first = firstRuns(tests)
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

export function baselineOf(
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
  const { appUrl } = judged
  const { tests, ...fields } = run
  return {
    ...fields,
    url: runLink(appUrl, run.taskId),
    tests: tests.map((test) => testOf(test, judged, isGoing)),
  }
}

/** For the log of a running job. */
export function eventFacts(appUrl: string) {
  return {
    appUrl,
    agentOf: (result: AgentResult) =>
      agentOf(result, null, { appUrl, comparison: null, compares: false, endedAt: null }),
    baselineOf: (earlier: EarlierRuns) => baselineOf(earlier, appUrl),
  }
}

function testOf(whole: TestResult, { appUrl, comparison, compares }: Judged, isGoing: boolean): ResultsTest {
  const { attempts, control, retrySkipped, countedAgain, baseline, changedEvaluators, ...test } = whole
  return {
    ...test,
    group: groupOf(whole, isGoing, comparison, compares),
    because: becauseOf(whole, skippedProblem(retrySkipped, appUrl)),
    attempts: attempts.map((attempt) => attemptOf(attempt, appUrl)),
    control: control && {
      ...control,
      attempts: control.attempts.map((attempt) => attemptOf(attempt, appUrl)),
    },
  }
}

function attemptOf(attempt: Attempt, appUrl: string): ResultsAttempt {
  const url = attempt.taskId === null ? runsLink(appUrl) : runLink(appUrl, attempt.taskId)
  return { ...attempt, url }
}
