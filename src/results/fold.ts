// What the reader of a report needs last, below one fold: further steps and evidence, agents, tests by group, notes.
import type { Results, ResultsTest } from '../schema.ts'
import { agentTable } from './agent-table.ts'
import type { SameTests } from './agent-views.ts'
import { type Block, type ListItem, paragraph } from './blocks.ts'
import { causes, groupOf, groupOrder, groupTitle } from './causes.ts'
import { editExcerpts } from './evidence.ts'
import { count, counted, dollars, duration, firstFew, grouped } from './format.ts'
import { totalsOf } from './headline.ts'
import { STEPS_ABOVE } from './next.ts'
import { agentNotes } from './notes.ts'
import { problemWords, toldOf } from './problems.ts'
import { asSentence, capitalized, ended, plain, type Sentence, say, separated } from './sentence.ts'
import { AGENTS_NAMED, type Budget } from './sizes.ts'
import { isGreen, type Story } from './story.ts'
import { changeName, namedChanges, passesWithout, testedChange } from './test-changes.ts'
import { agentName, strongAgent, testName } from './untrusted.ts'

/** @param tests further evidence for which there is no space above */
export function* foldOf(story: Story, budget: Budget, tests: readonly Block[]): Iterable<Block> {
  const { results } = story
  const { items } = budget
  const steps = story.next.slice(STEPS_ABOVE).map((step) => ({ words: asSentence(step) }))
  // The headline and the footer have the numbers of a single agent that passed.
  const hasTable = budget.isBrief && !(isGreen(story) && results.agents.length === 1)
  const table = hasTable ? [...agentTable(story, budget)] : []
  const title = isGreen(story) ? '' : capitalized(totalsOf(results, story.failing).join(' · '))
  const blocks: Block[] = [
    ...changedTests(results, items),
    ...list('What else to do', steps, steps.length),
    ...tests,
    ...table,
    ...(items > 0 ? bothSides(results) : []),
    ...listedTests(story, budget),
    ...list('Notes', noteItems(story).slice(isGreen(story) ? 1 : 0), items),
    ...(story.leftOut === null ? [] : [paragraph([story.leftOut])]),
  ]
  if (blocks.length > 0) yield { kind: 'fold', title: [title || 'Details'], blocks }
}

function list(title: string, items: readonly ListItem[], most: number): Block[] {
  if (items.length === 0 || most === 0) return []
  const more = items.length > most ? [{ words: [`… and ${count(items.length - most)} more`] }] : []
  return [{ kind: 'list', title, items: [...items.slice(0, most), ...more] }]
}

/** All of them, with what an edited test asked or expected before. */
function changedTests(results: Results, most: number): Block[] {
  const items = namedChanges(results).map((change): ListItem => {
    const { what, before, agents } = change
    const was = before === null ? [] : say` (before: ${{ kind: 'test', text: before }})`
    const whose = firstFew(agents, AGENTS_NAMED, agentName)
    const tried = passesWithout(change) ? ' · passes without the change, too' : ''
    return {
      words: say`${capitalized(what)}: ${changeName(results, change)}${was} · ${separated(whose, ', ')}${tried}`,
      excerpts: editExcerpts(change),
    }
  })
  return list(`Tests that ${testedChange(results)} changes`, items, most)
}

/** For each line that a list has at most. */
const NAMES_IN_LINE = 20

type Measured = Pick<ResultsTest, 'latencyMs' | 'costUsd'> & { readonly status?: string }

/** With fewer attempts, a share is a single reply. */
const LEAST_PAIRS = 5
const SHARE = 0.95

