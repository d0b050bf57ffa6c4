// Simulated pull requests without a control: what the shipped functions say about tests whose chances to fail are known.
// Seeded, so the same options give the same figures.
import { countFailures, testsToCountAgain } from '../../src/gate/history/failure-count.ts'
import { judgeFailure, todayOf } from '../../src/gate/history/rule.ts'
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
      hasFailed: firstRunFails || attempt(),
      attempt,
    }
  })
  const sample = countFailures(tests, tests).isTooMany ? testsToCountAgain(tests) : []
  const second = new Map(sample.map((test) => [test.name, { ...test, hasFailed: test.attempt() }]))
  const anyFailure = tests.some(({ hasFailed }) => hasFailed)
  if (countFailures([...second.values()], tests).isTooMany)
    return { blocked: true, failed: anyFailure, retries: sample.length }
  const state = tests.map((test) => {
    const again = test.hasFailed ? second.get(test.name)?.hasFailed : undefined
    const failed = Number(test.hasFailed) + Number(again === true)
    return { ...test, failed, passed: !test.hasFailed || again === false }
  })
  let [retries, blocked] = [sample.length, false]
  for (let open = state.filter(({ hasFailed }) => hasFailed); open.length > 0; ) {
    const today = todayOf(state.filter(({ runs }) => runs > 0))
    const decisions = open.map((test) => ({ test, became: judgeFailure(test, true, today, RETRIES) }))
    blocked ||= decisions.some(({ became }) => became === 'broke')
    open = decisions.flatMap(({ test, became }) => (became === 'retry' ? test : []))
    retries += open.length
    for (const test of open)
      if (test.attempt()) test.failed += 1
      else test.passed = true
  }
  return { blocked, failed: anyFailure, retries }
}
