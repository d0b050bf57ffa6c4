import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import { runAgent } from './gate-harness.ts'
import { brokenConnection, http, row, run } from './responses.ts'
import type { AgentScript } from './test-service.ts'

const withRows = (rows: TestRun['results'], fields: Partial<TestRun> = {}) =>
  run({ status: 'done', total_tests: null, passed: null, failed: null, ...fields, results: rows ?? [] })

describe('without counts, the rows are counted', () => {
  const [passing, failing, pending] = [row('a', true), row('b', false), row('c', null)]
  test.each<[string, AgentScript, object]>([
    [
      'and all passed',
      { polls: [withRows([passing])] },
      { outcome: 'passed', run: { counts: { total: 1, passed: 1, failed: 0 } } },
    ],
    [
      'as read at the end, and all passed',
      { polls: [withRows([])], rows: withRows([passing, row('b', true)]) },
      { outcome: 'passed', run: { counts: { total: 2, passed: 2, failed: 0 } } },
    ],
    [
      'and one failed',
      { polls: [withRows([passing, failing])] },
      { outcome: 'failed', run: { counts: { total: 2, passed: 1, failed: 1 } } },
    ],
    [
      'and one is pending',
      { polls: [withRows([passing, pending])] },
      { outcome: 'inconclusive', reason: { kind: 'unfinished-tests', withoutVerdict: 1 } },
    ],
    [
      'and some have no row',
      { polls: [withRows([passing, row('b', true)], { total_tests: 5 })] },
      { outcome: 'inconclusive', reason: { kind: 'unfinished-tests', withoutVerdict: 3 } },
    ],
    [
      'and the passed ones alone are counted, in agreement',
      { polls: [withRows([passing, row('b', true)], { passed: 2 })] },
      { outcome: 'passed' },
    ],
    [
      'and the failed ones alone are counted, in contradiction',
      { polls: [withRows([passing, row('b', true)], { failed: 2 })] },
      { outcome: 'failed', reason: { kind: 'contradictory' } },
    ],
    [
      'of a run that failed halfway with a failed test',
      { polls: [withRows([pending, failing], { status: 'failed' })] },
      { outcome: 'failed', run: { status: 'failed', counts: { total: 2, passed: 0, failed: 1 } } },
    ],
    [
      'of a run that failed halfway with none',
      { polls: [withRows([passing, pending], { status: 'failed' })] },
      { outcome: 'inconclusive', reason: { kind: 'run-failed' }, run: { counts: { total: 2, passed: 1 } } },
    ],
    [
      'as far as the poll showed them if no more can be read',
      { polls: [withRows([failing], { total_tests: 4 })], rows: http(500) },
      { outcome: 'failed', run: { counts: { total: 4, passed: 0, failed: 1 } } },
    ],
    [
      'unless there are none, and they cannot be read',
      { polls: [withRows([])], rows: brokenConnection },
      { outcome: 'inconclusive', reason: { kind: 'no-counts' } },
    ],
    [
      'and a failed one that a later read leaves out is not lost',
      { polls: [withRows([failing], { total_tests: 1 })], details: withRows([]) },
      { outcome: 'failed', run: { counts: { total: 1, passed: 0, failed: 1 }, tests: [{ name: 'b' }] } },
    ],
  ])('%s', async (_, script, result) => {
    expect((await runAgent(script)).result).toMatchObject(result)
  })

  test('and read once, even if they are fewer than the tests', async () => {
    const { calls } = await runAgent({ polls: [withRows([passing], { total_tests: 5 })] })
    expect(calls.map(({ what }) => what)).toEqual(['launch', 'poll'])
  })
})
