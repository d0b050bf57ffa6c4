// What the benchmarks ask of the service: so many agents, so many tests, so long.
import type { SimulatedAgent, SimulatorOptions } from '../../simulator/src/index.ts'

export interface Load {
  readonly agents: number
  readonly testsPerAgent: number
  readonly failingPerAgent: number
  /** Of each run, once it is its turn. */
  readonly runMs: number
  /** Runs that go at the same time; Infinity for all. */
  readonly slots: number
  /** Added to every answer. */
  readonly latencyMs: number
}

export function serviceOptions(
  load: Load,
): SimulatorOptions & { readonly agents: readonly SimulatedAgent[] } {
  const { agents, testsPerAgent: tests, failingPerAgent: failing, runMs: durationMs, slots, latencyMs } = load
  return {
    concurrency: slots,
    latencyMs,
    agents: Array.from({ length: agents }, (_, index) => ({
      name: `Agent ${String(index + 1).padStart(4, '0')}`,
      scenario: 'mixed',
      parameters: { tests, failing, durationMs },
    })),
  }
}