/** How long replies took and what they cost, of the same tests in the same rounds, with the change and without it. */
function bothSides({ agents }: Results): Block[] {
  const pairs = agents.flatMap(({ run }) => (run?.tests ?? []).flatMap(pairsOf))
  const both = (value: (of: Measured) => number | null) =>
    pairs.flatMap(([now, without]) => {
      const pair = [value(now), value(without)] as const
      return pair[0] === null || pair[1] === null ? [] : [[pair[0], pair[1]] as const]
    })
  const times = both(({ latencyMs }) => latencyMs)
  const costs = both(({ costUsd }) => costUsd)
  if (times.length < LEAST_PAIRS) return []
  const slowest = (side: 0 | 1) =>
    duration(times.map((pair) => pair[side]).sort((a, b) => a - b)[Math.ceil(SHARE * times.length) - 1] ?? 0)
  const paid = (side: 0 | 1) => dollars(costs.reduce((total, pair) => total + pair[side], 0))
  const took = `95% of replies within ${slowest(0)} (${slowest(1)} without the change)`
  const cost = costs.length === times.length ? ` · ${paid(0)} (${paid(1)})` : ''
  return [paragraph([`${counted(times.length, 'attempt')} on each side: ${took}${cost}`])]
}

/** The attempts of both sides; a test that passed at once has one. */
function pairsOf(test: ResultsTest): (readonly [now: Measured, without: Measured])[] {
  const attempts = test.control?.attempts ?? []
  const hasReplied = ({ status = 'passed' }: Measured) => status === 'passed' || status === 'failed'
  const own: readonly Measured[] = test.attempts.length > 0 ? test.attempts : [test]
  const later = own.slice(-attempts.length)
  return attempts.flatMap((without, index) => {
    const now = later[index]
    return now !== undefined && hasReplied(now) && hasReplied(without) ? [[now, without] as const] : []
  })
}

/**
 * The tests that did not pass at once and are not shown as evidence, by group, most important first. A line has those of a run of which the
 * same is said.
 */
function listedTests(story: Story, { items, conversations }: Budget): Block[] {
  const { cases, evidence } = story
  const shown = new Set(evidence.slice(0, conversations).flatMap((same) => same.map(({ test }) => test)))
  const byGroup = Map.groupBy(
    cases.filter(({ test }) => !shown.has(test)),
    ({ test }) => groupOf(test),
  )
  return groupOrder.flatMap((group) => {
    const inGroup = byGroup.get(group) ?? []
    if (group === 'passed' || inGroup.length === 0) return []
    const lines = grouped(inGroup, ({ run, text }) => `${run.taskId} ${plain(text)}`)
    const texts = lines.map((same) => ({ words: listedText(story, same, items) }))
    return list(`${causes[group].icon} ${groupTitle(group, inGroup.length)}`, texts, items)
  })
}

function listedText({ pageUrl }: Story, cases: SameTests, most: number): Sentence {
  const [{ agent, run, runUrl, text }] = cases
  const names = firstFew(cases, most * NAMES_IN_LINE, ({ test: { name, id }, anchor }) => {
    const url = pageUrl === null ? null : `${pageUrl}#${anchor}`
    return testName(name ?? id, url)
  })
  const url = cases.length === 1 ? runUrl : run.url
  return say`${separated(names, ', ')} · ${agentName(agent.name, url)}: ${text}`
}

/** What else to know about runs, once for all agents of which it is true: skipped agents, notes. */
export function noteItems({ results }: Story): ListItem[] {
  // If all were skipped, a line says why.
  const isTested = results.agents.some(({ outcome }) => outcome !== 'skipped')
  const ofAgents = results.agents.flatMap((agent) => {
    const { problem, outcome } = agent
    const told = problem && toldOf(problem)
    // What is told of the job has not what still runs.
    const isUntold = outcome === 'skipped' ? isTested && told !== 'tested' : told === 'job'
    const own = problem !== null && isUntold ? [problemWords(problem).sentence] : []
    const notes = [...own, ...agentNotes(agent)]
    return notes.map((note) => ({ name: agent.name, note }))
  })
  return grouped(ofAgents, ({ note }) => plain(note)).map((same) => {
    const names = firstFew(same, AGENTS_NAMED, ({ name }) => strongAgent(name))
    return { words: ended(say`${separated(names, ', ')}${same.length > 1 ? ': each' : ''} ${same[0].note}`) }
  })
}
