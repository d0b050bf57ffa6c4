// The least that a load asks of any client that keeps the rules: requests, and time.
import type { Load } from './load.ts'

/** Requests in flight at once: the action's own bound. */
export const CAP = 8

/**
 * Requests for an agent once its run has ended: the poll that sees it, the rows of all tests (not where none passed:
 * the poll has shown them), the details of failing ones.
 */
export function readsPerAgent({ testsPerAgent, failingPerAgent }: Load): number {
  return 1 + (failingPerAgent < testsPerAgent ? 1 : 0) + (failingPerAgent > 0 ? 1 : 0)
}

/**
 * One list, one launch for each agent, and its reads.
 * @param pollsPerRun polls until one sees the end
 */
export function fewestRequests(load: Load, pollsPerRun = 1): number {
  return 1 + load.agents * (pollsPerRun + readsPerAgent(load))
}

/**
 * Milliseconds below which it cannot be done, for runs that all go at once and have ended by their first poll, one
 * interval after the launch: the list, then whichever is longest of the last agent's way, the first agent's way with
 * all other reads behind it, and all requests through the cap without a pause.
 */
export function idealMs(load: Load, intervalMs: number): number {
  const { agents, latencyMs } = load
  const reads = readsPerAgent(load)
  const throughCap = (requests: number) => Math.ceil(requests / CAP) * latencyMs
  const launches = throughCap(agents)
  const allReads = throughCap(agents * reads)
  const list = latencyMs
  const lastAgent = launches + intervalMs + reads * latencyMs
  const readsOnly = latencyMs + intervalMs + allReads
  const noPause = launches + allReads
  return list + Math.max(lastAgent, readsOnly, noPause)
}
