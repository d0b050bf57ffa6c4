// The rule of `gate-if-worse` on the whole gate; history/rule.test.ts has its figures.

import { describe, expect, test } from 'vitest'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import { resultsOfJob } from '../fixtures/samples.ts'
import { becameOf } from '../support/became.ts'
import { runAgents, type Setting } from './gate-harness.ts'
import { done, errorRow, http, row, times } from './responses.ts'
import { earlierRuns, type Suite, suite, suiteOf, testNames, uuidOf } from './suites.ts'
import type { AgentResponses } from './test-service.ts'

const names = testNames(20)
const [first, second] = ['test 1', 'test 2']

/** 20 tests of which some fail, after 10 earlier runs in which all passed, unless told otherwise. */
async function compared(
  failing: Suite,
  before: Suite = {},
  setting: Setting = {},
  more: Partial<AgentResponses> = {},
) {
  const history = earlierRuns(10, names, before)
  const ada = suite(suiteOf(names, failing), { history, ...more })
  const ran = await runAgents({ ada }, { mode: 'gate-if-worse', retries: 2, ...setting })
  const shown = ran.agents[0]?.run?.tests
    .filter(({ earlier }) => earlier !== null)
    .map((test) => [test.name, becameOf(test), test.earlier?.failures, test.earlier?.runs].join(' '))
  const reads = ran.calls.filter(({ what }) => what === 'earlier')
  return { ...ran, status: ran.verdict, shown, reads, retried: ran.launches('ada').slice(1) }
}

describe('compared with its baseline', () => {
  test('a job without failures passes, without retries', async () => {
    const { status, shown, retried, decision, agents, calls } = await compared({}, { [first]: '---' })
    expect([status, shown, retried]).toEqual(['passed', [], []])
    expect(calls.map(({ what }) => what)).toEqual(['launch', 'poll', 'history'])
    expect(decision).toMatchObject({
      compared: { tests: 20, now: { passed: 20, total: 20 }, before: { passed: 197, total: 200 } },
      count: { blocks: false },
    })
    expect(new Set(agents[0]?.run?.tests.map(becameOf))).toEqual(new Set(['passed']))
  })

  test.each([
    ['fails every attempt is broken, and blocks', '-', '', 'failed', 'changed 0', 4],
    ['passes a retry is flaky, and does not block', '--+', '', 'passed', 'flaky 0', 2],
    ['failed in most runs failed before', '-', '------', 'passed', 'older 6', 0],
    // Ten failures could not show that it broke, so nobody knows whether it passes a retry.
    ['failed in some runs is not run again', '-+', '---', 'passed', 'older 3', 0],
    ['gives no answer, then fails, is broken', '?-', '', 'failed', 'changed 0', 5],
  ])('a test that %s', async (_, signs, before, verdict, as, rounds) => {
    const { status, shown, retried, agents } = await compared({ [first]: signs }, { [first]: before })
    expect([status, shown]).toEqual([verdict, [`test 1 ${as} 10`]])
    expect(retried).toEqual(Array.from({ length: rounds }, () => [uuidOf(first)]))
    expect(agents[0]?.outcome).toBe(as.startsWith('flaky') ? 'passed' : 'failed')
  })

  test('a test that no baseline run contains is new, and is not retried', async () => {
    const { status, shown, retried } = await compared({ brandNew: '-' })
    expect([status, shown, retried]).toEqual(['passed', ['brandNew new 0 0'], []])
  })

  test('tests are retried together, each until it is settled', async () => {
    const { status, retried, shown } = await compared(
      { [first]: '-+', [second]: '-' },
      // Other tests of the suite have failed before, too.
      { 'test 3': '----', 'test 4': '----', 'test 5': '----' },
    )
    expect(retried).toEqual([[uuidOf(first), uuidOf(second)], ...times(3, [uuidOf(second)])])
    expect([status, shown]).toEqual(['failed', ['test 1 flaky 0 10', 'test 2 changed 0 10']])
  })
})

test('every agent is judged with the tests of all agents, by its own history', async () => {
  const many = testNames(40)
  const responses = {
    ada: suite(suiteOf(many, { 'test 1': '--+', new: '-' }), { history: earlierRuns(4, many) }),
    bob: suite(suiteOf(many, { 'test 1': '-', 'test 2': '-' }), {
      history: earlierRuns(4, many, { 'test 2': '----' }),
    }),
  }
  const { agents, decision, launches } = await runAgents(responses, { mode: 'gate-if-worse', retries: 2 })
  const outcomes = agents.flatMap(({ run }) => run?.tests.map(becameOf) ?? [])
  const others = outcomes.filter((outcome) => outcome !== 'passed')
  expect(others).toEqual(['flaky', 'new', 'changed', 'older'])
  expect([launches('ada').length, launches('bob').length]).toEqual([3, 8])
  expect(decision).toMatchObject({
    compared: { tests: 80, now: { passed: 77, total: 80 }, before: { passed: 316, total: 320 } },
  })
})

