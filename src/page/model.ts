// The data of the page as its components need it: tests with their group, anchor and searchable text.
import { countsAgainstVerdict, type PageAgent, type PageData, type PageTest } from '../report/page-data.ts'
import type { ResultsTest } from '../report/results-schema.ts'

/** What a reader has to do about a test decides its group; most important first. */
export const GROUPS = ['broken', 'failing', 'flaky', 'inconclusive', 'passed'] as const
export type Group = (typeof GROUPS)[number]

export interface Test {
  readonly agent: Agent
  readonly group: Group
  /** Permanent: the same in every report, as far as the service gave IDs. */
  readonly anchor: string
  readonly record: ResultsTest
}

export interface Agent {
  readonly record: PageAgent
  readonly anchor: string
  readonly tests: readonly Test[]
  readonly counts: Readonly<Record<Group, number>>
}

/** How often an evaluator passed and failed tests; ratings are neither. */
export interface EvaluatorCounts {
  readonly name: string
  readonly passed: number
  readonly failed: number
  readonly rated: number
}

export interface Model {
  readonly job: PageData['job']
  readonly leftOut: readonly string[]
  readonly agents: readonly Agent[]
  readonly tests: readonly Test[]
  readonly byAnchor: ReadonlyMap<string, Test | Agent>
  readonly counts: Readonly<Record<Group, number>>
  /** Tests that passed, but are not in the data: without `details: all`, large suites have none that passed at once. */
  readonly passedNotIncluded: number
  /** The same of failing tests: the service counted them, but did not list them. */
  readonly failedNotIncluded: number
  /** Those that failed most often first. */
  readonly evaluators: readonly EvaluatorCounts[]
}

export function createModel({ job, leftOut, agents: records }: PageData): Model {
  const byAnchor = new Map<string, Test | Agent>()
  const repeated = new Map<string, number>()
  const agents = records.map((record) => createAgent(record, byAnchor, repeated)).sort(byImportance)
  const tests = agents.flatMap((agent) => agent.tests)
  const counts = countGroups(tests)
  return {
    job,
    leftOut,
    agents,
    tests,
    byAnchor,
    counts,
    passedNotIncluded: Math.max(0, job.totals.passed - counts.flaky - counts.passed),
    failedNotIncluded: Math.max(0, job.totals.failed - counts.broken - counts.failing),
    evaluators: countEvaluators(tests),
  }
}

export function isTest(entry: Test | Agent): entry is Test {
  return 'group' in entry
}

/** @param repeated how often an anchor was asked for, if more than once */
function createAgent(
  record: PageAgent,
  byAnchor: Map<string, Test | Agent>,
  repeated: Map<string, number>,
): Agent {
  const tests: Test[] = []
  const counts = { broken: 0, failing: 0, flaky: 0, inconclusive: 0, passed: 0 }
  const anchor = uniqueAnchor(encodeURIComponent(record.uuid), byAnchor, repeated)
  const agent: Agent = { record, anchor, tests, counts }
  byAnchor.set(anchor, agent)
  for (const compact of record.run?.tests ?? []) {
    const id = encodeURIComponent(compact.uuid ?? compact.id ?? compact.name ?? '')
    const group = groupOf(compact)
    const testAnchor = uniqueAnchor(`${anchor}/${id}`, byAnchor, repeated)
    const test = { agent, record: whole(compact), group, anchor: testAnchor }
    byAnchor.set(test.anchor, test)
    tests.push(test)
    counts[group] += 1
  }
  const rank = ({ group, record: test }: Test) =>
    GROUPS.indexOf(group) + (countsAgainstVerdict(test) ? 0 : 0.5)
  tests.sort((a, b) => rank(a) - rank(b))
  return agent
}

function uniqueAnchor(
  anchor: string,
  taken: ReadonlyMap<string, unknown>,
  repeated: Map<string, number>,
): string {
  let unique = anchor
  for (let count = (repeated.get(anchor) ?? 1) + 1; taken.has(unique); count += 1) {
    unique = `${anchor}~${count}`
    repeated.set(anchor, count)
  }
  return unique
}

const EMPTY = {
  id: null,
  uuid: null,
  name: null,
  reasoning: null,
  reply: null,
  toolCalls: [],
  evaluators: [],
  latencyMs: null,
  costUsd: null,
  question: [],
  criteria: [],
  expectedToolCalls: [],
  attempts: [],
  retrySkipped: null,
  baseline: null,
} satisfies Omit<ResultsTest, 'status'>

const EMPTY_RESULT = {
  evaluator: null,
  passed: null,
  score: null,
  scaleMin: null,
  scaleMax: null,
  valueName: null,
  reasoning: null,
}
const EMPTY_ATTEMPT = { reasoning: null, latencyMs: null, costUsd: null }

/** The record with the nulls and empty lists that the page's data leaves out. */
function whole(test: PageTest): ResultsTest {
  const { toolCalls = [], expectedToolCalls = [], evaluators = [], attempts = [], retrySkipped } = test
  return {
    ...EMPTY,
    ...test,
    toolCalls: toolCalls.map((call) => ({ ...call, arguments: call.arguments ?? null })),
    expectedToolCalls: expectedToolCalls.map((call) => ({ ...call, arguments: call.arguments ?? null })),
    evaluators: evaluators.map((result) => ({ ...EMPTY_RESULT, ...result })),
    attempts: attempts.map((attempt) => ({ ...EMPTY_ATTEMPT, ...attempt })),
    retrySkipped: retrySkipped ? { ...retrySkipped, message: retrySkipped.message ?? null } : null,
  }
}

function groupOf({ status, baseline }: PageTest): Group {
  switch (status) {
    case 'passed':
    case 'flaky':
      return status
    case 'failed':
      return baseline?.class === 'broken' ? 'broken' : 'failing'
    case 'unanswered':
    case 'not-run':
    case 'pending':
      return 'inconclusive'
    default:
      return status satisfies never
  }
}

function countGroups(tests: readonly Test[]): Record<Group, number> {
  const counts = { broken: 0, failing: 0, flaky: 0, inconclusive: 0, passed: 0 }
  for (const { group } of tests) counts[group] += 1
  return counts
}

function byImportance(a: Agent, b: Agent): number {
  const rank = ({ tests: [worst], record: { outcome } }: Agent) => {
    if (worst !== undefined && countsAgainstVerdict(worst.record)) return GROUPS.indexOf(worst.group)
    if (outcome === 'inconclusive') return 2
    if (outcome === 'failed') return 3
    return worst === undefined || worst.group === 'passed' ? 5 : 4
  }
  return rank(a) - rank(b)
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

export const UNNAMED = 'Unnamed evaluator'
