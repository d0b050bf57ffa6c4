import { describe, expect, it } from 'vitest'
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

describe('a class that the rule cannot give', () => {
  it.each([
    ['new', {}],
    ['known-failure', {}],
    ['unreliable', {}],
    ['flaky', {}],
    ['known-failure, with more failures than runs', { failures: 9 }],
  ])('is a contradiction, and the test is broken: %s', (name, history) => {
    const [failureClass] = name.split(',')
    expect(forged(broken, { class: failureClass, ...history })).toEqual({
      contradictory: true,
      status: name.includes(',') ? 'inconclusive' : 'failed',
    })
  })

  it.each([
    ['new', { failures: 0, runs: 0 }],
    ['known-failure', { failures: 5, runs: 8 }],
  ])('is a contradiction with a history that the sums do not have: %s', (name, history) => {
    expect(forged(broken, { class: name, ...history }).contradictory).toBe(true)
  })
})

it('more attempts than a job makes are a contradiction', () => {
  const test = judged(A, 'unreliable', { failures: 4, runs: 8 })
  const [attempt] = test.attempts
  const many = { ...test, attempts: Array(9).fill(attempt) }
  expect(forged(jobWith(many), {})).toEqual({ contradictory: true, status: 'inconclusive' })
})

it('a count of failures blocks if its probability says so', () => {
  const outcome = jobWith(judged(A, 'new', { runs: 0 }), { probability: 0.001, blocks: true })
  const read = forged(outcome, {}, ({ comparison }) => {
    comparison.failureCount.blocks = false
  })
  expect(read).toEqual({ contradictory: true, status: 'failed' })
})

it('in merged results, a failing test may be broken or unreliable: each job had its own sums', () => {
  const as = (name: string) =>
    forged(broken, { class: name }, ({ comparison }) => {
      comparison.parts = 2
    })
  expect(as('unreliable')).toEqual({ contradictory: false, status: 'passed' })
  expect(as('new')).toEqual({ contradictory: true, status: 'failed' })
})
