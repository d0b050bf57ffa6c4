// The least that a load asks of any client that keeps the rules: requests, and time.
import type { Results } from '../../src/schema.ts'
import type { BundleRun } from './bundle.ts'
import type { Load } from './load.ts'

/** The most requests in flight. */
export const CAP = 8

/** Requests for an agent whose run has ended: the poll that sees it, and of failing tests their details and the history. */
function readsPerAgent({ failingPerAgent }: Load): number {
  return 1 + (failingPerAgent > 0 ? 2 : 0)
}

/** One list, one launch for each agent, and its reads. */
export function fewestRequests(load: Load): number {
  return 1 + load.agents * (1 + readsPerAgent(load))
}

/**
 * In mode `gate-if-worse`, for the retries that the results tell of: one list, and for each agent its history and its
 * runs, each launched, polled, and read once more if a test failed in it.
 */
export function fewestWithRetries({ results }: Pick<BundleRun, 'results'>): number {
  const { agents }: Pick<Results, 'agents'> = JSON.parse(results)
  const requests = agents.map(({ run }) => {
    const failed = new Map([[run?.taskId, false]])
    for (const test of run?.tests ?? []) {
      const once = { taskId: run?.taskId, status: test.failed ? 'failed' : 'passed' }
      for (const attempt of test.attempts.length > 0 ? test.attempts : [once])
        failed.set(
          attempt.taskId ?? '',
          failed.get(attempt.taskId ?? '') === true || attempt.status === 'failed',
        )
    }
    const reads = [...failed.values()].filter((isFailed) => isFailed).length
    return 1 + 2 * failed.size + reads
  })
  return requests.reduce((sum, each) => sum + each, 1)
}

/**
 * The shortest wall time in milliseconds, for runs that all go at once and have ended by their first poll, one interval
 * after the launch: the list, then the longest of the last agent's way, the first agent's way with all other reads
 * behind it, and all requests through the cap without a wait.
 */
export function idealMs(load: Load, intervalMs: number): number {
  const { agents, latencyMs } = load
  const reads = readsPerAgent(load)
  const throughCap = (requests: number) => Math.ceil(requests / CAP) * latencyMs
  const launches = throughCap(agents)
  const allReads = throughCap(agents * reads)
  const lastAgent = launches + intervalMs + reads * latencyMs
  const readsOnly = latencyMs + intervalMs + allReads
  return latencyMs + Math.max(lastAgent, readsOnly, launches + allReads)
}
