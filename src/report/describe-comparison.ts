// How runs stand against earlier ones, in words. One source for all reports.
import type { AgentComparison, PassRate, ServiceError } from '../gate/results.ts'
import { errorRemedy } from './error-text.ts'
import { count, counted, percentages } from './units.ts'

/** The ways in which a test can differ from the earlier run, the most important first. */
export const changeKinds = ['newlyFailing', 'fixed', 'added', 'removed'] as const
export type ChangeKind = (typeof changeKinds)[number]

const changeWords = {
  newlyFailing: 'newly failing',
  fixed: 'fixed',
  added: 'new',
  removed: 'removed',
} as const

/** `2 newly failing`, `3 new (1 failing)` */
export function changeInWords(kind: ChangeKind, total: number, failing = 0): string {
  return `${count(total)} ${changeWords[kind]}${failing > 0 ? ` (${count(failing)} failing)` : ''}`
}

/** `1 newly failing, 2 fixed`; empty where no test changed. */
export function changesOfAgent(comparison: AgentComparison): string {
  return changeKinds
    .filter((kind) => comparison[kind].length > 0)
    .map((kind) => changeInWords(kind, comparison[kind].length))
    .join(', ')
}

/** `46 of 50 tests passed (92.0%), before 45 of 50 (90.0%)` */
export function ratesInWords({ now, before }: { readonly now: PassRate; readonly before: PassRate }): string {
  const [nowPercent, beforePercent] = percentages(now, before)
  return `${passedOf(now)} (${nowPercent}), before ${count(before.passed)} of ${count(before.total)} (${beforePercent})`
}

/** `46 of 50 tests passed`, `all 50 tests passed` */
export function passedOf({ passed, total }: PassRate): string {
  return `${passed === total ? 'all' : `${count(passed)} of`} ${counted(total, 'test')} passed`
}

/** Why an agent's run history is missing: `sentence` is plain, untrusted text without the agent's name, `remedy` ours. */
export function describeUnreadable(fault: ServiceError): {
  readonly sentence: string
  readonly remedy: string
} {
  return { sentence: `run history could not be read: ${causeOf(fault)}`, remedy: remedyOf(fault) }
}

/** Without the address, which differs from agent to agent: agents with the same cause share one explanation. */
function causeOf({ kind, status, reason, code }: ServiceError): string {
  switch (kind) {
    case 'http':
    case 'validation':
      return reason === null || reason.trim() === '' ? `HTTP ${status}` : `HTTP ${status}: ${reason}`
    case 'network':
      return `no connection${code === null ? '' : ` (${code})`}`
    case 'timeout':
      return 'no answer in time'
    case 'contract':
      return 'the answer is not a run history as this version knows it'
    case 'aborted':
      return 'the job was cancelled'
    default:
      return kind satisfies never
  }
}

function remedyOf(fault: ServiceError): string {
  const { kind, status } = fault
  if (status === 404)
    return 'Older versions of the service keep no run history: update the service, or set `mode` to `gate`.'
  if (status === 403)
    return 'The API key may not read it: use a key of the workspace of this agent, or set `mode` to `gate`.'
  if (kind === 'contract') return 'Use the newest version of this action, or set `mode` to `gate`.'
  return errorRemedy(fault)
}
