// What became of a test and why, in the words of every report.
import { describe, expect, it } from 'vitest'
import type { Attempt, RetrySkipped } from '../../src/gate/model.ts'
import { plain } from '../../src/results/sentence.ts'
import { becauseText } from '../../src/results/test-outcomes.ts'
import { failed, httpError, outcome, resultsOf, run, test } from '../fixtures/samples.ts'

it.each<[Attempt['status'][], string]>([
  [['failed', 'unanswered', 'failed', 'unanswered'], 'failed 2 of 2 attempts'],
  [['unanswered', 'unanswered'], 'no result in 2 attempts'],
])('of attempts %j, %s', (statuses, words) => {
  const texts = { reasoning: null, reply: null, latencyMs: null, costUsd: null }
  const attempts = statuses.map((status, index) => ({ taskId: `${index}`, status, ...texts }))
  const { agents } = resultsOf(outcome([failed('Bot', 1, [test('A', { attempts })])], 1))
  expect(plain(becauseText(agents[0]?.run?.tests[0] ?? expect.fail()))).toBe(words)
})

describe('why a test was not run again', () => {
  const reason = { kind: 'cannot-run', error: httpError(400, 'Not verified') } as const
  const lost = run('lost', { status: 'in_progress' })
  it.each<[RetrySkipped, string, string | null]>([
    [{ kind: 'not-possible' }, 'not-possible', null],
    [{ kind: 'no-time' }, 'no-time', null],
    [{ kind: 'too-many-failures' }, 'too-many-failures', null],
    [{ kind: 'no-result', reason, run: null }, 'no-result', 'the retry cannot run (HTTP 400): Not verified'],
    [
      { kind: 'no-result', reason: { kind: 'run-ended', how: 'cancelled' }, run: lost },
      'no-result',
      'the retry has a run that was cancelled on the service',
    ],
  ])('is told: %o', (retrySkipped, why, words) => {
    const { agents } = resultsOf(outcome([failed('Bot', 1, [test('A', { retrySkipped })])], 1))
    const [of] = agents[0]?.run?.tests ?? []
    expect(of?.because).toMatchObject([{ kind: 'not-run-again', why }])
    if (words !== null) expect(plain(becauseText(of ?? expect.fail()))).toBe(`not run again: ${words}`)
  })
})
