// How a run that has ended is judged, and which reads of it there are.

import { describe, expect, test } from 'vitest'
import type { TestCaseResult, TestRun } from '../../../src/client/index.ts'
import { isExplained, isOf, readRun, showsTests, withDetails } from '../../../src/gate/runs/read-run.ts'
import type { GateService, Result } from '../../../src/gate/service.ts'
import { runUrl } from '../../fixtures/samples.ts'
import { becameOf } from '../../support/became.ts'
import { runAgent, type Setting } from '../gate-harness.ts'
import {
  brokenConnection,
  done,
  http,
  inProgress,
  launched,
  notJson,
  row,
  run,
  times,
  wrongShape,
} from '../responses.ts'
import type { AgentResponses, ServiceChange } from '../test-service.ts'

const uncounted = { total_tests: null, passed: null, failed: null }
const withRows = (results: TestRun['results'], fields: Partial<TestRun> = {}) =>
  run({ status: 'done', ...uncounted, ...fields, results: results ?? [] })
const [passing, failing, pending] = [row('a', true), row('b', false), row('c', null)]

describe('a run that has ended', () => {
  test.each<[string, Result<TestRun>, object]>([
    ['passed tests has passed', done(3, 0), { total: 3, passed: 3, failed: 0 }],
    ['a new test has failed', done(2, 1), { total: 3, passed: 2, failed: 1 }],
    ['a test linked twice counts it once', done(2, 0, { test_uuids: ['1', '2', '1'] }), { total: 2 }],
    ['no total has as many tests as verdicts', done(2, 1, { total_tests: null }), { total: 3 }],
  ])('with %s, and no reason besides', async (_, ended, counts) => {
    const { agent, endedEarly } = await runAgent({ polls: [ended] })
    expect(agent).toMatchObject({ uuid: 'ada', run: { counts } })
    expect(agent?.outcome).toBe(ended.ok && ended.value.failed ? 'failed' : 'passed')
    expect(agent).toHaveProperty('problem', null)
    expect(endedEarly).toBeNull()
  })

  test('lasted from its launch to the poll that saw its end', async () => {
    const slow = { afterMs: 500, reply: done(0, 1) }
    const launch = { afterMs: 2000, reply: launched }
    const { agent } = await runAgent({ launch, polls: [inProgress, slow] }, { details: 'all' })
    expect(agent?.run?.durationMs).toBe(10_500)
  })
})

describe.each([
  ['inconclusive', 0],
  ['failed', 1],
] as const)('a run is %s, and says why, with %i failed tests and', (outcome, failed) => {
  test.each<[Partial<TestRun>, string, string?]>([
    [{ status: 'failed' }, 'run-ended', 'failed'],
    [{ status: 'cancelled' }, 'run-ended', 'cancelled'],
    [{ error: true }, 'run-ended', 'error'],
    [{ aborted: true }, 'run-ended', 'stopped'],
    [{ stopped_early: true }, 'run-ended', 'stopped'],
    [{ total_tests: 5 }, 'unfinished-tests'],
    [{ test_uuids: ['1', '2', '3', '4'] }, 'tests-not-run'],
    [{ test_uuids: ['1', '2', '3', '4'], total_tests: null }, 'tests-not-run'],
    [{ total_tests: 1 }, 'contradictory'],
    [{ unanswered_tests: 1 }, 'contradictory'],
  ])('%j: %s', async (fields, kind, how) => {
    const { agent, verdict } = await runAgent({ polls: [done(2, failed, fields)] })
    const problem = how === undefined ? { kind } : { kind, how }
    expect(agent).toMatchObject({ outcome, run: { taskId: 'run-ada' }, problem })
    expect(verdict).toBe(outcome)
  })
})

test('a failing row counts also if the run counts none', async () => {
  const { agent } = await runAgent({ polls: [done(2, 0, { results: [passing, failing] })] })
  expect(agent).toMatchObject({ outcome: 'failed', problem: { kind: 'contradictory' } })
})

