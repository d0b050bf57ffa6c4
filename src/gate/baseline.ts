// The baseline of an agent: which of its earlier runs count, read from its run history.
import type { CallOptions, EarlierRun } from '../client/index.ts'
import { type EarlierTests, FINISHED_TEST_RUNS, judgeRun, type RunFilter, testKeys } from './earlier-run.ts'
import type { TestHistory } from './regression.ts'
import type { AgentBaseline, AgentRef, BaselineRun, ServiceError, TestResult } from './results.ts'
import { type GateService, serviceError } from './service.ts'

const MAX_RUNS = 10
const PAGE = 50
/** Retries and runs of other pull requests are in the history too, so it is searched this far back. */
const MAX_PAGES = 20

type ComparedTest = Pick<TestResult, 'name' | 'status'>

export interface BaselinePlan extends RunFilter {
  readonly agent: AgentRef
  readonly tests: readonly ComparedTest[]
}

/** A baseline with how each test of this job's run did in it, in the order of that run; empty if it is unknown. */
export interface ComparableBaseline extends AgentBaseline {
  readonly histories: readonly TestHistory[]
}

/** An earlier run, with whether each of its tests passed, by {@link testKeys}. `taskId` tells copies of a file. */
export interface FileRun {
  readonly taskId: string
  readonly run: BaselineRun
  readonly passed: ReadonlyMap<string, boolean>
}

/** What was read of a run history so far. */
interface ReadHistory {
  /** By ID: if a run starts between two pages, the last one of a page comes again on the next. */
  readonly runs: Map<string, EarlierTests>
  /** The IDs of all runs, also of those that do not count. */
  readonly seen: Set<string>
  /** How many runs there were when the first page was read; null if the service did not say. */
  total: number | null
  isEnd: boolean
  /** How many of the newest runs cannot be used, up to the number that is needed, and why the newest of them. */
  unusable: number
  whyUnusable: string | null
}

/**
 * The newest comparable runs of the agent, read page by page until there are enough of them. That there are none is
 * certain only if the history was read to its end; else, the baseline has an error.
 * @param options asked for before each page
 */
export async function readBaseline(
  plan: BaselinePlan,
  service: Pick<GateService, 'history'>,
  options: () => CallOptions,
  maxPages = MAX_PAGES,
): Promise<ComparableBaseline> {
  const { agent } = plan
  let read: ReadHistory | null = null
  let [pages, offset] = [0, 0]
  do {
    const query = { ...FINISHED_TEST_RUNS, limit: PAGE, offset }
    const response = await service.history(agent.uuid, { ...options(), ...query })
    if (!response.ok) return withoutBaseline(agent, serviceError(response.error))
    const { total = null, unreadable = 0 } = response.value
    // What waited long is freed late, with all it refers to (see emptyRead). So the rows are taken out of the response, and
    // what is kept of them is newer than the wait.
    const items = response.value.items.splice(0)
    read ??= { runs: new Map(), seen: new Set(), total: null, isEnd: false, unusable: 0, whyUnusable: null }
    pages += 1
    const received = items.length + unreadable
    offset += received
    read.total ??= total
    // Some services give the size of the page as the total: a full page is never known to be the last.
    read.isEnd = received === 0 || (received < PAGE && (total ?? Number.POSITIVE_INFINITY) <= offset)
    if (unreadable > 0) addUnusable(read, unreadable, 'entries that are not readable')
    addRuns(read, items, plan)
  } while (pages < maxPages && !read.isEnd && read.runs.size < MAX_RUNS)
  const error = historyError(read)
  return error === null
    ? comparableBaseline(agent, plan.tests, [...read.runs.values()])
    : withoutBaseline(agent, error)
}

function addRuns(read: ReadHistory, items: readonly EarlierRun[], plan: BaselinePlan): void {
  const keys = testKeys(plan.tests)
  for (const item of items) {
    if (read.runs.size >= MAX_RUNS) return
    read.seen.add(item.uuid)
    const judged = judgeRun(item, plan, keys)
    if (judged.kind === 'baseline') read.runs.set(item.uuid, { run: judged.run, passed: judged.passed })
    if (judged.kind === 'unusable') addUnusable(read, 1, judged.why)
  }
}

function addUnusable(read: ReadHistory, runs: number, why: string): void {
  read.unusable = Math.min(read.unusable + runs, MAX_RUNS - read.runs.size)
  read.whyUnusable ??= why
}

/** Null if the runs are enough to compare with, or if it is certain that there is none. */
function historyError(read: ReadHistory): ServiceError | null {
  const { runs, seen, total, isEnd, unusable } = read
  const has = `the run history has ${runs.size === 0 ? 'no run' : `only ${runs.size}`} to compare with`
  // One run says little, and may be the only one in which a test failed.
  if (unusable > runs.size)
    return unusableHistory(`${has}, and ${unusable} that cannot be used: ${read.whyUnusable}`)
  if (runs.size > 0) return null
  if (!isEnd) return unusableHistory(`${has} among the newest ${seen.size} runs, and older ones are not read`)
  return seen.size < (total ?? 0)
    ? unusableHistory(`the run history is incomplete: ${seen.size} of ${total} runs received`)
    : null
}

function unusableHistory(message: string): ServiceError {
  return { kind: 'history', message, reason: null, status: null, code: null }
}

/** The runs of one earlier job, by its agents. */
export interface BaselineFile {
  readonly byUuid: ReadonlyMap<string, FileRun>
  /** For an agent that has another ID there, as copies in other workspaces have. Without names that several agents share. */
  readonly byName: ReadonlyMap<string, FileRun>
}

/** Each run counts once, whatever its age and tests; newest first. Files without the agent add none. */
export function baselineFromFiles(
  agent: AgentRef,
  tests: readonly ComparedTest[],
  files: readonly BaselineFile[],
): ComparableBaseline {
  const found = files.flatMap(({ byUuid, byName }) => byUuid.get(agent.uuid) ?? byName.get(agent.name) ?? [])
  const runs = [...new Map(found.map((each) => [each.taskId, each])).values()]
  runs.sort((a, b) => (b.run.createdAt ?? 0) - (a.run.createdAt ?? 0))
  const keys = testKeys(tests)
  const earlier = runs.map(({ run, passed }) => ({ run, passed: keys.map((key) => passed.get(key)) }))
  return comparableBaseline(agent, tests, earlier)
}

function comparableBaseline(
  agent: AgentRef,
  tests: readonly ComparedTest[],
  earlier: readonly EarlierTests[],
): ComparableBaseline {
  if (tests.some(({ name, status }) => name === null && status !== 'passed'))
    return withoutBaseline(agent, {
      ...unusableHistory('failing tests without a name cannot be compared'),
      kind: 'unnamed-tests',
    })
  const having = (index: number, outcome: boolean) =>
    earlier.reduce((count, { passed }) => count + (passed[index] === outcome ? 1 : 0), 0)
  // Most tests have the same history, which is kept once.
  const known = new Map<string, TestHistory>()
  const histories = tests.map((_, index) => {
    const failures = having(index, false)
    const runs = failures + having(index, true)
    const history = known.get(`${failures}/${runs}`) ?? { failures, runs }
    known.set(`${failures}/${runs}`, history)
    return history
  })
  return { agent, runs: earlier.map(({ run }) => run), error: null, histories }
}

function withoutBaseline(agent: AgentRef, error: ServiceError): ComparableBaseline {
  return { agent, runs: [], error, histories: [] }
}
