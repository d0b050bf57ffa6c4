// What the page draws: agents and tests, the most important ones first, each with an address.

import type { AgentView, TestOfAgent } from '../results/agent-views.ts'
import type { Block } from '../results/blocks.ts'
import {
  groupOf,
  groupOrder,
  sectionOf,
  sectionTitles,
  standingOf,
  type TestGroup,
  type TestSection,
} from '../results/causes.ts'
import { documentOf } from '../results/document.ts'
import { evidenceTexts, ownReason } from '../results/evidence.ts'
import { plain } from '../results/sentence.ts'
import { WITHOUT_LISTS } from '../results/sizes.ts'
import { type Story, storyOf } from '../results/story.ts'
import {
  type EvaluatorResult,
  isFlaky,
  type Results,
  type ResultsAgent,
  type ResultsTest,
} from '../schema.ts'

/** What the list is sorted by first. */
export type Section = TestSection | 'agents'
export const sections: readonly Section[] = ['blocks', 'without-result', 'does-not-block', 'passed', 'agents']

export interface PageTest {
  readonly agent: PageAgent
  readonly group: TestGroup
  readonly section: Section
  /** Permanent: the same in every report. */
  readonly anchor: string
  /** Every text that is searched, in lower case. */
  readonly text: string
  readonly record: ResultsTest
}

export interface PageAgent {
  readonly record: ResultsAgent
  readonly section: Section
  readonly anchor: string
  readonly tests: readonly PageTest[]
  readonly counts: GroupCounts
}

export type GroupCounts = Readonly<Record<TestGroup, number>>

/** How often an evaluator passed and failed tests; ratings are neither. */
interface EvaluatorCounts {
  readonly name: string
  readonly passed: number
  readonly failed: number
  readonly rated: number
}

export interface Model {
  readonly results: Results
  readonly story: Story
  readonly document: readonly Block[]
  readonly agents: readonly PageAgent[]
  /** Most important first. */
  readonly tests: readonly PageTest[]
  /** As the list has them: the tests, inconclusive agents among them, then the other agents. */
  readonly entries: readonly (PageTest | PageAgent)[]
  readonly byAnchor: ReadonlyMap<string, PageTest | PageAgent>
  readonly counts: GroupCounts
  /** Those that failed most often first. */
  readonly evaluators: readonly EvaluatorCounts[]
}

export function createModel(results: Results): Model {
  const byAnchor = new Map<string, PageTest | PageAgent>()
  const story = storyOf(results)
  const agents = story.agents.map((view) => {
    const agent = createAgent(results, view)
    for (const entry of [agent, ...agent.tests]) byAnchor.set(entry.anchor, entry)
    return agent
  })
  // As the headline and the comment.
  const order = new Map(results.agents.map((agent, index) => [agent, index]))
  const tests = agents
    .toSorted((a, b) => (order.get(a.record) ?? 0) - (order.get(b.record) ?? 0))
    .flatMap((agent) => agent.tests)
    .sort((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group))
  // An agent without a result comes before its tests.
  const entries = [...agents, ...tests].sort(
    (a, b) => sections.indexOf(a.section) - sections.indexOf(b.section),
  )
  return {
    results,
    story,
    document: documentOf(story, WITHOUT_LISTS),
    agents,
    tests,
    entries,
    byAnchor,
    counts: countGroups(tests),
    evaluators: countEvaluators(tests),
  }
}

/** What has no result blocks, too, except in mode `report`. */
export function sectionTitle({ mode }: Pick<Results, 'mode'>, section: Section): string {
  if (section === 'agents') return 'Agents'
  return section === 'without-result' && mode !== 'report'
    ? `${sectionTitles.blocks}: no result`
    : sectionTitles[section]
}

export function isTest(entry: PageTest | PageAgent): entry is PageTest {
  return 'group' in entry
}

function createAgent(results: Results, { agent: record, anchor, cases }: AgentView): PageAgent {
  const tests: PageTest[] = []
  const section = standingOf(record) === 'inconclusive' ? ('without-result' as const) : ('agents' as const)
  const groupsOfCases = cases.map(({ test }) => ({ group: groupOf(test) }))
  const agent = { record, section, anchor, tests, counts: countGroups(groupsOfCases) }
  for (const each of cases)
    tests.push({
      agent,
      group: groupOf(each.test),
      section: sectionIn(results, each.test),
      anchor: each.anchor,
      text: searchText(each),
      record: each.test,
    })
  return agent
}

/** In mode `report`, nothing blocks. */
function sectionIn({ mode }: Results, test: ResultsTest): TestSection {
  const section = sectionOf(test)
  return mode === 'report' && section === 'blocks' ? 'does-not-block' : section
}

function searchText({ agent, test, text }: TestOfAgent): string {
  const { evaluators, attempts, control } = test
  const tries = [...attempts, ...(control?.attempts ?? [])]
  return [
    ...[agent.name, test.name, plain(text), ...evidenceTexts(test, true)],
    ...evaluators.flatMap(({ evaluator, reasoning }) => [evaluator, reasoning]),
    ...tries.flatMap(({ reply, reasoning }) => [reply, reasoning]),
  ]
    .join('\n')
    .toWellFormed()
    .toLowerCase()
}

function countGroups(tests: readonly Pick<PageTest, 'group'>[]): GroupCounts {
  const counts = Object.fromEntries(groupOrder.map((group) => [group, 0])) as Record<TestGroup, number>
  for (const { group } of tests) counts[group] += 1
  return counts
}

function countEvaluators(tests: readonly PageTest[]): EvaluatorCounts[] {
  const counts = new Map<string, { name: string; passed: number; failed: number; rated: number }>()
  for (const { record } of tests)
    for (const { evaluator, passed } of record.evaluators) {
      const name = evaluator ?? UNNAMED
      const count = counts.get(name) ?? { name, passed: 0, failed: 0, rated: 0 }
      count[passed === true ? 'passed' : passed === false ? 'failed' : 'rated'] += 1
      counts.set(name, count)
    }
  return [...counts.values()].sort((a, b) => b.failed - a.failed || a.name.localeCompare(b.name))
}

/** In place of a name that is missing. */
export const UNNAMED = '(no name)'

/** Why a test failed: its evaluators and its own reason. */
interface Explanation {
  readonly title: string
  /** The reason of the test itself; null if its evaluators say it, or if there is none. */
  readonly reasoning: string | null
  /** Those that failed it; for a failing test without any, its ratings, which may have. */
  readonly evaluators: readonly EvaluatorResult[]
  readonly evaluatorsTitle: string
  readonly others: readonly EvaluatorResult[]
}

const TITLES = { failed: 'Why it failed', flaky: 'Why it failed before it passed' } as const

export function explanationOf(test: ResultsTest): Explanation {
  const { failed: isFailed, error, evaluators } = test
  const title = isFailed ? TITLES.failed : isFlaky(test) ? TITLES.flaky : 'Reason'
  const isExplained = evaluators.some(({ passed }) => passed === false)
  const isWhy = ({ passed, score }: EvaluatorResult) =>
    isExplained ? passed === false : isFailed && passed === null && score !== null
  return {
    title,
    // An error is said as what became of the test.
    reasoning: error === null ? ownReason(test) : null,
    evaluators: evaluators.filter(isWhy),
    evaluatorsTitle: isExplained ? title : 'Ratings',
    others: evaluators.filter((each) => !isWhy(each)),
  }
}
