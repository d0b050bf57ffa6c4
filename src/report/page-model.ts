// What the comment and the summary show, sorted and counted once, whatever their size limit.
import type { AgentResult, Comparison, GateOutcome, RunResult, TestResult } from '../gate/results.ts'
import {
  type AgentBaseline,
  baselines,
  type ChangeGroup,
  changedFirst,
  changeGroups,
  comparisonMade,
  type FailureChanges,
  failureChanges,
  newlyFailingCount,
} from './baseline-comparison.ts'
import type { ReportContext } from './context.ts'

export interface AgentView {
  readonly result: AgentResult
  /** Null if it was not compared. */
  readonly baseline: AgentBaseline | null
  readonly failureChanges: FailureChanges
  /** Those that changed since the earlier run come first. */
  readonly failing: readonly TestResult[]
  /** Without a result though the run has ended: unanswered, not run, or never completed. */
  readonly unfinished: readonly TestResult[]
}

/** Table columns that have at least one value; others are not shown. */
export interface Columns {
  readonly before: boolean
  readonly latency: boolean
  readonly cost: boolean
  readonly tokens: boolean
  readonly run: boolean
}

export interface PageModel {
  readonly outcome: GateOutcome
  readonly context: ReportContext
  /** Null if nothing was compared. */
  readonly comparison: Comparison | null
  readonly changes: readonly ChangeGroup[]
  /** Failed, then inconclusive, then skipped; the most newly failing tests first, then the most failing ones. */
  readonly nonPassing: readonly AgentView[]
  readonly passing: readonly AgentView[]
  readonly columns: Columns
}

const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 } as const

export function pageModel(outcome: GateOutcome, context: ReportContext): PageModel {
  const comparison = comparisonMade(outcome)
  const baselineOf = baselines(comparison)
  const worstFirst = outcome.results
    .map((result) => agentView(result, baselineOf(result.agent)))
    .sort(byUrgency)
  const runs = outcome.results.flatMap(({ run }) => (run === null ? [] : [run]))
  return {
    outcome,
    context,
    comparison,
    changes: changeGroups(worstFirst),
    nonPassing: worstFirst.filter(({ result }) => result.outcome !== 'passed'),
    passing: worstFirst.filter(({ result }) => result.outcome === 'passed'),
    columns: {
      before: comparison !== null,
      latency: runs.some((run) => run.p95LatencyMs !== null),
      cost: runs.some((run) => run.meanCostUsd !== null),
      tokens: runs.some((run) => run.meanTokens !== null),
      run: runs.length > 0,
    },
  }
}

/** The service's count, or the number of known failing tests if it gave none. */
export function failedCount({ result, failing }: AgentView): number {
  return result.run?.counts?.failed ?? failing.length
}

/** Whether it failed in an incomplete run, so that its pass rate cannot be compared. */
export function isIncomplete(result: AgentResult): boolean {
  return result.outcome === 'failed' && result.reason !== undefined
}

/** Whether the run had not ended when it was last polled. */
export function isInProgress(run: RunResult): boolean {
  return run.status === 'queued' || run.status === 'in_progress'
}

function agentView(result: AgentResult, baseline: AgentBaseline | null): AgentView {
  const { run } = result
  const tests = run?.tests ?? []
  const changes = failureChanges(tests, baseline)
  return {
    result,
    baseline,
    failureChanges: changes,
    failing: changedFirst(
      tests.filter(({ status }) => status === 'failed'),
      changes,
    ),
    unfinished: run === null || isInProgress(run) ? [] : tests.filter(isUnfinished),
  }
}

function isUnfinished({ status }: TestResult): boolean {
  return status !== 'failed' && status !== 'passed'
}

function byUrgency(a: AgentView, b: AgentView): number {
  return (
    urgency[a.result.outcome] - urgency[b.result.outcome] ||
    newlyFailingCount(b.baseline) - newlyFailingCount(a.baseline) ||
    failedCount(b) - failedCount(a)
  )
}
