// This run against an earlier one: which earlier run counts, what changed test by test, and whether it got worse. Pure.
import type { EarlierRun } from '../client/index.ts'
import type {
  AgentComparison,
  AgentRef,
  Comparison,
  PassRate,
  RunResult,
  ServiceError,
  TestResult,
} from './results.ts'

/**
 * The run to compare with: earlier than this one, without error, with no more tests than this one covered; of those the
 * one with the most tests, so that a hand-started run over three tests never becomes the bar; of those the newest.
 * @param listed newest first, as the service lists them; what stands before this run is later, not earlier
 */
export function chooseEarlierRun(
  listed: readonly EarlierRun[],
  current: { readonly taskId: string; readonly total: number },
): EarlierRun | null {
  let best: EarlierRun | null = null
  const own = listed.findIndex(({ uuid }) => uuid === current.taskId)
  for (const run of listed.slice(own + 1)) {
    const rate = rateOf(run)
    const comparable = rate !== null && rate.total <= current.total
    if (comparable && (best === null || rate.total > (best.total_tests ?? 0))) best = run
  }
  return best
}

/** Null for a run that is no measure: it has an error, or no counts, or no tests. */
function rateOf(run: EarlierRun): PassRate | null {
  const { total_tests: total, passed } = run
  if (run.status !== 'done' || run.error === true || run.aborted === true) return null
  if (typeof total !== 'number' || typeof passed !== 'number' || total === 0 || passed > total) return null
  return { passed, total }
}

/** What changed from `earlier` to `current`, by the names of the tests; of tests that share a name, in their order. */
export function compareRuns(agent: AgentRef, current: RunResult, earlier: EarlierRun): AgentComparison {
  const now = byName(current.tests.map(({ name, status }) => ({ name, passed: passedOf(status) })))
  const before = byName(
    (earlier.results ?? []).map(({ name, passed }) => ({ name: name ?? null, passed: passed ?? null })),
  )
  const inBoth = [...now.values()].flatMap((test) => {
    const was = before.get(test.key)
    return was === undefined ? [] : [{ name: test.name, was: was.passed, is: test.passed }]
  })
  // Where rows are missing, a test that is not among them may be there all the same.
  const onlyIn = (these: NamedTests, others: NamedTests, allOthers: number) =>
    others.size < allOthers
      ? []
      : [...these.values()].filter(({ key }) => !others.has(key)).map(({ name }) => name)
  return {
    agent,
    earlierTaskId: earlier.uuid,
    now: { passed: current.counts?.passed ?? 0, total: current.counts?.total ?? 0 },
    before: rateOf(earlier) ?? { passed: 0, total: 0 },
    newlyFailing: inBoth.filter(({ was, is }) => was === true && is === false).map(({ name }) => name),
    fixed: inBoth.filter(({ was, is }) => was === false && is === true).map(({ name }) => name),
    added: onlyIn(now, before, earlier.total_tests ?? 0),
    removed: onlyIn(before, now, current.counts?.total ?? 0),
  }
}

type NamedTests = ReadonlyMap<
  string,
  { readonly key: string; readonly name: string; readonly passed: boolean | null }
>

function byName(
  tests: readonly { readonly name: string | null; readonly passed: boolean | null }[],
): NamedTests {
  const seen = new Map<string, number>()
  return new Map(
    tests.flatMap(({ name, passed }) => {
      if (name === null) return []
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      const key = `${nth} ${name}`
      return [[key, { key, name, passed }] as const]
    }),
  )
}

function passedOf(status: TestResult['status']): boolean | null {
  if (status === 'passed') return true
  return status === 'failed' ? false : null
}

/** Sums up both sides over the agents that have one. */
export function comparisonOf(parts: {
  readonly compared: readonly AgentComparison[]
  readonly withoutHistory: readonly AgentRef[]
  readonly unreadable: readonly { readonly agent: AgentRef; readonly error: ServiceError }[]
}): Comparison {
  const now = sum(parts.compared.map((agent) => agent.now))
  const before = sum(parts.compared.map((agent) => agent.before))
  return { ...parts, now, before, worse: isLower(now, before) }
}

function sum(rates: readonly PassRate[]): PassRate {
  return {
    passed: rates.reduce((total, { passed }) => total + passed, 0),
    total: rates.reduce((all, { total }) => all + total, 0),
  }
}

/** Compared as fractions in whole numbers: rounding could hide one test among thousands. */
function isLower(now: PassRate, before: PassRate): boolean {
  return BigInt(now.passed) * BigInt(before.total) < BigInt(before.passed) * BigInt(now.total)
}
