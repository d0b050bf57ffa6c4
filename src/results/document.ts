// The document of a job: what comment, summary and issue say of it, as blocks.
import { type Counts, countTests, DEFAULT_TITLE, type Results, type ResultsAgent } from '../schema.ts'
import { type Block, lineBreak, paragraph, smallPrint, type TableRow } from './blocks.ts'
import { groupOf, signOf, standingOf } from './causes.ts'
import { costText, count, counted, duration, firstFew, isInstant } from './format.ts'
import { documentLink, webLink } from './links.ts'
import type { AgentView, Overview } from './overview.ts'
import { problemWords, toldOf } from './problems.ts'
import { capitalized, code, plain, type Sentence, say, separated } from './sentence.ts'
import type { Kind, Size } from './sizes.ts'
import { testedInstead } from './story.ts'

/** The facts of a job whose tests are running. */
export type JobFacts = Pick<Results, 'title' | 'headSha' | 'workflowRunUrl'>

/** Whether the report is about a single failing test, so that it is named once and its evidence needs no title. */
export function isAlone({ story, evidence }: Overview): boolean {
  return story.findings.length === 1 && evidence.length === 1
}

export function headingOf({ story }: Overview): Block {
  const { sign, title, advice, facts } = story.headline
  return { kind: 'heading', sign, title, words: [`${advice} `, ...facts] }
}

/** What stands above the evidence: why, what to do next, what was tested. */
export function* firstBlocks(overview: Overview): Iterable<Block> {
  const { results, story } = overview
  const { lines, nextAbove } = story
  const steps = story.next
    .slice(0, nextAbove)
    .map((step, index) => say`${{ kind: 'strong', text: index === 0 ? 'Next:' : 'Also:' }} ${step}`)
  const instead = story.failing.length === 0 ? [] : (testedInstead(results)?.sentence ?? [])
  const changes =
    story.changes.length === 0 ? [] : say`${{ kind: 'strong', text: 'Tests:' }} ${story.changes}`
  const below = separated([...links(overview)], ' · ')
  if (isAlone(overview)) {
    const advice = separated(saying([inLines(steps), instead]), ' ')
    yield paragraph(inLines([...lines.map(({ words }) => words), advice, changes, below]))
    return
  }
  if (lines.length > 0) yield { kind: 'list', items: lines }
  const { endedEarly } = results.decision
  const written = endedEarly?.kind === 'wrong-inputs' ? endedEarly.issues.flatMap((each) => each.lines) : []
  if (written.length > 0) yield { kind: 'code', text: written.join('\n') }
  if (changes.length > 0) yield paragraph(changes)
  const last = inLines([...steps, instead, below])
  if (last.length > 0) yield paragraph(last)
}

function inLines(sentences: readonly Sentence[]): Sentence {
  return separated(saying(sentences), lineBreak)
}

function saying(sentences: readonly Sentence[]): readonly Sentence[] {
  return sentences.filter((sentence) => sentence.length > 0)
}

function* links(overview: Overview): Iterable<Sentence> {
  const { results, story, pageUrl, evidence } = overview
  const isGreen = story.lines.length === 0
  const [anchor, text] = isAlone(overview)
    ? [`#${evidence[0]?.[0].anchor}`, 'Read the conversation']
    : ['', 'Open the conversations']
  if (pageUrl !== null && !isGreen) yield [{ kind: 'link', text, url: `${pageUrl}${anchor}`, isStrong: true }]
  const [only] = story.findings
  const isSaid =
    isAlone(overview) &&
    only?.cause === 'yours' &&
    only.tests.every(({ test }) => test.control !== null && test.source === null)
  if (!isSaid && !isGreenOfTests(results, isGreen)) yield* story.tested
}

function isGreenOfTests({ totals }: Results, isGreen: boolean): boolean {
  return isGreen && totals.total > 0
}

/** The last line of a report. What no line above links to is there: the run of a test that is named once, and of one agent that passed. */
export function footerOf(overview: Overview, kind: Kind): Block {
  const { results, story, pageUrl, evidence } = overview
  const { agents, durationMs } = results
  const isGreen = story.lines.length === 0
  const [agent, ...others] = agents
  const ofAgent = isGreen && kind === 'comment' && others.length === 0 ? agent?.run : null
  const runUrl = isAlone(overview) ? evidence[0]?.[0].runUrl : ofAgent?.url
  const run = isGreen ? counted(ofAgent?.tests.length ?? 0, 'test') : 'Open the run'
  const runLink = linkPart(run, runUrl ?? null)
  const took = isInstant(durationMs) ? [] : [duration(durationMs)]
  return smallPrint(
    saying([
      [DEFAULT_TITLE],
      ...(isGreen ? [runLink, linkPart('Conversations', pageUrl)] : []),
      commitOf(results),
      ...(isGreenOfTests(results, isGreen) ? story.tested.map(withoutEnd) : []),
      story.failing.length === 0 ? (testedInstead(results)?.short ?? []) : [],
      took,
      [costText(results) ?? ''].filter(Boolean),
      ...(isGreen ? [] : [runLink]),
      workflowRunLink(results),
      isGreen
        ? []
        : linkPart('What do these words mean?', documentLink(results, 'docs/reports.md#what-the-words-mean')),
    ]),
  )
}

