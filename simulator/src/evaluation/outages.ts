// Errors that hit some of an agent's runs: it is down for a while, a judge is, or one test always errs.
import { ERRORS_IN_A_ROW, type ErrorKind, isErrorKind, type OutageKind, type Outcome } from './errors.ts'
import type { Test } from './test.ts'

/** Runs are counted for each test, from 1, the agent's history included. */
export interface Outage {
  readonly kind: OutageKind
  /** The name of the only test that it hits; all by default. */
  readonly test?: string
  /** The first and the last run that it hits; all by default. */
  readonly runs?: readonly [first: number, last: number]
  /** It hits the runs that start within these seconds after the simulator did, and none of the history. */
  readonly seconds?: readonly [from: number, to: number]
}

/** @param started seconds from the start of the simulator to the start of the run */
export function errorOf(
  outages: readonly Outage[],
  test: Test,
  number: number,
  started: number,
): ErrorKind | null {
  const hit = outages.findLast(
    ({
      test: only = test.plainName,
      runs: [first, last] = everything,
      seconds: [from, to] = everything,
      kind,
    }) =>
      only === test.plainName &&
      number >= first &&
      number <= last &&
      started >= from &&
      started < to &&
      (kind !== 'half-down' || (test.index + number) % 2 === 0),
  )
  return hit?.kind === 'half-down' ? 'agent-down' : (hit?.kind ?? null)
}

const everything = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const

/** A run stops after many errors in a row; the tests behind them are not run. */
export function stopAfterErrors<Planned extends { readonly outcome: Outcome }>(
  tests: readonly Planned[],
): Planned[] {
  let inARow = 0
  return tests.map((planned) => {
    if (planned.outcome === 'unconfigured') return planned
    if (inARow >= ERRORS_IN_A_ROW) return { ...planned, outcome: 'not-run' }
    inARow = isErrorKind(planned.outcome) ? inARow + 1 : 0
    return planned
  })
}
