import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { launchedReport } from '../../src/gate/read-run.ts'
import type { AgentResult, Counts, Fault, Stop } from '../../src/gate/results.ts'
import { verdictOf } from '../../src/gate/verdict.ts'

const agent = { uuid: 'ada', name: 'ada' }
const runWith = (counts: Counts | null) => ({ ...launchedReport('run-ada', 'done'), counts })

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
  problem: { kind: 'timed-out', timeoutSeconds: 60 },
})
const notLaunched: AgentResult = {
  outcome: 'inconclusive',
  agent,
  run: null,
  problem: { kind: 'run-failed' },
}
const skipped: AgentResult = { outcome: 'skipped', agent, run: null, reason: 'not verified' }

const fault: Fault = { kind: 'http', message: 'no', reason: 'no', status: 403, code: null }
const signal: Stop = { kind: 'signal', signal: 'SIGINT' }

describe('the verdict', () => {
  test.each<[string, AgentResult[], Stop | null, object]>([
    ['all passed', [passed(2), passed(3)], null, { word: 'passed', reasons: [] }],
    ['one passed, one was skipped', [passed(2), skipped], null, { word: 'passed', reasons: [] }],
    [
      'one failed',
      [passed(7), failed(1, 2)],
      null,
      { word: 'failed', reasons: ['1 agent failed (2 of 10 tests)'] },
    ],
    [
      'one cannot be told',
      [passed(2), notLaunched],
      null,
      { word: 'inconclusive', reasons: ['the result of 1 agent cannot be told'] },
    ],
    [
      'some failed and some cannot be told',
      [failed(0, 1), failed(1, 1), notLaunched, inconclusive(null)],
      null,
      {
        word: 'failed',
        reasons: ['2 agents failed (2 of 3 tests)', 'the result of 2 agents cannot be told'],
      },
    ],
    [
      'all were skipped',
      [skipped, skipped],
      null,
      { word: 'inconclusive', reasons: ['no agent could be run'] },
    ],
    ['there was nothing', [], null, { word: 'inconclusive', reasons: ['no agent could be run'] }],
    [
      'all passed though the job was cancelled',
      [passed(2)],
      signal,
      { word: 'inconclusive', reasons: ['the job was cancelled (SIGINT)'] },
    ],
    [
      'one failed before the job was cancelled',
      [failed(1, 1), notLaunched],
      signal,
      {
        word: 'failed',
        reasons: [
          '1 agent failed (1 of 2 tests)',
          'the result of 1 agent cannot be told',
          'the job was cancelled (SIGINT)',
        ],
      },
    ],
  ])('where %s', (_, results, stop, verdict) => {
    expect(verdictOf(results, stop)).toMatchObject(verdict)
  })

  test.each<[Stop, string]>([
    [{ kind: 'authentication', fault }, 'authentication failed (HTTP 403)'],
    [{ kind: 'unknown-agents', unknown: [{ name: 'x', nearest: null }] }, 'an agent was not found by name'],
    [
      {
        kind: 'unknown-agents',
        unknown: [
          { name: 'x', nearest: null },
          { name: 'y', nearest: 'z' },
        ],
      },
      '2 agents were not found by name',
    ],
    [{ kind: 'no-agents' }, 'the workspace has no agents'],
    [{ kind: 'select-failed', fault }, 'the agents could not be read from the service'],
  ])('where nothing was run because of %j', (stop, reason) => {
    expect(verdictOf([], stop)).toMatchObject({ word: 'inconclusive', reasons: [reason] })
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
  const stop = fc.option(fc.constantFrom<Stop>(signal, { kind: 'authentication', fault }), { nil: null })
  const having = (results: readonly AgentResult[], outcome: AgentResult['outcome']) =>
    results.filter((each) => each.outcome === outcome).length

  test('it is passed only where some passed, none failed, all can be told and nothing stopped it', () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 5 }), stop, (results, stop) => {
        const green =
          having(results, 'passed') > 0 &&
          having(results, 'failed') === 0 &&
          having(results, 'inconclusive') === 0 &&
          stop === null
        const { word, reasons } = verdictOf(results, stop)
        expect(word === 'passed').toBe(green)
        expect(word === 'failed').toBe(having(results, 'failed') > 0)
        expect(reasons.length === 0).toBe(green)
      }),
    )
  })

  test('the order of the agents changes nothing', () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 5 }), stop, (results, stop) => {
        expect(verdictOf(results.toReversed(), stop)).toEqual(verdictOf(results, stop))
      }),
    )
  })
})
