// Is an agent declining? Its newest ten days against the thirty before, by an exact test; see docs/internals/statistics.md.
import { coversMost, type EarlierTests } from '../gate/history.ts'

const NEWEST = 10
const BEFORE = 30
/** With fewer days before, chance alone could not be excluded. */
const MIN_BEFORE = 10

export interface Decline {
  readonly newest: Failures
  readonly before: Failures
  /** That days like the newest ones come last by chance; 0 to 1. */
  readonly probability: number
}

/** Over some days, of the tests that all their runs have. */
export interface Failures {
  readonly days: number
  readonly failed: number
  readonly total: number
}

/**
 * Null if there are too few days to compare, as after the tests were rewritten. Days are compared, not runs or results: those of
 * one day fail together when the agent's model has an outage.
 * @param complete oldest first
 */
export function declineOf(complete: readonly EarlierTests[]): Decline | null {
  const keys = [...(complete.at(-1)?.passed.keys() ?? [])]
  const runs = complete.filter(({ passed }) => coversMost(passed, keys))
  const byDay = Map.groupBy(runs, ({ run }) => Math.floor((run.createdAt ?? 0) / 86_400_000))
  const days = [...byDay.values()].slice(-NEWEST - BEFORE)
  const common = keys.filter((key) => days.flat().every(({ passed }) => passed.has(key)))
  if (days.length < NEWEST + MIN_BEFORE || common.length === 0) return null
  const failures = (some: readonly EarlierTests[]) =>
    some.reduce((sum, { passed }) => sum + common.filter((key) => passed.get(key) === false).length, 0)
  const summed = (some: readonly (readonly EarlierTests[])[]): Failures => ({
    days: some.length,
    failed: failures(some.flat()),
    total: some.flat().length * common.length,
  })
  const ranks = ranksOf(days.map((day) => failures(day) / day.length))
  const least = ranks.slice(-NEWEST).reduce((sum, rank) => sum + rank, 0)
  return {
    newest: summed(days.slice(-NEWEST)),
    before: summed(days.slice(0, -NEWEST)),
    probability: permutationTail(ranks, NEWEST, least),
  }
}

/** Twice the rank of each; equal ones share theirs. Whole numbers, and one outage is no more than one bad day. */
function ranksOf(values: readonly number[]): number[] {
  const having = (is: (other: number) => boolean) => values.filter(is).length
  return values.map((value) => 2 * having((other) => other < value) + having((other) => other === value))
}

/**
 * The share of all choices of `size` of these counts whose sum is at least `least`: the exact permutation test, since without a
 * change every choice of days is as likely to be the newest ones.
 */
export function permutationTail(counts: readonly number[], size: number, least: number): number {
  // choices[k][s]: ways to choose k of the counts so far with the sum s; sums from `least` on are one.
  const choices = Array.from({ length: size + 1 }, () => new Float64Array(least + 1))
  const none = choices[0]
  if (none !== undefined) none[0] = 1
  for (const count of counts)
    for (let k = size; k > 0; k--) {
      const [from, to] = [choices[k - 1], choices[k]]
      if (from === undefined || to === undefined) continue
      for (let sum = 0; sum <= least; sum++) {
        const next = Math.min(least, sum + count)
        to[next] = (to[next] ?? 0) + (from[sum] ?? 0)
      }
    }
  const all = choices[size]?.reduce((sum, ways) => sum + ways, 0) ?? 1
  return (choices[size]?.[least] ?? 0) / all
}
