// The earlier runs of an agent: reads which of them this job is compared with, and how each test did in them.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { CallOptions, EarlierRun, TestCaseResult } from '../../client/index.ts'
import type { AgentBaseline, AgentRef, Problem, ServiceError } from '../../schema.ts'
import type { JudgedRun, JudgedTest } from '../cause.ts'
import type { Baseline, Definitions, EarlierTests, RunUrl } from '../model.ts'
import { editsOf, readsOf, versionsOf } from '../question.ts'
import { testErrorOf } from '../runs/test-errors.ts'
import type { GateService } from '../service.ts'
import { type CutOffs, type ListedRun, listedRun, OTHER_STATUSES, runsAround } from './earlier-runs.ts'
import { historyPages, PAGE_SIZE } from './pages.ts'
import { historiesOf, nameOf, passRateOf, serviceName, testKeys } from './records.ts'

/** Runs of other tests and of other pull requests are in the history too, so it is searched this far back. */
const MAX_PAGES = 20
/** At most so many runs before the cut-off, and so many later ones, are read for what failed in them; the same for what passed. */
export const MAX_READS = 10
/** Runs with most tests may lack a failing one, or be younger than the word of a commit's author. So many are searched for others. */
const SEARCHED = 250

/** Which runs count. Times in milliseconds since 1970. */
interface BaselineQuery {
  readonly agent: AgentRef
  /** Whether they are all that it has. */
  readonly isWhole: boolean
  /** The tests of this job's run. */
  readonly tests: readonly (Pick<JudgedTest, 'id' | 'name' | 'outcome'> &
    Partial<Pick<JudgedTest, 'uuid' | 'source'>>)[]
  /** What those that did not pass ask. */
  readonly definitions?: Definitions | undefined
  /** Since when runs may hold the change, as {@link CutOffs} says. Infinite for the start of this job's. */
  readonly cutOffs: readonly number[]
  /** This job's run, which has ended. */
  readonly taskId: string
  /** When each run of this job was launched, by this machine's clock. */
  readonly launchTimes: ReadonlyMap<string, number>
  readonly runUrl: RunUrl
  /** How far back the history is searched. */
  readonly maxPages?: number | undefined
}

/**
 * The newest comparable runs of the agent, read page by page until there are enough of them, and older ones with a failing
 * test that none of these has. An error, runs of which none can be read, or too many runs without a comparable one: then the
 * baseline has an error. None at all is no error.
 * @param options asked for before each request
 */
export async function readBaseline(
  plan: BaselineQuery,
  service: Pick<GateService, 'runs'>,
  options: () => CallOptions,
): Promise<Baseline> {
  const { agent, tests, launchTimes, maxPages = MAX_PAGES } = plan
  // Those that are the change's own say nothing about which runs are like this one.
  const keys = testKeys(tests).filter((_, index) => !tests[index]?.source?.change)
  const failing = failingKeys(tests)
  // By ID: if a run starts between two pages, the last one of a page comes again on the next.
  const listed = new Map<string, ListedRun>()
  let cutOffs: CutOffs | null = null
  let found: ReturnType<typeof runsAround> | null = null
  let last = { isCut: false, read: 0, isEnd: false }
  for await (const page of historyPages(agent, service, options, maxPages * PAGE_SIZE)) {
    if (!page.ok) return isUnsupported(page.error) ? withoutBaseline(unsupported) : unusable(page.error)
    last = page
    cutOffs ??= cutOffsByService(plan, page.items)
    for (const item of page.items) {
      const run = launchTimes.has(item.uuid) ? null : listedRun(item, keys)
      if (run !== null) listed.set(item.uuid, run)
    }
    found = cutOffs && runsAround([...listed.values()], cutOffs, failing)
    if (found?.isEnough || (found?.isMost && page.read >= SEARCHED)) break
  }
  if (found === null && !last.isCut) return unusable(OLD_COPY)
  if (found?.before.length === 0 && found.unclear > 0) return unusable(CLOCKS)
  const isWhole = last.isEnd && !last.isCut && found?.unreadable === 0
  if (cutOffs !== null && found !== null && (found.before.length > 0 || isWhole))
    return baselineFrom(found, cutOffs.startedAt, plan, service, options)
  const message = last.isEnd
    ? 'no run in the run history can be read'
    : `none of the newest ${last.read} runs in the run history can be compared with, and older ones are not read`
  return unusable(message)
}

