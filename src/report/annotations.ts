// Annotations, which GitHub shows at the top of a workflow run. It keeps ten per level and step.

import { sectionOf, standingOf } from '../results/causes.ts'
import { reasonText } from '../results/evidence.ts'
import type { Finding } from '../results/findings.ts'
import { count, counted, firstFew } from '../results/format.ts'
import { webLink } from '../results/links.ts'
import { agentNotes } from '../results/notes.ts'
import {
  type AgentView,
  type ListedTests,
  type Overview,
  type TestOfAgent,
  testList,
} from '../results/overview.ts'
import { issueText, problemWords } from '../results/problems.ts'
import { capitalized, ended, plain } from '../results/sentence.ts'
import { type Story, storyText, testedText } from '../results/story.ts'
import { type InputIssue, isAccepted, type Results, type ResultsTest } from '../schema.ts'
import { cutLine, cutText, plainAgentName, plainTestName } from './untrusted-text.ts'

/** Plain text that the caller must escape for the runner, as `core.error` does. The log shows only the message. */
interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
  /** What was tested in place of the service's, so that it stands beside the changed lines. */
  readonly file?: string
  readonly line?: number
}

type Level = Annotation['level']

const MOST_ERRORS = 10
/** One less than GitHub keeps, because a comment that could not be written is a warning, too. */
const MOST_WARNINGS = 9
const TITLE_LENGTH = 200
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
/** Lines, and names in one of them. */
const LINES_SHOWN = 5
const SENTENCE_LENGTH = 300

/**
 * The story of the job, then each agent with what blocks, or what else to know about its run. In mode `report`, which blocks nothing, as
 * warnings.
 */
export function annotationsOf(overview: Overview): Annotation[] {
  const { results, story, agents: views } = overview
  const level = (wanted: Level) => (results.mode === 'report' ? 'warning' : wanted)
  // Whatever the mode, nothing was reported. If GitHub withholds the key, nobody has to correct anything.
  const { endedEarly } = results.decision
  const hasEnded = endedEarly !== null && !(endedEarly.kind === 'key' && endedEarly.withheld)
  const { advice } = story
  // The annotation of the job has the lines at the top.
  const hasStory = advice !== 'merge'
  const agents = views.flatMap((view) => {
    const ofAgent = level(['blocks', 'inconclusive'].includes(standingOf(view.agent)) ? 'error' : 'warning')
    const inFiles = view.cases.filter(({ test }) => test.blocks && test.source !== null)
    const cases = view.cases.filter((each) => !inFiles.includes(each))
    return [
      ...inFiles.flatMap((each) => testAnnotation(each, ofAgent)),
      // Its notes are in the summary.
      ...(inFiles.length > 0 && view.agent.problem === null && testList(cases).length === 0
        ? []
        : [agentAnnotation(overview, { ...view, cases }, ofAgent) ?? []].flat()),
    ]
  })
  const usualLevel = level(advice === 'care' ? 'warning' : 'error')
  const ofStory = storyAnnotation(story, hasEnded ? 'error' : usualLevel)
  const annotations =
    endedEarly?.kind === 'wrong-inputs'
      ? endedEarly.issues.map(issueAnnotation)
      : [...(hasStory ? [ofStory] : []), ...agents]
  const having = (wanted: Level) => annotations.filter((each) => each.level === wanted)
  return [...atMost(MOST_ERRORS, having('error')), ...atMost(MOST_WARNINGS, having('warning'))]
}

/** The last one counts those that do not fit. */
function atMost(limit: number, annotations: readonly Annotation[]): readonly Annotation[] {
  const last = annotations[limit - 1]
  if (last === undefined || annotations.length === limit) return annotations
  const more = `and ${count(annotations.length - limit)} more`
  const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`
  const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}. See the job summary for all of them.`
  return [...annotations.slice(0, limit - 1), { ...last, title, message }]
}

function storyAnnotation(story: Story, level: Level): Annotation {
  const [title = '', ...all] = storyText(story)
  const lines = level === 'error' ? all.filter((line) => !line.startsWith('➖')) : all
  const details = story.details.map((detail) => plain(detail))
  const tested = testedText(story).map((text) => plain(text))
  return annotation(level, title, [...lines, ...details, ...tested])
}

/** The place where an input is wrong. */
function issueAnnotation(issue: InputIssue): Annotation {
  const { input, file, line } = issue
  const made = annotation('error', input === null ? 'Nothing was tested' : 'Invalid input', [
    issueText(issue),
  ])
  return { ...made, ...(file !== null && isPlainPath(file) && { file, ...(line !== null && { line }) }) }
}