function withoutEnd(sentence: Sentence): Sentence {
  return sentence.with(-1, String(sentence.at(-1)).replace(/\.$/, ''))
}

/** Nothing if the address is none of the web. */
export function linkPart(text: string, address: string | null): Sentence {
  const url = webLink(address)
  return url === null ? [] : [{ kind: 'link', text, url }]
}

export function workflowRunLink({ workflowRunUrl }: Pick<Results, 'workflowRunUrl'>): Sentence {
  return linkPart('Workflow run', workflowRunUrl)
}

/** The tested commit; nothing if it is unknown. */
export function commitOf({ headSha }: Pick<Results, 'headSha'>): Sentence {
  return /^[0-9a-f]{7,64}$/i.test(headSha ?? '') ? [code(headSha?.slice(0, 7) ?? '')] : []
}

const NONE = '–'

/** A row per agent, worst first, and a row of totals. Narrow enough for a phone. */
export function* agentTable({ agents, results }: Overview, { names }: Size): Iterable<Block> {
  const { costUsd, totals } = results
  if (agents.length === 0 || names === 0) return
  const isClean = ({ agent }: AgentView) =>
    standingOf(agent) === 'passed' && agent.run?.tests.every((test) => groupOf(test) === 'passed')
  const clean = agents.filter(isClean)
  // One row needs no more space than the one that would stand for it.
  const listed = clean.length > 1 ? agents.filter((view) => !isClean(view)) : agents
  // Nobody knows how many tests the others have.
  const isWhole = results.agents.every(({ outcome, run }) => outcome === 'skipped' || run?.tests.length)
  const passed = passedCell(totals)
  const total = ['Total', passed === null || isWhole ? passed : count(totals.passed), costText(results)]
  const rows: TableRow[] = [
    ...listed.slice(0, names).map(({ agent }) => rowOf(agent)),
    ...(clean.length > 1 ? [cleanRow(clean, names)] : []),
    ...(agents.length > 1
      ? [{ cells: total.map((text): Sentence => [{ kind: 'strong', text: text ?? NONE }]) }]
      : []),
  ]
  const columns = [{ title: 'Agent' }, { title: 'Passed', isNumber: true }, { title: 'Cost', isNumber: true }]
  const shown = costUsd === null ? 2 : 3
  yield {
    kind: 'table',
    head: columns.slice(0, shown),
    rows: rows.map(({ cells, ...row }) => ({ ...row, cells: cells.slice(0, shown) })),
  }
  if (listed.length > names) yield paragraph([`… and ${counted(listed.length - names, 'more agent')}.`])
}

/** All agents that passed everything at once. */
function cleanRow(clean: readonly AgentView[], mostNames: number): TableRow {
  const tests = clean.reduce((sum, { agent }) => sum + (agent.run?.tests.length ?? 0), 0)
  const costs = clean.flatMap(({ agent }) => agent.costUsd ?? [])
  const costUsd = costs.length === 0 ? null : costs.reduce((sum, each) => sum + each, 0)
  const isCostWhole = clean.every(({ agent }) => agent.isCostWhole)
  const names = firstFew(clean, mostNames, ({ agent }) => agentLink(agent))
  return {
    sign: '✅',
    cells: [
      separated(names, ', '),
      [`${count(tests)}/${count(tests)}`],
      [costText({ costUsd, isCostWhole }) ?? NONE],
    ],
  }
}

function rowOf(agent: ResultsAgent): TableRow {
  const { run, problem } = agent
  // Lines say why tests have no result.
  const isUnfinished = problem !== null && toldOf(problem) === 'tests'
  const counts = run && countTests(run)
  const passed =
    counts && (isUnfinished ? `${count(counts.passed)}/${count(counts.total)}` : passedCell(counts))
  const label = problem === null || isUnfinished ? [] : [capitalized(plain([problemWords(problem).short]))]
  const result = inLines([passed === null ? [] : [passed], label])
  return {
    sign: signOf(agent),
    cells: [[agentLink(agent)], result.length === 0 ? [NONE] : result, [costText(agent) ?? NONE]],
  }
}

function agentLink({ name, run }: ResultsAgent): Sentence[number] {
  return { kind: 'agent', text: name, url: run?.url ?? null }
}

/** `11/12`; null if no test has a result, so that an outage does not read as failures. */
function passedCell({ total, passed, failed }: Counts): string | null {
  return passed + failed === 0 ? null : `${count(passed)}/${count(total)}`
}
