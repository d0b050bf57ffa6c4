// What the reader of a report needs last, below one fold: further steps and evidence, agents, tests by group, notes, the baseline.
import type { Results, ResultsAgent, ResultsTest } from '../schema.ts'
import { agentTable } from './agent-table.ts'
import { type Block, type ListItem, paragraph } from './blocks.ts'
import { causes } from './causes.ts'
import { editExcerpts } from './evidence.ts'
import { count, counted, dollars, firstFew, grouped, latency } from './format.ts'
import { totalsText } from './headline.ts'
import { agentNotes, baselineText, otherRunsText } from './notes.ts'
import { type ListedTests, type Overview, testsBelow } from './overview.ts'
import { problemWords, toldOf } from './problems.ts'
import { asSentence, capitalized, plain, type Sentence, say, separated } from './sentence.ts'
import { AGENTS_NAMED, type Budget, type Place } from './sizes.ts'
import type { Story } from './story.ts'
import { changeName, namedChanges, notTriedText, passesWithout, testedChange } from './test-changes.ts'

/** Tests in one line. */
const TESTS_IN_LINE = 20
const RUNS_LINKED = 3
/** With fewer attempts, a share is a single reply. */
const LEAST_PAIRS = 5
const SHARE = 0.95

/** @param tests further evidence for which there is no space above */
export function* foldOf(
  overview: Overview,
  budget: Budget,
  place: Place,
  tests: readonly Block[],
): Iterable<Block> {
  const { results, story } = overview
  const { items } = budget
  const isGreen = story.findings.length === 0
  const steps = story.next.slice(story.nextAbove).map((step) => ({ words: asSentence(step) }))
  // The headline and the footer have the numbers of a single agent that passed.
  const hasTable = place !== 'summary' && !(isGreen && results.agents.length === 1)
  const table = hasTable ? [...agentTable(overview, budget)] : []
  const titleOfTable = table.length > 0 ? 'Results by agent' : 'Details'
  const title = isGreen || results.totals.total === 0 ? titleOfTable : capitalized(totalsText(results))
  const details = story.details.map((words) => ({ words }))
  const notes = noteItems(story).slice(isGreen ? 1 : 0)
  const blocks: Block[] = [
    ...list(null, details, items),
    ...changedTests(results, items),
    ...list('What else to do', steps, steps.length),
    ...tests,
    ...table,
    ...(items > 0 ? bothSides(results) : []),
    ...listedTests(overview, budget),
    ...list('Notes', notes, items),
    ...list('Tests of the last run that are not in this one', goneTests(results), items),
    ...(place === 'summary'
      ? list('Tests of files that this job made on the service', madeTests(results), items)
      : []),
    ...(place === 'summary' ? list('Compared with', baselines(results), items) : []),
    ...(story.leftOut === null ? [] : [paragraph([story.leftOut])]),
  ]
  if (blocks.length > 0) yield { kind: 'fold', title: [title], blocks }
}

/** When all is green: what else to know, in one line. The fold has the others. */
export function* greenLine({ story }: Overview): Iterable<Block> {
  const [first, ...others] = noteItems(story)
  if (first === undefined) return
  const more = others.length === 0 ? [] : [` · ${counted(others.length, 'more note')}`]
  yield paragraph(say`⚠️ ${first.words}${more}`)
}

/** @param left how many the items beyond `most` stand for */
function list(
  title: string | null,
  items: readonly ListItem[],
  most: number,
  left = items.length - most,
): Block[] {
  if (items.length === 0 || most === 0) return []
  const more = items.length > most ? [{ words: [`… and ${count(left)} more`] }] : []
  const shown = [...items.slice(0, most), ...more]
  return [{ kind: 'list', items: shown, ...(title !== null && { title }) }]
}

/** All of them, with what an edited test asked or expected before. */
function changedTests(results: Results, most: number): Block[] {
  const changes = namedChanges(results)
  const items = changes.map((change): ListItem => {
    const { what, before, agents } = change
    const was = before === null ? [] : say` (before: ${{ kind: 'test', text: before }})`
    const whose = firstFew(agents, AGENTS_NAMED, (text): Sentence => [{ kind: 'agent', text }])
    const tried = passesWithout(change) ? ' · passes without the change, too' : ''
    return {
      words: say`${capitalized(what)}: ${changeName(results, change)}${was} · ${separated(whose, ', ')}${tried}`,
      excerpts: editExcerpts(change),
    }
  })
  const left = notTriedText(changes)
  return [
    ...list(`Tests that ${testedChange(results)} changes`, items, most),
    ...(left.length > 0 ? [paragraph(left)] : []),
  ]
}

type Measured = Pick<ResultsTest, 'latencyMs' | 'costUsd'> & { readonly status?: string }

