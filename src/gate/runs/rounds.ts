// Runs tests again, round after round, where a judge says; nobody else writes attempts. A round is a run per agent, and with a
// control one of the same tests on it.
import { type AgentRef, isAccepted, type Problem, type ResultsAttempt } from '../../schema.ts'
import type { JudgedRun, JudgedTest } from '../cause.ts'
import {
  type AgentRun,
  type Answer,
  contradictory,
  type EndedRun,
  type Launch,
  type RoundAnswers,
  type RunUrl,
  type Where,
} from '../model.ts'
import { whyOther } from '../question.ts'
import { startsWithControl } from '../sample.ts'
import { aborted } from '../service.ts'
import type { TestRunner } from './launch.ts'
import { isWrittenBack, withoutResult } from './proof.ts'
import { isUsable } from './read-run.ts'
import { editedError, isOfAgent, UNREAD } from './test-errors.ts'

/** A test that is run again: one that did not pass its first attempt and is not accepted, or one that is counted again. */
export interface RetriedTest {
  /** Unique in the job. */
  readonly id: string
  /** The run of its agent. */
  readonly run: AgentRun
  /** The row of that run. */
  readonly test: JudgedTest
  /** The attempt that reports show: the last one that failed, else the first one that was answered, else the first. */
  readonly shownAttempt: JudgedTest
  /** The first one included, oldest first. */
  readonly attempts: readonly ResultsAttempt[]
  /** Those on the control, in the same rounds. */
  readonly controlAttempts: readonly ResultsAttempt[]
  /** An error of the agent, which is told although the test then passes. */
  readonly firstError: JudgedTest['error']
  readonly whyNotRunAgain: NotRunAgain | null
  /** Why its last attempt without an answer has none; null if all have one, or nobody knows why. */
  readonly silence: Pick<NotRunAgain, 'problem' | 'url'> | null
}

export type NotRunAgain = NonNullable<JudgedTest['whyNotRunAgain']>
export type Undecided = NonNullable<JudgedTest['undecided']>

/** By their IDs. */
export type Tests = ReadonlyMap<string, RetriedTest>

/** What each round gave, by the tests' IDs. */
type Rounds = readonly ReadonlyMap<string, RoundAnswers>[]

/** Where tests run in the next round, or why one does not although it is due, by their IDs. @param rounds those so far */
export type NextRound = (tests: Tests, rounds: Rounds) => ReadonlyMap<string, Where | NotRunAgain>

export function idOf({ uuid }: AgentRef, { id }: Pick<JudgedTest, 'id'>): string {
  return `${uuid} ${id}`
}

export function testsToRetry(runs: readonly AgentRun[], runUrl: RunUrl): Tests {
  const tests = runs.flatMap((agentRun) =>
    (agentRun.run?.tests ?? []).filter(mayFail).map((test) => afterFirst(agentRun, test, runUrl)),
  )
  return new Map(tests.map((test) => [test.id, test]))
}

/** Whether it failed its first attempt, or may fail when it is run again. */
export function mayFail(test: JudgedTest): boolean {
  // A defective test has no answer until somebody corrects it, or its file is written back.
  const mayAnswer = test.outcome === 'unanswered' && (test.error?.kind !== 'test' || isWrittenBack(test))
  return !isAccepted(test) && (test.outcome === 'failed' || mayAnswer)
}

export function afterFirst(run: AgentRun, test: JudgedTest, runUrl: RunUrl): RetriedTest {
  return {
    id: idOf(run.agent, test),
    run,
    test,
    shownAttempt: test,
    attempts: [attemptOf(run.run?.taskId ?? '', test, runUrl)],
    controlAttempts: [],
    firstError: agentErrorOf(test),
    whyNotRunAgain: null,
    silence: test.error && { problem: errorProblem(test), url: run.run?.url ?? null },
  }
}

/** Whose error an attempt without an answer ended in. */
function errorProblem({ error }: Pick<JudgedTest, 'error'>): Problem {
  return { kind: 'unfinished-tests', tests: 1, whose: error?.kind ?? null, detail: error?.detail ?? null }
}

function agentErrorOf({ outcome, error }: JudgedTest): JudgedTest['error'] {
  return outcome === 'unanswered' && error !== null && isOfAgent(error) ? error : null
}

