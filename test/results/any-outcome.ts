// Any outcome of the gate: agents with tests of every kind and problem, in modes that compare and that do not.
import fc from 'fast-check'
import type { GateOutcome } from '../../src/gate/gate.ts'
import { hasFailed, type Problem, type ResultsAgent, type ResultsTest } from '../../src/schema.ts'
import {
  comparedOutcome,
  judged,
  steadyBaseline,
  unreadable,
  withoutEarlierRuns,
} from '../fixtures/baselines.ts'
import { ended, httpError, inconclusive, outcome, passed, skipped, test } from '../fixtures/samples.ts'

const error = httpError(503, 'Overloaded')
const errorKinds = ['agent', 'model', 'evaluator', 'test', 'unread', 'unknown'] as const
const classes = [
  'broke',
  'failed-before',
  'fails-now-and-then',
  'passed-before',
  'new',
  'not-compared',
  'flaky',
  'undecided',
] as const
const edited = [{ evaluator: 'Policy', version: 4, before: 3 }]

const anyTest: fc.Arbitrary<(compares: boolean) => ResultsTest> = fc
  .record({
    name: fc.constantFrom('Refund', 'Hours', 'Greeting', 'Handover'),
    kind: fc.constantFrom(...errorKinds, ...classes, 'failed', 'accepted', 'edited', 'passed', 'not-run'),
  })
  .map(({ name, kind }) => (compares) => {
    const plain = test(name)
    if (kind === 'passed' || kind === 'not-run') return { ...plain, outcome: kind }
    if (kind === 'accepted') return { ...plain, accepted: { until: '2026-12-03', expired: false } }
    const isError = (each: string): each is (typeof errorKinds)[number] =>
      errorKinds.some((one) => one === each)
    if (isError(kind))
      return { ...plain, outcome: 'unanswered', error: { kind, detail: 'HTTP 503', message: 'Down' } }
    if (!compares) return kind === 'flaky' ? { ...plain, outcome: 'flaky' } : plain
    if (kind === 'failed') return judged(plain, 'undecided')
    if (kind === 'edited') return { ...judged(plain, 'broke'), editedEvaluators: edited }
    const failures = { 'failed-before': 6, 'fails-now-and-then': 4 }[kind as string] ?? 0
    return judged(plain, kind, { failures, runs: ['new', 'not-compared'].includes(kind) ? 0 : 10 })
  })

const anyReason = fc.constantFrom<Problem>(
  { kind: 'cannot-run', error: httpError(400, 'No tests linked to this agent') },
  { kind: 'not-launched', error },
  { kind: 'maybe-launched', error },
  { kind: 'max-tests', maxTests: 5 },
  { kind: 'timed-out', timeoutSeconds: 60, state: 'not-started', lastError: null },
  { kind: 'run-ended', how: 'error' },
  { kind: 'contradictory', unknownStatus: null },
  { kind: 'unreadable', error: httpError(404, 'Task not found'), attempts: 1 },
  { kind: 'internal-error', said: 'Oops' },
)

/** @param seed tells the runs of several outcomes apart */
export function anyOutcome(seed = ''): fc.Arbitrary<GateOutcome> {
  const anyAgent = fc.record({
    kind: fc.constantFrom('tests', 'tests', 'tests', 'incomplete', 'problem', 'passed', 'skipped'),
    tests: fc.uniqueArray(anyTest, { minLength: 1, maxLength: 5 }),
    reason: anyReason,
    history: fc.constantFrom('steady', 'unreadable', 'none', 'too-recent'),
  })
  return fc
    .record({
      agents: fc.array(anyAgent, { minLength: 1, maxLength: 4 }),
      compares: fc.boolean(),
      blocks: fc.boolean(),
      isCancelled: fc.boolean(),
    })
    .map(({ agents, compares, blocks, isCancelled }) => {
      const results = agents.map(({ kind, tests, reason, history }, index): ResultsAgent => {
        const name = `Bot${seed} ${index}`
        if (kind === 'skipped') return skipped(name, 'No tests')
        if (kind === 'passed') return passed(name, 4)
        if (kind === 'problem') return inconclusive(name, reason)
        const made = tests.map((each) => each(compares && history !== 'unreadable'))
        const incomplete = kind === 'incomplete' ? ({ kind: 'run-ended', how: 'stopped' } as const) : null
        return ended(name, made.length + 1, made, incomplete)
      })
      const hasStarted = results.some(({ run }) => run !== null)
      const endedEarly = isCancelled ? ({ kind: 'cancelled', hasStarted } as const) : null
      if (!compares) return outcome(results, 1, { endedEarly })
      const earlierRuns = results.map((result, index) => {
        const history = agents[index]?.history
        if (history === 'steady') return steadyBaseline(result)
        return history === 'unreadable'
          ? unreadable(result, error)
          : withoutEarlierRuns(result, history === 'none' ? 0 : 3)
      })
      const failing = results.flatMap(({ run }) => run?.tests ?? [])
      const canBlock = failing.some((each) => hasFailed(each) && each.accepted === null)
      return comparedOutcome(
        results,
        1,
        earlierRuns,
        blocks && canBlock ? { blocks, failed: 9, expected: 1 } : {},
      )
    })
}
