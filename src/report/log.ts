// Lines at the end of the job's log, in the order of the comment. Each starts with a sign or our own words, because the
// runner executes lines that start with `::` and what follows may be untrusted.
import { styleText } from 'node:util'
import { causes, type Standing, sectionOf, standingOf, type TestSection } from '../results/causes.ts'
import { count, counted, duration, firstFew, isInstant } from '../results/format.ts'
import { headlineText, totalsText } from '../results/headline.ts'
import { webLink } from '../results/links.ts'
import { agentNotes } from '../results/notes.ts'
import { type ListedTests, type Overview, type TestOfAgent, testsBelow } from '../results/overview.ts'
import { issueText, problemWords } from '../results/problems.ts'
import { shortPrompt } from '../results/prompt.ts'
import { asSentence, ofJob, plain, type Sentence, type Wording } from '../results/sentence.ts'
import { testedText } from '../results/story.ts'
import { textsOfFailure } from '../results/test-texts.ts'
import { countTests, type Results, type ResultsAgent } from '../schema.ts'
import { headlineOutput, logText, plainAgentName, plainTestName } from './untrusted-text.ts'

const EXCERPT_LENGTH = 300
/** The comment and the results file have more. */
export const TESTS_SHOWN = 20

/** Logs of runners show colors although they are no terminals. The command line removes them where its output does not. */
const painter = (format: 'red' | 'green' | 'yellow' | 'bold') => (text: string) =>
  styleText(format, text, { validateStream: false })
export const paint = {
  red: painter('red'),
  green: painter('green'),
  yellow: painter('yellow'),
  bold: painter('bold'),
}
/** The signs of agents, and of sections of tests. */
const signs: Readonly<Record<Standing | TestSection, string>> = {
  blocks: paint.red('✗'),
  inconclusive: paint.yellow('?'),
  'without-result': paint.yellow('?'),
  'does-not-block': paint.yellow('!'),
  skipped: paint.yellow('-'),
  passed: paint.green('✓'),
}

/** @param wording that of a job, or of a command */
export function resultsLines(overview: Overview, wording: Wording = ofJob): string[] {
  const { results } = overview
  const took = isInstant(results.durationMs) ? '' : ` · took ${duration(results.durationMs)}`
  return [
    ...storyLines(overview, wording),
    ...evidenceLines(overview),
    ...(results.totals.total > 0 ? [`· ${totalsText(results)}${took}`] : []),
    ...agentLines(results, wording),
    ...groupLines(overview, wording),
    ...runLines(results),
  ]
}

/** What a coding agent needs that reads the last lines of the log of a job that fails: at most 28. Empty for others. */
export function lastLines({ story }: Overview): string[] {
  return shortPrompt(story).map((line) => {
    const start = /^ *(?:\| )?/.exec(line)?.[0] ?? ''
    return `${start}${logText(line.slice(start.length))}`
  })
}

/** `✗ Support bot: failed, 11 of 12 tests passed in 40s` */
export function resultLine(agent: ResultsAgent, wording: Wording, { isToBeCompared = false } = {}): string {
  const { outcome, problem, run } = agent
  const counts = run?.tests.length ? countTests(run) : null
  const passed = counts && `${count(counts.passed)} of ${counted(counts.total, 'test')} passed`
  const standing = standingOf(agent)
  const isUnjudged = isToBeCompared && standing === 'blocks'
  const unjudgedSign = problem === null ? '·' : signs.inconclusive
  const state = isUnjudged ? 'to be compared' : outcome
  const parts = [
    problem === null ? state : logText(plain(wording(problemWords(problem).sentence))),
    // What timed out says itself for how long it was waited for.
    passed && `${passed}${run === null || problem?.kind === 'timed-out' ? '' : ` in ${runTimeText(run)}`}`,
  ]
  return `${isUnjudged ? unjudgedSign : signs[standing]} ${plainAgentName(agent)}: ${parts.filter(Boolean).join(', ')}`
}

