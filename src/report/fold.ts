// What the reader needs last, below one fold: agents, tests by group that are not shown above, and the baseline.

import { causes } from '../results/causes.ts'
import { agentTable } from '../results/document.ts'
import { count, counted, firstFew, grouped } from '../results/format.ts'
import { totalsText } from '../results/headline.ts'
import { agentNotes, baselineText, otherRunsText } from '../results/notes.ts'
import { type ListedTests, type Overview, testsBelow } from '../results/overview.ts'
import { problemWords, toldOf } from '../results/problems.ts'
import { asSentence, capitalized, plain, type Sentence } from '../results/sentence.ts'
import { AGENTS_NAMED, type Kind, type Size } from '../results/sizes.ts'
import type { Story } from '../results/story.ts'
import {
  changeName,
  namedChanges,
  notTriedText,
  passesWithout,
  testedChange,
} from '../results/test-changes.ts'
import type { Results, ResultsAgent } from '../schema.ts'
import { editLines } from './evidence.ts'
import { markdown } from './markdown.ts'
import { agentName, bulletList, inlineText, linkTo, sentenceText, testName } from './untrusted-markdown.ts'

/** Tests in one line. */
const TESTS_IN_LINE = 20
const RUNS_LINKED = 3
const DAYS_LENGTH = 60

/** @param steps and further evidence for which there is no space above */
export function* fold(
  overview: Overview,
  size: Size,
  kind: Kind,
  steps: readonly Sentence[],
  tests: readonly string[],
): Iterable<string> {
  const { results, story } = overview
  const isGreen = story.findings.length === 0
  // The headline and the footer have the numbers of a single agent that passed.
  const hasTable = kind === 'comment' && !(isGreen && results.agents.length === 1)
  const table = hasTable ? [markdown([...agentTable(overview, size)])].filter(Boolean) : []
  const titleOfTable = table.length > 0 ? 'Results by agent' : 'Details'
  const title = isGreen || results.totals.total === 0 ? titleOfTable : capitalized(totalsText(results))
  const stepTexts = steps.map((step) => sentenceText(asSentence(step)))
  const parts = [
    ...shortList(
      story.details.map((each) => sentenceText(each)),
      size.names,
    ),
    ...changedTests(results, size),
    ...(steps.length > 0 ? [`**What else to do:**\n${bulletList(stepTexts)}`] : []),
    ...tests,
    ...table,
    ...listedTests(overview, size),
    ...notes(overview, size),
    ...goneTests(overview, size),
    ...(kind === 'summary' ? [...madeTests(overview, size), ...baseline(overview, size)] : []),
    ...(story.leftOut === null ? [] : [story.leftOut]),
  ]
  if (parts.length > 0) yield `<details>\n<summary>${title}</summary>\n\n${parts.join('\n\n')}\n\n</details>`
}

/** When all is green: what else to know, in one line. The fold has the others. */
export function* greenLine({ story }: Overview): Iterable<string> {
  const [first, ...others] = noteLines(story)
  if (first !== undefined)
    yield `⚠️ ${first}${others.length === 0 ? '' : ` · ${counted(others.length, 'more note')}`}`
}

/** All of them, with what an edited test asked or expected before. */
function* changedTests(results: Results, { names }: Size): Iterable<string> {
  const changes = namedChanges(results)
  const lines = changes.map((change) => {
    const { what, before, agents, edits } = change
    const was = before === null ? '' : ` (before: ${testName({ name: before, id: '' })})`
    const whose = firstFew(agents, AGENTS_NAMED, (name) => agentName({ name })).join(', ')
    const tried = passesWithout(change) ? ' · passes without the change, too' : ''
    const texts = editLines({ edits }).map((text) => `<br>${text}`)
    return `${capitalized(what)}: ${sentenceText([changeName(results, change)])}${was} · ${whose}${tried}${texts.join('')}`
  })
  yield* shortList(lines, names, `**Tests that ${testedChange(results)} changes**\n\n`)
  const left = notTriedText(changes)
  if (left.length > 0) yield sentenceText(left)
}

function* listedTests(overview: Overview, size: Size): Iterable<string> {
  for (const { group, title, lines } of testsBelow(overview, size.conversations)) {
    const heading = `**${causes[group].icon} ${title}**`
    if (lines.length === 0 && size.names > 0) yield heading
    const all = lines.flatMap((cases) => (cases[0].isToldAbove ? chunksOf(cases, TESTS_IN_LINE) : [cases]))
    const texts = all.map((cases) => foldLine(overview, cases))
    const left = all.slice(size.names).flat().length
    yield* shortList(texts, size.names, `${heading}\n\n`, left)
  }
}

