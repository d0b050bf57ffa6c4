// Is an agent declining? Its newest ten runs against the thirty before, by an exact test; see docs/statistics.md.
import { coversMost, type EarlierTests } from '../gate/history.ts'

const NEWEST = 10
const BEFORE = 30
/** With fewer runs before, chance alone could not be excluded. */
const MIN_BEFORE = 10
const SIGNIFICANCE = 0.001

export interface Decline {
  readonly isDeclining: boolean
  /** The tests that all of these runs have. */
  readonly tests: number
  readonly newest: Failures
  readonly before: Failures
  /** Of as many failures in the newest runs, if nothing has changed; 0 to 1. */
  readonly probability: number
}

/** Failures of these tests over some runs. */
export interface Failures {
  readonly runs: number
  readonly failed: number
  readonly total: number
}

/**
 * Null if there are too few runs to compare, as after the tests were rewritten. Runs are compared, not results: within a run,
 * results fail together when the agent's model has an outage.
 * @param complete oldest first
 */
export function declineOf(complete: readonly EarlierTests[]): Decline | null {
  const keys = [...(complete.at(-1)?.passed.keys() ?? [])]
  const runs = complete.filter(({ passed }) => coversMost(passed, keys)).slice(-NEWEST - BEFORE)
  const common = keys.filter((key) => runs.every(({ passed }) => passed.has(key)))
  if (runs.length < NEWEST + MIN_BEFORE || common.length === 0) return null
  const failures = runs.map(({ passed }) => common.filter((key) => passed.get(key) === false).length)
  const summed = (some: readonly number[]): Failures => ({
    runs: some.length,
    failed: some.reduce((sum, each) => sum + each, 0),
    total: some.length * common.length,
  })
  const [newest, before] = [summed(failures.slice(-NEWEST)), summed(failures.slice(0, -NEWEST))]
  const probability = permutationTail(failures, NEWEST, newest.failed)
  return { isDeclining: probability <= SIGNIFICANCE, tests: common.length, newest, before, probability }
}

/**
 * The share of all choices of `size` of these counts whose sum is at least `least`: the exact permutation test, since without a
 * change every choice of runs is as likely to be the newest ones.
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
