// The proof that an agent was asked what the files say: a row of a run counts only if a full read shows its file's test. A row that
// shows another test is an attempt without an answer, and the file's content is written back, for the next attempt.
import type { Problem, TestError } from '../../schema.ts'
import { configOf, type Shown, sameDefinition, shownOf } from '../../test-files/definition.ts'
import type { JudgedRun, JudgedTest } from '../cause.ts'
import type { EndedRun, TestOnService } from '../model.ts'
import { type Effects, type GateService, until } from '../service.ts'
import { withoutConversation } from './conversations.ts'
import { isUsable } from './read-run.ts'
import { readTest } from './read-test.ts'
import { EDITED, UNREAD } from './test-errors.ts'

interface ProofJob {
  readonly effects: Pick<Effects, 'clock' | 'signal'> & {
    readonly service: { readonly tests: Pick<GateService['tests'], 'update'> }
  }
  readonly deadline: number
}

/** With the rows that count, under the names that people know; of a run that has ended, one for each test. @param tests those that were launched, by their IDs */
export async function provenRun(
  { run, problem, definitions, ...ended }: EndedRun,
  tests: ReadonlyMap<string, TestOnService>,
  job: ProofJob,
): Promise<EndedRun> {
  if (run === null) return { run, problem }
  const rowsOf = rowsByTest(run, tests)
  const isRead = run.detailsError === null
  const hasAllRows = isRead && isUsable(problem)
  const rows: JudgedTest[] = []
  const asked = new Map<string, Shown>()
  for (const test of tests.values()) {
    const { uuid, name, source } = test
    const [found, twin] = rowsOf.get(uuid) ?? []
    if (found === undefined && !hasAllRows) continue
    const row = { ...(found ?? blankRow(uuid)), uuid, name, source }
    const shown = found && definitions?.get(found.id)
    const isJudged = row.outcome === 'passed' || row.outcome === 'failed'
    const differs =
      found === undefined || (shown !== undefined && !sameDefinition(test.content, shown, isJudged))
    if (differs || row.outcome !== 'passed')
      asked.set(row.id, differs || shown === undefined ? shownOf(test.content) : shown)
    // Nobody knows whether it failed, so that it is not run again in its place.
    const unshown = row.outcome === 'failed' ? UNREAD : NOT_SHOWN
    if (isJudged && (shown === undefined || twin !== undefined)) rows.push(withoutResult(row, unshown))
    else if (!differs && row.error?.kind !== 'test') rows.push(row)
    else {
      const mayWrite = hasAllRows || (isRead && problem?.kind === 'run-ended')
      const error = mayWrite ? await writeBack(test, job) : EDITED
      const writtenBack = mayWrite && error === EDITED
      // What is wrong with a test that is as its file has it, the service says.
      const result = differs ? withoutResult(row, error) : row
      rows.push({ ...result, source: { ...source, writtenBack } })
    }
  }
  return {
    ...ended,
    run: { ...run, plannedTests: tests.size, tests: rows },
    problem: provenProblem({ ...run, tests: rows }, problem, tests),
    definitions: asked,
  }
}

export function isWrittenBack({ source }: Pick<JudgedTest, 'source'>): boolean {
  return source?.writtenBack === true
}

const NOT_SHOWN: TestError = {
  kind: 'service',
  detail: null,
  message: 'The service did not show what the test asked.',
}

/** Nobody knows what the agent would have said to the file's test. */
export function withoutResult(test: JudgedTest, error: TestError): JudgedTest {
  return { ...withoutConversation(test), outcome: 'unanswered', error, reasoning: error.message }
}

/** A test that the service left out, as one without a configuration, has such a row. */
function blankRow(uuid: string): JudgedTest {
  return { id: uuid, ...readTest({}, new Set(), new Map()) }
}

/** By the IDs of the tests. Who renames a test makes no other of it. */
function rowsByTest({ tests: rows }: JudgedRun, tests: ReadonlyMap<string, TestOnService>) {
  const byName = new Map([...tests.values()].map(({ uuid, source }) => [source.serviceName, uuid]))
  return Map.groupBy(rows, ({ uuid, id, name }) =>
    tests.has(uuid ?? id) ? (uuid ?? id) : byName.get(name ?? ''),
  )
}

function provenProblem(
  { detailsError, tests: rows }: JudgedRun,
  problem: Problem | null,
  tests: ReadonlyMap<string, TestOnService>,
): Problem | null {
  // The tests that it left out have rows, too.
  if (isUsable(problem))
    return detailsError === null ? null : { kind: 'unreadable', error: detailsError, attempts: 1 }
  const hasFailed = problem?.kind === 'run-ended' && problem.how !== 'cancelled'
  return hasFailed && rows.every(({ outcome }) => outcome === 'pending')
    ? { ...problem, damaged: perhapsDamaged(tests) }
    : problem
}

/** The tests that are named, else the files of all. @param uuids what the service named */
export function perhapsDamaged(
  tests: ReadonlyMap<string, TestOnService>,
  uuids: readonly unknown[] = [],
): { readonly name: string | null; readonly file: string; readonly line: number | null }[] {
  const all = [...tests.values()]
  const named = all.filter(({ uuid }) => uuids.includes(uuid))
  if (named.length > 0) return named.map(({ name, source: { file, line } }) => ({ name, file, line }))
  return [...new Set(all.map(({ source }) => source.file))].map((file) => ({ name: null, file, line: null }))
}

/** @returns {@link EDITED}, or why the test is still another one */
async function writeBack(
  { uuid, content }: TestOnService,
  { effects, deadline }: ProofJob,
): Promise<TestError> {
  const update = { config: configOf(content), evaluators: content.evaluators }
  const written = await effects.service.tests.update(uuid, update, until(deadline, effects))
  if (written.ok) return EDITED
  const message = `The test was edited on the service, and could not be written back: ${written.error.message}`
  return { kind: 'test', detail: 'edited on the service', message }
}
