// Retries in the modes `gate` and `report`.
import { describe, expect, test } from 'vitest'
import { runAgent, runAgents, type Setting } from './gate-harness.ts'
import { inProgress, ok, row, run } from './responses.ts'
import { ended, type Suite, suite, uuidOf } from './suites.ts'

async function runSuite(tests: Suite, setting: Setting = {}) {
  const ran = await runAgent(suite(tests), { retries: 2, ...setting })
  const shown = ran.result?.run?.tests.map(({ name, status, attempts }) =>
    [name, status, attempts.map((attempt) => attempt.status)].flat().join(' '),
  )
  return { ...ran, tests: shown, retried: ran.launches('ada').slice(1) }
}

describe.each(['gate', 'report'] as const)('in mode %s a failing test', (mode) => {
  test('that passes a retry is flaky, and counts as passed', async () => {
    const { tests, retried, verdict, result } = await runSuite({ a: '-+', b: '+', c: '+' }, { mode })
    expect(tests).toEqual(['a flaky failed passed', 'b passed', 'c passed'])
    expect(retried).toEqual([[uuidOf('a')]])
    expect(result).toMatchObject({ outcome: 'passed', run: { counts: { total: 3, passed: 3, failed: 0 } } })
    expect(verdict).toMatchObject({ status: 'passed', flaky: 1, totals: { total: 3, passed: 3, failed: 0 } })
  })

  test('that fails every retry has failed', async () => {
    const { tests, retried, verdict, result } = await runSuite({ a: '-', b: '+', c: '+' }, { mode })
    expect(tests).toEqual(['a failed failed failed failed', 'b passed', 'c passed'])
    expect(retried).toEqual([[uuidOf('a')], [uuidOf('a')]])
    expect(result).toMatchObject({ outcome: 'failed', run: { counts: { total: 3, passed: 2, failed: 1 } } })
    expect(verdict).toMatchObject({ status: 'failed', flaky: 0 })
  })

  test('is not run again without retries', async () => {
    const { tests, retried, verdict } = await runSuite({ a: '-+', b: '+' }, { mode, retries: 0 })
    expect(tests).toEqual(['a failed', 'b passed'])
    expect([retried, verdict.status]).toEqual([[], 'failed'])
  })
})

describe('an unanswered test', () => {
  test('that passes a retry is flaky, and counts as passed', async () => {
    const { tests, verdict, result } = await runSuite({ a: '?+', b: '+' })
    expect(tests).toEqual(['a flaky unanswered passed', 'b passed'])
    expect(result).toMatchObject({ outcome: 'passed', run: { counts: { total: 2, passed: 2, failed: 0 } } })
    expect(verdict).toMatchObject({ status: 'passed', flaky: 1 })
  })

  test('that fails a retry has failed', async () => {
    const { tests, result } = await runSuite({ a: '?-', b: '+' })
    expect(tests).toEqual(['a failed unanswered failed failed', 'b passed'])
    expect(result).toMatchObject({ outcome: 'failed', run: { counts: { total: 2, passed: 1, failed: 1 } } })
  })

  test('that stays unanswered leaves the agent inconclusive', async () => {
    const { tests, verdict, result } = await runSuite({ a: '?', b: '+' })
    expect(tests).toEqual(['a unanswered unanswered unanswered unanswered', 'b passed'])
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: { kind: 'unfinished-tests' } })
    expect(verdict.status).toBe('inconclusive')
  })

  test('at a retry alone leaves the test failed', async () => {
    const { tests } = await runSuite({ a: '-?', b: '+' })
    expect(tests).toEqual(['a failed failed unanswered unanswered', 'b passed'])
    expect((await runSuite({ a: '-?+', b: '+' })).tests).toEqual([
      'a flaky failed unanswered passed',
      'b passed',
    ])
  })
})

