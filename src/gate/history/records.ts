// How each test of a job did in the earlier runs that count: its record.
import type { ResultsTest } from '../../schema.ts'
import type { Baseline, EarlierTests, TestRecord } from '../model.ts'
import { formless, type NamedTest, testKeys } from './keys.ts'

/** So many later runs contradict what earlier ones excuse, if the test passed in more than half of them. */
const ENOUGH_LATER = 3

/**
 * By the tests' IDs. Positions in their results are those in the runs.
 * @param runs those since the cut-off first
 * @param known the keys of the tests that are not new
 */
export function historiesOf(
  tests: readonly (NamedTest & Pick<ResultsTest, 'id'>)[],
  runs: readonly EarlierTests[],
  known: ReadonlySet<string>,
): Baseline['histories'] {
  const keys = testKeys(tests)
  const histories = tests.map(({ id, source }, index): [string, TestRecord] => {
    const key = keys[index] ?? ''
    const resultsOf = (isLater: boolean) =>
      runs.map((run) => (run.isLater === isLater ? (run.passed.get(key) ?? null) : null))
    const [then, later] = [countsIn(runs, resultsOf(false)), countsIn(runs, resultsOf(true))]
    const isNew = !known.has(key)
    const form = isNew && source ? earlierFormOf(key, runs, known) : null
    const record = newRecord(key, isNew, { ...then, earlierForm: form }, later.runs === 0 ? null : later)
    const wasBroken = then.failingSince !== null || (then.runs > 0 && then.failures === then.runs)
    const isExcused = wasBroken || 2 * then.failures > then.runs
    const contradicts = then.runs === 0 || (isExcused && later.runs >= ENOUGH_LATER)
    return [id, (contradicts && comparedWithLater(record, runs, wasBroken)) || record]
  })
  return new Map(histories)
}

type Counts = Omit<TestRecord['earlier'], 'later'>

function newRecord(key: string, isNew: boolean, counts: Counts, later: TestRecord['later']): TestRecord {
  const shown = later && { passed: later.runs - later.failures, total: later.runs }
  return { key, isNew, earlier: { ...counts, later: shown }, later, edits: [], evaluators: null }
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
  return newRecord(key, false, counts, counts.runs < later.runs ? later : null)
}

/** The test with other results in these runs. */
export function withResults(
  record: TestRecord,
  results: TestRecord['earlier']['results'],
  runs: Baseline['earlier'],
): TestRecord {
  const { earlierForm, later } = record.earlier
  return { ...record, earlier: { ...countsIn(runs, results), earlierForm, later } }
}

/** @param results whether a test passed in each of the runs */
function countsIn(runs: Baseline['earlier'], results: readonly (boolean | null)[]): Counts {
  const known = results.filter((passed) => passed !== null)
  const newest = runs[results.indexOf(true)]?.run
  const mayBeErrors = results.some((passed, at) => passed === false && runs[at]?.isUnread)
  return {
    failures: known.filter((passed) => !passed).length,
    runs: known.length,
    mayBeErrors,
    doubt: null,
    results,
    earlierForm: null,
    failingSince: mayBeErrors ? null : failingSinceOf(runs, results),
    lastPassed: newest ? { url: newest.url, createdAt: newest.createdAt, reply: null } : null,
  }
}

/** @param runs and whether a test passed in each, newest first */
export function failingSinceOf(
  runs: readonly Pick<EarlierTests, 'run'>[],
  results: readonly (boolean | null)[],
): Counts['failingSince'] {
  const known = runs.flatMap(({ run }, at) => (results[at] === null ? [] : { run, passed: results[at] }))
  const failed = known.findIndex(({ passed }) => passed)
  const createdAt = known[failed - 1]?.run.createdAt ?? null
  const passedBefore = known.slice(Math.max(0, failed)).every(({ passed }) => passed)
  return passedBefore && createdAt !== null ? { createdAt, runs: failed } : null
}

/** A test of a file in the form that the newest run with one has. */
function earlierFormOf(
  key: string,
  runs: readonly EarlierTests[],
  known: ReadonlySet<string>,
): Counts['earlierForm'] {
  const isForm = (each: string) => each !== key && formless(each) === formless(key)
  if (![...known].some(isForm)) return null
  const before = runs.filter(({ isLater }) => !isLater)
  const newest = before.find(({ passed }) => [...passed.keys()].some(isForm))
  const form = [...(newest?.passed.keys() ?? [])].find(isForm) ?? ''
  const results = before.flatMap(({ passed }) => passed.get(form) ?? [])
  const passed = results.filter(Boolean).length
  return { createdAt: newest?.run.createdAt ?? null, runs: results.length, passed }
}
