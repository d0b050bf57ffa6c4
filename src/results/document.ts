// The document of a job: what comment, summary and issue say of it, as blocks.
import { DEFAULT_TITLE, type Results } from '../schema.ts'
import { agentTable } from './agent-table.ts'
import type { SameTests } from './agent-views.ts'
import { type Block, paragraph, paragraphs, saying, smallPrint } from './blocks.ts'
import { evidenceOf } from './evidence.ts'
import { foldOf, noteItems } from './fold.ts'
import { costText, counted, duration, firstFew, isInstant } from './format.ts'
import { documentLink, webLink } from './links.ts'
import { STEPS_ABOVE } from './next.ts'
import { errorText } from './problems.ts'
import { code, type Sentence, say, separated, strong } from './sentence.ts'
import { AGENTS_NAMED, type Budget } from './sizes.ts'
import { isGreen, type Story, testedInstead } from './story.ts'
import { agentName, said, testName } from './untrusted.ts'

/** The facts of a job whose tests are running. */
export type JobFacts = Pick<Results, 'title' | 'headSha' | 'workflowRunUrl'>

/** @param budget null for the headline alone */
export function documentOf(story: Story, budget: Budget | null): readonly Block[] {
  const { sign, title, advice, facts } = story.headline
  const heading: Block = { kind: 'heading', sign, title, words: [`${advice} `, ...facts] }
  if (budget === null) return [heading]
  const tests = story.evidence.slice(0, budget.conversations)
  const evidence = tests.map((same, index) => evidenceBlocks(story, same, index === 0))
  const above = budget.isBrief ? 1 : evidence.length
  const [note] = noteItems(story)
  return [
    heading,
    ...firstBlocks(story),
    ...(isGreen(story) && note !== undefined ? [paragraph(say`⚠️ ${note.words}`)] : []),
    ...evidence.slice(0, above).flat(),
    ...(isGreenOfTests(story) ? [] : paragraphs(story.tested)),
    ...(budget.isBrief ? [] : agentTable(story, budget)),
    ...foldOf(story, budget, evidence.slice(above).flat()),
    footerOf(story),
  ]
}

const LINES_ABOVE = 4

/** What stands above the evidence: what failed, if these are few lines, what to do next, and all that failed. */
function firstBlocks(story: Story): readonly Block[] {
  const { results, pageUrl, evidence, lines, rows, whose, next, changes } = story
  const steps = next
    .slice(0, STEPS_ABOVE)
    .map((step, at) => say`${strong(at === 0 ? 'Next:' : 'Also:')} ${step}`)
  const { endedEarly } = results.decision
  const issues = endedEarly?.kind === 'wrong-inputs' ? endedEarly.issues : []
  const written = issues.find((each) => each.lines.length > 0)
  const hasPage = !isGreen(story) && evidence.length > 0
  const list: readonly Block[] = [
    ...(lines.length === 0 ? [] : [{ kind: 'list', items: lines } as const]),
    ...(written === undefined ? [] : [{ kind: 'code', text: written.lines.join('\n') } as const]),
  ]
  const isFirst = rows.length === 0 && lines.length <= LINES_ABOVE
  return [
    ...(isFirst ? list : []),
    ...paragraphs([whose, ...steps]),
    ...(rows.length === 0 ? [] : [rowsTable(rows)]),
    ...(isFirst ? [] : list),
    ...paragraphs([
      changes.length === 0 ? [] : say`${strong('Tests:')} ${changes}`,
      hasPage ? linkPart('Open the conversations', pageUrl, true) : [],
    ]),
  ]
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

/** Each is folded below its title. */
function evidenceBlocks(story: Story, same: SameTests, isOpen: boolean): readonly Block[] {
  const [{ agent, test, run, runUrl, anchor }, ...others] = same
  const { results, pageUrl } = story
  const evidence = evidenceOf(test)
  const unread = evidence === null && run.detailsError !== null ? errorText(run.detailsError) : null
  // Tests of one name ask the same, and mostly fail for the same reason.
  const also = firstFew(others, AGENTS_NAMED, (each) => agentName(each.agent.name, each.runUrl))
  const blocks: Block[] = [
    ...(evidence === null ? [] : [evidence]),
    ...(unread === null ? [] : [paragraph(say`Its conversation could not be read: ${said(unread)}.`)]),
    ...(others.length === 0 ? [] : [paragraph(say`Also in ${separated(also, ', ')}`)]),
  ]
  const name = [testName(test.name ?? test.id)]
  const whose: Sentence =
    others.length > 0 ? [`in ${counted(others.length + 1, 'agent')}`] : [agentName(agent.name)]
  const title = saying([
    name,
    results.agents.length > 1 ? whose : [],
    linkPart('Read the conversation', pageUrl && `${pageUrl}#${anchor}`),
    linkPart('Open the run', runUrl),
  ])
  return [{ kind: 'fold', title: separated(title, ' · '), isOpen, blocks }]
}

function isGreenOfTests(story: Story): boolean {
  return isGreen(story) && story.results.totals.total > 0
}

/** The last line of a report. What no line above links to is there: the run of one agent that passed. */
function footerOf(story: Story): Block {
  const { results, pageUrl } = story
  const { agents, durationMs } = results
  const cost = costText(results)
  const [only, ...others] = isGreen(story) ? agents : []
  const words = documentLink(results, 'docs/reports.md#what-the-words-mean')
  const facts = [
    [DEFAULT_TITLE],
    commitOf(results),
    ...(isGreenOfTests(story) ? story.tested.map(withoutEnd) : []),
    story.failing.length === 0 ? (testedInstead(results)?.short ?? []) : [],
    isInstant(durationMs) ? [] : [duration(durationMs)],
    cost === null ? [] : [cost],
  ]
  const links = [
    linkPart('Open the run', others.length === 0 ? (only?.run?.url ?? null) : null),
    linkPart('Conversations', isGreen(story) ? pageUrl : null),
    workflowRunLink(results),
    linkPart('What do these words mean?', isGreen(story) ? null : words),
  ]
  return smallPrint([...facts, ...links])
}

function withoutEnd(sentence: Sentence): Sentence {
  return sentence.with(-1, String(sentence.at(-1)).replace(/\.$/, ''))
}

/** Nothing if the address is none of the web. */
export function linkPart(text: string, address: string | null, isStrong = false): Sentence {
  const url = webLink(address)
  return url === null ? [] : [{ kind: 'link', text, url, isStrong }]
}

export function workflowRunLink({ workflowRunUrl }: Pick<Results, 'workflowRunUrl'>): Sentence {
  return linkPart('Workflow run', workflowRunUrl)
}

/** The tested commit; nothing if it is unknown. */
export function commitOf({ headSha }: Pick<Results, 'headSha'>): Sentence {
  return /^[0-9a-f]{7,64}$/i.test(headSha ?? '') ? [code(headSha?.slice(0, 7) ?? '')] : []
}
