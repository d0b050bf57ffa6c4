// The rows of a run over several reads: a later read adds details and rows, and removes none.
import { type TestRow, testOf } from './read-run.ts'
import type { TestResult, TestStatus } from './results.ts'

const STATUSES: readonly TestStatus[] = ['passed', 'failed', 'unanswered', 'not-run', 'pending']

/**
 * Rows of an ended run with what a later read says of them: details enrich rows and never remove one. Tests are
 * matched by ID, else by name; of several with the same name, one after the other.
 */
export function mergeRows(
  known: readonly TestResult[],
  read: readonly TestRow[],
): { readonly tests: readonly TestResult[]; readonly contradictory: boolean } {
  const keyOf = ({ id, name }: TestRow) => (id === null ? `name ${name}` : `id ${id}`)
  // The first one last, so that it is the next to be taken.
  const waiting = new Map(
    STATUSES.map((status) => {
      const tests = known.filter((test) => test.status === status).reverse()
      return [status, Map.groupBy(tests, keyOf)]
    }),
  )
  const tests = [...known]
  let contradictory = false
  for (const row of read) {
    const key = keyOf(row)
    let before = waiting.get(row.status)?.get(key)?.pop()
    const isSame = before !== undefined
    for (const status of STATUSES) before ??= waiting.get(status)?.get(key)?.pop()
    if (before === undefined) tests.push(testOf(row))
    else enrich(before, row)
    contradictory ||= before !== undefined && !isSame
  }
  return { tests, contradictory }
}

/** Writes what the later read told into the earlier row, so that it needs no copy. */
function enrich(before: TestResult, row: TestRow): void {
  for (const field of Object.keys(row) as (keyof TestRow)[]) {
    const value = row[field]
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    if (!isEmpty) Reflect.set(before, field, value)
  }
}
