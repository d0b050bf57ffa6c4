// Random services against an oracle: whatever they answer, a job passes only if every test truly passed, and only lost
// launches are repeated.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brokenPromises, type TrueAgent } from '../support/promise.ts'
import { type GateRun, runAgents } from './gate-harness.ts'
import { type AnyAgent, anyAgent, anySetting } from './random-jobs.ts'
import { uuidOf } from './suites.ts'

/** What is true of an agent, whatever its service answers. */
function truthOf(ran: GateRun, name: string, { tests, isFlawless, answered503 }: AnyAgent): TrueAgent {
  const launches = ran.launches(name)
  const first = launches.filter((uuids) => uuids === null)
  const all = Object.values(tests)
  return {
    name,
    canPass: isFlawless === true && all.every((each) => each.includes('+')),
    canFail: all.join('').includes('-'),
    first: first.map(() => ({ isRefused: answered503.first })),
    // Without the one that repeats a round answered 503.
    retries: launches.length - first.length - (answered503.round === undefined ? 0 : 1),
  }
}

/** Tests that passed are not launched again, but by the count again and where the response was lost. */
function expectOnlyDue(ran: GateRun, name: string, { tests, answered503 }: AnyAgent): void {
  const again = ran.launches(name).flatMap((uuids) => (uuids === null ? [] : [uuids]))
  const rounds = answered503.round === undefined ? again : again.toSpliced(answered503.round, 1)
  const { failed = 0, probability = 1 } = ran.decision.count ?? {}
  const isCountedAgain = failed >= 3 && probability <= 0.01
  const rows = ran.agents.flatMap(({ run }) => run?.tests ?? [])
  for (const uuids of rounds) expect([uuids.length > 0, new Set(uuids).size]).toEqual([true, uuids.length])
  for (const [uuid, { length }] of Map.groupBy(rounds.flat(), (each) => each)) {
    const attempts = Object.entries(tests).find(([each]) => uuidOf(each) === uuid)?.[1] ?? '+'
    const isLost = rows.some((row) => row.uuid === uuid && row.attempts.some(({ taskId }) => taskId === null))
    const before = length - (isLost ? 1 : 0)
    if (isCountedAgain && length <= 3) continue
    expect(attempts.padEnd(10, attempts.at(-1)).slice(0, before)).not.toContain('+')
  }
  const urls = ran.events.flatMap(({ event }) => (event.type === 'launched' ? [event.url] : []))
  expect(new Set(urls).size).toBe(urls.length)
}

test('a job passes only if every test truly passed, no agent is lost, and launches are sound', async () => {
  const seen = { passed: 0, failed: 0, inconclusive: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyAgent, { minLength: 1, maxLength: 3 }),
      anySetting,
      async (agents, setting) => {
        const named = agents.map(({ responses }, index) => [`agent-${index}`, responses] as const)
        const ran = await runAgents(Object.fromEntries(named), setting)
        seen[ran.verdict] += 1
        expect(ran.agents.map(({ name }) => name)).toEqual(named.map(([name]) => name))
        const truth = agents.map((agent, index) => truthOf(ran, `agent-${index}`, agent))
        const { mode = 'gate', retries, listed: isListed = true } = setting
        const results = { ...ran.outcome, mode }
        expect(brokenPromises(truth, results, { retries, hasControl: false, isListed })).toEqual([])
        for (const [index, agent] of agents.entries()) expectOnlyDue(ran, `agent-${index}`, agent)
        // In this history every test passed ten times, so one that always fails is broken.
        if (ran.verdict === 'passed')
          for (const { tests } of agents) expect(Object.values(tests)).not.toContain('-')
      },
    ),
    { numRuns: 1000 },
  )
  // The services are of every kind: a generator whose jobs all end alike would prove nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(60)
})