interface Ran {
  readonly tests: Tests
  readonly rounds: Rounds
}

/** Runs tests again until none is due. What an agent answered that was edited since the first run counts for nothing. */
export async function runRounds(given: Tests, nextRound: NextRound, runner: TestRunner): Promise<Ran> {
  const { tests, rounds } = await untilNoneIsDue(given, nextRound, runner)
  const same = await Promise.all([...tests.values()].map((test) => ofSameAgents(test, runner)))
  const counted = new Map(same.map((test) => [test.id, test]))
  const isCounted = ([id]: readonly [string, unknown]) => counted.get(id) === tests.get(id)
  return { tests: counted, rounds: rounds.map((answers) => new Map([...answers].filter(isCounted))) }
}

/** The test, without the answers of an agent or control that is another one by now. */
async function ofSameAgents(test: RetriedTest, runner: TestRunner): Promise<RetriedTest> {
  const { agent, control } = test.run
  const [firstAttempt, ...again] = test.attempts
  const onAgent = hasAnswer(again) ? await runner.whyOther(agent, agent) : null
  if (firstAttempt !== undefined && onAgent !== null) {
    const attempts = [firstAttempt, ...withoutAnswers(again, onAgent)]
    const whyNotRunAgain = { why: 'no-result', problem: onAgent, url: null } as const
    return { ...test, shownAttempt: test.test, attempts, controlAttempts: [], whyNotRunAgain }
  }
  const isCompared = control !== null && hasAnswer(test.controlAttempts) && !anyPassed(again)
  const problem = isCompared ? await runner.whyOther(control, agent) : null
  if (problem === null) return test
  const why = problem.kind === 'edited' ? 'no-result' : 'control'
  const controlAttempts = withoutAnswers(test.controlAttempts, problem)
  return { ...test, controlAttempts, whyNotRunAgain: { why, problem, url: null } }
}

function withoutAnswers(attempts: readonly ResultsAttempt[], { kind }: Problem): ResultsAttempt[] {
  const { message: reasoning } = kind === 'edited' ? editedError('agent') : UNREAD
  const nothing = { status: 'unanswered', reasoning, reply: null } as const
  return attempts.map((attempt) => (hasAnswer([attempt]) ? { ...attempt, ...nothing } : attempt))
}

async function untilNoneIsDue(tests: Tests, nextRound: NextRound, runner: TestRunner): Promise<Ran> {
  const { clock, signal } = runner.effects
  const state = new Map(tests)
  const rounds: ReadonlyMap<string, RoundAnswers>[] = []
  const firstRound = Math.max(1, ...new Set([...tests.values()].map(({ attempts }) => attempts.length)))
  for (let round = firstRound; ; round += 1) {
    const noResult: NotRunAgain | null = signal.aborted
      ? { why: 'no-result', problem: aborted(signal), url: null }
      : null
    const over = noResult ?? (clock.now() >= runner.deadline ? noTime : null)
    const going = new Map<RetriedTest, Where>()
    const due = nextRound(state, rounds)
    for (const [id, test] of state) {
      const where = due.get(id)
      if (where === undefined || isOver(test)) continue
      const isDue = typeof where === 'string'
      const whyNotNow = canRun(test) ? over : notPossible
      const whyNot = isDue ? whyNotNow : where
      if (isDue && whyNot === null) going.set(test, where)
      else state.set(id, { ...test, whyNotRunAgain: test.whyNotRunAgain ?? whyNot })
    }
    if (going.size === 0) return { tests: state, rounds }
    const launches = launchesOf(going, round)
    const runs = await runRetries(round, launches, runner, (ended, { run, candidate }) => {
      return [runKey(run, candidate !== null), usableRows(ended)] as const
    })
    const ended = new Map(runs)
    const answers = new Map<string, RoundAnswers>()
    for (const [test, where] of going) {
      const after = withRound(test, where, ended, runner.runUrl)
      state.set(test.id, after.test)
      answers.set(test.id, after.answers)
    }
    const isInPart = runs.some(([, { problem }]) => problem?.kind === 'max-tests')
    // A round of pairs that was launched in part counts for nothing.
    if (isInPart && launches.some(({ run }) => run.control !== null)) return { tests: state, rounds }
    rounds.push(answers)
  }
}

