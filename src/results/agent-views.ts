// Agents and their tests as reports tell them: each test with its place, its words and its addresses.
import { countTests, type Results, type ResultsAgent, type ResultsRun, type ResultsTest } from '../schema.ts'
import { standingOf, standingOrder, testText } from './causes.ts'
import { shownAttempt } from './evidence.ts'
import { grouped } from './format.ts'
import { anchorOf } from './links.ts'
import type { Sentence } from './sentence.ts'

export interface AgentView {
  readonly agent: ResultsAgent
  /** The fragment of its address in the page. */
  readonly anchor: string
  readonly cases: readonly TestOfAgent[]
}

/** One test as it did in one agent. */
export interface TestOfAgent {
  /** The agent's position in the results. */
  readonly at: number
  readonly agent: ResultsAgent
  readonly run: ResultsRun
  readonly test: ResultsTest
  /** The address of the run of what is shown of it. */
  readonly runUrl: string
  /** What every report says of it. */
  readonly text: Sentence
  /** The fragment of its address in the page. */
  readonly anchor: string
}

/** In the order of the results. */
export function agentViews(results: Results): readonly AgentView[] {
  return results.agents.map((agent, at) => viewOf(results, agent, at))
}

/** Worst first; of these, the one with the most failing tests first. */
export function worstFirst(views: readonly AgentView[]): readonly AgentView[] {
  const rank = ({ agent }: AgentView) => standingOrder.indexOf(standingOf(agent))
  const failedCount = ({ agent: { run } }: AgentView) => (run === null ? 0 : countTests(run).failed)
  return views.toSorted((a, b) => rank(a) - rank(b) || failedCount(b) - failedCount(a))
}

function viewOf(results: Results, agent: ResultsAgent, at: number): AgentView {
  const anchor = anchorOf(agent.uuid)
  const { run } = agent
  if (run === null) return { agent, anchor, cases: [] }
  const cases = run.tests.map((test) => ({
    at,
    agent,
    run,
    test,
    runUrl: shownAttempt(test)?.url ?? run.url,
    text: testText(results, { agent, test }),
    anchor: anchorOf(agent.uuid, test.id),
  }))
  return { agent, anchor, cases }
}

export type SameTests = readonly [TestOfAgent, ...TestOfAgent[]]

/**
 * A test of several agents once: those that block first, then those with texts to show: of the others they could not be read. Of these,
 * those of the most agents.
 */
export function sameTests(cases: readonly TestOfAgent[]): SameTests[] {
  const blocks = (same: SameTests) => Number(same.some(({ test }) => test.blocks))
  const isRead = ([{ test }]: SameTests) =>
    Number(test.question.length > 0 || Boolean(test.reply || test.reasoning))
  return grouped(cases, ({ test }) => testKey(test)).sort(
    (a, b) => blocks(b) - blocks(a) || isRead(b) - isRead(a) || b.length - a.length,
  )
}

/** People may give different tests of two agents one name. */
export function testKey({ uuid, name, id }: ResultsTest): string {
  return `${uuid} ${name ?? id}`
}
