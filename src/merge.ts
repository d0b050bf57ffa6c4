// Merges the results files of several jobs, the parts, into one outcome. Its verdict is never better than that of a part.
import type { AgentRef, Comparison, GateOutcome } from './gate/results.ts'
import { verdictOf } from './gate/verdict.ts'
import type { MergeInputs } from './merge-inputs.ts'
import { type Part, readParts } from './parts.ts'
import type { ReportContext } from './report/context.ts'
import { counted } from './report/units.ts'
import { worstOf } from './results-outcome.ts'

export type MergePlan = Pick<MergeInputs, 'paths' | 'expected' | 'mode'>

/** What a single job has, too, so that the same reports can be written. */
export interface Merged {
  readonly outcome: GateOutcome
  readonly report: Pick<ReportContext, 'title' | 'appUrl' | 'mode' | 'timeoutSeconds' | 'now'>
}

/** Never rejects: a part that cannot be read makes the outcome inconclusive. */
export async function mergeParts({ paths, expected, mode }: MergePlan): Promise<Merged> {
  const { parts, problems, verdicts } = await readParts(paths, expected)
  const outcomes = withDistinctNames(parts)
  const results = outcomes.flatMap((outcome) => outcome.results)
  const comparison = mergedComparison(outcomes)
  const trends = outcomes.flatMap((outcome) => outcome.trends)
  const abortReason = problems.length === 0 ? null : ({ kind: 'parts', problems } as const)
  const verdict = verdictOf('gate', results, abortReason, null)
  const status = worstOf(abortReason === null ? verdicts : [...verdicts, 'inconclusive'])
  const { start, end } = spanOf(parts)
  return {
    outcome: {
      verdict: { ...verdict, status },
      results,
      abortReason,
      comparison,
      trends,
      durationMs: end - start,
    },
    report: {
      title: `Agent tests (${counted(parts.length, 'part')})`,
      appUrl: results[0]?.agent.appUrl ?? '',
      mode: mode === 'gate' && comparison !== null ? 'gate-if-worse' : mode,
      timeoutSeconds: parts.reduce((most, part) => Math.max(most, part.timeoutSeconds), 1),
      now: end,
    },
  }
}

/** Agents of one name in several parts get the name of their part. */
function withDistinctNames(parts: readonly Part[]): GateOutcome[] {
  const names = parts.flatMap(({ outcome }) => [...new Set(outcome.results.map(({ agent }) => agent.name))])
  const byName = Map.groupBy(names, (name) => name)
  return parts.map(({ name, outcome }) => {
    const renamed = <T extends { readonly agent: AgentRef }>(each: T): T =>
      (byName.get(each.agent.name)?.length ?? 0) > 1
        ? { ...each, agent: { ...each.agent, name: `${each.agent.name} (${name})` } }
        : each
    const { comparison } = outcome
    return {
      ...outcome,
      results: outcome.results.map(renamed),
      comparison: comparison && { ...comparison, agents: comparison.agents.map(renamed) },
      trends: outcome.trends.map(renamed),
    }
  })
}

/** Null if no part was compared. */
function mergedComparison(outcomes: readonly GateOutcome[]): Comparison | null {
  const all = outcomes.flatMap(({ comparison }) => comparison ?? [])
  if (all.length === 0) return null
  const sum = (value: (each: Comparison) => number) => all.reduce((total, each) => total + value(each), 0)
  const inClass = (name: keyof Comparison['classes']) => sum(({ classes }) => classes[name])
  const rate = (name: 'now' | 'before') => ({
    passed: sum((each) => each[name].passed),
    total: sum((each) => each[name].total),
  })
  return {
    agents: all.flatMap(({ agents }) => agents),
    comparedTests: sum(({ comparedTests }) => comparedTests),
    now: rate('now'),
    before: rate('before'),
    classes: {
      broken: inClass('broken'),
      'known-failure': inClass('known-failure'),
      new: inClass('new'),
      flaky: inClass('flaky'),
      unreliable: inClass('unreliable'),
      undetermined: inClass('undetermined'),
    },
    ...(all.length > 1 && { parts: sum(({ parts = 1 }) => parts) }),
    // Each part has a history of its own, so this is that of the least likely one.
    failureCount: all
      .map(({ failureCount }) => failureCount)
      .reduce((least, each) => (each.probability < least.probability ? each : least)),
  }
}

/** From the start of the first part to the end of the last. */
function spanOf(parts: readonly Part[]): { readonly start: number; readonly end: number } {
  const spans = parts
    .map(({ startedAt, outcome }) => ({ start: startedAt, end: startedAt + outcome.durationMs }))
    .filter(({ end }) => !Number.isNaN(new Date(end).getTime()))
  const now = Date.now()
  if (spans.length === 0) return { start: now, end: now }
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
}