/** A launch of tests that a run has run before, on its agent or on its control. */
interface RetryLaunch extends Launch {
  readonly run: AgentRun
  readonly tests: readonly JudgedTest[]
}

/** @param control for a launch without the change, else null */
export function retryOn(control: AgentRef | null, run: AgentRun, tests: readonly JudgedTest[]): RetryLaunch {
  const [agent, candidate] = control === null ? [run.agent, null] : [control, run.agent]
  const testUuids = tests.flatMap(({ uuid }) => uuid ?? [])
  return { agent, candidate, testUuids, isRetry: true, run, tests }
}

/** @param round null for the pull request's own tests without the change */
export function runRetries<Given>(
  round: number | null,
  launches: readonly RetryLaunch[],
  runner: TestRunner,
  given: (ended: EndedRun, launch: RetryLaunch) => Given,
): Promise<Given[]> {
  const agents = launches.map(({ agent, tests }) => {
    return { agent, tests: tests.map(({ name, id }) => name ?? id) }
  })
  runner.effects.emit({ type: 'retry-round', round, agents })
  return runner.runAll(launches, async (ended, launch) => given(ended, launch))
}

/** The launches of a round: one for each agent, and one for its control if tests run there, too. */
function launchesOf(going: ReadonlyMap<RetriedTest, Where>, round: number): RetryLaunch[] {
  const byRun = Map.groupBy(going, ([{ run }]) => run)
  return [...byRun].flatMap(([run, due]) => {
    const { agent, control } = run
    const ofAgent = retryOn(
      null,
      run,
      due.map(([{ test }]) => test),
    )
    const onBoth = due.flatMap(([{ test }, where]) => (where === 'both' ? test : []))
    if (control === null || onBoth.length === 0) return [ofAgent]
    const ofControl = retryOn(control, run, onBoth)
    const isControlFirst = startsWithControl(run.run?.taskId ?? '', round + 1, agent.uuid)
    return isControlFirst ? [ofControl, ofAgent] : [ofAgent, ofControl]
  })
}

/** With a control, the next pair may be answered although an attempt was lost. Nobody can run again what was edited. */
function isOver({ whyNotRunAgain, run }: RetriedTest): boolean {
  return whyNotRunAgain !== null && (run.control === null || whyNotRunAgain.problem?.kind === 'edited')
}

export function canRun({ test, run }: Pick<RetriedTest, 'test' | 'run'>): boolean {
  return run.isJudged && test.uuid !== null
}

const notPossible: NotRunAgain = { why: 'not-possible', problem: null, url: null }
const noTime: NotRunAgain = { why: 'no-time', problem: null, url: null }

/** The runs of a round, with the rows that count, by the tests' IDs. */
type Ended = ReadonlyMap<string, RoundRun>
type RoundRun = ReturnType<typeof usableRows>

function runKey({ agent }: AgentRun, isControl: boolean): string {
  return `${isControl} ${agent.uuid}`
}

/** A run that leaves some tests out keeps the others. */
function usableRows(ended: EndedRun) {
  const { run, problem } = ended
  const rows = (isUsable(problem) && run?.tests.filter(({ outcome }) => outcome !== 'pending')) || []
  return { ...ended, rows: new Map(rows.map((row) => [row.uuid, row])) }
}

