// Agents whose rows show what the tests asked, expected and got, and what that took; and reads of earlier runs that show what they
// then did.
import type { TestCaseResult, TestRun } from '../../src/client/index.ts'
import type { Result } from '../../src/gate/service.ts'
import { ok, row, run } from './responses.ts'
import type { AgentResponses, Reply, RunResponses } from './test-service.ts'

/** What some tests ask, by their names; the others ask `Question of <name>`. */
export type Questions = Readonly<Record<string, string>>

/** The version of the evaluator of each of these tests; 1 of the others'. */
export type Versions = Readonly<Record<string, number>>

function askedRow(each: TestCaseResult, questions: Questions, said: string): TestCaseResult {
  const name = each.name ?? ''
  const content = questions[name] ?? `Question of ${name}`
  const asked = {
    ...each,
    test_case: {
      history: [{ role: 'user', content }],
      evaluation: {
        type: 'response',
        criteria: [{ name: 'Policy', arguments: { criteria: `Right for ${name}.` } }],
      },
    },
  }
  // An error row shows what was asked, too.
  if (each.judge_results === null) return asked
  const reasoning = each.passed === false ? `The reply to ${name} is wrong.` : (each.reasoning ?? null)
  return {
    ...asked,
    reasoning,
    output: { response: `${said} of ${name}`, tool_calls: [] },
    judge_results: [{ evaluator_uuid: `policy of ${name}`, match: each.passed ?? null, reasoning }],
    latency_ms: 900,
    cost: 0.001,
  }
}

const evaluators = (rows: readonly TestCaseResult[], versions: Versions) =>
  rows.map(({ name }) => {
    return { uuid: `policy of ${name}`, name: 'Policy', version_number: versions[name ?? ''] ?? 1 }
  })

/** The same agent, whose tests ask this and are judged by these versions. */
export function asking(
  agent: AgentResponses,
  questions: Questions = {},
  versions: Versions = {},
): AgentResponses {
  const asked = ({ polls, ...others }: RunResponses): RunResponses => ({
    ...others,
    ...(polls && { polls: polls.map((poll) => askedRun(poll, questions, versions)) }),
  })
  const { polls, retry, ...others } = agent
  return {
    ...others,
    ...asked(polls ? { polls } : {}),
    ...(retry && { retry: (uuids, nth) => asked(retry(uuids, nth)) }),
  }
}

function askedRun(poll: Reply<TestRun>, questions: Questions, versions: Versions): Reply<TestRun> {
  if ('afterMs' in poll || !poll.ok) return poll
  const rows = poll.value.results ?? []
  const results = rows.map((each) => askedRow(each, questions, 'Now'))
  const measures = { latency_ms: { p95: 1800 }, cost: { mean: 0.002 } }
  return ok({ ...poll.value, ...measures, results, evaluators: evaluators(rows, versions) })
}

/** A read of an earlier run, in which these passed and those failed. */
export function askedThen(
  passed: readonly string[],
  failed: readonly string[] = [],
  questions: Questions = {},
  versions: Versions = {},
): Result<TestRun> {
  const rows = [...passed.map((name) => row(name, true)), ...failed.map((name) => row(name, false))]
  return run({
    status: 'done',
    results: rows.map((each) => askedRow(each, questions, 'Then')),
    evaluators: evaluators(rows, versions),
  })
}
