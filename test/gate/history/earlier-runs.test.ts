// What an earlier run is worth: which of them may hold the change, and what excuses a failing test.
import { describe, expect, test } from 'vitest'
import { runAgent, type Setting } from '../gate-harness.ts'
import { askedThen, earlierRun, type Suite, suite, suiteOf, testNames } from '../suites.ts'
import type { AgentResponses } from '../test-service.ts'

const HOUR = 3_600_000
/** Of the job, on the manual clock. */
const START = Date.UTC(2026, 10, 21)
const hoursAgo = (hours: number) => START - hours * HOUR
const failing = 'test 1'

/** A run so many hours before the job. @param failed the tests that failed in it */
function runAt(hours: number, names: readonly string[], failed: readonly string[] = []) {
  const results = names.map((name) => ({ name, passed: !failed.includes(name) }))
  const created_at = new Date(hoursAgo(hours)).toISOString()
  return earlierRun(`run-${hours}`, results, { created_at })
}

/** A run every 24 hours. */
const nights = (count: number, from: number, names: readonly string[], failed: readonly string[] = []) =>
  Array.from({ length: count }, (_, night) => runAt(from + 24 * night, names, failed))

/** What becomes of the first test, which fails. */
async function judged(
  names: readonly string[],
  history: ReturnType<typeof runAt>[],
  cutOff: Setting['cutOff'],
  { signs = { [failing]: '-' }, ...more }: Partial<AgentResponses> & { signs?: Suite } = {},
) {
  const agent = suite(suiteOf(names, signs), { history, ...more })
  const ran = await runAgent(agent, { mode: 'gate-if-worse', ...(cutOff !== undefined && { cutOff }) })
  const { cause, earlier } = ran.agent?.run?.tests.find(({ name }) => name === failing) ?? {}
  return { ...ran, cause, earlier, runs: ran.agent?.baseline?.runs.map(({ taskId }) => taskId) }
}

describe.each([3, 30])('of %i tests, one that a branch breaks', (size) => {
  const names = testNames(size)
  const opened = hoursAgo(20)
  // Two pushes, then the pull request.
  const ofBranch = [runAt(26, names, [failing]), runAt(30, names, [failing])]
  const history = [...ofBranch, ...nights(10, 40, names)]

  test('is not excused by runs since its first commit, though they are older than the pull request', async () => {
    const { verdict, cause, earlier, agent } = await judged(names, history, [hoursAgo(31), opened])
    expect([verdict, cause]).toEqual(['failed', 'changed'])
    expect(earlier).toMatchObject({
      runs: 10,
      failures: 0,
      failingSince: null,
      later: { passed: 0, total: 2 },
    })
    expect(agent?.baseline).toMatchObject({ tooRecent: 2, runs: Array(10).fill({}) })
    // Where nobody says when it began, they do.
    expect(await judged(names, history, [opened])).toMatchObject({
      verdict: 'passed',
      earlier: { runs: 10, failures: 2, failingSince: { runs: 2 } },
    })
  })

  test.each([
    ['2001', Date.UTC(2001, 0, 1)],
    ['next year', Date.UTC(2027, 0, 1)],
    ['when all but four runs were made', hoursAgo(40 + 5.5 * 24)],
  ])('is compared as without it where the first commit is said to be of %s', async (_, claimed) => {
    const passing = nights(10, 30, names)
    const without = await judged(names, passing, [opened])
    const { verdict, cause, earlier, runs } = await judged(names, passing, [claimed, opened])
    expect([verdict, cause, earlier, runs]).toEqual(['failed', 'changed', without.earlier, without.runs])
  })

  test('is compared with few runs, if those before its first commit are all there are', async () => {
    const few = await judged(names, nights(3, 40, names), [hoursAgo(31), opened])
    expect(few).toMatchObject({ earlier: { runs: 3 }, agent: { baseline: { tooRecent: 0 } } })
  })

  test('is not excused by the runs of its pull request once that is merged', async () => {
    const merged = [runAt(2, names, [failing]), ...history]
    const cutOffs = [hoursAgo(31), opened, hoursAgo(1)]
    expect(await judged(names, merged, cutOffs)).toMatchObject({ verdict: 'failed', cause: 'changed' })
    expect(await judged(names, merged, [hoursAgo(1)])).toMatchObject({ verdict: 'passed' })
  })
})

