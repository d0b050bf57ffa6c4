// The results as one self-contained HTML page, of bounded size. src/page/ is its source; this file fills in the data.
import type { GateOutcome, TestResult } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import {
  DETAIL_LEVELS,
  type DetailLevel,
  describeLevel,
  FIRST_TESTS,
  FIRST_TESTS_LEVEL,
  pageTests,
} from './page-data.ts'
import { type AgentRecord, agentRecords, jobRecord, json, opened, testRecord } from './results-json.ts'
import type { Results, ResultsJob, ResultsTest } from './results-schema.ts'

/** In the built page, where the data goes. */
export const DATA_MARKER = '"__PAGE_DATA__"'

const MAX_BYTES = 20_000_000

/** `template`: the page as built, with one marker. `maxBytes` bounds the data; lists of tests are cut last. */
export interface PageOptions {
  readonly template: string
  readonly maxBytes?: number
}

/** In pieces, one per test. */
export function htmlPage(
  outcome: GateOutcome,
  context: ReportContext,
  options: PageOptions,
): Iterable<string> {
  const agentRecord = agentRecords(outcome, context)
  function* records(tests: readonly TestResult[], appUrl: string) {
    for (const test of tests) yield testRecord(test, appUrl)
  }
  return page(jobRecord(outcome, context), options, function* () {
    for (const result of outcome.results) {
      const agent = agentRecord(result)
      yield { agent, tests: records(result.run?.tests ?? [], agent.appUrl) }
    }
  })
}

/** The same from a results file. */
export function htmlPageOfResults({ agents, ...job }: Results, options: PageOptions): Iterable<string> {
  return page(job, options, function* () {
    for (const { run, ...agent } of agents) {
      if (run === null) yield { agent: { ...agent, run }, tests: [] }
      else {
        const { tests, ...fields } = run
        yield { agent: { ...agent, run: fields }, tests }
      }
    }
  })
}

interface AgentTests {
  readonly agent: AgentRecord
  readonly tests: Iterable<ResultsTest>
}

type Agents = () => Iterable<AgentTests>

function* page(
  job: ResultsJob,
  { template, maxBytes = MAX_BYTES }: PageOptions,
  agents: Agents,
): Iterable<string> {
  const [before = '', after = ''] = template.split(DATA_MARKER)
  const { level, listed, leftOut } = levelWithin(agents, maxBytes)
  yield before
  yield inert(`${opened({ job, leftOut })}"agents":[`)
  let separator = ''
  let left = listed
  const pageTest = pageTests(level)
  for (const { agent, tests } of agents()) {
    const { run, ...fields } = agent
    yield inert(`${separator}\n${opened(fields)}"run":`)
    separator = ','
    if (run === null) yield 'null}'
    else {
      yield inert(`${opened(run)}"tests":[`)
      let comma = ''
      for (const test of tests) {
        if (left <= 0) break
        left -= 1
        yield inert(`${comma}\n${json(pageTest(test))}`)
        comma = ','
      }
      yield ']}}'
    }
  }
  yield ']}'
  yield after
}

/** Inside a script element, `<` is the only character that could end it. */
function inert(data: string): string {
  return data.replaceAll('<', '\\u003c')
}

interface Fitting {
  readonly level: DetailLevel
  /** How many tests fit. */
  readonly listed: number
  readonly leftOut: readonly string[]
}

/** The most details that fit. */
function levelWithin(agents: Agents, maxBytes: number): Fitting {
  const fitting = (level: DetailLevel) => countFitting(agents, level, maxBytes)
  const [whole, ...less] = DETAIL_LEVELS
  if (fitting(whole) === Number.POSITIVE_INFINITY)
    return { level: whole, listed: Number.POSITIVE_INFINITY, leftOut: [] }
  let levels = less
  // Each level takes less space than the one before, so search by halves.
  while (levels.length > 1) {
    const half = Math.floor(levels.length / 2)
    const fits = fitting(levels[half - 1] ?? whole) === Number.POSITIVE_INFINITY
    levels = fits ? levels.slice(0, half) : levels.slice(half)
  }
  const least = levels[0] ?? whole
  const keepsFirst = least.blocking === 'line' && fitting(FIRST_TESTS_LEVEL) > FIRST_TESTS
  const level = keepsFirst ? FIRST_TESTS_LEVEL : least
  const listed = fitting(level)
  const leftOut = describeLevel(level)
  if (listed < Number.POSITIVE_INFINITY)
    leftOut.push(`Only the first ${listed.toLocaleString('en-US')} tests are listed.`)
  return { level, listed, leftOut }
}

/** How many tests fit, infinity if all do; stops at the first that does not. */
function countFitting(agents: Agents, level: DetailLevel, maxBytes: number): number {
  const pageTest = pageTests(level)
  let bytes = 0
  let fitting = 0
  // Agents are always listed, so they take their space first.
  for (const { agent } of agents()) bytes += byteLength(agent) + 30
  for (const { tests } of agents()) {
    for (const test of tests) {
      bytes += byteLength(pageTest(test)) + 2
      if (bytes > maxBytes) return fitting
      fitting += 1
    }
  }
  return Number.POSITIVE_INFINITY
}

function byteLength(value: unknown): number {
  return Buffer.byteLength(inert(json(value)))
}
