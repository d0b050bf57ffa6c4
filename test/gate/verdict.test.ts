import { describe, expect, test } from 'vitest'
import type { AbortReason, AgentResult, Comparison, RunResult, ServiceError } from '../../src/gate/model.ts'
import { launchedRun } from '../../src/gate/read-run.ts'
import { agentResult, type Mode, verdictOf } from '../../src/gate/verdict.ts'
import { testResult } from '../fixtures/test-results.ts'

const agent = { uuid: 'ada', name: 'Ada' }
const error: ServiceError = { kind: 'http', message: 'no', reason: 'no', status: 403, code: null }
const run = (total: number, passed: number, failed: number): RunResult => {
  const statuses = [...Array(passed).fill('passed'), ...Array(failed).fill('failed')] as const
  const tests = statuses.map((status, index) => testResult(`${index}`, status))
  return { ...launchedRun('run-ada', 'done'), plannedTests: total, tests }
}

const results = {
  passed: { outcome: 'passed', agent, run: run(2, 2, 0) },
  failed: { outcome: 'failed', agent, run: run(2, 1, 1) },
  'failed and incomplete': {
    outcome: 'failed',
    agent,
    run: run(3, 1, 1),
    reason: { kind: 'run-ended', how: 'failed' },
  },
  inconclusive: {
    outcome: 'inconclusive',
    agent,
    run: run(2, 2, 0),
    reason: { kind: 'run-ended', how: 'error' },
  },
  'not launched': { outcome: 'inconclusive', agent, run: null, reason: { kind: 'not-launched', error } },
  skipped: { outcome: 'skipped', agent, run: null, reason: 'No tests linked' },
} satisfies Record<string, AgentResult>
type Kind = keyof typeof results
const kinds = Object.keys(results) as Kind[]

const classes = { broken: 0, 'failed-before': 0, new: 0, flaky: 0, undetermined: 0 }
const count = { tests: 2, failed: 0, expected: 0, probability: 1, again: null, blocks: false }
const compared: Comparison = {
  compared: { tests: 2, now: { passed: 1, total: 2 }, before: { passed: 20, total: 20 } },
  classes,
  count,
  sample: null,
}
const sample = { tests: 6, rounds: 8, roundsWorse: 6, blocks: true }
const harmless = { ...classes, 'failed-before': 1, new: 1, flaky: 1 }
const comparisons = {
  'no comparison': null,
  'nothing worse': compared,
  'harmless failures': { ...compared, classes: harmless },
  'a broken test': { ...compared, classes: { ...classes, broken: 1 } },
  'many small breaks': { ...compared, count: { ...count, blocks: true } },
  'a sample that fails with the change': { ...compared, sample },
  'a sample that fails on both': { ...compared, sample: { ...sample, blocks: false } },
  'an undetermined test': { ...compared, classes: { ...classes, undetermined: 1 } },
} satisfies Record<string, Comparison | null>
type ComparisonKind = keyof typeof comparisons

/** Every choice of up to three agents, in any order. */
const choices: Kind[][] = [
  [],
  ...kinds.map((one) => [one]),
  ...kinds.flatMap((one) => kinds.map((two) => [one, two])),
  ...kinds.flatMap((one) => kinds.flatMap((two) => kinds.map((three) => [one, two, three]))),
]

interface Job {
  readonly agents: readonly Kind[]
  readonly comparison: ComparisonKind
  readonly isAborted: boolean
  readonly isComplete: boolean
}

/** What the rules of docs/internals/design.md say, written down once more. */
function expected(mode: Mode, { agents, comparison, isAborted, isComplete }: Job) {
  const has = (...any: Kind[]) => any.some((kind) => agents.includes(kind))
  const anyFailed = has('failed', 'failed and incomplete')
  const nothingRan = !has('passed') && !anyFailed
  const unknown = isAborted || nothingRan || has('inconclusive', 'not launched')
  if (mode !== 'gate-if-worse') return anyFailed ? 'failed' : unknown ? 'inconclusive' : 'passed'
  const blocking = ['a broken test', 'many small breaks', 'a sample that fails with the change']
  if (blocking.includes(comparison)) return 'failed'
  const isUncertain = !isComplete || ['no comparison', 'an undetermined test'].includes(comparison)
  return unknown || isUncertain || has('failed and incomplete') ? 'inconclusive' : 'passed'
}

describe.each(['gate', 'report', 'gate-if-worse'] as const)('the verdict in mode %s', (mode) => {
  const signal: AbortReason = { kind: 'cancelled' }

  test.each(Object.keys(comparisons) as ComparisonKind[])('follows the rules with %s', (comparison) => {
    for (const agents of choices)
      for (const isAborted of [true, false])
        for (const isComplete of [true, false]) {
          const job: Job = { agents, comparison, isAborted, isComplete }
          const judged = agents.map((kind) => results[kind])
          const reason = isAborted ? signal : null
          const { status } = verdictOf(mode, judged, reason, comparisons[comparison], isComplete)
          expect({ ...job, status }).toEqual({ ...job, status: expected(mode, job) })
          if (status !== 'passed') continue
          for (const kind of ['inconclusive', 'not launched', 'failed and incomplete'])
            expect(agents).not.toContain(kind)
          if (mode !== 'gate-if-worse') expect(agents).not.toContain('failed')
        }
  })
})

test('totals are the sums over the agents that have rows', () => {
  const { totals, agents } = verdictOf('gate', Object.values(results), null, null, true)
  expect(totals).toEqual({ total: 9, passed: 6, failed: 2 })
  expect(agents).toEqual({ passed: 1, failed: 2, inconclusive: 2, skipped: 1 })
})

describe('an agent', () => {
  const unfinished = { kind: 'unfinished-tests', tests: 1 }
  test.each<[string, RunResult | null, object]>([
    ['whose tests all passed', run(2, 2, 0), { outcome: 'passed' }],
    ['with a failed test', run(2, 1, 1), { outcome: 'failed' }],
    [
      'with a test that failed and one without a verdict',
      run(3, 1, 1),
      { outcome: 'failed', reason: unfinished },
    ],
    ['with a test without a verdict', run(3, 2, 0), { outcome: 'inconclusive', reason: unfinished }],
    ['without rows', run(3, 0, 0), { outcome: 'inconclusive', reason: { kind: 'contradictory' } }],
    ['without a run', null, { outcome: 'inconclusive' }],
  ])('%s', (_, run, result) => {
    expect(agentResult(agent, run, null)).toMatchObject(result)
  })

  test('with a reason is never passed', () => {
    const reason = { kind: 'run-ended', how: 'error' } as const
    expect(agentResult(agent, run(2, 2, 0), reason).outcome).toBe('inconclusive')
    expect(agentResult(agent, run(2, 1, 1), reason)).toMatchObject({ outcome: 'failed', reason })
  })
})