// Of 100 tests, 2 always failed, 8 failed once, and 1 passes a retry today. So many are no bad day, and too few for a count.
test.each([
  [100, 2, 5],
  [100, 2, 10],
  [100, 2, 15],
  [100, 1, 5],
  [300, 2, 15],
  [300, 5, 30],
])('of %i tests with %i earlier runs, %i that always fail now are all found', async (size, runs, broken) => {
  const all = testNames(size)
  const share = size / 100
  const [always, once] = [all.slice(0, 2 * share), all.slice(2 * share, 10 * share)]
  const [flaky, failing] = [all.slice(10 * share, 11 * share), all.slice(-broken)]
  const each = (names: readonly string[], signs: string) => names.map((name) => [name, signs] as const)
  const before = Object.fromEntries([...each(always, '-'.repeat(runs)), ...each(once, '-')])
  const now = Object.fromEntries([...each([...always, ...failing], '-'), ...each(flaky, '-+')])
  const ada = suite(suiteOf(all, now), { history: earlierRuns(runs, all, before) })
  const { verdict, agents } = await runAgents({ ada }, { mode: 'gate-if-worse', retries: 2 })
  const found = agents[0]?.run?.tests
    .filter(({ cause, blocks }) => cause === 'changed' && blocks)
    .map(({ name }) => name)
  expect([verdict, found]).toEqual(['failed', failing])
})

describe('if too many tests fail at once, all run once more', () => {
  const three = ['test 1', 'test 2', 'test 3']
  const failing = (signs: string, more: Suite = {}): Suite => ({
    ...Object.fromEntries(three.map((name) => [name, signs])),
    ...more,
  })
  const allOnce = (retried: readonly (readonly string[] | null)[]) =>
    expect(retried[0]?.toSorted()).toEqual(names.map(uuidOf).toSorted())

  test('and an outage during the first run blocks nothing', async () => {
    const everything = Object.fromEntries(names.map((name) => [name, '-+']))
    const { status, retried, decision, shown } = await compared(everything, {}, { retries: 0 })
    expect([status, retried.length]).toEqual(['passed', 1])
    allOnce(retried)
    expect(decision?.count).toMatchObject({ failed: 20, again: { tests: 20, failed: 0 }, blocks: false })
    expect(shown).toEqual(names.map((name) => `${name} flaky 0 10`))
  })

  test('and block if as many fail again, also others; those that had passed stay passed', async () => {
    const others = { 'test 4': '+-', 'test 5': '+-', 'test 6': '+-' }
    const { status, retried, decision, agents, shown, outcome } = await compared(failing('-+', others))
    expect([status, retried.length]).toEqual(['failed', 1])
    expect(decision?.count).toMatchObject({ failed: 3, again: { tests: 20, failed: 3 }, blocks: true })
    expect(shown).toEqual(three.map((name) => `${name} flaky 0 10`))
    const { tests = [], counts } = agents[0]?.run ?? {}
    expect(counts).toEqual({ total: 20, passed: 20, failed: 0 })
    const attempts = [{ status: 'passed' }, { status: 'failed' }]
    expect(tests[3]).toMatchObject({ cause: 'passed', attempts, earlier: null })
    const [finding] = storyOf(resultsOfJob(outcome)).findings
    expect(plain(finding?.words ?? [])).toMatch(
      /of the 20 that ran again, 3 failed: "test 4", "test 5" and "test 6"\.$/,
    )
  })

  test('and a total break blocks after that round, whatever retries say', async () => {
    const everything = Object.fromEntries(names.map((name) => [name, '-']))
    for (const retries of [0, 5]) {
      const { status, retried, agents } = await compared(everything, {}, { retries })
      expect([status, retried.length]).toEqual(['failed', 1])
      expect(agents[0]?.run?.tests[0]).toMatchObject({
        cause: 'undecided',
        blocks: true,
        attempts: [{ status: 'failed' }, { status: 'failed' }],
        whyNotRunAgain: { why: 'too-many-failures' },
      })
    }
  })

  test('and otherwise these are second attempts, and each test is judged by itself', async () => {
    const { status, retried, shown, agents } = await compared(failing('-+', { 'test 3': '-' }))
    expect([status, retried.length, retried[1]]).toEqual(['failed', 4, [uuidOf('test 3')]])
    expect(shown).toEqual(['test 1 flaky 0 10', 'test 2 flaky 0 10', 'test 3 changed 0 10'])
    expect(agents[0]?.run?.tests[2]?.attempts).toHaveLength(5)
  })

  test('and tests without an answer are left out of the count', async () => {
    const { status, decision } = await compared(failing('-+', { 'test 4': '+?', 'test 5': '+?' }))
    expect([status, decision?.count?.again?.tests]).toEqual(['passed', 18])
  })

  test.each<[string, Partial<AgentResponses>, Setting, string]>([
    ['is refused', { retry: () => ({ launch: http(400, 'no') }) }, {}, 'no-result'],
    ['is lost three times', { retry: () => ({ launch: http(500) }) }, {}, 'no-result'],
    ['has no result', { retry: () => ({ polls: [http(404)] }) }, {}, 'no-result'],
    ['would exceed max-tests', {}, { maxTests: 39 }, 'no-result'],
  ])('and if that round %s, the job is inconclusive', async (_, more, setting, why) => {
    const { status, decision, agents, shown } = await compared(failing('-+'), {}, setting, more)
    expect([status, decision?.count]).toMatchObject(['inconclusive', { again: null, blocks: false }])
    expect(shown).toEqual(three.map((name) => `${name} undecided 0 10`))
    expect(agents[0]?.run?.tests[0]?.whyNotRunAgain).toMatchObject({ why })
  })

  test('and if no test has an answer then, the job is inconclusive', async () => {
    const none = Object.fromEntries(names.map((name) => [name, '+?']))
    const { status, decision } = await compared({ ...none, ...failing('-?') })
    expect([status, decision?.count?.again]).toEqual(['inconclusive', null])
  })

  test('and if the round of one agent could not run, neither do the attempts of the others count', async () => {
    const history = earlierRuns(10, names)
    const responses = {
      ada: suite(suiteOf(names, failing('-+')), { history }),
      bob: suite(suiteOf(names, {}), { history, retry: () => ({ launch: http(404) }) }),
    }
    const { verdict, decision, agents } = await runAgents(responses, { mode: 'gate-if-worse' })
    expect([verdict, decision?.count?.again]).toEqual(['inconclusive', null])
    const outcomes = agents.map(({ run }) =>
      run?.tests.flatMap(({ cause }) => (cause === 'passed' ? [] : cause)),
    )
    expect(outcomes).toEqual([['undecided', 'undecided', 'undecided'], []])
    expect(agents[0]?.run?.tests[0]?.attempts).toEqual([])
    expect(agents[0]?.executedTests).toBe(40)
  })
})

