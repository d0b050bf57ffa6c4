// The baseline of an agent: which of its earlier runs count, read from its run history.
import type { CallOptions, EarlierRun } from '../client/index.ts'
import { fromServiceTime } from '../client/timestamps.ts'
import type { AgentBaseline, AgentRef, AgentResult, BaselineRun, TestResult } from './results.ts'
import { type GateService, serviceError } from './service.ts'

const MAX_RUNS = 10
const PAGE = 50
/** Retries and runs of other pull requests are in the history too, so it is searched this far back. */
const MAX_PAGES = 20
/** Trends are worth neither many requests nor a wait. */
const MAX_TRENDS = 50
const TRENDS_MS = 15_000
const FINISHED_TEST_RUNS = { type: 'llm-unit-test', status: 'done' } as const

export interface BaselinePlan {
  readonly agent: AgentRef
  readonly tests: readonly Pick<TestResult, 'name'>[]
  /** Runs that started at this time or later do not count: they may hold the change. Milliseconds since 1970. */
  readonly cutOff: number
  /** The runs of this job. */
  readonly ownRuns: ReadonlySet<string>
}

/** The newest comparable runs of the agent, read page by page until there are enough of them. */
export async function readBaseline(
  plan: BaselinePlan,
  service: Pick<GateService, 'history'>,
  options: CallOptions,
  maxPages = MAX_PAGES,
): Promise<AgentBaseline> {
  const { agent } = plan
  // By ID: if a run starts between two pages, the last one of a page comes again on the next.
  const runs = new Map<string, BaselineRun>()
  const keys = testKeys(plan.tests)
  for (let page = 0, offset = 0; page < maxPages; page += 1) {
    const read = await service.history(agent.uuid, { ...options, ...FINISHED_TEST_RUNS, limit: PAGE, offset })
    if (!read.ok) return { agent, runs: [], error: serviceError(read.error) }
    const { items, total } = read.value
    for (const item of items) {
      const run = baselineRun(item, plan, keys)
      if (run !== null) runs.set(item.uuid, run)
    }
    offset += items.length
    if (runs.size >= MAX_RUNS) break
    if (items.length === 0 && (total ?? 0) > offset)
      return { agent, runs: [], error: cutShort(total ?? 0, offset) }
    if (items.length === 0 || (total ?? Number.POSITIVE_INFINITY) <= offset) break
  }
  return { agent, runs: [...runs.values()].slice(0, MAX_RUNS), error: null }
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
  readonly byUuid: ReadonlyMap<string, BaselineRun>
  /** For an agent that has another ID there, as copies in other workspaces have. Without names that several agents share. */
  readonly byName: ReadonlyMap<string, BaselineRun>
}

/** Each file is one run, whatever its age and tests; newest first. Files without the agent add none. */
export function baselineFromFiles(agent: AgentRef, files: readonly BaselineFile[]): AgentBaseline {
  const runs = files.flatMap(({ byUuid, byName }) => byUuid.get(agent.uuid) ?? byName.get(agent.name) ?? [])
  return { agent, runs: runs.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0)), error: null }
}

function cutShort(total: number, received: number) {
  const message = `the run history is incomplete: ${received} of ${total} runs received`
  return { kind: 'contract', message, reason: null, status: null, code: null } as const
}

/** Null if the run does not count: incomplete, too new, this job's own, or about too few of the tests. */
function baselineRun(run: EarlierRun, plan: BaselinePlan, keys: readonly string[]): BaselineRun | null {
  const createdAt = fromServiceTime(run.created_at ?? '')?.getTime() ?? null
  if (createdAt === null || createdAt >= plan.cutOff || plan.ownRuns.has(run.uuid)) return null
  if (!isComplete(run)) return null
  const tests = testOutcomes(run.results ?? [])
  const covered = keys.filter((key) => tests.has(key)).length
  if (covered * 2 < keys.length) return null
  const [p95LatencyMs, meanCostUsd] = [run.latency_ms?.p95 ?? null, run.cost?.mean ?? null]
  return { taskId: run.uuid, createdAt, tests, p95LatencyMs, meanCostUsd }
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

/** Whether each test passed, by {@link testKeys}; tests without a verdict are left out. */
export function testOutcomes(
  tests: readonly {
    readonly name?: string | null | undefined
    readonly passed?: boolean | null | undefined
  }[],
): ReadonlyMap<string, boolean> {
  const keys = testKeys(tests)
  return new Map(
    tests.flatMap(({ passed }, index) =>
      typeof passed === 'boolean' ? [[keys[index] ?? '', passed] as const] : [],
    ),
  )
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
