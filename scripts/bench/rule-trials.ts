// Simulated pull requests without a control: what the shipped functions say about tests whose chances to fail are known.
// Seeded, so the same options give the same figures.
import {
  baselineSums,
  countFailures,
  judgeFailure,
  testsToCountAgain,
  todayOf,
} from '../../src/gate/compare/history-rule.ts'
import { attemptsOfDay, drawRates, mulberry32, type Random } from './rule-random.ts'

export interface Situation {
  readonly tests: number
  /** How many baseline runs each test has. */
  readonly runs: number | ((index: number) => number)
  /** From the usual chances to fail to those of this job. */
  readonly change?: (rates: Float64Array) => void
  /** All first attempts fail, whatever their rates. */
  readonly firstRunFails?: boolean
  /** The correlation of the attempts of one test in a job; see {@link attemptsOfDay}. */
  readonly correlation?: number
}

export interface Figures {
  /** Shares of the trials, 0 to 1. Mode `gate` blocks on any failure. */
  readonly blocked: number
  readonly anyFailure: number
  /** Test runs beyond the first of each trial, ascending. */
  readonly retries: readonly number[]
}

const RETRIES = 2

export function simulate(situation: Situation, trials: number, seed = 1): Figures {
  const random = mulberry32(seed)
  const jobs = Array.from({ length: trials }, (_, trial) => simulateJob(situation, `${trial}`, random))
  return {
    blocked: jobs.filter(({ blocked }) => blocked).length / trials,
    anyFailure: jobs.filter(({ failed }) => failed).length / trials,
    retries: jobs.map(({ retries }) => retries).sort((a, b) => a - b),
  }
}

/** @param job its tests have names of their own, so that each job counts others again */
function simulateJob(
  { tests: size, runs, change, firstRunFails = false, correlation = 0 }: Situation,
  job: string,
  random: Random,
) {
  const usual = drawRates(size, random)
  const now = usual.slice()
  change?.(now)
  const tests = Array.from(usual, (rate, index) => {
    const number = typeof runs === 'number' ? runs : runs(index)
    let failures = 0
    for (let run = 0; run < number; run++) if (attemptsOfDay(rate, correlation, random)()) failures += 1
    const attempt = attemptsOfDay(now[index] ?? 0, correlation, random)
    const name = `${job} ${index}`
    return {
      agent: '',
      name,
      failures,
      runs: number,
      isNew: number === 0,
      failed: firstRunFails || attempt(),
      attempt,
    }
  })
  const baseline = baselineSums(tests)
  const today = todayOf(tests, baseline)
  const sample = countFailures(tests, baseline).isTooMany ? testsToCountAgain(tests) : []
  const second = new Map(sample.map((test) => [test.name, { ...test, failed: test.attempt() }]))
  let [blocked, retries] = [countFailures([...second.values()], baseline).isTooMany, sample.length]
  const failing = tests.filter(({ failed }) => failed)
  for (const { attempt, ...history } of blocked ? [] : failing) {
    const again = second.get(history.name)
    let attempts = { failed: again?.failed ? 2 : 1, passed: again?.failed === false, firstAnswered: true }
    for (;;) {
      const became = judgeFailure(history, attempts, baseline, today, RETRIES)
      if (became === 'broke') blocked = true
      if (became !== 'retry') break
      retries += 1
      attempts = attempt() ? { ...attempts, failed: attempts.failed + 1 } : { ...attempts, passed: true }
    }
  }
  return { blocked, failed: failing.length > 0, retries }
}
