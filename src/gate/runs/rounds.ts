// Runs tests again, round after round, where a judge says; nobody else makes attempts. A round is a run per agent, and with a
// control one of the same tests on it.
import type { Problem } from '../../schema.ts'
import type { JudgedTest } from '../cause.ts'
import {
  type AgentRun,
  contradictory,
  type EndedRun,
  type Launch,
  launchedAgent,
  type RunUrl,
  type Where,
} from '../model.ts'
import { whyOtherQuestion } from '../same-question.ts'
import { startsWithControl } from '../sample.ts'
import { aborted } from '../service.ts'
import {
  type Attempt,
  type AttemptedTest,
  answered,
  anyPassed,
  countsOf,
  errorProblem,
  firstError,
  hasAnswer,
  idOf,
  isBeyondLimit,
  lastRound,
  mayFail,
  type NotRunAgain,
  publishedAttempts,
  shownRow,
  sourceOf,
  type Tests,
  type Undecided,
  whyNotRunAgain,
} from './attempts.ts'
import type { TestRunner } from './launch.ts'
import { withoutResult } from './proof.ts'
import { isUsable } from './read-run.ts'
import { editedError, UNREAD } from './test-errors.ts'

/** Where tests run in the next round, or why one does not although it is due, by their IDs. */
export type NextRound = (tests: Tests) => ReadonlyMap<string, Where | NotRunAgain>

const notPossible: NotRunAgain = { why: 'not-possible', problem: null, url: null }
const noTime: NotRunAgain = { why: 'no-time', problem: null, url: null }

/** Runs tests again until none is due. What an agent answered that was edited since the first run counts for nothing. */
export async function runRounds(given: Tests, nextRound: NextRound, runner: TestRunner): Promise<Tests> {
  let tests = given
  for (let round = lastRound(given) + 1; ; round += 1) {
    const { refused, going } = withRefusals(tests, nextRound(tests), runner)
    if (going.size === 0) return ofSameAgents(refused, runner)
    const launches = launchesOf(going, round)
    const made = await runRetries(launches, runner, (ended, launch) => {
      const uuids = new Set(launch.testUuids)
      const ofAgent = [...going.keys()].filter(({ run }) => run === launch.of)
      const launched = ofAgent.filter(({ test }) => uuids.has(test.uuid ?? ''))
      return attemptsIn(ended, launch, launched, round, runner.runUrl)
    })
    const bySide = made.flat().toSorted((one, other) => one.side.localeCompare(other.side))
    const madeOf = Map.groupBy(bySide, ({ test }) => test)
    const after = [...going.keys()].map((test): AttemptedTest => {
      return { ...test, attempts: [...test.attempts, ...(madeOf.get(test.id) ?? [])] }
    })
    tests = new Map([...refused, ...after.map((test) => [test.id, test] as const)])
    const isCompared = launches.some(({ of }) => of.control !== null)
    if (isCompared && after.some(({ attempts }) => attempts.some(isBeyondLimit)))
      return ofSameAgents(tests, runner)
  }
}

/** The tests that run now, and all, with why others of those that are due do not. */
function withRefusals(tests: Tests, due: ReturnType<NextRound>, { effects, deadline }: TestRunner) {
  const { clock, signal } = effects
  const isLate = clock.now() >= deadline ? noTime : null
  const over = signal.aborted ? noResult(aborted(signal)) : isLate
  const going = new Map<AttemptedTest, Where>()
  const refused = new Map(tests)
  for (const [id, test] of tests) {
    const where = due.get(id)
    if (where === undefined || isOver(test)) continue
    const refuse = (why: NotRunAgain) => refused.set(id, { ...test, refusal: whyNotRunAgain(test) ?? why })
    if (typeof where === 'object') refuse(where)
    else if (!canRun(test)) refuse(notPossible)
    else if (over !== null) refuse(over)
    else going.set(test, where)
  }
  return { going, refused }
}

/** With a control, the next pair may be answered although an attempt was lost. Nobody can run again what was edited or deleted. */
function isOver(test: AttemptedTest): boolean {
  const why = whyNotRunAgain(test)
  const isGone = why?.problem?.kind === 'edited' || deletedTest(why?.problem ?? null) !== null
  return why !== null && (test.run.control === null || isGone)
}

/** The ID of a test that was deleted on the service, for which a launch was refused; else null. */
function deletedTest(problem: Problem | null): string | null {
  if (problem?.kind !== 'not-launched' || problem.error.status !== 404) return null
  return /^Test (\S+) not found$/.exec(problem.error.reason ?? '')?.[1] ?? null
}

