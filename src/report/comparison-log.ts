// How this run stands against earlier ones, as lines of the log.
import type { AgentComparison, Comparison } from '../gate/results.ts'
import { changesOfAgent, describeUnreadable, ratesInWords } from './describe-comparison.ts'
import { agentInLog } from './names.ts'
import { count, counted } from './units.ts'
import { logText } from './untrusted-text.ts'

const NAME_LENGTH = 100
const FAULT_LENGTH = 1000
/** Of one agent; the comment and the results file have more. */
const TESTS_SHOWN = 20

/** A line for each agent and one for each test that newly fails, then one for all; each begins with a sign or word of ours. */
export function comparisonLines(comparison: Comparison): string[] {
  const { compared, withoutHistory, unreadable } = comparison
  return [
    ...compared.flatMap((each) => [comparedLine(each), ...newlyFailingLines(each)]),
    ...withoutHistory.map((agent) => `- ${agentInLog(agent)}: no earlier run to compare with`),
    ...unreadable.map(
      ({ agent, error }) =>
        `? ${agentInLog(agent)}: run history could not be read: ${logText(error.message, FAULT_LENGTH)} → ${describeUnreadable(error).remedy}`,
    ),
    overallLine(comparison),
  ]
}

/** Both rates over all agents that were compared. */
export function overallLine(comparison: Comparison): string {
  const { compared, unreadable } = comparison
  if (compared.length > 0) return `Compared ${counted(compared.length, 'agent')}: ${ratesInWords(comparison)}`
  return unreadable.length > 0 ? 'Nothing could be compared.' : 'Nothing to compare with.'
}

function comparedLine(comparison: AgentComparison): string {
  const changes = changesOfAgent(comparison)
  return `· ${agentInLog(comparison.agent)}: ${ratesInWords(comparison)}${changes === '' ? '' : `: ${changes}`}`
}

function newlyFailingLines({ newlyFailing }: AgentComparison): string[] {
  const shown = newlyFailing.slice(0, TESTS_SHOWN)
  const lines = shown.map((name) => `    ✗ newly failing: ${logText(name, NAME_LENGTH)}`)
  if (shown.length < newlyFailing.length)
    lines.push(`    … and ${count(newlyFailing.length - shown.length)} more newly failing`)
  return lines
}
