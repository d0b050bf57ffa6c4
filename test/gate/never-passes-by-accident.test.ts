// Random services against an oracle: whatever they ok, the verdict is `passed` only where every run truly passed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestCaseResult } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { verdictOf } from '../../src/gate/verdict.ts'
import { runAgents } from './gate-harness.ts'
import {
  brokenConnection,
  http,
  inProgress,
  invalid,
  launched,
  notJson,
  queued,
  refusedConnection,
  row,
  run,
  timedOut,
  wrongShape,
} from './responses.ts'
import type { AgentScript, Reply } from './test-service.ts'

const fault = fc.constantFrom(
  ...[401, 403, 404, 408, 429, 500, 503].map((status) => http(status)),
  http(503, null, 45_000),
  brokenConnection,
  refusedConnection,
  timedOut,
  notJson,
  wrongShape,
  invalid,
)

/** One of a kind in eight of nine cases. */
function mostly<T>(usual: T, others: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 8 }, { arbitrary: others, weight: 1 })
}

function slowly<T>(replies: fc.Arbitrary<Result<T>>): fc.Arbitrary<Reply<T>> {
  const late = fc.record({ afterMs: fc.nat(40_000), reply: replies })
  return fc.oneof({ arbitrary: replies, weight: 8 }, { arbitrary: late, weight: 1 })
}

/** What really became of a run. */
interface Truth {
  readonly status: string
  readonly error: boolean | undefined
  readonly aborted: boolean | undefined
  /** Whether the service counts, or leaves that to who reads the rows. */
  readonly counted: boolean
  /** Passed, failed, or without a verdict. */
  readonly tests: readonly (boolean | null)[]
}

const truth: fc.Arbitrary<Truth> = fc.record({
  status: mostly('done', fc.constantFrom('failed', 'cancelled', 'new_state')),
  error: mostly(false, fc.constantFrom(undefined, true)),
  aborted: mostly(undefined, fc.boolean()),
  counted: fc.boolean(),
  tests: fc.oneof(
    fc.array(fc.constant(true), { minLength: 1, maxLength: 3 }),
    fc.array(fc.constantFrom(true, false, null), { maxLength: 4 }),
  ),
})

function trulyPassed({ status, error, aborted, tests }: Truth): boolean {
  return status === 'done' && error !== true && aborted !== true && tests.length > 0 && tests.every(Boolean)
}

/** What a service that keeps its interface answers about such a run. */
function readsOf({ status, error, aborted, counted, tests }: Truth) {
  const rows = tests.map((passed, index) => row(`test ${index}`, passed))
  const failing = rows.filter(({ passed }) => passed === false)
  const counts = counted
    ? {
        total_tests: tests.length,
        passed: tests.filter((each) => each === true).length,
        failed: failing.length,
      }
    : { total_tests: null, passed: null, failed: null }
  const flags = { ...(error === undefined ? {} : { error }), ...(aborted === undefined ? {} : { aborted }) }
  const read = (results: TestCaseResult[]) => run({ status, ...flags, ...counts, results })
  return { poll: read(failing), rows: read(rows), details: read(failing) }
}

const agent = fc
  .record({
    truth,
    launch: slowly(mostly(launched, fc.oneof(fault, fc.constant(http(400))))),
    before: fc.array(
      slowly(mostly(inProgress, fc.oneof(fault, fc.constantFrom(queued, run({ status: 'new_state' }))))),
      { maxLength: 8 },
    ),
    failingReads: fc.record({ rows: fault, details: fault }, { requiredKeys: [] }),
  })
  .map(({ truth, launch, before, failingReads }) => {
    const { poll, ...reads } = readsOf(truth)
    const script: AgentScript = { launch, polls: [...before, poll], ...reads, ...failingReads }
    return { truth, script }
  })

const setting = fc.record(
  {
    named: fc.boolean(),
    timeoutSeconds: fc.integer({ min: 1, max: 600 }),
    intervalSeconds: fc.integer({ min: 1, max: 20 }),
    cancelledAt: fc.nat(3000),
  },
  { requiredKeys: ['named', 'timeoutSeconds', 'intervalSeconds'] },
)

test('the verdict is never passed unless every run truly passed, and no agent is lost or launched twice', async () => {
  const seen = { passed: 0, failed: 0, inconclusive: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(agent, { minLength: 1, maxLength: 3 }), setting, async (agents, setting) => {
      const scripts = agents.map(({ script }, index) => [`agent-${index}`, script] as const)
      const played = await runAgents(Object.fromEntries(scripts), setting)
      const { status } = verdictOf(played.results, played.abortReason)
      seen[status] += 1
      expect(played.results.map(({ agent }) => agent.name)).toEqual(scripts.map(([name]) => name))
      for (const [index, { outcome }] of played.results.entries()) {
        const truth = agents[index]?.truth
        if (outcome === 'passed') expect(truth && trulyPassed(truth)).toBe(true)
        if (outcome === 'failed') expect(truth?.tests).toContain(false)
      }
      const launches = played.calls.filter(({ what }) => what === 'launch').map(({ agent }) => agent)
      expect(launches).toEqual(scripts.map(([name]) => name))
      if (status === 'passed') expect(played.abortReason).toBeNull()
    }),
    { numRuns: 1000 },
  )
  // The services are of every kind: a generator that ends all runs alike would prove nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20)
})
