// The results as JSON for machines, as results-schema.ts describes: everything known, nothing cut. The HTML page has the same
// records.
import type {
  AgentBaseline,
  AgentResult,
  GateOutcome,
  RetrySkipped,
  RunResult,
  ServiceError,
  TestResult,
} from '../gate/results.ts'
import { earlierRunsOf } from './baseline-text.ts'
import { appUrlOf, type ReportContext } from './context.ts'
import { describeUnreadable, errorText } from './error-text.ts'
import { describeReason, reasonKind } from './inconclusive-reasons.ts'
import { runLink, shareLink } from './links.ts'
import { executedIn, executedTests } from './measures.ts'
import type { RESULTS_VERSION, ResultsAgent, ResultsJob, ResultsRun, ResultsTest } from './results-schema.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

const VERSION: typeof RESULTS_VERSION = 2

/** In pieces, one per test, so that 100,000 tests need not fit into one string. */
export function* resultsJson(outcome: GateOutcome, context: ReportContext): Iterable<string> {
  const agentRecord = agentRecords(outcome, context)
  yield `${opened(jobRecord(outcome, context))}"agents": [`
  let separator = '\n'
  for (const result of outcome.results) {
    const { run, ...agent } = agentRecord(result)
    yield `${separator}${opened(agent)}"run": `
    if (result.run === null || run === null) yield 'null}'
    else {
      yield `${opened(run)}"tests": [`
      let comma = ''
      for (const test of result.run.tests) {
        yield `${comma}\n${json(testRecord(test, agent.appUrl))}`
        comma = ','
      }
      yield ']}}'
    }
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** The object without its end, ready for one more key. */
export function opened(fields: object): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `${json(name)}: ${json(value)}, `)
    .join('')}`
}

/** JSON of any value, of well-formed text. */
export function json(value: unknown): string {
  const text = JSON.stringify(value)
  // Lone surrogates come as escapes, which strict parsers reject.
  return /\\ud[89a-f]/.test(text) ? JSON.stringify(value, wellFormed) : text
}

function wellFormed(_key: string, field: unknown): unknown {
  return typeof field === 'string' ? field.toWellFormed() : field
}

export function jobRecord(outcome: GateOutcome, context: ReportContext): ResultsJob {
  const { verdict, results, comparison, durationMs } = outcome
  const executed = executedTests(results)
  return {
    version: VERSION,
    title: context.title,
    mode: context.mode,
    verdict: verdict.status,
    reasons: verdictReasons(outcome),
    totals: { ...verdict.totals, flaky: verdict.flaky },
    agentTotals: verdict.agents,
    executedTests: executed.tests,
    costUsd: executed.costUsd,
    startedAt: new Date(context.now - durationMs).toISOString(),
    durationMs,
    timeoutSeconds: context.timeoutSeconds,
    headSha: context.headSha,
    workflowRunUrl: context.workflowRunUrl,
    abortReason: abortRecord(outcome),
    comparison: comparison === null ? null : comparisonRecord(comparison),
  }
}

function abortRecord(outcome: GateOutcome): ResultsJob['abortReason'] {
  const description = describeAbort(outcome)
  if (description === null || outcome.abortReason === null) return null
  const { headline, details, remedy } = description
  return { kind: outcome.abortReason.kind, message: headline, details, remedy }
}

function comparisonRecord({ agents: _, ...fields }: NonNullable<GateOutcome['comparison']>) {
  return fields
}

/** An agent of which the tests are still to be written: there may be too many for one string. */
export interface AgentRecord extends Omit<ResultsAgent, 'run'> {
  readonly run: Omit<ResultsRun, 'tests'> | null
}

/** Records of an outcome's agents, by result. */
export function agentRecords(
  outcome: GateOutcome,
  context: ReportContext,
): (result: AgentResult) => AgentRecord {
  const earlierRuns = earlierRunsOf(outcome)
  return (result) => {
    const baseline = earlierRuns(result.agent)
    const appUrl = appUrlOf(result.agent, context)
    return {
      name: result.agent.name,
      uuid: result.agent.uuid,
      appUrl,
      outcome: result.outcome,
      problem: problemRecord(result),
      costUsd: result.run && executedIn(result.run).costUsd,
      baseline: baseline === null ? null : baselineRecord(baseline, appUrl),
      run: result.run === null ? null : runRecord(result.run, appUrl),
    }
  }
}

function problemRecord(result: AgentResult): ResultsAgent['problem'] {
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed':
    case 'inconclusive': {
      if (result.reason === undefined) return null
      const { label, sentence, remedy } = describeReason(result.reason, result.run)
      return { kind: reasonKind(result.reason), label, message: sentence, remedy }
    }
    case 'skipped':
      return { kind: 'skipped', label: 'Skipped', message: result.reason, remedy: null }
    default:
      return result satisfies never
  }
}

function baselineRecord({ runs, error }: AgentBaseline, appUrl: string): ResultsAgent['baseline'] {
  return {
    runs: runs.map(({ taskId, createdAt, ...run }) => ({
      taskId,
      url: taskId === null ? null : runLink(appUrl, taskId),
      createdAt: createdAt === null ? null : new Date(createdAt).toISOString(),
      ...run,
    })),
    error: error && errorRecord(error),
  }
}

function errorRecord(error: ServiceError) {
  const { sentence, remedy } = describeUnreadable(error)
  return { message: sentence, remedy }
}

function runRecord(run: RunResult, appUrl: string): AgentRecord['run'] {
  const { tests: _, detailsError, shareToken, ...fields } = run
  return {
    ...fields,
    url: runLink(appUrl, run.taskId),
    publicUrl: shareToken === null ? null : shareLink(appUrl, shareToken),
    detailsMissing: detailsError === null ? null : errorText(detailsError),
  }
}

export function testRecord({ cost, ...test }: TestResult, appUrl: string): ResultsTest {
  return {
    ...test,
    costUsd: cost,
    attempts: test.attempts.map(({ cost: costUsd, ...attempt }) => ({
      ...attempt,
      url: runLink(appUrl, attempt.taskId),
      costUsd,
    })),
    retrySkipped: test.retrySkipped === null ? null : retrySkippedRecord(test.retrySkipped),
  }
}

function retrySkippedRecord(skipped: RetrySkipped): ResultsTest['retrySkipped'] {
  const message = 'reason' in skipped ? describeReason(skipped.reason, skipped.run).sentence : null
  return { kind: skipped.kind, message }
}
