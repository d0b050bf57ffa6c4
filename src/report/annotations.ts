// Annotations, which GitHub shows at the top of a workflow run. It keeps ten per level and step.
import type { AgentResult, Comparison, GateOutcome, RunResult } from '../gate/results.ts'
import { appUrlOf, type ReportContext } from './context.ts'
import { describeUnreadable, missingDetails } from './error-text.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink } from './links.ts'
import { unlistedFailures } from './report-model.ts'
import {
  blocks,
  classText,
  type GroupedTest,
  groupedTests,
  groupTitle,
  type TestGroup,
  testGroups,
} from './test-groups.ts'
import { reasonLines } from './test-reason.ts'
import { count, counted, firstFew } from './units.ts'
import { cutLine, cutText } from './untrusted-text.ts'
import { capitalized, describeAbort, failedTests } from './verdict-reasons.ts'

/** Plain text that the caller must escape for the runner, as `core.error` does. The log shows only the message. */
export interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
}

const MOST_ERRORS = 10
/** One less than GitHub keeps, because a comment that could not be written is a warning, too. */
const MOST_WARNINGS = 9
const TITLE_LENGTH = 200
const NAME_LENGTH = 120
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
const SENTENCE_LENGTH = 3000
const TESTS_SHOWN = 5
const REASON_LENGTH = 300
const NAMES_SHOWN = 20

/**
 * Errors first: why the job ended early, agents with blocking tests, unreadable run histories, inconclusive agents. Then
 * warnings: skipped agents, and agents whose failing or flaky tests do not block.
 */
export function annotationsOf(outcome: GateOutcome, context: ReportContext): Annotation[] {
  const agents = outcome.results
    .map((result) => {
      const tests = groupedTests(result.run, outcome)
      return { result, tests, blocking: tests.filter(({ group }) => blocks(group)).length }
    })
    .sort((a, b) => b.blocking - a.blocking)
    .flatMap(({ result, tests }) => agentAnnotation(result, tests, outcome, context) ?? [])
  const unread = unreadAnnotations(outcome.comparison)
  // A failed verdict rests on the tests, whatever else could not be read.
  const both = outcome.verdict.status === 'failed' ? [...agents, ...unread] : [...unread, ...agents]
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

function abortAnnotations(outcome: GateOutcome): Annotation[] {
  const description = describeAbort(outcome)
  if (description === null) return []
  const { headline, details, remedy } = description
  return [annotation('error', capitalized(headline), `${details.slice(0, 50).join('\n')}\n${remedy}`)]
}

/** One per reason, for all agents whose run history could not be read. */
function unreadAnnotations(comparison: Comparison | null): Annotation[] {
  const described = (comparison?.agents ?? []).flatMap(({ agent, error }) =>
    error === null ? [] : [{ agent, ...describeUnreadable(error) }],
  )
  const groups = Map.groupBy(
    described,
    ({ sentence, remedy }) => `${cutText(sentence, SENTENCE_LENGTH).text}.\n${remedy}`,
  )
  return [...groups].map(([explanation, group]) => {
    const names = firstFew(group, NAMES_SHOWN, ({ agent }) => shownName(agent.name))
    const whose = group.length === 1 ? names.join() : counted(group.length, 'agent')
    return annotation('error', `${whose}: No usable run history`, `${names.join(', ')}: ${explanation}`)
  })
}

function agentAnnotation(
  result: AgentResult,
  tests: readonly GroupedTest[],
  { abortReason, verdict, comparison }: GateOutcome,
  context: ReportContext,
): Annotation | null {
  const name = shownName(result.agent.name)
  const link = result.run === null ? '' : runLink(appUrlOf(result.agent, context), result.run.taskId)
  switch (result.outcome) {
    case 'passed':
    case 'failed': {
      const listed = tests.filter(({ group }) => group !== 'unfinished')
      const unlisted = unlistedFailures(result)
      if (listed.length + unlisted === 0) return null
      // Only what fails the job is an error. In mode `gate-if-worse` that can be another agent's test.
      const fails = result.outcome === 'failed' && verdict.status !== 'passed'
      const blocking =
        listed.some(({ group }) => blocks(group) || group === 'undetermined') ||
        (unlisted > 0 && comparison === null)
      const title = `${name}: ${numbersOf(result.run, listed, unlisted)}`
      const { detailsError } = result.run
      const lines = [title, testLines(listed, unlisted), detailsError && missingDetails(detailsError), link]
      return annotation(fails && blocking ? 'error' : 'warning', title, lines.filter(Boolean).join('\n'))
    }
    case 'inconclusive': {
      // The annotation of the abort reason covers all of them.
      if (result.reason.kind === 'aborted' && abortReason !== null) return null
      const { label, sentence, remedy } = describeReason(result.reason, result.run)
      const lines = [`${name}: ${cutText(sentence, SENTENCE_LENGTH).text}`, remedy, link]
      const level = context.mode === 'report' ? 'warning' : 'error'
      return annotation(level, `${name}: ${label}`, lines.join('\n'))
    }
    case 'skipped': {
      const why = `${name}: not ready to run, so skipped: ${result.reason}`
      return annotation('warning', `${name}: Skipped`, why)
    }
    default:
      return result satisfies never
  }
}

/** `1 test broke, 1 known failure, 2 flaky tests`; `2 of 12 tests failed, 1 flaky test` if they were not compared. */
function numbersOf({ counts }: RunResult, tests: readonly GroupedTest[], unlisted: number): string {
  const inGroup = (group: TestGroup) => tests.filter((each) => each.group === group).length
  const byClass = counts === null || inGroup('failing') + unlisted === 0
  const shown = byClass ? testGroups : (['flaky'] as const)
  const numbers = shown
    .filter((group) => inGroup(group) > 0)
    .map((group) => groupTitle(group, inGroup(group)))
  return (byClass ? numbers : [failedTests(counts), ...numbers]).join(', ')
}

function testLines(tests: readonly GroupedTest[], unlisted: number): string {
  const shown = tests.slice(0, TESTS_SHOWN)
  const lines = shown.map(({ test, group }) => {
    const history = classText({ test, group })
    const name = cutLine(test.name ?? test.id ?? '', 160) || '(test without a name)'
    const reason = cutLine(reasonLines(test).join('; '), REASON_LENGTH)
    return `- ${name}${history === '' ? '' : ` (${cutLine(history, REASON_LENGTH)})`}${reason === '' ? '' : `: ${reason}`}`
  })
  const more = tests.length - shown.length + unlisted
  if (more > 0) lines.push(`… and ${counted(more, 'more test')}`)
  return lines.join('\n')
}

function shownName(name: string): string {
  return cutLine(name, NAME_LENGTH) || '(agent without a name)'
}

function annotation(level: Annotation['level'], title: string, message: string): Annotation {
  return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text }
}