/** The test after a round. */
function withRound(before: RetriedTest, where: Where, ended: Ended, runUrl: RunUrl) {
  const { run, test, attempts, controlAttempts } = before
  // A run of a pair that gave no row of the test is an attempt without an answer.
  const isAttemptWithoutRow = run.control !== null
  const attemptOn = (isControl: boolean) =>
    attemptIn(ended.get(runKey(run, isControl)), before, isAttemptWithoutRow, runUrl)
  const onAgent = attemptOn(false)
  const onControl = where === 'both' ? attemptOn(true) : null
  const answers = {
    candidate: answerOf(onAgent.attempts),
    control: onControl && answerOf(onControl.attempts),
  }
  const isFirstAnswer = !hasAnswer(attempts) && answers.candidate === 'passed'
  const isShown = isFirstAnswer || answers.candidate === 'failed'
  const rows = [onAgent.row, onControl?.row].filter((row) => row != null)
  const isUnanswered = answers.candidate === 'unanswered'
  const silence = isUnanswered ? runProblem(onAgent, runUrl) : before.silence
  // A test that is still defective is so in its file.
  const writtenBack = onAgent.row?.error?.kind !== 'test' && [test, ...rows].some(isWrittenBack)
  const after: RetriedTest = {
    ...before,
    test: { ...test, source: test.source && { ...test.source, writtenBack } },
    shownAttempt: (isShown && onAgent.row) || before.shownAttempt,
    firstError: before.firstError ?? (onAgent.row && agentErrorOf(onAgent.row)),
    attempts: [...attempts, ...onAgent.attempts],
    // Without an answer beside it, one of the control counts for nothing.
    controlAttempts: isUnanswered ? controlAttempts : [...controlAttempts, ...(onControl?.attempts ?? [])],
    whyNotRunAgain: whyNoAnswer(onAgent, onControl, runUrl),
    silence,
  }
  return { test: after, answers }
}

type Attempt = ReturnType<typeof attemptIn>

/** Null if all answered. */
function whyNoAnswer(onAgent: Attempt, onControl: Attempt | null, runUrl: RunUrl): NotRunAgain | null {
  const edited = [onAgent, onControl].find((attempt) => attempt?.problem.kind === 'edited')
  if (edited) return { why: 'no-result', ...runProblem(edited, runUrl) }
  if (answerOf(onAgent.attempts) === 'unanswered') return whyNoAttempt(onAgent, runUrl)
  if (onControl === null || answerOf(onControl.attempts) !== 'unanswered') return null
  return { why: 'control', ...runProblem(onControl, runUrl) }
}

/** Null after an attempt, even without an answer. */
function whyNoAttempt(onAgent: Attempt, runUrl: RunUrl): NotRunAgain | null {
  if (onAgent.attempts.length > 0) return null
  if (onAgent.run === null && onAgent.problem.kind === 'timed-out') return noTime
  return { why: 'no-result', ...runProblem(onAgent, runUrl) }
}

function answerOf(attempts: Statuses): Answer {
  if (anyPassed(attempts)) return 'passed'
  return anyFailed(attempts) ? 'failed' : 'unanswered'
}

/**
 * What a run gave for a test, and why if that is no answer. `attempts`: none if it gave nothing; one without an answer if it may
 * have started and nobody knows, or if a run without its row counts.
 */
function attemptIn(
  ended: RoundRun | undefined,
  { test, run: first }: RetriedTest,
  isAttemptWithoutRow: boolean,
  runUrl: RunUrl,
) {
  const { run = null, problem = null } = ended ?? {}
  const found = ended?.rows.get(test.uuid)
  if (ended && run !== null && found !== undefined) {
    const isAnswer = found.outcome === 'passed' || found.outcome === 'failed'
    const other = isAnswer ? whyOther(test, first, found, ended) : null
    const error = other?.kind === 'edited' ? editedError(other.what) : UNREAD
    const row = other === null ? found : withoutResult(found, error)
    const attempts = [attemptOf(run.taskId, row, runUrl)]
    return { row, run, problem: other ?? problem ?? errorProblem(row), attempts }
  }
  const why = problem ?? contradictory
  const isShared = why.kind === 'override' && why.why === 'shared'
  const mayBeWrong = isShared ? 'Another job may have changed the agent during its launch.' : null
  const reasoning =
    why.kind === 'maybe-launched' ? `The launch was not confirmed: ${why.error.message}` : mayBeWrong
  const isAttempt = reasoning !== null || (isAttemptWithoutRow && run !== null)
  // The run gave no row of the test.
  const [taskId, status] = run === null ? [null, 'unanswered' as const] : [run.taskId, 'pending' as const]
  const nothing = { reply: null, latencyMs: null, costUsd: null }
  const attempts = isAttempt ? [{ ...nothing, taskId, url: runUrl(taskId), status, reasoning }] : []
  return { row: null, run, problem: why, attempts }
}

function runProblem({ run, problem }: { run: JudgedRun | null; problem: Problem }, runUrl: RunUrl) {
  return { problem, url: run?.url ?? (problem.kind === 'maybe-launched' ? runUrl(null) : null) }
}