describe('a round of retries', () => {
  test('is one run per agent, of those tests alone that have not passed', async () => {
    const { launches, results, events, verdict } = await runAgents(
      {
        ada: suite({ a: '--+', b: '-+', c: '+', d: '+' }),
        bob: suite({ a: '+' }),
        cyd: suite({ a: '+', b: '?+' }),
      },
      { retries: 3 },
    )
    expect(launches('ada')).toEqual([null, [uuidOf('a'), uuidOf('b')], [uuidOf('a')]])
    expect(launches('bob')).toEqual([null])
    expect(launches('cyd')).toEqual([null, [uuidOf('b')]])
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed'])
    expect(verdict).toMatchObject({ status: 'passed', flaky: 3, totals: { total: 7, passed: 7, failed: 0 } })
    const rounds = events.flatMap(({ event }) => (event.type === 'retry-round' ? [event] : []))
    expect(rounds.map(({ round, agents }) => [round, ...agents.map((each) => each.tests)])).toEqual([
      [1, 2, 1],
      [2, 1],
    ])
  })

  test('of one agent changes no counts of another', async () => {
    const { results, verdict } = await runAgents(
      {
        ada: suite({ a: '-+', b: '+', c: '+' }),
        bob: suite({ a: '-', b: '+', c: '+' }),
        cyd: suite({ a: '+' }),
      },
      { retries: 1 },
    )
    expect(results.map(({ run }) => run?.counts)).toEqual([
      { total: 3, passed: 3, failed: 0 },
      { total: 3, passed: 2, failed: 1 },
      { total: 1, passed: 1, failed: 0 },
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'passed'])
    expect(verdict).toMatchObject({ status: 'failed', totals: { total: 7, passed: 6, failed: 1 } })
  })

  test('is polled apart from those of other agents', async () => {
    const launch = ok({ task_id: '', status: 'in_progress' })
    const retry = () => ({ launch, polls: [inProgress, inProgress, ended([['a', '+']])] })
    const script = suite({ a: '-', b: '+' }, { retry })
    const { polledAt } = await runAgents({ ada: script, bob: script }, { retries: 1 })
    expect([polledAt('ada'), polledAt('bob')]).toEqual([
      [5, 10, 15, 20],
      [5, 10, 12.5, 17.5],
    ])
  })

  test('is launched when the one before has ended', async () => {
    const { calls } = await runSuite({ a: '-', b: '+' })
    expect(calls.flatMap(({ what, atMs }) => (what === 'launch' ? [atMs] : []))).toEqual([0, 5000, 10_000])
  })
})

describe('too many failures', () => {
  test('of more than half of the tests are not retried', async () => {
    const { retried, result } = await runSuite({ a: '-+', b: '-+', c: '+' })
    expect(retried).toEqual([])
    const retrySkipped = { kind: 'too-many-failures' }
    expect(result).toMatchObject({
      outcome: 'failed',
      run: { tests: [{ status: 'failed', retrySkipped }, { status: 'failed', retrySkipped }, {}] },
    })
  })

  test('are not half of the tests, and not unanswered ones', async () => {
    expect((await runSuite({ a: '-+', b: '+' })).verdict.status).toBe('passed')
    expect((await runSuite({ a: '?+', b: '?+' })).verdict.status).toBe('passed')
  })

  test('are not mentioned without retries', async () => {
    const { result } = await runSuite({ a: '-' }, { retries: 0 })
    expect(result?.run?.tests[0]?.retrySkipped).toBeNull()
  })
})

test('a run that is inconclusive in itself is not retried', async () => {
  const results = [row('a', false), row('b', true)]
  const polls = [run({ status: 'failed', total_tests: 2, results, test_uuids: ['case-a', 'case-b'] })]
  const { launches, results: agents } = await runAgents({ ada: { ...suite({}), polls } }, { retries: 2 })
  expect(launches('ada')).toEqual([null])
  expect(agents[0]?.run?.tests).toMatchObject([
    { name: 'a', retrySkipped: { kind: 'incomplete-run' } },
    { name: 'b', retrySkipped: null },
  ])
})

test('tests that were left out of a run do not keep the others from being retried', async () => {
  const script = suite({ a: '-+', b: '+', c: '+' })
  const results = [row('a', false), row('b', true), row('c', true)].map((each) => ({
    ...each,
    test_case_id: uuidOf(each.name ?? ''),
  }))
  const polls = [
    run({
      status: 'done',
      passed: 2,
      failed: 1,
      total_tests: 3,
      results,
      test_uuids: ['a', 'b', 'c', 'left out'].map(uuidOf),
    }),
  ]
  const { results: agents, launches } = await runAgents({ ada: { ...script, polls } }, { retries: 2 })
  expect(launches('ada')).toEqual([null, [uuidOf('a')]])
  expect(agents).toMatchObject([
    { outcome: 'inconclusive', reason: { kind: 'tests-not-run' }, run: { counts: { passed: 3 } } },
  ])
})
