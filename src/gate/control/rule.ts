// The rule with a control: which failing tests run again on which agents, round after round, and what becomes of them.
// Pure, shared by the gate and the simulation. Why it is valid, and what it finds: docs/internals/statistics.md.

import type { Where } from '../model.ts'
import { type Attempt, isBeyondLimit } from '../runs/attempts.ts'
import { type Sampled, sampleOf } from '../sample.ts'

/** The round of the last attempts, the first run being round 1. */
export const LAST_ROUND = 14
/** A larger sample also shows small declines of all tests. Of few tests, it would cost more and find no more. */
const sampleSizeOf = (answered: number) => (answered < 100 ? 14 : 20)
/**
 * What a test that never passes weighs: 1, times this for each pair of attempts of which that on the control passes, and for each of
 * which it fails. If nothing has changed, a round multiplies the weight by 1 or less on average, whatever the rate.
 */
const CONTROL_PASSED = 2 + Math.sqrt(3)
const CONTROL_FAILED = 1 / 4
/**
 * The wealth of a job is 1 at first. This share of it grows with the mean weight of the failing tests, the rest doubles with each vote of
 * the sample. If nothing has changed, it does not grow on average: at most one job in 31 ever has 31, and fails.
 */
const SHARE_OF_WEIGHTS = 0.7
const BLOCKING_WEALTH = 31
/** Once the job fails, a test broke that failed in each attempt, and passed on the control so many times more than it failed. */
const MARGIN = 3
/** After as many silent rounds in a row, a control is asked no more, and the tests of a candidate do not run again. */
const MOST_SILENT_ROUNDS = 3

/** A test that failed its first attempt, with its answers so far. IDs are unique in the job; `agent` is the candidate's ID. */
interface ControlledTest extends Sampled {
  readonly id: string
  /** On the candidate; the first run's included. */
  readonly failed: number
  readonly passed: boolean
  /** On the control, in rounds in which the candidate answered. */
  readonly controlPassed: number
  readonly controlFailed: number
}

/** The tests that tell whether the change makes many fail, in rounds on both agents. */
interface Sample {
  readonly ids: readonly string[]
  readonly isOpen: boolean
  /** How many rounds the sample ran in. */
  readonly rounds: number
  /** In how many of these more tests failed with the change than without: its votes. */
  readonly roundsWorse: number
  /** Whether fewer tests failed with the change in some round: then its votes count for nothing. */
  readonly isLost: boolean
}

export interface ControlledJob {
  /** The next round. */
  readonly round: number
  readonly tests: ReadonlyMap<string, ControlledTest>
  /** Null if too few tests failed. */
  readonly sample: Sample | null
  /** For how many rounds in a row each candidate, and the control of each, has answered nothing. */
  readonly silentRounds: Readonly<Record<Attempt['side'], ReadonlyMap<string, number>>>
}

/**
 * @param failing all tests of the job whose first attempt was answered, failed, and is not accepted
 * @param answered all first attempts that were answered, without accepted tests
 */
export function startJob(
  failing: readonly Pick<ControlledTest, 'id' | 'agent' | 'name'>[],
  answered: number,
): ControlledJob {
  const first = { failed: 1, passed: false, controlPassed: 0, controlFailed: 0 }
  const isSample = failing.length >= 3 && 20 * failing.length > answered
  const ids = sampleOf(failing, sampleSizeOf(answered)).map(({ id }) => id)
  return {
    round: 2,
    tests: new Map(failing.map((test) => [test.id, { ...test, ...first }])),
    sample: isSample ? { ids, isOpen: true, rounds: 0, roundsWorse: 0, isLost: false } : null,
    silentRounds: { candidate: new Map(), control: new Map() },
  }
}

/** Whether the job fails. If no test broke then, the votes of the sample fail it. */
export function isBlocked({ tests, sample }: ControlledJob): boolean {
  const weights = [...tests.values()].map(weightOf)
  const meanWeight = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(weights.length, 1)
  const wealth = SHARE_OF_WEIGHTS * meanWeight + (1 - SHARE_OF_WEIGHTS) * growthByVotes(sample)
  return wealth >= BLOCKING_WEALTH
}

function growthByVotes(sample: Sample | null): number {
  if (sample === null) return 1
  return sample.isLost ? 0 : 2 ** sample.roundsWorse
}

function weightOf({ passed, controlPassed, controlFailed }: ControlledTest): number {
  return passed ? 0 : CONTROL_PASSED ** controlPassed * CONTROL_FAILED ** controlFailed
}

/** The tests that run in the next round, and where; none: the job is over. */
export function dueTests(job: ControlledJob): ReadonlyMap<string, Where> {
  if (job.round > LAST_ROUND || isBlocked(job)) return new Map()
  // The others wait for the sample.
  return dueInSample(job) ?? due(job, null)
}

