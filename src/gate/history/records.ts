// How each test of a job did in the earlier runs that count: its record.
import type { PassRate, ResultsTest, TestSource } from '../../schema.ts'
import type { Baseline, EarlierTests, TestRecord } from '../model.ts'

/** A name on the service may have spaces at its ends, and tells tests apart by them. */
export interface NamedTest {
  readonly name?: string | null | undefined
  readonly source?: Pick<TestSource, 'serviceName'> | null
}

/** So many later runs contradict what earlier ones excuse, if the test passed in more than half of them. */
const ENOUGH_LATER = 3

/**
 * By the tests' IDs. Positions in their results are those in `later` and `before`, one behind the other.
 * @param unfinished the tests of runs without a result, by {@link testKeys}
 */
export function historiesOf(
  tests: readonly (NamedTest & Pick<ResultsTest, 'id'>)[],
  { before, later }: Readonly<Record<'before' | 'later', readonly EarlierTests[]>>,
  unfinished: readonly string[],
): Baseline['histories'] {
  const keys = testKeys(tests)
  const listed = new Set([...before.flatMap(({ passed }) => [...passed.keys()]), ...unfinished])
  const runs = [...later, ...before]
  const histories = tests.map(({ id, source }, index): [string, TestRecord] => {
    const key = keys[index] ?? ''
    const results = runs.map(({ passed }) => passed.get(key) ?? null)
    const [then, since] = [before, later].map((side) =>
      countsIn(
        runs,
        results.map((passed, at) => (at < later.length === (side === later) ? passed : null)),
      ),
    ) as [Counts, Counts]
    const isNew = !listed.has(key)
    const earlierForm = isNew && source ? earlierFormOf(key, before, listed) : null
    const record = { key, ...then, isNew, earlierForm, later: since.runs === 0 ? null : since }
    const wasBroken = then.failingSince !== null || (then.runs > 0 && then.failures === then.runs)
    const isExcused = wasBroken || 2 * then.failures > then.runs
    const contradicts = then.runs === 0 || (isExcused && since.runs >= ENOUGH_LATER)
    return [id, (contradicts && comparedWithLater(record, runs, wasBroken)) || record]
  })
  return new Map(histories)
}

/**
 * The test compared with later runs, if it passed in most of them; else null.
 * @param wasBroken it did not fail now and then: so later failures may be the change's, and do not count
 */
export function comparedWithLater(
  { key, later }: TestRecord,
  runs: Baseline['earlier'],
  wasBroken = false,
): TestRecord | null {
  if (later === null || 2 * later.failures >= later.runs) return null
  const counts = countsIn(runs, wasBroken ? later.results.map((passed) => passed || null) : later.results)
  const isPart = counts.runs < later.runs
  return { key, ...counts, isNew: false, earlierForm: null, later: isPart ? later : null }
}

export type Counts = Omit<TestRecord, 'key' | 'isNew' | 'earlierForm' | 'later'>

/** @param results whether a test passed in each of the runs */
export function countsIn(runs: Baseline['earlier'], results: TestRecord['results']): Counts {
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
export function formless(key: string): string {
  return key.replace(/ · [0-9a-f]{16}$/, '')
}

export function passRateOf(passed: ReadonlyMap<string, boolean | null>): PassRate {
  const known = [...passed.values()].filter((each) => each !== null)
  return { passed: known.filter(Boolean).length, total: known.length }
}

/** Whether each test passed, by {@link testKeys}; null for a test without a verdict. */
export function testOutcomes(
  tests: readonly (NamedTest & { readonly passed?: boolean | null | undefined })[],
): ReadonlyMap<string, boolean | null> {
  const keys = testKeys(tests)
  return new Map(tests.map(({ passed }, index) => [keys[index] ?? '', passed ?? null] as const))
}

/** What tests are matched by across runs: the name on the service; of several with the same name, their order. */
export function testKeys(tests: readonly NamedTest[]): string[] {
  const seen = new Map<string, number>()
  return tests.map((test) => {
    const name = serviceName(test)
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${count} ${name}`
  })
}

/** A blank name is no name. */
export function serviceName({ name, source }: NamedTest): string {
  const given = source?.serviceName ?? name ?? ''
  return given.trim() === '' ? '' : given
}

export function nameOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}