function runTimeText({ durationMs, queuedMs }: NonNullable<ResultsAgent['run']>): string {
  const queued = queuedMs > durationMs / 2 ? `, ${duration(queuedMs)} of it in the queue` : ''
  return `${duration(durationMs)}${queued}`
}

/** The headline on one line of plain text, for chats and later steps. */
export function plainHeadline({ story, results: { decision } }: Overview): string {
  const { endedEarly } = decision
  const issues = endedEarly?.kind === 'wrong-inputs' ? endedEarly.issues : []
  const texts = issues.map((issue) => issueText({ ...issue, lines: [] }))
  const headline = `${story.headline.sign} ${headlineText(story.headline)}`
  return headlineOutput([headline, ...(texts.length > 0 ? [texts.join(' ')] : [])].join(': '))
}

/** Whether to merge, whose fault it is, and what to do next. */
function storyLines({ story }: Overview, wording: Wording): string[] {
  const { changes, leftOut } = story
  const line = (sentence: Sentence) => logText(plain(wording(asSentence(sentence)), { urls: true }))
  return [
    `${story.headline.sign} ${paint.bold(logText(headlineText(story.headline, wording)))}`,
    ...story.lines.map(({ sign, words }) => `${sign} ${line(words)}`),
    ...(changes.length === 0 ? [] : [`· Tests: ${line(changes)}`]),
    ...story.details.map((each) => `${paint.yellow('!')} ${logText(plain(wording(each)))}`),
    ...story.next.map((step) => `→ ${line(step)}`),
    ...testedText(story).map((each) => `· ${line(each)}`),
    ...(leftOut === null ? [] : [`${paint.yellow('!')} ${leftOut}`]),
  ]
}

function evidenceLines({ evidence }: Overview): string[] {
  const cases = evidence.flat()
  const shown = cases.slice(0, TESTS_SHOWN)
  const more = cases.length - shown.length
  return [...shown.flatMap(evidenceOf), ...(more > 0 ? [`… and ${counted(more, 'more test')}`] : [])]
}

function evidenceOf({ agent, test }: TestOfAgent): string[] {
  const texts = textsOfFailure(test).map(([title, text]) => `${title}: ${logText(text, EXCERPT_LENGTH)}`)
  return [
    `  ${signs[sectionOf(test)]} ${plainTestName(test)} · ${plainAgentName(agent)}`,
    ...texts.map((text) => `    · ${logText(text)}`),
  ]
}

/** Those that did not pass, and what else to know about the runs of any. */
function agentLines({ agents }: Results, wording: Wording): string[] {
  return agents.flatMap((agent) => [
    ...(standingOf(agent) === 'passed' ? [] : [resultLine(agent, wording)]),
    ...agentNotes(agent).map(
      (note) => `${paint.yellow('!')} ${plainAgentName(agent)} ${logText(plain(wording(note)))}`,
    ),
  ])
}

function groupLines(overview: Overview, wording: Wording): string[] {
  return testsBelow(overview).flatMap(({ group, title, lines }) => {
    const section = lines[0] === undefined ? causes[group].section : sectionOf(lines[0][0].test)
    const texts = firstFew(
      lines,
      TESTS_SHOWN,
      (cases) => logLine(cases, wording),
      (left) => `  … and ${count(left)} more`,
    )
    return [`${signs[section]} ${title}`, ...texts]
  })
}

function logLine(cases: ListedTests['lines'][number], wording: Wording): string {
  const [{ agent, isToldAbove, text }] = cases
  const why = isToldAbove || text.length === 0 ? '' : `: ${logText(plain(wording(text)), EXCERPT_LENGTH)}`
  const names = firstFew(cases, TESTS_SHOWN, (each) => plainTestName(each.test))
  return `  · ${names.join(', ')} · ${plainAgentName(agent)}${why}`
}

/** The addresses of the runs of agents that are listed above. */
function runLines({ agents }: Results): string[] {
  const links = agents.flatMap((agent) => {
    const link = webLink(agent.run?.url ?? null)
    return link === null || standingOf(agent) === 'passed' ? [] : [`  · ${plainAgentName(agent)}: ${link}`]
  })
  return links.length === 0 ? [] : ['Runs:', ...links]
}
