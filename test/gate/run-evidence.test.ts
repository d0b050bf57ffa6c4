import { describe, expect, test } from 'vitest'
import { phaseOf } from '../../src/gate/run-evidence.ts'
import { conclude, type Read, reasonOf } from './conclude.ts'
import { row } from './responses.ts'

const passing = { total_tests: 2, passed: 2, failed: 0 }
const rows = [row('a', true), row('b', true)]

test.each([
  ['queued', false, 'going'],
  ['in_progress', false, 'going'],
  ['in_progress', true, 'going'],
  ['done', false, 'ended'],
  ['failed', false, 'ended'],
  ['cancelled', false, 'ended'],
  ['paused', false, 'unknown'],
  ['paused', true, 'ended'],
])('a run that is %s (error: %s) is %s', (status, error, phase) => {
  expect(phaseOf({ status, error })).toBe(phase)
})

describe('one read', () => {
  test('of a run that passed leaves nothing to say', () => {
    expect(conclude({ ...passing, results: rows })).toMatchObject({
      run: { counts: { total: 2, passed: 2, failed: 0 }, plannedTests: 2, durationMs: 1500 },
      reason: null,
    })
    expect(reasonOf({ ...passing })).toBeNull()
  })

  test.each<[string, Read, string | null]>([
    ['an error', { ...passing, error: true }, 'run-error'],
    ['aborted', { ...passing, aborted: true }, 'stopped-early'],
    ['stopped early', { ...passing, stopped_early: true }, 'stopped-early'],
    ['an unanswered test more than there is room for', { ...passing, unanswered_tests: 1 }, 'contradictory'],
    ['an unanswered test', { ...passing, total_tests: 3, unanswered_tests: 1 }, null],
    ['more linked tests', { ...passing, test_uuids: ['1', '2', '3', '4'] }, 'tests-not-run'],
    ['as many linked tests as rows', { ...passing, test_uuids: ['1', '2'], results: rows }, null],
    [
      'a linked test that was not run, as its row says',
      {
        ...passing,
        total_tests: 3,
        test_uuids: ['1', '2', '3'],
        results: [...rows, row('c', null, { not_run: true })],
      },
      null,
    ],
    ['no counts and all rows', { results: rows }, null],
    ['no counts and failed rows alone', { results: [row('a', false)], onlyFailed: true }, 'no-counts'],
    ['half of the counts and no rows', { passed: null, failed: 2 }, 'no-counts'],
    ['more verdicts than tests', { ...passing, total_tests: 1 }, 'contradictory'],
    ['more verdicts than tests, failed ones too', { total_tests: 2, passed: 1, failed: 2 }, 'contradictory'],
    [
      'an unanswered test in addition to as many verdicts as tests',
      { total_tests: 3, passed: 2, failed: 1, unanswered_tests: 1 },
      'contradictory',
    ],
    [
      'a linked test that was not answered',
      { ...passing, total_tests: 3, test_uuids: ['1', '2', '3'], unanswered_tests: 1 },
      null,
    ],
    [
      'a failed test that has no row',
      { total_tests: 2, passed: 1, failed: 1, results: rows.slice(1) },
      'contradictory',
    ],
    ['fewer rows than counts', { ...passing, results: rows.slice(1) }, 'contradictory'],
    ['more rows than counts', { ...passing, results: [...rows, row('c', true)] }, 'contradictory'],
    [
      'a failed row and no failed count',
      { ...passing, results: [row('a', false), row('b', true)] },
      'contradictory',
    ],
    [
      'failed counts without such rows',
      { total_tests: 2, passed: 1, failed: 1, results: rows },
      'contradictory',
    ],
    ['no tests', { total_tests: 0, passed: 0, failed: 0 }, 'no-tests'],
  ])('with %s', (_, read, reason) => {
    expect(reasonOf(read)).toBe(reason)
  })

  test('counts the rows where the service does not', () => {
    const results = [row('a', true), row('b', false), row('c', null)]
    expect(conclude({ results }).run.counts).toEqual({ total: 3, passed: 1, failed: 1 })
    expect(conclude({ passed: null, failed: 2 }).run.counts).toEqual({ total: 2, passed: 0, failed: 2 })
    expect(conclude({ passed: 3, failed: null }).run.counts).toEqual({ total: 3, passed: 3, failed: 0 })
    expect(conclude({}).run.counts).toBeNull()
  })

  test('of many tests with one name and no id are added in linear time', () => {
    const half = (passed: boolean) => Array.from({ length: 50_000 }, () => ({ name: 'same', passed }))
    const startedAt = performance.now()
    const reads = [half(false).concat(half(true)), half(true).concat(half(false))]
    expect(reasonOf(...reads.map((results) => ({ results })))).toBeNull()
    // Linear: a second. Quadratic: most of a minute.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})
