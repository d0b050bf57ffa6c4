import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { runAgent } from './gate-harness.ts'
import { done, inProgress, launched, row, run } from './responses.ts'

const withoutCounts = { total_tests: null, passed: null, failed: null }
const withRows = (rows: TestRun['results'], fields: Partial<TestRun> = {}) =>
  run({ status: 'done', ...withoutCounts, ...fields, results: rows ?? [] })

describe('a run that has ended', () => {
  test.each<[string, Result<TestRun>, object]>([
    [
      'every test passed',
      done(3, 0),
      { outcome: 'passed', run: { counts: { total: 3, passed: 3, failed: 0 } } },
    ],
    [
      'one test failed',
      done(2, 1),
      { outcome: 'failed', run: { counts: { total: 3, passed: 2, failed: 1 } } },
    ],
    [
      'a failed run with failed tests',
      done(2, 1, { status: 'failed' }),
      { outcome: 'failed', reason: { kind: 'run-failed' } },
    ],
    [
      'a cancelled run with failed tests',
      done(2, 1, { status: 'cancelled' }),
      { outcome: 'failed', reason: { kind: 'run-cancelled' } },
    ],
    [
      'an error in addition to failed tests',
      done(2, 1, { error: true }),
      { outcome: 'failed', reason: { kind: 'run-error' } },
    ],
    [
      'a failed test and unanswered ones',
      done(1, 1, { total_tests: 5 }),
      { outcome: 'failed', reason: { kind: 'unfinished-tests', withoutVerdict: 3 } },
    ],
    [
      'a failed test and fewer tests than linked',
      done(1, 1, { test_uuids: ['1', '2', '3'] }),
      { outcome: 'failed', reason: { kind: 'tests-not-run', notRun: 1, total: 3 } },
    ],
    ['no total', done(2, 0, { total_tests: null }), { outcome: 'passed', run: { counts: { total: 2 } } }],
    [
      'no total and a failed test',
      done(2, 1, { total_tests: null }),
      { outcome: 'failed', run: { counts: { total: 3 } } },
    ],
  ])('with %s', async (_, ended, result) => {
    const ran = await runAgent({ polls: [ended] })
    expect(ran.result).toMatchObject({ agent: { uuid: 'ada' }, ...result })
    expect(ran.abortReason).toBeNull()
  })

  test('with failing tests and nothing else wrong has no reason besides', async () => {
    const { result } = await runAgent({ polls: [done(1, 1, { results: [row('a', true), row('b', false)] })] })
    expect(result?.outcome).toBe('failed')
    expect(result).not.toHaveProperty('reason')
  })

  test('lasted from its launch to the poll that saw its end', async () => {
    const launch = { afterMs: 2000, reply: launched }
    const { result } = await runAgent({ launch, polls: [inProgress, { afterMs: 500, reply: done(1, 0) }] })
    expect(result).toMatchObject({ outcome: 'passed', run: { durationMs: 10_500 } })
  })
})

describe('a run is inconclusive', () => {
  test.each<[string, Result<TestRun>, object]>([
    ['that failed', run({ status: 'failed', ...withoutCounts }), { kind: 'run-failed' }],
    [
      'that failed even though all of its tests passed',
      done(3, 0, { status: 'failed' }),
      { kind: 'run-failed' },
    ],
    ['that was cancelled', run({ status: 'cancelled', ...withoutCounts }), { kind: 'run-cancelled' }],
    ['that is done with an error', done(3, 0, { error: true }), { kind: 'run-error' }],
    ['that is done with an error and no counts', withRows([], { error: true }), { kind: 'run-error' }],
    ['that is done but was aborted', done(3, 0, { aborted: true }), { kind: 'stopped-early' }],
    ['that is done but stopped early', done(3, 0, { stopped_early: true }), { kind: 'stopped-early' }],
    ['that is done without counts or rows', withRows([]), { kind: 'no-counts' }],
    ['that counts only passed tests', withRows([], { passed: 3 }), { kind: 'no-counts' }],
    ['that is done without any test', done(0, 0), { kind: 'no-tests' }],
    ['that is done without a total or a verdict', done(0, 0, { total_tests: null }), { kind: 'no-tests' }],
    [
      'with unanswered tests',
      done(3, 0, { total_tests: 5, unanswered_tests: 2 }),
      { kind: 'unfinished-tests', withoutVerdict: 2 },
    ],
    [
      'with no test answered',
      done(0, 0, { total_tests: 4 }),
      { kind: 'unfinished-tests', withoutVerdict: 4 },
    ],
    [
      'that left out linked tests',
      done(2, 0, { test_uuids: ['1', '2', '3', '4'] }),
      { kind: 'tests-not-run', notRun: 2, total: 4 },
    ],
    [
      'that has several rows of one test and none of others',
      done(3, 0, {
        test_uuids: ['1', '2', '3'],
        results: ['1', '1', '2'].map((id) => row(id, true, { test_case_id: id })),
      }),
      { kind: 'tests-not-run', notRun: 1, total: 3 },
    ],
    [
      'that left out linked tests and gives no total',
      done(2, 0, { total_tests: null, test_uuids: ['1', '2', '3'] }),
      { kind: 'tests-not-run', notRun: 1, total: 3 },
    ],
    ['with more verdicts than tests', done(5, 0, { total_tests: 3 }), { kind: 'contradictory' }],
    [
      'that counts unanswered tests as passed',
      done(3, 0, { unanswered_tests: 1 }),
      { kind: 'contradictory' },
    ],
    [
      'that counts no failed test but shows one',
      done(3, 0, { results: [row('a', false)] }),
      { kind: 'contradictory' },
    ],
    [
      'that counts more passed tests than it shows',
      done(3, 0, { results: [row('a', true), row('b', true)] }),
      { kind: 'contradictory' },
    ],
    [
      'that counts every test as passed but shows one as unanswered',
      done(2, 0, { results: [row('a', true), row('b', true, { unanswered: true })] }),
      { kind: 'contradictory' },
    ],
    [
      'that counts every test as passed but shows one as not run',
      done(2, 0, { results: [row('a', true), row('b', true, { not_run: true })] }),
      { kind: 'contradictory' },
    ],
    [
      'that counts every test as passed but shows one as pending',
      done(2, 0, { results: [row('a', true), row('b', null)] }),
      { kind: 'contradictory' },
    ],
  ])('%s', async (_, ended, reason) => {
    const { result, verdict } = await runAgent({ polls: [ended] })
    expect(result).toMatchObject({ run: { taskId: 'run-ada' }, reason })
    expect(verdict.status).not.toBe('passed')
  })
})
