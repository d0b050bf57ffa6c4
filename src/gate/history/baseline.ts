// The earlier runs of an agent: which of them this job is compared with, and how each test did in them.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { CallOptions, EarlierRun } from '../../client/index.ts'
import type {
  AgentBaseline,
  AgentRef,
  PassRate,
  Problem,
  ResultsTest,
  ServiceError,
  TestSource,
} from '../../schema.ts'
import type { Baseline, Definitions, EarlierTests, RunUrl, TestRecord } from '../model.ts'
import { editsOf, readsOf, versionsOf } from '../question.ts'
import { testErrorOf } from '../runs/test-errors.ts'
import { type GateService, serviceError } from '../service.ts'

const OTHER_STATUSES: ReadonlySet<string> = new Set(['queued', 'in_progress', 'cancelled'])
const MAX_RUNS = 10
/** Retries and runs of other pull requests are in the history too, so it is searched this far back. */
const MAX_PAGES = 20
/** So many runs of an agent at most are read for the tests that failed in them, and so many for those that passed. */
export const MAX_READS = 10
/** Retries may have more than half of a small suite's tests. So many runs are searched for a failing test that the newest ten lack. */
const SEARCHED_FOR_TEST = 250

/** Which runs count. Times in milliseconds since 1970. */
interface BaselineQuery {
  readonly agent: AgentRef
  /** Whether they are all that it has. */
  readonly isWhole: boolean
  /** The tests of this job's run. */
  readonly tests: readonly (Pick<ResultsTest, 'id' | 'name' | 'outcome'> & {
    readonly source?: ResultsTest['source']
  })[]
  /** What those that did not pass ask. */
  readonly definitions?: Definitions | undefined
  /** Runs that started at this time or later do not count: they may hold the change. Infinite for all before this job's. */
  readonly cutOff: number
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
  const { agent, tests, maxPages = MAX_PAGES } = plan
  const failing = failingKeys(tests)
  // By ID: if a run starts between two pages, the last one of a page comes again on the next.
  const judged = new Map<string, JudgedRun>()
  const waiting: EarlierRun[] = []
  let byService: CutOffs | null = null
  let last = { isCut: false, read: 0, isEnd: false }
  for await (const page of historyPages(agent, service, options, maxPages * PAGE_SIZE)) {
    if (!page.ok) return isUnsupported(page.error) ? withoutBaseline(unsupported) : unusable(page.error)
    last = page
    waiting.push(...page.items)
    byService ??= cutOffsByService(plan, waiting)
    if (byService === null) continue
    for (const item of waiting.splice(0)) judged.set(item.uuid, judgeRun(item, { ...plan, ...byService }))
    const { comparable, isEnough } = neededRuns(judged, failing)
    if (isEnough || (comparable >= MAX_RUNS && page.read >= SEARCHED_FOR_TEST)) break
  }
  const { comparable, needed, unfinished } = neededRuns(judged, failing)
  const numberOf = (kind: JudgedRun) => [...judged.values()].filter((each) => each === kind).length
  const isCut = last.isCut || numberOf('unreadable') > 0
  if (byService === null && !isCut) return unusable(OLD_COPY)
  if (comparable === 0 && numberOf('unclear') > 0) return unusable(CLOCKS)
  if (byService !== null && (comparable > 0 || (last.isEnd && !isCut))) {
    const runs = await withoutOtherRows(needed, failing, plan, service, options)
    const tooRecent = numberOf('too-recent') + numberOf('unclear')
    const found = { tooRecent, otherRuns: numberOf('other-tests'), gone: goneSince(needed[0], plan) }
    return { ...baselineFrom(tests, runs, unfinished), ...found }
  }
  const message = last.isEnd
    ? 'no run in the run history can be read'
    : `none of the newest ${last.read} runs in the run history can be compared with, and older ones are not read`
  return unusable(message)
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

/** The newest runs, and older ones with a failing test that none of these has. `comparable`: how many runs are. */
function neededRuns(judged: ReadonlyMap<string, JudgedRun>, failing: readonly string[]) {
  const read = [...judged.values()].filter((each) => typeof each === 'object')
  const comparable = read.filter((each) => 'run' in each)
  const newest = comparable.slice(0, MAX_RUNS)
  const lacking = failing.filter((key) => !newest.some(({ passed }) => passed.has(key)))
  const older = comparable
    .slice(MAX_RUNS)
    .filter(({ passed }) => lacking.some((key) => passed.has(key)))
    .slice(0, MAX_RUNS)
  const isFound = lacking.every((key) => older.some(({ passed }) => passed.has(key)))
  return {
    comparable: comparable.length,
    needed: [...newest, ...older],
    isEnough: newest.length === MAX_RUNS && isFound,
    unfinished: read.filter((each) => 'listed' in each),
  }
}

const OLD_COPY = 'the run history does not show that the run of this job has ended, so it may be an old copy'
const CLOCKS =
  "no run in the run history is known to be before the cut-off, because the service's clock differs from the runner's"

/** Times in milliseconds since 1970. */
interface CutOffs {
  readonly cutOff: number
  /** The later one of both by clocks that differ: runs between them may have started before it. */
  readonly latest?: number
}

/**
 * The cut-off by the service's clock, as far as this job's own run shows it; null if that is not listed as ended. It never moves
 * later: it is GitHub's time, and the clock of this machine may be the one that is wrong.
 */
function cutOffsByService(
  { taskId, cutOff, launchTimes }: BaselineQuery,
  items: readonly EarlierRun[],
): CutOffs | null {
  const listed = items.find(({ uuid, status }) => uuid === taskId && !OTHER_STATUSES.has(status))
  const createdAt = fromServiceTime(listed?.created_at)?.getTime()
  if (createdAt === undefined) return null
  const skewMs = createdAt - (launchTimes.get(taskId) ?? createdAt)
  const moved = Math.min(cutOff + skewMs, createdAt)
  // A clock that is behind may have been right when earlier runs started.
  const latest = skewMs < 0 && cutOff < Number.POSITIVE_INFINITY ? cutOff : moved
  return { cutOff: Math.min(cutOff, moved), latest }
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
  return { ...baselineFrom([], [], []), problem }
}

/**
 * `excluded`, `too-recent`: not part of the baseline, nor is one with `other-tests`. `unclear`: too recent by one of two clocks. `unreadable`: it
 * might be part of it, but does not say enough. A run that did not run all tests to an end has no result, but its tests are not new.
 */
type JudgedRun =
  | EarlierTests
  | UnfinishedRun
  | 'excluded'
  | 'other-tests'
  | 'too-recent'
  | 'unclear'
  | 'unreadable'

interface UnfinishedRun {
  /** Its tests, by {@link testKeys}. */
  readonly listed: readonly string[]
}

function judgeRun(
  run: EarlierRun,
  plan: Pick<BaselineQuery, 'tests' | 'launchTimes' | 'runUrl'> & CutOffs,
): JudgedRun {
  if (plan.launchTimes.has(run.uuid) || OTHER_STATUSES.has(run.status) || run.type === 'llm-benchmark')
    return 'excluded'
  const createdAt = fromServiceTime(run.created_at)?.getTime()
  if (createdAt === undefined) return 'unreadable'
  if (createdAt >= plan.cutOff) return createdAt < (plan.latest ?? 0) ? 'unclear' : 'too-recent'
  const { total_tests: total, passed, failed, results } = run
  const unfinished = { listed: testKeys(results ?? []) }
  if (isUnfinished(run)) return unfinished
  const isTestRun =
    run.status === FINISHED_TEST_RUNS.status &&
    (run.type ?? FINISHED_TEST_RUNS.type) === FINISHED_TEST_RUNS.type
  if (!isTestRun || total == null || passed == null || failed == null) return 'unreadable'
  if (passed + failed < total || passed + failed === 0) return unfinished
  const outcomes = testOutcomes(results ?? [])
  const rate = passRateOf(outcomes)
  if (rate.total !== total || rate.passed !== passed) return 'unreadable'
  // Less is a retry, or was started by hand; unless the service gives no names.
  if (!coversMost(outcomes, testKeys(plan.tests)))
    return results?.some(({ name }) => !name?.trim()) ? 'unreadable' : 'other-tests'
  const created = new Date(createdAt).toISOString()
  return {
    run: { taskId: run.uuid, url: plan.runUrl(run.uuid), createdAt: created, ...rate },
    passed: outcomes,
  }
}

/** Whether a run has more than half of these tests, by {@link testKeys}. */
function coversMost(outcomes: EarlierTests['passed'], keys: readonly string[]): boolean {
  // An edit of half the suite leaves a baseline.
  const covered = new Set([...outcomes.keys()].map(formless))
  const missing = keys.filter((key) => !covered.has(formless(key))).length
  return missing === 0 || missing * 2 < keys.length
}

function isUnfinished({ status, error, aborted, stopped_early, unanswered_tests }: EarlierRun): boolean {
  return (
    status === 'failed' ||
    error === true ||
    aborted === true ||
    stopped_early === true ||
    (unanswered_tests ?? 0) > 0
  )
}

function baselineFrom(
  tests: BaselineQuery['tests'],
  read: readonly EarlierTests[],
  unfinished: readonly UnfinishedRun[],
): Baseline {
  // All failures of a run that was read may be errors.
  const earlier = read.filter(({ run }) => run.total > 0)
  const listed = [
    ...read.flatMap(({ passed }) => [...passed.keys()]),
    ...unfinished.flatMap((run) => run.listed),
  ]
  return {
    problem: null,
    tooRecent: 0,
    otherRuns: 0,
    gone: null,
    // The tests of all runs of all agents would fill the memory.
    earlier: earlier.map(({ passed: _, ...each }) => each),
    withoutResult: unfinished.length + read.length - earlier.length,
    histories: historiesOf(tests, earlier, new Set(listed)),
  }
}

/** Runs of which the newest is as old as this say little of today. */
const STALE_AFTER_DAYS = 14
const DAY_MS = 86_400_000

/** @param now milliseconds since 1970 */
export function publishedBaseline({ earlier, ...others }: Baseline, now: number): AgentBaseline {
  const runs = earlier.map(({ run }) => run)
  const newest = Math.max(...runs.map(({ createdAt }) => Date.parse(createdAt)))
  const days = Math.floor((now - newest) / DAY_MS)
  const { tooRecent, otherRuns, gone, problem } = others
  const staleDays = newest > 0 && days >= STALE_AFTER_DAYS ? days : null
  return { runs, tooRecent, otherRuns, gone, staleDays, problem }
}

/**
 * By the tests' IDs.
 * @param listed the tests that any run has, by {@link testKeys}
 */
function historiesOf(
  tests: readonly Omit<BaselineQuery['tests'][number], 'outcome'>[],
  earlier: readonly EarlierTests[],
  listed: ReadonlySet<string>,
): Baseline['histories'] {
  const keys = testKeys(tests)
  const histories = tests.map(({ id, source }, index): [string, TestRecord] => {
    const key = keys[index] ?? ''
    const results = earlier.map(({ passed }) => passed.get(key) ?? null)
    const isNew = !listed.has(key)
    const earlierForm = isNew && source ? earlierFormOf(key, earlier, listed) : null
    return [id, { ...countsIn(earlier, results), isNew, earlierForm }]
  })
  return new Map(histories)
}

/** @param results whether a test passed in each of the runs */
export function countsIn(
  runs: Baseline['earlier'],
  results: TestRecord['results'],
): Omit<TestRecord, 'isNew' | 'earlierForm'> {
  const known = results.filter((passed) => passed !== null)
  const failures = known.filter((passed) => !passed).length
  const newest = runs[results.indexOf(true)]?.run
  const lastPassed = newest ? { url: newest.url, createdAt: newest.createdAt, reply: null } : null
  const counts = { failures, runs: known.length, results, lastPassed }
  const mayBeErrors = results.some((passed, at) => passed === false && runs[at]?.isUnread)
  return mayBeErrors
    ? { ...counts, failingSince: null, mayBeErrors }
    : { ...counts, failingSince: failingSinceOf(runs, results) }
}

/** @param runs and whether a test passed in each, newest first */
export function failingSinceOf(
  runs: readonly Pick<EarlierTests, 'run'>[],
  results: readonly (boolean | null)[],
): TestRecord['failingSince'] {
  const known = runs.flatMap(({ run }, at) => (results[at] === null ? [] : { run, passed: results[at] }))
  const failed = known.findIndex(({ passed }) => passed)
  const createdAt = known[failed - 1]?.run.createdAt ?? null
  const passedBefore = known.slice(Math.max(0, failed)).every(({ passed }) => passed)
  return passedBefore && createdAt !== null ? { createdAt, runs: failed } : null
}

/** A test of a file in the form that the newest run with one has. */
function earlierFormOf(
  key: string,
  earlier: readonly EarlierTests[],
  listed: ReadonlySet<string>,
): TestRecord['earlierForm'] {
  const isForm = (each: string) => each !== key && formless(each) === formless(key)
  const newest = earlier.flatMap(({ run, passed }) => {
    const form = [...passed.keys()].find(isForm)
    return form === undefined ? [] : { createdAt: run.createdAt, form }
  })[0]
  if (newest === undefined) return [...listed].some(isForm) ? { createdAt: null, runs: 0, passed: 0 } : null
  const known = earlier.flatMap(({ passed }) => passed.get(newest.form) ?? [])
  return { createdAt: newest.createdAt, runs: known.length, passed: known.filter(Boolean).length }
}

/** A key without the hash of a test of a file. */
function formless(key: string): string {
  return key.replace(/ · [0-9a-f]{16}$/, '')
}

/**
 * The runs without error rows, which the run history counts as failures, and without failures of tests that asked something else than
 * now: those in which a failing test of this job failed are read, ten at most. The failures of a run that is not read count as such, but
 * excuse nothing.
 */
function withoutOtherRows(
  earlier: readonly EarlierTests[],
  failing: readonly string[],
  { tests, definitions }: BaselineQuery,
  service: Pick<GateService, 'runs'>,
  options: () => CallOptions,
): Promise<EarlierTests[]> {
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
      const failed = Map.groupBy(rows, ([, { name }]) => name?.trim() ?? '')
      const passed = new Map(
        [...each.passed].map(([key, known]) => {
          const { id = '', source = null } = byKey.get(key) ?? {}
          const asksSame = ([row]: readonly [string, unknown]) =>
            editsOf({ source }, then(row), today(id)).length === 0
          const counts = known !== false || failed.get(nameOf(key))?.some(asksSame)
          return [key, counts ? known : null] as const
        }),
      )
      return { run: { ...each.run, ...passRateOf(passed) }, passed, evaluators: versionsOf(read.value) }
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

function passRateOf(passed: ReadonlyMap<string, boolean | null>): PassRate {
  const known = [...passed.values()].filter((each) => each !== null)
  return { passed: known.filter(Boolean).length, total: known.length }
}

/** Whether each test passed, by {@link testKeys}; null for a test without a verdict. */
export function testOutcomes(
  tests: readonly {
    readonly name?: string | null | undefined
    readonly source?: Pick<TestSource, 'serviceName'> | null
    readonly passed?: boolean | null | undefined
  }[],
): ReadonlyMap<string, boolean | null> {
  const keys = testKeys(tests)
  return new Map(tests.map(({ passed }, index) => [keys[index] ?? '', passed ?? null] as const))
}

/** What tests are matched by across runs: the name on the service; of several with the same name, their order. */
export function testKeys(
  tests: readonly {
    readonly name?: string | null | undefined
    readonly source?: Pick<TestSource, 'serviceName'> | null
  }[],
): string[] {
  const seen = new Map<string, number>()
  return tests.map(({ name: given, source }) => {
    const name = (source?.serviceName ?? given)?.trim()
    const count = (seen.get(name ?? '') ?? 0) + 1
    seen.set(name ?? '', count)
    return `${count} ${name ?? ''}`
  })
}

export function nameOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}

/** What is asked for. Servers that ignore it send other runs, too. */
export const FINISHED_TEST_RUNS = { type: 'llm-unit-test', status: 'done' } as const
/** Runs that failed have no results, but their tests are not new. */
export const TEST_RUNS = { type: FINISHED_TEST_RUNS.type } as const
export const PAGE_SIZE = 50

type HistoryPage =
  | { readonly ok: false; readonly error: ServiceError }
  | {
      readonly ok: true
      readonly items: readonly EarlierRun[]
      /** Whether runs are missing so far, which the client could not read or the service left out. */
      readonly isCut: boolean
      /** Runs so far. */
      readonly read: number
      readonly isEnd: boolean
    }

/**
 * The run history of an agent, newest runs first, until its end, an error, or as many runs as asked for.
 * @param options asked for before each page
 */
async function* historyPages(
  { uuid }: AgentRef,
  service: Pick<GateService, 'runs'>,
  options: () => CallOptions,
  maxRuns: number,
): AsyncGenerator<HistoryPage> {
  let offset = 0
  let isCut = false
  let isEnd = false
  while (!isEnd && offset < maxRuns) {
    const limit = Math.min(PAGE_SIZE, maxRuns - offset)
    const response = await service.runs.list(uuid, { ...options(), ...TEST_RUNS, limit, offset })
    if (!response.ok) return yield { ok: false, error: serviceError(response.error) }
    const { items, total, unreadable: refused = 0 } = response.value
    const received = items.length + refused
    isCut ||= received === 0 ? (total ?? 0) > offset : refused > 0
    offset += received
    // Some services give the size of the page as the total: a full page is never known to be the last.
    isEnd = received === 0 || (received < limit && offset >= (total ?? Number.POSITIVE_INFINITY))
    yield { ok: true, items, isCut, read: offset, isEnd }
  }
}
