// The earlier runs of agents, as a trend and as text.
import type { AgentBaseline, AgentRef, GateOutcome, PassRate, RunResult } from '../gate/results.ts'
import { count, counted, day } from './units.ts'

const STALE_AFTER_DAYS = 14
const DAY_MS = 86_400_000
/** Narrow enough for a phone. */
const TREND_RUNS = 4
const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'] as const

/** A lookup of the earlier runs of agents; null for those of which nothing is known. */
export function earlierRunsOf({
  comparison,
  trends,
}: Pick<GateOutcome, 'comparison' | 'trends'>): (agent: AgentRef) => AgentBaseline | null {
  // The same agent may be in several parts of a merged report, with different names.
  const keyOf = ({ uuid, name }: AgentRef) => `${uuid} ${name}`
  const byAgent = new Map((comparison?.agents ?? trends).map((each) => [keyOf(each.agent), each]))
  return (agent) => byAgent.get(keyOf(agent)) ?? null
}

/** Earlier runs have no retries, so that only first attempts compare. */
export function firstAttempts({ counts, tests }: RunResult): PassRate {
  const flaky = tests.filter(({ status }) => status === 'flaky').length
  return { passed: Math.max(0, (counts?.passed ?? 0) - flaky), total: counts?.total ?? 0 }
}

/** `▇▇▆▇▅`: the first attempts of the last few runs, oldest run first, and at the end those of this one. */
export function sparkline({ runs }: AgentBaseline, run: RunResult): string {
  const { passed, total } = firstAttempts(run)
  const earlier = runs.slice(0, TREND_RUNS).map((run) => bar(run.passed, run.total))
  return [...earlier.toReversed(), bar(passed, total)].join('')
}

/** The highest bar only if all tests passed, the lowest only if none did. */
function bar(passed: number, total: number): string {
  const top = bars.length - 1
  if (total === 0 || passed === 0) return bars[0]
  return (
    bars[passed === total ? top : Math.max(1, Math.min(top - 1, Math.round((top * passed) / total)))] ?? ''
  )
}

/** `10 runs from 2026-11-10 to 2026-11-20` */
export function baselineText({ runs }: AgentBaseline): string {
  const times = runs.flatMap(({ createdAt }) => createdAt ?? [])
  if (times.length === 0) return counted(runs.length, 'run')
  const [first, last] = [day(Math.min(...times)), day(Math.max(...times))]
  return `${counted(runs.length, 'run')} ${first === last ? `on ${first}` : `from ${first} to ${last}`}`
}

/** Whether the newest run is too old to say much about the agent. */
export function isStale({ runs }: AgentBaseline, now: number): boolean {
  const times = runs.flatMap(({ createdAt }) => createdAt ?? [])
  return times.length > 0 && now - Math.max(...times) > STALE_AFTER_DAYS * DAY_MS
}

/** `the newest earlier run is 20 days old` */
export function staleText({ runs }: AgentBaseline, now: number): string {
  const newest = Math.max(...runs.flatMap(({ createdAt }) => createdAt ?? []))
  return `the newest earlier run is ${count(Math.floor((now - newest) / DAY_MS))} days old`
}
