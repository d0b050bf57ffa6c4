// The rule with a control: which failing tests run again on which agents, round after round, and what becomes of them.
// Pure, shared by the gate and the simulation. Why it is valid, and what it finds: docs/internals/statistics.md.

import { createHash } from 'node:crypto'
import type { Answer, JudgedOutcome, RoundAnswers, Where } from '../model.ts'

/** The round of the last attempts, the first run being round 1. */
export const LAST_ROUND = 14
const SAMPLE_SIZE = 20
/** Rounds in which more of the sample fail with the change than without, before one the other way round. */
const ROUNDS_WORSE_TO_BLOCK = 6
/** After as many rounds without any answer, a control is asked no more. */
const MOST_ROUNDS_WITHOUT_ANSWER = 3

/** A test that failed its first attempt. IDs are unique in the job; `agent` is the candidate's ID. */
export interface FailingTest {
  readonly id: string
  readonly agent: string
  readonly name: string
}

/** The attempts of one test so far. Of the control's, those of rounds in which the candidate's was answered count. */
export interface ControlledAttempts {
  /** On the candidate; the first run's included. */
  readonly failed: number
  readonly passed: boolean
  readonly controlPassed: number
  readonly controlFailed: number
}

/** Up to 20 tests that tell whether the change makes many fail, in rounds on both agents. */
export interface Sample {
  readonly ids: readonly string[]
  readonly isOpen: boolean
  /** How many rounds the sample ran in. */
  readonly rounds: number
  /** In how many of these more tests failed with the change than without. */
  readonly roundsWorse: number
  /** The job fails, whatever became of each test. */
  readonly blocks: boolean
}

export interface ControlledJob {
  /** The next round. */
  readonly round: number
  /** By how many attempts a control has to have passed more than failed. */
  readonly requiredMargin: number
  readonly tests: ReadonlyMap<string, FailingTest & ControlledAttempts>
  /** Null if too few tests failed. */
  readonly sample: Sample | null
  /** For how many rounds in a row each control has answered nothing, by candidate. */
  readonly roundsWithoutAnswer: ReadonlyMap<string, number>
}

/** What became of a test. `failed-on-control`: more often than it passed there. */
export type ControlledOutcome = Exclude<JudgedOutcome, 'failed-before' | 'edited' | 'new' | 'not-compared'>

/**
 * @param failing all tests of the job whose first attempt was answered, failed, and is not accepted
 * @param answered all first attempts that were answered, without accepted tests
 */
export function startJob(failing: readonly FailingTest[], answered: number): ControlledJob {
  const attempts = { failed: 1, passed: false, controlPassed: 0, controlFailed: 0 }
  const isSample = failing.length >= 3 && 20 * failing.length > answered
  return {
    round: 2,
    requiredMargin: requiredMarginFor(failing.length),
    tests: new Map(failing.map((test) => [test.id, { ...test, ...attempts }])),
    sample: isSample
      ? {
          ids: sampleOf(failing, SAMPLE_SIZE).map(({ id }) => id),
          isOpen: true,
          rounds: 0,
          roundsWorse: 0,
          blocks: false,
        }
      : null,
    roundsWithoutAnswer: new Map(),
  }
}

/** 1 failing test: 3; 2 or 3: 4; up to 11: 5; up to 43: 6; up to 171: 7. */
export function requiredMarginFor(failing: number): number {
  let requiredMargin = 3
  for (let most = 1; most < failing; most = 4 * most - 1) requiredMargin += 1
  return requiredMargin
}

