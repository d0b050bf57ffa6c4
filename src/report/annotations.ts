// Annotations: what GitHub shows at the top of a workflow run. It keeps ten of each level for a step.
import type { AgentResult, Comparison, GateOutcome, TestResult, VerdictStatus } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { changeInWords, describeUnreadable } from './describe-comparison.ts'
import { describeProblem } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { type NewsByName, newsFirst, newsOf } from './news.ts'
import { comparisonMade, newlyFailingCount, type Standing, standings } from './standing.ts'
import { firstReason } from './test-reason.ts'
import { count, counted } from './units.ts'
import { cutLine, cutText } from './untrusted-text.ts'
import { describeAbort } from './verdict-reasons.ts'

/** Plain text, to be written by something that escapes it for the runner, as `core.error` does. */
export interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
}

const MOST_ERRORS = 10
/** One less than GitHub keeps: a comment that cannot be written is a warning too, and comes last. */
const MOST_WARNINGS = 9
const TITLE_LENGTH = 200
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
const TESTS_SHOWN = 5
const REASON_LENGTH = 300
const NAMES_SHOWN = 20

/**
 * Errors first: the stop, unread run histories, failing agents (what newly fails first), agents without a result; then
 * warnings for skipped ones, and for failing ones where the verdict allows them.
 */
export function annotationsOf(outcome: GateOutcome, context: ReportContext): Annotation[] {
  const comparison = comparisonMade(outcome)
  const standingOf = standings(comparison)
  const agents = outcome.results
    .map((result) => ({ result, standing: standingOf(result.agent) }))
    .sort((a, b) => newlyFailingCount(b.standing) - newlyFailingCount(a.standing))
    .flatMap(({ result, standing }) => annotationOf(result, standing, outcome, context) ?? [])
  const unread = comparison === null ? [] : unreadAnnotations(comparison)
  // Where the pass rate fell, that decides, and not what could not be read.
  const both = comparison?.worse ? [...agents, ...unread] : [...unread, ...agents]
  const annotations = [...stopAnnotations(outcome), ...both]
  const having = (wanted: Annotation['level']) => annotations.filter(({ level }) => level === wanted)
  return [...atMost(MOST_ERRORS, having('error')), ...atMost(MOST_WARNINGS, having('warning'))]
}

/** The last stands for itself and for all that do not fit. */
function atMost(most: number, annotations: readonly Annotation[]): readonly Annotation[] {
  const last = annotations[most - 1]
  if (last === undefined || annotations.length === most) return annotations
  const more = `and ${count(annotations.length - most)} more like it`
  const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`
  const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}: the job summary has all.`
  return [...annotations.slice(0, most - 1), { ...last, title, message }]
}

function stopAnnotations({ abortReason }: GateOutcome): Annotation[] {
  if (abortReason === null) return []
  const { headline, details, remedy } = describeAbort(abortReason)
  return [annotation('error', headline, `${details.slice(0, 50).join('\n')}\n${remedy}`)]
}

/** One for all agents whose run history is missing for the same reason. */
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
    return annotation('error', `${whose}: Run history unread`, `${names.join(', ')}: ${explanation}`)
  })
}

function annotationOf(
  result: AgentResult,
  standing: Standing | null,
  { abortReason, verdict }: GateOutcome,
  { mode, appUrl }: ReportContext,
): Annotation | null {
  const name = result.agent.name
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed':
      return failedAnnotation(result, standing, verdict.status, appUrl)
    case 'inconclusive': {
      // The stop's own annotation has told it for all of them.
      if (result.reason.kind === 'stopped' && abortReason !== null) return null
      const { label, sentence, remedy } = describeProblem(result.reason, result.run)
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
  standing: Standing | null,
  verdict: VerdictStatus,
  appUrl: string,
): Annotation {
  const { agent, reason, run } = result
  const failing = run.tests.filter(({ status }) => status === 'failed')
  const failed = run.counts?.failed ?? failing.length
  const newly = newlyFailingCount(standing)
  const numbers = [
    ...(newly > 0 ? [changeInWords('newlyFailing', newly)] : []),
    `${count(failed)} of ${counted(run.counts?.total ?? run.tests.length, 'test')} failed`,
  ]
  const lines = [testLines(failing, failed, newsOf(run.tests, standing)), runLink(appUrl, run.taskId)]
  if (verdict === 'inconclusive' && reason !== undefined)
    lines.unshift(`Its pass rate is no measure: ${cutLine(describeProblem(reason, run).sentence, 1000)}.`)
  // A job that succeeds shows no errors.
  const level = verdict === 'passed' ? 'warning' : 'error'
  return annotation(level, `${cutLine(agent.name, 120)}: ${numbers.join(', ')}`, lines.join('\n'))
}

function testLines(failing: readonly TestResult[], failed: number, news: NewsByName): string {
  const shown = newsFirst(failing, news).slice(0, TESTS_SHOWN)
  const lines = shown.map((test) => {
    const what = news.get(test.name)
    const reason = firstReason(test)
    const name = cutLine(test.name ?? test.id ?? '', 160)
    return `- ${what === undefined ? '' : `${what}: `}${name}${reason === null ? '' : `: ${cutLine(reason, REASON_LENGTH)}`}`
  })
  if (failed > shown.length) lines.push(`… and ${counted(failed - shown.length, 'more failing test')}`)
  return lines.join('\n')
}

function annotation(level: Annotation['level'], title: string, message: string): Annotation {
  return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text }
}
