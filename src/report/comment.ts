// The comment and the job summary, as markdown: one skeleton for every state, in the largest of five sizes that fits.

import { costText, counted, duration, isInstant } from '../results/format.ts'
import { documentLink, webLink } from '../results/links.ts'
import type { Overview } from '../results/overview.ts'
import { plain, type Sentence } from '../results/sentence.ts'
import { type Kind, largestThatFits, reportSizes, type Size } from '../results/sizes.ts'
import { type Story, testedInstead } from '../results/story.ts'
import { DEFAULT_TITLE, type Results } from '../schema.ts'
import { agentTable } from './agent-table.ts'
import { evidence, isAlone } from './evidence.ts'
import { fold, greenLine } from './fold.ts'
import { codeBlock, inlineText, linkTo, sentenceText } from './untrusted-markdown.ts'

/** GitHub shows nothing of a summary that is too large, and line endings may be added on the way. */
const SUMMARY_RESERVE_BYTES = 4096
const JOB_TITLE_LENGTH = 60
/** What fits into one line of 760 pixels, else into three on a phone; names in it are cut. */
const ONE_LINE = 66
const THREE_LINES_ON_PHONE = 90
const SHORTEST_NAME = 24
const LONGEST_NAME = 50
const ERRORS_LENGTH = 20_000

/** The address of an uploaded page. */
export interface Links {
  readonly pageUrl?: string | null
}

/** @param limit `maxCharacters` in UTF-16 units, as GitHub counts them */
export function renderComment(
  overview: Overview,
  { maxCharacters, ...links }: { readonly maxCharacters: number } & Links,
): string {
  return render(overview, links, 'comment', (text) => text.length <= maxCharacters)
}

/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
export function renderSummary(
  overview: Overview,
  { maxBytes, ...links }: { readonly maxBytes: number } & Links,
): string {
  const max = maxBytes - Math.min(SUMMARY_RESERVE_BYTES, maxBytes / 10)
  return render(overview, links, 'summary', (text) => Buffer.byteLength(text) <= max)
}

/** The first line of an existing comment while tests for a newer commit are running. Not for a new comment. */
export function progressNotice({ title, headSha, workflowRunUrl }: JobFacts): string {
  const link = webLink(workflowRunUrl)
  const where = link === null ? '' : ` ([workflow run](${link}))`
  return `### ⏳ ${ownTitle(title)}Testing ${commitText(headSha) ?? 'a new commit'}${where}`
}

/** A comment for a job that tested nothing, because its inputs are invalid. */
export function renderInvalid(errors: readonly string[], job: JobFacts): string {
  const list = codeBlock(errors.map((error) => `- ${error}`).join('\n'), ERRORS_LENGTH)
  const end = small([DEFAULT_TITLE, commitText(job.headSha), workflowRunLink(job)])
  return `### ❌ ${ownTitle(job.title)}Do not merge: nothing was tested\n\n${list}\n\n${end}\n`
}

type JobFacts = Pick<Results, 'title' | 'headSha' | 'workflowRunUrl'>

function ownTitle(title: string): string {
  return title === DEFAULT_TITLE ? '' : `${inlineText(title, JOB_TITLE_LENGTH)}: `
}

function render(prepared: Overview, links: Links, kind: Kind, fits: (text: string) => boolean): string {
  const overview = { ...prepared, pageUrl: links.pageUrl ?? null }
  const make = (size: Size | null) =>
    size === null ? [heading(overview.story)] : paragraphs(overview, kind, size)
  return largestThatFits(reportSizes[kind], (size) => `${[...make(size)].join('\n\n')}\n`, fits)
}

function* paragraphs(overview: Overview, kind: Kind, size: Size): Iterable<string> {
  const { results, story } = overview
  const { lines, nextAbove } = story
  const isGreen = lines.length === 0
  yield heading(story)
  const instead = story.failing.length === 0 ? '' : sentenceText(testedInstead(results)?.sentence ?? [])
  const steps = next(story.next.slice(0, nextAbove))
  const changes = story.changes.length > 0 ? [`**Tests:** ${sentenceText(story.changes)}`] : []
  const below = links(overview, isGreen)
  if (isAlone(overview)) {
    const advice = [steps.join('<br>'), instead].filter(Boolean).join(' ')
    yield [...lines.map(({ words }) => sentenceText(words)), advice, ...changes, ...below]
      .filter(Boolean)
      .join('<br>')
  } else {
    if (!isGreen) yield lines.map(({ sign, words }) => `- ${sign} ${sentenceText(words)}`).join('\n')
    yield* changes
    const last = [...steps, instead, ...below].filter(Boolean)
    if (last.length > 0) yield last.join('<br>')
  }
  if (isGreen) yield* greenLine(overview)
  const tests = [...evidence(overview, size)]
  const above = kind === 'summary' || isAlone(overview) ? tests.length : 1
  yield* tests.slice(0, above)
  if (kind === 'summary') yield* agentTable(overview, size)
  yield* fold(overview, size, kind, story.next.slice(nextAbove), tests.slice(above))
  yield footer(overview, isGreen, footerLinks(overview, isGreen, kind))
}

