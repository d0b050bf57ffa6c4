// Lines of the job's log. Each starts with a sign of our own, because the runner executes lines that start with `::`
// and what follows may be untrusted.
import type { GateEvent } from '../gate/events.ts'
import type {
  AgentComparison,
  AgentRef,
  AgentResult,
  Comparison,
  GateOutcome,
  TestResult,
} from '../gate/results.ts'
import { changeCounts, comparisonMade, describeUnreadable, passRates } from './baseline-comparison.ts'
import type { ReportContext } from './context.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { isInProgress } from './page-model.ts'
import { firstReason } from './test-reason.ts'
import { count, counted, duration } from './units.ts'
import { logText } from './untrusted-text.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

const NAME_LENGTH = 100
const SENTENCE_LENGTH = 1000
const REASON_LENGTH = 300
/** Per agent; the comment and the results file have more. */
const TESTS_SHOWN = 20
const NAMES_SHOWN = 50

export function selectionLine(agents: readonly AgentRef[]): string {
  const names = agents.slice(0, NAMES_SHOWN).map(agentName)
  if (agents.length > NAMES_SHOWN) names.push(`${count(agents.length - NAMES_SHOWN)} more`)
  return `${counted(agents.length, 'agent')} to test: ${names.join(', ')}`
}

/** Progress, as it happens. */
export function eventLines(event: GateEvent, appUrl: string): string[] {
  switch (event.type) {
    case 'launched':
      return [`▶ ${agentName(event.agent)}: ${statusText(event.status)}, ${runLink(appUrl, event.taskId)}`]
    case 'progress':
      return [`… ${agentName(event.agent)}: ${statusText(event.status)}${progressText(event.counts)}`]
    case 'poll-error': {
      const { agent, error, attempt, retryInMs } = event
      const message = logText(error.message, SENTENCE_LENGTH)
      return [`! ${agentName(agent)}: ${message} (attempt ${count(attempt)}, next in ${duration(retryInMs)})`]
    }
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

/** A line per agent and per newly failing test, then both pass rates. */
export function comparisonLines(comparison: Comparison): string[] {
  const { compared, withoutHistory, unreadable } = comparison
  return [
    ...compared.flatMap((each) => [comparedLine(each), ...newlyFailingLines(each)]),
    ...withoutHistory.map((agent) => `- ${agentName(agent)}: no earlier run to compare with`),
    ...unreadable.map(
      ({ agent, error }) =>
        `? ${agentName(agent)}: its run history could not be read: ${logText(error.message, SENTENCE_LENGTH)} → ${describeUnreadable(error).remedy}`,
    ),
    overallLine(comparison),
  ]
}

/** Each agent's result with its failing tests, then the verdict with its reasons. */
export function outcomeLines(outcome: GateOutcome, context: ReportContext): string[] {
  return [
    ...outcome.results.flatMap((result) => [resultLine(result, context.appUrl), ...testLines(result)]),
    ...abortLines(outcome),
    ...verdictLines(outcome, context),
  ]
}

function agentName({ name }: AgentRef): string {
  return logText(name, NAME_LENGTH) || '(agent without a name)'
}

function resultLine(result: AgentResult, appUrl: string): string {
  const line = `${signs[result.outcome]} ${agentName(result.agent)}: ${resultText(result)}`
  return result.run === null ? line : `${line}, ${runLink(appUrl, result.run.taskId)}`
}

const signs = { passed: '✓', failed: '✗', inconclusive: '?', skipped: '-' } as const

function resultText(result: AgentResult): string {
  switch (result.outcome) {
    case 'passed':
    case 'failed': {
      const { counts, durationMs } = result.run
      const numbers =
        counts === null ? '' : `, ${count(counts.passed)} of ${counted(counts.total, 'test')} passed`
      return `${result.outcome}${numbers} in ${duration(durationMs)}`
    }
    case 'inconclusive': {
      const { sentence, remedy } = describeReason(result.reason, result.run)
      return `${logText(sentence, SENTENCE_LENGTH)} → ${remedy}`
    }
    case 'skipped':
      return `skipped because it cannot run: ${logText(result.reason, SENTENCE_LENGTH)}`
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
  if (unfinished > 0 && !isInProgress(run))
    lines.push(`    ? ${counted(unfinished, 'test')} without a result`)
  return lines
}

function testLine(test: TestResult): string {
  const name = logText(test.name ?? test.id ?? '', NAME_LENGTH) || '(test without a name)'
  const reason = firstReason(test)
  return `    ✗ ${name}${reason === null ? '' : `: ${logText(reason, REASON_LENGTH)}`}`
}

function abortLines({ abortReason }: GateOutcome): string[] {
  if (abortReason === null) return []
  const { details, remedy } = describeAbort(abortReason)
  return [...details.map((detail) => `! ${logText(detail, SENTENCE_LENGTH)}`), `→ ${remedy}`]
}

function verdictLines(outcome: GateOutcome, { mode, title }: ReportContext): string[] {
  const { totals, status } = outcome.verdict
  const reasons = verdictReasons(outcome)
  const comparison = comparisonMade(outcome)
  return [
    `Verdict of ${logText(title, NAME_LENGTH)}: ${status}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`,
    `Totals: ${count(totals.passed)} of ${counted(totals.total, 'test')} passed, ${count(totals.failed)} failed, in ${duration(outcome.durationMs)}`,
    ...(comparison === null ? [] : [overallLine(comparison)]),
    ...(mode === 'report' ? ['Mode "report": this verdict does not fail the job.'] : []),
  ]
}

function overallLine(comparison: Comparison): string {
  const { compared, unreadable } = comparison
  if (compared.length > 0) return `Compared ${counted(compared.length, 'agent')}: ${passRates(comparison)}`
  return unreadable.length > 0 ? 'No agent could be compared.' : 'No earlier runs to compare with.'
}

function comparedLine(comparison: AgentComparison): string {
  const changes = changeCounts(comparison)
  return `· ${agentName(comparison.agent)}: ${passRates(comparison)}${changes === '' ? '' : `: ${changes}`}`
}

function newlyFailingLines({ newlyFailing }: AgentComparison): string[] {
  const shown = newlyFailing.slice(0, TESTS_SHOWN)
  const lines = shown.map((name) => `    ✗ newly failing: ${logText(name, NAME_LENGTH)}`)
  if (shown.length < newlyFailing.length)
    lines.push(`    … and ${count(newlyFailing.length - shown.length)} more newly failing`)
  return lines
}

function statusText(status: string): string {
  return status === 'in_progress' ? 'running' : logText(status, NAME_LENGTH)
}

type Progress = Extract<GateEvent, { type: 'progress' }>['counts']

function progressText({ total, passed, failed }: Progress): string {
  const done = passed === null ? null : passed + (failed ?? 0)
  const parts = [
    done !== null && total !== null ? `${count(done)} of ${counted(total, 'test')} done` : null,
    done === null && total !== null ? counted(total, 'test') : null,
    failed !== null && failed > 0 ? `${count(failed)} failed` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}
