import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import { launchedRun } from '../../src/gate/read-run.ts'
import { addRead, concludeRun, noEvidence, phaseOf } from '../../src/gate/run-evidence.ts'
import { row } from './responses.ts'

type Fields = Partial<TestRun> & { readonly onlyFailed?: boolean }

const evidenceOf = (...reads: Fields[]) =>
  reads.reduce(
    (before, { onlyFailed = false, ...fields }) =>
      addRead(before, { task_id: 'run-1', status: 'done', ...fields }, { onlyFailed, durationMs: 1500 }),
    noEvidence(launchedRun('run-1', 'queued')),
  )
const conclude = (...reads: Fields[]) => concludeRun(evidenceOf(...reads))
const reasonOf = (...reads: Fields[]) => conclude(...reads).reason?.kind ?? null

const passing = { total_tests: 2, passed: 2, failed: 0 }
const rows = [row('a', true), row('b', true)]
const going = { status: 'in_progress' }

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

  test.each<[string, Fields, string | null]>([
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
  })
})

describe('a later read contradicts an earlier one', () => {
  test.each<[string, Fields, Fields]>([
    ['in progress after the end', passing, going],
    ['failed after done', passing, { ...passing, status: 'failed' }],
    ['other counts', passing, { total_tests: 2, passed: 1, failed: 1 }],
    [
      'a failed row after passing counts',
      passing,
      { ...passing, results: [row('a', false)], onlyFailed: true },
    ],
    ['another status of a test', { results: rows }, { results: [row('a', false)], onlyFailed: true }],
    ['passing counts after a failed row in progress', { ...going, results: [row('a', false)] }, passing],
    ['passing counts after failed ones in progress', { ...going, failed: 1 }, passing],
    ['passing counts after an unanswered test in progress', { ...going, unanswered_tests: 1 }, passing],
    [
      'passing counts after an unanswered row in progress',
      { ...going, results: [row('a', true, { unanswered: true })] },
      passing,
    ],
    [
      'passing counts after a row in progress that was not run',
      { ...going, results: [row('a', true, { not_run: true })] },
      passing,
    ],
    [
      'passing counts after a pending row at the end',
      { ...passing, results: [row('a', null)], onlyFailed: true },
      passing,
    ],
  ])('%s', (_, earlier, later) => {
    expect(reasonOf(earlier, later)).toBe('contradictory')
  })

  test('not by results that were pending while it was in progress', () => {
    const pending = rows.map((each) => ({ ...each, passed: null }))
    expect(reasonOf({ ...going, results: pending }, { ...passing, results: rows })).toBeNull()
  })

  test('not by fewer tests, which were then not finished', () => {
    const { run, reason } = conclude({ ...going, total_tests: 5 }, passing)
    expect([run.counts, reason]).toEqual([{ total: 5, passed: 2, failed: 0 }, null])
  })

  test('not by an error, which is kept as such', () => {
    expect(reasonOf({ ...going, error: true }, passing)).toBe('run-error')
    expect(reasonOf({ ...going, stopped_early: true }, passing)).toBe('stopped-early')
  })
})

describe('details', () => {
  const uuids = ['case-a', 'case-b']
  const first = {
    total_tests: 2,
    passed: 1,
    failed: 1,
    test_uuids: uuids,
    results: [row('a', true), row('b', false)],
  }

  test('add to the rows of a run that has ended, in their order', () => {
    const details = { ...first, onlyFailed: true, results: [row('b', false, { reasoning: 'Because.' })] }
    const { run, reason } = conclude(first, details)
    expect(run.tests.map(({ name, reasoning }) => [name, reasoning])).toEqual([
      ['a', null],
      ['b', 'Because.'],
    ])
    expect(reason).toBeNull()
  })

  test('take nothing away that an earlier read told', () => {
    const bare = { test_case_id: 'case-b', passed: false }
    const told = row('b', false, { reasoning: 'Because.', output: { response: 'Hi' }, latency_ms: 12 })
    const { run } = conclude(
      { ...first, results: [row('a', true), told] },
      { ...first, test_uuids: null, onlyFailed: true, results: [bare] },
    )
    expect(run.tests[1]).toMatchObject({
      name: 'b',
      uuid: 'case-b',
      reasoning: 'Because.',
      reply: 'Hi',
      latencyMs: 12,
    })
  })

  test('of tests with one name and no id each go to one of them', () => {
    const same = { test_case_id: null }
    const results = [row('x', false, same), row('x', true, same), row('x', false, same)]
    const details = ['First.', 'Second.'].map((reasoning) => row('x', false, { ...same, reasoning }))
    const { run, reason } = conclude(
      { total_tests: 3, passed: 1, failed: 2, results },
      { total_tests: 3, passed: 1, failed: 2, results: details, onlyFailed: true },
    )
    expect(run.tests.map(({ status, reasoning }) => [status, reasoning])).toEqual([
      ['failed', 'First.'],
      ['passed', null],
      ['failed', 'Second.'],
    ])
    expect(reason).toBeNull()
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
