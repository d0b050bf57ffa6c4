// What a page (comment or summary) shows, sorted and counted once, before any size is thought of.
import type { AgentResult, Comparison, GateOutcome, RunResult, TestResult } from '../gate/results.ts'
import { type Change, changesOf } from './changes.ts'
import type { ReportContext } from './context.ts'
import { type NewsByName, newsFirst, newsOf } from './news.ts'
import { comparisonMade, newlyFailingCount, type Standing, standings } from './standing.ts'

export interface AgentView {
  readonly result: AgentResult
  /** Null where it was compared with nothing. */
  readonly standing: Standing | null
  readonly news: NewsByName
  /** What is new since the earlier run goes first. */
  readonly failing: readonly TestResult[]
  /** Without a verdict though the run has ended: unanswered, not run, or pending for ever. */
  readonly unfinished: readonly TestResult[]
}

/** Which measures any run has a value for; columns without values are not shown. */
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
  /** Null where nothing was to be compared. */
  readonly comparison: Comparison | null
  readonly changes: readonly Change[]
  /** Failed, then inconclusive, then skipped; the most newly failing tests first, then the most failing ones. */
  readonly attention: readonly AgentView[]
  readonly passing: readonly AgentView[]
  readonly columns: Columns
}

const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 } as const

export function pageModel(outcome: GateOutcome, context: ReportContext): PageModel {
  const comparison = comparisonMade(outcome)
  const standingOf = standings(comparison)
  const worstFirst = outcome.results
    .map((result) => agentView(result, standingOf(result.agent)))
    .sort(byUrgency)
  const runs = outcome.results.flatMap(({ run }) => (run === null ? [] : [run]))
  return {
    outcome,
    context,
    comparison,
    changes: changesOf(worstFirst),
    attention: worstFirst.filter(({ result }) => result.outcome !== 'passed'),
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

/** As the service counted; where it did not, as many failing tests as are known. */
export function failedCount({ result, failing }: AgentView): number {
  return result.run?.counts?.failed ?? failing.length
}

/** Whether it failed in a run that is no full measure of it, so that no rate can be told. */
export function isIncomplete(result: AgentResult): boolean {
  return result.outcome === 'failed' && result.reason !== undefined
}

/** Whether the service is still at it, as far as was last seen. */
export function isStillGoing(run: RunResult): boolean {
  return run.status === 'queued' || run.status === 'in_progress'
}

function agentView(result: AgentResult, standing: Standing | null): AgentView {
  const { run } = result
  const tests = run?.tests ?? []
  const news = newsOf(tests, standing)
  return {
    result,
    standing,
    news,
    failing: newsFirst(
      tests.filter(({ status }) => status === 'failed'),
      news,
    ),
    unfinished: run === null || isStillGoing(run) ? [] : tests.filter(isUnfinished),
  }
}

function isUnfinished({ status }: TestResult): boolean {
  return status !== 'failed' && status !== 'passed'
}

function byUrgency(a: AgentView, b: AgentView): number {
  return (
    urgency[a.result.outcome] - urgency[b.result.outcome] ||
    newlyFailingCount(b.standing) - newlyFailingCount(a.standing) ||
    failedCount(b) - failedCount(a)
  )
}
