// A retry counts only if its run holds exactly the tests that were asked for, each once.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import { executedTests } from '../../src/report/measures.ts'
import { runAgent } from './gate-harness.ts'
import { run } from './responses.ts'
import { earlierRuns, ended, type Mark, suite, suiteRow, uuidOf } from './suites.ts'

const names = ['a', 'b', 'c', 'd', 'e']
const [row, other] = [suiteRow('a', '+'), suiteRow('b', '-')]

/** A job whose tests `a` and `b` fail, unless given otherwise, and whose retry is answered with this run. */
const retriedWith = (fields: Partial<TestRun>, first = suite({ a: '-', b: '+', c: '+' }).polls ?? []) =>
  runAgent(
    { polls: first, retry: () => ({ polls: [run({ status: 'done', total_tests: 1, ...fields })] }) },
    { retries: 1 },
  )
const passing = { passed: 1, failed: 0, results: [row], test_uuids: ['uuid-a'] }

test('a retry with exactly the test asked for counts', async () => {
  const { verdict, results } = await retriedWith(passing)
  expect(verdict).toMatchObject({ status: 'passed', flaky: 1 })
  expect(executedTests(results).tests).toBe(4)
})

describe('a retry does not count, and the test keeps its result', () => {
  test.each<[string, Partial<TestRun>, number]>([
    [
      'with more tests',
      { ...passing, total_tests: 2, failed: 1, results: [row, other], test_uuids: ['uuid-a', 'uuid-b'] },
      5,
    ],
    ['with more rows', { ...passing, total_tests: 2, failed: 1, results: [row, other] }, 5],
    ['with more linked tests', { ...passing, test_uuids: ['uuid-a', 'uuid-b'] }, 4],
    ['with far more tests than rows', { ...passing, total_tests: 1e15 }, 4],
    ['of another test', { ...passing, results: [suiteRow('b', '+')], test_uuids: ['uuid-b'] }, 4],
    ['that is not linked to its run', { ...passing, test_uuids: ['uuid-b'] }, 4],
    ['whose run says of no test that it is linked', { ...passing, test_uuids: null }, 4],
    ['with the ID of another test', { ...passing, results: [{ ...row, test_case_id: 'uuid-b' }] }, 4],
    ['with another name', { ...passing, results: [{ ...row, name: 'b' }] }, 4],
    ['without an ID', { ...passing, results: [{ ...row, test_case_id: null }] }, 4],
    ['with two rows', { ...passing, total_tests: 2, passed: 2, results: [row, row] }, 5],
    ['without rows', { ...passing, results: [] }, 4],
  ])('%s', async (_, fields, executed) => {
    const { verdict, results } = await retriedWith(fields)
    expect(verdict).toMatchObject({ status: 'failed', flaky: 0 })
    const retrySkipped = { kind: 'lost', run: { taskId: 'run-ada-1' } }
    expect(results[0]?.run?.tests[0]).toMatchObject({ status: 'failed', attempts: [], retrySkipped })
    expect(executedTests(results).tests).toBe(executed)
  })
})

test('a retry of two tests does not count if one has another name', async () => {
  const results = [row, { ...suiteRow('b', '+'), name: 'c' }]
  const retry = { total_tests: 2, passed: 2, failed: 0, results, test_uuids: ['uuid-a', 'uuid-b'] }
  const { verdict } = await retriedWith(retry, suite({ a: '-', b: '-', c: '+', d: '+' }).polls)
  expect(verdict).toMatchObject({ status: 'failed', flaky: 0 })
})

test('a retry with one pending test counts for the other', async () => {
  const tests = { a: '-', b: '-', c: '+', d: '+' }
  const results = [row, { ...suiteRow('b', '+'), passed: null }]
  const retry = { total_tests: 2, passed: 1, failed: 0, results, test_uuids: ['uuid-a', 'uuid-b'] }
  const { result, results: all } = await retriedWith(retry, suite(tests).polls ?? [])
  expect(result?.run?.tests.slice(0, 2)).toMatchObject([
    { status: 'flaky' },
    { status: 'failed', retrySkipped: { kind: 'lost' } },
  ])
  expect(executedTests(all).tests).toBe(5)
})

test('tests that share an ID are not retried', async () => {
  const rows = [suiteRow('a', '-'), { ...suiteRow('b', '+'), test_case_id: 'uuid-a' }, suiteRow('c', '+')]
  const first = run({
    status: 'done',
    total_tests: 3,
    passed: 2,
    failed: 1,
    results: rows,
    test_uuids: names.map(uuidOf).slice(0, 3),
  })
  const { verdict, result, launches } = await retriedWith(passing, [first])
  expect([verdict.status, launches('ada')]).toEqual(['failed', [null]])
  expect(result?.run?.tests[0]?.retrySkipped).toEqual({ kind: 'no-id' })
})

test.each(['gate', 'gate-if-worse'] as const)(
  'in mode %s a retry of other tests than those asked for changes no result',
  async (mode) => {
    const mark = fc.constantFrom<Mark>('+', '-', '?')
    const answered = fc.array(fc.tuple(fc.constantFrom(...names), mark), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(answered, fc.uniqueArray(fc.constantFrom(...names)), async (tests, linked) => {
        const asked = ['a', 'b']
        const isExact = (given: readonly string[]) => given.toSorted().join() === asked.join()
        fc.pre(!isExact(tests.map(([name]) => name)) || !isExact(linked))
        const retryRun = ended(tests)
        if (!retryRun.ok) return
        const polls = [{ ...retryRun, value: { ...retryRun.value, test_uuids: linked.map(uuidOf) } }]
        const script = suite({ a: '-', b: '?', c: '+', d: '+', e: '+' }, { retry: () => ({ polls }) })
        const { result, verdict } = await runAgent(
          { ...script, history: earlierRuns(1, names) },
          { mode, retries: 2 },
        )
        expect(verdict.flaky).toBe(0)
        expect(verdict.status).not.toBe('passed')
        expect(result?.run?.tests.map(({ status }) => status)).toEqual([
          'failed',
          'unanswered',
          'passed',
          'passed',
          'passed',
        ])
      }),
    )
  },
)
