import { describe, expect, it } from 'vitest'
import type { TestResult } from '../../src/gate/results.ts'
import { explanationOf, historyOf } from '../../src/page/reasons.ts'
import { attempts, judged } from '../fixtures/baselines.ts'
import { handOver, lateRefund, sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'
import { lowRatings } from '../fixtures/sample-tests.ts'
import { modelOf } from './models.ts'

function recordOf(test: TestResult) {
  const run = sampleRun('r', [test])
  const results = [{ outcome: 'failed', agent: { uuid: 'a', name: 'A' }, run }] as const
  return modelOf({ ...sampleOutcome, results }).tests[0]?.record ?? expect.fail()
}

const failing = sampleTest('A', { status: 'failed', reasoning: 'Too long.' })

describe('the history of a test', () => {
  it.each([
    [
      'broken',
      judged(failing, 'broken'),
      'Broke: it used to pass, and now fails every attempt.',
      'Failed 3 of 3 attempts. Passed all of its last 10 runs.',
    ],
    ['new', judged(failing, 'new', { runs: 0 }), 'New: no earlier run has this test. It does not block.', ''],
    [
      'flaky',
      judged(failing, 'flaky', { failures: 1 }),
      'Flaky: it failed at first, then passed. It does not block.',
      'Passed on attempt 2. Failed 1 of its last 10 runs.',
    ],
    [
      'flaky',
      { ...failing, status: 'flaky', attempts: attempts(failing, 'failed', 'failed', 'passed') } as const,
      'Flaky: it failed at first, then passed. It does not block.',
      'Passed on attempt 3.',
    ],
    [
      null,
      { ...failing, attempts: attempts(failing, 'failed', 'unanswered', 'failed') },
      '',
      'Failed 2 of 3 attempts.',
    ],
    [
      'undetermined',
      judged(failing, 'undetermined'),
      'Could not be judged: it was not run often enough to tell whether it broke.',
      'Passed all of its last 10 runs.',
    ],
  ])('%s: %#', (kind, test, meaning, evidence) => {
    expect(historyOf(recordOf(test))).toEqual({ kind, meaning, evidence })
  })

  it('is nothing for a test that was run once and compared with nothing', () => {
    expect(historyOf(recordOf(failing))).toBeNull()
  })
})

describe('why a test failed', () => {
  const namesOf = (test: TestResult) => {
    const { evaluators, others, ...texts } = explanationOf(recordOf(test))
    const names = (list: typeof others) => list.map(({ evaluator }) => evaluator)
    return { ...texts, evaluators: names(evaluators), others: names(others) }
  }

  it('is what the evaluators say that failed it', () => {
    expect(namesOf(lateRefund)).toEqual({
      title: 'Why it failed',
      reasoning: null,
      evaluatorsTitle: 'Why it failed',
      evaluators: ['Policy'],
      others: ['Tone', 'Helpfulness'],
    })
  })

  it('is its ratings if no evaluator failed it', () => {
    expect(namesOf(lowRatings)).toMatchObject({
      evaluatorsTitle: 'Ratings',
      evaluators: lowRatings.evaluators.map(({ evaluator }) => evaluator),
      others: [],
    })
  })

  it('is the reason of the test if its evaluators do not say it', () => {
    expect(namesOf(failing)).toMatchObject({ title: 'Why it failed', reasoning: 'Too long.' })
    expect(namesOf(handOver)).toMatchObject({
      title: 'Why it failed at first',
      reasoning: handOver.reasoning,
      evaluators: [],
      others: ['Policy'],
    })
    const unanswered = sampleTest('B', { status: 'unanswered', reasoning: 'No answer.' })
    expect(namesOf(unanswered)).toMatchObject({ title: 'Reason', reasoning: 'No answer.' })
    const [evaluator] = lateRefund.evaluators
    const same = { ...lateRefund, evaluators: evaluator ? [{ ...evaluator, passed: true }] : [] }
    expect(namesOf({ ...same, reasoning: evaluator?.reasoning ?? '' }).reasoning).toBeNull()
  })
})
