// Random services against an oracle: whatever they answer, a job passes only if every test truly passed, and only lost
// launches are repeated.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import { MAX_ROUNDS } from '../../src/gate/rule.ts'
import type { Result } from '../../src/gate/service.ts'
import { type GateRun, runAgents, type Setting } from './gate-harness.ts'
import * as responses from './responses.ts'
import { earlierRuns, type Suite, suite, uuidOf } from './suites.ts'
import type { AgentResponses, Reply, RunResponses } from './test-service.ts'

const { http, inProgress, launched, ok, queued, run } = responses

const error = fc.constantFrom(
  ...[401, 403, 404, 408, 429, 500, 503].map((status) => http(status)),
  http(503, null, 45_000),
  responses.brokenConnection,
  responses.refusedConnection,
  responses.timedOut,
  responses.notJson,
  responses.wrongShape,
  responses.invalid,
)

function mostly<T>(usual: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 12 }, { arbitrary: others, weight: 1 })
}

function sometimesSlow<T>(replies: fc.Arbitrary<Result<T>>): fc.Arbitrary<Reply<T>> {
  const slow = fc.record({ afterMs: fc.nat(40_000), reply: replies })
  return fc.oneof({ arbitrary: replies, weight: 12 }, { arbitrary: slow, weight: 1 })
}

/** What a run says besides its tests. */
const flaws: fc.Arbitrary<Partial<TestRun>> = mostly(
  {},
  fc.constantFrom<Partial<TestRun>>(
    { status: 'failed' },
    { status: 'cancelled' },
    { status: 'new_state' },
    { error: true },
    { aborted: true },
    { stopped_early: true },
    { unanswered_tests: 6 },
    { test_uuids: Array.from({ length: 200 }, (_, index) => `${index}`) },
  ),
)
const uncounted = { total_tests: null, passed: null, failed: null, unanswered_tests: null }

const signs = fc.oneof(
  { arbitrary: fc.constant('+'), weight: 6 },
  { arbitrary: fc.constantFrom('-', '-', '-+', '--+', '?', '?+', '?-', '-?+'), weight: 1 },
)
/** Small suites, and some that are polled without their passing tests. */
const tests = fc
  .tuple(fc.array(signs, { minLength: 1, maxLength: 5 }), mostly(0, fc.constant(100)))
  .map(([some, passing]) => [...some, ...Array.from({ length: passing }, () => '+')])
  .map((all): Suite => Object.fromEntries(all.map((each, index) => [`test ${index}`, each])))

/** The reads of an ended run may fail, or give an old copy. */
const lateRead = fc.oneof(error, fc.constantFrom(inProgress, queued))

const brokenRun: fc.Arbitrary<RunResponses> = fc.oneof(
  fc.record({ launch: sometimesSlow<Exclude<typeof launched, { ok: false }>['value']>(error) }),
  fc.record({ polls: fc.array(error, { minLength: 1, maxLength: 3 }) }),
  fc.constant({ polls: [inProgress] }),
)

const agent = fc
  .record({
    tests,
    flaw: flaws,
    isCounted: fc.boolean(),
    launch: sometimesSlow(mostly(launched, fc.oneof(error, fc.constant(http(400))))),
    before: fc.array(
      sometimesSlow(
        mostly(inProgress, fc.oneof(error, fc.constantFrom(queued, run({ status: 'new_state' })))),
      ),
      { maxLength: 5 },
    ),
    reads: fc.oneof(
      { arbitrary: fc.constant({}), weight: 4 },
      { arbitrary: fc.record({ rows: lateRead, details: lateRead }, { requiredKeys: [] }), weight: 1 },
    ),
    brokenRetry: fc.option(fc.tuple(fc.integer({ min: 1, max: 4 }), brokenRun), { freq: 4 }),
  })
  .map(({ tests, flaw, isCounted, launch, before, reads, brokenRetry }) => {
    const names = Object.keys(tests)
    const { polls = [], retry, ...others } = suite(tests, { history: earlierRuns(10, names) })
    const linked = run({ status: 'queued', test_uuids: names.map(uuidOf) })
    const ends = polls.map((poll) =>
      'ok' in poll && poll.ok ? ok({ ...poll.value, ...(isCounted ? {} : uncounted), ...flaw }) : poll,
    )
    const responses: AgentResponses = {
      ...others,
      launch,
      polls: [linked, ...before, ...ends],
      ...reads,
      retry: (uuids, number) =>
        brokenRetry?.[0] === number ? brokenRetry[1] : (retry?.(uuids, number) ?? {}),
    }
    return { tests, isFlawless: Object.keys(flaw).length === 0, responses }
  })

