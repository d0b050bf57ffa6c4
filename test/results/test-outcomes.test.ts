// What became of a test and why, in the words of every report.
import { describe, expect, it } from 'vitest'
import { plain } from '../../src/results/sentence.ts'
import { evidenceOf, evidenceText } from '../../src/results/test-outcomes.ts'
import type { Problem, ResultsAttempt, ResultsTest } from '../../src/schema.ts'
import { cancelBooking, lateRefund } from '../fixtures/sample-conversations.ts'
import { failed, httpError, outcome, resultsOf, runUrl, test } from '../fixtures/samples.ts'

it.each<[ResultsAttempt['status'][], string]>([
  [['failed', 'unanswered', 'failed', 'unanswered'], 'failed 2 of 2 attempts'],
  [['unanswered', 'unanswered'], 'no result in 2 attempts'],
])('of attempts %j, %s', (statuses, words) => {
  const texts = { reasoning: null, reply: null, latencyMs: null, costUsd: null }
  const attempts = statuses.map((status, index) => ({
    ...{ taskId: `${index}`, url: runUrl(`${index}`), status },
    ...texts,
  }))
  const { agents } = resultsOf(outcome([failed('Bot', 1, [test('A', { attempts })])], 1))
  expect(plain(evidenceText(agents[0]?.run?.tests[0] ?? expect.fail()))).toBe(words)
})

it('the evidence of a test is its attempts, its earlier runs, and why it was not run again', () => {
  expect(evidenceOf(lateRefund)).toEqual([
    { kind: 'attempts', failed: 3, of: 3 },
    { kind: 'earlier-runs', failures: 0, runs: 10 },
  ])
  expect(evidenceOf(cancelBooking)).toMatchObject([
    { kind: 'earlier-runs' },
    { kind: 'not-run-again', why: 'no-result', problem: { kind: 'run-ended', how: 'failed' } },
  ])
})

describe('why a test was not run again', () => {
  const cannotRun = { kind: 'cannot-run', error: httpError(400, 'Not verified') } as const
  type NotRunAgain = NonNullable<ResultsTest['whyNotRunAgain']>
  it.each<[NotRunAgain['why'], Problem | null, string | null]>([
    ['not-possible', null, null],
    ['no-time', null, null],
    ['too-many-failures', null, null],
    ['no-result', cannotRun, 'the retry cannot run (HTTP 400): Not verified'],
    [
      'no-result',
      { kind: 'run-ended', how: 'cancelled' },
      'the retry has a run that was cancelled on the service',
    ],
  ])('is told: %s %o', (why, problem, words) => {
    const whyNotRunAgain = { why, problem, url: null }
    const { agents } = resultsOf(outcome([failed('Bot', 1, [test('A', { whyNotRunAgain })])], 1))
    const of = agents[0]?.run?.tests[0] ?? expect.fail()
    expect(evidenceOf(of)).toMatchObject([{ kind: 'not-run-again', why }])
    if (words !== null) expect(plain(evidenceText(of))).toBe(`not run again: ${words}`)
  })
})
