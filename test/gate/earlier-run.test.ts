import { describe, expect, test } from 'vitest'
import type { EarlierRun } from '../../src/client/index.ts'
import { judgeRun, testKeys } from '../../src/gate/earlier-run.ts'
import { earlierRun } from './suites.ts'

const cutOff = Date.UTC(2026, 10, 21)
const passed = (...names: string[]) => names.map((name) => ({ name, passed: true }))
const abcd = passed('a', 'b', 'c', 'd')
const abc = passed('a', 'b', 'c')
const failed = (...names: string[]) => names.map((name) => ({ name, passed: false }))

function judge(fields: Partial<EarlierRun>, results: Parameters<typeof earlierRun>[1] = abcd, tests = abcd) {
  const filter = { now: cutOff + 3_600_000, cutOff, ownRuns: new Set(['own']) }
  return judgeRun(earlierRun('before', results, fields), filter, testKeys(tests))
}

describe('a run is a baseline', () => {
  test.each<[string, Partial<EarlierRun>]>([
    ['that started a second before the cut-off', { created_at: '2026-11-20 23:59:59' }],
    ['whose type is unknown', { type: null }],
    ['with no count of unanswered tests', { unanswered_tests: null }],
    [
      'with as many failed tests as passed ones',
      { results: [...passed('a', 'b'), ...failed('c', 'd')], passed: 2, failed: 2 },
    ],
  ])('%s', (_, fields) => {
    expect(judge(fields).kind).toBe('baseline')
  })

  test('of an agent with a single test', () => {
    expect(judge({}, passed('a'), passed('a')).kind).toBe('baseline')
  })

  test('that contains half of the tests, with the outcome of each', () => {
    const results = [{ name: 'a', passed: false }, ...passed('b', 'x')]
    expect(judge({}, results)).toMatchObject({
      kind: 'baseline',
      run: { taskId: 'before', createdAt: Date.UTC(2026, 10, 20, 12), passed: 2, total: 3 },
      passed: [false, true, undefined, undefined],
    })
  })
})

describe('a run does not count', () => {
  test.each<[string, Partial<EarlierRun>]>([
    ['that started at the cut-off', { created_at: '2026-11-21 00:00:00' }],
    ['that started after it', { created_at: '2026-11-21T00:30:00Z' }],
    ['that started 14 minutes in the future, as clocks differ', { created_at: '2026-11-21 01:14:00' }],
    ['that is not done', { status: 'failed', created_at: null }],
    ['that is a benchmark', { type: 'llm-benchmark', results: null }],
    ['with an error', { error: true, passed: null, failed: null }],
    ['that was aborted', { aborted: true }],
    ['that stopped early', { stopped_early: true }],
    ['with unanswered tests', { unanswered_tests: 1, passed: 3 }],
    ['with fewer results than tests', { total_tests: 5 }],
    ['without tests', { total_tests: 0, passed: 0, failed: 0, results: [] }],
    ['of this job', { uuid: 'own', created_at: null }],
  ])('%s', (_, fields) => {
    expect(judge(fields)).toEqual({ kind: 'excluded' })
  })

  test('of one of two tests, which is what a retry looks like', () => {
    expect(judge({}, passed('a'), passed('a', 'b'))).toEqual({ kind: 'excluded' })
  })

  test('without tests, even if those of this job are unknown', () => {
    expect(judge({}, [], [])).toEqual({ kind: 'excluded' })
  })

  test.each([[passed('a')], [passed('a', 'x', 'y', 'z')]])(
    'that contains less than half of the tests',
    (results) => {
      expect(judge({}, results)).toEqual({ kind: 'excluded' })
    },
  )
})

describe('a run cannot be used', () => {
  const contradictory = 'tests that contradict the counts'

  test.each<[string, Partial<EarlierRun>, string]>([
    ['without a start time', { created_at: null }, 'unknown start time'],
    ['with a start time that is none', { created_at: 'yesterday' }, 'unknown start time'],
    ['with a start time of another form', { created_at: '2025-11-20T22:42:02+0000' }, 'unknown start time'],
    ['that started in the future', { created_at: '2026-11-21 01:14:01' }, 'start time in the future'],
    ['with an unknown status', { status: 'DONE' }, 'unknown status'],
    ['of an unknown type', { type: 'unit' }, 'unknown type'],
    ['without a total', { total_tests: null }, 'no counts'],
    ['without a count of passed tests', { passed: null }, 'no counts'],
    ['without a count of failed tests', { failed: null }, 'no counts'],
    ['without rows', { results: null }, contradictory],
    ['with more rows than tests', { total_tests: 3, passed: 3 }, contradictory],
    ['with more results than tests', { total_tests: 3 }, contradictory],
    ['with results but no tests', { total_tests: 0 }, contradictory],
    [
      'with fewer passing rows than counted',
      { results: [...abc, { name: 'd', passed: false }] },
      contradictory,
    ],
    ['with more failing tests counted than rows', { passed: 3, failed: 1 }, contradictory],
    ['with a row without a verdict', { results: [...abc, { name: 'd', passed: null }] }, contradictory],
    [
      'with a row without a verdict for a failed test',
      { passed: 3, failed: 1, results: [...abc, { name: 'd', passed: null }] },
      contradictory,
    ],
    [
      'with other tests, one of them without a name',
      { results: [{ name: null, passed: true }, ...passed('x', 'y', 'z')] },
      'tests without a name',
    ],
    [
      'with rows without a name',
      { results: abcd.map((_, index) => ({ name: index < 2 ? null : ' ', passed: true })) },
      'tests without a name',
    ],
  ])('%s', (_, fields, why) => {
    expect(judge(fields)).toEqual({ kind: 'unusable', why })
  })

  test('unless it is too new to count', () => {
    expect(judge({ created_at: '2026-11-21 00:30:00', passed: null })).toEqual({ kind: 'excluded' })
  })
})
