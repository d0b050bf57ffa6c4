// Agents that are not deterministic: tests that fail now and then, and tests that break.
import { chance } from '../ids.ts'
import type { Suite, Test } from './suite.ts'

/** For agents of the scenario `flaky`. Tests are named as in the service. */
export interface Flakiness {
  /** The chance of each test to fail, from 0 to 1; 0.05 by default. */
  readonly rate?: number
  /** Tests with their own chance. */
  readonly rates?: Readonly<Record<string, number>>
  /** The same seed gives the same results. */
  readonly seed?: number
  /** Tests that always fail from this run on. Runs are counted for each test, from 1, its history included. */
  readonly breaks?: Readonly<Record<string, number>>
}

const DEFAULT_RATE = 0.05

/** Whether a test fails in its `number`th run. Every run of every test has its own draw. */
export function failsInRun(
  { rate = DEFAULT_RATE, rates, seed = 1, breaks }: Flakiness,
  test: Test,
  number: number,
) {
  if (number >= (breaks?.[test.name] ?? Number.POSITIVE_INFINITY)) return true
  return chance(`${seed}/${test.name}/${number}`) < (rates?.[test.name] ?? rate)
}

/** @throws Error for tests that the agent does not have; RangeError for numbers out of range */
export function checkFlakiness(agentName: string, flakiness: Flakiness, suite: Suite): void {
  const { rate = DEFAULT_RATE, rates = {}, breaks = {} } = flakiness
  for (const value of [rate, ...Object.values(rates)])
    if (!(value >= 0 && value <= 1)) throw new RangeError(`a failure rate must be from 0 to 1, not ${value}`)
  for (const run of Object.values(breaks))
    if (!Number.isInteger(run) || run < 1)
      throw new RangeError(`a test breaks at a run of 1 or more, not ${run}`)
  const names = [...Object.keys(rates), ...Object.keys(breaks)]
  if (names.length > 0) findTests(agentName, suite, names)
}

/** @throws Error for tests that the agent does not have */
export function findTests(agentName: string, suite: Suite, names: readonly string[]): Test[] {
  const byName = new Map(suite.tests.map((test) => [test.name, test]))
  return names.map((name) => {
    const test = byName.get(name)
    if (test !== undefined) return test
    throw new Error(
      `agent "${agentName}" has no test "${name}"; its tests are ${[...byName.keys()].join(', ')}`,
    )
  })
}
