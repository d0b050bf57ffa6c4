// Annotations: what GitHub shows at the top of a workflow run. It keeps ten of each level for a step.
import type { AgentResult, GateOutcome, TestReport } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { describeProblem } from './describe-problem.ts'
import { describeStop } from './describe-stop.ts'
import { runLink } from './links.ts'
import { firstReason } from './test-reason.ts'
import { count, counted } from './units.ts'
import { cutLine, cutText } from './untrusted-text.ts'

/** Plain text, to be written by something that escapes it for the runner, as `core.error` does. */
export interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
}

const MOST_OF_A_LEVEL = 10
const TITLE_LENGTH = 200
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
const TESTS_SHOWN = 5
const REASON_LENGTH = 300

/** Errors first: the stop, failing agents, agents without a result; then warnings for skipped ones. */
export function annotationsOf(outcome: GateOutcome, context: ReportContext): Annotation[] {
  const annotations = [
    ...stopAnnotations(outcome),
    ...outcome.results.flatMap((result) => annotationOf(result, outcome, context) ?? []),
  ]
  return [
    ...atMostTen(annotations.filter(({ level }) => level === 'error')),
    ...atMostTen(annotations.filter(({ level }) => level === 'warning')),
  ]
}

/** The tenth stands for itself and for all that do not fit. */
function atMostTen(annotations: readonly Annotation[]): readonly Annotation[] {
  const last = annotations[MOST_OF_A_LEVEL - 1]
  if (last === undefined || annotations.length === MOST_OF_A_LEVEL) return annotations
  const more = `and ${count(annotations.length - MOST_OF_A_LEVEL)} more like it`
  const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`
  const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}: the job summary has all.`
  return [...annotations.slice(0, MOST_OF_A_LEVEL - 1), { ...last, title, message }]
}

function stopAnnotations({ stop }: GateOutcome): Annotation[] {
  if (stop === null) return []
  const { headline, details, remedy } = describeStop(stop)
  return [annotation('error', headline, `${details.slice(0, 50).join('\n')}\n${remedy}`)]
}

function annotationOf(
  result: AgentResult,
  { stop }: GateOutcome,
  { mode, appUrl }: ReportContext,
): Annotation | null {
  const name = result.agent.name
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed': {
      const { counts, taskId, tests } = result.run
      const failing = tests.filter(({ status }) => status === 'failed')
      const failed = counts?.failed ?? failing.length
      const title = `${cutLine(name, 120)}: ${count(failed)} of ${counted(counts?.total ?? tests.length, 'test')} failed`
      return annotation('error', title, `${testLines(failing, failed)}\n${runLink(appUrl, taskId)}`)
    }
    case 'inconclusive': {
      // The stop's own annotation has told it for all of them.
      if (result.problem.kind === 'stopped' && stop !== null) return null
      const { label, sentence, remedy } = describeProblem(result.problem, result.run)
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

function testLines(failing: readonly TestReport[], failed: number): string {
  const shown = failing.slice(0, TESTS_SHOWN)
  const lines = shown.map((test) => {
    const reason = firstReason(test)
    const name = cutLine(test.name ?? test.id ?? '', 160)
    return reason === null ? `- ${name}` : `- ${name}: ${cutLine(reason, REASON_LENGTH)}`
  })
  if (failed > shown.length) lines.push(`… and ${counted(failed - shown.length, 'more failing test')}`)
  return lines.join('\n')
}

function annotation(level: Annotation['level'], title: string, message: string): Annotation {
  return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text }
}
