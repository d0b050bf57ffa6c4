// What every report is written from: agents and tests in the order of what a reader has to do about them, a test of several agents once.
import { countTests, type Results, type ResultsAgent, type ResultsRun } from '../schema.ts'
import { standingOf, standingOrder, testText } from './causes.ts'
import { shownAttempt } from './evidence.ts'
import type { PlacedTest } from './failing-tests.ts'
import { testKey } from './findings.ts'
import { grouped } from './format.ts'
import { agentAnchor, testAnchor } from './links.ts'
import type { Sentence } from './sentence.ts'
import { type Story, storyOf } from './story.ts'

export interface AgentView {
  readonly agent: ResultsAgent
  /** The fragment of its address in the page. */
  readonly anchor: string
  readonly cases: readonly TestOfAgent[]
}

/** One test as it did in one agent. */
export interface TestOfAgent extends PlacedTest {
  readonly run: ResultsRun
  /** The address of the run of what is shown of it. */
  readonly runUrl: string
  /** What every report says of it. */
  readonly text: Sentence
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

/** What all reports are written from, once for all of them. */
export function overviewOf(results: Results): Overview {
  const story = storyOf(results)
  const agents = results.agents.map((agent, at) => viewOf(results, agent, at))
  const failing = story.failing.flatMap(
    ({ at, test }) => agents[at]?.cases.find((each) => each.test === test) ?? [],
  )
  const rank = ({ agent }: AgentView) => standingOrder.indexOf(standingOf(agent))
  const failedCount = ({ agent: { run } }: AgentView) => (run === null ? 0 : countTests(run).failed)
  return {
    results,
    story,
    pageUrl: null,
    agents: agents.toSorted((a, b) => rank(a) - rank(b) || failedCount(b) - failedCount(a)),
    cases: agents.flatMap(({ cases }) => cases),
    evidence: sameTests(failing),
  }
}

function viewOf(results: Results, agent: ResultsAgent, at: number): AgentView {
  const anchor = agentAnchor(agent.uuid)
  const { run } = agent
  if (run === null) return { agent, anchor, cases: [] }
  const cases = run.tests.map((test) => ({
    at,
    agent,
    run,
    test,
    runUrl: shownAttempt(test)?.url ?? run.url,
    text: testText(results, { agent, test }),
    anchor: testAnchor(anchor, test.id),
  }))
  return { agent, anchor, cases }
}

/** Those that block first, then those with texts to show: of the others they could not be read. Of these, those of the most agents. */
function sameTests(cases: readonly TestOfAgent[]): SameTests[] {
  const blocks = (same: SameTests) => Number(same.some(({ test }) => test.blocks))
  const isRead = ([{ test }]: SameTests) =>
    Number(test.question.length > 0 || Boolean(test.reply || test.reasoning))
  return grouped(cases, ({ test }) => testKey(test)).sort(
    (a, b) => blocks(b) - blocks(a) || isRead(b) - isRead(a) || b.length - a.length,
  )
}
