// The service's answer for a run → our types, and whether an ended run can be judged by it.
import type { Redact } from '../../client/core/redactor.ts'
import type { TestRun } from '../../client/index.ts'
import type { Problem, ToolCall } from '../../schema.ts'
import { definitionOf, isShown, type Shown } from '../../test-files/definition.ts'
import type { JudgedRun, JudgedTest, TestOutcome } from '../cause.ts'
import { errorExcerpt } from '../error-text.ts'
import { contradictory, type Definitions, type RunUrl } from '../model.ts'
import { measured, readTest, toldOutcome } from './read-test.ts'

export function progressOf({ status, error }: TestRun): 'going' | 'ended' | 'unknown' {
  if (status === 'queued' || status === 'in_progress') return 'going'
  return ['done', 'failed', 'cancelled'].includes(status) || error === true ? 'ended' : 'unknown'
}

/** What is known of a run right after its launch. */
export function emptyRun(taskId: string, status: string, runUrl: RunUrl): JudgedRun {
  return {
    taskId,
    status,
    plannedTests: null,
    tests: [],
    detailsError: null,
    p95LatencyMs: null,
    meanCostUsd: null,
    durationMs: 0,
    queuedMs: 0,
    url: runUrl(taskId),
  }
}

/** The run as one read tells it. */
export function readRun(
  run: TestRun,
  { durationMs, queuedMs }: Pick<JudgedRun, 'durationMs' | 'queuedMs'>,
  runUrl: RunUrl,
): JudgedRun {
  const tests = rowsOf(run)
  return {
    ...emptyRun(run.task_id, run.status, runUrl),
    plannedTests: Math.max(run.total_tests ?? 0, countLinked(run), tests.length) || null,
    tests,
    p95LatencyMs: measured(run.latency_ms?.p95),
    meanCostUsd: measured(run.cost?.mean),
    durationMs,
    queuedMs,
  }
}

/**
 * Why a run that has ended is inconclusive, whatever its tests say; null if it is not.
 * @param result of the same read, which has all rows
 * @param testsSeen the most tests that one poll showed
 */
export function whyInconclusive(
  run: TestRun,
  { tests, status }: JudgedRun,
  testsSeen: number,
): Problem | null {
  const [passed, failed] = [countOf(tests, 'passed'), countOf(tests, 'failed')]
  const linked = countLinked(run)
  const total = Math.max(run.total_tests ?? 0, linked, tests.length)
  const unanswered = Math.max(run.unanswered_tests ?? 0, tests.length - passed - failed)
  // The numbers of a run have to be those of its rows, as far as it gives any.
  const contradicts =
    (run.passed ?? passed) !== passed ||
    (run.failed ?? failed) !== failed ||
    passed + failed > (run.total_tests ?? total) ||
    passed + failed + unanswered > total
  if (contradicts) return contradictory
  if (status === 'failed' || status === 'cancelled') return { kind: 'run-ended', how: status }
  if (status !== 'done') return { kind: 'contradictory', unknownStatus: status }
  if (run.error === true) return { kind: 'run-ended', how: 'error' }
  if (run.aborted === true || run.stopped_early === true) return { kind: 'run-ended', how: 'stopped' }
  if (tests.length === 0 && (run.passed == null || run.failed == null)) return contradictory
  if (total === 0) return { kind: 'tests-not-run', notRun: 0, total }
  const results = passed + failed + unanswered
  // Then the number of tests is not known.
  if (testsSeen > Math.max(linked, results)) return contradictory
  const notRun = linked - results
  return notRun > 0 ? { kind: 'tests-not-run', notRun, total } : null
}

/** Whether the tests that have results count. The service leaves out tests without a configuration. */
export function isUsable(problem: Problem | null): boolean {
  return problem === null || problem.kind === 'tests-not-run'
}

/** Whether it is of exactly these tests, as far as it says. */
export function isOf({ test_uuids }: TestRun, asked: readonly string[] | null): boolean {
  const uuids = new Set(test_uuids ?? asked)
  return asked === null || (uuids.size === asked.length && asked.every((uuid) => uuids.has(uuid)))
}

function countLinked({ test_uuids }: TestRun): number {
  return new Set(test_uuids).size
}

export function countOf(tests: readonly Pick<JudgedTest, 'outcome'>[], outcome: TestOutcome): number {
  return tests.filter((test) => test.outcome === outcome).length
}

/**
 * The run with the texts of a full read, which also tells which of the tests that did not pass have no verdict, and what these
 * tests were.
 * @param shown whose texts the run gets
 * @param definesAll whether what all tests were is wanted
 */
