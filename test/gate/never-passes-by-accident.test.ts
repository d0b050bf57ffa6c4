// Random services against an oracle: whatever they answer, a job passes only if every test truly passed, and only lost
// launches are repeated.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ROUNDS } from '../../src/gate/history/rule.ts'
import { type GateRun, runAgents, type Setting } from './gate-harness.ts'
import { type AnyAgent, anyAgent, anySetting } from './random-jobs.ts'
import { uuidOf } from './suites.ts'

/**
 * No first launch is repeated, unless it is answered 503; retries are of tests that have not passed, and only a lost one is
 * repeated.
 */
function expectSoundLaunches(
  ran: GateRun,
  name: string,
  { tests, answered503 }: Pick<AnyAgent, 'tests' | 'answered503'>,
  { mode, retries = 0 }: Setting,
): void {
  const launches = ran.launches(name)
  const ofTests = launches.filter((uuids) => uuids !== null)
  expect(launches.length - ofTests.length).toBeLessThanOrEqual(answered503.first ? 3 : 1)
  // Without the one that repeats a round answered 503.
  const rounds = answered503.round === undefined ? ofTests : ofTests.toSpliced(answered503.round, 1)
  const { failed = 0, probability = 1 } = ran.decision?.count ?? {}
  const isCountedAgain = failed >= 3 && probability <= 0.01
  // Lost launches of that round are repeated twice, and it need not contain the failing tests.
  const most = MAX_ROUNDS + (isCountedAgain ? 3 : 0)
  // Unanswered tests are run once more also without retries.
  expect(rounds.length).toBeLessThanOrEqual(mode === 'gate-if-worse' ? most : Math.max(1, retries) + 1)
  const lost = new Set(
    ran.agents.flatMap(({ run }) =>
      (run?.tests ?? []).flatMap(({ uuid, attempts }) =>
        attempts.some(({ taskId }) => taskId === null) ? [uuid] : [],
      ),
    ),
  )
  const made = new Map<string, number>()
  for (const uuids of rounds) {
    expect(uuids.length).toBeGreaterThan(0)
    for (const uuid of uuids) {
      const launched = (made.get(uuid) ?? 0) + 1
      made.set(uuid, launched)
      if (isCountedAgain && launched <= 3) continue
      const attempts = Object.entries(tests).find(([each]) => uuidOf(each) === uuid)?.[1] ?? '+'
      const before = launched - (lost.has(uuid) ? 1 : 0)
      expect(attempts.padEnd(10, attempts.at(-1)).slice(0, before)).not.toContain('+')
    }
    expect(new Set(uuids).size).toBe(uuids?.length)
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
        const status = ran.verdict
        seen[status] += 1
        expect(ran.agents.map(({ name }) => name)).toEqual(named.map(([name]) => name))
        for (const [index, { tests, isFlawless, answered503 }] of agents.entries()) {
          expectSoundLaunches(ran, `agent-${index}`, { tests, answered503 }, setting)
          const { outcome } = ran.agents[index] ?? {}
          if (outcome === 'passed') {
            expect(isFlawless).toBe(true)
            expect(Object.values(tests).filter((each) => !each.includes('+'))).toEqual([])
          }
          if (outcome === 'failed') expect(Object.values(tests).join('')).toContain('-')
        }
        if (status !== 'passed') return
        expect(ran.endedEarly).toBeNull()
        // Also in `gate-if-worse`: in this history every test passed ten times, so one that always fails is broken.
        for (const { tests } of agents) expect(Object.values(tests)).not.toContain('-')
        expect(ran.agents.map(({ outcome }) => outcome)).not.toContain('inconclusive')
      },
    ),
    { numRuns: 1000 },
  )
  // The services are of every kind: a generator whose jobs all end alike would prove nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(60)
})