/** The first tests in an order that nobody chose, and that depends on their names only. */
export function sampleOf<T extends Pick<FailingTest, 'agent' | 'name'>>(
  tests: readonly T[],
  size: number,
): T[] {
  return tests
    .map((test) => ({ test, hash: sha256Of(test.agent, test.name) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, size)
    .map(({ test }) => test)
}

/** The tests that run in the next round, and where; none: the job is over. */
export function dueTests(job: ControlledJob): ReadonlyMap<string, Where> {
  if (job.round > LAST_ROUND || job.sample?.blocks === true) return new Map()
  // The others wait for the sample.
  return dueInSample(job) ?? due(job, job.tests.keys(), false)
}

/** Null once the sample is over, as it is if none of its tests is due. */
function dueInSample(job: ControlledJob): ReadonlyMap<string, Where> | null {
  const found = job.sample?.isOpen === true ? due(job, job.sample.ids, true) : null
  return found !== null && found.size > 0 ? found : null
}

function due(job: ControlledJob, ids: Iterable<string>, isSample: boolean): Map<string, Where> {
  const found = new Map<string, Where>()
  for (const id of ids) {
    const test = job.tests.get(id)
    if (test === undefined) continue
    const next = isSample && test.controlFailed === 0 ? 'both' : stateOf(test, job.requiredMargin)
    const answersNothing = (job.roundsWithoutAnswer.get(test.agent) ?? 0) >= MOST_ROUNDS_WITHOUT_ANSWER
    if (next === 'candidate' || (next === 'both' && !answersNothing)) found.set(id, next)
  }
  return found
}

function stateOf(test: ControlledAttempts, requiredMargin: number): ControlledOutcome | Where {
  if (test.passed) return 'flaky'
  if (test.controlPassed - test.controlFailed >= requiredMargin) return 'broke'
  if (test.controlFailed > test.controlPassed) return 'failed-on-control'
  return test.failed >= 2 ? 'both' : 'candidate'
}

/** What became of a test once the job is over. In a job that its sample blocks, `undecided` is only "not decided". */
export function outcomeOf(test: ControlledAttempts, requiredMargin: number): ControlledOutcome {
  const state = stateOf(test, requiredMargin)
  return state === 'candidate' || state === 'both' ? 'undecided' : state
}

/** @param answers of the tests that were due, by ID; one that is missing was not answered */
export function afterRound(job: ControlledJob, answers: ReadonlyMap<string, RoundAnswers>): ControlledJob {
  const tests = new Map(job.tests)
  const asked = new Map<string, boolean>()
  let [pairs, difference] = [0, 0]
  for (const [id, on] of dueTests(job)) {
    const test = job.tests.get(id)
    if (test === undefined) continue
    const candidate = answers.get(id)?.candidate ?? 'unanswered'
    const control = on === 'both' ? (answers.get(id)?.control ?? 'unanswered') : null
    tests.set(id, { ...test, ...added(test, candidate, control) })
    if (control === null) continue
    asked.set(test.agent, (asked.get(test.agent) ?? false) || control !== 'unanswered')
    if (candidate === 'unanswered' || control === 'unanswered') continue
    pairs += 1
    difference += Number(candidate === 'failed') - Number(control === 'failed')
  }
  const roundsWithoutAnswer = new Map(job.roundsWithoutAnswer)
  for (const [agent, hasAnswered] of asked)
    roundsWithoutAnswer.set(agent, hasAnswered ? 0 : (roundsWithoutAnswer.get(agent) ?? 0) + 1)
  const isOver = dueInSample(job) === null
  const sample =
    job.sample &&
    (isOver ? { ...job.sample, isOpen: false } : afterSampleRound(job.sample, pairs, difference))
  return { ...job, round: job.round + 1, tests, sample, roundsWithoutAnswer }
}

function added(before: ControlledAttempts, candidate: Answer, control: Answer | null): ControlledAttempts {
  const isCounted = candidate !== 'unanswered'
  return {
    failed: before.failed + Number(candidate === 'failed'),
    passed: before.passed || candidate === 'passed',
    controlPassed: before.controlPassed + Number(isCounted && control === 'passed'),
    controlFailed: before.controlFailed + Number(isCounted && control === 'failed'),
  }
}

/** @param difference by how many pairs more the candidate failed than the control */
function afterSampleRound(sample: Sample, pairs: number, difference: number): Sample {
  const rounds = sample.rounds + 1
  if (pairs === 0) return { ...sample, rounds }
  const roundsWorse = sample.roundsWorse + Number(difference > 0)
  const blocks = roundsWorse === ROUNDS_WORSE_TO_BLOCK
  const isOver = blocks || difference < 0 || roundsWorse === 0
  return { ...sample, rounds, roundsWorse, blocks, isOpen: !isOver }
}

/** Whether the control is launched first: a coin, since the first of two runs may meet a service that is slow to start. */
export function startsWithControl(job: string, round: number, agent: string): boolean {
  return sha256Of(job, `${round}`, agent) < '8'
}

/** A hash in hexadecimal digits. JSON keeps apart where one text ends, and what UTF-8 cannot encode. */
function sha256Of(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex')
}
