// Turns a results file back into an outcome, so that every report can be written from a file. What the file says of itself
// is checked against its tests. Where they differ, the worse counts.
import { isDeepStrictEqual } from 'node:util'
import { classifyFailure, isTooUnlikely } from './gate/regression.ts'
import type {
  AgentBaseline,
  AgentRef,
  AgentResult,
  Comparison,
  Counts,
  GateOutcome,
  RunResult,
  ServiceError,
  TestResult,
  VerdictStatus,
} from './gate/results.ts'
import { settledStatus } from './gate/retry-tests.ts'
import { agentResult, verdictOf } from './gate/verdict.ts'
import type { Results, ResultsAgent, ResultsRun, ResultsTest } from './report/results-schema.ts'

export interface FileOutcome {
  readonly outcome: GateOutcome
  /** Whether verdict, totals, comparison or an agent do not match the tests. Such a file never passes. */
  readonly contradictory: boolean
}

export function outcomeOf(file: Results): FileOutcome {
  const results = file.agents.map(resultOf)
  const comparison = file.comparison && comparisonOf(file.comparison, file.agents)
  const mode = comparison === null ? file.mode : 'gate-if-worse'
  const abortReason = abortReasonOf(file)
  const verdict = verdictOf(mode, results, abortReason, comparison)
  const agrees =
    isDeepStrictEqual(comparison?.classes, file.comparison?.classes) &&
    comparison?.failureCount.blocks === file.comparison?.failureCount.blocks &&
    results.every(({ run }) => run?.tests.every(hasPossibleClass) ?? true) &&
    worstOf([verdict.status, file.verdict]) === file.verdict &&
    results.every(({ outcome }, index) => outcome === file.agents[index]?.outcome) &&
    results.every((result) => !('reason' in result) || result.reason !== contradictory) &&
    isDeepStrictEqual({ ...verdict.totals, flaky: verdict.flaky }, file.totals) &&
    isDeepStrictEqual(verdict.agents, file.agentTotals)
  const status = worstOf([verdict.status, file.verdict, agrees ? 'passed' : 'inconclusive'])
  const trends = comparison === null ? file.agents.flatMap(baselineOf) : []
  const { durationMs } = file
  return {
    outcome: { verdict: { ...verdict, status }, results, abortReason, comparison, trends, durationMs },
    contradictory: !agrees,
  }
}

const worstFirst = ['failed', 'inconclusive', 'passed'] as const

export function worstOf(statuses: readonly VerdictStatus[]): VerdictStatus {
  return worstFirst.find((status) => statuses.includes(status)) ?? 'inconclusive'
}

/** With the classes as the tests have them. */
function comparisonOf(
  { parts = 1, ...told }: NonNullable<Results['comparison']>,
  records: readonly ResultsAgent[],
): Comparison {
  const classes = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }
  for (const { run, baseline: compared } of records)
    for (const { baseline, status } of run?.tests ?? [])
      if (baseline !== null) classes[baseline.class] += 1
      else if (status === 'failed' && compared?.error === null) classes.undetermined += 1
  const { failureCount } = told
  const blocks = failureCount.blocks || isTooUnlikely(failureCount.probability)
  return {
    ...told,
    agents: records.flatMap(baselineOf),
    classes: { ...classes, broken: Math.max(classes.broken, told.classes.broken) },
    failureCount: { ...failureCount, blocks },
    ...(parts > 1 && { parts }),
  }
}

/** Whether the rule can come to its class, as far as its own history and attempts tell. */
function hasPossibleClass({ status, attempts, baseline }: TestResult): boolean {
  if (baseline === null) return true
  if (status === 'passed' || baseline.failures > baseline.runs) return false
  const passed = attempts.some((each) => each.status === 'passed')
  const all = { comparedTests: 0, failures: 0, runs: 0 }
  const decision = classifyFailure(baseline, { failed: 0, passed }, all, 0)
  if (baseline.class === 'undetermined') return !passed
  return decision === 'retry'
    ? baseline.class === 'broken' || baseline.class === 'unreliable'
    : baseline.class === decision
}

function abortReasonOf({ abortReason, title }: Results): GateOutcome['abortReason'] {
  if (abortReason === null) return null
  const { details, remedy } = abortReason
  const message = `has no full results: ${[...details, remedy].join('. ')}`
  return { kind: 'parts', problems: [{ kind: 'incomplete', part: title, message }] }
}

