// Simulated pull requests without a control: what the shipped functions say about tests whose chances to fail are known.
// Seeded, so the same options give the same figures.
import { countFailures, testsToCountAgain } from '../../src/gate/history/failure-count.ts'
import { type EarlierCounts, judgeFailure, todayOf } from '../../src/gate/history/rule.ts'
import { attemptsOfDay, drawRates, mulberry32, type Random } from './rule-random.ts'

export interface Situation {
  readonly tests: number
  /** How many baseline runs each test has. */
  readonly runs: number | ((index: number) => number)
  /** What the nights of the baseline runs are like; usual ones unless given. */
  readonly nights?: readonly Day[]
  /** What the gate makes of the agent's runs, in place of baseline runs. */
  readonly earlier?: ((rates: Float64Array, random: Random) => readonly EarlierCounts[]) | undefined
  /** From the usual chances to fail to those of this job. */
  readonly change?: (rates: Float64Array) => void
  /** All first attempts fail, whatever their rates. */
  readonly firstRunFails?: boolean
  /** The correlation of the attempts of one test in a job; see {@link attemptsOfDay}. */
  readonly correlation?: number
}

/** A kind of day: its share of all days, and how many times as often tests fail on it. */
export interface Day {
  readonly share: number
  readonly factor: number
}

export interface Figures {
  /** The share of the trials, 0 to 1. */
  readonly blocked: number
  /** Test runs beyond the first of each trial, ascending. */
  readonly retries: readonly number[]
}

const RETRIES = 2
const MOST_RUNS = 10

export function simulate(situation: Situation, trials: number, seed = 1): Figures {
  const random = mulberry32(seed)
  const jobs = Array.from({ length: trials }, (_, trial) => simulateJob(situation, `${trial}`, random))
  return {
    blocked: jobs.filter(({ blocked }) => blocked).length / trials,
    retries: jobs.map(({ retries }) => retries).sort((a, b) => a - b),
  }
}

/** @param job its tests have names of their own, so that each job counts others again */
function simulateJob(
  { tests: size, runs, nights = [], earlier, change, firstRunFails = false, correlation = 0 }: Situation,
  job: string,
  random: Random,
) {
  const usual = drawRates(size, random)
  const now = usual.slice()
  change?.(now)
  const factors = Array.from({ length: MOST_RUNS }, () => factorOf(nights, random))
  const counted = earlier?.(usual, random)
  const tests = Array.from(usual, (rate, index) => {
    const known = counted?.[index]
    const number = known?.runs ?? (typeof runs === 'number' ? runs : runs(index))
    let failures = known?.failures ?? 0
    for (let run = 0; known === undefined && run < number; run++)
      if (attemptsOfDay(Math.min(1, rate * (factors[run] ?? 1)), correlation, random)()) failures += 1
    const attempt = attemptsOfDay(now[index] ?? 0, correlation, random)
    const name = `${job} ${index}`
    return {
      agent: '',
      name,
      failures,
      runs: number,
      isNew: number === 0,
      failed: Number(firstRunFails || attempt()),
      attempt,
    }
  })
  if (!tests.some(({ failed }) => failed > 0)) return { blocked: false, retries: 0 }
  const sample = countFailures(tests, tests).isTooMany ? testsToCountAgain(tests) : []
  const second = new Map(sample.map((test) => [test.name, { ...test, failed: Number(test.attempt()) }]))
  if (countFailures([...second.values()], tests).isTooMany) return { blocked: true, retries: sample.length }
  const state = tests.map((test) => {
    const again = test.failed > 0 ? second.get(test.name)?.failed : undefined
    return { ...test, failed: test.failed + (again ?? 0), passed: test.failed === 0 || again === 0 }
  })
  let [retries, blocked] = [sample.length, false]
  for (let open = state.filter(({ failed }) => failed > 0); open.length > 0; ) {
    const today = todayOf(state.filter(({ runs }) => runs > 0))
    // Tests with the same counts become the same.
    const known = new Map<string, ReturnType<typeof judgeFailure>>()
    const decisions = open.map((test) => {
      const counts = [test.failures, test.runs, test.failed, test.passed].join()
      const became = known.get(counts) ?? judgeFailure(test, true, today, RETRIES)
      known.set(counts, became)
      return { test, became }
    })
    blocked ||= decisions.some(({ became }) => became === 'broke')
    open = decisions.flatMap(({ test, became }) => (became === 'retry' ? test : []))
    retries += open.length
    for (const test of open)
      if (test.attempt()) test.failed += 1
      else test.passed = true
  }
  return { blocked, retries }
}

function factorOf(days: readonly Day[], random: Random): number {
  let rest = random()
  for (const { share, factor } of days) {
    rest -= share
    if (rest < 0) return factor
  }
  return 1
}
