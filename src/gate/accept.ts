// Tests that do not block for now: the lines of the input `accept`.
import type { AcceptedTest } from '../inputs/values.ts'
import { isAccepted } from '../schema.ts'
import { hasFailed, type JudgedRun, type JudgedTest } from './cause.ts'

/**
 * Marks the tests of a first run.
 * @param names of the agent, and of what it is a copy of
 */
export function withAcceptance(
  run: JudgedRun,
  names: readonly (string | undefined)[],
  lines: readonly AcceptedTest[],
): JudgedRun {
  const ofAgent = lines.filter(({ agent }) => names.includes(agent))
  const acceptanceOf = (test: JudgedTest): JudgedTest['accepted'] => {
    const ofTest = ofAgent.filter((line) => line.test === test.name)
    const line = ofTest.find(({ expired }) => !expired) ?? ofTest[0]
    return line === undefined ? null : { until: line.until, expired: line.expired }
  }
  return { ...run, tests: run.tests.map((test) => ({ ...test, accepted: acceptanceOf(test) })) }
}

/** The tests that failed and block unless a comparison excuses them. */
export function failuresNotAccepted({ tests }: Pick<JudgedRun, 'tests'>): JudgedTest[] {
  return tests.filter((test) => hasFailed(test) && !isAccepted(test))
}
