import { describe, expect, test } from 'vitest'
import type { TestOutcome } from '../../src/gate/cause.ts'
import type { EarlyEnd, FoundOverAll } from '../../src/gate/model.ts'
import { nothingCompared } from '../../src/gate/runs/retries.ts'
import { agentOutcome, finalRun, jobVerdict } from '../../src/gate/verdict.ts'
import type { Mode, ServiceError } from '../../src/schema.ts'
import {
  agentOf,
  finalAgents,
  type SampleAgent,
  type SampleRun,
  run as sampleRun,
  test as testResult,
} from '../fixtures/samples.ts'

const error: ServiceError = { kind: 'http', message: 'no', reason: 'no', status: 403, code: null }
const run = (total: number, passed: number, failed: number, as: TestOutcome = 'failed'): SampleRun => {
  const outcomes = [...Array(passed).fill('passed'), ...Array(failed).fill(as)] as const
  const tests = outcomes.map((outcome, index) => testResult(`${index}`, { outcome }))
  return sampleRun('ada', { plannedTests: total, tests })
}

/** @param as what became of the tests that failed */
const resultsWith = (as: TestOutcome) =>
  ({
    passed: agentOf('Ada', null, run(2, 2, 0)),
    failed: agentOf('Ada', null, run(2, 1, 1, as)),
    'failed and incomplete': agentOf('Ada', { kind: 'run-ended', how: 'failed' }, run(3, 1, 1, as)),
    inconclusive: agentOf('Ada', { kind: 'run-ended', how: 'error' }, run(2, 2, 0)),
    'not launched': agentOf('Ada', { kind: 'not-launched', error }, null),
    skipped: agentOf('Ada', { kind: 'skipped', reason: 'No tests linked' }, null),
  }) satisfies Record<string, SampleAgent>
type Kind = keyof ReturnType<typeof resultsWith>
const kinds = Object.keys(resultsWith('failed')) as Kind[]

const count = {
  ...{ tests: 2, failed: 0, expected: 0, probability: 1, isTooMany: false, again: null, blocks: false },
}
const compared: FoundOverAll = {
  compared: { tests: 2, now: { passed: 1, total: 2 }, before: { passed: 20, total: 20 } },
  count,
  sample: null,
  passRate: null,
}
const sample = { tests: 6, rounds: 8, roundsWorse: 6, blocks: true }
/** What was found over all tests, and what became of those that failed. */
const comparisons = {
  'failures on the control, too': [nothingCompared, 'failed-on-control'],
  'nothing worse': [compared, 'failed-before'],
  'a failing test that is new': [compared, 'new'],
  'a broken test': [compared, 'broke'],
  'a test that fails as one of many': [compared, 'failed'],
  'many small breaks': [{ ...compared, count: { ...count, blocks: true } }, 'failed-before'],
  'a sample that fails with the change': [{ ...compared, sample }, 'failed-on-control'],
  'a sample that fails on both': [{ ...compared, sample: { ...sample, blocks: false } }, 'failed-on-control'],
  'an undecided test': [compared, 'undecided'],
} satisfies Record<string, readonly [FoundOverAll, TestOutcome]>
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
}

/** What the rules of docs/internals/design.md say, written down once more. */
function expected(mode: Mode, { agents, comparison, isAborted }: Job) {
  const has = (...any: Kind[]) => any.some((kind) => agents.includes(kind))
  const anyFailed = has('failed', 'failed and incomplete')
  const nothingRan = !has('passed') && !anyFailed
  const unknown = isAborted || nothingRan || has('inconclusive', 'not launched')
  if (mode !== 'gate-if-worse') return anyFailed ? 'failed' : unknown ? 'inconclusive' : 'passed'
  const blocks = ['many small breaks', 'a sample that fails with the change'].includes(comparison)
  const blocksByItself = ['a broken test', 'a test that fails as one of many'].includes(comparison)
  if (blocks || (anyFailed && blocksByItself)) return 'failed'
  const isUncertain = anyFailed && comparison === 'an undecided test'
  return unknown || isUncertain || has('failed and incomplete') ? 'inconclusive' : 'passed'
}

describe.each(['gate', 'report', 'gate-if-worse'] as const)('the verdict in mode %s', (mode) => {
  const signal: EarlyEnd = { kind: 'cancelled' }

  test.each(Object.keys(comparisons) as ComparisonKind[])('follows the rules with %s', (comparison) => {
    const [found, as] = comparisons[comparison]
    const results = resultsWith(as)
    for (const agents of choices)
      for (const isAborted of [true, false]) {
        const job: Job = { agents, comparison, isAborted }
        const judged = finalAgents(
          agents.map((kind) => results[kind]),
          mode,
        )
        const reason = isAborted ? signal : null
        const { verdict } = jobVerdict(mode, judged, reason, found)
        expect({ ...job, verdict }).toEqual({ ...job, verdict: expected(mode, job) })
        if (verdict !== 'passed') continue
        for (const kind of ['inconclusive', 'not launched', 'failed and incomplete'])
          expect(agents).not.toContain(kind)
        if (mode !== 'gate-if-worse') expect(agents).not.toContain('failed')
      }
  })
})

test('totals are the sums over the agents, also of tests that were to run and have no row', () => {
  const withoutRows = agentOf('Bob', { kind: 'run-ended', how: 'error' }, run(5, 0, 0))
  const agents = [...Object.values(resultsWith('failed')), withoutRows]
  const { totals, agentTotals } = jobVerdict('gate', finalAgents(agents, 'gate'), null, nothingCompared)
  expect(totals).toEqual({ total: 14, passed: 6, failed: 2, flaky: 0 })
  expect(agentTotals).toEqual({ passed: 1, failed: 2, inconclusive: 3, skipped: 1 })
})

describe('an agent', () => {
  const unfinished = { kind: 'unfinished-tests', tests: 1, whose: null }
  const errors = (['unknown', 'evaluator', 'agent'] as const).map((kind) =>
    testResult(kind, { outcome: 'unanswered', error: { kind, detail: null, message: 'No.' } }),
  )
  test.each<[string, SampleRun | null, object]>([
    ['whose tests all passed', run(2, 2, 0), { outcome: 'passed', problem: null }],
    ['with a failed test', run(2, 1, 1), { outcome: 'failed', problem: null }],
    [
      'with a test that failed and one without a verdict',
      run(3, 1, 1),
      { outcome: 'failed', problem: unfinished },
    ],
    ['with a test without a verdict', run(3, 2, 0), { outcome: 'inconclusive', problem: unfinished }],
    [
      'with errors, of which one is its own',
      sampleRun('ada', { tests: errors }),
      { outcome: 'inconclusive', problem: { ...unfinished, tests: 3, whose: 'agent' } },
    ],
    ['without rows', run(3, 0, 0), { outcome: 'inconclusive', problem: { kind: 'contradictory' } }],
    ['without a run', null, { outcome: 'inconclusive', problem: { kind: 'contradictory' } }],
  ])('%s', (_, run, result) => {
    expect(agentOutcome(run && finalRun(run, 'report'), null)).toMatchObject(result)
  })

  test('with a problem is never passed', () => {
    const problem = { kind: 'run-ended', how: 'error' } as const
    expect(agentOutcome(finalRun(run(2, 2, 0), 'report'), problem).outcome).toBe('inconclusive')
    expect(agentOutcome(finalRun(run(2, 1, 1), 'report'), problem)).toEqual({ outcome: 'failed', problem })
  })
})
