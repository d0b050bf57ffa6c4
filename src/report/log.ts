// Lines at the end of the job's log. Each starts with a sign, because the runner executes lines that start with `::`
// and what follows may be untrusted.
import type { AgentRef, AgentResult, GateOutcome, TestResult } from '../gate/results.ts'
import { isStale, staleText } from './baseline-text.ts'
import { appUrlOf, type ReportContext } from './context.ts'
import { missingDetails } from './error-text.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { unlistedFailures } from './report-model.ts'
import { blocks, classText, groupedTests, isExcused, type TestGroup } from './test-groups.ts'
import { reasonLines } from './test-reason.ts'
import { count, counted, duration, firstFew } from './units.ts'
import { logText } from './untrusted-text.ts'
import { describeAbort, notBlocking, verdictReasons } from './verdict-reasons.ts'

const NAME_LENGTH = 100
const SENTENCE_LENGTH = 1000
const REASON_LENGTH = 300
/** Per agent; the comment and the results file have more. */
const TESTS_SHOWN = 20
const REASON_LINES = 5

export const paint = {
  red: (text: string) => `\u001B[31m${text}\u001B[0m`,
  green: (text: string) => `\u001B[32m${text}\u001B[0m`,
  yellow: (text: string) => `\u001B[33m${text}\u001B[0m`,
}
const signs = {
  passed: paint.green('✓'),
  failed: paint.red('✗'),
  inconclusive: paint.yellow('?'),
  skipped: paint.yellow('-'),
} as const
const verdictColor = { passed: paint.green, failed: paint.red, inconclusive: paint.yellow } as const

/** In blocks: each agent that did not pass, with its tests; then the verdict with its reasons. */
export function* outcomeLines(outcome: GateOutcome, context: ReportContext): Generator<readonly string[]> {
  for (const result of outcome.results) {
    const lines = agentLines(result, outcome, context)
    if (lines.length > 0) yield lines
  }
  yield [...staleLines(outcome, context), ...abortLines(outcome), ...verdictLines(outcome, context)]
}

export function agentName({ name }: AgentRef): string {
  return logText(name, NAME_LENGTH) || '(agent without a name)'
}

export function resultLine(
  result: AgentResult,
  appUrl: string,
  sign: string = signs[result.outcome],
): string {
  const link = result.run === null ? '' : `, ${runLink(appUrl, result.run.taskId)}`
  const remedy =
    result.outcome === 'inconclusive' ? ` → ${describeReason(result.reason, result.run).remedy}` : ''
  return `${sign} ${agentName(result.agent)}: ${resultText(result)}${link}${remedy}`
}

function resultText(result: AgentResult): string {
  switch (result.outcome) {
    case 'passed':
    case 'failed': {
      const { counts, durationMs } = result.run
      const numbers =
        counts === null ? '' : `, ${count(counts.passed)} of ${counted(counts.total, 'test')} passed`
      return `${result.outcome}${numbers} in ${duration(durationMs)}`
    }
    case 'inconclusive':
      return logText(describeReason(result.reason, result.run).sentence, SENTENCE_LENGTH)
    case 'skipped':
      return `not ready to run, so skipped: ${logText(result.reason, SENTENCE_LENGTH)}`
    default:
      return result satisfies never
  }
}

function agentLines(result: AgentResult, outcome: GateOutcome, context: ReportContext): string[] {
  const grouped = groupedTests(result.run, outcome)
  if (result.outcome === 'passed' && grouped.length === 0) return []
  const shown = grouped.slice(0, TESTS_SHOWN)
  const more = grouped.length - shown.length + unlistedFailures(result)
  const error = result.run?.detailsError ?? null
  const sign = isExcused(result, grouped, outcome) ? paint.yellow('!') : signs[result.outcome]
  return [
    resultLine(result, appUrlOf(result.agent, context), sign),
    ...shown.flatMap(({ test, group }) => testLines(test, group)),
    ...(error === null
      ? []
      : [`    ${paint.yellow('!')} ${logText(missingDetails(error), SENTENCE_LENGTH)}`]),
    ...(more > 0 ? [`    … and ${counted(more, 'more test')} that did not pass`] : []),
  ]
}

function testLines(test: TestResult, group: TestGroup): string[] {
  const sign = blocks(group) ? paint.red('✗') : paint.yellow(group === 'flaky' ? '↻' : '!')
  const name = logText(test.name ?? test.id ?? '', NAME_LENGTH) || '(test without a name)'
  const described = classText({ test, group })
  const lines = firstFew(
    reasonLines(test),
    REASON_LINES,
    (line) => `        · ${logText(line, REASON_LENGTH)}`,
    (left) => `        … and ${counted(left, 'more line')}`,
  )
  return [`    ${sign} ${name}${described === '' ? '' : ` (${logText(described, REASON_LENGTH)})`}`, ...lines]
}

function staleLines({ comparison }: GateOutcome, { now }: ReportContext): string[] {
  return (comparison?.agents ?? [])
    .filter((each) => isStale(each, now))
    .map((each) => `${paint.yellow('!')} ${agentName(each.agent)}: ${staleText(each, now)}`)
}

function abortLines(outcome: GateOutcome): string[] {
  const description = describeAbort(outcome)
  if (description === null) return []
  const { details, remedy } = description
  return [
    ...details.map((detail) => `${paint.yellow('!')} ${logText(detail, SENTENCE_LENGTH)}`),
    `→ ${remedy}`,
  ]
}

/** Empty unless tests failed, as they may in mode `gate-if-worse`. */
function whyPassed({ comparison, verdict }: GateOutcome): string[] {
  if (comparison === null || verdict.totals.failed === 0) return []
  if (comparison.comparedTests === 0) return ['there are no earlier results to compare with']
  return ['no test broke', ...notBlocking(comparison)]
}

function verdictLines(outcome: GateOutcome, { mode, title }: ReportContext): string[] {
  const { totals, status, flaky } = outcome.verdict
  const reasons = status === 'passed' ? whyPassed(outcome) : verdictReasons(outcome)
  const unfinished = totals.total - totals.passed - totals.failed
  const numbers = [
    `${count(totals.passed)} of ${counted(totals.total, 'test')} passed${flaky > 0 ? ` (${count(flaky)} of them flaky)` : ''}`,
    `${count(totals.failed)} failed`,
    ...(unfinished > 0 ? [`${count(unfinished)} without a result`] : []),
  ]
  return [
    `Verdict of ${logText(title, NAME_LENGTH)}: ${verdictColor[status](status)}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}`,
    `Totals: ${numbers.join(', ')}, in ${duration(outcome.durationMs)}`,
    ...(mode === 'report' ? ['Mode "report": this verdict does not fail the job.'] : []),
  ]
}
