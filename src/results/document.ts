// The document of a job: what comment, summary and issue say of it, as blocks.
import { DEFAULT_TITLE, type Results, type ResultsAgent, type ResultsRun } from '../schema.ts'
import { agentTable } from './agent-table.ts'
import { type Block, type Excerpt, inLines, paragraph, saying, smallPrint } from './blocks.ts'
import { evidenceOf, idleRatings } from './evidence.ts'
import { foldOf, greenLine } from './fold.ts'
import { costText, counted, duration, firstFew, isInstant } from './format.ts'
import { documentLink, webLink } from './links.ts'
import type { Overview, SameTests, TestOfAgent } from './overview.ts'
import { errorText } from './problems.ts'
import { asSentence, code, type Sentence, say, separated } from './sentence.ts'
import { AGENTS_NAMED, type Budget, type Place } from './sizes.ts'
import { type Story, testedInstead } from './story.ts'

/** The facts of a job whose tests are running. */
export type JobFacts = Pick<Results, 'title' | 'headSha' | 'workflowRunUrl'>

/** @param budget null for the headline alone */
export function documentOf(overview: Overview, budget: Budget | null, place: Place): readonly Block[] {
  const { sign, title, advice, facts } = overview.story.headline
  const heading: Block = { kind: 'heading', sign, title, words: [`${advice} `, ...facts] }
  if (budget === null) return [heading]
  const tests = overview.evidence.slice(0, budget.conversations)
  const evidence = tests.map((same, index) => evidenceBlocks(overview, same, { isOpen: index === 0, place }))
  const above = place === 'comment' ? 1 : evidence.length
  const ratings = tests.slice(0, 1).flatMap(([{ test }]) => idleRatings(test))
  const below = [...titled('Ratings that decided nothing', ratings), ...evidence.slice(above).flat()]
  return [
    heading,
    ...firstBlocks(overview),
    ...(overview.story.findings.length === 0 ? greenLine(overview) : []),
    ...evidence.slice(0, above).flat(),
    ...(place === 'summary' ? agentTable(overview, budget) : []),
    ...foldOf(overview, budget, place, below),
    footerOf(overview, place),
  ]
}

function titled(title: string, reasons: readonly Excerpt[]): Block[] {
  if (reasons.length === 0) return []
  return [paragraph([{ kind: 'strong', text: title }]), { kind: 'evidence', asked: [], replies: [], reasons }]
}

/** Where several tests failed, each is folded below its title. What a line above says is not the title of its evidence again. */
function evidenceBlocks(
  overview: Overview,
  [first, ...others]: SameTests,
  { isOpen, place }: { readonly isOpen: boolean; readonly place: Place },
): Block[] {
  const { isToldAbove, text, test, run } = first
  const evidence = evidenceOf(test)
  const ratings = isOpen ? [] : idleRatings(test)
  // Tests of one name ask the same, and mostly fail for the same reason.
  const also = firstFew(others, AGENTS_NAMED, ({ agent, runUrl }): Sentence => [agentPiece(agent, runUrl)])
  const blocks: Block[] = [
    ...(isToldAbove ? [] : [paragraph(asSentence(text))]),
    ...(evidence === null ? [] : [{ ...evidence, reasons: [...evidence.reasons, ...ratings] }]),
    ...(evidence === null && run.detailsError !== null ? [unreadBlock(run.detailsError)] : []),
    ...(others.length === 0 ? [] : [paragraph(say`Also in ${separated(also, ', ')}`)]),
  ]
  if (isAlone(overview)) return blocks
  const title = evidenceTitle(overview, first, others.length)
  // The table of agents has the addresses of runs.
  const links = place === 'log' ? [] : evidenceLinks(overview, first)
  return [{ kind: 'fold', title: separated([title, ...links], ' · '), isOpen, blocks }]
}

function unreadBlock(error: NonNullable<ResultsRun['detailsError']>): Block {
  return paragraph(say`Its conversation could not be read: ${{ kind: 'said', text: errorText(error) }}.`)
}

/** The lines above have the verdict. */
function evidenceTitle({ results }: Overview, { agent, test }: TestOfAgent, others: number): Sentence {
  const name: Sentence = [{ kind: 'test', text: test.name ?? test.id, isStrong: true }]
  if (others > 0) return say`${name} · in ${counted(others + 1, 'agent')}`
  return results.agents.length > 1 ? say`${name} · ${agentPiece(agent)}` : name
}

function evidenceLinks({ pageUrl }: Overview, { runUrl, anchor }: TestOfAgent): readonly Sentence[] {
  return saying([
    linkPart('Read the conversation', pageUrl && `${pageUrl}#${anchor}`),
    linkPart('Open the run', runUrl),
  ])
}

function agentPiece({ name }: ResultsAgent, url: string | null = null): Sentence[number] {
  return { kind: 'agent', text: name, url }
}