/** A test of a file that blocks, at its line. */
function testAnnotation({ agent, runUrl, test, text }: TestOfAgent, level: Level): Annotation[] {
  if (test.source === null) return []
  const { file, line, committed } = test.source
  const title = `${plainAgentName(agent)}: ${plainTestName(test)}`
  const verdict = cutLine(capitalized(plain(ended(text))), SENTENCE_LENGTH)
  const reason = cutLine(reasonText(test), SENTENCE_LENGTH)
  const made = annotation(level, title, [verdict, reason, webLink(runUrl) ?? ''])
  return [{ ...made, ...(committed && isPlainPath(file) && { file, line }) }]
}

function agentAnnotation(
  { results, story }: Overview,
  { agent, cases }: AgentView,
  level: Level,
): Annotation | null {
  const { run } = agent
  // Nobody has to give it tests: it gets those of its original.
  if (agent.problem?.kind === 'spare-copy') return null
  const hasStory = story.advice !== 'merge'
  // An outage is said once, in the annotation of the job.
  const isTold = ({ problem }: Finding) => problem?.agents.includes(results.agents.indexOf(agent)) === true
  const isToldOf = hasStory && story.above.some(isTold)
  const problem = isToldOf ? null : agent.problem
  const isUntold = (test: ResultsTest) => !isToldOf || sectionOf(test) !== 'without-result'
  const named = cases.filter(({ test }) => isNamed(results.mode, test) && isUntold(test))
  const list = testList(named)
  const words = problem && problemWords(problem)
  const facts = [...(words === null ? [] : [plain([words.short])]), ...list.map(({ title }) => title)]
  const notes = agentNotes(agent)
  if (facts.length + notes.length === 0) return null
  const name = plainAgentName(agent)
  const title = [name, facts.join(', ')].filter(Boolean).join(': ')
  const file = agent.override?.keys.find((key) => key.file !== null)?.file ?? null
  const made = annotation(level, title, [
    ...(words === null ? [] : [`${name} ${plain(ended(words.sentence))}`]),
    ...listedTests(list, hasStory),
    ...notes.map((note) => `${name} ${plain(note)}`),
    webLink((named.length === 1 && named[0]?.runUrl) || (run?.url ?? null)) ?? '',
  ])
  return { ...made, ...(file !== null && isPlainPath(file) && list.length > 0 && { file }) }
}

/** Whether the runner may get a path: one with escape sequences, or that turns the direction of text, would change the log. */
function isPlainPath(file: string): boolean {
  return cutText(file, MESSAGE_LENGTH).text === file.trim()
}

/** What blocks, by itself or because nobody knows. The agent's problem says that its run continues. */
function isNamed(mode: Results['mode'], test: ResultsTest): boolean {
  return (
    ['blocks', 'without-result'].includes(sectionOf(test)) ||
    (mode === 'report' && test.failed && !isAccepted(test))
  )
}

function listedTests(list: readonly ListedTests[], hasStory: boolean): string[] {
  const all = list.flatMap(({ lines }) => lines)
  const [shown, others] = [all.slice(0, LINES_SHOWN), all.slice(LINES_SHOWN).flat()]
  const more = others.length > 0 ? [`… and ${counted(others.length, 'more test')}`] : []
  return [...shown.map((cases) => annotationLine(cases, hasStory)), ...more]
}

function annotationLine(cases: ListedTests['lines'][number], hasStory: boolean): string {
  const [{ test, text, isToldAbove }] = cases
  const names = firstFew(cases, LINES_SHOWN, (each) => plainTestName(each.test))
  // Without a result, what was said is the evidence.
  const reason = sectionOf(test) === 'without-result' ? '' : cutLine(reasonText(test), SENTENCE_LENGTH)
  const verdict = hasStory && isToldAbove ? '' : cutLine(plain(text), SENTENCE_LENGTH)
  return `- ${names.join(', ')}${verdict === '' ? '' : ` (${verdict})`}${reason === '' ? '' : `: ${reason}`}`
}

function annotation(level: Level, title: string, lines: readonly string[]): Annotation {
  const message = lines.filter((line) => line !== '').join('\n')
  return { level, title: cutLine(title, TITLE_LENGTH), message: cutText(message, MESSAGE_LENGTH).text }
}
