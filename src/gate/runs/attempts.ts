// The attempts of a test: rounds append them, and what became of the test is read from them here. Nothing else of it is stored.
import { type AgentRef, isAccepted, type Problem, type ResultsAttempt } from '../../schema.ts'
import type { JudgedTest } from '../cause.ts'
import type { AgentRun, RunUrl } from '../model.ts'
import type { Sampled } from '../sample.ts'
import { isWrittenBack } from './proof.ts'
import { isOfAgent } from './test-errors.ts'

export type NotRunAgain = NonNullable<JudgedTest['whyNotRunAgain']>
export type Undecided = NonNullable<JudgedTest['undecided']>

/** What a run gave for a test. */
export interface Attempt {
  /** The ID of the test, unique in the job. */
  readonly test: string
  /** `control`: without the change. */
  readonly side: 'candidate' | 'control'
  /** The first run is round 1. */
  readonly round: number
  /** One without an answer counts for nothing. */
  readonly answer: 'passed' | 'failed' | 'unanswered'
  /** Why it has no answer; null if it has one, or nobody knows. */
  readonly why: NotRunAgain | null
  /** What the run shows of the test; null if it shows nothing. */
  readonly row: JudgedTest | null
  /** As it is published; null if nothing ran. */
  readonly published: ResultsAttempt | null
}

/** A test of an agent's run, with its attempts. */
export interface AttemptedTest {
  /** Unique in the job. */
  readonly id: string
  readonly run: AgentRun
  /** Its row in that run. */
  readonly test: JudgedTest
  /** On both sides, oldest first. */
  readonly attempts: readonly Attempt[]
  /** Why it did not run, or does not count, although it was due. */
  readonly refusal: NotRunAgain | null
}

/** By their IDs. */
export type Tests = ReadonlyMap<string, AttemptedTest>

export function idOf({ uuid }: AgentRef, { id }: Pick<JudgedTest, 'id'>): string {
  return `${uuid} ${id}`
}

/** All tests of the runs, with their first attempts. */
export function firstAttempts(runs: readonly AgentRun[], runUrl: RunUrl): AttemptedTest[] {
  return runs.flatMap((run) => {
    const { taskId = '', url = null, tests = [] } = run.run ?? {}
    return tests.map((test) => {
      const id = idOf(run.agent, test)
      const why = test.error && ({ why: 'no-result', problem: errorProblem(test), url } as const)
      const at = { test: id, side: 'candidate', round: 1 } as const
      const first = { ...at, ...answered(taskId, test, runUrl), why, row: test }
      return { id, run, test, attempts: [first], refusal: null }
    })
  })
}

/** What places it in samples. */
export function sampled({ run, test }: AttemptedTest): Sampled {
  return { agent: run.agent.uuid, name: test.name ?? test.id }
}

export function testsToRetry(runs: readonly AgentRun[], runUrl: RunUrl): Tests {
  const tests = firstAttempts(runs, runUrl).filter(({ test }) => mayFail(test))
  return new Map(tests.map((test) => [test.id, test]))
}

/** Whether it failed its first attempt, or may fail when it is run again. */
export function mayFail(test: JudgedTest): boolean {
  // A defective test has no answer until somebody corrects it, or its file is written back.
  const mayAnswer = test.outcome === 'unanswered' && (test.error?.kind !== 'test' || isWrittenBack(test))
  return !isAccepted(test) && (test.outcome === 'failed' || mayAnswer)
}

/** Whose error an attempt without an answer ended in. */
export function errorProblem({ error }: Pick<JudgedTest, 'error'>): Problem {
  return { kind: 'unfinished-tests', tests: 1, whose: error?.kind ?? null, detail: error?.detail ?? null }
}

/** A row as it is published, and its answer. */
export function answered(
  taskId: string,
  { outcome, reasoning, reply, latencyMs, costUsd }: JudgedTest,
  runUrl: RunUrl,
): { readonly answer: Attempt['answer']; readonly published: ResultsAttempt } {
  const ended = outcome === 'passed' || outcome === 'unanswered' || outcome === 'not-run'
  const status = ended || outcome === 'pending' ? outcome : 'failed'
  const answer = status === 'passed' || status === 'failed' ? status : 'unanswered'
  return { answer, published: { taskId, url: runUrl(taskId), status, reasoning, reply, latencyMs, costUsd } }
}

