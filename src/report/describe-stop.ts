// Why everything ended before its time, in words. One source for all reports.
import type { AbortReason, UnknownAgent } from '../gate/results.ts'
import { faultRemedy, faultWords } from './describe-fault.ts'
import { counted } from './units.ts'

/**
 * `headline` is ours and carries no foreign words. `details` are plain, untrusted sentences, at least one, each for a
 * line of its own. `remedy` is ours.
 */
export interface StopDescription {
  readonly headline: string
  readonly details: readonly string[]
  readonly remedy: string
}

export function describeStop(stop: AbortReason): StopDescription {
  switch (stop.kind) {
    case 'authentication': {
      const headline = `authentication failed${stop.error.status === null ? '' : ` (HTTP ${stop.error.status})`}`
      return {
        headline,
        details: [`${headline}: ${stop.error.reason?.trim() || stop.error.message}`],
        remedy:
          'Check the secret behind `api-key`: create a key in the workspace settings of the service (API keys), and save it whole.',
      }
    }
    case 'unknown-agents':
      return {
        headline: `${counted(stop.unknown.length, 'agent')} not found`,
        details: stop.unknown.map(unknownAgentWords),
        remedy: 'Nothing was started. Correct the names in the input `agents`: capitals and spaces count.',
      }
    case 'no-agents':
      return {
        headline: 'the workspace has no agents',
        details: ['the workspace of this API key has no agents'],
        remedy: 'Create an agent and link tests to it, or use the API key of another workspace.',
      }
    case 'select-failed':
      return {
        headline: 'the agents could not be read',
        details: [`the agents could not be read: ${faultWords(stop.error)}`],
        remedy: faultRemedy(stop.error),
      }
    case 'signal':
      return {
        headline: 'the job was cancelled',
        details: [`the job was cancelled (${stop.signal})`],
        remedy: 'Runs that had started go on, and cost: open them for their results.',
      }
    default:
      return stop satisfies never
  }
}

function unknownAgentWords({ name, nearest }: UnknownAgent): string {
  const hint = nearest === null ? '' : ` (did you mean "${nearest}"?)`
  return `agent "${name}": no agent with that name in this org${hint}`
}
