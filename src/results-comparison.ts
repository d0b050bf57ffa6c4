// The comparison of a results file. The rule of the gate judges its tests once more, with the counts in the file: what the
// rule cannot give is a contradiction, and the worst that it can give counts.
import { isDeepStrictEqual } from 'node:util'
import { classOf } from './gate/compare.ts'
import { type Baseline, isTooUnlikely } from './gate/regression.ts'
import type { AgentBaseline, Comparison, TestBaseline } from './gate/results.ts'
import type { Results, ResultsAgent, ResultsTest } from './report/results-schema.ts'

interface FileComparison {
  readonly comparison: Comparison
  readonly contradictory: boolean
}

type ComparisonRecord = NonNullable<Results['comparison']>
type Class = TestBaseline['class'] | null

/** The input of the job, which the file does not tell. */
const RETRIES = [0, 1, 2, 3, 4, 5]
/** The first, the retries, and two more. */
const MAX_ATTEMPTS = 8
/** With these a test that failed every attempt is never broken, or always. */
const EXTREMES: readonly Baseline[] = [
  { comparedTests: 1, failures: 1, runs: 1 },
  { comparedTests: 0, failures: 0, runs: 1 },
]

export function comparisonOf(
  { parts = 1, ...told }: ComparisonRecord,
  records: readonly ResultsAgent[],
  agents: readonly AgentBaseline[],
): FileComparison {
  const runs = records.flatMap(({ baseline, run }) => (baseline === null || run === null ? [] : run))
  const tests = runs.flatMap((run) => run.tests)
  const ran = runs.reduce((sum, run) => sum + Math.max(run.counts?.total ?? 0, run.tests.length), 0)
  const { comparedTests, before, failureCount } = told
  const all = { comparedTests, failures: before.total - before.passed, runs: before.total }
  // Each of several parts was judged by its own sums, which the file does not tell.
  const bases = parts > 1 ? EXTREMES : [all]
  const names = tests.map((test) => judge(test, bases))
  const claims = tests.map(({ baseline }) => baseline?.class ?? null)
  const judged = countClasses(names)
  const isUnlikely = isTooUnlikely(failureCount.probability)
  const classes = {
    ...judged,
    broken: Math.max(judged.broken, told.classes.broken),
    undetermined: Math.max(judged.undetermined, told.classes.undetermined),
  }
  return {
    comparison: {
      ...told,
      agents,
      classes,
      failureCount: { ...failureCount, blocks: failureCount.blocks || isUnlikely },
      ...(parts > 1 && { parts }),
    },
    contradictory:
      !isDeepStrictEqual(countClasses(claims), told.classes) ||
      claims.some((claim, index) => claim !== null && claim !== names[index]) ||
      failureCount.blocks !== isUnlikely ||
      !areWithin(all, tests, ran),
  }
}

function countClasses(names: readonly Class[]): Comparison['classes'] {
  const classes = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }
  for (const name of names) if (name !== null) classes[name] += 1
  return classes
}

/** Whether the histories of these tests can be part of the sums. */
function areWithin(all: Baseline, tests: readonly ResultsTest[], ran: number): boolean {
  let [failures, runs, newTests] = [0, 0, 0]
  for (const { baseline } of tests) {
    failures += baseline?.failures ?? 0
    runs += baseline?.runs ?? 0
    if (baseline?.runs === 0) newTests += 1
  }
  return failures <= all.failures && runs <= all.runs && all.comparedTests + newTests <= ran
}

/** The class in the file, if the rule can come to it with any number of retries; else the worst that it can come to. */
function judge({ status, attempts, baseline }: ResultsTest, bases: readonly Baseline[]): Class {
  if (baseline === null) return status === 'failed' ? 'undetermined' : null
  const all = attempts.length === 0 ? [{ status }] : attempts
  const [first] = all
  const isJudged = first?.status === 'failed' || first?.status === 'unanswered'
  const canBe = (name: Class) =>
    isJudged &&
    all.length <= MAX_ATTEMPTS &&
    baseline.failures <= baseline.runs &&
    bases.some((base) => RETRIES.some((retries) => classOf(baseline, all, base, retries) === name))
  if (canBe(baseline.class)) return baseline.class
  return baseline.class === 'broken' || canBe('broken') ? 'broken' : 'undetermined'
}
