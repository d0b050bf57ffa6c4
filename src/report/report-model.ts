// What the comment and the summary show, sorted and counted once, whatever their size limit.
import type { AgentBaseline, AgentResult, GateOutcome, RunResult, TestResult } from '../gate/results.ts'
import { earlierRunsOf } from './baseline-text.ts'
import type { ReportContext } from './context.ts'
import { type Changes, changesOf, executedIn, executedTests } from './measures.ts'
import { blocks, groupedTests, isExcused, type TestGroup } from './test-groups.ts'

export interface AgentView {
  readonly result: AgentResult
  /** Null if nothing is known of its earlier runs. */
  readonly earlier: AgentBaseline | null
  /** How many of its tests block the gate. */
  readonly blocking: number
  /** Whether tests failed, and none of them blocks. */
  readonly excused: boolean
  /** In US dollars, retries included; null if unknown. */
  readonly costUsd: number | null
}

/** One test as it did in one agent, and in others: tests of the same name and group are shown together. */
export interface TestView {
  readonly first: TestCase
  readonly others: readonly TestCase[]
}

export interface TestCase {
  readonly result: AgentResult
  readonly run: RunResult
  readonly test: TestResult
}

/** How many tests these are, in all agents. */
export function casesOf(tests: readonly TestView[]): number {
  return tests.reduce((sum, { others }) => sum + 1 + others.length, 0)
}

export interface ReportModel {
  readonly outcome: GateOutcome
  readonly context: ReportContext
  /** Failed, then inconclusive, then skipped; the most blocking tests first, then the most failing ones. */
  readonly nonPassing: readonly AgentView[]
  readonly passing: readonly AgentView[]
  /** By group; tests that failed in the most agents first. */
  readonly groups: ReadonlyMap<TestGroup, readonly TestView[]>
  /** Failing tests that the service counted, but did not list. */
  readonly unlistedFailures: number
  /** Retries included. */
  readonly executedTests: number
  /** In US dollars; null if unknown. */
  readonly totalCost: number | null
  /** Of the slowest agent, in milliseconds; null if unknown. */
  readonly maxP95LatencyMs: number | null
  /** Null unless the mode compares. */
  readonly changes: Changes | null
}

const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 } as const

export function reportModel(outcome: GateOutcome, context: ReportContext): ReportModel {
  const earlierRuns = earlierRunsOf(outcome)
  const views = outcome.results
    .map((result) => {
      const tests = groupedTests(result.run, outcome)
      return {
        result,
        earlier: earlierRuns(result.agent),
        costUsd: result.run && executedIn(result.run).costUsd,
        blocking: tests.filter(({ group }) => blocks(group)).length,
        excused: isExcused(result, tests, outcome),
      }
    })
    .sort(byUrgency)
  const runs = outcome.results.flatMap(({ run }) => run ?? [])
  const latencies = runs.flatMap(({ p95LatencyMs }) => p95LatencyMs ?? [])
  const { tests, costUsd: totalCost } = executedTests(outcome.results)
  return {
    outcome,
    context,
    nonPassing: views.filter(({ result }) => result.outcome !== 'passed'),
    passing: views.filter(({ result }) => result.outcome === 'passed'),
    groups: groupTests(views, outcome),
    unlistedFailures: outcome.results.reduce((sum, result) => sum + unlistedFailures(result), 0),
    executedTests: tests,
    totalCost,
    maxP95LatencyMs: latencies.length === 0 ? null : latencies.reduce((a, b) => Math.max(a, b)),
    changes: outcome.comparison === null ? null : changesOf(outcome.results, earlierRuns),
  }
}

/** The service's count, or the number of known failing tests if it gave none. */
function failedCount({ run }: AgentResult): number {
  return run?.counts?.failed ?? run?.tests.filter(({ status }) => status === 'failed').length ?? 0
}

export function unlistedFailures({ run }: AgentResult): number {
  const listed = run?.tests.filter(({ status }) => status === 'failed').length ?? 0
  return Math.max(0, (run?.counts?.failed ?? 0) - listed)
}

function byUrgency(a: AgentView, b: AgentView): number {
  return (
    urgency[a.result.outcome] - urgency[b.result.outcome] ||
    b.blocking - a.blocking ||
    failedCount(b.result) - failedCount(a.result)
  )
}

function groupTests(views: readonly AgentView[], outcome: GateOutcome): Map<TestGroup, TestView[]> {
  const groups = new Map<TestGroup, Map<string, TestCase[]>>()
  for (const { result } of views) {
    const { run } = result
    if (run === null) continue
    groupedTests(run, outcome).forEach(({ test, group }, index) => {
      const byName = groups.get(group) ?? new Map<string, TestCase[]>()
      groups.set(group, byName)
      const name = test.name ?? `${index} ${run.taskId}`
      const cases = byName.get(name)
      if (cases === undefined) byName.set(name, [{ result, run, test }])
      else cases.push({ result, run, test })
    })
  }
  const viewsOf = (byName: ReadonlyMap<string, readonly TestCase[]>) =>
    [...byName.values()]
      .flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]))
      .sort((a, b) => b.others.length - a.others.length)
  return new Map([...groups].map(([group, byName]) => [group, viewsOf(byName)]))
}
