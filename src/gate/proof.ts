// The proof that an agent was asked what the files say: each row of its first run shows its test. One that shows another is no
// result: the file's content is written back, and the test runs once more.
import type { TestUpdate } from '../client/index.ts'
import type { Problem, ResultsTest, TestError } from '../schema.ts'
import type { TestContent } from '../tests/content.ts'
import { isOpen } from './accept.ts'
import { withoutConversation } from './conversations.ts'
import type { TestOnService } from './file-tests.ts'
import type { TestRunner } from './launch.ts'
import { type AgentRun, contradictory, type EndedRun } from './model.ts'
import { isUsable } from './read-run.ts'
import { field } from './read-test.ts'
import { attemptOf } from './rounds.ts'
import { until } from './service.ts'

/** @param tests of files, by their IDs */
export async function provenRun(
  { agent, ...first }: EndedRun & Pick<AgentRun, 'agent'>,
  tests: ReadonlyMap<string, TestOnService>,
  runner: TestRunner,
): Promise<EndedRun> {
  const ended = withFiles(first, tests)
  const { run, problem } = ended
  if (run === null || !(isUsable(problem) || problem?.kind === 'run-ended')) return ended
  const differing = differingTests(ended, tests)
  if (differing.length === 0) return ended
  const errors = new Map<string, string | null>()
  for (const test of differing) errors.set(test.uuid, await writeBack(test, runner))
  const stopped = run.tests.filter(isOpen).flatMap(({ uuid }) => uuid ?? [])
  const writtenBack = [...errors].flatMap(([uuid, error]) => (error === null ? uuid : []))
  const due = [...new Set([...writtenBack, ...stopped])].filter((uuid) => errors.get(uuid) == null)
  const dueTests = new Map([...tests].filter(([uuid]) => due.includes(uuid)))
  const second = due.length === 0 ? null : withFiles(await runner.runAgain(agent, due), dueTests)
  const differAgain = second && differingTests(second, tests).map(({ uuid }) => uuid)
  const again = new Map(second?.run?.tests.map((test) => [test.uuid, test]))
  const rows = run.tests.map((test): ResultsTest => {
    const { uuid } = test
    const source = test.source && { ...test.source, writtenBack: writtenBack.includes(uuid ?? '') }
    const error = errors.get(uuid ?? '')
    if (typeof error === 'string') return { ...withoutResult(test, error), source }
    if (uuid === null || !due.includes(uuid)) return test
    const row = again.get(uuid)
    if (differAgain?.includes(uuid)) return { ...withoutResult(test, EDITED_MEANWHILE), source }
    if (row === undefined || second?.run == null) return { ...withoutResult(test, NOT_RUN_AGAIN), source }
    const attempts = [attemptOf(second.run.taskId, row, runner.runUrl)]
    return { ...row, id: test.id, source, attempts }
  })
  return {
    run: { ...run, tests: rows },
    problem: problemAfter(problem, second?.problem ?? null, isWhole(rows, tests) && !rows.some(isOpen)),
    definitions: new Map([...(ended.definitions ?? []), ...(second?.definitions ?? [])]),
  }
}

/** A run that stopped early is whole once its other tests have run. */
function problemAfter(first: Problem | null, second: Problem | null, isComplete: boolean): Problem | null {
  if (second !== null && !isUsable(second)) return second
  return isUsable(first) || !isComplete ? first : null
}

/** Whether each test has a row. */
function isWhole(rows: readonly ResultsTest[], tests: ReadonlyMap<string, TestOnService>): boolean {
  return new Set(rows.map(({ uuid }) => uuid)).size === tests.size
}

const EDITED_MEANWHILE = 'The test was edited on the service while the job ran.'
const NOT_RUN_AGAIN =
  'The test had been edited on the service. It was written back, and could not be run again.'

/** Nobody knows what the agent would have said to the file's test. */
function withoutResult(test: ResultsTest, message: string): ResultsTest {
  const error: TestError = { kind: 'test', detail: 'edited on the service', message }
  return { ...withoutConversation(test), outcome: 'unanswered', error, reasoning: message }
}

/** The run with names as people know them. Without a full read, or with rows of other tests, there is no proof. */
function withFiles(ended: EndedRun, tests: ReadonlyMap<string, TestOnService>): EndedRun {
  const { run, problem } = ended
  if (run === null) return ended
  const byName = new Map([...tests.values()].map((test) => [test.source.serviceName, test]))
  const named = run.tests.map((test): ResultsTest => {
    const found = tests.get(test.uuid ?? test.id) ?? byName.get(test.name ?? '')
    if (found === undefined) return test
    const { uuid, name, source } = found
    return { ...test, uuid, name, source }
  })
  const { detailsError } = run
  const isOfFiles = named.every(({ source }) => source !== null)
  const unproven =
    detailsError !== null
      ? ({ kind: 'unreadable', error: detailsError, attempts: 1 } as const)
      : isOfFiles && (problem !== null || isWhole(named, tests))
        ? problem
        : contradictory
  return { ...ended, run: { ...run, tests: named }, problem: isUsable(problem) ? unproven : problem }
}

function differingTests(
  { run, definitions }: EndedRun,
  tests: ReadonlyMap<string, TestOnService>,
): TestOnService[] {
  return (run?.tests ?? []).flatMap(({ id, uuid }) => {
    const [test, shown] = [tests.get(uuid ?? ''), definitions?.get(id)]
    return test !== undefined && shown !== undefined && test.differs(shown) ? test : []
  })
}

/** @returns why the test is still another one; null if it is as its file has it */
async function writeBack(
  { uuid, content, differs }: TestOnService,
  { effects, deadline }: TestRunner,
): Promise<string | null> {
  const written = await effects.service.updateTest(uuid, updateOf(content), until(deadline, effects))
  if (!written.ok)
    return `The test was edited on the service, and could not be written back: ${written.error.message}`
  const { config, evaluators } = written.value
  const evaluation = field(config, 'evaluation')
  const criteria = evaluators.map(({ variable_values }) => ({ arguments: variable_values }))
  const shown = {
    test_case: { ...config, evaluation: { ...Object(evaluation), criteria } },
    judge_results: evaluators.map((each) => ({ evaluator_uuid: each.uuid })),
  }
  return differs(shown) ? EDITED_MEANWHILE : null
}

function updateOf({
  type,
  history,
  input,
  tool_calls,
  evaluators,
  language,
  inputs,
}: TestContent): TestUpdate {
  const settings = language === undefined ? undefined : { language }
  const config = { history, input, evaluation: { type, tool_calls }, settings, inputs }
  return type === 'tool_call' ? { config } : { config, evaluators }
}
