// Agents that are not deterministic: tests that fail now and then, and tests that break.
import { chance } from '../ids.ts'
import type { Suite, SuiteTest } from './suite.ts'
import type { Test } from './test.ts'

/** For agents of the scenario `flaky`. Tests are named as in the service; runs are counted for each, from 1, its history included. */
export interface Flakiness {
  /** The chance of each test to fail, from 0 to 1; 0.05 by default. */
  readonly rate?: number
  /** Tests with their own chance. */
  readonly rates?: Readonly<Record<string, number>>
  /** Another `rate` from a run on. */
  readonly later?: { readonly rate: number; readonly from: number }
  /** The same seed gives the same results. By default the agent's name, so that two agents do not fail alike. */
  readonly seed?: number | string
  /** Tests that always fail from this run on. */
  readonly breaks?: Readonly<Record<string, number>>
}

const DEFAULT_RATE = 0.05

/**
 * Whether a test fails in its `number`th run. Every run of every test has its own draw.
 *
 * @param factor of all chances: above 1 on a bad day
 */
export function failsInRun(
  { rate = DEFAULT_RATE, rates, later, seed = '', breaks }: Flakiness,
  test: Test,
  number: number,
  factor: number,
) {
  if (number >= (breaks?.[test.plainName] ?? Number.POSITIVE_INFINITY)) return true
  const today = later !== undefined && number >= later.from ? later.rate : rate
  return chance(`${seed}/${test.name}/${number}`) < (rates?.[test.plainName] ?? today) * factor
}

/** @throws Error for tests that the agent does not have; RangeError for numbers out of range */
export function checkFlakiness(agentName: string, flakiness: Flakiness, suite: Suite): void {
  const { rate = DEFAULT_RATE, rates = {}, later = { rate, from: 1 }, breaks = {} } = flakiness
  for (const value of [rate, later.rate, ...Object.values(rates)])
    if (!(value >= 0 && value <= 1)) throw new RangeError(`a failure rate must be from 0 to 1, not ${value}`)
  for (const run of [later.from, ...Object.values(breaks)])
    if (!Number.isInteger(run) || run < 1)
      throw new RangeError(`a test breaks at a run of 1 or more, not ${run}`)
  findTests(agentName, suite, [...Object.keys(rates), ...Object.keys(breaks)])
}

/** @throws Error for tests that the agent does not have */
export function findTests(agentName: string, suite: Suite, names: readonly string[]): SuiteTest[] {
  return names.map((name) => {
    const test = suite.testByName(name)
    if (test !== undefined) return test
    throw new Error(
      `agent "${agentName}" has no test "${name}"; its tests are ${suite.tests.map((each) => each.name).join(', ')}`,
    )
  })
}
