// Why the verdict is what it is, and why a job ended early. The only place that phrases either; every report uses it.
import type { AbortReason, Comparison, GateOutcome, UnknownAgent } from '../gate/results.ts'
import { errorRemedy, errorText } from './error-text.ts'
import { count, counted, percentages } from './units.ts'

/** Short phrases in plain text without the service's words; empty when the verdict is `passed`. */
export function verdictReasons({ verdict, results, abortReason, comparison }: GateOutcome): string[] {
  const { status, agents, totals } = verdict
  if (status === 'passed') return []
  const incomplete = results.filter((result) => result.outcome === 'failed' && result.reason !== undefined)
  const tested = agents.passed + agents.failed + agents.inconclusive
  return [
    agents.failed > 0 && `${count(totals.failed)} of ${counted(totals.total, 'test')} failed`,
    comparison?.worse && fallenRate(comparison),
    agents.inconclusive > 0 &&
      `${counted(agents.inconclusive, 'agent')} ${agents.inconclusive === 1 ? 'was' : 'were'} inconclusive`,
    comparison !== null &&
      incomplete.length > 0 &&
      `the run of ${counted(incomplete.length, 'agent')} is incomplete, so its pass rate cannot be compared`,
    comparison !== null &&
      comparison.unreadable.length > 0 &&
      `the run history of ${counted(comparison.unreadable.length, 'agent')} could not be read`,
    abortReason !== null && describeAbort(abortReason).headline,
    abortReason === null && tested === 0 && 'no agent was tested',
  ].filter((reason) => typeof reason === 'string')
}

function fallenRate({ now, before }: Comparison): string {
  const [nowPercent, beforePercent] = percentages(now, before)
  const from = `${beforePercent} (${count(before.passed)} of ${count(before.total)})`
  return `the pass rate fell from ${from} to ${nowPercent} (${count(now.passed)} of ${count(now.total)})`
}

/**
 * `headline` and `remedy` are our own words. `details` holds at least one sentence of plain, untrusted text, each for
 * a line of its own.
 */
export interface AbortDescription {
  readonly headline: string
  readonly details: readonly string[]
  readonly remedy: string
}

export function describeAbort(reason: AbortReason): AbortDescription {
  switch (reason.kind) {
    case 'authentication': {
      const { status, reason: detail, message } = reason.error
      const headline = `authentication failed${status === null ? '' : ` (HTTP ${status})`}`
      return {
        headline,
        details: [`${headline}: ${detail?.trim() || message}`],
        remedy:
          'Check the secret behind `api-key`. You can create a new key in the workspace settings of the service, under "API keys"; copy all of it.',
      }
    }
    case 'unknown-agents':
      return {
        headline: `${counted(reason.unknown.length, 'agent')} not found`,
        details: reason.unknown.map(unknownAgent),
        remedy: 'No run was started. Correct the names in the input `agents`; case and spaces matter.',
      }
    case 'no-agents':
      return {
        headline: 'the workspace has no agents',
        details: ['the workspace of this API key has no agents'],
        remedy: 'Create an agent and link tests to it, or use the API key of another workspace.',
      }
    case 'select-failed':
      return {
        headline: 'the list of agents could not be read',
        details: [`the list of agents could not be read: ${errorText(reason.error)}`],
        remedy: errorRemedy(reason.error),
      }
    case 'signal':
      return {
        headline: 'the job was cancelled',
        details: [`the job was cancelled (${reason.signal})`],
        remedy: 'Runs that were already started continue on the service. Open them to see their results.',
      }
    default:
      return reason satisfies never
  }
}

function unknownAgent({ name, nearest }: UnknownAgent): string {
  const hint = nearest === null ? '' : ` (did you mean "${nearest}"?)`
  return `agent "${name}": no agent with that name in this org${hint}`
}