test.each<[string, Result<TestRun>, object]>([
  ['that failed before any test', withRows([], { status: 'failed' }), { kind: 'run-ended', how: 'failed' }],
  ['that failed, and counts no tests', done(0, 0, { status: 'failed' }), { kind: 'run-ended' }],
  ['that is done without counts or rows', withRows([]), { kind: 'contradictory' }],
  ['that counts only passed tests', withRows([], { passed: 0 }), { kind: 'contradictory' }],
  ['that counts more passed tests than rows', done(3, 0, { results: [passing] }), { kind: 'contradictory' }],
  ['that counts a failed test and has no rows', done(2, 1, { results: null }), { kind: 'contradictory' }],
  ['that counts only failed tests', withRows([], { failed: 0 }), { kind: 'contradictory' }],
  ['without a configured test', done(0, 0, { results: null }), { kind: 'tests-not-run', total: 0 }],
  ['that counts none of its rows', done(0, 0, { results: [pending] }), { kind: 'unfinished-tests' }],
  ['without a total or a verdict', done(0, 0, { total_tests: null }), { kind: 'tests-not-run', total: 0 }],
  [
    'with unanswered tests',
    done(2, 0, { total_tests: 4, unanswered_tests: 2 }),
    { kind: 'unfinished-tests', tests: 2 },
  ],
  [
    'with unanswered tests among the linked ones',
    done(2, 0, { total_tests: 4, unanswered_tests: 2, test_uuids: ['1', '2', '3', '4'] }),
    { kind: 'unfinished-tests', tests: 2 },
  ],
  ...[{ passed: false }, { passed: null }, { unanswered: true }, { not_run: true }].map(
    (fields): [string, Result<TestRun>, object] => [
      `that counts a test as passed whose row says ${JSON.stringify(fields)}`,
      done(2, 0, { results: [passing, row('b', true, fields)] }),
      { kind: 'contradictory' },
    ],
  ),
])('a run is inconclusive %s', async (_, ended, reason) => {
  const { agent, verdict } = await runAgent({ polls: [ended] })
  expect(agent).toMatchObject({ outcome: 'inconclusive', problem: reason })
  expect(verdict).toBe('inconclusive')
})

test.each<[string, Result<TestRun>, string, string?]>([
  ['that all passed', withRows([passing]), 'passed'],
  ['of which one failed', withRows([passing, failing]), 'failed'],
  ['of which one is pending', withRows([passing, pending]), 'inconclusive', 'unfinished-tests'],
  ['that are not all', withRows([passing], { total_tests: 4 }), 'inconclusive', 'unfinished-tests'],
  ['that agree with the one count given', withRows([passing], { passed: 1 }), 'passed'],
  ['that contradict the one given', withRows([passing, failing], { failed: 2 }), 'failed', 'contradictory'],
  ['of a run that failed', withRows([pending, failing], { status: 'failed' }), 'failed', 'run-ended'],
])('without counts, the rows are counted: %s', async (_, ended, outcome, kind) => {
  const { agent } = await runAgent({ polls: [ended] })
  expect(agent).toMatchObject({ outcome, ...(kind === undefined ? {} : { problem: { kind } }) })
})

const withText = row('b', false, { reasoning: 'It invented an order.', output: { response: 'Sure!' } })
const mixed = done(1, 1, { results: [passing, failing] })

/** The reads of a run, and the tests that they give. */
async function readsOf(responses: AgentResponses, setting: Setting = {}) {
  const { calls, agent } = await runAgent(responses, setting)
  const reads = calls.flatMap(({ what, compact, onlyFailed }) =>
    what === 'poll' || what === 'details'
      ? [`${what}${compact ? ' compact' : ''}${onlyFailed ? ' of failing tests' : ''}`]
      : [],
  )
  const tests = agent?.run?.tests.map((test) =>
    [`${test.name} ${becameOf(test)}`, ...(test.reply === null ? [] : [test.reply])].join(': '),
  )
  return { reads, tests, agent, detailsError: agent?.run?.detailsError }
}

