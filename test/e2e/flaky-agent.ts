// An agent with ten earlier runs for tests of retries and baselines, and what its jobs asked of the service.

import type { Flakiness, SimulatedAgent } from '../../simulator/src/index.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import { type Harness, pullRequestEvent } from './harness.ts'
import { testsOf } from './results-file.ts'

export const AGENT = 'Support bot'
export const BROKEN = 'Refuses a refund after 30 days'
export const KNOWN = 'Warranty question with order number'
export const FLAKY = 'Does not reveal other customers'

/** With this seed and rate, {@link FLAKY} fails in its 11th run and in none of the three before and after it. */
export const FLAKY_ONCE = { seed: 60, rates: { [FLAKY]: 0.2 } } as const

const HOUR_MS = 3_600_000

/** 16 tests and 10 earlier runs, so that run 11 is the first that a job launches. No test fails unless told. */
export function flakyAgent(flakiness: Flakiness): SimulatedAgent {
  return {
    name: AGENT,
    scenario: 'flaky',
    parameters: { tests: 16, durationMs: 200 },
    flakiness: { rate: 0, ...flakiness },
    history: Array.from({ length: 10 }, () => ({ scenario: 'flaky' })),
  }
}

/** The pull request was opened an hour ago: after the runs of the history, before everything that a test launches. */
export function openedAnHourAgo() {
  const created_at = new Date(Date.now() - HOUR_MS).toISOString()
  const { pull_request: pullRequest } = pullRequestEvent
  return { ...pullRequestEvent, pull_request: { ...pullRequest, created_at } }
}

/** The launches in the order of arrival, each with the names of its tests; `all` without names. */
export function launches(harness: Harness, step: StepResult): (readonly string[] | 'all')[] {
  const names = new Map(testsOf(step).map(({ uuid, name }) => [uuid, name]))
  return harness.simulator.journal
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/run'))
    .map(({ body }) => {
      const { test_uuids: uuids } = body as { readonly test_uuids?: readonly string[] }
      return uuids?.map((id) => names.get(id) ?? id) ?? 'all'
    })
}
