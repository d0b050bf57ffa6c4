// The earlier runs of an agent, as text.
import type { PassRate, Results, ResultsAgent, ResultsRun } from '../schema.ts'
import { count, counted } from '../units.ts'

const STALE_AFTER_DAYS = 14
const DAY_MS = 86_400_000

type Baseline = NonNullable<ResultsAgent['baseline']>

/** Earlier runs have no retries, so that only first attempts compare. */
export function firstAttempts({ counts, tests }: ResultsRun): PassRate {
  const flaky = tests.filter(({ status }) => status === 'flaky').length
  return { passed: Math.max(0, (counts?.passed ?? 0) - flaky), total: counts?.total ?? 0 }
}

/** `10 runs from 2026-11-10 to 2026-11-20` */
export function baselineText({ runs }: Baseline): string {
  const days = runs.flatMap(({ createdAt }) => createdAt?.slice(0, 10) ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined) return counted(runs.length, 'run')
  return `${counted(runs.length, 'run')} ${first === last ? `on ${first}` : `from ${first} to ${last}`}`
}

/** A clause for a job that was compared with nothing. */
export function nothingToCompareWith({ agents }: Pick<Results, 'agents'>): string {
  return agents.some(({ baseline }) => (baseline?.tooRecent ?? 0) > 0)
    ? 'the earlier runs are too recent to compare with'
    : 'there are no earlier results to compare with'
}

/** `the newest earlier run is 20 days old`; null unless it is too old to say much about the agent. */
export function staleText(
  { baseline, control }: ResultsAgent,
  { startedAt, durationMs }: Results,
): string | null {
  // The control says how it is today.
  if (control !== null) return null
  const times = (baseline?.runs ?? []).map(({ createdAt }) => Date.parse(createdAt ?? ''))
  const newest = Math.max(...times.filter((time) => !Number.isNaN(time)))
  const age = Date.parse(startedAt ?? '') + durationMs - newest
  if (!Number.isFinite(age) || age <= STALE_AFTER_DAYS * DAY_MS) return null
  return `the newest earlier run is ${count(Math.floor(age / DAY_MS))} days old`
}
