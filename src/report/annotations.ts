// Annotations, which GitHub shows at the top of a workflow run. It keeps ten per level and step.

import type { TestOfAgent } from '../results/agent-views.ts'
import { sectionOf } from '../results/causes.ts'
import { reasonText } from '../results/evidence.ts'
import { noteItems } from '../results/fold.ts'
import { headlineText } from '../results/headline.ts'
import { webLink } from '../results/links.ts'
import { issueText } from '../results/problems.ts'
import { capitalized, ended, plain } from '../results/sentence.ts'
import type { Story } from '../results/story.ts'
import type { InputIssue } from '../schema.ts'
import { firstLines } from './log.ts'
import { cutLine, cutText, plainName } from './untrusted-text.ts'

/** Plain text that the caller must escape for the runner, as `core.error` does. The log shows only the message. */
interface Annotation {
  readonly level: 'error' | 'warning'
  readonly title: string
  readonly message: string
  readonly file?: string
  readonly line?: number
}

const MOST_ANNOTATIONS = 10
const TITLE_LENGTH = 200
/** GitHub cuts at 4,096. */
const MESSAGE_LENGTH = 4000
const TESTS_SHOWN = 5
const SENTENCE_LENGTH = 300

type Note = Omit<Annotation, 'level'>

/** The story of the job, then each test of a file that blocks, at its line. In mode `report`, which blocks nothing, as warnings. */
export function annotationsOf(story: Story): readonly Annotation[] {
  const { results, cases, advice } = story
  const { endedEarly } = results.decision
  // Whatever the mode, nothing was reported. If GitHub withholds the key, nobody has to correct anything.
  const hasEnded = endedEarly !== null && !(endedEarly.kind === 'key' && endedEarly.withheld)
  const isWarning = results.mode === 'report' || advice === 'care' || advice === 'merge'
  const level = isWarning && !hasEnded ? 'warning' : 'error'
  const inFiles = cases.filter(({ test }) => test.blocks && test.source !== null)
  const notes =
    endedEarly?.kind === 'wrong-inputs'
      ? endedEarly.issues.map(issueNote)
      : [...jobNote(story, level), ...inFiles.map(testNote)]
  return notes.slice(0, MOST_ANNOTATIONS).map((note) => ({ level, ...note }))
}

/** What every report says first, and why tests failed, in the file that was tested; of a job that passed, the notes on its agents. */
function jobNote(story: Story, level: Annotation['level']): Note[] {
  const { evidence } = story
  const title = `${story.headline.sign} ${headlineText(story.headline)}`
  const notes = noteItems(story).map(({ words }) => plain(words))
  if (story.advice === 'merge') return notes.length === 0 ? [] : [noteOf(title, notes)]
  const reasons = evidence.flatMap(([first]) => {
    const { test } = first
    const isSaid = level === 'warning' || (sectionOf(test) === 'blocks' && test.source === null)
    return isSaid ? [`- ${plainName(test)}: ${reasonAndRun(first).join(' ')}`] : []
  })
  const values = story.failing.flatMap(({ agent }) => agent.override?.keys ?? [])
  const inFile = values.find(({ file }) => file !== null)
  return [noteOf(title, [...firstLines(story), ...reasons.slice(0, TESTS_SHOWN)], inFile)]
}

/** The place where an input is wrong. */
function issueNote(issue: InputIssue): Note {
  const title = issue.input === null ? 'Nothing was tested' : 'Invalid input'
  return noteOf(title, [issueText(issue)], issue)
}

function testNote(placed: TestOfAgent): Note {
  const { agent, test, text } = placed
  const title = `${plainName(agent)}: ${plainName(test)}`
  const verdict = cutLine(capitalized(plain(ended(text))), SENTENCE_LENGTH)
  return noteOf(title, [verdict, ...reasonAndRun(placed)], test.source?.committed ? test.source : {})
}

function reasonAndRun({ test, runUrl }: TestOfAgent): string[] {
  return [cutLine(reasonText(test), SENTENCE_LENGTH), webLink(runUrl) ?? ''].filter(Boolean)
}

/** The runner may not get every path: one with escape sequences, or that turns text around, would change the log. */
function noteOf(
  title: string,
  lines: readonly string[],
  { file = null, line = null }: { readonly file?: string | null; readonly line?: number | null } = {},
): Note {
  const message = cutText(lines.join('\n'), MESSAGE_LENGTH).text
  const isPlain = file !== null && cutText(file, MESSAGE_LENGTH).text === file.trim()
  const place = isPlain ? { file, ...(line !== null && { line }) } : {}
  return { title: cutLine(title, TITLE_LENGTH), message, ...place }
}
