// What an answer says about its run, read independently of the code under test.
import * as z from 'zod'

/**
 * `nothing`: unreadable, unfinished or of an unknown status. `doubtful`: finished, with a contradiction or without a
 * verdict of every test.
 */
export type Statement = 'nothing' | 'all-passed' | 'failed' | `doubtful: ${string}`

const FINISHED = ['done', 'failed', 'cancelled']

const statedRow = z.looseObject({
  passed: z.optional(z.unknown()),
  unanswered: z.optional(z.unknown()),
  not_run: z.optional(z.unknown()),
})
const stated = z.looseObject({
  status: z.string(),
  total_tests: z.optional(z.unknown()),
  passed: z.optional(z.unknown()),
  failed: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
  aborted: z.optional(z.unknown()),
  unanswered_tests: z.optional(z.unknown()),
  test_uuids: z.array(z.unknown()).nullish().catch(null),
  results: z.array(statedRow).nullish(),
})

export function statementOf(body: string): Statement {
  const answer = stated.safeParse(parseJson(body))
  if (!answer.success) return 'nothing'
  const { status, total_tests: total, passed, failed, results, test_uuids: tests } = answer.data
  const rows = results ?? []
  const oneFailed = (typeof failed === 'number' && failed > 0) || rows.some((each) => each.passed === false)
  if (!FINISHED.includes(status)) return 'nothing'
  if (oneFailed) return 'failed'
  const { error, aborted, unanswered_tests: unanswered } = answer.data
  // A run has at least as many tests as it names; rows replace missing counts.
  const counted = rows.filter((each) => each.passed === true).length
  const size = Math.max(typeof total === 'number' ? total : 0, tests?.length ?? 0)
  const doubts = {
    status: status !== 'done',
    error: error === true,
    aborted: aborted === true,
    unanswered: typeof unanswered === 'number' && unanswered > 0,
    counts: size < 1 || (passed ?? counted) !== size || (failed ?? 0) !== 0,
    results: rows.some((each) => each.passed !== true || each.unanswered === true || each.not_run === true),
  }
  const named = Object.entries(doubts).filter(([, holds]) => holds)
  return named.length === 0 ? 'all-passed' : `doubtful: ${named.map(([name]) => name).join(', ')}`
}

/** Undefined for anything that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
