// Lines for the job's log. Each begins with a sign of our own: what follows may be foreign text, and the runner
// takes a line that begins with `::` for a command.
import type { GateEvent } from '../gate/events.ts'
import type { AgentRef, AgentResult, GateOutcome, ServiceError, TestResult } from '../gate/results.ts'
import { overallLine } from './comparison-log.ts'
import type { ReportContext } from './context.ts'
import { describeProblem } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { agentInLog } from './names.ts'
import { isStillGoing } from './page-model.ts'
import { comparisonMade } from './standing.ts'
import { firstReason } from './test-reason.ts'
import { count, counted, duration } from './units.ts'
import { logText } from './untrusted-text.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

const NAME_LENGTH = 100
const SENTENCE_LENGTH = 1000
const REASON_LENGTH = 300
/** Of one agent; the comment and the results file have more. */
const TESTS_SHOWN = 20
const NAMES_SHOWN = 50

export function selectionLine(agents: readonly AgentRef[]): string {
  const names = agents.slice(0, NAMES_SHOWN).map(agentInLog)
  if (agents.length > NAMES_SHOWN) names.push(`${count(agents.length - NAMES_SHOWN)} more`)
  return `${counted(agents.length, 'agent')} to test: ${names.join(', ')}`
}

/** What happens while agents run, as it happens. */
export function eventLines(event: GateEvent, appUrl: string): string[] {
  switch (event.type) {
    case 'launched':
      return [`▶ ${agentInLog(event.agent)}: ${statusWords(event.status)}, ${runLink(appUrl, event.taskId)}`]
    case 'progress':
      return [`… ${agentInLog(event.agent)}: ${statusWords(event.status)}${progressWords(event.counts)}`]
    case 'poll-error':
      return [
        `! ${agentInLog(event.agent)}: ${faultText(event.error)}; attempt ${count(event.attempt)}, next in ${duration(event.retryInMs)}`,
      ]
    case 'finished':
      return [resultLine(event.result, appUrl)]
    case 'heartbeat': {
      const { elapsedMs, done, running, queued, total } = event
      return [
        `· ${duration(elapsedMs)}: ${count(done)} of ${counted(total, 'agent')} done, ${count(running)} running, ${count(queued)} queued`,
      ]
    }
    default:
      return event satisfies never
  }
}

/** Every agent's result with its failing tests, then the verdict, with what to do where it is not clear. */
export function outcomeLines(outcome: GateOutcome, context: ReportContext): string[] {
  return [
    ...outcome.results.flatMap((result) => [resultLine(result, context.appUrl), ...testLines(result)]),
    ...stopLines(outcome),
    ...verdictLines(outcome, context),
  ]
}

function resultLine(result: AgentResult, appUrl: string): string {
  const words = `${signs[result.outcome]} ${agentInLog(result.agent)}: ${resultWords(result)}`
  return result.run === null ? words : `${words}, ${runLink(appUrl, result.run.taskId)}`
}

const signs = { passed: '✓', failed: '✗', inconclusive: '?', skipped: '-' } as const

function resultWords(result: AgentResult): string {
  switch (result.outcome) {
    case 'passed':
    case 'failed': {
      const { counts, durationMs } = result.run
      const numbers =
        counts === null ? '' : `, ${count(counts.passed)} of ${counted(counts.total, 'test')} passed`
      return `${result.outcome}${numbers} in ${duration(durationMs)}`
    }
    case 'inconclusive': {
      const { sentence, remedy } = describeProblem(result.reason, result.run)
      return `${logText(sentence, SENTENCE_LENGTH)} → ${remedy}`
    }
    case 'skipped':
      return `skipped, it cannot run: ${logText(result.reason, SENTENCE_LENGTH)}`
    default:
      return result satisfies never
  }
}

function testLines({ run }: AgentResult): string[] {
  if (run === null) return []
  const failing = run.tests.filter(({ status }) => status === 'failed')
  const lines = failing.slice(0, TESTS_SHOWN).map(testLine)
  const more = (run.counts?.failed ?? failing.length) - lines.length
  if (more > 0) lines.push(`    … and ${counted(more, 'more failing test')}`)
  const unfinished = run.tests.filter(({ status }) => status === 'unanswered' || status === 'not-run').length
  if (unfinished > 0 && !isStillGoing(run))
    lines.push(`    ? ${counted(unfinished, 'test')} without a verdict`)
  return lines
}

function testLine(test: TestResult): string {
  const name = logText(test.name ?? test.id ?? '', NAME_LENGTH) || '(test without a name)'
  const reason = firstReason(test)
  return `    ✗ ${name}${reason === null ? '' : `: ${logText(reason, REASON_LENGTH)}`}`
}

function stopLines({ abortReason }: GateOutcome): string[] {
  if (abortReason === null) return []
  const { details, remedy } = describeAbort(abortReason)
  return [...details.map((words) => `! ${logText(words, SENTENCE_LENGTH)}`), `→ ${remedy}`]
}

function verdictLines(outcome: GateOutcome, { mode, title }: ReportContext): string[] {
  const { totals, status } = outcome.verdict
  const reasons = verdictReasons(outcome)
  const comparison = comparisonMade(outcome)
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`
  return [
    `Verdict of ${logText(title, NAME_LENGTH)}: ${status}${why}`,
    `Totals: ${count(totals.passed)} of ${counted(totals.total, 'test')} passed, ${count(totals.failed)} failed, in ${duration(outcome.durationMs)}`,
    ...(comparison === null ? [] : [overallLine(comparison)]),
    ...(mode === 'report' ? ['Mode "report": the job is not blocked, whatever the verdict.'] : []),
  ]
}

function statusWords(status: string): string {
  return status === 'in_progress' ? 'running' : logText(status, NAME_LENGTH)
}

type Progress = Extract<GateEvent, { type: 'progress' }>['counts']

function progressWords({ total, passed, failed }: Progress): string {
  const done = passed === null ? null : passed + (failed ?? 0)
  const parts = [
    done !== null && total !== null ? `${count(done)} of ${counted(total, 'test')} done` : null,
    done === null && total !== null ? counted(total, 'test') : null,
    failed !== null && failed > 0 ? `${count(failed)} failed` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}

function faultText({ message }: ServiceError): string {
  return logText(message, SENTENCE_LENGTH)
}
