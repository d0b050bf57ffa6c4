// The earlier runs of an agent: reads which of them this job is compared with, and how each test did in them.
import type { AgentBaseline, Problem, ServiceError } from '../../schema.ts'
import type { JudgedRun, JudgedTest } from '../cause.ts'
import type { AgentRun, Baseline, EarlierTests, RunUrl } from '../model.ts'
import { testErrorOf } from '../runs/test-errors.ts'
import { editsOf } from '../same-question.ts'
import { type CutOffs, cutOffsByService } from './cut-offs.ts'
import { hasEnded, type ListedRun, listedRun, runsAround } from './earlier-runs.ts'
import { nameOf, passRateOf, testKeys } from './keys.ts'
import { type HistoryReader, historyPages, MAX_READS, PAGE_SIZE, readRows } from './reads.ts'
import { historiesOf } from './records.ts'

/** Runs of other tests and of other pull requests are in the history too, so it is searched this far back. */
export const MAX_PAGES = 20
/** Runs with most tests may lack a failing one, or be younger than the word of a commit's author. So many are searched for others. */
const SEARCHED = 250

/** Which runs count. Times in milliseconds since 1970. */
interface BaselineQuery extends Pick<AgentRun, 'agent' | 'definitions'> {
  /** This job's run, which has ended. */
  readonly run: Pick<JudgedRun, 'taskId' | 'plannedTests'> & { readonly tests: readonly BaselineTest[] }
  /** Since when runs may hold the change, as {@link CutOffs} says. Infinite for the start of this job's. */
  readonly cutOffs: readonly number[]
  /** When each run of this job was launched, by this machine's clock. */
  readonly launchTimes: ReadonlyMap<string, number>
  readonly runUrl: RunUrl
  /** How far back the history is searched. */
  readonly maxPages: number
}

type BaselineTest = Pick<JudgedTest, 'id' | 'name' | 'outcome' | 'source'>

/**
 * The newest comparable runs of the agent, read page by page until there are enough of them, and older ones with a failing
 * test that none of these has. An error, runs of which none can be read, or too many runs without a comparable one: then the
 * baseline has an error. None at all is no error.
 */
export async function readBaseline(plan: BaselineQuery, reader: HistoryReader): Promise<Baseline> {
  const { agent, launchTimes, maxPages } = plan
  const { taskId, tests } = plan.run
  // Those that are the change's own say nothing about which runs are like this one.
  const keys = testKeys(tests).filter((_, index) => !tests[index]?.source?.change)
  const failing = failingKeys(tests)
  // By ID: if a run starts between two pages, the last one of a page comes again on the next.
  const listed = new Map<string, ListedRun>()
  let cutOffs: CutOffs | null = null
  let found: ReturnType<typeof runsAround> | null = null
  let last = { isCut: false, read: 0, isEnd: false }
  for await (const page of historyPages(agent, reader, maxPages * PAGE_SIZE)) {
    if (!page.ok) return unusable(page.error)
    last = page
    const own = page.items.find((run) => run.uuid === taskId && hasEnded(run))
    cutOffs ??= cutOffsByService(plan.cutOffs, own, launchTimes.get(taskId))
    for (const item of page.items) {
      const run = launchTimes.has(item.uuid) ? null : listedRun(item, keys)
      if (run !== null) listed.set(item.uuid, run)
    }
    found = cutOffs && runsAround([...listed.values()], cutOffs, failing)
    if (found?.isEnough || (found?.isMost && page.read >= SEARCHED)) break
  }
  if (cutOffs === null || found === null) return unusable(OLD_COPY)
  const isWhole = last.isEnd && !last.isCut && found.unreadable === 0
  if (found.before.length > 0 || (isWhole && found.unclear === 0))
    return baselineFrom(found, cutOffs.startedAt, plan, reader)
  if (found.unclear > 0) return unusable(CLOCKS)
  const searched = `none of the newest ${last.read} runs in the run history can be compared with, and older ones are not read`
  return unusable(last.isEnd ? 'no run in the run history can be read' : searched)
}

const OLD_COPY = 'the run history does not show that the run of this job has ended, so it may be an old copy'
const CLOCKS =
  "no run in the run history is known to be before the cut-off, because the service's clock differs from the runner's"

async function baselineFrom(
  { before, later, unfinished, tooRecent, otherRuns }: ReturnType<typeof runsAround>,
  startedAt: number,
  plan: BaselineQuery,
  reader: HistoryReader,
): Promise<Baseline> {
  const [since, then] = await Promise.all([
    withoutOtherRows(later, true, plan, reader),
    withoutOtherRows(before, false, plan, reader),
  ])
  const earlier = [...since, ...then]
  const known = new Set([...unfinished, ...before].flatMap(({ passed }) => [...passed.keys()]))
  return {
    problem: null,
    tooRecent,
    otherRuns,
    gone: goneSince(later[0] ?? before[0], plan.run),
    // The tests of all runs of all agents would fill the memory.
    earlier: earlier.map(({ passed: _, ...each }) => each),
    withoutResult: unfinished.length + before.length - then.length,
    startedAt,
    histories: historiesOf(plan.run.tests, earlier, known),
  }
}

