// A test that the pull request adds or edits blocks after three failed attempts; `retries` can ask for more, never for fewer.
import { describe, expect, test } from 'vitest'
import type { Attempt } from '../../../src/gate/runs/attempts.ts'
import { isOwnDue, ownOutcome } from '../../../src/gate/runs/own-tests.ts'

const ANSWERS = { '+': 'passed', '-': 'failed', '?': 'unanswered' } as const

function attemptOf(answer: Attempt['answer']): Attempt {
  const nothing = { reasoning: null, reply: null, latencyMs: null, costUsd: null }
  const published = { taskId: 'run', url: '', status: answer, ...nothing }
  return { test: 'a', side: 'candidate', round: 1, answer, why: null, row: null, published }
}

/** @param signs of its attempts so far, oldest first */
function after(signs: string, retries: number) {
  const attempts = Array.from(signs, (sign) => attemptOf(ANSWERS[sign as keyof typeof ANSWERS]))
  return [isOwnDue(attempts, retries), ownOutcome(attempts, retries, 'undecided')]
}

describe.each([0, 1, 2])('with %i retries', (retries) => {
  test.each([
    ['-', true, 'undecided'],
    ['--', true, 'undecided'],
    ['---', false, 'failed'],
    ['-+', false, 'undecided'],
    // Two attempts without an answer are made up for.
    ['-??-', true, 'undecided'],
    ['-??--', false, 'failed'],
    ['--???', false, 'undecided'],
  ])('after %s it runs again: %s, and ends %s', (signs, isDue, outcome) => {
    expect(after(signs, retries)).toEqual([isDue, outcome])
  })
})

test('with five retries, it takes six', () => {
  expect(after('-----', 5)).toEqual([true, 'undecided'])
  expect(after('------', 5)).toEqual([false, 'failed'])
})
