// How this run stands against earlier ones, as lines of the log.
import type { AgentComparison, Comparison, PassRate } from '../gate/results.ts'
import { counted } from './units.ts'
import { logText } from './untrusted-text.ts'

const NAME_LENGTH = 80

/** A line for each agent, then one for all; each begins with a word of ours. */
export function comparisonLines(comparison: Comparison): string[] {
  const { compared, withoutHistory, unreadable } = comparison
  return [
    ...compared.map(comparedLine),
    ...withoutHistory.map(({ name }) => `· ${logText(name, NAME_LENGTH)}: no earlier run to compare with`),
    ...unreadable.map(
      ({ agent, fault }) =>
        `? ${logText(agent.name, NAME_LENGTH)}: its run history could not be read: ${logText(fault.message, 500)}`,
    ),
    compared.length === 0
      ? 'Nothing to compare with.'
      : `Passed over ${counted(compared.length, 'agent')}: ${rates(comparison)}`,
  ]
}

function comparedLine(agent: AgentComparison): string {
  const changes = [
    [agent.newlyFailing, 'newly failing'],
    [agent.fixed, 'fixed'],
    [agent.added, 'new'],
    [agent.removed, 'removed'],
  ] as const
  const words = changes.flatMap(([tests, what]) => (tests.length === 0 ? [] : [`${tests.length} ${what}`]))
  const detail = words.length === 0 ? '' : ` (${words.join(', ')})`
  return `· ${logText(agent.agent.name, NAME_LENGTH)}: ${rates(agent)}${detail}`
}

function rates({ now, before }: { readonly now: PassRate; readonly before: PassRate }): string {
  return `${now.passed} of ${now.total} tests, before ${before.passed} of ${before.total}`
}
