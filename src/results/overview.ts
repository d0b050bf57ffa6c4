// Agents and tests in the order of what a reader has to do about them; tests of the same name together.
import { blocks, groupedTests, isExcused, type TestGroup, unlistedFailures } from './groups.ts'
import { agentAnchor, testAnchor } from './links.ts'
import type { Results, ResultsAgent, ResultsRun, ResultsTest } from './schema.ts'

export interface AgentView {
  readonly agent: ResultsAgent
  /** The fragment of its address in the page. */
  readonly anchor: string
  /** How many of its tests block the gate. */
  readonly blocking: number
  /** Whether tests failed, and none of them blocks. */
  readonly excused: boolean
}

/** One test as it did in one agent, and in others: tests of the same name and group are shown together. */
export interface TestView {
  readonly first: TestCase
  readonly others: readonly TestCase[]
}

export interface TestCase {
  readonly agent: ResultsAgent
  readonly run: ResultsRun
  readonly test: ResultsTest
  /** The test in the uploaded page, null if there is none. */
  readonly pageUrl: string | null
}

export interface Overview {
  readonly results: Results
  /** The uploaded page, null if there is none. */
  readonly pageUrl: string | null
  /** Failed, then inconclusive, then skipped; the most blocking tests first, then the most failing ones. */
  readonly nonPassing: readonly AgentView[]
  readonly passing: readonly AgentView[]
  /** By group; tests that failed in the most agents first. */
  readonly groups: ReadonlyMap<TestGroup, readonly TestView[]>
  /** Failing tests that the service counted, but did not list. */
  readonly unlistedFailures: number
}

const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 } as const

export function overviewOf(results: Results, pageUrl: string | null = null): Overview {
  const { agents, comparison } = results
  const anchors = new Set<string>()
  const views = agents
    .map((agent) => {
      const tests = groupedTests(agent, comparison)
      const anchor = agentAnchor(agent.uuid, anchors)
      anchors.add(anchor)
      return {
        agent,
        anchor,
        blocking: tests.filter(({ group }) => blocks(group)).length,
        excused: isExcused(agent, tests, comparison),
      }
    })
    .sort(byUrgency)
  return {
    results,
    pageUrl,
    nonPassing: views.filter(({ agent }) => agent.outcome !== 'passed'),
    passing: views.filter(({ agent }) => agent.outcome === 'passed'),
    groups: groupTests(views, comparison, pageUrl),
    unlistedFailures: agents.reduce((sum, agent) => sum + unlistedFailures(agent), 0),
  }
}

/** How many tests these are, in all agents. */
export function casesOf(tests: readonly TestView[]): number {
  return tests.reduce((sum, { others }) => sum + 1 + others.length, 0)
}

function byUrgency(a: AgentView, b: AgentView): number {
  return (
    urgency[a.agent.outcome] - urgency[b.agent.outcome] ||
    b.blocking - a.blocking ||
    failedCount(b.agent) - failedCount(a.agent)
  )
}

function failedCount({ run }: ResultsAgent): number {
  return run?.counts?.failed ?? 0
}

function groupTests(
  views: readonly AgentView[],
  comparison: Results['comparison'],
  pageUrl: string | null,
): Map<TestGroup, TestView[]> {
  const cases = views.flatMap(({ agent, anchor }) => {
    const { run } = agent
    if (run === null) return []
    return groupedTests(agent, comparison).map((each) => {
      const address = pageUrl && `${pageUrl}#${testAnchor(anchor, each.test.id)}`
      return { ...each, agent, run, pageUrl: address }
    })
  })
  const viewsOf = (inGroup: readonly TestCase[]) =>
    [...Map.groupBy(inGroup, ({ test, run }) => test.name ?? `${run.taskId} ${test.id}`).values()]
      .flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]))
      .sort((a, b) => b.others.length - a.others.length)
  return new Map(
    [...Map.groupBy(cases, ({ group }) => group)].map(([group, inGroup]) => [group, viewsOf(inGroup)]),
  )
}