test('if a history cannot be read, a test that fails is neither new nor retried, and the job inconclusive', async () => {
  const history = http(500)
  const { status, shown, retried, agents } = await compared({ [first]: '-' }, {}, {}, { history })
  expect([status, shown, retried]).toEqual(['inconclusive', [], []])
  expect(agents).toMatchObject([{ name: 'ada', baseline: { runs: [], problem: { kind: 'no-history' } } }])
  const whyNotRunAgain = { why: 'not-possible', problem: null, url: null }
  expect(agents[0]?.run?.tests[0]).toMatchObject({ cause: 'undecided', whyNotRunAgain })
  expect((await compared({}, {}, {}, { history })).status).toBe('passed')
})

describe('without a baseline', () => {
  test('nothing blocks, and failing tests are not compared', async () => {
    const { status, shown } = await compared({ [first]: '-' }, {}, {}, { history: [] })
    expect([status, shown]).toEqual(['passed', ['test 1 new 0 0']])
  })

  test('earlier runs that failed, and list no test, do not show that a test is new', async () => {
    const history = earlierRuns(2, names).map((each) => ({ ...each, status: 'failed', results: [] }))
    const { status, shown } = await compared({ [first]: '-' }, {}, {}, { history })
    expect([status, shown]).toEqual(['inconclusive', ['test 1 undecided 0 0']])
  })
})

