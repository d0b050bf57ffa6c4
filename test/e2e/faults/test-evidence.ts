// What the answers about a test's own runs say of it.
import * as z from 'zod'
import { hasPassed, isFlaky, type Mode, type ResultsRun, type ResultsTest } from '../../../src/schema.ts'
import { parseJson } from './payload-corruptor.ts'

const field = z.optional(z.unknown())
const output = z.looseObject({ response: field }).nullish().catch(null)
const row = z.looseObject({
  name: field,
  test_uuid: field,
  test_case_id: field,
  passed: field,
  unanswered: field,
  reasoning: field,
  test_case: field,
  judge_results: field,
  output,
})
const answer = z.looseObject({ results: z.array(row.catch({})).catch([]) }).catch({ results: [] })

/** The complete answers that were received about the runs of one agent, by task id. */
type Answers = ReadonlyMap<string, readonly string[]>

/** The results of tests that no answer supports, each as a sentence. In the mode `gate` each failure blocks, broken or not. */
export function groundlessTests(run: ResultsRun | null, answers: Answers, mode: Mode): string[] {
  return (run?.tests ?? []).flatMap((test) => {
    const attempts = attemptsOf(test, run?.taskId ?? '')
    const statuses = attempts.map(({ status }) => status)
    const told = groundlessAttempts(test, attempts, answers)
    const isBroken =
      mode === 'gate-if-worse' && (test.cause === 'changed' || test.cause === 'yours') && test.blocks
    const failures = statuses.filter((each) => each === 'failed').length
    const everyAnswer = isBroken ? [...answers.values()].flat() : []
    return [
      ...told,
      ...(statusesOver(statuses).includes(statusOf(test))
        ? []
        : [`"${test.name}" is ${test.cause} with the attempts ${statuses.join(', ')}`]),
      ...(isBroken && (failures < 2 || rowsOf(test, everyAnswer).some(({ passed }) => passed === true))
        ? [`"${test.name}" is broken, though it failed once or an answer says that it passed`]
        : []),
    ]
  })
}

/** The attempts of a test that no answer supports. */
export function groundlessAttempts(
  test: ResultsTest,
  attempts: readonly Pick<ResultsTest['attempts'][number], 'taskId' | 'status'>[],
  answers: Answers,
): string[] {
  return attempts.flatMap(({ taskId, status }) => {
    if (status !== 'passed' && status !== 'failed') return []
    const about = rowsOf(test, answers.get(taskId ?? '') ?? [])
    if (status === 'failed' && about.some(isError))
      return [`"${test.name}" failed in run ${taskId}, by an error`]
    const isTold = about.some(({ passed }) => passed === (status === 'passed'))
    return isTold ? [] : [`"${test.name}" ${status} in run ${taskId}, and no answer about it says so`]
  })
}

/** All attempts; a test that ran once has none in the results file. */
function attemptsOf(test: ResultsTest, taskId: string): ResultsTest['attempts'][number][] {
  const found = statusOf(test)
  const status = found === 'flaky' ? 'passed' : found
  const only = { taskId, status, url: '', reasoning: null, reply: null, latencyMs: null, costUsd: null }
  return test.attempts.length === 0 ? [only] : [...test.attempts]
}

/** What became of it, as its attempts may have. */
function statusOf(test: ResultsTest): 'passed' | 'flaky' | 'failed' | 'not-run' | 'unanswered' | 'pending' {
  if (hasPassed(test)) return isFlaky(test) ? 'flaky' : 'passed'
  if (test.failed) return 'failed'
  if (test.error === null) return 'pending'
  return test.error.kind === 'not-run' ? 'not-run' : 'unanswered'
}

/** A test that had no answer and then passed is flaky if the error was the agent's, which the attempts do not say. */
function statusesOver(attempts: readonly string[]): readonly (string | undefined)[] {
  const [first, ...later] = attempts
  if (!attempts.includes('passed')) return [attempts.includes('failed') ? 'failed' : first]
  if (attempts.includes('failed')) return ['flaky']
  return later.length === 0 ? ['passed'] : ['passed', 'flaky']
}

type Row = z.infer<typeof row>

/** The rows of this test, whichever of its ids and its name were left intact. */
function rowsOf({ uuid, name }: ResultsTest, answers: readonly string[]): Row[] {
  return answers.flatMap((body) => {
    return answer
      .parse(parseJson(body))
      .results.filter((each) => [each.test_uuid, each.test_case_id].includes(uuid) || each.name === name)
  })
}

/** The errors that plans have, in a row of a full read. */
const ERRORS = /Agent returned HTTP 503|LLM inference failed|Error code: 503/

function isError({ passed, unanswered, reasoning, judge_results: judged, test_case, output }: Row): boolean {
  if (unanswered === true) return true
  const isFull = test_case !== null && test_case !== undefined
  const isSilent = judged === null && (output?.response ?? null) === null
  return passed === false && isFull && isSilent && typeof reasoning === 'string' && ERRORS.test(reasoning)
}

/** How many tests an answer about a run shows. */
export function testsShown(body: string): number {
  const { test_uuids: uuids, total_tests: total, results } = shown.parse(parseJson(body))
  return Math.max(uuids.length, total, results.length)
}

const shown = z
  .looseObject({
    test_uuids: z.array(z.unknown()).catch([]),
    total_tests: z.number().catch(0),
    results: z.array(z.unknown()).catch([]),
  })
  .catch({ test_uuids: [], total_tests: 0, results: [] })