export function lastRound(tests: Tests): number {
  return [...tests.values()].reduce((last, { attempts }) => Math.max(last, attempts.at(-1)?.round ?? 1), 1)
}

/** Whether it was not launched because of `max-tests`: a round of pairs that was launched in part counts for nothing. */
export function isBeyondLimit({ why }: Attempt): boolean {
  return why?.problem?.kind === 'max-tests'
}

/** Those on one side that ran; of the control, only of rounds in which the agent answered, too. */
export function publishedAttempts(
  attempts: readonly Attempt[],
  side: Attempt['side'] = 'candidate',
): ResultsAttempt[] {
  const rounds = new Set(attempts.filter(isAnswerOfCandidate).map(({ round }) => round))
  const counted = attempts.filter((each) => side === 'candidate' || rounds.has(each.round))
  return counted.flatMap((each) => (each.side === side ? (each.published ?? []) : []))
}

export function hasAnswer(attempts: readonly Attempt[]): boolean {
  return attempts.some(isAnswerOfCandidate)
}

function isAnswerOfCandidate({ side, answer }: Attempt): boolean {
  return side === 'candidate' && answer !== 'unanswered'
}

export function anyPassed(attempts: readonly Attempt[]): boolean {
  return attempts.some(({ side, answer }) => side === 'candidate' && answer === 'passed')
}

export function countsOf(attempts: readonly Attempt[]): {
  readonly failed: number
  readonly passed: boolean
} {
  const failed = attempts.filter(({ side, answer }) => side === 'candidate' && answer === 'failed').length
  return { failed, passed: anyPassed(attempts) }
}

/** Why it did not run again, or gave nothing when it last did; null after an attempt on each side that was due. */
export function whyNotRunAgain({ attempts, refusal }: AttemptedTest): NotRunAgain | null {
  if (refusal !== null) return refusal
  const last = attempts.filter(({ round }) => round === attempts.at(-1)?.round)
  const edited = last.find(({ why }) => why?.problem?.kind === 'edited')
  if (edited !== undefined) return edited.why
  const [candidate, control] = last
  if (candidate?.answer !== 'unanswered') return control?.why ?? null
  return candidate.published === null ? candidate.why : null
}

/** Why a test is undecided that could not run often enough: why it did not run again, else that too few attempts have an answer. */
export function tooFewAttempts(test: AttemptedTest): Undecided {
  const silent = test.attempts.findLast(({ side, answer }) => side === 'candidate' && answer === 'unanswered')
  const { problem = null, url = null } = silent?.why ?? {}
  return undecidedBy(whyNotRunAgain(test)) ?? { why: 'too-few-answers', problem, url }
}

export function undecidedBy(refusal: NotRunAgain | null): Undecided | null {
  return refusal && { ...refusal, why: refusal.why === 'control' ? 'control-silent' : refusal.why }
}

/** The row that reports show: of the last attempt that failed, else of the first one that was answered, else of the first. */
export function shownRow({ test, attempts }: AttemptedTest): JudgedTest {
  const answers = attempts.filter(isAnswerOfCandidate)
  const shown = answers.findLast(({ answer }) => answer === 'failed') ?? answers[0]
  return shown?.row ?? test
}

/** An error of the agent, which is told although the test then passed. */
export function firstError(attempts: readonly Attempt[]): JudgedTest['error'] {
  const errors = attempts.flatMap(({ side, row }) => {
    return side === 'candidate' && row?.outcome === 'unanswered' ? (row.error ?? []) : []
  })
  return errors.find(isOfAgent) ?? null
}

/** Where it is written, and whether its file was written back. One that is still defective is so in its file. */
export function sourceOf({ test, attempts }: AttemptedTest): JudgedTest['source'] {
  const last = attempts.findLast(({ side }) => side === 'candidate')
  if (test.source === null || last?.round === 1) return test.source
  const isDefective = last?.row?.error?.kind === 'test'
  const writtenBack = !isDefective && attempts.some(({ row }) => row !== null && isWrittenBack(row))
  return { ...test.source, writtenBack }
}
