// Annotations, which GitHub shows at the top of a workflow run. It keeps ten per level and step.
import {
  agentNotes,
  blocks,
  classText,
  type GroupedTest,
  groupedTests,
  groupTitle,
  type TestGroup,
  testGroups,
  unlistedFailures,
} from '../results/groups.ts'
import { webLink } from '../results/links.ts'
import { notices } from '../results/notices.ts'
import type { Results, ResultsAgent } from '../results/schema.ts'
import { reasonLines } from '../results/test-reason.ts'
import { count, counted, firstFew } from '../results/units.ts'
import { capitalized, failedTests } from '../results/verdict-reasons.ts'
import { cutLine, cutText } from './untrusted-text.ts'

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
 * warnings: a bad day, skipped agents, and agents whose failing or flaky tests do not block.
 */
export function annotationsOf(results: Results): Annotation[] {
  const agents = results.agents
    .map((agent) => {
      const tests = groupedTests(agent, results.comparison)
      return { agent, tests, blocking: tests.filter(({ group }) => blocks(group)).length }
    })
    .sort((a, b) => b.blocking - a.blocking)
    .flatMap(({ agent, tests }) => agentAnnotation(agent, tests, results) ?? [])
  const unread = unreadAnnotations(results)
  // A failed verdict rests on the tests, whatever else could not be read.
  const both = results.verdict === 'failed' ? [...agents, ...unread] : [...unread, ...agents]
  const day = notices(results).map((notice) => annotation('warning', 'More failures than usual', notice))
  const annotations = [...abortAnnotations(results), ...day, ...both]
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

function abortAnnotations({ abortReason }: Results): Annotation[] {
  if (abortReason === null) return []
  const { message, details, remedy } = abortReason
  return [annotation('error', capitalized(message), `${details.slice(0, 50).join('\n')}\n${remedy}`)]
}

/** One per reason, for all agents whose run history could not be read. */
function unreadAnnotations({ comparison, agents }: Results): Annotation[] {
  if (comparison === null) return []
  const unread = agents.filter(({ baseline }) => baseline?.error)
  const groups = Map.groupBy(unread, ({ baseline }) => {
    const { message = '', remedy = '' } = baseline?.error ?? {}
    return `${cutText(message, SENTENCE_LENGTH).text}.\n${remedy}`
  })
  return [...groups].map(([explanation, group]) => {
    const names = firstFew(group, NAMES_SHOWN, ({ name }) => shownName(name))
    const whose = group.length === 1 ? names.join() : counted(group.length, 'agent')
    return annotation('error', `${whose}: No usable run history`, `${names.join(', ')}: ${explanation}`)
  })
}

function agentAnnotation(
  agent: ResultsAgent,
  tests: readonly GroupedTest[],
  results: Results,
): Annotation | null {
  const { outcome, problem } = agent
  switch (outcome) {
    case 'passed':
    case 'failed':
      return testsAnnotation(agent, tests, results)
    case 'inconclusive': {
      // The annotation of the abort reason covers all of them.
      if (problem?.kind === 'aborted' && results.abortReason !== null) return null
      return problemAnnotation(agent, results.mode === 'report' ? 'warning' : 'error', problem?.remedy)
    }
    case 'skipped':
      return problemAnnotation(agent, 'warning')
    default:
      return outcome satisfies never
  }
}

function problemAnnotation(agent: ResultsAgent, level: Annotation['level'], remedy = ''): Annotation {
  const { label, message } = agent.problem ?? { label: agent.outcome, message: agent.outcome }
  const name = shownName(agent.name)
  const lines = [`${name}: ${cutText(message, SENTENCE_LENGTH).text}`, remedy, linkOf(agent)]
  return annotation(level, `${name}: ${label}`, lines.filter(Boolean).join('\n'))
}

function testsAnnotation(
  agent: ResultsAgent,
  tests: readonly GroupedTest[],
  { verdict, comparison }: Results,
): Annotation | null {
  const listed = tests.filter(({ group }) => group !== 'unfinished')
  const unlisted = unlistedFailures(agent)
  if (listed.length + unlisted === 0) return null
  // Only what fails the job is an error. In mode `gate-if-worse` that can be another agent's test.
  const fails = agent.outcome === 'failed' && verdict !== 'passed'
  const blocking =
    listed.some(({ group }) => blocks(group) || group === 'undetermined') ||
    (unlisted > 0 && comparison === null)
  const title = `${shownName(agent.name)}: ${numbersOf(agent, listed, unlisted)}`
  const { problem } = agent
  const why = problem && `${cutText(problem.message, SENTENCE_LENGTH).text}. ${problem.remedy}`
  const lines = [title, testLines(listed, unlisted), why, ...agentNotes(agent), linkOf(agent)]
  return annotation(fails && blocking ? 'error' : 'warning', title, lines.filter(Boolean).join('\n'))
}

function linkOf({ run }: ResultsAgent): string {
  return webLink(run?.url ?? null) ?? ''
}

/** `1 test broke, 1 known failure, 2 flaky tests`; `2 of 12 tests failed, 1 flaky test` if they were not compared. */
function numbersOf({ run }: ResultsAgent, tests: readonly GroupedTest[], unlisted: number): string {
  const counts = run?.counts ?? null
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
    const name = cutLine(test.name ?? test.id, 160) || '(test without a name)'
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
