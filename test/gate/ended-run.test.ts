import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { brokenConnection, done, going, http, launched, row, run } from './answers.ts'
import { playOne } from './run-scripted.ts'
import type { AgentScript } from './scripted-service.ts'

const withoutCounts = { total_tests: null, passed: null, failed: null }
const withRows = (rows: TestRun['results'], fields: Partial<TestRun> = {}) =>
  run({ status: 'done', ...withoutCounts, ...fields, results: rows ?? [] })

test('a run whose failed tests are all that can be said against it has no problem besides', async () => {
  const { result } = await playOne({ polls: [done(1, 1, { results: [row('a', false)] })] })
  expect(result?.outcome).toBe('failed')
  expect(result).not.toHaveProperty('reason')
})

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
      'an error beside failed tests',
      done(2, 1, { error: true }),
      { outcome: 'failed', reason: { kind: 'run-error' } },
    ],
    [
      'a failed test beside unanswered ones',
      done(1, 1, { total_tests: 5 }),
      { outcome: 'failed', reason: { kind: 'unfinished-tests', withoutVerdict: 3 } },
    ],
    [
      'a missing total',
      done(2, 0, { total_tests: null }),
      { outcome: 'passed', run: { counts: { total: 2 } } },
    ],
    [
      'a missing total and a failed test',
      done(2, 1, { total_tests: null }),
      { outcome: 'failed', run: { counts: { total: 3 } } },
    ],
  ])('with %s', async (_, ended, result) => {
    const played = await playOne({ polls: [ended] })
    expect(played.result).toMatchObject({ agent: { uuid: 'ada' }, ...result })
    expect(played.abortReason).toBeNull()
  })
})

test('a run lasts from its launch to the poll that saw its end', async () => {
  const launch = { afterMs: 2000, reply: launched }
  const { result } = await playOne({ launch, polls: [going, { afterMs: 500, reply: done(1, 0) }] })
  expect(result).toMatchObject({ outcome: 'passed', run: { durationMs: 10_500 } })
})

describe('it cannot be told what became of a run', () => {
  test.each<[string, Result<TestRun>, object]>([
    ['that failed', run({ status: 'failed', ...withoutCounts }), { kind: 'run-failed' }],
    ['that failed, though all of its tests passed', done(3, 0, { status: 'failed' }), { kind: 'run-failed' }],
    ['that was cancelled', run({ status: 'cancelled', ...withoutCounts }), { kind: 'run-cancelled' }],
    ['that is done with an error', done(3, 0, { error: true }), { kind: 'run-error' }],
    ['that is done with an error and no counts', withRows([], { error: true }), { kind: 'run-error' }],
    ['that is done but was aborted', done(3, 0, { aborted: true }), { kind: 'run-error' }],
    ['that is done without counts or rows', withRows([]), { kind: 'no-counts' }],
    ['that is done with the passed ones alone counted', withRows([], { passed: 3 }), { kind: 'no-counts' }],
    ['that is done without any test', done(0, 0), { kind: 'no-tests' }],
    ['that is done without a total or a verdict', done(0, 0, { total_tests: null }), { kind: 'no-tests' }],
    [
      'with tests unanswered',
      done(3, 0, { total_tests: 5 }),
      { kind: 'unfinished-tests', withoutVerdict: 2 },
    ],
    [
      'with no test answered',
      done(0, 0, { total_tests: 4 }),
      { kind: 'unfinished-tests', withoutVerdict: 4 },
    ],
    [
      'whose total is missing, with fewer verdicts than tests',
      done(2, 0, { total_tests: null, test_uuids: ['1', '2', '3'] }),
      { kind: 'unfinished-tests', withoutVerdict: 1 },
    ],
    ['with more verdicts than tests', done(5, 0, { total_tests: 3 }), { kind: 'contradictory-counts' }],
    [
      'that counts no failed test but shows one',
      done(3, 0, { results: [row('a', false)] }),
      { kind: 'contradictory-counts' },
    ],
  ])('%s', async (_, ended, problem) => {
    const { result } = await playOne({ polls: [ended] })
    expect(result).toMatchObject({ outcome: 'inconclusive', run: { taskId: 'run-ada' }, reason: problem })
  })

  test.each([
    ['unanswered', { unanswered: true }],
    ['not run', { not_run: true }],
  ])('that counts every test as passed but shows one as %s', async (_, mark) => {
    const rows = done(2, 0, { results: [row('a', true), row('b', true, mark)] })
    const { result } = await playOne({ polls: [done(2, 0)], rows })
    expect(result).toMatchObject({
      outcome: 'inconclusive',
      reason: { kind: 'unfinished-tests', withoutVerdict: 1 },
    })
  })
})

describe('without counts, the rows are counted', () => {
  const failing = row('b', false)
  test.each<[string, AgentScript, object]>([
    [
      'and all passed',
      { polls: [withRows([])], rows: withRows([row('a', true), row('b', true)]) },
      { outcome: 'passed', run: { counts: { total: 2, passed: 2, failed: 0 } } },
    ],
    [
      'and one failed',
      { polls: [withRows([failing])], rows: withRows([row('a', true), failing]) },
      { outcome: 'failed', run: { counts: { total: 2, passed: 1, failed: 1 } } },
    ],
    [
      'and one is pending',
      { polls: [withRows([])], rows: withRows([row('a', true), row('b', null)]) },
      { outcome: 'inconclusive', reason: { kind: 'unfinished-tests', withoutVerdict: 1 } },
    ],
    [
      'and some have no row',
      { polls: [withRows([], { total_tests: 5 })], rows: withRows([row('a', true), row('b', true)]) },
      { outcome: 'inconclusive', reason: { kind: 'unfinished-tests', withoutVerdict: 3 } },
    ],
    [
      'of a run that failed halfway with a failed test',
      { polls: [withRows([failing], { status: 'failed' })], rows: withRows([row('a', null), failing]) },
      { outcome: 'failed', run: { status: 'failed', counts: { total: 2, passed: 0, failed: 1 } } },
    ],
    [
      'of a run that failed halfway with none',
      { polls: [withRows([], { status: 'failed' })], rows: withRows([row('a', true), row('b', null)]) },
      { outcome: 'inconclusive', reason: { kind: 'run-failed' }, run: { counts: { total: 2, passed: 1 } } },
    ],
    [
      'as far as the poll showed them where they cannot be read',
      { polls: [withRows([failing], { total_tests: 4 })], rows: http(500) },
      { outcome: 'failed', run: { counts: { total: 4, passed: 0, failed: 1 } } },
    ],
    [
      'unless they cannot be read and the poll showed no failed one',
      { polls: [withRows([row('a', true)])], rows: brokenConnection },
      { outcome: 'inconclusive', reason: { kind: 'no-counts' } },
    ],
    [
      'and a failed one that only the poll showed is not lost',
      { polls: [withRows([failing])], rows: withRows([]) },
      { outcome: 'failed', run: { counts: { total: 1, passed: 0, failed: 1 }, tests: [{ name: 'b' }] } },
    ],
  ])('%s', async (_, script, result) => {
    expect((await playOne(script)).result).toMatchObject(result)
  })
})