/** The tests that the last run had, and this one does not. Of tests of files, their changes say it. */
function goneSince(
  last: ListedRun | undefined,
  { plannedTests, tests }: BaselineQuery['run'],
): AgentBaseline['gone'] {
  const isWhole = plannedTests === tests.length
  if (last === undefined || !isWhole || tests.some(({ source }) => source)) return null
  const present = new Set(testKeys(tests))
  const names = [...last.passed.keys()].filter((key) => !present.has(key)).map(nameOf)
  if (names.length === 0 || names.includes('')) return null
  return { createdAt: new Date(last.startedAt).toISOString(), total: last.passed.size, tests: names }
}

/**
 * The runs without error rows, which the run history counts as failures, and without failures of tests that asked something else than
 * now: those in which a failing test of this job failed are read, ten at most. The failures of a run that is not read count as such, but
 * excuse nothing. All failures of a run may be errors: it has no results.
 */
async function withoutOtherRows(
  listed: readonly ListedRun[],
  isLater: boolean,
  { run: { tests }, definitions, runUrl }: BaselineQuery,
  reader: HistoryReader,
): Promise<EarlierTests[]> {
  const failing = failingKeys(tests)
  const inDoubt = listed.filter(({ passed }) => failing.some((key) => passed.get(key) === false))
  const byKey = new Map(testKeys(tests).map((key, index) => [key, tests[index]]))
  const runs = listed.map(async (each): Promise<EarlierTests> => {
    const { taskId, startedAt } = each
    const isRead = inDoubt.slice(0, MAX_READS).includes(each)
    const rows = isRead ? await readRows(taskId, 'failing', reader) : null
    const hasFailed = (key: string) => {
      const { id = '', source = null } = byKey.get(key) ?? {}
      return rows?.named(nameOf(key)).some((row) => {
        const isFailure = row.passed === false && testErrorOf(row) === null
        return isFailure && editsOf({ source }, row, definitions?.get(id)).length === 0
      })
    }
    const results = [...each.passed].map(([key, passed]) => {
      const isOther = passed === false && rows !== null && !hasFailed(key)
      return [key, isOther ? null : passed] as const
    })
    const passed = new Map(results)
    const createdAt = new Date(startedAt).toISOString()
    return {
      run: { taskId, url: runUrl(taskId), createdAt, ...passRateOf(passed) },
      passed,
      evaluators: rows?.evaluators ?? new Map(),
      isUnread: rows === null && inDoubt.includes(each),
      isLater,
    }
  })
  return (await Promise.all(runs)).filter(({ run }) => run.total > 0)
}

/** The keys of the tests that failed, or may fail when they are run again, and that earlier runs can have. */
function failingKeys(tests: readonly BaselineTest[]): string[] {
  const mayFail = tests.map(({ outcome, source }) => {
    return (outcome === 'failed' || outcome === 'unanswered') && !source?.change
  })
  return testKeys(tests).filter((_, index) => mayFail[index])
}

const unsupported = { kind: 'not-compared', why: 'unsupported' } as const

export function hasNoHistory(baseline: Baseline | null): boolean {
  return baseline?.problem?.kind === 'not-compared' && baseline.problem.why === 'unsupported'
}

function unusable(error: ServiceError | string): Baseline {
  if (typeof error === 'string')
    return unusable({ kind: 'history', message: error, reason: null, status: null, code: null })
  // So answers a service that does not have the route.
  const isUnsupported = error.status === 404 && error.reason === 'Not Found'
  return withoutBaseline(isUnsupported ? unsupported : { kind: 'no-history', error })
}

export function withoutBaseline(problem: Problem): Baseline {
  const none = { tooRecent: 0, otherRuns: 0, gone: null, earlier: [], withoutResult: 0, startedAt: 0 }
  return { ...none, histories: new Map(), problem }
}

/** Runs of which the newest is as old as this say little of today. */
const STALE_AFTER_DAYS = 14
const DAY_MS = 86_400_000

/**
 * With the results of the tests in the runs that are published: later ones only if a test is compared with them.
 * @param now milliseconds since 1970
 */
export function publishedBaseline(
  { earlier, tooRecent, otherRuns, gone, problem }: Baseline,
  run: JudgedRun | null,
  now: number,
): { readonly baseline: AgentBaseline; readonly run: JudgedRun | null } {
  const isShown = earlier.map(
    ({ isLater }, at) =>
      !isLater || run?.tests.some((test) => (test.earlier?.results[at] ?? null) !== null) === true,
  )
  const runs = earlier.flatMap(({ run }, at) => (isShown[at] ? run : []))
  const newest = Math.max(...runs.map(({ createdAt }) => Date.parse(createdAt)))
  const days = Math.floor((now - newest) / DAY_MS)
  const staleDays = newest > 0 && days >= STALE_AFTER_DAYS ? days : null
  const tests = run?.tests.map((test) => {
    const results = test.earlier?.results.filter((_, at) => isShown[at]) ?? []
    return { ...test, earlier: test.earlier && { ...test.earlier, results } }
  })
  return {
    baseline: { runs, tooRecent, otherRuns, gone, staleDays, problem },
    run: run && { ...run, tests: tests ?? [] },
  }
}
