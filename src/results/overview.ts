// What every report is written from: agents and tests in the order of what a reader has to do about them, a test of several agents once.
import { countTests, type Results, type ResultsAgent, type ResultsRun, type ResultsTest } from '../schema.ts'
import {
  causes,
  factsText,
  groupOf,
  groupOrder,
  groupTitle,
  standingOf,
  standings,
  type TestGroup,
  testText,
} from './causes.ts'
import { shownAttempt } from './evidence.ts'
import { counted, grouped } from './format.ts'
import { agentAnchor, testAnchor } from './links.ts'
import { plain, type Sentence } from './sentence.ts'
import { type Story, storyOf } from './story.ts'

export interface AgentView {
  readonly agent: ResultsAgent
  /** The fragment of its address in the page. */
  readonly anchor: string
  readonly cases: readonly TestOfAgent[]
}

/** One test as it did in one agent. */
export interface TestOfAgent {
  readonly agent: ResultsAgent
  readonly run: ResultsRun
  readonly test: ResultsTest
  /** The address of the run of what is shown of it. */
  readonly runUrl: string
  /** What every report says of it. */
  readonly text: Sentence
  /** Whether one of the first lines says that, so that nothing below says it again. */
  readonly isToldAbove: boolean
  /** The fragment of its address in the page. */
  readonly anchor: string
}

export interface Overview {
  readonly results: Results
  readonly story: Story
  /** The uploaded page, null while there is none. */
  readonly pageUrl: string | null
  /** Worst first; of these, the one with the most failing tests first. */
  readonly agents: readonly AgentView[]
  /** All tests, in the order of the results. */
  readonly cases: readonly TestOfAgent[]
  /** The failing tests that are not accepted, those that block first; the same test of several agents together. */
  readonly evidence: readonly SameTests[]
}

export type SameTests = readonly [TestOfAgent, ...TestOfAgent[]]

export interface ListedTests {
  readonly group: TestGroup
  /** `3 unclear tests` */
  readonly title: string
  /** A line has one test; or all of a run without a result for the same reason, so that it is said once. */
  readonly lines: readonly SameTests[]
}

/** What all reports are written from, once for all of them. */
export function overviewOf(results: Results): Overview {
  const story = storyOf(results)
  const toldAbove = new Set(story.above.flatMap(({ tests }) => tests.map(({ test }) => test)))
  const agents = results.agents.map((agent) => {
    const anchor = agentAnchor(agent.uuid)
    return { agent, anchor, cases: casesOf(results, agent, anchor, toldAbove) }
  })
  // What was said is the evidence: those of which it could not be read are last.
  const evidence = story.failing
    .flatMap(({ at, test }) => agents[at]?.cases.find((each) => each.test === test) ?? [])
    .sort(
      (a, b) => Number(b.test.blocks) - Number(a.test.blocks) || Number(hasTexts(b)) - Number(hasTexts(a)),
    )
  return {
    results,
    story,
    pageUrl: null,
    agents: agents.toSorted(
      (a, b) =>
        standings.indexOf(standingOf(a.agent)) - standings.indexOf(standingOf(b.agent)) ||
        failedCount(b.agent) - failedCount(a.agent),
    ),
    cases: agents.flatMap(({ cases }) => cases),
    evidence: sameTests(evidence),
  }
}

/**
 * The tests that did not pass at once, by group, most important first; of these, those that failed in the most agents first.
 * Tests that passed at once are only counted elsewhere.
 */
export function testList(cases: readonly TestOfAgent[]): ListedTests[] {
  const isQueued = ({ run, test }: TestOfAgent) =>
    test.cause === 'no-result' && test.error === null && run.status === 'queued'
  const queued = cases.filter(isQueued).length
  const byGroup = Map.groupBy(
    cases.filter((each) => !isQueued(each)),
    ({ test }) => groupOf(test),
  )
  const listed = groupOrder.flatMap((group): ListedTests[] => {
    const inGroup = byGroup.get(group)
    if (inGroup === undefined || group === 'passed') return []
    const lines = grouped(
      sameTests(inGroup).flat(),
      ({ run, test }) =>
        `${run.taskId} ${causes[group].section === 'without-result' ? plain(factsText(test)) : test.id}`,
    )
    return [{ group, title: groupTitle(group, inGroup.length), lines }]
  })
  if (queued === 0) return listed
  // None of them ran, so that their names say nothing.
  const why = queued === 1 ? 'has no result: its run was' : 'have no result: their runs were'
  const title = `${counted(queued, 'test')} ${why} still queued`
  return [...listed, { group: 'no-result', title, lines: [] }]
}

/**
 * The list without the tests that are shown as evidence; those that a line at the top tells come first, all of a run together.
 * @param shown how many of these, if not all
 */
export function testsBelow({ cases, evidence }: Overview, shown = evidence.length): ListedTests[] {
  const isShown = new Set(evidence.slice(0, shown).flatMap((same) => same.map(({ test }) => test)))
  const list = testList(cases.filter(({ test }) => !isShown.has(test)))
  return list.map((group) => ({ ...group, lines: byTold(group.lines) }))
}

function byTold(lines: ListedTests['lines']): ListedTests['lines'] {
  const isToldAbove = ([first]: SameTests) => first.isToldAbove
  const told = grouped(lines.filter(isToldAbove).flat(), ({ run }) => run.taskId)
  return [...told, ...lines.filter((line) => !isToldAbove(line))]
}

function casesOf(
  results: Results,
  agent: ResultsAgent,
  anchor: string,
  toldAbove: ReadonlySet<ResultsTest>,
): TestOfAgent[] {
  const { run } = agent
  if (run === null) return []
  return run.tests.map((test) => {
    const text = testText(results, { agent, test })
    const runUrl = shownAttempt(test)?.url ?? run.url
    const isToldAbove = toldAbove.has(test)
    return { agent, run, test, runUrl, text, isToldAbove, anchor: testAnchor(anchor, test.id) }
  })
}

function sameTests(cases: readonly TestOfAgent[]): SameTests[] {
  const blocking = (same: SameTests) => Number(same.some(({ test }) => test.blocks))
  // People may give different tests of two agents one name.
  return grouped(cases, ({ test, run }) => `${test.uuid} ${test.name ?? `${run.taskId} ${test.id}`}`).sort(
    (a, b) => blocking(b) - blocking(a) || b.length - a.length,
  )
}

function hasTexts({ test: { question, reply, reasoning, evaluators } }: TestOfAgent): boolean {
  return question.length > 0 || Boolean(reply || reasoning) || evaluators.length > 0
}

function failedCount({ run }: ResultsAgent): number {
  return run === null ? 0 : countTests(run).failed
}
