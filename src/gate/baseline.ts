// The baseline of an agent: which of its earlier runs count, read from its run history.
import type { CallOptions, EarlierRun } from '../client/index.ts'
import { fromServiceTime } from '../client/timestamps.ts'
import type { TestHistory } from './regression.ts'
import type { AgentBaseline, AgentRef, AgentResult, BaselineRun, PassRate, TestResult } from './results.ts'
import { type GateService, serviceError } from './service.ts'

const MAX_RUNS = 10
const PAGE = 50
/** Retries and runs of other pull requests are in the history too, so it is searched this far back. */
const MAX_PAGES = 20
/** Trends are worth neither many requests nor a wait. */
const MAX_TRENDS = 50
const TRENDS_MS = 15_000
export const FINISHED_TEST_RUNS = { type: 'llm-unit-test', status: 'done' } as const

export interface BaselinePlan {
  readonly agent: AgentRef
  readonly tests: readonly Pick<TestResult, 'name'>[]
  /** Runs that started at this time or later do not count: they may hold the change. Milliseconds since 1970. */
  readonly cutOff: number
  /** The runs of this job. */
  readonly ownRuns: { has(taskId: string): boolean }
}

/** A baseline with how each test of this job's run did in it, in the order of that run; empty if it is unknown. */
export interface ComparableBaseline extends AgentBaseline {
  readonly histories: readonly TestHistory[]
}

/** An earlier run, with whether each test of this job's run passed in it; undefined if it does not tell. */
interface EarlierTests {
  readonly run: BaselineRun
  readonly passed: readonly (boolean | undefined)[]
}

/** An earlier run, with whether each of its tests passed, by {@link testKeys}. */
export interface FileRun {
  readonly run: BaselineRun
  readonly passed: ReadonlyMap<string, boolean>
}

/** The newest comparable runs of the agent, read page by page until there are enough of them. */
export async function readBaseline(
  plan: BaselinePlan,
  service: Pick<GateService, 'history'>,
  options: CallOptions,
  maxPages = MAX_PAGES,
): Promise<ComparableBaseline> {
  const { agent } = plan
  // By ID: if a run starts between two pages, the last one of a page comes again on the next.
  const runs = new Map<string, EarlierTests>()
  for (let page = 0, offset = 0; page < maxPages; page += 1) {
    const read = await service.history(agent.uuid, { ...options, ...FINISHED_TEST_RUNS, limit: PAGE, offset })
    if (!read.ok) return { agent, runs: [], error: serviceError(read.error), histories: [] }
    const { total } = read.value
    // Taken out of the response, which is freed late, as in addRead.
    const items = read.value.items.splice(0)
    offset += items.length
    const keys = testKeys(plan.tests)
    for (const item of items) {
      const run = runs.size < MAX_RUNS ? earlierTests(item, plan, keys) : null
      if (run !== null) runs.set(item.uuid, run)
    }
    if (runs.size >= MAX_RUNS) break
    if (items.length === 0 && (total ?? 0) > offset)
      return { agent, runs: [], error: cutShort(total ?? 0, offset), histories: [] }
    if (items.length === 0 || (total ?? Number.POSITIVE_INFINITY) <= offset) break
  }
  return comparableBaseline(agent, plan.tests.length, [...runs.values()])
}

/** The earlier runs of failing agents, with one request each; never rejects, leaves out what cannot be read. */
export async function readTrends(
  results: readonly AgentResult[],
  cutOff: number,
  { service, signal }: { readonly service: Pick<GateService, 'history'>; readonly signal: AbortSignal },
): Promise<AgentBaseline[]> {
  const ownRuns = new Set(results.flatMap(({ run }) => run?.taskId ?? []))
  const read = async ({ agent, run }: AgentResult) => {
    const plan = { agent, tests: run?.tests ?? [], cutOff, ownRuns }
    const options = { signal, timeoutMs: TRENDS_MS, maxRetries: 0 }
    const { runs, error } = await readBaseline(plan, service, options, 1)
    return error === null && runs.length > 0 ? [{ agent, runs, error }] : []
  }
  const failing = results.filter(({ outcome }) => outcome === 'failed').slice(0, MAX_TRENDS)
  return (await Promise.all(failing.map((result) => read(result).catch(() => [])))).flat()
}

