// Random services against an oracle: whatever they answer, the verdict is `passed` only where every run truly passed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestRun } from '../../src/client/index.ts'
import type { Answer } from '../../src/gate/service.ts'
import { verdictOf } from '../../src/gate/verdict.ts'
import {
  answer,
  brokenConnection,
  done,
  going,
  http,
  invalid,
  notJson,
  queued,
  refusedConnection,
  row,
  run,
  timedOut,
  wrongShape,
} from './answers.ts'
import { play } from './run-scripted.ts'
import type { AgentScript, Reply } from './scripted-service.ts'

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

const slowly = <T>(replies: fc.Arbitrary<Answer<T>>): fc.Arbitrary<Reply<T>> =>
  fc.oneof(
    { arbitrary: replies, weight: 4 },
    { arbitrary: fc.record({ afterMs: fc.nat(40_000), reply: replies }), weight: 1 },
  )

const truth = fc.record({
  status: fc.constantFrom('done', 'done', 'done', 'failed', 'cancelled', 'new_state'),
  error: fc.constantFrom(null, undefined, false, false, true),
  aborted: fc.constantFrom(undefined, undefined, false, true),
  counted: fc.boolean(),
  tests: fc.array(fc.constantFrom(true, true, true, false, null), { maxLength: 4 }),
})

type Truth = typeof truth extends fc.Arbitrary<infer T> ? T : never

function trulyPassed({ status, error, aborted, tests }: Truth): boolean {
  return status === 'done' && error !== true && aborted !== true && tests.length > 0 && tests.every(Boolean)
}

/** What a service that keeps its interface answers about such a run. */
function readsOf({ status, error, aborted, counted, tests }: Truth) {
  const rows = tests.map((passed, index) => row(`test ${index}`, passed))
  const failing = rows.filter(({ passed }) => passed === false)
  const counts = counted
    ? { total_tests: tests.length, passed: tests.filter((each) => each === true).length, failed: failing.length }
    : { total_tests: null, passed: null, failed: null }
  const flags = { ...(error === undefined ? {} : { error }), ...(aborted === undefined ? {} : { aborted }) }
  const read = (results: TestRun['results']) => run({ status, ...flags, ...counts, results: results ?? [] })
  return { poll: read(failing), rows: read(rows), details: read(failing) }
}

const agent = fc
  .record({
    truth,
    launch: slowly(
      fc.oneof(
        { arbitrary: fc.constant(answer({ task_id: '', status: 'queued' })), weight: 9 },
        { arbitrary: fc.oneof(fault, fc.constant(http(400))), weight: 1 },
      ),
    ),
    before: fc.array(
      slowly(
        fc.oneof(
          { arbitrary: fc.constantFrom(queued, going, run({ status: 'new_state' })), weight: 6 },
          { arbitrary: fault, weight: 1 },
        ),
      ),
      { maxLength: 15 },
    ),
    readsFail: fc.record({ rows: fc.boolean(), details: fc.boolean(), fault }),
  })
  .map(({ truth, launch, before, readsFail }) => {
    const { poll, rows, details } = readsOf(truth)
    const reads = {
      rows: readsFail.rows ? readsFail.fault : rows,
      details: readsFail.details ? readsFail.fault : details,
    }
    return { truth, script: { launch, polls: [...before, poll], ...reads } satisfies AgentScript }
  })

const setting = fc.record(
  {
    named: fc.boolean(),
    timeoutSeconds: fc.integer({ min: 1, max: 300 }),
    intervalSeconds: fc.integer({ min: 1, max: 30 }),
    cancelledAt: fc.nat(200),
  },
  { requiredKeys: ['named', 'timeoutSeconds', 'intervalSeconds'] },
)

test('the verdict is never passed unless every run truly passed, and no agent is lost or launched twice', async () => {
  const seen = { passed: 0, failed: 0, inconclusive: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(agent, { minLength: 1, maxLength: 3 }), setting, async (agents, setting) => {
      const named = agents.map(({ script, truth }, index) => {
        const name = `agent-${index}`
        const launch =
          'ok' in script.launch && script.launch.ok ? answer({ task_id: `run-${name}`, status: 'queued' }) : script.launch
        return { name, truth, script: { ...script, launch } }
      })
      const played = await play(Object.fromEntries(named.map(({ name, script }) => [name, script])), setting)
      const { word } = verdictOf(played.results, played.stop)
      seen[word] += 1
      expect(played.results.map(({ agent }) => agent.name)).toEqual(named.map(({ name }) => name))
      for (const [index, { outcome }] of played.results.entries()) {
        const truth = named[index]?.truth
        if (outcome === 'passed') expect(truth && trulyPassed(truth)).toBe(true)
        if (outcome === 'failed') expect(truth?.tests).toContain(false)
        expect(played.calls.filter(({ what, agent }) => what === 'launch' && agent === `agent-${index}`)).toHaveLength(1)
      }
      if (word === 'passed') expect(played.stop).toBeNull()
    }),
    { numRuns: 400 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10)
})