/** How long replies took and what they cost, of the same tests in the same rounds, with the change and without it. */
function bothSides({ agents }: Results): Block[] {
  const pairs = agents.flatMap(({ run }) => (run?.tests ?? []).flatMap(pairsOf))
  const times = pairs.flatMap(({ now, without }) =>
    now.latencyMs === null || without.latencyMs === null ? [] : [[now.latencyMs, without.latencyMs] as const],
  )
  const costs = pairs.flatMap(({ now, without }) =>
    now.costUsd === null || without.costUsd === null ? [] : [[now.costUsd, without.costUsd] as const],
  )
  if (times.length < LEAST_PAIRS) return []
  const slowest = (side: 0 | 1) =>
    times.map((pair) => pair[side]).sort((a, b) => a - b)[Math.ceil(SHARE * times.length) - 1] ?? 0
  const sum = (side: 0 | 1) => dollars(costs.reduce((total, pair) => total + pair[side], 0))
  const took = `95% of replies within ${latency(slowest(0))} (${latency(slowest(1))} without the change)`
  const paid = costs.length === times.length ? ` · ${sum(0)} (${sum(1)})` : ''
  return [paragraph([`${counted(times.length, 'attempt')} on each side: ${took}${paid}`])]
}

/** The attempts of both sides; a test that passed at once has one. */
function pairsOf(test: ResultsTest): { readonly now: Measured; readonly without: Measured }[] {
  const attempts = test.control?.attempts ?? []
  const hasReplied = ({ status = 'passed' }: Measured) => ['passed', 'failed'].includes(status)
  const own: readonly Measured[] = test.attempts.length > 0 ? test.attempts : [test]
  const later = own.slice(-attempts.length)
  return attempts.flatMap((without, index) => {
    const now = later[index]
    return now !== undefined && hasReplied(now) && hasReplied(without) ? [{ now, without }] : []
  })
}

function listedTests(overview: Overview, { items, conversations }: Budget): Block[] {
  return testsBelow(overview, conversations).flatMap(({ group, title, lines }) => {
    const heading = `${causes[group].icon} ${title}`
    if (lines.length === 0) return items > 0 ? [paragraph([{ kind: 'strong', text: heading }])] : []
    const all = lines.flatMap((cases) => (cases[0].isToldAbove ? chunksOf(cases, TESTS_IN_LINE) : [cases]))
    const texts = all.map((cases) => ({ words: listedText(overview, cases) }))
    return list(heading, texts, items, all.slice(items).flat().length)
  })
}

function chunksOf<T>(items: readonly T[], length: number): [T, ...T[]][] {
  const chunks = Map.groupBy(items, (_item, index) => Math.floor(index / length))
  return [...chunks.values()] as [T, ...T[]][]
}

function listedText({ pageUrl }: Overview, cases: ListedTests['lines'][number]): Sentence {
  const [{ agent, run, runUrl, isToldAbove, text }] = cases
  const why = isToldAbove || text.length === 0 ? [] : say`: ${text}`
  const names = firstFew(cases, TESTS_IN_LINE, ({ test: { name, id }, anchor }): Sentence => {
    const url = pageUrl === null ? null : `${pageUrl}#${anchor}`
    return [{ kind: 'test', text: name ?? id, isStrong: true, url }]
  })
  const url = cases.length === 1 ? runUrl : run.url
  return say`${separated(names, ', ')} · ${{ kind: 'agent', text: agent.name, url }}${why}`
}

/** What else to know about runs: once for all agents of which it is true, if no line above says it. */
function noteItems({ results, above }: Story): ListItem[] {
  const notCompared = above.flatMap(({ row, tests }) => (row?.cause === 'new' ? tests : []))
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
    const names = firstFew(
      same,
      AGENTS_NAMED,
      ({ agent: { name } }): Sentence => [{ kind: 'agent', text: name, isStrong: true }],
    )
    return { words: say`${separated(names, ', ')}${same.length > 1 ? ': each' : ''} ${same[0].note}` }
  })
}

function goneTests({ agents }: Results): ListItem[] {
  return agents.flatMap(({ name, baseline }) =>
    (baseline?.gone?.tests ?? []).map((test) => ({
      words: say`${{ kind: 'test', text: test }} · ${{ kind: 'agent', text: name }}`,
    })),
  )
}

function madeTests({ agents }: Results): ListItem[] {
  const made = agents.flatMap(({ run }) => (run?.tests ?? []).filter(({ source }) => source?.made))
  const distinct = new Map(made.map((test) => [test.source?.serviceName, test]))
  return [...distinct.values()].map(({ name, id }) => ({ words: [{ kind: 'test', text: name ?? id }] }))
}

/** The earlier runs that this one was compared with. */
function baselines({ agents }: Results): ListItem[] {
  return agents.flatMap(({ name, baseline }) => {
    if (baseline === null || baseline.problem !== null) return []
    const { runs, tooRecent, otherRuns } = baseline
    const leftOut = tooRecent > 0 ? ` (${counted(tooRecent, 'run')} left out as too recent)` : ''
    const none = otherRuns > 0 ? otherRunsText(otherRuns) : 'no earlier run'
    const known = runs.length === 0 ? `${none}${leftOut}` : baselineText(baseline)
    return [{ words: say`${{ kind: 'agent', text: name }}: ${known}${runLinks(baseline)}` }]
  })
}

function runLinks({ runs }: NonNullable<ResultsAgent['baseline']>): Sentence {
  const links = runs
    .slice(0, RUNS_LINKED)
    .map(({ url, createdAt }): Sentence => [{ kind: 'link', text: createdAt.slice(0, 10), url }])
  if (links.length === 0) return []
  return say` (${separated(links, ', ')}${runs.length > RUNS_LINKED ? ', …' : ''})`
}