describe('the texts of failing tests', () => {
  test('are read once the run has ended', async () => {
    const details = done(1, 1, { results: [withText] })
    const { reads, tests } = await readsOf({ polls: [inProgress, mixed], details })
    expect(reads).toEqual([...times(2, 'poll compact'), 'details of failing tests'])
    expect(tests).toEqual(['a passed', 'b new: Sure!'])
  })

  test.each([
    ['meets a broken connection', brokenConnection, { kind: 'network', code: 'ECONNRESET' }],
    ['meets HTTP 404', http(404, 'Task not found'), { status: 404, reason: 'Task not found' }],
    ['gives a page instead of JSON', notJson, { kind: 'contract' }],
    ['leaves them out', done(1, 1), null],
    ['gives an old copy', run({ status: 'queued', ...uncounted, results: [{ name: 'b' }] }), null],
    ['gives other verdicts', done(2, 0, { results: [row('b', true)] }), null],
  ])(
    'are missing if their read %s, and nobody knows whether they failed',
    async (_, details, detailsError) => {
      const { tests, agent } = await readsOf({ polls: [mixed], details })
      expect(tests?.[1]).toBe('b no-result')
      expect(agent).toMatchObject({
        outcome: 'inconclusive',
        problem: { kind: 'unfinished-tests', tests: 1 },
        run: { counts: { passed: 1, failed: 0 }, detailsError },
      })
    },
  )

  test('are matched by ID if tests share a name, and by their order without IDs', async () => {
    const sameName = done(1, 1, { results: [row('b', true, { test_case_id: 'another' }), failing] })
    const details = done(1, 1, { results: [withText] })
    expect((await readsOf({ polls: [sameName], details })).tests).toEqual(['b passed', 'b new: Sure!'])
    const noId = { test_case_id: null }
    const polls = [done(1, 2, { results: [true, false, false].map((passed) => row('b', passed, noId)) })]
    const texts = done(1, 2, { results: [{ ...withText, ...noId }, row('b', false, noId)] })
    const { tests } = await readsOf({ polls, details: texts })
    expect(tests).toEqual(['b passed', 'b new: Sure!', 'b new'])
  })

  test.each(['ID', 'ID of the run', 'name'])('are matched by %s whatever their order', async (by) => {
    const ids = by === 'name' ? { test_case_id: null } : {}
    const results = ['a', 'b', 'c'].map((name) => row(name, false, ids))
    const linked = by === 'ID of the run' ? { test_uuids: ['a', 'b', 'c'].map((name) => `case-${name}`) } : {}
    const texts = results.map((each) => ({ ...each, output: { response: `of ${each.name}` } })).toReversed()
    const details = done(0, 3, { results: texts, ...linked })
    const { tests } = await readsOf({ polls: [done(0, 3, { results, ...linked })], details })
    expect(tests).toEqual(['a new: of a', 'b new: of b', 'c new: of c'])
  })
})

describe('the texts of all tests', () => {
  const everything = done(1, 1, { results: [row('a', true, { output: { response: 'Hello!' } }), withText] })

  test('are one more read', async () => {
    const { reads, tests } = await readsOf({ polls: [mixed], details: everything }, { details: 'all' })
    expect(reads).toEqual(['poll compact', 'details'])
    expect(tests).toEqual(['a passed: Hello!', 'b new: Sure!'])
  })

  test('are those of failing tests if all are too large', async () => {
    const change = ({ runs }: GateService): ServiceChange => ({
      runs: {
        get: async (id, options) => {
          const answer = await runs.get(id, options)
          return options.compact === false && !options.only_failed ? wrongShape : answer
        },
      },
    })
    const ran = await readsOf({ polls: [mixed], details: everything }, { details: 'all', change })
    expect(ran.reads).toEqual(['poll compact', 'details', 'details of failing tests'])
    expect(ran.tests).toEqual(['a passed', 'b new: Sure!'])
    expect(ran.detailsError).toMatchObject({ kind: 'contract' })
    expect(ran.agent).toHaveProperty('problem', null)
  })
})

