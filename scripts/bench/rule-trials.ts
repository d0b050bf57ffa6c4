// Simulated pull requests for the rule of `gate-if-worse`: what the shipped functions say about tests whose chances to
// fail are known. Seeded, so the same options give the same figures.
import { baselineOf, classifyFailure, countFailures, todayOf } from '../../src/gate/rule.ts'
import { drawRates, mulberry32, type Random } from './rule-random.ts'

export interface Situation {
  readonly tests: number
  /** Mean chance of an unchanged test to fail. */
  readonly failureRate: number
  /** False: every test has the mean chance. True: many hardly ever fail, a few fail often; see `drawRates`. */
  readonly skewed: boolean
  readonly baselineRuns: number
  /** Tests that the pull request breaks, whatever their chance was before. */
  readonly broken: number
  /** Chance of a broken test to fail. */
  readonly brokenRate: number
  /** Factor on the chances of the unchanged tests today (at most up to 1): above 1 on a bad day. */
  readonly today: number
  /** Added to the chances of the unchanged tests: above 0 if the change makes all tests a little worse. */
  readonly worse: number
  /** Tests that share their luck in a run, except in retries; 1 if all are independent. */
  readonly groupSize: number
}

/** 100 tests that fail in 5% of their runs on average, a few of them often; nothing changed. */
export const ordinary: Situation = {
  tests: 100,
  failureRate: 0.05,
  skewed: true,
  baselineRuns: 10,
  broken: 0,
  brokenRate: 1,
  today: 1,
  worse: 0,
  groupSize: 1,
}

/** Shares of the trials that each rule blocked, 0 to 1. */
export interface Figures {
  /** Mode `gate`: any test fails. */
  readonly anyFailure: number
  /** More failures than in the newest baseline run. */
  readonly lowerPassRate: number
  /** A test that passed in the newest baseline run fails, and fails two retries too. */
  readonly newlyFailing: number
  /** The rule that ships, with `retries: 2`. */
  readonly shipped: number
  /** Retries made by the shipped rule as a share of the suite, mean over the trials. */
  readonly extraTests: number
}

const RETRIES = 2

interface SimulatedTest {
  failures: number
  runs: number
  /** In the newest baseline run. */
  failedBefore: boolean
  /** In the first attempt of this job. */
  failed: boolean
}

export function simulate(situation: Situation, trials: number, seed = 1): Figures {
  const random = mulberry32(seed)
  const pool = drawRates(situation.failureRate, situation.skewed, random)
  const rates = new Float64Array(situation.tests)
  const tests = Array.from(rates, () => ({ failures: 0, runs: 0, failedBefore: false, failed: false }))
  const sums = { anyFailure: 0, lowerPassRate: 0, newlyFailing: 0, shipped: 0, extraTests: 0 }
  for (let trial = 0; trial < trials; trial++) {
    for (let i = 0; i < rates.length; i++) rates[i] = pool[Math.floor(random() * pool.length)] ?? 0
    drawBaseline(tests, rates, situation, random)
    change(rates, situation)
    drawRun(tests, rates, situation.groupSize, random)
    const job = judge(tests, rates, random)
    for (const key of keysOf(sums)) sums[key] += Number(job[key])
  }
  for (const key of keysOf(sums)) sums[key] /= trials
  return sums
}

function keysOf(figures: Figures) {
  return Object.keys(figures) as (keyof Figures)[]
}

/** From the chances of the baseline to those of the pull request. Tests are in no order: the first ones may break. */
function change(rates: Float64Array, { broken, brokenRate, today, worse }: Situation): void {
  for (let i = 0; i < rates.length; i++)
    rates[i] = i < broken ? brokenRate : Math.min(1, (rates[i] ?? 0) * today + worse)
}

export function drawBaseline(
  tests: SimulatedTest[],
  rates: Float64Array,
  { baselineRuns, groupSize }: Situation,
  random: Random,
): void {
  for (const test of tests) {
    test.failures = 0
    test.runs = baselineRuns
    test.failedBefore = false
  }
  for (let run = 0; run < baselineRuns; run++) {
    drawRun(tests, rates, groupSize, random)
    for (const test of tests) {
      if (test.failed) test.failures += 1
      test.failedBefore = test.failed
    }
  }
}

/** Sets `failed` of every test. */
function drawRun(tests: SimulatedTest[], rates: Float64Array, groupSize: number, random: Random): void {
  let luck = 0
  for (let i = 0; i < tests.length; i++) {
    if (i % groupSize === 0) luck = random()
    const test = tests[i]
    if (test !== undefined) test.failed = luck < (rates[i] ?? 0)
  }
}

/** One job: what each rule says, and the retries of the shipped rule. */
function judge(
  tests: readonly SimulatedTest[],
  rates: Float64Array,
  random: Random,
): { readonly [Rule in keyof Figures]: boolean | number } {
  const baseline = baselineOf(tests)
  const { blocks } = countFailures(tests, baseline)
  const today = todayOf(tests, baseline)
  let [failed, failedBefore, retries, newlyFailing, broken] = [0, 0, 0, false, false]
  for (const [i, test] of tests.entries()) {
    if (test.failedBefore) failedBefore += 1
    if (!test.failed) continue
    failed += 1
    const inARow = failuresInARow(rates[i] ?? 0, random)
    if (!test.failedBefore && inARow > RETRIES) newlyFailing = true
    if (blocks) continue
    let attempts = { failed: 1, passed: false, firstAnswered: true }
    const history = { ...test, isNew: test.runs === 0 }
    let became = classifyFailure(history, attempts, baseline, today, RETRIES)
    for (; became === 'retry'; became = classifyFailure(history, attempts, baseline, today, RETRIES)) {
      retries += 1
      attempts =
        inARow > attempts.failed
          ? { ...attempts, failed: attempts.failed + 1 }
          : { ...attempts, passed: true }
    }
    if (became === 'broken') broken = true
  }
  const compared = baseline.comparedTests > 0
  return {
    anyFailure: failed > 0,
    lowerPassRate: compared && failed > failedBefore,
    newlyFailing: compared && newlyFailing,
    shipped: blocks || broken,
    extraTests: retries / tests.length,
  }
}

/** Failed attempts until the first that passes, of a test whose first attempt failed. More than any rule retries: 9. */
function failuresInARow(rate: number, random: Random): number {
  let count = 1
  while (count < 9 && random() < rate) count += 1
  return count
}
