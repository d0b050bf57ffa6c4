// The last runs of agents, for reports of modes that do not compare.

import type { Clock } from '../client/index.ts'
import { readBaseline } from './baseline.ts'
import type { AgentBaseline, AgentResult } from './results.ts'
import type { GateService } from './service.ts'

/** Trends are worth neither many requests nor a wait. */
const MAX_TRENDS = 50
const TRENDS_MS = 15_000

export interface TrendsPlan {
  /** Earlier runs that started at this time or later do not count; milliseconds since 1970. */
  readonly baselineCutOff: number
  /** In modes that do not compare: of which agents the last runs are read. */
  readonly trends: 'failing' | 'all'
}

interface TrendsEffects {
  readonly service: Pick<GateService, 'history'>
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** One request for each agent. Never rejects; leaves out what cannot be read. */
export async function readTrends(
  results: readonly AgentResult[],
  { baselineCutOff: cutOff, trends }: TrendsPlan,
  { service, clock, signal }: TrendsEffects,
): Promise<AgentBaseline[]> {
  const ownRuns = new Set(results.flatMap(({ run }) => run?.taskId ?? []))
  const read = async ({ agent, run }: AgentResult) => {
    const plan = { agent, tests: run?.tests ?? [], now: clock.now(), cutOff, ownRuns }
    const options = () => ({ signal, timeoutMs: TRENDS_MS, maxRetries: 0 })
    const { runs } = await readBaseline(plan, service, options, 1)
    return runs.length > 0 ? [{ agent, runs, error: null }] : []
  }
  const isWanted = ({ outcome, run }: AgentResult) => (trends === 'all' ? run !== null : outcome === 'failed')
  const wanted = results.filter(isWanted).slice(0, MAX_TRENDS)
  return (await Promise.all(wanted.map((result) => read(result).catch(() => [])))).flat()
}
