// What the benchmarks ask of the service: so many agents, so many tests, so long.
import type { Fixture, SimulatedAgent, SimulatorOptions } from '../../simulator/src/index.ts'

export interface Load {
  readonly agents: number
  readonly testsPerAgent: number
  readonly failingPerAgent: number
  /** Above 0, each test fails by chance at this rate, also in the ten earlier runs that each agent then has. */
  readonly failureRate: number
  /** How long each run takes, once it is its turn. */
  readonly runMs: number
  /** Runs at the same time; Infinity for all. */
  readonly slots: number
  /** How long a run is queued although it could start, so that the service answers `queued` at launch. */
  readonly startDelayMs: number
  /** Added to every response. */
  readonly latencyMs: number
  /** The time that the service's single thread needs for each request; 0 for a service that works on all at once. */
  readonly requestMs: number
  /** The length of each question, reply, reason and criterion, in characters; null for the simulator's own test cases. */
  readonly textLength: number | null
}

const BASELINE_RUNS = 10

export function serviceOptions(
  load: Load,
): SimulatorOptions & { readonly agents: readonly SimulatedAgent[] } {
  const { agents, slots, startDelayMs, latencyMs, requestMs } = load
  return {
    concurrency: slots,
    startDelayMs,
    latencyMs,
    requestMs,
    agents: Array.from({ length: agents }, (_, index) => ({
      name: `Agent ${String(index + 1).padStart(4, '0')}`,
      ...testsOf(load, index),
    })),
  }
}

function testsOf(load: Load, index: number): Omit<SimulatedAgent, 'name'> {
  const { testsPerAgent: tests, failingPerAgent: failing, runMs: durationMs, failureRate: rate } = load
  const fixture = load.textLength === null ? {} : { fixture: fixtureOf(load.textLength) }
  if (rate === 0) return { scenario: 'mixed', parameters: { tests, failing, durationMs }, ...fixture }
  return {
    scenario: 'flaky',
    parameters: { tests, durationMs },
    flakiness: { rate, seed: index + 1 },
    history: Array.from({ length: BASELINE_RUNS }, () => ({ scenario: 'flaky' as const })),
  }
}

function fixtureOf(textLength: number): Fixture {
  // A dash makes Node store two bytes for each character.
  const text = 'A sentence – of some words. '.repeat(textLength).slice(0, textLength)
  const texts = { message: text, expectation: text, reply: text, wrongReply: text, failureReason: text }
  return { cases: [{ kind: 'reply', name: 'Test', ...texts }] }
}