describe('the tests that a run leaves out', () => {
  const linked = { test_uuids: ['a', 'b', 'c', 'd'].map((name) => `case-${name}`) }
  const placeholders = ['a', 'b', 'c', 'd'].map((name) => ({ name }))

  test('are counted', async () => {
    const results = [row('a', true), row('c', true)]
    const waiting = run({ status: 'queued', ...linked, results: placeholders })
    const { agent } = await runAgent({ polls: [waiting, done(2, 0, { ...linked, results })] })
    expect(agent).toMatchObject({
      outcome: 'inconclusive',
      problem: { kind: 'tests-not-run', notRun: 2, total: 4 },
      run: { counts: { total: 4, passed: 2, failed: 0 }, tests: [{ name: 'a' }, { name: 'c' }] },
    })
  })

  test('contradict it if polls have named them, and the run lists none', async () => {
    const named = run({ status: 'in_progress', results: placeholders })
    const { agent } = await runAgent({ polls: [named, done(2, 0)] })
    expect(agent).toMatchObject({ outcome: 'inconclusive', problem: { kind: 'contradictory' } })
  })
})

const runOf = (results: readonly TestCaseResult[], fields: Partial<TestRun> = {}): TestRun => {
  return { task_id: 'run', status: 'done', error: false, is_public: false, results: [...results], ...fields }
}
const polledAs = (results: readonly TestCaseResult[]) =>
  readRun(runOf(results), { durationMs: 0, queuedMs: 0 }, runUrl)

test.each([
  [['b', 'a'], true],
  [null, true],
  [['a'], false],
  [['a', 'c'], false],
  [['a', 'b', 'c'], false],
])('a run of the tests %j is of a and b: %s', (test_uuids, isTheirs) => {
  expect(isOf(runOf([], { test_uuids }), ['a', 'b'])).toBe(isTheirs)
})

describe('a full read', () => {
  const asked = { test_case: { input: 'Hi' }, output: { response: 'Hello!' } }

  test.each<[string, TestCaseResult]>([
    ['pending', { passed: null }],
    ['unanswered', { unanswered: true }],
    ['not-run', { not_run: true }],
  ])('gives no verdict to a test that was polled as %s', (outcome, polled) => {
    for (const now of [row('a', true, asked), row('a', false, asked)]) {
      const { run } = withDetails(polledAs([row('a', null, polled)]), runOf([now]), 'all', true)
      expect(run.tests[0]?.outcome).toBe(outcome)
    }
  })

  test.each([
    ['failing', false, [null, 'Hello!'], ['case-b']],
    ['failing', true, [null, 'Hello!'], ['case-a', 'case-b']],
    ['all', false, ['Hello!', 'Hello!'], ['case-b']],
  ] as const)(
    'gives texts of %s tests, and what tests asked, as proof: %s',
    (shown, isProof, replies, ids) => {
      const details = runOf([row('a', true, asked), row('b', false, asked)])
      const { run, definitions } = withDetails(polledAs([passing, failing]), details, shown, isProof)
      expect([run.tests.map(({ reply }) => reply), [...definitions.keys()]]).toEqual([replies, ids])
    },
  )

  test('is a proof if each test with a verdict shows what it asked', () => {
    const unshown = [row('a', true), row('a', false), row('a', null, { unanswered: true })]
    const shown = unshown.map((each) => showsTests(runOf([row('b', true, asked), each])))
    expect([...shown, showsTests(runOf([], { results: null }))]).toEqual([false, false, true, true])
  })
})

test('errors of all tests explain that a run failed, and not that somebody cancelled it', () => {
  const errors = polledAs([{ unanswered: true, reasoning: 'Connection error.' }])
  const explain = (how: 'failed' | 'cancelled') => isExplained({ kind: 'run-ended', how }, errors)
  expect([explain('failed'), explain('cancelled')]).toEqual([true, false])
})
