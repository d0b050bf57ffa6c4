import { expect, it } from 'vitest'
import type { Comparison, GateOutcome, TestResult } from '../src/gate/results.ts'
import { outcomeOf } from '../src/results-outcome.ts'
import { baselineFor, comparedOutcome, judged } from './fixtures/baselines.ts'
import { resultsText } from './fixtures/results-texts.ts'
import { sampleTest } from './fixtures/sample-conversations.ts'
import { failed } from './fixtures/samples.ts'

const A = sampleTest('A', { status: 'failed' })

/** A job with one failing test of twenty, and eight earlier runs in which all of them passed. */
function jobWith(test: TestResult, failureCount: Partial<Comparison['failureCount']> = {}): GateOutcome {
  const result = failed('Ada', 20, [test])
  return comparedOutcome([result], 60_000, [baselineFor(result, Array(8).fill(20))], failureCount)
}

type File = ReturnType<typeof JSON.parse>

/** The file of the job, changed to say that nothing blocks, with this class for the failing test. */
function forged(outcome: GateOutcome, baseline: object, change: (file: File) => void = () => undefined) {
  const file = JSON.parse(resultsText(outcome))
  const [test] = file.agents[0].run.tests
  file.comparison.classes[test.baseline.class] -= 1
  Object.assign(test.baseline, baseline)
  file.comparison.classes[test.baseline.class] += 1
  Object.assign(file, { verdict: 'passed', reasons: [] })
  change(file)
  const { contradictory, outcome: read } = outcomeOf(file)
  return { contradictory, status: read.verdict.status }
}

const broken = jobWith(judged(A, 'broken', { runs: 8 }))

it('the file of the job is accepted', () => {
  const read = outcomeOf(JSON.parse(resultsText(broken)))
  expect([read.contradictory, read.outcome.verdict.status]).toEqual([false, 'failed'])
})

it('a broken test counts although the sum of the file leaves it out', () => {
  const file = JSON.parse(resultsText(broken))
  Object.assign(file.comparison.classes, { broken: 0 })
  const { contradictory, outcome } = outcomeOf(file)
  expect([contradictory, outcome.comparison?.classes.broken]).toEqual([true, 1])
})

it.each([
  ['new', {}],
  ['known-failure', {}],
  ['flaky', {}],
  ['known-failure', { failures: 9 }],
])('a class that its history and attempts do not give is a contradiction: %s %j', (name, history) => {
  const read = forged(broken, { class: name, ...history })
  expect(read).toEqual({ contradictory: true, status: 'inconclusive' })
})

it('a count of failures blocks if its probability says so', () => {
  const outcome = jobWith(judged(A, 'new', { runs: 0 }), { probability: 0.001, blocks: true })
  const read = forged(outcome, {}, ({ comparison }) => {
    comparison.failureCount.blocks = false
  })
  expect(read).toEqual({ contradictory: true, status: 'failed' })
})
