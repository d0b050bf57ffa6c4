import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { launchedRun } from '../../src/gate/read-run.ts'
import type { AbortReason, AgentResult, Counts, ServiceError } from '../../src/gate/results.ts'
import { verdictOf } from '../../src/gate/verdict.ts'

const agent = { uuid: 'ada', name: 'ada' }
const runWith = (counts: Counts | null) => ({ ...launchedRun('run-ada', 'done'), counts })

const passed = (total: number): AgentResult => ({
  outcome: 'passed',
  agent,
  run: runWith({ total, passed: total, failed: 0 }),
})
const failed = (passed: number, failed: number): AgentResult => ({
  outcome: 'failed',
  agent,
  run: runWith({ total: passed + failed, passed, failed }),
})
const inconclusive = (counts: Counts | null): AgentResult => ({
  outcome: 'inconclusive',
  agent,
  run: runWith(counts),
  reason: { kind: 'timed-out', timeoutSeconds: 60 },
})
const notLaunched: AgentResult = {
  outcome: 'inconclusive',
  agent,
  run: null,
  reason: { kind: 'run-failed' },
}
const skipped: AgentResult = { outcome: 'skipped', agent, run: null, reason: 'not verified' }

const error: ServiceError = { kind: 'http', message: 'no', reason: 'no', status: 403, code: null }
const signal: AbortReason = { kind: 'signal', signal: 'SIGINT' }

describe('the verdict', () => {
  test.each<[string, AgentResult[], AbortReason | null, object]>([
    ['all passed', [passed(2), passed(3)], null, { status: 'passed' }],
    ['one passed, one was skipped', [passed(2), skipped], null, { status: 'passed' }],
    ['one failed', [passed(7), failed(1, 2)], null, { status: 'failed' }],
    ['one cannot be told', [passed(2), notLaunched], null, { status: 'inconclusive' }],
    [
      'some failed and some cannot be told',
      [failed(0, 1), failed(1, 1), notLaunched, inconclusive(null)],
      null,
      {
        status: 'failed',
      },
    ],
    ['all were skipped', [skipped, skipped], null, { status: 'inconclusive' }],
    ['there was nothing', [], null, { status: 'inconclusive' }],
    ['all passed though the job was cancelled', [passed(2)], signal, { status: 'inconclusive' }],
    [
      'one failed before the job was cancelled',
      [failed(1, 1), notLaunched],
      signal,
      {
        status: 'failed',
      },
    ],
  ])('where %s', (_, results, abortReason, verdict) => {
    expect(verdictOf(results, abortReason)).toMatchObject(verdict)
  })

  test('is inconclusive if the job ended before anything was started', () => {
    expect(verdictOf([], { kind: 'no-agents' })).toMatchObject({ status: 'inconclusive' })
  })
})

test('totals are the sums over the agents that have counts', () => {
  const results = [
    passed(3),
    failed(2, 1),
    inconclusive({ total: 5, passed: 1, failed: 1 }),
    inconclusive(null),
    skipped,
  ]
  expect(verdictOf(results, null)).toMatchObject({
    totals: { total: 11, passed: 6, failed: 2 },
    agents: { passed: 1, failed: 1, inconclusive: 2, skipped: 1 },
  })
})

describe('whatever became of the agents', () => {
  const result = fc.oneof(
    fc.integer({ min: 1, max: 9 }).map(passed),
    fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })).map(([ok, bad]) => failed(ok, bad)),
    fc.constantFrom(
      notLaunched,
      inconclusive(null),
      inconclusive({ total: 2, passed: 2, failed: 0 }),
      skipped,
    ),
  )
  const abortReason = fc.option(fc.constantFrom<AbortReason>(signal, { kind: 'authentication', error }), {
    nil: null,
  })
  const having = (results: readonly AgentResult[], outcome: AgentResult['outcome']) =>
    results.filter((each) => each.outcome === outcome).length

  test('it is passed only where some passed, none failed, all can be told and nothing stopped it', () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 5 }), abortReason, (results, abortReason) => {
        const green =
          having(results, 'passed') > 0 &&
          having(results, 'failed') === 0 &&
          having(results, 'inconclusive') === 0 &&
          abortReason === null
        const { status } = verdictOf(results, abortReason)
        expect(status === 'passed').toBe(green)
        expect(status === 'failed').toBe(having(results, 'failed') > 0)
      }),
    )
  })

  test('the order of the agents changes nothing', () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 5 }), abortReason, (results, abortReason) => {
        expect(verdictOf(results.toReversed(), abortReason)).toEqual(verdictOf(results, abortReason))
      }),
    )
  })
})
