// Agents whose tests have given outcomes in the first run and in retries; and their earlier runs.
//
// The signs in which tests of this repository write what becomes of a test, one for each attempt or run:
// - `+` passed, `-` failed, `?` was not answered by a judge; of error rows, which have no verdict either, `e` is an error of the
//   agent, `d` a defective test, `n` a test that was not run.
// - The attempts of a test in the order in which they are made, of which the last one stays: `'-+'` fails, then passes.
// - The earlier runs of a test, the newest first: `'--+'` failed in the last two. Those not told passed. In replays of a history,
//   where runs follow each other, the oldest is first.
// - Rounds of the rule with a control, each with the answer of the agent and that of the control: `'- -+ --'`. A round of one
//   sign ran on the agent alone.
// - A whole run in test/history, with a letter for each test: `'aBc'`, of which `b` failed.
import type { EarlierRun, TestCaseResult, TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { errorRow, row, run } from './responses.ts'
import type { AgentResponses, RunResponses } from './test-service.ts'

/** What becomes of a test in one run. Error rows are as servers between old and new report them. */
export type Sign = '+' | '-' | '?' | keyof typeof ERRORS

const ERRORS = {
  e: 'Agent returned HTTP 503: https://bot.test/?token=SECRET',
  d: 'This test case names no evaluators',
  n: 'Not run: the run stopped.',
}

/** By name, the outcomes of each test's attempts, or in its earlier runs. */
export type Suite = Readonly<Record<string, string>>

export const uuidOf = (name: string) => `uuid-${name}`

/** An agent with these tests, which the service can run by `uuid-<name>`: as all that are linked, or by their IDs from the start. */
export function suite(tests: Suite, more: Partial<AgentResponses> = {}): AgentResponses {
  const attempted = new Map<string, number>()
  let isByIds = false
  return {
    tests: Object.keys(tests).map(uuidOf),
    polls: [ended(Object.entries(tests).map(([name, signs]) => [name, signAt(signs, 0)]))],
    retry: (testUuids, nth) => {
      isByIds ||= nth === 0
      const names = Object.keys(tests).filter((name) => testUuids.includes(uuidOf(name)))
      const signs = names.map((name) => {
        const attempt = attempted.get(name) ?? (isByIds ? 0 : 1)
        attempted.set(name, attempt + 1)
        return [name, signAt(tests[name] ?? '+', attempt)] as const
      })
      return { polls: [ended(signs)] } satisfies RunResponses
    },
    ...more,
  }
}

const signAt = (signs: string, attempt: number) => (signs[attempt] ?? signs.at(-1) ?? '+') as Sign

/** A run that is done, with these rows; that the service gave up if all are error rows, which it counts as failed. */
export function ended(tests: readonly (readonly [name: string, sign: Sign])[]): Result<TestRun> {
  const having = (signs: string) => tests.filter(([, each]) => signs.includes(each)).length
  const isGivenUp = tests.length > 0 && having('edn') === tests.length
  return run({
    status: isGivenUp ? 'failed' : 'done',
    error: isGivenUp,
    total_tests: tests.length,
    passed: having('+'),
    failed: having('-edn'),
    unanswered_tests: having('?'),
    test_uuids: tests.map(([name]) => uuidOf(name)),
    latency_ms: { p95: 1800 },
    cost: { mean: 0.002 },
    results: tests.map(([name, sign]) => suiteRow(name, sign)),
    evaluators: tests.map(([name]) => evaluatorOf(name)),
  })
}

export function suiteRow(name: string, sign: Sign): TestCaseResult {
  if (sign in ERRORS) {
    const row = errorRow(ERRORS[sign as keyof typeof ERRORS], { name, test_case_id: uuidOf(name) })
    return { ...row, ...asking(name) }
  }
  const passed = sign === '?' ? null : sign === '+'
  const ids = { test_case_id: uuidOf(name), unanswered: sign === '?', not_run: false }
  return {
    ...judgedRow(name, passed, 'Now'),
    ...ids,
    ...(sign === '?' && { reasoning: 'Request timed out.' }),
  }
}

/** What a test asks and expects. */
const asking = (name: string, content = `Question of ${name}`) => ({
  test_case: {
    history: [{ role: 'user', content }],
    evaluation: {
      type: 'response',
      criteria: [{ name: 'Policy', arguments: { criteria: `Right for ${name}.` } }],
    },
  },
})

function judgedRow(name: string, passed: boolean | null, said: string, content?: string): TestCaseResult {
  const reasoning = passed === false ? `The reply to ${name} is wrong.` : null
  return row(name, passed, {
    ...asking(name, content),
    reasoning,
    output: { response: `${said} of ${name}`, tool_calls: [] },
    judge_results: [{ evaluator_uuid: `policy of ${name}`, match: passed, reasoning }],
    latency_ms: 900,
    cost: 0.001,
  })
}

export const evaluatorOf = (name: string, version = 1) => {
  return { uuid: `policy of ${name}`, name: 'Policy', version_number: version }
}

/**
 * A read of an earlier run, in which these passed and those failed. Some may have asked something else, and been judged by another
 * version of their evaluator.
 */
export function askedThen(
  passed: readonly string[],
  failed: readonly string[] = [],
  questions: Readonly<Record<string, string>> = {},
  versions: Readonly<Record<string, number>> = {},
): Result<TestRun> {
  const rows = (names: readonly string[], passed: boolean) =>
    names.map((name) => judgedRow(name, passed, 'Then', questions[name]))
  return run({
    status: 'done',
    results: [...rows(passed, true), ...rows(failed, false)],
    evaluators: [...passed, ...failed].map((name) => evaluatorOf(name, versions[name])),
  })
}

/** `count` earlier runs that ended before the manual clock starts, newest first. */
export function earlierRuns(count: number, names: readonly string[], failures: Suite = {}): EarlierRun[] {
  return Array.from({ length: count }, (_, index) => {
    const results = names.map((name) => ({ name, passed: failures[name]?.[index] !== '-' }))
    return earlierRun(`before-${index}`, results, {
      created_at: `2026-11-${String(20 - index).padStart(2, '0')} 12:00:00`,
    })
  })
}

export function earlierRun(
  uuid: string,
  results: readonly { readonly name?: string | null; readonly passed?: boolean | null }[],
  fields: Partial<EarlierRun> = {},
): EarlierRun {
  const having = (passed: boolean) => results.filter((each) => each.passed === passed).length
  return {
    uuid,
    status: 'done',
    error: false,
    is_public: false,
    type: 'llm-unit-test',
    created_at: '2026-11-20 12:00:00',
    total_tests: results.length,
    passed: having(true),
    failed: having(false),
    results: [...results],
    ...fields,
  }
}

/** Names of tests: `test 1`, `test 2`, … */
export const testNames = (count: number) => Array.from({ length: count }, (_, index) => `test ${index + 1}`)

/** A suite in which all tests pass except those given. */
export function suiteOf(names: readonly string[], others: Suite): Suite {
  return { ...Object.fromEntries(names.map((name) => [name, '+'])), ...others }
}
