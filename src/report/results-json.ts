// The results as JSON for machines, as schema/results.v1.json describes: everything known, nothing cut.
import type {
  AbortReason,
  AgentResult,
  Comparison,
  GateOutcome,
  RunResult,
  TestResult,
} from '../gate/results.ts'
import { type AgentBaseline, baselines, comparisonMade, describeUnreadable } from './baseline-comparison.ts'
import type { ReportContext } from './context.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink, shareLink } from './links.ts'
import { dataText } from './untrusted-text.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

/** Raised when a field is removed or changes its meaning; adding fields does not change it. */
const VERSION = 1

/** In chunks, one per agent, so that 100,000 tests need not fit into one string. */
export function* resultsJson(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const { verdict, results, abortReason, durationMs } = outcome
  const comparison = comparisonMade(outcome)
  const baselineOf = baselines(comparison)
  const fields = {
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
    stop: abortReason === null ? null : abortRecord(abortReason),
    comparison: comparison === null ? null : comparisonRecord(comparison),
  }
  yield '{\n'
  for (const [name, value] of Object.entries(fields)) yield `${json(name)}: ${json(value)},\n`
  yield '"agents": ['
  for (const [index, result] of results.entries()) {
    const record = agentRecord(result, baselineOf(result.agent), context.appUrl)
    yield `${index === 0 ? '' : ','}\n${json(record)}`
  }
  yield '\n]\n}\n'
}

function json(value: object | string | number | null): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'string' ? dataText(field) : field,
  )
}

function abortRecord(reason: AbortReason) {
  const { headline, details, remedy } = describeAbort(reason)
  return { kind: reason.kind, message: headline, details, remedy }
}

function comparisonRecord({ worse, now, before, compared, withoutHistory, unreadable }: Comparison) {
  const agents = {
    compared: compared.length,
    withoutEarlierRun: withoutHistory.length,
    unreadable: unreadable.length,
  }
  return { worse, now, before, agents }
}

function agentRecord(result: AgentResult, baseline: AgentBaseline | null, appUrl: string) {
  return {
    name: result.agent.name,
    uuid: result.agent.uuid,
    outcome: result.outcome,
    problem: reasonRecord(result),
    comparison: baseline === null ? null : baselineRecord(baseline, appUrl),
    run: result.run === null ? null : runRecord(result.run, appUrl),
  }
}

function reasonRecord(result: AgentResult) {
  switch (result.outcome) {
    case 'passed':
    case 'failed':
      return null
    case 'inconclusive': {
      const { sentence, remedy } = describeReason(result.reason, result.run)
      return { kind: result.reason.kind, message: sentence, remedy }
    }
    case 'skipped':
      return { kind: 'skipped', message: result.reason, remedy: null }
    default:
      return result satisfies never
  }
}

function baselineRecord(baseline: AgentBaseline, appUrl: string) {
  switch (baseline.kind) {
    case 'compared': {
      const { agent: _, earlierTaskId, ...changes } = baseline.comparison
      const earlierRun = { taskId: earlierTaskId, url: runLink(appUrl, earlierTaskId) }
      return { kind: baseline.kind, earlierRun, ...changes }
    }
    case 'no-earlier-run':
      return { kind: baseline.kind }
    case 'unreadable': {
      const { remedy } = describeUnreadable(baseline.error)
      return { kind: baseline.kind, message: baseline.error.message, remedy }
    }
    default:
      return baseline satisfies never
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