export function withDetails(
  run: JudgedRun,
  details: TestRun,
  shown: 'failing' | 'all',
  definesAll = false,
): { readonly run: JudgedRun; readonly definitions: Definitions } {
  const rows = details.results ?? []
  const read = rowsOf(details, true).map((test, index) => ({ test, row: rows[index] }))
  const waiting = Map.groupBy(read, ({ test }) => rowKey(test))
  const definitions: [string, Shown][] = []
  const tests = run.tests.map((test) => {
    const isWanted = test.outcome !== 'passed' || shown === 'all'
    if (test.outcome === 'pending') return test
    const found = waiting.get(rowKey(test))?.shift()
    // An old copy may have it without a result.
    if (found === undefined || found.test.outcome === 'pending') return test
    const { test_case, judge_results } = found.row ?? {}
    if ((test.outcome !== 'passed' || definesAll) && isShown(definitionOf({ test_case })))
      definitions.push([test.id, { test_case, judge_results }])
    if (!isWanted) return test
    const isOpen = test.outcome === 'unanswered' || test.outcome === 'not-run'
    return isOpen && found.test.error === null ? test : { ...found.test, id: test.id, uuid: test.uuid }
  })
  return { run: { ...run, tests }, definitions: new Map(definitions) }
}

/** Whether it shows what each test with a verdict asked, as full reads of the service do. */
export function showsTests({ results }: TestRun): boolean {
  const judged = (results ?? []).filter((row) => ['passed', 'failed'].includes(toldOutcome(row)))
  return judged.every((row) => isShown(definitionOf(row)))
}

/** Whether a full read has all rows that had ended when the run was polled. */
export function hasRowsOf({ tests }: JudgedRun, details: TestRun): boolean {
  const ended = (rows: readonly JudgedTest[]) => rows.filter(({ outcome }) => outcome !== 'pending')
  const read = new Set(ended(rowsOf(details, true)).map(rowKey))
  return ended(tests).every((test) => read.has(rowKey(test)))
}

/**
 * Whether the tests themselves say why the run failed, so that nothing else is wrong with it: servers give up on a run
 * whose tests all end in errors, and stop it if many do.
 */
export function isExplained(problem: Problem, { tests, plannedTests }: JudgedRun): boolean {
  const isGivenUp = problem.kind === 'run-ended' && problem.how !== 'cancelled'
  const isWhole = tests.length > 0 && tests.length >= (plannedTests ?? 0)
  const isStopped = countOf(tests, 'not-run') > 0 && countOf(tests, 'pending') === 0
  const allErred = tests.every(({ error }) => error !== null)
  return isGivenUp && isWhole && (isStopped || allErred)
}

/** The rows of a read have no ID on some servers; within a run, tests are told apart by name. Twins may differ in whether they passed. */
function rowKey({ uuid, id, outcome }: JudgedTest): string {
  return `${outcome === 'passed'} ${uuid ?? id.replace(/#\d+$/, '')}`
}

function rowsOf(run: TestRun, isFull = false): JudgedTest[] {
  const evaluators = new Map(run.evaluators?.map((evaluator) => [evaluator.uuid, evaluator]))
  const uuids = new Set(run.test_uuids)
  const seen = new Map<string, number>()
  return (run.results ?? []).map((row) => {
    const test = readTest(row, uuids, evaluators, isFull)
    const id = row.test_case_id || row.test_uuid || (test.name ?? 'a test without a name')
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    // One ID cannot run one of several tests alone.
    return count === 1 ? { id, ...test } : { id: `${id}#${count}`, ...test, uuid: null }
  })
}

/** The test as everybody may see it. Names, IDs and statuses stay as they are: tests are matched by them. */
export function redactedTest(test: JudgedTest, redact: Redact): JudgedTest {
  const { error: found } = test
  const excerpt = (text: string) => errorExcerpt(redact(text))
  const error = found && { ...found, message: excerpt(found.message) }
  const call = ({ tool, arguments: given }: ToolCall) => ({
    tool,
    arguments: given && redactedJson(given, redact),
  })
  // Beside an error, what evaluators wrote may be one, too.
  const ofEvaluator = error === null ? redact : excerpt
  return {
    ...test,
    error,
    reasoning: error === null ? test.reasoning && redact(test.reasoning) : error.message || null,
    reply: test.reply && redact(test.reply),
    toolCalls: test.toolCalls.map(call),
    expectedToolCalls: test.expectedToolCalls.map(call),
    evaluators: test.evaluators.map((each) => ({
      ...each,
      reasoning: each.reasoning && ofEvaluator(each.reasoning),
    })),
    question: test.question.map((turn) => ({ ...turn, content: redact(turn.content) })),
    criteria: test.criteria.map((each) => ({ ...each, text: redact(each.text) })),
  }
}

/** JSON as text, in which names of fields stay. */
function redactedJson(text: string, redact: Redact): string {
  const redacted = redact(text)
  if (redacted === text) return text
  try {
    return JSON.stringify(JSON.parse(text), (_, value: unknown) => {
      const shown = typeof value === 'string' || typeof value === 'number' ? redact(String(value)) : value
      return shown === String(value) ? value : shown
    })
  } catch {
    return redacted
  }
}
