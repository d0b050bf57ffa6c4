// Many failures at once: are they more than earlier runs let expect, even on a bad day? It finds many small breaks, of which none can be
// shown by itself. A pure function over counts, shared by the gate and the simulation.
import { type Sampled, sampleOf } from '../sample.ts'
import type { Attempted, EarlierCounts } from './rule.ts'

/** Failures at once are too many at this probability or less, and if they are this many or more. So many tests are counted again. */
const COUNT_SIGNIFICANCE = 0.01
const MIN_FAILURES = 3
const COUNTED_AGAIN = 50
/** The failure rate of all compared tests is taken to be this at least. */
const LEAST_RATE = 0.005

/** Over the tests whose attempt was answered and is counted. */
export interface FailureCount {
  readonly tests: number
  readonly failed: number
  /** How many would fail on average if nothing had changed. */
  readonly expected: number
  /** The probability of `failed` or more if nothing had changed but the day, which may double each chance; 0 to 1. */
  readonly probability: number
  /** That is too unlikely: {@link testsToCountAgain} run once more, and if they are too many again, the job fails. */
  readonly isTooMany: boolean
}

/**
 * Finds many small breaks at once: holds the failed attempts against the chances of the tests, doubled. Without compared tests,
 * `probability` is 1. The chances are near the rate of all tests where a history is short.
 */
export function countFailures(
  answered: readonly Omit<Attempted<EarlierCounts>, 'passed'>[],
  all: readonly EarlierCounts[],
): FailureCount {
  const total = (of: keyof EarlierCounts) => all.reduce((sum, test) => sum + test[of], 0)
  const rate = Math.max(total('failures') / Math.max(total('runs'), 1), LEAST_RATE)
  const compared = answered.filter(({ runs }) => runs > 0)
  const chances = compared.map(({ failures, runs }) => (failures + 4 * rate) / (runs + 4))
  const failed = compared.filter(({ failed }) => failed > 0).length
  const expected = chances.reduce((sum, chance) => sum + chance, 0)
  const doubled = chances.map((chance) => Math.min(1, 2 * chance))
  const probability = poissonBinomialTail(doubled, failed)
  const isTooMany = failed >= MIN_FAILURES && probability <= COUNT_SIGNIFICANCE
  return { tests: compared.length, failed, expected, probability, isTooMany }
}

/**
 * The tests whose second attempts {@link countFailures} holds against their chances if too many failed, so that an outage of
 * minutes does not block. Also passing ones: a decline of all tests hardly shows in those that failed once.
 */
export function testsToCountAgain<T extends EarlierCounts & Sampled>(tests: readonly T[]): T[] {
  const compared = tests.filter(({ runs }) => runs > 0)
  return sampleOf(compared, COUNTED_AGAIN)
}

/**
 * The probability that at least `count` of independent events happen, each with its own chance, 0 to 1. Sums of positive numbers only, so
 * small results keep their precision.
 */
export function poissonBinomialTail(chances: readonly number[], count: number): number {
  // The probability of so many events so far; the last one: of `count` or more.
  const tail = new Float64Array(count + 1)
  tail[0] = 1
  for (const chance of chances) {
    for (let events = count; events > 0; events--) {
      const stays = events === count ? 1 : 1 - chance
      tail[events] = (tail[events] ?? 0) * stays + (tail[events - 1] ?? 0) * chance
    }
    if (count > 0) tail[0] = (tail[0] ?? 0) * (1 - chance)
  }
  return Math.min(tail[count] ?? 0, 1)
}