describe.each([3, 30])('of %i tests, one that failed before a pull request was opened', (size) => {
  const names = testNames(size)
  const opened = hoursAgo(150)
  const broken = nights(10, 160, names, [failing])

  test('has no excuse once it passed in most of three later runs or more', async () => {
    const repaired = await judged(names, [...nights(6, 4, names), ...broken], opened)
    expect([repaired.verdict, repaired.cause]).toEqual(['failed', 'changed'])
    expect(repaired.earlier).toMatchObject({ runs: 6, failures: 0, failingSince: null, later: null })
    expect(repaired.runs).toHaveLength(16)
    expect(repaired.earlier?.results).toEqual([...Array(6).fill(true), ...Array(10).fill(null)])
    const since = nights(4, 160, names, [failing])
    const failedSince = [...nights(6, 4, names), ...since, ...nights(6, 256, names)]
    expect(await judged(names, failedSince, opened)).toMatchObject({ verdict: 'failed', cause: 'changed' })
  })

  test('has no excuse by failures of the change in between, either', async () => {
    const pushes = [40, 70, 110].map((hours) => runAt(hours, names, [failing]))
    const later = [...nights(6, 4, names), ...pushes]
    later.sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
    const { verdict, cause, earlier } = await judged(names, [...later, ...broken], opened)
    expect([verdict, cause]).toEqual(['failed', 'changed'])
    expect(earlier).toMatchObject({ runs: 6, failures: 0, later: { passed: 6, total: 9 } })
  })

  test.each([
    ['after two', nights(2, 4, names)],
    ['where half of the later runs failed', [...nights(3, 4, names, [failing]), ...nights(3, 76, names)]],
  ])('is excused %s', async (_, later) => {
    const { verdict, cause, earlier, runs } = await judged(names, [...later, ...broken], opened)
    expect([verdict, cause, earlier?.runs, runs?.length]).toEqual(['passed', 'older', 10, 10])
    expect(earlier?.later?.total).toBe(later.length)
  })
})

describe.each([3, 30])('of %i tests, one that', (size) => {
  const names = testNames(size)
  const opened = hoursAgo(150)
  const others = names.slice(1)

  test('only later runs have is compared with these, if it passed in most of them', async () => {
    const history = [...nights(6, 4, names), ...nights(10, 160, others)]
    const known = await judged(names, history, opened)
    expect([known.verdict, known.cause, known.earlier?.runs]).toEqual(['failed', 'changed', 6])
    const failed = [...nights(6, 4, names, [failing]), ...nights(10, 160, others)]
    expect(await judged(names, failed, opened)).toMatchObject({
      cause: 'new',
      earlier: { later: { passed: 0 } },
    })
  })

  test('failed in most later runs is red like before, which says so', async () => {
    const history = [...nights(6, 4, names, [failing]), ...nights(10, 160, names)]
    const { verdict, cause, earlier } = await judged(names, history, opened)
    expect([verdict, cause, earlier?.later]).toEqual(['failed', 'changed', { passed: 0, total: 6 }])
  })

  test('passed yesterday in its form of today was not edited since it last passed', async () => {
    const history = [...nights(1, 24, names), ...nights(10, 160, names)]
    const then = askedThen(names, [], { [failing]: 'Another question' })
    const earlier = { 'run-24': askedThen(names), 'run-160': then }
    const { cause, earlier: known, agent } = await judged(names, history, opened, { earlier })
    expect([cause, known?.runs, agent?.run?.tests[0]?.edits]).toEqual(['changed', 1, []])
    const edited = await judged(names, history, opened, { earlier: { 'run-24': then, 'run-160': then } })
    expect(edited.cause).toBe('edited')
  })
})

test('tests whose names differ by a space are two', async () => {
  const history = nights(10, 20, ['test 1 ', 'test 2', 'test 3', 'test 4'])
  expect((await judged(testNames(4), history, undefined)).cause).toBe('new')
})

describe('a retry is no run of its own', () => {
  test.each([1, 2, 3])('in a suite of %i tests, of which one failed in one bad night', async (size) => {
    const names = testNames(size)
    const retries = Array.from({ length: 5 }, (_, index) =>
      runAt(30 - 0.1 * (index + 1), [failing], [failing]),
    )
    const history = [...retries.toReversed(), runAt(30, names, [failing]), ...nights(9, 54, names)]
    const { earlier, runs } = await judged(names, history, undefined)
    expect([earlier?.failures, earlier?.runs, runs?.slice(0, 2)]).toEqual([1, 10, ['run-30', 'run-54']])
  })

  test('nor if all tests failed, and the last attempt passed', async () => {
    const names = testNames(3)
    const history = [runAt(29.8, names), runAt(29.9, names, names), runAt(30, names, names)]
    expect((await judged(names, history, undefined)).runs).toEqual(['run-30'])
  })

  test.each([
    ['an hour later', [runAt(28.9, [failing, 'test 2'], [failing]), runAt(30, testNames(3), [failing])]],
    ['with a test that the other lacks', [runAt(29.9, testNames(3)), runAt(30, ['test 2', 'test 3'])]],
    [
      'with the same tests, after some passed',
      [runAt(29.9, testNames(3)), runAt(30, testNames(3), [failing])],
    ],
  ])('but a run is, %s', async (_, history) => {
    expect((await judged(testNames(3), history, undefined)).runs).toHaveLength(2)
  })
})
