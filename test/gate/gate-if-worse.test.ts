// The rule of `gate-if-worse` on the whole gate; regression.test.ts has its figures.
import { describe, expect, test } from 'vitest'
import { runAgent, runAgents, type Setting } from './gate-harness.ts'
import { done, http, run } from './responses.ts'
import { earlierRuns, type Suite, suite, suiteOf, testNames, uuidOf } from './suites.ts'
import type { AgentScript } from './test-service.ts'

const names = testNames(20)
const [first, second] = ['test 1', 'test 2']

/** 20 tests of which some fail, after 10 earlier runs in which all passed, unless told otherwise. */
async function compared(
  failing: Suite,
  before: Suite = {},
  setting: Setting = {},
  more: Partial<AgentScript> = {},
) {
  const history = earlierRuns(10, names, before)
  const script = suite(suiteOf(names, failing), { history, ...more })
  const ran = await runAgents({ ada: script }, { mode: 'gate-if-worse', retries: 2, ...setting })
  const shown = ran.results[0]?.run?.tests
    .filter(({ baseline }) => baseline !== null)
    .map(({ name, status, baseline }) =>
      [name, status, baseline?.class, baseline?.failures, baseline?.runs].join(' '),
    )
  return { ...ran, status: ran.verdict.status, shown, retried: ran.launches('ada').slice(1) }
}

describe('compared with its baseline', () => {
  test('a job without failures passes, without retries', async () => {
    const { status, shown, retried, comparison } = await compared({})
    expect([status, shown, retried]).toEqual(['passed', [], []])
    expect(comparison).toMatchObject({
      comparedTests: 20,
      now: { passed: 20, total: 20 },
      before: { passed: 200, total: 200 },
      classes: { broken: 0, flaky: 0, new: 0, undetermined: 0 },
      failureCount: { blocks: false },
    })
  })

  test('a test that fails every attempt is broken, and blocks', async () => {
    const { status, shown, retried, comparison } = await compared({ [first]: '-' })
    expect([status, shown]).toEqual(['failed', ['test 1 failed broken 0 10']])
    expect(retried).toEqual([[uuidOf(first)], [uuidOf(first)]])
    expect(comparison).toMatchObject({ now: { passed: 19, total: 20 }, classes: { broken: 1 } })
  })

  test('a test that passes a retry is flaky, and does not block', async () => {
    const { status, shown, verdict, results } = await compared({ [first]: '--+' })
    expect([status, shown, verdict.flaky]).toEqual(['passed', ['test 1 flaky flaky 0 10'], 1])
    expect(results).toMatchObject([{ outcome: 'passed' }])
  })

  test('a test that failed in more than half of its runs is a known failure, and is not retried', async () => {
    const { status, shown, retried, results } = await compared({ [first]: '-' }, { [first]: '------' })
    expect([status, shown, retried]).toEqual(['passed', ['test 1 failed known-failure 6 10'], []])
    expect(results).toMatchObject([{ outcome: 'failed' }])
  })

  test('a test that no baseline run contains is new, and is not retried', async () => {
    const { status, shown, retried } = await compared({ brandNew: '-' })
    expect([status, shown, retried]).toEqual(['passed', ['brandNew failed new 0 0'], []])
  })

  test('a test that fails too often to tell is unreliable after two more retries', async () => {
    const { status, shown, retried } = await compared({ [first]: '-' }, { [first]: '+----' })
    expect([status, shown]).toEqual(['passed', ['test 1 failed unreliable 4 10']])
    expect(retried).toHaveLength(4)
  })

  test('retries are made even if none are asked for, as one failure proves nothing', async () => {
    const { status, retried } = await compared({ [first]: '-' }, {}, { retries: 0 })
    expect([status, retried.length]).toEqual(['failed', 1])
  })

  test('tests are retried together, each until it is settled', async () => {
    const { status, retried, shown } = await compared(
      { [first]: '-+', [second]: '-' },
      { [first]: '-', [second]: '-' },
    )
    expect(retried).toEqual([[uuidOf(first), uuidOf(second)], [uuidOf(second)]])
    expect([status, shown]).toEqual(['failed', ['test 1 flaky flaky 1 10', 'test 2 failed broken 1 10']])
  })
})