export function canRun({ test, run }: Pick<AttemptedTest, 'test' | 'run'>): boolean {
  return run.isJudged && test.uuid !== null
}

function noResult(problem: Problem, url: string | null = null): NotRunAgain {
  return { why: 'no-result', problem, url }
}

/** The tests, without the answers of an agent or control that is another one by now. */
async function ofSameAgents(tests: Tests, runner: TestRunner): Promise<Tests> {
  const same = [...tests].map(async ([id, test]) => [id, await ofSameAgent(test, runner)] as const)
  return new Map(await Promise.all(same))
}

async function ofSameAgent(test: AttemptedTest, runner: TestRunner): Promise<AttemptedTest> {
  const { run } = test
  const again = test.attempts.slice(1)
  const onAgent = hasAnswer(again) ? await runner.whyOtherAgent(run, 'candidate') : null
  if (onAgent !== null) return withoutAnswers(test, 'candidate', noResult(onAgent))
  const isCompared = run.control !== null && !anyPassed(again)
  const isAnswered = publishedAttempts(again, 'control').some(
    ({ status }) => status === 'passed' || status === 'failed',
  )
  const problem = isCompared && isAnswered ? await runner.whyOtherAgent(run, 'control') : null
  if (problem === null) return test
  const why = problem.kind === 'edited' ? 'no-result' : 'control'
  return withoutAnswers(test, 'control', { why, problem, url: null })
}

function withoutAnswers(test: AttemptedTest, side: Attempt['side'], why: NotRunAgain): AttemptedTest {
  const { message: reasoning } = why.problem?.kind === 'edited' ? editedError('agent') : UNREAD
  const nothing = { status: 'unanswered', reasoning, reply: null } as const
  const attempts = test.attempts.map((each): Attempt => {
    if (each.round === 1 || each.side !== side || each.answer === 'unanswered') return each
    return {
      ...each,
      answer: 'unanswered',
      why,
      published: each.published && { ...each.published, ...nothing },
    }
  })
  return { ...test, attempts, refusal: why }
}

export function runRetries<Given>(
  launches: readonly Launch<AgentRun>[],
  runner: TestRunner,
  given: (ended: EndedRun, launch: Launch<AgentRun>) => Given,
): Promise<Given[]> {
  const agents = launches.map((launch) => ({ agent: launchedAgent(launch), tests: namesOf(launch) }))
  const { round = null } = launches[0] ?? {}
  runner.effects.emit({ type: 'retry-round', round: round && round - 1, agents })
  return runner.runAll(launches, async (ended, launch) => given(ended, launch))
}

function namesOf({ of, testUuids }: Launch<AgentRun>): string[] {
  const uuids = new Set(testUuids)
  const tests = of.run?.tests.filter(({ uuid }) => uuid !== null && uuids.has(uuid)) ?? []
  return tests.map(({ name, id }) => name ?? id)
}

/** The launches of a round: one for each agent, and one for its control if tests run there, too. */
function launchesOf(going: ReadonlyMap<AttemptedTest, Where>, round: number): Launch<AgentRun>[] {
  const byRun = Map.groupBy(going, ([{ run }]) => run)
  return [...byRun].flatMap(([of, due]) => {
    const testUuids = due.flatMap(([{ test }]) => test.uuid ?? [])
    const onControl = due.flatMap(([{ test }, where]) => (where === 'both' ? (test.uuid ?? []) : []))
    const ofAgent = { of, side: 'candidate', round, testUuids } as const
    if (of.control === null || onControl.length === 0) return [ofAgent]
    const ofControl = { of, side: 'control', round, testUuids: onControl } as const
    const isControlFirst = startsWithControl(of.run?.taskId ?? '', round, of.agent.uuid)
    return isControlFirst ? [ofControl, ofAgent] : [ofAgent, ofControl]
  })
}

/** What a run gave for its tests. If a deleted test refused the launch, that test alone gets an attempt, and the others run again. */
function attemptsIn(
  ended: EndedRun,
  { side, testUuids }: Launch,
  tests: readonly AttemptedTest[],
  round: number,
  runUrl: RunUrl,
): Attempt[] {
  const { run, problem } = ended
  const rows = (isUsable(problem) && run?.tests.filter(({ outcome }) => outcome !== 'pending')) || []
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  const deleted = testUuids?.find((uuid) => uuid === deletedTest(problem))
  const again = deleted === undefined ? tests : tests.filter(({ test }) => test.uuid === deleted)
  return again.map(({ id, test, run: first }): Attempt => {
    const at = { test: id, side, round }
    const found = byUuid.get(test.uuid)
    if (run === null || found === undefined) return { ...at, ...withoutRow(ended, first, side, runUrl) }
    const isAnswer = found.outcome === 'passed' || found.outcome === 'failed'
    const other = isAnswer ? whyOtherQuestion(test, first, found, ended) : null
    const error = other?.kind === 'edited' ? editedError(other.what) : UNREAD
    const row = other === null ? found : withoutResult(found, error)
    const given = answered(run.taskId, row, runUrl)
    const why = other ?? problem ?? errorProblem(row)
    const isAnswered = given.answer !== 'unanswered'
    return { ...at, ...given, why: isAnswered ? null : whyOn(side, why, run.url), row }
  })
}

