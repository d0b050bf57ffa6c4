// Tests that the pull request itself adds or edits in its files: each has to pass, whatever the others and its history say. Else an
// edit would be a way around the gate.
import type { JudgedTest, TestOutcome } from '../cause.ts'
import { type Attempt, anyPassed, countsOf, publishedAttempts } from './attempts.ts'

/** Failed attempts that a verdict takes. `retries` may ask for more. */
const LEAST_ATTEMPTS = 3
/** Attempts without an answer that are made up for. */
const MOST_UNANSWERED = 2

export function isOwn({ source }: Pick<JudgedTest, 'source'>): boolean {
  return (source?.change ?? null) !== null
}

/** Whether it runs again. */
export function isOwnDue(attempts: readonly Attempt[], retries: number): boolean {
  const needed = Math.max(LEAST_ATTEMPTS, 1 + retries)
  const isOver = anyPassed(attempts) || publishedAttempts(attempts).length >= needed + MOST_UNANSWERED
  return !isOver && countsOf(attempts).failed < needed
}

/** What became of it, unless it passed. @param otherwise if it could not be run often enough */
export function ownOutcome(
  attempts: readonly Attempt[],
  retries: number,
  otherwise: TestOutcome,
): TestOutcome {
  return countsOf(attempts).failed >= Math.max(LEAST_ATTEMPTS, 1 + retries) ? 'failed' : otherwise
}
