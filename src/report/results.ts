// The results as JSON for machines, as schema/results.v1.json describes it: everything known, nothing cut.
import type {
  AbortReason,
  AgentResult,
  Comparison,
  GateOutcome,
  RunResult,
  TestResult,
} from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { describeUnreadable } from './describe-comparison.ts'
import { describeProblem } from './inconclusive-reasons.ts'
import { runLink, shareLink } from './links.ts'
import { comparisonMade, type Standing, standings } from './standing.ts'
import { dataText } from './untrusted-text.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

/** Fields may be added under this version; none is removed or changes its meaning. */
const VERSION = 1

/** The file in pieces, one per agent, so that a hundred thousand cases need not stand in one string. */
export function* resultsJson(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const { verdict, results, abortReason, durationMs } = outcome
  const comparison = comparisonMade(outcome)
  const standingOf = standings(comparison)
  const head = {
    version: VERSION,
    title: context.title,
    mode: context.mode,
    verdict: verdict.status,
    reasons: verdictReasons(outcome),
    totals: verdict.totals,
    agentTotals: verdict.agents,
    durationMs,
    timeoutSeconds: context.timeoutSeconds,
    headSha: context.headSha,
    workflowRunUrl: context.workflowRunUrl,
    stop: abortReason === null ? null : stopRecord(abortReason),
    comparison: comparison === null ? null : comparisonRecord(comparison),
  }
  yield `${json(head).slice(0, -1)},"agents":[`
  for (const [index, result] of results.entries()) {
    const record = agentRecord(result, standingOf(result.agent), context.appUrl)
    yield `${index === 0 ? '' : ','}\n${json(record)}`
  }
  yield '\n]}\n'
}

function json(value: object): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'string' ? dataText(field) : field,
  )
}

function stopRecord(stop: AbortReason) {
  const { headline, details, remedy } = describeAbort(stop)
  return { kind: stop.kind, message: headline, details, remedy }
}

function comparisonRecord({ worse, now, before, compared, withoutHistory, unreadable }: Comparison) {
  const agents = {
    compared: compared.length,
    withoutEarlierRun: withoutHistory.length,
    unreadable: unreadable.length,
  }
  return { worse, now, before, agents }
}

function agentRecord(result: AgentResult, standing: Standing | null, appUrl: string) {
  return {
    name: result.agent.name,
    uuid: result.agent.uuid,
    outcome: result.outcome,
    problem: problemRecord(result),
    comparison: standing === null ? null : standingRecord(standing, appUrl),
    run: result.run === null ? null : runRecord(result.run, appUrl),
  }
}

function problemRecord(result: AgentResult) {
  switch (result.outcome) {
    case 'passed':
    case 'failed':
      return null
    case 'inconclusive': {
      const { sentence, remedy } = describeProblem(result.reason, result.run)
      return { kind: result.reason.kind, message: sentence, remedy }
    }
    case 'skipped':
      return { kind: 'skipped', message: result.reason, remedy: null }
    default:
      return result satisfies never
  }
}

function standingRecord(standing: Standing, appUrl: string) {
  switch (standing.kind) {
    case 'compared': {
      const { agent: _, earlierTaskId, ...changes } = standing.comparison
      const earlierRun = { taskId: earlierTaskId, url: runLink(appUrl, earlierTaskId) }
      return { kind: standing.kind, earlierRun, ...changes }
    }
    case 'no-earlier-run':
      return { kind: standing.kind }
    case 'unreadable': {
      const { remedy } = describeUnreadable(standing.error)
      return { kind: standing.kind, message: standing.error.message, remedy }
    }
    default:
      return standing satisfies never
  }
}

function runRecord(run: RunResult, appUrl: string) {
  const { tests, detailsError, shareToken, ...rest } = run
  return {
    ...rest,
    url: runLink(appUrl, run.taskId),
    publicUrl: shareToken === null ? null : shareLink(appUrl, shareToken),
    detailsMissing: detailsError?.message ?? null,
    tests: tests.map(testRecord),
  }
}

function testRecord({ cost, evaluators, ...test }: TestResult) {
  return { ...test, judges: evaluators, costUsd: cost }
}
