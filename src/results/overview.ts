// Agents and tests in the order of what a reader has to do about them; tests of the same name together.
import { blocks, groupedTests, isExcused, type TestGroup, unlistedFailures } from './groups.ts'
import type { Results, ResultsAgent, ResultsRun, ResultsTest } from './schema.ts'

export interface AgentView {
  readonly agent: ResultsAgent
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
}

export interface Overview {
  readonly results: Results
  /** Failed, then inconclusive, then skipped; the most blocking tests first, then the most failing ones. */
  readonly nonPassing: readonly AgentView[]
  readonly passing: readonly AgentView[]
  /** By group; tests that failed in the most agents first. */
  readonly groups: ReadonlyMap<TestGroup, readonly TestView[]>
  /** Failing tests that the service counted, but did not list. */
  readonly unlistedFailures: number
}

const urgency = { failed: 0, inconclusive: 1, skipped: 2, passed: 3 } as const

export function overviewOf(results: Results): Overview {
  const { agents, comparison } = results
  const views = agents
    .map((agent) => {
      const tests = groupedTests(agent, comparison)
      return {
        agent,
        blocking: tests.filter(({ group }) => blocks(group)).length,
        excused: isExcused(agent, tests, comparison),
      }
    })
    .sort(byUrgency)
  return {
    results,
    nonPassing: views.filter(({ agent }) => agent.outcome !== 'passed'),
    passing: views.filter(({ agent }) => agent.outcome === 'passed'),
    groups: groupTests(views, comparison),
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

/** The service's count, or the number of known failing tests if it gave none. */
function failedCount({ run }: ResultsAgent): number {
  return run?.counts?.failed ?? run?.tests.filter(({ status }) => status === 'failed').length ?? 0
}

function groupTests(
  views: readonly AgentView[],
  comparison: Results['comparison'],
): Map<TestGroup, TestView[]> {
  const cases = views.flatMap(({ agent }) => {
    const { run } = agent
    return run === null ? [] : groupedTests(agent, comparison).map((each) => ({ ...each, agent, run }))
  })
  const viewsOf = (inGroup: readonly TestCase[]) =>
    [...Map.groupBy(inGroup, ({ test, run }) => test.name ?? `${run.taskId} ${test.id}`).values()]
      .flatMap(([first, ...others]) => (first === undefined ? [] : [{ first, others }]))
      .sort((a, b) => b.others.length - a.others.length)
  return new Map(
    [...Map.groupBy(cases, ({ group }) => group)].map(([group, inGroup]) => [group, viewsOf(inGroup)]),
  )
}