describe('error rows of earlier runs, which the run history counts as failures', () => {
  const outage = (name: string) => errorRow('Agent returned HTTP 500: internal error', { name })
  /** Reads of so many earlier runs in which only the second test erred. */
  const outages = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, run) => [`before-${run}`, done(0, 1, { results: [outage(second)] })]),
    )
  const afterRuns = (count: number, before: Suite, signs: string, more: Partial<AgentResponses> = {}) =>
    compared({ [second]: signs }, {}, {}, { history: earlierRuns(count, names, before), ...more })

  test.each([
    ['all errors is undecided: neither excused nor new', '---', '-', 'inconclusive', 'undecided 0 0'],
    ['all errors is so, too, if it fails when it is run again', '---', '?-', 'inconclusive', 'undecided 0 0'],
    ['one judged run and errors is broken', '--', '-', 'failed', 'changed 0 1'],
  ])('a test with %s', async (_, failures, signs, verdict, became) => {
    const earlier = outages(failures.length)
    const { status, shown } = await afterRuns(3, { [second]: failures }, signs, { earlier })
    expect([status, shown]).toEqual([verdict, [`test 2 ${became}`]])
  })

  test('are left out of the runs that a test is measured by, also those of other tests', async () => {
    const earlier = { 'before-0': done(0, 2, { results: [outage(first), row(second, false)] }) }
    const { decision, agents } = await afterRuns(3, { [first]: '-', [second]: '-' }, '-', { earlier })
    expect(decision?.compared?.before).toEqual({ passed: 58, total: 59 })
    const rates = agents[0]?.baseline?.runs.map(({ passed, total }) => `${passed}/${total}`)
    expect(rates).toEqual(['18/19', '20/20', '20/20'])
  })

  test.each([
    ['-', 'failed', 'test 2 changed 1 10'],
    ['----', 'inconclusive', 'test 2 undecided 4 10'],
    ['--------', 'inconclusive', 'test 2 undecided 8 10'],
  ])(
    'of a run that cannot be read are failures that count, but excuse nothing: %s',
    async (failures, verdict, became) => {
      const unread = Array.from(failures, (_, index) => [`before-${index}`, http(500)] as const)
      const earlier = Object.fromEntries(unread)
      const { status, shown, reads } = await afterRuns(12, { [second]: failures }, '-', { earlier })
      // One more read for what it was when it last passed.
      expect([status, shown, reads.length]).toEqual([verdict, [became], failures.length + 1])
    },
  )

  test('that a read does not show do not count', async () => {
    const earlier = {
      'before-0': done(3, 1, { results: null }),
      'before-1': done(4, 0, { results: [row(second, true)] }),
    }
    const { shown } = await afterRuns(3, { [second]: '--' }, '-', { earlier })
    expect(shown).toEqual(['test 2 changed 0 1'])
  })

  test('are read of each run that counts and in which a test failed that did not pass: ten at most', async () => {
    const always = '-'.repeat(12)
    const { reads, status } = await afterRuns(12, { [first]: always, [second]: always }, '-')
    expect(reads.map(({ run, onlyFailed, compact }) => [run, onlyFailed, compact])).toEqual(
      Array.from({ length: 10 }, (_, index) => [`before-${index}`, true, undefined]),
    )
    expect(status).toBe('passed')
    const some = await afterRuns(12, { [first]: always, [second]: '+-+-' }, '-+')
    const failing = some.reads.filter(({ onlyFailed }) => onlyFailed)
    expect(failing.map(({ run }) => run)).toEqual(['before-1', 'before-3'])
  })
})

describe('tests without an answer', () => {
  test('an unanswered test that failed before is not excused', async () => {
    const { status, shown, agents } = await compared({ [first]: 'e' }, { [first]: '----------' })
    expect([status, shown, agents[0]?.run?.tests[0]?.cause]).toEqual(['inconclusive', [], 'no-result'])
  })

  test('unanswered tests share the rounds of the failing ones', async () => {
    const { retried, status } = await compared({ [first]: 'e+', [second]: '-+' })
    expect([retried, status]).toEqual([[[uuidOf(first), uuidOf(second)]], 'passed'])
  })

  test('failing tests are run again, however many are unanswered', async () => {
    const erring = Object.fromEntries(names.slice(0, 12).map((name) => [name, 'e']))
    const { retried, status } = await compared({ ...erring, 'test 20': '-' })
    expect(new Set(retried.flat())).toEqual(new Set([uuidOf('test 20')]))
    expect(status).toBe('failed')
  })

  test('attempts without an answer count for nothing', async () => {
    const { decision, status } = await compared({ 'test 1': 'e', 'test 2': 'e', 'test 3': 'e' })
    const count = { tests: 17, failed: 0, blocks: false }
    expect(decision).toMatchObject({ compared: { now: { passed: 17 } }, count })
    expect(status).toBe('inconclusive')
    const late = await compared({ [first]: '-eee' })
    expect([late.status, late.shown]).toEqual(['inconclusive', ['test 1 undecided 0 10']])
  })
})