function chunksOf<T>(items: readonly T[], length: number): [T, ...T[]][] {
  return grouped(
    items.map((item, at) => ({ item, chunk: `${Math.floor(at / length)}` })),
    ({ chunk }) => chunk,
  ).map((of) => of.map(({ item }) => item) as [T, ...T[]])
}

function foldLine({ pageUrl }: Overview, cases: ListedTests['lines'][number]): string {
  const [{ agent, run, runUrl, isToldAbove, text }] = cases
  const why = isToldAbove || text.length === 0 ? '' : `: ${sentenceText(text)}`
  const names = firstFew(cases, TESTS_IN_LINE, (each) =>
    linkTo(`**${testName(each.test)}**`, pageUrl === null ? '' : `${pageUrl}#${each.anchor}`),
  )
  const where = linkTo(agentName(agent), cases.length === 1 ? runUrl : run.url)
  return `${names.join(', ')} · ${where}${why}`
}

/** @param left what the lines beyond `mostLines` have */
function* shortList(
  lines: readonly string[],
  mostLines: number,
  title = '',
  left = lines.length - mostLines,
): Iterable<string> {
  const more = () => `… and ${count(left)} more`
  if (lines.length > 0 && mostLines > 0)
    yield `${title}${bulletList(firstFew(lines, mostLines, (line) => line, more))}`
}

/** What else to know about runs. The line above the fold has the first one if all is green. */
function* notes({ story }: Overview, { names }: Size): Iterable<string> {
  yield* shortList(noteLines(story).slice(story.findings.length === 0 ? 1 : 0), names, '**Notes**\n\n')
}

/** Once for all agents of which it is true, if no line above says it. */
function noteLines(story: Story): string[] {
  const { results, above } = story
  const notCompared = above.flatMap(({ cause, tests }) => (cause === 'new' ? tests : []))
  const all = results.agents.flatMap((agent, at) => {
    const { problem, baseline } = agent
    // A line that tells it of several agents names the first one alone.
    const isInLine = above.some((finding) => finding.problem?.problem === problem && finding.agents[0] === at)
    const isTold = problem === null || isInLine || ['tests', 'tested'].includes(toldOf(problem))
    // Why a test was not compared is its verdict.
    const isVerdict = notCompared.some((each) => each.at === at)
    const own = agentNotes(
      isVerdict && baseline ? { ...agent, baseline: { ...baseline, problem: null } } : agent,
    )
    return [...(isTold ? [] : [problemWords(problem).sentence]), ...own].map((note) => ({ agent, note }))
  })
  return grouped(all, ({ note }) => plain(note)).map((same) => {
    const agents = same.map(({ agent }) => agent)
    const names = firstFew(agents, AGENTS_NAMED, (agent) => `**${agentName(agent)}**`)
    const each = agents.length > 1 ? ': each' : ''
    return `${names.join(', ')}${each} ${sentenceText(same[0].note)}`
  })
}

function* goneTests({ results: { agents } }: Overview, { names }: Size): Iterable<string> {
  const lines = agents.flatMap((agent) =>
    (agent.baseline?.gone?.tests ?? []).map((name) => `${testName({ name, id: '' })} · ${agentName(agent)}`),
  )
  yield* shortList(lines, names, '**Tests of the last run that are not in this one**\n\n')
}

function* madeTests({ results: { agents } }: Overview, { names }: Size): Iterable<string> {
  const made = agents.flatMap(({ run }) => (run?.tests ?? []).filter(({ source }) => source?.made))
  const distinct = new Map(made.map((test) => [test.source?.serviceName, test]))
  const lines = [...distinct].map(([, test]) => testName(test))
  yield* shortList(lines, names, '**Tests of files that this job made on the service**\n\n')
}

/** The earlier runs that this one was compared with. */
function* baseline({ results: { agents } }: Overview, { names }: Size): Iterable<string> {
  const lines = agents.flatMap((agent) => {
    const { baseline } = agent
    if (baseline === null || baseline.problem !== null) return []
    const { runs, tooRecent, otherRuns } = baseline
    const leftOut = tooRecent > 0 ? ` (${counted(tooRecent, 'run')} left out as too recent)` : ''
    const none = otherRuns > 0 ? otherRunsText(otherRuns) : 'no earlier run'
    const known = runs.length === 0 ? `${none}${leftOut}` : inlineText(baselineText(baseline), DAYS_LENGTH)
    return `${agentName(agent)}: ${known}${runLinks(baseline)}`
  })
  yield* shortList(lines, names, '**Compared with**\n\n')
}

function runLinks({ runs }: NonNullable<ResultsAgent['baseline']>): string {
  const links = runs
    .slice(0, RUNS_LINKED)
    .map(({ url, createdAt }) => linkTo(inlineText(createdAt.slice(0, 10), DAYS_LENGTH), url))
  if (links.length === 0) return ''
  return ` (${links.join(', ')}${runs.length > RUNS_LINKED ? ', …' : ''})`
}
