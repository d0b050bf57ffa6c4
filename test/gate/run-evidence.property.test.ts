// Whatever a service says of a run, in whatever order: any sign of a test that did not pass keeps it from passing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestCaseResult, TestRun } from '../../src/client/index.ts'
import { launchedRun } from '../../src/gate/read-run.ts'
import { addRead, concludeRun, noEvidence, phaseOf } from '../../src/gate/run-evidence.ts'
import { agentResult } from '../../src/gate/verdict.ts'

interface Read {
  readonly read: TestRun
  readonly onlyFailed: boolean
}

const usually = <T>(usual: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 12 }, { arbitrary: others, weight: 1 })

const row: fc.Arbitrary<TestCaseResult> = fc.record({
  name: fc.constantFrom('same', 'same', 'a', 'b', null),
  test_case_id: fc.constantFrom(null, null, 'id-1', 'id-2', 'id-3'),
  passed: usually<boolean | null>(true, fc.constantFrom(false, null)),
  unanswered: usually(false, fc.constant(true)),
  not_run: usually(false, fc.constant(true)),
})

const count = (usual: number) => usually<number | null>(usual, fc.option(fc.nat({ max: 4 }), { nil: null }))

const readOf = (tests: number): fc.Arbitrary<Read> =>
  fc.record({
    onlyFailed: fc.boolean(),
    read: fc.record({
      task_id: fc.constant('run-1'),
      status: usually('done', fc.constantFrom('queued', 'in_progress', 'failed', 'cancelled', 'paused')),
      total_tests: count(tests),
      passed: count(tests),
      failed: count(0),
      unanswered_tests: usually<number | null>(0, fc.constantFrom(null, 1)),
      stopped_early: usually(false, fc.constant(true)),
      aborted: usually(false, fc.constant(true)),
      error: usually(false, fc.constant(true)),
      test_uuids: usually<string[] | null>(
        Array.from({ length: tests }, (_, index) => `id-${index}`),
        fc.constantFrom(null, [], ['id-1', 'id-2', 'id-3', 'id-4', 'id-5']),
      ),
      results: fc.oneof(
        { arbitrary: fc.array(row, { minLength: tests, maxLength: tests }), weight: 3 },
        { arbitrary: fc.constantFrom<TestCaseResult[] | null>([], null), weight: 2 },
        { arbitrary: fc.array(row, { maxLength: 4 }), weight: 1 },
      ),
    }),
  })

const conversations = fc
  .integer({ min: 1, max: 3 })
  .chain((tests) => fc.array(readOf(tests), { minLength: 1, maxLength: 4 }))

const conclude = (reads: readonly Read[]) => {
  const evidence = reads.reduce(
    (before, { read, onlyFailed }) => addRead(before, read, { onlyFailed, durationMs: 0 }),
    noEvidence(launchedRun('run-1', 'queued')),
  )
  const { run, reason } = concludeRun(evidence)
  return agentResult({ uuid: 'ada', name: 'Ada' }, run, reason)
}

const rowsOf = ({ read }: Read) => read.results ?? []
const didNotPass = (each: TestCaseResult) =>
  each.unanswered === true || each.not_run === true || each.passed === false

/** Whether any read says that a test did not pass, or that something is wrong with the run. */
function speaksAgainst({ read }: Read): boolean {
  return (
    (read.failed ?? 0) > 0 ||
    (read.unanswered_tests ?? 0) > 0 ||
    read.error === true ||
    read.aborted === true ||
    read.stopped_early === true ||
    ['failed', 'cancelled'].includes(read.status) ||
    rowsOf({ read, onlyFailed: false }).some(didNotPass)
  )
}

/** How many tests the run has at least, by the largest number in the reads. */
const testsOf = (reads: readonly Read[]) =>
  Math.max(
    ...reads.map(({ read }) =>
      Math.max(
        read.total_tests ?? 0,
        read.passed ?? 0,
        read.test_uuids?.length ?? 0,
        read.results?.length ?? 0,
      ),
    ),
  )

test('a run passes only if no read speaks against it and every test is known to have passed', () => {
  const outcomes = { passed: 0, failed: 0, inconclusive: 0, skipped: 0 }
  fc.assert(
    fc.property(conversations, (reads) => {
      const result = conclude(reads)
      outcomes[result.outcome] += 1
      if (result.outcome !== 'passed') return
      expect(reads.filter(speaksAgainst)).toEqual([])
      const ended = reads.filter(({ read }) => phaseOf(read) === 'ended')
      // Once ended, a run never goes on.
      expect(reads.slice(reads.indexOf(ended[0] ?? (reads[0] as Read)))).toEqual(ended)
      expect(ended.flatMap(rowsOf).every(({ passed }) => passed === true)).toBe(true)
      expect(result.run.counts).toEqual({ total: testsOf(reads), passed: testsOf(reads), failed: 0 })
      expect(testsOf(reads)).toBeGreaterThan(0)
    }),
    { numRuns: 20_000 },
  )
  // A generator whose runs all end alike would prove nothing.
  expect(Math.min(outcomes.passed, outcomes.failed, outcomes.inconclusive)).toBeGreaterThan(200)
})

test('a failed test in any read of a run that has ended is never lost', () => {
  fc.assert(
    fc.property(conversations, (reads) => {
      const result = conclude(reads)
      const first = reads.findIndex(({ read }) => phaseOf(read) === 'ended')
      const failing = reads
        .slice(first)
        .flatMap(rowsOf)
        .filter((each) => each.passed === false && each.unanswered !== true && each.not_run !== true)
      if (first >= 0 && failing.length > 0) expect(result.outcome).not.toBe('passed')
      expect(result.outcome === 'failed').toBe((result.run?.counts?.failed ?? 0) > 0)
    }),
    { numRuns: 5000 },
  )
})

test('a later read of an ended run never removes a row', () => {
  fc.assert(
    fc.property(conversations, fc.integer({ min: 1, max: 3 }).chain(readOf), (reads, last) => {
      const add = (before: ReturnType<typeof noEvidence>, { read, onlyFailed }: Read) =>
        addRead(before, read, { onlyFailed, durationMs: 0 })
      const before = reads.reduce(add, noEvidence(launchedRun('run-1', 'queued')))
      fc.pre(before.ended)
      const after = add(before, last)
      expect(after.run.tests.length).toBeGreaterThanOrEqual(before.run.tests.length)
      expect(after.run.tests.length).toBeGreaterThanOrEqual(rowsOf(last).length)
      for (const [index, { id, name }] of before.run.tests.entries())
        expect(after.run.tests[index]).toMatchObject(id === null ? { name } : { id })
    }),
    { numRuns: 5000 },
  )
})
