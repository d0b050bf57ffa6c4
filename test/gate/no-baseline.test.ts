// Mode gate-if-worse without a baseline: nothing blocks only if the history is known to hold no run that counts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EarlierRun } from '../../src/client/index.ts'
import { runAgent, runAgents } from './gate-harness.ts'
import { ok, run } from './responses.ts'
import { earlierRun, ended, suite } from './suites.ts'
import type { AgentScript } from './test-service.ts'

const names = ['a', 'b', 'c', 'd']
const passed = names.map((name) => ({ name, passed: true }))
const mode = 'gate-if-worse'

const failingSuite = (more: Partial<AgentScript> = {}) => suite({ a: '-', b: '+', c: '+', d: '+' }, more)
const jobAfter = (history: readonly EarlierRun[], more: Partial<AgentScript> = {}) =>
  runAgent(failingSuite({ history, ...more }), { mode, retries: 2 })

test('without earlier runs nothing blocks', async () => {
  expect((await jobAfter([])).verdict.status).toBe('passed')
})

test('with runs that cannot be used the job is inconclusive', async () => {
  const { verdict, comparison } = await jobAfter([earlierRun('one', passed, { results: null })])
  expect(verdict.status).toBe('inconclusive')
  const message = expect.stringContaining('tests that contradict the counts')
  expect(comparison?.agents).toMatchObject([{ runs: [], error: { kind: 'history', message } }])
})

test.each([null, '', ' '])(
  'with failing tests that have no name (%j) the job is inconclusive',
  async (none) => {
    const results = names.map((name) => ({ test_case_id: name, name: none, passed: name !== 'a' }))
    const polls = [run({ status: 'done', total_tests: 4, passed: 3, failed: 1, results, test_uuids: names })]
    const { verdict, comparison } = await jobAfter([earlierRun('one', passed)], { polls })
    expect(verdict.status).toBe('inconclusive')
    const message = expect.stringContaining('tests without a name')
    expect(comparison?.agents).toMatchObject([{ runs: [], error: { message } }])
  },
)

test('a test without a name that passes is compared with nothing', async () => {
  const results = names.map((name) => ({
    test_case_id: name,
    name: name === 'a' ? null : name,
    passed: name !== 'b',
  }))
  const polls = [run({ status: 'done', total_tests: 4, passed: 3, failed: 1, results, test_uuids: names })]
  const { comparison } = await jobAfter([earlierRun('one', passed)], { polls })
  expect(comparison).toMatchObject({ comparedTests: 3, agents: [{ error: null }] })
})

test('slow histories end together a minute after the timeout', async () => {
  // A new list for each page, because the gate empties it.
  const page = () => Array.from({ length: 50 }, () => earlierRun('one', passed.slice(1, 2)))
  const reply = ok({
    total: null,
    get items() {
      return page()
    },
  })
  const slow = failingSuite({ history: { afterMs: 20_000, reply } })
  const agents = { ada: slow, bob: { ...slow, polls: [{ afterMs: 9000, reply: ended([['a', '-']]) }] } }
  const { endedAt, verdict, comparison } = await runAgents(agents, { mode, timeoutSeconds: 30 })
  expect([endedAt, verdict.status]).toEqual([90, 'inconclusive'])
  expect(comparison?.agents.map(({ error }) => error?.kind)).toEqual(['timeout', 'timeout'])
})

describe('whatever the history answers', () => {
  const often = <T>(usual: T, ...others: T[]) =>
    fc.oneof(
      { arbitrary: fc.constant(usual), weight: 6 },
      { arbitrary: fc.constantFrom(...others), weight: 1 },
    )
  const earlier = fc
    .record({
      uuid: fc.constantFrom('one', 'two', 'three'),
      status: often('done', 'failed', 'DONE'),
      type: often<string | null>('llm-unit-test', null, 'llm-benchmark', 'unit'),
      created_at: often<string | null>(
        '2026-11-20 12:00:00',
        '2026-11-21 00:00:00',
        '2030-01-01 00:00:00',
        null,
      ),
      total_tests: often<number | null>(4, 0, 1, 3, 5, null),
      passed: often<number | null>(4, 0, 1, 3, null),
      failed: often<number | null>(0, 1, null),
      error: often(false, true),
      results: often<EarlierRun['results']>(
        passed,
        null,
        passed.slice(1, 2),
        passed.map(() => ({ name: null, passed: true })),
        passed.map(({ name }) => ({ name, passed: null })),
      ),
    })
    .map((fields): EarlierRun => ({ ...fields }))
  let unseen = 0
  const pageOf = fc.record({
    items: fc.array(earlier, { maxLength: 3 }),
    unreadable: often(0, 1),
    total: fc.option(fc.nat({ max: 6 }), { nil: null }),
  })

  test('a failing test passes unseen only if no run counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pageOf, { minLength: 1, maxLength: 3 }), async (pages) => {
        let read = 0
        const history = async () => ok(structuredClone(pages[read++] ?? { items: [], total: null }))
        const { verdict, comparison } = await runAgent(failingSuite(), { mode, change: () => ({ history }) })
        if (verdict.status !== 'passed' || comparison?.agents[0]?.runs.length !== 0) return
        unseen += 1
        const seen = pages.slice(0, read)
        const items = seen.flatMap((each) => each.items)
        expect(seen.every(({ unreadable }) => unreadable === 0)).toBe(true)
        expect(new Set(items.map(({ uuid }) => uuid)).size).toBeGreaterThanOrEqual(seen[0]?.total ?? 0)
        for (const each of items) expect(out.some((isOut) => isOut(each))).toBe(true)
      }),
      { numRuns: 400 },
    )
    expect(unseen).toBeGreaterThan(20)
  })

  /** Why a run does not count, each reason for itself. */
  const out: readonly ((run: EarlierRun) => boolean)[] = [
    ({ status }) => status === 'failed',
    ({ type }) => type === 'llm-benchmark',
    ({ error }) => error === true,
    ({ created_at: at }) => at === '2026-11-21 00:00:00',
    ({ passed, failed, total_tests: total }) => (passed ?? 9) + (failed ?? 9) < (total ?? 0),
    ({ results, total_tests: total }) => results?.length === 1 && total === 1,
    ({ total_tests: total, passed, failed }) => total === 0 && passed === 0 && failed === 0,
  ]
})
