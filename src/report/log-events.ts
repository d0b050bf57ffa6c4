// Lines of the job's log while the gate runs. Each starts with a sign, as in log.ts.
import type { GateEvent, GatePhase } from '../gate/events.ts'
import type { Comparison } from '../gate/results.ts'
import { baselineText } from './baseline-text.ts'
import { describeUnreadable } from './error-text.ts'
import { runLink } from './links.ts'
import { agentName, paint, resultLine } from './log.ts'
import { count, counted, duration, firstFew, percentages } from './units.ts'
import { logText } from './untrusted-text.ts'

const NAME_LENGTH = 100
const SENTENCE_LENGTH = 1000
const NAMES_SHOWN = 50

export const phaseTitles: Readonly<Record<GatePhase, string>> = {
  select: 'Select agents',
  run: 'Run tests',
  compare: 'Compare with earlier runs',
  retry: 'Retry tests that did not pass',
}

/** Progress, as it happens. The caller shows phases, as groups or titles. */
export function eventLines(event: GateEvent, appUrl: string): string[] {
  switch (event.type) {
    case 'phase':
    case 'tests-done':
      return []
    case 'selected': {
      const names = firstFew(event.agents, NAMES_SHOWN, agentName)
      return [`${counted(event.agents.length, 'agent')} to test: ${names.join(', ')}`]
    }
    case 'launched':
      return [`▶ ${agentName(event.agent)}: ${statusText(event.status)}, ${runLink(appUrl, event.taskId)}`]
    case 'progress':
      return [`… ${agentName(event.agent)}: ${statusText(event.status)}${progressText(event.counts)}`]
    case 'poll-error': {
      const { agent, error, attempt, retryInMs } = event
      const message = logText(error.message, SENTENCE_LENGTH)
      return [
        `${paint.yellow('!')} ${agentName(agent)}: ${message} (attempt ${count(attempt)}, next in ${duration(retryInMs)})`,
      ]
    }
    case 'finished':
      return [resultLine(event.result, appUrl)]
    case 'retry-round':
      return event.agents.map(
        ({ agent, tests }) => `↻ ${agentName(agent)}: retry ${event.round}, ${counted(tests, 'test')}`,
      )
    case 'compared':
      return comparisonLines(event.comparison)
    case 'heartbeat': {
      const { elapsedMs, done, running, queued, total, unansweredForMs } = event
      const silence =
        unansweredForMs === null ? '' : `; the service has not responded for ${duration(unansweredForMs)}`
      return [
        `· ${duration(elapsedMs)}: ${count(done)} of ${counted(total, 'agent')} done, ${count(running)} running, ${count(queued)} queued${silence}`,
      ]
    }
    default:
      return event satisfies never
  }
}

/** The baseline of each agent, then both pass rates. */
function comparisonLines({ agents, comparedTests, now, before }: Comparison): string[] {
  const rates = percentages(now, before)
  return [
    ...agents.map(({ agent, runs, error }) => {
      if (error !== null) {
        const { sentence, remedy } = describeUnreadable(error)
        return `${paint.yellow('?')} ${agentName(agent)}: ${logText(sentence, SENTENCE_LENGTH)} → ${remedy}`
      }
      if (runs.length === 0) return `- ${agentName(agent)}: no earlier run to compare with`
      return `· ${agentName(agent)}: baseline of ${baselineText({ agent, runs, error })}`
    }),
    rates === null
      ? 'No earlier results to compare with.'
      : `Compared ${counted(comparedTests, 'test')}: ${rates[0]} of first attempts passed, before ${rates[1]}`,
  ]
}

function statusText(status: string): string {
  return status === 'in_progress' ? 'running' : logText(status, NAME_LENGTH)
}

function progressText({ total, passed, failed }: (GateEvent & { type: 'progress' })['counts']): string {
  const failures = failed ? `, ${count(failed)} failed` : ''
  if (total === null) return failures
  const tests = counted(total, 'test')
  return `, ${passed === null ? tests : `${count(passed + (failed ?? 0))} of ${tests} done`}${failures}`
}
