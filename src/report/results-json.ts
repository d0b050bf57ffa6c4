// The results as JSON for machines, as schema/results.v2.json describes: everything known.
import type {
  AbortReason,
  AgentBaseline,
  AgentResult,
  Attempt,
  Comparison,
  GateOutcome,
  RetrySkipped,
  RunResult,
  TestResult,
} from '../gate/results.ts'
import { describeUnreadable, passedIn } from './baseline-text.ts'
import type { ReportContext } from './context.ts'
import { errorText } from './error-text.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink, shareLink } from './links.ts'
import { callDifferences } from './tool-calls.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

/** Raised when a field is removed or changes its meaning; adding fields does not change it. */
const VERSION = 2

/** In chunks, one per agent, so that 100,000 tests need not fit into one string. */
export function* resultsJson(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const { verdict, results, abortReason, comparison, durationMs } = outcome
  const baselines = new Map((comparison?.agents ?? []).map((each) => [each.agent.uuid, each]))
  const fields = {
    version: VERSION,
    createdAt: new Date(context.now).toISOString(),
    title: context.title,
    mode: context.mode,
    verdict: verdict.status,
    reasons: verdictReasons(outcome),
    totals: verdict.totals,
    flaky: verdict.flaky,
    agentTotals: verdict.agents,
    durationMs,
    timeoutSeconds: context.timeoutSeconds,
    headSha: context.headSha,
    workflowRunUrl: context.workflowRunUrl,
    abortReason: abortReason === null ? null : abortRecord(abortReason),
    comparison: comparison === null ? null : comparisonRecord(comparison),
  }
  yield '{\n'
  for (const [name, value] of Object.entries(fields)) yield `${json(name)}: ${json(value)},\n`
  yield '"agents": ['
  for (const [index, result] of results.entries()) {
    const record = agentRecord(result, baselines.get(result.agent.uuid) ?? null, context.appUrl)
    yield `${index === 0 ? '' : ','}\n${json(record)}`
  }
  yield '\n]\n}\n'
}

/** Strict parsers reject lone surrogates. */
function json(value: object | string | number | null): string {
  return JSON.stringify(value, (_key, field: unknown) =>
    typeof field === 'string' ? field.toWellFormed() : field,
  )
}

function abortRecord(reason: AbortReason) {
  const { headline, details, remedy } = describeAbort(reason)
  return { kind: reason.kind, message: headline, details, remedy }
}

function comparisonRecord({ agents, comparedTests, now, before, classes, failureCount }: Comparison) {
  return {
    comparedTests,
    now,
    before,
    classes,
    failureCount,
    agents: {
      compared: agents.filter(({ runs, error }) => error === null && runs.length > 0).length,
      withoutEarlierRun: agents.filter(({ runs, error }) => error === null && runs.length === 0).length,
      unreadable: agents.filter(({ error }) => error !== null).length,
    },
  }
}

function agentRecord(result: AgentResult, baseline: AgentBaseline | null, appUrl: string) {
  return {
    name: result.agent.name,
    uuid: result.agent.uuid,
    outcome: result.outcome,
    reason: reasonRecord(result),
    baseline: baseline === null ? null : baselineRecord(baseline, appUrl),
    run: result.run === null ? null : runRecord(result.run, appUrl),
  }
}

function reasonRecord(result: AgentResult) {
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed':
    case 'inconclusive': {
      if (result.reason === undefined) return null
      const { sentence, remedy } = describeReason(result.reason, result.run)
      return { kind: result.reason.kind, message: sentence, remedy }
    }
    case 'skipped':
      return { kind: 'skipped', message: result.reason, remedy: null }
    default:
      return result satisfies never
  }
}

function baselineRecord({ runs, error }: AgentBaseline, appUrl: string) {
  return {
    runs: runs.map((run) => ({
      taskId: run.taskId,
      url: run.taskId === null ? null : runLink(appUrl, run.taskId),
      createdAt: isoTime(run.createdAt),
      passed: passedIn(run),
      total: run.tests.size,
    })),
    error: error === null ? null : { message: error.message, remedy: describeUnreadable(error).remedy },
  }
}

function isoTime(time: number | null): string | null {
  const date = new Date(time ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

function runRecord(run: RunResult, appUrl: string) {
  const { tests, detailsError, shareToken, ...rest } = run
  return {
    ...rest,
    url: runLink(appUrl, run.taskId),
    publicUrl: shareToken === null ? null : shareLink(appUrl, shareToken),
    detailsMissing: detailsError?.message ?? null,
    tests: tests.map((test) => testRecord(test, appUrl)),
  }
}

function testRecord(test: TestResult, appUrl: string) {
  const { cost, criteria, expectedToolCalls, attempts, retrySkipped, ...rest } = test
  return {
    ...rest,
    costUsd: cost,
    expected: { criteria, toolCalls: expectedToolCalls },
    toolCallDifferences: callDifferences(expectedToolCalls, test.toolCalls),
    attempts: attempts.map((attempt) => attemptRecord(attempt, appUrl)),
    retrySkipped: retrySkipped === null ? null : retrySkippedRecord(retrySkipped),
  }
}

function attemptRecord({ cost, ...attempt }: Attempt, appUrl: string) {
  return { ...attempt, costUsd: cost, url: runLink(appUrl, attempt.taskId) }
}

function retrySkippedRecord(skipped: RetrySkipped) {
  const message =
    'reason' in skipped && 'error' in skipped.reason ? errorText(skipped.reason.error) : null
  return { kind: skipped.kind, message }
}