const setting: fc.Arbitrary<Setting & { readonly retries: number }> = fc.record(
  {
    mode: fc.constantFrom('gate', 'report', 'gate-if-worse'),
    listed: fc.boolean(),
    retries: fc.integer({ min: 0, max: 3 }),
    timeoutSeconds: fc.integer({ min: 1, max: 600 }),
    intervalSeconds: fc.integer({ min: 1, max: 20 }),
    cancelledAt: fc.nat(3000),
    details: fc.constantFrom('failing', 'all'),
  },
  { requiredKeys: ['mode', 'retries', 'timeoutSeconds', 'intervalSeconds'] },
)

/** No first launch is repeated; retries are of tests that have not passed, and only a lost one is repeated. */
function expectSoundLaunches(ran: GateRun, name: string, tests: Suite, { mode, retries = 0 }: Setting): void {
  const launches = ran.launches(name)
  const rounds = launches.filter((uuids) => uuids !== null)
  expect(launches.length - rounds.length).toBeLessThanOrEqual(1)
  // Unanswered tests are run once more also without retries.
  expect(rounds.length).toBeLessThanOrEqual(mode === 'gate-if-worse' ? MAX_ROUNDS : Math.max(1, retries) + 1)
  const lost = new Set(
    ran.results.flatMap(({ run }) =>
      (run?.tests ?? []).flatMap(({ uuid, attempts }) =>
        attempts.some(({ taskId }) => taskId === null) ? [uuid] : [],
      ),
    ),
  )
  for (const [round, uuids] of rounds.entries()) {
    expect(uuids?.length).toBeGreaterThan(0)
    for (const uuid of uuids ?? []) {
      const attempts = Object.entries(tests).find(([each]) => uuidOf(each) === uuid)?.[1] ?? '+'
      expect(attempts.padEnd(10, attempts.at(-1)).slice(0, round + (lost.has(uuid) ? 0 : 1))).not.toContain(
        '+',
      )
    }
    expect(new Set(uuids).size).toBe(uuids?.length)
  }
  const ids = ran.events.flatMap(({ event }) => (event.type === 'launched' ? [event.taskId] : []))
  expect(new Set(ids).size).toBe(ids.length)
}

test('a job passes only if every test truly passed, no agent is lost, and launches are sound', async () => {
  const seen = { passed: 0, failed: 0, inconclusive: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(agent, { minLength: 1, maxLength: 3 }), setting, async (agents, setting) => {
      const named = agents.map(({ responses }, index) => [`agent-${index}`, responses] as const)
      const ran = await runAgents(Object.fromEntries(named), setting)
      const { status } = ran.verdict
      seen[status] += 1
      expect(ran.results.map(({ agent }) => agent.name)).toEqual(named.map(([name]) => name))
      for (const [index, { tests, isFlawless }] of agents.entries()) {
        expectSoundLaunches(ran, `agent-${index}`, tests, setting)
        const { outcome, run } = ran.results[index] ?? {}
        if (outcome === 'passed') {
          expect(isFlawless).toBe(true)
          expect(Object.values(tests).filter((each) => !each.includes('+'))).toEqual([])
        }
        if (outcome === 'failed') expect(Object.values(tests).join('')).toContain('-')
        if (run?.counts) expect(run.counts.passed + run.counts.failed).toBeLessThanOrEqual(run.counts.total)
      }
      if (status !== 'passed') return
      expect(ran.abortReason).toBeNull()
      // Also in `gate-if-worse`: in this history every test passed ten times, so one that always fails is broken.
      for (const { tests } of agents) expect(Object.values(tests)).not.toContain('-')
      expect(ran.results.map(({ outcome }) => outcome)).not.toContain('inconclusive')
    }),
    { numRuns: 1000 },
  )
  // The services are of every kind: a generator whose jobs all end alike would prove nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(60)
})