function agentOf({ uuid, name, appUrl }: ResultsAgent): AgentRef {
  return { uuid, name, appUrl }
}

function resultOf(record: ResultsAgent): AgentResult {
  const { outcome, problem } = record
  const agent = agentOf(record)
  const run = record.run && runOf(record.run, problem !== null)
  if (outcome === 'skipped' && run === null)
    return { outcome, agent, run, reason: problem?.message ?? 'no reason was given' }
  if (problem !== null) return agentResult(agent, run, reportedReason(problem))
  return agentResult(agent, run, isComplete(run, outcome) ? null : contradictory)
}

/** Whether the run is what an agent without a problem has. */
function isComplete(run: RunResult | null, outcome: ResultsAgent['outcome']): boolean {
  if (run === null || run.counts === null) return false
  const { status, plannedTests, tests, counts } = run
  return (
    outcome === (counts.failed > 0 ? 'failed' : 'passed') &&
    status === 'done' &&
    counts.total > 0 &&
    (plannedTests ?? 0) <= counts.total &&
    tests.every((test) => test.status === statusOf(test))
  )
}

/** The status that follows from its attempts. A test that ran once cannot be flaky. */
function statusOf({ status, attempts }: TestResult): TestResult['status'] {
  return settledStatus(attempts) ?? (status === 'flaky' ? 'failed' : status)
}

const contradictory = reportedReason({
  kind: 'contradictory',
  label: 'Contradictory',
  message: 'its outcome in the results file does not agree with its tests',
  remedy: null,
})

/** The file's remedy is as untrusted as its message. */
function reportedReason({ kind, label, message, remedy }: NonNullable<ResultsAgent['problem']>) {
  const sentence = remedy === null ? message : `${message}. ${remedy}`
  return { kind: 'reported', reported: kind, label, message: sentence } as const
}

function runOf({ url: _, publicUrl, detailsMissing, ...run }: ResultsRun, hasProblem: boolean): RunResult {
  const tests = run.tests.map(testOf)
  return {
    ...run,
    tests,
    // A run with a problem cannot pass, and its tests need not agree with its counts.
    counts: hasProblem ? run.counts : countsOf(run.counts, tests),
    detailsError: detailsMissing === null ? null : reportedError(detailsMissing),
    shareToken: /\/public\/test-run\/([\w-]+)$/.exec(publicUrl ?? '')?.[1] ?? null,
  }
}

/** No better than the tests that are listed; there may be passing ones that are not. */
function countsOf(counts: Counts | null, tests: readonly TestResult[]): Counts | null {
  if (counts === null) return null
  const passing = tests.filter(({ status }) => status === 'passed' || status === 'flaky').length
  const failing = tests.filter(({ status }) => status === 'failed').length
  const total = Math.max(counts.total, tests.length)
  const failed = Math.max(counts.failed, failing)
  const unfinished = tests.length - passing - failing
  return { total, failed, passed: Math.max(0, Math.min(counts.passed, total - failed - unfinished)) }
}

function testOf({ costUsd, attempts, retrySkipped, ...test }: ResultsTest): TestResult {
  return {
    ...test,
    cost: costUsd,
    attempts: attempts.map(({ url: _, costUsd: cost, ...attempt }) => ({ ...attempt, cost })),
    retrySkipped: retrySkipped && retrySkippedOf(retrySkipped),
  }
}

function retrySkippedOf({
  kind,
  message,
}: NonNullable<ResultsTest['retrySkipped']>): TestResult['retrySkipped'] {
  if (kind !== 'refused' && kind !== 'lost') return { kind }
  const reason = { kind: 'reported', reported: kind, label: 'Retry', message: message ?? kind } as const
  return { kind, reason, run: null }
}

function reportedError(message: string): ServiceError {
  return { kind: 'reported', message, reason: null, status: null, code: null }
}

function baselineOf(record: ResultsAgent): AgentBaseline | [] {
  const { baseline } = record
  if (baseline === null) return []
  const runs = baseline.runs.map(({ url: _, createdAt, ...run }) => {
    const time = Date.parse(createdAt ?? '')
    return { ...run, createdAt: Number.isNaN(time) ? null : time }
  })
  const { error } = baseline
  const reported = error && reportedError(`${error.message}. ${error.remedy}`)
  return { agent: agentOf(record), runs, error: reported }
}