async function baselineFrom(
  { unfinished, tooRecent, otherRuns, ...around }: ReturnType<typeof runsAround>,
  startedAt: number,
  given: BaselineQuery,
  service: Pick<GateService, 'runs'>,
  options: () => CallOptions,
): Promise<Baseline> {
  const tests = await asNamedThen(given, [...around.later, ...around.before, ...unfinished], service, options)
  const plan = { ...given, tests }
  const read = (runs: readonly ListedRun[], isLater: boolean) =>
    withoutOtherRows(
      runs.map(({ taskId, startedAt, passed }) => {
        const createdAt = new Date(startedAt).toISOString()
        return {
          run: { taskId, url: plan.runUrl(taskId), createdAt, ...passRateOf(passed) },
          passed,
          isLater,
        }
      }),
      plan,
      service,
      options,
    )
  const [allLater, allBefore] = await Promise.all([read(around.later, true), read(around.before, false)])
  // All failures of a run that was read may be errors.
  const withResults = (runs: readonly EarlierTests[]) => runs.filter(({ run }) => run.total > 0)
  const [later, before] = [withResults(allLater), withResults(allBefore)]
  const others = [...unfinished, ...allBefore].flatMap(({ passed }) => [...passed.keys()])
  return {
    problem: null,
    tooRecent,
    otherRuns,
    gone: goneSince(allLater[0] ?? allBefore[0], plan),
    // The tests of all runs of all agents would fill the memory.
    earlier: [...later, ...before].map(({ passed: _, ...each }) => each),
    withoutResult: unfinished.length + allBefore.length - before.length,
    startedAt,
    histories: historiesOf(tests, { later, before }, others),
  }
}

/** The tests, with the names that failing ones of which no run has the name had in the newest run, if that has tests of other names. */
async function asNamedThen(
  { tests }: BaselineQuery,
  runs: readonly ListedRun[],
  service: Pick<GateService, 'runs'>,
  options: () => CallOptions,
): Promise<BaselineQuery['tests']> {
  const keys = new Set(testKeys(tests))
  const failing = new Set(failingKeys(tests))
  const isUnknown = [...keys].map((key) => failing.has(key) && !runs.some(({ passed }) => passed.has(key)))
  const [newest] = runs
  const isRenamed = newest !== undefined && [...newest.passed.keys()].some((key) => !keys.has(key))
  if (!isRenamed || !isUnknown.some((unknown, index) => unknown && !tests[index]?.source)) return tests
  const read = await service.runs.get(newest.taskId, { ...options(), only_failed: false })
  if (!read.ok) return tests
  const rows = (read.value.results ?? []).filter((row) => !keys.has(`1 ${serviceName(row)}`))
  return tests.map((test, index) => {
    const isSame = ({ test_uuid, test_case_id }: TestCaseResult) =>
      [test_uuid, test_case_id].includes(test.uuid ?? '')
    const row = isUnknown[index] && !test.source ? rows.find(isSame) : undefined
    return row === undefined ? test : { ...test, name: row.name ?? null }
  })
}

/** The tests that the last run had, and this one does not. Of tests of files, their changes say it. */
function goneSince(
  last: EarlierTests | undefined,
  { tests, isWhole }: Pick<BaselineQuery, 'tests' | 'isWhole'>,
): AgentBaseline['gone'] {
  if (last === undefined || !isWhole || tests.some(({ source }) => source)) return null
  const present = new Set(testKeys(tests))
  const names = [...last.passed.keys()].filter((key) => !present.has(key)).map(nameOf)
  if (names.length === 0 || names.includes('')) return null
  return { createdAt: last.run.createdAt, total: last.passed.size, tests: names }
}

const OLD_COPY = 'the run history does not show that the run of this job has ended, so it may be an old copy'
const CLOCKS =
  "no run in the run history is known to be before the cut-off, because the service's clock differs from the runner's"

/**
 * The cut-offs by the service's clock, as far as this job's own run shows it; null if that is not listed as ended. None moves later: it
 * is GitHub's time, and the clock of this machine may be the one that is wrong.
 */
function cutOffsByService(
  { taskId, cutOffs, launchTimes }: BaselineQuery,
  items: readonly EarlierRun[],
): CutOffs | null {
  const own = items.find(({ uuid, status }) => uuid === taskId && !OTHER_STATUSES.has(status))
  const startedAt = fromServiceTime(own?.created_at)?.getTime()
  if (startedAt === undefined) return null
  const skewMs = startedAt - (launchTimes.get(taskId) ?? startedAt)
  const certain = cutOffs.at(-1) ?? Number.POSITIVE_INFINITY
  // A clock that is behind may have been right when earlier runs started.
  const latest =
    skewMs < 0 && certain < Number.POSITIVE_INFINITY ? certain : Math.min(certain + skewMs, startedAt)
  return { times: cutOffs.map((time) => Math.min(time, time + skewMs, startedAt)), latest, startedAt }
}