/** The runs of one earlier job, by its agents. */
export interface BaselineFile {
  readonly byUuid: ReadonlyMap<string, FileRun>
  /** For an agent that has another ID there, as copies in other workspaces have. Without names that several agents share. */
  readonly byName: ReadonlyMap<string, FileRun>
}

/** Each file is one run, whatever its age and tests; newest first. Files without the agent add none. */
export function baselineFromFiles(
  agent: AgentRef,
  tests: readonly Pick<TestResult, 'name'>[],
  files: readonly BaselineFile[],
): ComparableBaseline {
  const runs = files.flatMap(({ byUuid, byName }) => byUuid.get(agent.uuid) ?? byName.get(agent.name) ?? [])
  runs.sort((a, b) => (b.run.createdAt ?? 0) - (a.run.createdAt ?? 0))
  const keys = testKeys(tests)
  const earlier = runs.map(({ run, passed }) => ({ run, passed: keys.map((key) => passed.get(key)) }))
  return comparableBaseline(agent, tests.length, earlier)
}

function comparableBaseline(
  agent: AgentRef,
  tests: number,
  earlier: readonly EarlierTests[],
): ComparableBaseline {
  const having = (index: number, outcome: boolean) =>
    earlier.reduce((count, { passed }) => count + (passed[index] === outcome ? 1 : 0), 0)
  const histories = Array.from({ length: tests }, (_, index) => {
    const failures = having(index, false)
    return { failures, runs: failures + having(index, true) }
  })
  return { agent, runs: earlier.map(({ run }) => run), error: null, histories }
}

function cutShort(total: number, received: number) {
  const message = `the run history is incomplete: ${received} of ${total} runs received`
  return { kind: 'contract', message, reason: null, status: null, code: null } as const
}

/** Null if the run does not count: incomplete, too new, this job's own, or about too few of the tests. */
function earlierTests(run: EarlierRun, plan: BaselinePlan, keys: readonly string[]): EarlierTests | null {
  const createdAt = fromServiceTime(run.created_at ?? '')?.getTime() ?? null
  if (createdAt === null || createdAt >= plan.cutOff || plan.ownRuns.has(run.uuid)) return null
  if (!isComplete(run)) return null
  const outcomes = testOutcomes(run.results ?? [])
  const passed = keys.map((key) => outcomes.get(key))
  const covered = passed.filter((each) => each !== undefined).length
  if (covered * 2 < keys.length) return null
  const [p95LatencyMs, meanCostUsd] = [run.latency_ms?.p95 ?? null, run.cost?.mean ?? null]
  return { run: { taskId: run.uuid, createdAt, ...passRateOf(outcomes), p95LatencyMs, meanCostUsd }, passed }
}

/** Whether every test of the run passed or failed. */
function isComplete(run: EarlierRun): boolean {
  const { total_tests: total, passed, failed } = run
  return (
    run.status === 'done' &&
    (run.type ?? FINISHED_TEST_RUNS.type) === FINISHED_TEST_RUNS.type &&
    run.error !== true &&
    run.aborted !== true &&
    run.stopped_early !== true &&
    (run.unanswered_tests ?? 0) === 0 &&
    (total ?? 0) > 0 &&
    (passed ?? 0) + (failed ?? 0) === total
  )
}

export function passRateOf(passed: ReadonlyMap<string, boolean>): PassRate {
  let passing = 0
  for (const each of passed.values()) if (each) passing += 1
  return { passed: passing, total: passed.size }
}

/** Whether each test passed, by {@link testKeys}; tests without a verdict are left out. */
export function testOutcomes(
  tests: readonly {
    readonly name?: string | null | undefined
    readonly passed?: boolean | null | undefined
  }[],
): ReadonlyMap<string, boolean> {
  const keys = testKeys(tests)
  const outcomes = new Map<string, boolean>()
  for (const [index, { passed }] of tests.entries())
    if (typeof passed === 'boolean') outcomes.set(keys[index] ?? '', passed)
  return outcomes
}

/** What tests are matched by across runs: the name; of several with the same name, their order. */
export function testKeys(tests: readonly { readonly name?: string | null | undefined }[]): string[] {
  const seen = new Map<string, number>()
  return tests.map(({ name }) => {
    const count = (seen.get(name ?? '') ?? 0) + 1
    seen.set(name ?? '', count)
    return `${count} ${name ?? ''}`
  })
}