function heading(story: Story): string {
  const { sign, title, advice, facts } = story.headline
  const start = `${title === null ? '' : `${inlineText(title, JOB_TITLE_LENGTH)}: `}${advice} `
  const names = facts.filter((piece) => typeof piece === 'object').length
  const fixed = start.length + plain(facts, { nameLength: 1 }).length
  const left = (fixed + SHORTEST_NAME > ONE_LINE ? THREE_LINES_ON_PHONE : ONE_LINE) - fixed
  const each = Math.floor(left / Math.max(1, names))
  const nameLength = Math.min(LONGEST_NAME, Math.max(SHORTEST_NAME, each))
  return `### ${sign} ${start}${sentenceText(facts, nameLength)}`
}

function next(steps: readonly Sentence[]): string[] {
  return steps.map((step, index) => `**${index === 0 ? 'Next' : 'Also'}:** ${sentenceText(step)}`)
}

function* links(overview: Overview, isGreen: boolean): Iterable<string> {
  const { results, story, pageUrl, evidence: tests } = overview
  const [anchor, text] = isAlone(overview)
    ? [`#${tests[0]?.[0].anchor}`, 'Read the conversation']
    : ['', 'Open the conversations']
  const page = pageUrl !== null && !isGreen && `**${linkTo(text, `${pageUrl}${anchor}`)}**`
  const [only] = story.findings
  const isSaid =
    isAlone(overview) &&
    only?.step === 'fix' &&
    only.tests.every(({ test }) => test.control !== null && test.source === null)
  const tested = isSaid || isGreenOfTests(results, isGreen) ? [] : story.tested
  const parts = [page, ...tested.map((line) => sentenceText(line))].filter(Boolean)
  if (parts.length > 0) yield parts.join(' · ')
}

function isGreenOfTests({ totals }: Results, isGreen: boolean): boolean {
  return isGreen && totals.total > 0
}

/** What no line above links to: a single agent has no table in a comment, and a test that is named once no title. */
function footerLinks(overview: Overview, isGreen: boolean, kind: Kind): string[] {
  const { results, pageUrl, evidence: tests } = overview
  const [agent, ...others] = results.agents
  const ofAgent = isGreen && kind === 'comment' && others.length === 0 ? agent?.run : null
  const url = isAlone(overview) ? tests[0]?.[0].runUrl : ofAgent?.url
  const text = isGreen ? counted(ofAgent?.tests.length ?? 0, 'test') : 'Open the run'
  return [
    ...(url ? [linkTo(text, url)] : []),
    ...(pageUrl === null || !isGreen ? [] : [linkTo('Conversations', pageUrl)]),
  ]
}

function footer({ results, story }: Overview, isGreen: boolean, links: readonly string[]): string {
  const { headSha, durationMs } = results
  const wordsUrl = isGreen ? null : documentLink(results, 'docs/reports.md#what-the-words-mean')
  return small([
    DEFAULT_TITLE,
    ...(isGreen ? links : []),
    commitText(headSha),
    ...(isGreenOfTests(results, isGreen)
      ? story.tested.map((line) => sentenceText(line).replace(/\.$/, ''))
      : []),
    story.failing.length === 0 && sentenceText(testedInstead(results)?.short ?? []),
    !isInstant(durationMs) && duration(durationMs),
    costText(results),
    ...(isGreen ? [] : links),
    workflowRunLink(results),
    wordsUrl !== null && linkTo('What do these words mean?', wordsUrl),
  ])
}

function small(parts: readonly (string | false | null)[]): string {
  return `<sub>${parts.filter(Boolean).join(' · ')}</sub>`
}

export function workflowRunLink({ workflowRunUrl }: Pick<Results, 'workflowRunUrl'>): string | null {
  const link = webLink(workflowRunUrl)
  return link && `[Workflow run](${link})`
}

/** The tested commit, null if it is unknown. */
function commitText(headSha: string | null): string | null {
  return /^[0-9a-f]{7,64}$/i.test(headSha ?? '') ? `\`${headSha?.slice(0, 7)}\`` : null
}
