// Agents and tests in the order of what a reader has to do about them; tests of the same name together.

import { countTests, type Results, type ResultsAgent, type ResultsRun, type ResultsTest } from '../schema.ts'
import { grouped } from './format.ts'
import { agentAnchor, testAnchor } from './links.ts'
import { type Summary, summarize } from './summary.ts'
import { groupOf, standingOf, standings, type TestGroup } from './test-outcomes.ts'

export interface AgentView {
  readonly agent: ResultsAgent
  /** The fragment of its address in the page. */
  readonly anchor: string
  readonly cases: readonly TestCase[]
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
  readonly summary: Summary
  /** The uploaded page, null if there is none. */
  readonly pageUrl: string | null
  /** Worst first; of these, the one with the most failing tests first. */
  readonly agents: readonly AgentView[]
  /** By group; tests that failed in the most agents first. */
  readonly groups: ReadonlyMap<TestGroup, readonly TestView[]>
  /** The failing tests that are not accepted, most important first. */
  readonly evidence: readonly TestView[]
}

export function overviewOf(results: Results, pageUrl: string | null = null): Overview {
  const anchors = new Set<string>()
  const agents = results.agents.map((agent) => {
    const anchor = agentAnchor(agent.uuid, anchors)
    anchors.add(anchor)
    return { agent, anchor, cases: casesOf(agent, pageUrl && `${pageUrl}#`, anchor) }
  })
  const byGroup = Map.groupBy(
    agents.flatMap(({ cases }) => cases),
    ({ test }) => groupOf(test),
  )
  const summary = summarize(results)
  const evidence = summary.failing.flatMap(
    ({ at, test }) => agents[at]?.cases.find((each) => each.test === test) ?? [],
  )
  return {
    results,
    summary,
    pageUrl,
    agents: agents.toSorted(
      (a, b) =>
        standings.indexOf(standingOf(a.agent)) - standings.indexOf(standingOf(b.agent)) ||
        failedCount(b.agent) - failedCount(a.agent),
    ),
    groups: new Map([...byGroup].map(([group, inGroup]) => [group, viewsOf(inGroup)])),
    evidence: viewsOf(evidence),
  }
}

/** How many tests these are, in all agents. */
export function allCases(views: readonly TestView[]): readonly TestCase[] {
  return views.flatMap(({ first, others }) => [first, ...others])
}

function casesOf(agent: ResultsAgent, page: string | null, anchor: string): TestCase[] {
  const { run } = agent
  return (run?.tests ?? []).flatMap((test) =>
    run === null ? [] : { agent, run, test, pageUrl: page && `${page}${testAnchor(anchor, test.id)}` },
  )
}

function viewsOf(cases: readonly TestCase[]): TestView[] {
  return grouped(cases, ({ test, run }) => test.name ?? `${run.taskId} ${test.id}`)
    .map(([first, ...others]) => ({ first, others }))
    .sort((a, b) => b.others.length - a.others.length)
}

function failedCount({ run }: ResultsAgent): number {
  return run === null ? 0 : countTests(run).failed
}
