// Simulated pull requests in mode `gate`, which compares nothing: what its verdict is, and how often tests run.
import { drawRates, mulberry32 } from './rule-random.ts'

export interface GateFigures {
  /** The share of the trials, 0 to 1. */
  readonly blocked: number
  /** Test executions beyond the first run, of each trial. */
  readonly executions: readonly number[]
}

/** @param passRate how many percent of the tests have to pass */
export function simulateGate(
  tests: number,
  change: (rates: Float64Array) => void,
  { retries = 0, passRate = 100 },
  trials: number,
  seed: number,
): GateFigures {
  const random = mulberry32(seed)
  const jobs = Array.from({ length: trials }, () => {
    const rates = drawRates(tests, random)
    change(rates)
    const failAgain = (failing: readonly number[]) => failing.filter((rate) => random() < rate)
    let failing = failAgain([...rates])
    let executions = 0
    // If most tests fail, none runs again.
    const isRetried = failing.length < 3 || failing.length * 2 <= tests
    for (let retry = 0; isRetried && retry < retries; retry++) {
      executions += failing.length
      failing = failAgain(failing)
    }
    return { isBlocked: (tests - failing.length) * 100 < passRate * tests, executions }
  })
  return {
    blocked: jobs.filter(({ isBlocked }) => isBlocked).length / trials,
    executions: jobs.map(({ executions }) => executions),
  }
}