export function attemptOf(
  taskId: string,
  { outcome, reasoning, reply, latencyMs, costUsd }: JudgedTest,
  runUrl: RunUrl,
): ResultsAttempt {
  const ended = outcome === 'passed' || outcome === 'unanswered' || outcome === 'not-run'
  const status = ended || outcome === 'pending' ? outcome : 'failed'
  return { taskId, url: runUrl(taskId), status, reasoning, reply, latencyMs, costUsd }
}

export type Statuses = readonly Pick<ResultsAttempt, 'status'>[]

export function countsOf(attempts: Statuses): { readonly failed: number; readonly passed: boolean } {
  const failed = attempts.filter(({ status }) => status === 'failed').length
  return { failed, passed: anyPassed(attempts) }
}

export function anyPassed(attempts: Statuses): boolean {
  return attempts.some(({ status }) => status === 'passed')
}

export function anyFailed(attempts: Statuses): boolean {
  return attempts.some(({ status }) => status === 'failed')
}

export function hasAnswer(attempts: Statuses): boolean {
  return anyPassed(attempts) || anyFailed(attempts)
}

/** What a comparison makes of a test that failed at least once. */
export type Judgement = Pick<JudgedTest, 'outcome' | 'earlier'> &
  Partial<Pick<JudgedTest, 'whyNotRunAgain' | 'undecided'>>

/** If all together block, none is judged by itself. */
export const oneOfMany: Undecided = { why: 'many', problem: null, url: null }

/** Why a test is undecided that could not run often enough: why it did not run again, else that too few attempts have an answer. */
export function tooFewAttempts({
  whyNotRunAgain,
  silence,
}: Pick<RetriedTest, 'whyNotRunAgain' | 'silence'>): Undecided {
  if (whyNotRunAgain === null) return { why: 'too-few-answers', problem: null, url: null, ...silence }
  const { why, problem, url } = whyNotRunAgain
  return { why: why === 'control' ? 'control-silent' : why, problem, url }
}

/**
 * The run with the final results of the tests that did not pass their first attempt.
 * @param recounted tests that ran again only to be counted: whatever they gave decides nothing about one of them
 */
export function withFinal(
  each: AgentRun,
  retried: Tests,
  judge: (test: RetriedTest) => Judgement,
  recounted: Tests = new Map(),
): AgentRun {
  const { agent, control, run } = each
  if (run === null) return each
  const tests = run.tests.map((test): JudgedTest => {
    const id = idOf(agent, test)
    const again = retried.get(id)
    const counted = recounted.get(id)
    if (again === undefined) return counted === undefined ? test : { ...test, attempts: counted.attempts }
    const { controlAttempts, whyNotRunAgain } = again
    const isCountedOnly = counted !== undefined && counted.attempts.length > again.attempts.length
    const { attempts, shownAttempt, firstError } = isCountedOnly ? counted : again
    const { outcome, earlier, undecided = null, ...found } = finalOutcome(again, judge)
    return {
      ...shownAttempt,
      id: test.id,
      uuid: test.uuid,
      name: test.name,
      source: again.test.source,
      accepted: test.accepted,
      whyNotRunAgain,
      ...found,
      outcome,
      earlier,
      undecided,
      error: anyPassed(attempts) ? firstError : shownAttempt.error,
      attempts: attempts.length > 1 ? attempts : test.attempts,
      control: control && { name: control.name, attempts: controlAttempts },
    }
  })
  return { ...each, run: { ...run, tests } }
}

/** Attempts without an answer count for nothing. */
function finalOutcome(test: RetriedTest, judge: (test: RetriedTest) => Judgement): Judgement {
  const { attempts, firstError } = test
  if (!anyFailed(attempts)) {
    // An outage is no failure; what is not known may be one.
    const isOutage = firstError === null || firstError.kind === 'agent' || firstError.kind === 'model'
    const passed = isOutage ? ('passed' as const) : ('flaky' as const)
    return { outcome: anyPassed(attempts) ? passed : test.test.outcome, earlier: null }
  }
  const judgement = judge(test)
  return anyPassed(attempts) ? { ...judgement, outcome: 'flaky', undecided: null } : judgement
}
