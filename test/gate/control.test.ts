// Jobs with a control, on the whole gate; rule.test.ts has the figures of the rule.
import { describe, expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { compared, control, first, names, second, uuids } from './controlled.ts'
import { runAgents } from './gate-harness.ts'
import { errorRow, http, run } from './responses.ts'
import { earlierRuns, ended, type Sign, suite, suiteOf, suiteRow, testNames, uuidOf } from './suites.ts'

describe('with a control', () => {
  test('nothing runs on it if all tests pass', async () => {
    const { status, launches, comparison } = await compared({})
    expect([status, launches('preview').length, launches('production').length]).toEqual(['passed', 1, 0])
    expect(comparison?.control).toEqual({ alarm: null })
  })

  test('a test that passes its first retry is flaky, and costs nothing on the control', async () => {
    const { status, shown, launches } = await compared({ [first]: '-+' })
    expect([status, shown]).toEqual(['passed', ['test 1 flaky flaky -+ none']])
    expect([launches('preview').length, launches('production').length]).toEqual([2, 0])
  })

  test('a test that fails while the control passes is broken', async () => {
    const { status, shown, launches, calls } = await compared({ [first]: '-' })
    // One failing test needs a lead of two; the second failure alone brings in the control.
    expect([status, shown]).toEqual(['failed', ['test 1 failed broken ---- ++']])
    expect(launches('preview')).toEqual([null, uuids(first), uuids(first), uuids(first)])
    expect(launches('production')).toEqual([uuids(first), uuids(first)])
    // Its evaluators are those of today.
    expect(calls.filter(({ what }) => what === 'earlier')).toEqual([])
  })

  test('a test that fails on the control, too, is a known failure', async () => {
    const { status, shown } = await compared({ [first]: '-' }, control({ [first]: '-+-' }))
    expect([status, shown]).toEqual(['passed', ['test 1 failed known-failure ----- -+-']])
  })

  test('a test whose retries have no answer is run so often and no more', async () => {
    const { status, shown } = await compared({ [first]: '-?' })
    expect([status, shown]).toEqual(['inconclusive', ['test 1 failed undetermined -????????? none']])
  })

  test('a new test is judged, too, also if it is not linked to the control and another failing one is', async () => {
    const tests = names.map(uuidOf)
    const brandNew = control({ brandNew: '+' }, { history: earlierRuns(10, names), tests })
    const { status, shown } = await compared({ brandNew: '-', [first]: '-+' }, brandNew)
    expect([status, shown[1]]).toEqual(['failed', 'brandNew failed broken ----- +++'])
  })

  test('to which none of the failing tests is linked, nothing is excused, and nothing runs on it', async () => {
    const { status, shown, tests, launches, calls } = await compared(
      { [first]: '-', [second]: '-' },
      control({ [first]: '-', [second]: '-' }, { tests: ['uuid-other'] }),
    )
    expect(status).toBe('inconclusive')
    expect(shown).toEqual(['test 1 failed undetermined none none', 'test 2 failed undetermined none none'])
    expect(tests[0]?.retrySkipped).toMatchObject({ kind: 'wrong-control', control: { name: 'production' } })
    expect([launches('preview').length, launches('production').length]).toEqual([1, 0])
    expect(calls.filter(({ what }) => what === 'tests').map(({ agent }) => agent)).toEqual(['production'])
  })

  test.each<[string, Result<never>, string]>([
    ['an older server does not list them', http(404), 'failed'],
    ['they cannot be read', http(500), 'inconclusive'],
  ])('whose tests are unknown, because %s', async (_, unread, verdict) => {
    const change = () => ({ listTests: async () => unread })
    const { status } = await compared({ [first]: '-' }, control(), { change })
    expect(status).toBe(verdict)
  })

  test('of two candidates is asked once, and that of a passing one not at all', async () => {
    const agents = {
      one: suite({ [first]: '-' }),
      two: suite({ [first]: '-' }),
      three: suite({ [first]: '+' }),
      production: control(),
      other: control(),
    }
    const controls = { one: 'production', two: 'production', three: 'other' }
    const { calls } = await runAgents(agents, { mode: 'gate-if-worse', controls })
    expect(calls.filter(({ what }) => what === 'tests').map(({ agent }) => agent)).toEqual(['production'])
  })

  test('more failing tests need a larger lead', async () => {
    const { shown } = await compared({ [first]: '-', [second]: '-+' })
    expect(shown).toEqual(['test 1 failed broken ----- +++', 'test 2 flaky flaky -+ none'])
  })

  test('a test that fails as often on both is a known failure, whatever the order', async () => {
    const { status, shown } = await compared({ [first]: '-' }, control({ [first]: '+--' }))
    expect([status, shown]).toEqual(['passed', ['test 1 failed known-failure ----- +--']])
  })

  test('both run in the same round, one after the other; which first alternates', async () => {
    const { calls } = await compared({ [first]: '-' }, control({ [first]: '+-' }))
    const launched = calls.filter(({ what }) => what === 'launch').map(({ agent }) => agent)
    expect(launched).toEqual(
      [
        ...['preview', 'preview'],
        ...['production', 'preview'],
        ...['preview', 'production'],
        ...['production', 'preview'],
        ...['preview', 'production'],
      ].slice(0, launched.length),
    )
    expect(launched.length).toBeGreaterThanOrEqual(8)
  })

  test('two candidates can share one', async () => {
    const one = suite(suiteOf(names, { [first]: '-' }))
    const ran = await runAgents(
      { eu: one, us: suite(suiteOf(names, { [second]: '-' })), production: control() },
      { mode: 'gate-if-worse', controls: { eu: 'production', us: 'production' } },
    )
    expect(ran.comparison?.classes.broken).toBe(2)
    expect(ran.launches('production')).toEqual([1, 2, 3].flatMap(() => [uuids(first), uuids(second)]))
  })

  test('its reply is kept, and what it ran counts', async () => {
    const { results, tests } = await compared({ [first]: '-' })
    expect(results[0]).toMatchObject({ control: { uuid: 'production', name: 'production' } })
    expect(tests[0]?.control).toMatchObject({
      name: 'production',
      attempts: [{ status: 'passed', taskId: 'run-production' }, { status: 'passed' }],
    })
  })

  test('retries have no meaning', async () => {
    const none = await compared({ [first]: '-' }, control(), { retries: 0 })
    const five = await compared({ [first]: '-' }, control(), { retries: 5 })
    expect(five.calls.map(({ agent, what }) => [agent, what])).toEqual(
      none.calls.map(({ agent, what }) => [agent, what]),
    )
  })
})

describe('the history of the control', () => {
  const known = { history: earlierRuns(10, names, { [first]: '------' }) }

  test('makes known failures, which join the control at their first retry', async () => {
    const broke = await compared({ [first]: '-' }, control({}, known))
    expect([broke.status, broke.shown]).toEqual(['failed', ['test 1 failed broken --- ++']])
    expect(broke.tests[0]?.baseline).toMatchObject({ failures: 6, runs: 10 })
    const still = await compared({ [first]: '-' }, control({ [first]: '-' }, known))
    expect([still.status, still.shown]).toEqual(['passed', ['test 1 failed known-failure -- -']])
  })

  test('ends with the start of the job, not with the cut-off of a pull request', async () => {
    const { tests, calls, results } = await compared({ [first]: '-' }, control({}, known), {
      baselineCutOff: 0,
    })
    expect(tests[0]?.baseline).toMatchObject({ failures: 6, runs: 10 })
    expect(calls.filter(({ what }) => what === 'history').map(({ agent }) => agent)).toEqual(['production'])
    expect(results[0]?.outcome).toBe('failed')
  })

  test.each([
    ['cannot be read', { history: http(500) }],
    ['does not exist on the service', { history: http(404) }],
    ['has only retries and runs of controls', { history: earlierRuns(200, [first]) }],
    ['is empty', {}],
  ])('is none if it %s: that is not inconclusive', async (_, more) => {
    const {
      status,
      shown,
      calls,
      earlierRuns: earlier,
    } = await compared({ [first]: '-+' }, control({}, more))
    expect([status, shown]).toEqual(['passed', ['test 1 flaky flaky -+ none']])
    expect(earlier).toMatchObject([{ agent: { uuid: 'preview', name: 'preview' }, runs: [], error: null }])
    expect(calls.filter(({ what }) => what === 'history').length).toBeLessThanOrEqual(2)
  })

  test('comes from the files of the input baseline, by the name of the control', async () => {
    const passed = new Map(names.map((name) => [`1 ${name}`, name !== first]))
    const file = ['production', 'preview'].map((name) => ({
      uuid: `${name} of another workspace`,
      name,
      taskId: `${name} before`,
      passed: name === 'production' ? passed : new Map(names.map((each) => [`1 ${each}`, true])),
      run: { taskId: null, createdAt: 1, passed: 19, total: 20, p95LatencyMs: null, meanCostUsd: null },
    }))
    const { tests, calls } = await compared({ [first]: '-' }, control(), { baselineFiles: [file] })
    expect(tests[0]?.baseline).toMatchObject({ failures: 1, runs: 1 })
    expect(calls.some(({ what }) => what === 'history')).toBe(false)
  })
})

describe('a control that gives no answer', () => {
  const never = { launch: http(400, 'Agent connection not verified') }
  const answers = (fields: Partial<TestRun>, sign: Sign | null) => {
    const row = { ...suiteRow(first, sign ?? '-'), ...(sign === null && { passed: null }) }
    const counts = { total_tests: 1, passed: 0, failed: sign === null ? 0 : 1, test_uuids: uuids(first) }
    const polls = [run({ status: 'done', ...counts, results: [row], ...fields })]
    return control({}, { retry: () => ({ polls }) })
  }

  test.each([
    ['is not verified', control({}, { retry: () => never }), 'cannot-run'],
    ['was deleted', control({}, { retry: () => ({ launch: http(404) }) }), 'not-launched'],
    ['loses its run', control({}, { retry: () => ({ polls: [http(404)] }) }), 'unreadable'],
    ['leaves the test out', control({}, { retry: () => ({ polls: [ended([])] }) }), 'no-tests'],
    ['is slow', control({}, { retry: () => ({}) }), 'timed-out'],
    ['fails with a result', answers({ status: 'failed' }, '-'), 'run-ended'],
    ['has no result for it', answers({}, null), 'contradictory'],
  ])('because it %s makes a failing test undetermined', async (_, onControl, kind) => {
    const { status, shown, tests, launches } = await compared({ [first]: '-' }, onControl)
    expect([status, shown]).toEqual(['inconclusive', ['test 1 failed undetermined --- none']])
    expect(tests[0]?.retrySkipped).toMatchObject({ kind: 'control', reason: { kind } })
    // Neither is launched again.
    expect([launches('preview').length, launches('production').length]).toEqual([3, 1])
  })

  test('for one of two tests judges the other', async () => {
    const test_uuids = uuids(first, second)
    const counts = { total_tests: 1, passed: 1, failed: 0, test_uuids, results: [suiteRow(second, '+')] }
    const polls = [run({ status: 'done', ...counts })]
    const { shown } = await compared(
      { [first]: '-', [second]: '-' },
      control({}, { retry: () => ({ polls }) }),
    )
    expect(shown).toEqual(['test 1 failed undetermined --- none', 'test 2 failed broken ----- +++'])
  })

  test('makes one undetermined by errors, too', async () => {
    const polls = [
      run({
        status: 'done',
        total_tests: 1,
        passed: 0,
        failed: 1,
        test_uuids: uuids(first),
        results: [errorRow(first, { test_case_id: uuidOf(first) })],
      }),
    ]
    const { status, shown } = await compared({ [first]: '-' }, control({}, { retry: () => ({ polls }) }))
    expect([status, shown]).toEqual(['inconclusive', ['test 1 failed undetermined --------- ???????']])
  })

  test('excuses no failure, and is not asked about flaky tests', async () => {
    const { status, shown } = await compared(
      { [first]: '-', [second]: '--+' },
      control({}, { retry: () => never }),
    )
    expect([status, shown]).toEqual([
      'inconclusive',
      ['test 1 failed undetermined --- none', 'test 2 flaky flaky --+ none'],
    ])
  })

  test('does not silence an alarm', async () => {
    const five = Object.fromEntries(testNames(5).map((name) => [name, '-']))
    const { status, comparison } = await compared(five, control({}, { retry: () => never }))
    expect(status).toBe('inconclusive')
    expect(comparison?.control?.alarm).toMatchObject({ runAgain: 0, blocks: false })
  })

  test.each([
    [20, 'refused'],
    [24, 'control'],
  ])('because of %i tests at most is not run', async (maxTests, kind) => {
    const { status, tests, comparison } = await compared({ [first]: '-' }, control(), { maxTests })
    expect([status, comparison?.classes.undetermined]).toEqual(['inconclusive', 1])
    expect(tests[0]?.retrySkipped).toMatchObject({ kind, reason: { kind: 'max-tests' } })
  })

  test('because the key was refused ends the job', async () => {
    const refused = control({}, { retry: () => ({ launch: http(401) }) })
    const { status, abortReason } = await compared({ [first]: '-' }, refused)
    expect([status, abortReason?.kind]).toEqual(['inconclusive', 'authentication'])
  })
})

describe('a candidate without an answer', () => {
  test('is run once more, alone', async () => {
    const { status, launches } = await compared({ [first]: '?' })
    expect([status, launches('preview').length, launches('production').length]).toEqual([
      'inconclusive',
      2,
      0,
    ])
  })

  test('is not if most tests are', async () => {
    const most = Object.fromEntries(testNames(11).map((name) => [name, '?']))
    const { status, launches } = await compared(most)
    expect([status, launches('preview').length]).toEqual(['inconclusive', 1])
  })

  test('is judged as any other if it fails then', async () => {
    const { status, shown } = await compared({ [first]: '?-' })
    expect([status, shown]).toEqual(['failed', ['test 1 failed broken ?---- ++']])
  })
})

test('without controls, no request differs', async () => {
  const agents = () => ({
    preview: suite(suiteOf(names, { [first]: '-' }), { history: earlierRuns(10, names) }),
  })
  const { calls, endedAt } = await runAgents(agents(), { mode: 'gate-if-worse', retries: 2 })
  const ofRuns = [null, uuids(first), uuids(first)].flatMap((tests) => [
    ['launch', tests],
    ['poll', null],
    ['details', null],
    ...(tests === null ? [['history', null]] : []),
  ])
  // The last one tells whether an evaluator has another version.
  expect(calls.map(({ what, testUuids }) => [what, testUuids ?? null])).toEqual([
    ...ofRuns,
    ['earlier', null],
  ])
  // One minute after the deadline at most.
  expect(calls.at(-1)?.timeoutMs).toBe(1_860_000 - 1000 * endedAt)
})
