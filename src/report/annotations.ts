// Annotations, which GitHub shows at the top of a workflow run. It keeps ten per level and step.
import type { AgentResult, Comparison, GateOutcome, TestResult, VerdictStatus } from '../gate/results.ts'
import {
  type AgentBaseline,
  baselines,
  changeCount,
  changedFirst,
  comparisonMade,
  describeUnreadable,
  type FailureChanges,
  failureChanges,
  newlyFailingCount,
} from './baseline-comparison.ts'
import type { ReportContext } from './context.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { firstReason } from './test-reason.ts'
import { count, counted } from './units.ts'
import { cutLine, cutText } from './untrusted-text.ts'
import { describeAbort } from './verdict-reasons.ts'

/** Plain text that the caller must escape for the runner, as `core.error` does. */
export interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
}

const MOST_ERRORS = 10
/** One less than GitHub keeps, because a comment that could not be written is a warning, too. */
const MOST_WARNINGS = 9
const TITLE_LENGTH = 200
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
const TESTS_SHOWN = 5
const REASON_LENGTH = 300
const NAMES_SHOWN = 20

/**
 * Errors first: the reason why the job ended early, unreadable run histories, failing agents (most newly failing tests
 * first), inconclusive agents. Then warnings: skipped agents, and failing ones if the verdict is `passed`.
 */
export function annotationsOf(outcome: GateOutcome, context: ReportContext): Annotation[] {
  const comparison = comparisonMade(outcome)
  const baselineOf = baselines(comparison)
  const agents = outcome.results
    .map((result) => ({ result, baseline: baselineOf(result.agent) }))
    .sort((a, b) => newlyFailingCount(b.baseline) - newlyFailingCount(a.baseline))
    .flatMap(({ result, baseline }) => annotationOf(result, baseline, outcome, context) ?? [])
  const unread = comparison === null ? [] : unreadAnnotations(comparison)
  // A lower pass rate decides the verdict, whatever else could not be read.
  const both = comparison?.worse ? [...agents, ...unread] : [...unread, ...agents]
  const annotations = [...abortAnnotations(outcome), ...both]
  const having = (wanted: Annotation['level']) => annotations.filter(({ level }) => level === wanted)
  return [...atMost(MOST_ERRORS, having('error')), ...atMost(MOST_WARNINGS, having('warning'))]
}

/** The last one counts those that do not fit. */
function atMost(most: number, annotations: readonly Annotation[]): readonly Annotation[] {
  const last = annotations[most - 1]
  if (last === undefined || annotations.length === most) return annotations
  const more = `and ${count(annotations.length - most)} more`
  const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`
  const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}. See the job summary for all of them.`
  return [...annotations.slice(0, most - 1), { ...last, title, message }]
}

function abortAnnotations({ abortReason }: GateOutcome): Annotation[] {
  if (abortReason === null) return []
  const { headline, details, remedy } = describeAbort(abortReason)
  return [annotation('error', headline, `${details.slice(0, 50).join('\n')}\n${remedy}`)]
}

/** One per reason, for all agents whose run history could not be read. */
function unreadAnnotations({ unreadable }: Comparison): Annotation[] {
  const described = unreadable.map(({ agent, error }) => ({ agent, ...describeUnreadable(error) }))
  const groups = Map.groupBy(
    described,
    ({ sentence, remedy }) => `${cutText(sentence, 3000).text}.\n${remedy}`,
  )
  return [...groups].map(([explanation, group]) => {
    const names = group.slice(0, NAMES_SHOWN).map(({ agent }) => cutLine(agent.name, 120))
    if (group.length > names.length) names.push(`${count(group.length - names.length)} more`)
    const whose = group.length === 1 ? names.join() : counted(group.length, 'agent')
    return annotation('error', `${whose}: Run history not readable`, `${names.join(', ')}: ${explanation}`)
  })
}

function annotationOf(
  result: AgentResult,
  baseline: AgentBaseline | null,
  { abortReason, verdict }: GateOutcome,
  { mode, appUrl }: ReportContext,
): Annotation | null {
  const name = result.agent.name
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed':
      return failedAnnotation(result, baseline, verdict.status, appUrl)
    case 'inconclusive': {
      // The annotation of the abort reason covers all of them.
      if (result.reason.kind === 'stopped' && abortReason !== null) return null
      const { label, sentence, remedy } = describeReason(result.reason, result.run)
      const link = result.run === null ? '' : `\n${runLink(appUrl, result.run.taskId)}`
      const level = mode === 'report' ? 'warning' : 'error'
      return annotation(
        level,
        `${cutLine(name, 120)}: ${label}`,
        `${cutText(sentence, 3000).text}\n${remedy}${link}`,
      )
    }
    case 'skipped':
      return annotation('warning', `${cutLine(name, 120)}: Skipped`, `It cannot run: ${result.reason}`)
    default:
      return result satisfies never
  }
}

function failedAnnotation(
  result: AgentResult & { outcome: 'failed' },
  baseline: AgentBaseline | null,
  verdict: VerdictStatus,
  appUrl: string,
): Annotation {
  const { agent, reason, run } = result
  const failing = run.tests.filter(({ status }) => status === 'failed')
  const failed = run.counts?.failed ?? failing.length
  const newly = newlyFailingCount(baseline)
  const numbers = [
    ...(newly > 0 ? [changeCount('newlyFailing', newly)] : []),
    `${count(failed)} of ${counted(run.counts?.total ?? run.tests.length, 'test')} failed`,
  ]
  const lines = [testLines(failing, failed, failureChanges(run.tests, baseline)), runLink(appUrl, run.taskId)]
  if (verdict === 'inconclusive' && reason !== undefined)
    lines.unshift(`Its pass rate cannot be compared: ${cutLine(describeReason(reason, run).sentence, 1000)}.`)
  // A successful job shows no errors.
  const level = verdict === 'passed' ? 'warning' : 'error'
  return annotation(level, `${cutLine(agent.name, 120)}: ${numbers.join(', ')}`, lines.join('\n'))
}

function testLines(failing: readonly TestResult[], failed: number, changes: FailureChanges): string {
  const shown = changedFirst(failing, changes).slice(0, TESTS_SHOWN)
  const lines = shown.map((test) => {
    const change = changes.get(test.name)
    const reason = firstReason(test)
    const name = cutLine(test.name ?? test.id ?? '', 160)
    return `- ${change === undefined ? '' : `${change}: `}${name}${reason === null ? '' : `: ${cutLine(reason, REASON_LENGTH)}`}`
  })
  if (failed > shown.length) lines.push(`… and ${counted(failed - shown.length, 'more failing test')}`)
  return lines.join('\n')
}

function annotation(level: Annotation['level'], title: string, message: string): Annotation {
  return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text }
}
