import { describe, expect, test } from 'vitest'
import { launchedRun } from '../../src/gate/read-run.ts'
import type {
  AbortReason,
  AgentResult,
  Comparison,
  Counts,
  RunResult,
  ServiceError,
} from '../../src/gate/results.ts'
import { agentResult, type Mode, verdictOf } from '../../src/gate/verdict.ts'

const agent = { uuid: 'ada', name: 'Ada' }
const error: ServiceError = { kind: 'http', message: 'no', reason: 'no', status: 403, code: null }
const signal: AbortReason = { kind: 'signal', signal: 'SIGINT' }
const runWith = (total: number, passed: number, failed: number): RunResult => ({
  ...launchedRun('run-ada', 'done'),
  counts: { total, passed, failed },
})

const results = {
  passed: { outcome: 'passed', agent, run: runWith(2, 2, 0) },
  failed: { outcome: 'failed', agent, run: runWith(2, 1, 1) },
  'failed and incomplete': {
    outcome: 'failed',
    agent,
    run: runWith(3, 1, 1),
    reason: { kind: 'run-failed' },
  },
  inconclusive: { outcome: 'inconclusive', agent, run: runWith(2, 2, 0), reason: { kind: 'run-error' } },
  'not launched': { outcome: 'inconclusive', agent, run: null, reason: { kind: 'not-launched', error } },
  skipped: { outcome: 'skipped', agent, run: null, reason: 'No tests linked' },
} satisfies Record<string, AgentResult>
type Kind = keyof typeof results
const kinds = Object.keys(results) as Kind[]

const counts = { broken: 0, 'known-failure': 0, new: 0, flaky: 0, unreliable: 0, undetermined: 0 }
const compared: Comparison = {
  agents: [{ agent, runs: [], error: null }],
  comparedTests: 2,
  now: { passed: 1, total: 2 },
  before: { passed: 20, total: 20 },
  classes: counts,
  failureCount: { tests: 2, failed: 0, expected: 0, probability: 1, blocks: false },
}
const comparisons = {
  'no comparison': null,
  'nothing worse': compared,
  'harmless failures': {
    ...compared,
    classes: { ...counts, 'known-failure': 1, new: 1, flaky: 1, unreliable: 1 },
  },
  'a broken test': { ...compared, classes: { ...counts, broken: 1 } },
  'many small breaks': { ...compared, failureCount: { ...compared.failureCount, blocks: true } },
  'an undetermined test': { ...compared, classes: { ...counts, undetermined: 1 } },
  'an unread history': { ...compared, agents: [{ agent, runs: [], error }] },
  'another agent compared': {
    ...compared,
    agents: [{ agent: { ...agent, uuid: 'bob' }, runs: [], error: null }],
  },
} satisfies Record<string, Comparison | null>
type ComparisonKind = keyof typeof comparisons

/** Every choice of up to three agents, in any order. */
const choices: Kind[][] = [
  [],
  ...kinds.map((one) => [one]),
  ...kinds.flatMap((one) => kinds.map((two) => [one, two])),
  ...kinds.flatMap((one) => kinds.flatMap((two) => kinds.map((three) => [one, two, three]))),
]

/** What the rules of design.md say, written down once more. */
function expected(mode: Mode, agents: Kind[], isAborted: boolean, comparison: ComparisonKind) {
  const has = (...any: Kind[]) => any.some((kind) => agents.includes(kind))
  const anyFailed = has('failed', 'failed and incomplete')
  const nothingRan = !has('passed') && !anyFailed
  const unknown = isAborted || nothingRan || has('inconclusive', 'not launched')
  if (mode !== 'gate-if-worse') return anyFailed ? 'failed' : unknown ? 'inconclusive' : 'passed'
  if (comparison === 'a broken test' || comparison === 'many small breaks') return 'failed'
  const uncertain = ['no comparison', 'an undetermined test', 'an unread history'].includes(comparison)
  const notCompared = comparison === 'another agent compared' && anyFailed
  return unknown || uncertain || notCompared || has('failed and incomplete') ? 'inconclusive' : 'passed'
}

describe.each(['gate', 'report', 'gate-if-worse'] as const)('the verdict in mode %s', (mode) => {
  test.each(Object.keys(comparisons) as ComparisonKind[])('follows the rules with %s', (comparison) => {
    for (const agents of choices)
      for (const abortReason of [null, signal]) {
        const { status } = verdictOf(
          mode,
          agents.map((kind) => results[kind]),
          abortReason,
          comparisons[comparison],
        )
        const rule = expected(mode, agents, abortReason !== null, comparison)
        expect({ agents, abortReason, status }).toEqual({ agents, abortReason, status: rule })
      }
  })
})

test('inconclusive never passes, and a failed agent passes in gate-if-worse only', () => {
  for (const mode of ['gate', 'report', 'gate-if-worse'] as const)
    for (const agents of choices)
      for (const comparison of Object.values(comparisons)) {
        const { status } = verdictOf(
          mode,
          agents.map((kind) => results[kind]),
          null,
          comparison,
        )
        if (status !== 'passed') continue
        expect(
          agents.filter((kind) => ['inconclusive', 'not launched', 'failed and incomplete'].includes(kind)),
        ).toEqual([])
        if (mode !== 'gate-if-worse') expect(agents).not.toContain('failed')
        expect(agents.some((kind) => kind === 'passed' || kind === 'failed')).toBe(true)
      }
})

test('totals are the sums over the agents that have counts', () => {
  const { totals, agents } = verdictOf('gate', Object.values(results), null, null)
  expect(totals).toEqual({ total: 9, passed: 6, failed: 2 })
  expect(agents).toEqual({ passed: 1, failed: 2, inconclusive: 2, skipped: 1 })
})

describe('an agent', () => {
  const ofRun = (counts: Counts | null) =>
    agentResult(agent, { ...launchedRun('run-ada', 'done'), counts }, null)
  test.each<[Counts | null, object]>([
    [{ total: 2, passed: 2, failed: 0 }, { outcome: 'passed' }],
    [{ total: 2, passed: 1, failed: 1 }, { outcome: 'failed' }],
    [
      { total: 3, passed: 1, failed: 1 },
      { outcome: 'failed', reason: { kind: 'unfinished-tests', withoutVerdict: 1 } },
    ],
    [
      { total: 3, passed: 2, failed: 0 },
      { outcome: 'inconclusive', reason: { kind: 'unfinished-tests' } },
    ],
    [null, { outcome: 'inconclusive', reason: { kind: 'no-counts' } }],
  ])('with %j is %j', (counts, result) => {
    expect(ofRun(counts)).toMatchObject(result)
  })

  test('without a run is inconclusive', () => {
    expect(agentResult(agent, null, null)).toMatchObject({ outcome: 'inconclusive' })
  })

  test('with a reason is never passed', () => {
    expect(agentResult(agent, runWith(2, 2, 0), { kind: 'run-error' }).outcome).toBe('inconclusive')
    expect(agentResult(agent, runWith(2, 1, 1), { kind: 'run-error' })).toMatchObject({
      outcome: 'failed',
      reason: { kind: 'run-error' },
    })
  })
})