/** Null once the sample is over, as it is if none of its tests is due. */
function dueInSample(job: ControlledJob): ReadonlyMap<string, Where> | null {
  const found = job.sample?.isOpen === true ? due(job, job.sample) : null
  return found !== null && found.size > 0 ? found : null
}

/** @param sample whose tests are due; null: all tests */
function due(job: ControlledJob, sample: Sample | null): Map<string, Where> {
  const found = new Map<string, Where>()
  const tests = sample === null ? job.tests.values() : sample.ids.flatMap((id) => job.tests.get(id) ?? [])
  for (const test of tests) {
    const next = sample !== null && test.controlFailed === 0 ? 'both' : stateOf(test)
    const isDue = next === 'candidate' || (next === 'both' && !isSilent(job, test, 'control'))
    if (isDue && !isSilent(job, test, 'candidate')) found.set(test.id, next)
  }
  return found
}

/** Whether this side of a test's agent has answered nothing for so long that it is asked no more. */
export function isSilent(
  { silentRounds }: ControlledJob,
  { agent }: ControlledTest,
  side: Attempt['side'],
): boolean {
  return (silentRounds[side].get(agent) ?? 0) >= MOST_SILENT_ROUNDS
}

function stateOf(test: ControlledTest) {
  if (test.passed) return 'flaky'
  if (test.controlFailed > test.controlPassed) return 'failed-on-control'
  return test.failed >= 2 ? 'both' : 'candidate'
}

/** What became of a test once the job is over; `failed-on-control`: more often than it passed there. In a job that blocks, `undecided` is only "not decided". */
export function outcomeOf(job: ControlledJob, test: ControlledTest) {
  const hasMargin = !test.passed && test.controlPassed - test.controlFailed >= MARGIN
  if (hasMargin && isBlocked(job)) return 'broke'
  const state = stateOf(test)
  return state === 'candidate' || state === 'both' ? 'undecided' : state
}

/** The job after all rounds of these attempts. */
export function afterRounds(start: ControlledJob, attempts: readonly Attempt[]): ControlledJob {
  const again = attempts.filter(({ round }) => round > 1)
  const rounds = [...Map.groupBy(again, ({ round }) => round)].sort(([one], [other]) => one - other)
  return rounds.reduce((job, [, round]) => (round.some(isBeyondLimit) ? job : afterRound(job, round)), start)
}

/** @param round its attempts; a test that was due and has none did not answer */
export function afterRound(
  job: ControlledJob,
  round: readonly Pick<Attempt, 'test' | 'side' | 'answer'>[],
): ControlledJob {
  const due = dueTests(job)
  const answers = new Map(round.map(({ test, side, answer }) => [`${side} ${test}`, answer]))
  const asked = [...job.tests.values()].flatMap((test) => {
    const where = due.get(test.id)
    if (where === undefined) return []
    const answerOn = (side: Attempt['side']) => answers.get(`${side} ${test.id}`) ?? 'unanswered'
    return { test, candidate: answerOn('candidate'), control: where === 'both' ? answerOn('control') : null }
  })
  const silentAfter = (side: Attempt['side']) => {
    const silent = new Map(job.silentRounds[side])
    const askedThere = asked.filter((each) => each[side] !== null)
    for (const [agent, all] of Map.groupBy(askedThere, ({ test }) => test.agent)) {
      const isSilentNow = all.every((each) => each[side] === 'unanswered')
      silent.set(agent, isSilentNow ? (silent.get(agent) ?? 0) + 1 : 0)
    }
    return silent
  }
  const answered = asked.filter(({ candidate }) => candidate !== 'unanswered')
  const tests = new Map(job.tests)
  for (const { test, candidate, control } of answered)
    tests.set(test.id, {
      ...test,
      failed: test.failed + Number(candidate === 'failed'),
      passed: test.passed || candidate === 'passed',
      controlPassed: test.controlPassed + Number(control === 'passed'),
      controlFailed: test.controlFailed + Number(control === 'failed'),
    })
  const pairs = answered.filter(({ control }) => control === 'passed' || control === 'failed')
  const silentRounds = { candidate: silentAfter('candidate'), control: silentAfter('control') }
  const isOver = dueInSample(job) === null
  const sample =
    job.sample && (isOver ? { ...job.sample, isOpen: false } : afterSampleRound(job.sample, pairs))
  return { ...job, round: job.round + 1, tests, sample, silentRounds }
}

type Answers = Readonly<Record<Attempt['side'], Attempt['answer'] | null>>

function afterSampleRound(sample: Sample, pairs: readonly Answers[]): Sample {
  const rounds = sample.rounds + 1
  if (pairs.length === 0) return { ...sample, rounds }
  const failedOn = (side: Attempt['side']) => pairs.filter((pair) => pair[side] === 'failed').length
  const difference = failedOn('candidate') - failedOn('control')
  const roundsWorse = sample.roundsWorse + Number(difference > 0)
  const isLost = difference < 0
  return { ...sample, rounds, roundsWorse, isLost, isOpen: !isLost && roundsWorse > 0 }
}
