// Annotations, which GitHub shows at the top of a workflow run. It keeps ten per level and step.
import { sectionOf } from '../results/causes.ts'
import { reasonText } from '../results/evidence.ts'
import { count } from '../results/format.ts'
import { headlineText } from '../results/headline.ts'
import { webLink } from '../results/links.ts'
import { agentNotes } from '../results/notes.ts'
import type { Overview, TestOfAgent } from '../results/overview.ts'
import { issueText, problemWords } from '../results/problems.ts'
import { capitalized, ended, plain } from '../results/sentence.ts'
import type { InputIssue, ResultsAgent } from '../schema.ts'
import { firstLines } from './log.ts'
import { cutLine, cutText, plainAgentName, plainTestName } from './untrusted-text.ts'

/** Plain text that the caller must escape for the runner, as `core.error` does. The log shows only the message. */
interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
  readonly file?: string
  readonly line?: number
}

type Level = Annotation['level']

const MOST_ANNOTATIONS = 10
const TITLE_LENGTH = 200
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
const TESTS_SHOWN = 5
const SENTENCE_LENGTH = 300

/** The story of the job, then each test of a file that blocks, at its line. In mode `report`, which blocks nothing, as warnings. */
export function annotationsOf(overview: Overview): readonly Annotation[] {
  const { results, story, cases } = overview
  const { endedEarly } = results.decision
  if (endedEarly?.kind === 'wrong-inputs') return firstOf(endedEarly.issues.map(issueAnnotation))
  // Whatever the mode, nothing was reported. If GitHub withholds the key, nobody has to correct anything.
  const hasEnded = endedEarly !== null && !(endedEarly.kind === 'key' && endedEarly.withheld)
  const isWarning = results.mode === 'report' || story.advice === 'care' || story.advice === 'merge'
  const level = isWarning && !hasEnded ? 'warning' : 'error'
  const inFiles = cases.filter(({ test }) => test.blocks && test.source !== null)
  const ofTests = inFiles.map((each) => testAnnotation(each, level))
  return firstOf([...jobAnnotation(overview, level), ...ofTests])
}

/** The last one counts those that do not fit. */
function firstOf(annotations: readonly Annotation[]): readonly Annotation[] {
  const last = annotations[MOST_ANNOTATIONS - 1]
  if (last === undefined || annotations.length === MOST_ANNOTATIONS) return annotations
  const more = `and ${count(annotations.length - MOST_ANNOTATIONS)} more`
  const title = `${cutLine(last.title, TITLE_LENGTH - 40)} (${more})`
  const message = `${cutText(last.message, MESSAGE_LENGTH - 100).text}\n\n… ${more}. See the job summary for all of them.`
  return [...annotations.slice(0, MOST_ANNOTATIONS - 1), { ...last, title, message }]
}

/** What every report says first, and why tests failed, in the file that was tested; of a job that passed, the notes on its agents. */
function jobAnnotation(overview: Overview, level: Level): Annotation[] {
  const { results, story, evidence } = overview
  const title = `${story.headline.sign} ${headlineText(story.headline)}`
  const notes = results.agents.flatMap(notesOf)
  if (story.advice === 'merge') return notes.length === 0 ? [] : [annotation(level, title, notes)]
  const blocking = evidence.flatMap(([first]) => {
    const { test } = first
    const isSaid = level === 'warning' || (sectionOf(test) === 'blocks' && test.source === null)
    return isSaid ? [`- ${plainTestName(test)}: ${reasonAndRun(first).join(' ')}`] : []
  })
  const files = story.failing.flatMap(({ agent }) => agent.override?.keys.map(({ file }) => file) ?? [])
  const file = files.find((each) => each !== null) ?? null
  return [annotation(level, title, [...firstLines(overview), ...blocking.slice(0, TESTS_SHOWN)], file)]
}

/** `Draft was skipped, because …` */
function notesOf(agent: ResultsAgent): string[] {
  const { problem } = agent
  // Nobody has to give it tests: it gets those of its original.
  const isUsual = problem === null || problem.kind === 'spare-copy' || problem.kind === 'unchanged'
  const problems = isUsual ? [] : [problemWords(problem).sentence]
  return [...problems, ...agentNotes(agent)].map((note) => `${plainAgentName(agent)} ${plain(ended(note))}`)
}

/** The place where an input is wrong. */
function issueAnnotation(issue: InputIssue): Annotation {
  const title = issue.input === null ? 'Nothing was tested' : 'Invalid input'
  return annotation('error', title, [issueText(issue)], issue.file, issue.line)
}

function testAnnotation(placed: TestOfAgent, level: Level): Annotation {
  const { agent, test, text } = placed
  const title = `${plainAgentName(agent)}: ${plainTestName(test)}`
  const verdict = cutLine(capitalized(plain(ended(text))), SENTENCE_LENGTH)
  const place = test.source?.committed ? test.source : null
  return annotation(level, title, [verdict, ...reasonAndRun(placed)], place?.file, place?.line)
}

function reasonAndRun({ test, runUrl }: TestOfAgent): string[] {
  return [cutLine(reasonText(test), SENTENCE_LENGTH), webLink(runUrl) ?? ''].filter((text) => text !== '')
}

/** @param file left out if the runner may not get it: a path with escape sequences, or that turns text around, would change the log */
function annotation(
  level: Level,
  title: string,
  lines: readonly string[],
  file: string | null = null,
  line: number | null = null,
): Annotation {
  const message = cutText(lines.join('\n'), MESSAGE_LENGTH).text
  const isPlain = file !== null && cutText(file, MESSAGE_LENGTH).text === file.trim()
  const place = isPlain ? { file, ...(line !== null && { line }) } : {}
  return { level, title: cutLine(title, TITLE_LENGTH), message, ...place }
}
