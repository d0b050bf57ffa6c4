// What a later read of a run adds to an earlier one, and what contradicts it.
import { describe, expect, test } from 'vitest'
import { conclude, type Read, reasonOf } from './conclude.ts'
import { row } from './responses.ts'

const passing = { total_tests: 2, passed: 2, failed: 0 }
const rows = [row('a', true), row('b', true)]
const going = { status: 'in_progress' }

test('rows of a run in progress stay if a later read has none', () => {
  const { run } = conclude({ ...going, results: rows }, { ...going, results: [] })
  expect(run.tests.map(({ name }) => name)).toEqual(['a', 'b'])
})

describe('a later read contradicts an earlier one', () => {
  test.each<[string, Read, Read]>([
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

  test.each<[string, Read, Read]>([
    ['counts that grew while it was in progress', { ...going, ...passing, passed: 1 }, passing],
    ['a later read without counts', passing, {}],
    ['counts after none', { results: rows }, passing],
  ])('not by %s', (_, earlier, later) => {
    expect(reasonOf(earlier, later)).toBeNull()
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
    const bare = { test_case_id: 'case-b', passed: false, reasoning: '', latency_ms: 15 }
    const output = { response: 'Hi', tool_calls: [{ tool: 'find' }] }
    const told = row('b', false, { reasoning: 'Because.', output, latency_ms: 12 })
    const { run } = conclude(
      { ...first, results: [row('a', true), told] },
      { ...first, test_uuids: null, onlyFailed: true, results: [bare] },
    )
    expect(run.tests[1]).toMatchObject({
      name: 'b',
      uuid: 'case-b',
      reasoning: 'Because.',
      reply: 'Hi',
      toolCalls: [{ tool: 'find' }],
      latencyMs: 15,
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
})
