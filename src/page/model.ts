// What the page draws: agents and tests, the most important ones first, each with an address.
import { blocks, groupedTests, type TestGroup, testGroups } from '../results/groups.ts'
import { testAnchor } from '../results/links.ts'
import { type AgentView, type Overview, overviewOf } from '../results/overview.ts'
import type { Results, ResultsAgent, ResultsTest } from '../results/schema.ts'
import { wholeReason } from '../results/test-reason.ts'

/** The page's data. `conversations`: so many tests have theirs, the most important ones; null if all have. */
export type PageData = Results & { readonly conversations: number | null }

export type Group = TestGroup | 'passed'
export const groups: readonly Group[] = [...testGroups, 'passed']

/** What the list is sorted by first. */
export const sections = ['blocks', 'does-not-block', 'without-result', 'passed', 'agents'] as const
export type Section = (typeof sections)[number]

export interface Test {
  readonly agent: Agent
  readonly group: Group
  readonly section: Section
  /** Permanent: the same in every report. */
  readonly anchor: string
  /** Every text that is searched, in lower case. */
  readonly text: string
  readonly record: ResultsTest
}

export interface Agent {
  readonly record: ResultsAgent
  readonly section: Section
  readonly anchor: string
  readonly tests: readonly Test[]
  readonly counts: GroupCounts
}

export type GroupCounts = Readonly<Record<Group, number>>

/** How often an evaluator passed and failed tests; ratings are neither. */
export interface EvaluatorCounts {
  readonly name: string
  readonly passed: number
  readonly failed: number
  readonly rated: number
}

export interface Model extends Pick<PageData, 'conversations'>, Pick<Overview, 'results'> {
  readonly overview: Overview
  readonly agents: readonly Agent[]
  /** Most important first. */
  readonly tests: readonly Test[]
  /** As the list has them: the tests, inconclusive agents among them, then the other agents. */
  readonly entries: readonly (Test | Agent)[]
  readonly byAnchor: ReadonlyMap<string, Test | Agent>
  readonly counts: GroupCounts
  /** Those that failed most often first. */
  readonly evaluators: readonly EvaluatorCounts[]
}

export function createModel({ conversations, ...results }: PageData): Model {
  const overview = overviewOf(results)
  const byAnchor = new Map<string, Test | Agent>()
  const agents = [...overview.nonPassing, ...overview.passing].map((view) => {
    const agent = createAgent(view, results.comparison)
    for (const entry of [agent, ...agent.tests]) byAnchor.set(entry.anchor, entry)
    return agent
  })
  const tests = agents
    .flatMap((agent) => agent.tests)
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  // An agent without a result comes before its tests.
  const entries = [...agents, ...tests].sort(
    (a, b) => sections.indexOf(a.section) - sections.indexOf(b.section),
  )
  return {
    results,
    conversations,
    overview,
    agents,
    tests,
    entries,
    byAnchor,
    counts: countGroups(tests),
    evaluators: countEvaluators(tests),
  }
}

export function isTest(entry: Test | Agent): entry is Test {
  return 'group' in entry
}

function createAgent({ agent: record, anchor }: AgentView, comparison: Results['comparison']): Agent {
  const passed = (record.run?.tests ?? []).filter(({ status }) => status === 'passed')
  const grouped = [
    ...groupedTests(record, comparison),
    ...passed.map((test) => ({ test, group: 'passed' as const })),
  ]
  const tests: Test[] = []
  const section = record.outcome === 'inconclusive' ? ('without-result' as const) : ('agents' as const)
  const agent = { record, section, anchor, tests, counts: countGroups(grouped) }
  for (const { test, group } of grouped)
    tests.push({
      agent,
      group,
      section: sectionOf(group),
      anchor: testAnchor(anchor, test.id),
      text: textOf(record, test),
      record: test,
    })
  return agent
}

function sectionOf(group: Group): Section {
  if (group === 'passed') return 'passed'
  if (group === 'unfinished' || group === 'undetermined') return 'without-result'
  return blocks(group) ? 'blocks' : 'does-not-block'
}

function textOf(agent: ResultsAgent, test: ResultsTest): string {
  const reasons = test.attempts.map(({ reasoning }) => reasoning ?? '')
  return [agent.name, test.name ?? '', wholeReason(test), ...reasons].join('\n').toWellFormed().toLowerCase()
}

function countGroups(tests: readonly { readonly group: Group }[]): GroupCounts {
  const counts: Record<Group, number> = {
    broken: 0,
    failing: 0,
    new: 0,
    'known-failure': 0,
    unreliable: 0,
    undetermined: 0,
    accepted: 0,
    flaky: 0,
    unfinished: 0,
    passed: 0,
  }
  for (const { group } of tests) counts[group] += 1
  return counts
}

function countEvaluators(tests: readonly Test[]): EvaluatorCounts[] {
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
