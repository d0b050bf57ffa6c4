// The earlier runs of agents, as a trend and as text.
import type {
  AgentBaseline,
  AgentRef,
  GateOutcome,
  PassRate,
  RunResult,
  ServiceError,
} from '../gate/results.ts'
import { laterErrorRemedy } from './error-text.ts'
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

/**
 * Why an agent's run history is missing: `sentence` is plain, untrusted text that continues the agent's name. It has no
 * address, which differs per agent, so that agents with the same cause share one explanation.
 */
export function describeUnreadable(error: ServiceError): {
  readonly sentence: string
  readonly remedy: string
} {
  const cannotBeUsed = error.kind === 'contract' && error.message.startsWith('the run history')
  const sentence = cannotBeUsed ? error.message : `the run history could not be read: ${causeOf(error)}`
  return { sentence, remedy: remedyOf(error) }
}

function causeOf({ kind, status, reason, code, message }: ServiceError): string {
  switch (kind) {
    case 'http':
    case 'validation':
      return reason?.trim() ? `HTTP ${status}: ${reason}` : `HTTP ${status}`
    case 'network':
      return `no connection${code === null ? '' : ` (${code})`}`
    case 'timeout':
      return 'no response in time'
    case 'contract':
      return 'the response is not a run history as this version knows it'
    case 'aborted':
      return 'the job was cancelled'
    case 'reported':
      return message
    default:
      return kind satisfies never
  }
}

function remedyOf(error: ServiceError): string {
  if (error.status === 404)
    return 'Older versions of the service have no run history. Update the service, set `baseline` to results files of earlier jobs, or set `mode` to `gate`.'
  if (error.status === 403)
    return "The API key may not read it. Use a key of this agent's workspace, or set `mode` to `gate`."
  if (error.kind === 'contract')
    return 'Set `baseline` to results files of earlier jobs, or `mode` to `gate`. If the service is at fault, update it and agent-tests.'
  return laterErrorRemedy(error)
}