/** Whether the report is about a single failing test, so that it is named once and its evidence needs no title. */
function isAlone({ story, evidence }: Overview): boolean {
  return story.rows.length === 0 && story.findings.length === 1 && evidence.length === 1
}

/** What stands above the evidence: why, what to do next, what was tested. */
function* firstBlocks(overview: Overview): Iterable<Block> {
  const { results, story } = overview
  const { lines, rows, whose, nextAbove } = story
  const steps = story.next
    .slice(0, nextAbove)
    .map((step, index) => say`${{ kind: 'strong', text: index === 0 ? 'Next:' : 'Also:' }} ${step}`)
  const changes =
    story.changes.length === 0 ? [] : say`${{ kind: 'strong', text: 'Tests:' }} ${story.changes}`
  const below = separated([...links(overview)], ' · ')
  if (isAlone(overview)) {
    const told = separated(saying([...lines.map(({ words }) => words), whose]), ' ')
    yield paragraph(inLines([told, ...steps, changes, below]))
    return
  }
  const first = inLines([whose, ...steps])
  if (first.length > 0) yield paragraph(first)
  if (rows.length > 0) yield rowsTable(rows)
  if (lines.length > 0) yield { kind: 'list', items: lines }
  const { endedEarly } = results.decision
  const issues = endedEarly?.kind === 'wrong-inputs' ? endedEarly.issues : []
  const written = issues.find((each) => each.lines.length > 0)
  if (written !== undefined) yield { kind: 'code', text: written.lines.join('\n') }
  const last = inLines([changes, below])
  if (last.length > 0) yield paragraph(last)
}

const titles = { now: 'Failed', before: 'Before', without: 'Without the change' } as const

/** A row for each failing test, or for each cause of many; its counts as far as any has some. */
function rowsTable(rows: Story['rows']): Block {
  const counts = (['now', 'before', 'without'] as const).filter((each) =>
    rows.some(({ row }) => row.counts[each] !== null),
  )
  return {
    kind: 'table',
    head: [{ title: 'Failing test' }, ...counts.map((each) => ({ title: titles[each] })), { title: 'Cause' }],
    rows: rows.map(({ sign, row }) => ({
      sign,
      cells: [row.name, ...counts.map((each): Sentence => [row.counts[each] ?? '–']), row.words],
    })),
  }
}

function* links(overview: Overview): Iterable<Sentence> {
  const { results, story, pageUrl, evidence } = overview
  const isGreen = story.findings.length === 0
  const [anchor, text] = isAlone(overview)
    ? [`#${evidence[0]?.[0].anchor}`, 'Read the conversation']
    : ['', 'Open the conversations']
  if (pageUrl !== null && !isGreen) yield [{ kind: 'link', text, url: `${pageUrl}${anchor}`, isStrong: true }]
  const [only] = story.findings
  const isSaid =
    isAlone(overview) &&
    only?.row?.cause === 'yours' &&
    only.tests.every(({ test }) => test.control !== null && test.source === null)
  if (!isSaid && !isGreenOfTests(results, isGreen)) yield* story.tested
}

function isGreenOfTests({ totals }: Results, isGreen: boolean): boolean {
  return isGreen && totals.total > 0
}

/** The last line of a report. What no line above links to is there: the run of a test that is named once, and of one agent that passed. */
function footerOf(overview: Overview, place: Place): Block {
  const { results, story, pageUrl, evidence } = overview
  const { agents, durationMs } = results
  const isGreen = story.findings.length === 0
  const [agent, ...others] = agents
  const ofAgent = isGreen && place === 'comment' && others.length === 0 ? agent?.run : null
  const runUrl = isAlone(overview) ? evidence[0]?.[0].runUrl : ofAgent?.url
  const run = isGreen ? counted(ofAgent?.tests.length ?? 0, 'test') : 'Open the run'
  const runLink = linkPart(run, runUrl ?? null)
  const cost = costText(results)
  const parts = [
    [DEFAULT_TITLE],
    ...(isGreen ? [runLink, linkPart('Conversations', pageUrl)] : []),
    commitOf(results),
    ...(isGreenOfTests(results, isGreen) ? story.tested.map(withoutEnd) : []),
    story.failing.length === 0 ? (testedInstead(results)?.short ?? []) : [],
    isInstant(durationMs) ? [] : [duration(durationMs)],
    cost === null ? [] : [cost],
    ...(isGreen ? [] : [runLink]),
    workflowRunLink(results),
    isGreen
      ? []
      : linkPart('What do these words mean?', documentLink(results, 'docs/reports.md#what-the-words-mean')),
  ]
  const isLink = ([piece]: Sentence) => typeof piece === 'object' && piece.kind === 'link'
  return smallPrint(place === 'log' ? parts.filter((part) => !isLink(part)) : parts)
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