describe('many small breaks at once', () => {
  const three = { [first]: '-+', [second]: '-+', 'test 3': '-+' }

  test('block without retries', async () => {
    const { status, retried, comparison, shown, results } = await compared(three)
    expect([status, retried]).toEqual(['failed', []])
    expect(results[0]?.run?.tests[0]?.retrySkipped).toEqual({ kind: 'too-many-failures' })
    expect(comparison).toMatchObject({ failureCount: { blocks: true, failed: 3, tests: 20 } })
    expect(shown).toEqual(Object.keys(three).map((name) => `${name} failed undetermined 0 10`))
  })

  test('do not if they are known or explained by the history', async () => {
    const before = { [first]: '-------', [second]: '-------', 'test 3': '-------' }
    expect(await compared(three, before)).toMatchObject({ status: 'passed', retried: [] })
  })

  test('do not with fewer than 5 baseline runs', async () => {
    const { status, retried } = await compared(three, {}, {}, { history: earlierRuns(4, names) })
    expect([status, retried.length]).toEqual(['passed', 1])
  })
})

describe('an unanswered test', () => {
  test('is retried, and flaky once it passes', async () => {
    const { status, shown } = await compared({ [first]: '?+' })
    expect([status, shown]).toEqual(['passed', ['test 1 flaky flaky 0 10']])
  })

  test('that stays unanswered makes the job inconclusive', async () => {
    const { status, shown, retried } = await compared({ [first]: '?' })
    expect([status, shown]).toEqual(['inconclusive', ['test 1 unanswered undetermined 0 10']])
    expect(retried).toHaveLength(2)
  })

  test('that then fails is judged by its failures', async () => {
    const { status, shown } = await compared({ [first]: '?-' })
    expect([status, shown]).toEqual(['failed', ['test 1 failed broken 0 10']])
  })

  test('is inconclusive in addition to a broken one, which blocks', async () => {
    expect((await compared({ [first]: '?', [second]: '-' })).status).toBe('failed')
  })
})

describe('the job is inconclusive', () => {
  test.each([http(404), http(500)])('if a history cannot be read: %#', async (history) => {
    const { status, comparison } = await compared({}, {}, {}, { history })
    expect(status).toBe('inconclusive')
    expect(comparison?.agents).toMatchObject([{ error: { kind: 'http' } }])
  })

  test('if a history cannot be read, and a failing test is neither new nor retried', async () => {
    const { status, shown, retried, results, comparison } = await compared(
      { [first]: '-' },
      {},
      {},
      { history: http(500) },
    )
    expect([status, shown, retried]).toEqual(['inconclusive', [], []])
    expect(results[0]?.run?.tests[0]?.retrySkipped).toEqual({ kind: 'no-history' })
    expect(comparison?.classes.new).toBe(0)
  })

  test('if the failing tests of a run cannot be read', async () => {
    const more = { polls: [done(18, 2)], rows: http(500), details: http(500) }
    const { status, retried, results } = await compared({}, {}, {}, more)
    expect([status, retried]).toEqual(['inconclusive', []])
    expect(results).toMatchObject([{ outcome: 'failed', run: { counts: { failed: 2 } } }])
  })

  test('if the passing tests of a run with failures cannot be read', async () => {
    const large = testNames(120)
    const script = suite(suiteOf(large, { [first]: '-+' }), {
      history: earlierRuns(10, large),
      rows: http(500),
    })
    const polls = [run({ status: 'queued', test_uuids: large.map(uuidOf) }), ...(script.polls ?? [])]
    const { verdict, results, launches } = await runAgents(
      { ada: { ...script, polls } },
      { mode: 'gate-if-worse', retries: 2 },
    )
    expect([verdict.status, launches('ada')]).toEqual(['inconclusive', [null]])
    expect(results).toMatchObject([
      { outcome: 'failed', run: { tests: [{ name: first, retrySkipped: { kind: 'incomplete-run' } }] } },
    ])
  })

  test('not if only rows of a run without failures cannot be read', async () => {
    const { status } = await compared({}, {}, {}, { polls: [done(20, 0)], rows: http(500) })
    expect(status).toBe('passed')
  })

  test('if another agent is', async () => {
    const { verdict } = await runAgents(
      { ada: suite(suiteOf(names, {}), { history: earlierRuns(10, names) }), bob: { launch: http(404) } },
      { mode: 'gate-if-worse', retries: 2 },
    )
    expect(verdict.status).toBe('inconclusive')
  })
})

test('without any history nothing blocks, and failing tests are new', async () => {
  const { status, shown } = await compared({ [first]: '-' }, {}, {}, { history: [] })
  expect([status, shown]).toEqual(['passed', ['test 1 failed new 0 0']])
})

test('the history of an agent without a run is not read', async () => {
  const { calls } = await runAgent({ launch: http(404) }, { mode: 'gate-if-worse' })
  expect(calls.map(({ what }) => what)).toEqual(['launch'])
})
