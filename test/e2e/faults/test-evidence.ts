// What the answers about a test's own runs say of it.
import * as z from 'zod'
import type { ResultsRun, ResultsTest } from '../../../src/results/schema.ts'
import { parseJson } from './statement.ts'

const field = z.optional(z.unknown())
const row = z.looseObject({ name: field, test_uuid: field, test_case_id: field, passed: field })
const answer = z.looseObject({ results: z.array(row.catch({})).catch([]) }).catch({ results: [] })

/** The complete answers that were received about the runs of one agent, by task id. */
type Answers = ReadonlyMap<string, readonly string[]>

/** The results of tests that no answer supports, each as a sentence. */
export function groundlessTests(run: ResultsRun | null, answers: Answers): string[] {
  return (run?.tests ?? []).flatMap((test) => {
    const attempts = attemptsOf(test, run?.taskId ?? '')
    const statuses = attempts.map(({ status }) => status)
    const told = attempts.flatMap(({ taskId, status }) => {
      if (status !== 'passed' && status !== 'failed') return []
      const isTold = verdictsOn(test, answers.get(taskId) ?? []).includes(status === 'passed')
      return isTold ? [] : [`"${test.name}" ${status} in run ${taskId}, and no answer about it says so`]
    })
    const isBroken = test.baseline?.class === 'broken'
    const everyAnswer = isBroken ? [...answers.values()].flat() : []
    return [
      ...told,
      ...(test.status === statusOver(statuses)
        ? []
        : [`"${test.name}" is ${test.status} with the attempts ${statuses.join(', ')}`]),
      ...(isBroken && (statuses.length < 2 || verdictsOn(test, everyAnswer).includes(true))
        ? [`"${test.name}" is broken, though it ran once or an answer says that it passed`]
        : []),
    ]
  })
}

/** All attempts; a test that ran once has none in the results file. */
function attemptsOf({ attempts, status }: ResultsTest, taskId: string): ResultsTest['attempts'][number][] {
  const only = { taskId, status, url: '', reasoning: null, latencyMs: null, costUsd: null }
  return attempts.length === 0 ? [only] : [...attempts]
}

function statusOver(attempts: readonly string[]): string | undefined {
  if (attempts.length === 1) return attempts[0]
  if (attempts.includes('passed')) return attempts[0] === 'passed' ? 'passed' : 'flaky'
  return attempts.includes('failed') ? 'failed' : attempts[0]
}

/** What the rows of this test say, whichever of its ids and its name were left intact. */
function verdictsOn({ uuid, name }: ResultsTest, answers: readonly string[]): unknown[] {
  return answers.flatMap((body) => {
    return answer
      .parse(parseJson(body))
      .results.filter((each) => [each.test_uuid, each.test_case_id].includes(uuid) || each.name === name)
      .map(({ passed }) => passed)
  })
}