/** It is an attempt if it may have started and nobody knows, or if its run counts, as one of a pair does. */
function withoutRow(
  { run, problem }: EndedRun,
  { control }: AgentRun,
  side: Attempt['side'],
  runUrl: RunUrl,
) {
  const why = problem ?? contradictory
  const isShared = why.kind === 'override' && why.why === 'shared'
  const mayBeWrong = isShared ? 'Another job may have changed the agent during its launch.' : null
  const reasoning =
    why.kind === 'maybe-launched' ? `The launch was not confirmed: ${why.error.message}` : mayBeWrong
  const isAttempt = reasoning !== null || (control !== null && run !== null)
  const [taskId, status] = run === null ? [null, 'unanswered' as const] : [run.taskId, 'pending' as const]
  const nothing = { reasoning, reply: null, latencyMs: null, costUsd: null }
  const url = run?.url ?? (why.kind === 'maybe-launched' ? runUrl(null) : null)
  const isLate = run === null && why.kind === 'timed-out' && side === 'candidate'
  return {
    answer: 'unanswered',
    why: isLate ? noTime : whyOn(side, why, url),
    row: null,
    published: isAttempt ? { taskId, url: runUrl(taskId), status, ...nothing } : null,
  } as const
}

function whyOn(side: Attempt['side'], problem: Problem, url: string | null): NotRunAgain {
  const isOfControl = side === 'control' && problem.kind !== 'edited'
  return { ...noResult(problem, url), why: isOfControl ? 'control' : 'no-result' }
}

/** What a comparison makes of a test that failed at least once. */
export type Judgement = Pick<JudgedTest, 'outcome' | 'earlier'> &
  Partial<Pick<JudgedTest, 'whyNotRunAgain' | 'undecided'>>

/** If all together block, none is judged by itself. */
export const oneOfMany: Undecided = { why: 'many', problem: null, url: null }

/** The run with the final results of the tests that ran again. */
export function withFinal(each: AgentRun, tests: Tests, judge: (test: AttemptedTest) => Judgement): AgentRun {
  const { agent, run } = each
  if (run === null) return each
  const finalTest = (test: JudgedTest) => {
    const again = tests.get(idOf(agent, test))
    return again === undefined ? test : finalOf(again, judge)
  }
  return { ...each, run: { ...run, tests: run.tests.map(finalTest) } }
}

function finalOf(again: AttemptedTest, judge: (test: AttemptedTest) => Judgement): JudgedTest {
  const { test, attempts, run } = again
  const made = publishedAttempts(attempts)
  // One that passed was only counted again.
  if (!mayFail(test)) return { ...test, attempts: made }
  const shown = shownRow(again)
  const { outcome, earlier, undecided = null, ...found } = finalOutcome(again, judge)
  return {
    ...shown,
    id: test.id,
    uuid: test.uuid,
    name: test.name,
    source: sourceOf(again),
    accepted: test.accepted,
    whyNotRunAgain: whyNotRunAgain(again),
    ...found,
    outcome,
    earlier,
    undecided,
    error: anyPassed(attempts) ? firstError(attempts) : shown.error,
    attempts: made.length > 1 ? made : test.attempts,
    control: run.control && { name: run.control.name, attempts: publishedAttempts(attempts, 'control') },
  }
}

/** Attempts without an answer count for nothing. */
function finalOutcome(again: AttemptedTest, judge: (test: AttemptedTest) => Judgement): Judgement {
  const { test, attempts } = again
  const hasPassed = anyPassed(attempts)
  if (countsOf(attempts).failed === 0) {
    const error = firstError(attempts)
    // An outage is no failure; what is not known may be one.
    const isOutage = error === null || error.kind === 'agent' || error.kind === 'model'
    const passed = isOutage ? ('passed' as const) : ('flaky' as const)
    return { outcome: hasPassed ? passed : test.outcome, earlier: null }
  }
  const judgement = judge(again)
  return hasPassed ? { ...judgement, outcome: 'flaky', undecided: null } : judgement
}