const unsupported = { kind: 'not-compared', why: 'unsupported' } as const

/** How a service answers that does not have the route. */
function isUnsupported({ status, reason }: ServiceError): boolean {
  return status === 404 && reason === 'Not Found'
}

export function hasNoHistory(baseline: Baseline | null): boolean {
  return baseline?.problem?.kind === 'not-compared' && baseline.problem.why === 'unsupported'
}

function unusable(error: ServiceError | string): Baseline {
  if (typeof error === 'object') return withoutBaseline({ kind: 'no-history', error })
  return unusable({ kind: 'history', message: error, reason: null, status: null, code: null })
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
  { earlier, ...others }: Baseline,
  run: JudgedRun | null,
  now: number,
): { readonly baseline: AgentBaseline; readonly run: JudgedRun | null } {
  const tests = run?.tests ?? []
  const isShown = earlier.map(
    ({ isLater }, at) => !isLater || tests.some((test) => (test.earlier?.results[at] ?? null) !== null),
  )
  const runs = earlier.flatMap(({ run }, at) => (isShown[at] ? run : []))
  const newest = Math.max(...runs.map(({ createdAt }) => Date.parse(createdAt)))
  const days = Math.floor((now - newest) / DAY_MS)
  const { tooRecent, otherRuns, gone, problem } = others
  const staleDays = newest > 0 && days >= STALE_AFTER_DAYS ? days : null
  const shown = tests.map((test) => {
    const results = test.earlier?.results.filter((_, at) => isShown[at])
    return results === undefined ? test : { ...test, earlier: test.earlier && { ...test.earlier, results } }
  })
  return {
    baseline: { runs, tooRecent, otherRuns, gone, staleDays, problem },
    run: run && { ...run, tests: shown },
  }
}

/**
 * The runs without error rows, which the run history counts as failures, and without failures of tests that asked something else than
 * now: those in which a failing test of this job failed are read, ten at most. The failures of a run that is not read count as such, but
 * excuse nothing.
 */
function withoutOtherRows(
  earlier: readonly EarlierTests[],
  { tests, definitions }: BaselineQuery,
  service: Pick<GateService, 'runs'>,
  options: () => CallOptions,
): Promise<EarlierTests[]> {
  const failing = failingKeys(tests)
  const having = earlier.filter(({ passed }) => failing.some((key) => passed.get(key) === false))
  const wanted = new Set(having.slice(0, MAX_READS))
  const today = readsOf(definitions)
  const byKey = new Map(testKeys(tests).map((key, index) => [key, tests[index]]))
  return Promise.all(
    earlier.map(async (each): Promise<EarlierTests> => {
      if (!having.includes(each)) return each
      const read = wanted.has(each)
        ? await service.runs.get(each.run.taskId, { ...options(), only_failed: true })
        : null
      if (!read?.ok) return { ...each, evaluators: new Map(), isUnread: true }
      const judged = read.value.results?.filter((row) => row.passed === false && testErrorOf(row) === null)
      const rows = judged?.map((row, index) => [`${index}`, row] as const) ?? []
      const then = readsOf(new Map(rows))
      const failed = Map.groupBy(rows, ([, row]) => serviceName(row))
      const passed = new Map(
        [...each.passed].map(([key, known]) => {
          const { id = '', source = null } = byKey.get(key) ?? {}
          const asksSame = ([row]: readonly [string, unknown]) =>
            editsOf({ source }, then(row), today(id)).length === 0
          const counts = known !== false || failed.get(nameOf(key))?.some(asksSame)
          return [key, counts ? known : null] as const
        }),
      )
      return {
        ...each,
        run: { ...each.run, ...passRateOf(passed) },
        passed,
        evaluators: versionsOf(read.value),
      }
    }),
  )
}

/** The keys of the tests that failed, or may fail when they are run again, and that earlier runs can have. */
function failingKeys(tests: BaselineQuery['tests']): string[] {
  const keys = testKeys(tests)
  return keys.filter((_, index) => {
    const test = tests[index]
    return !test?.source?.change && ['failed', 'unanswered'].includes(test?.outcome ?? '')
  })
}
