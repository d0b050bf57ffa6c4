// Simulated pull requests with a control: what the shipped functions say about tests whose chances to fail are known, on the
// candidate and on the control. Seeded, so the same options give the same figures.
import {
  baselineOf,
  type ControlledAttempts,
  classifyByControl,
  hasAlarm,
  judgeSample,
  LAST_CONTROLLED_ROUND,
  leadOf,
  runsNext,
  sampleOf,
} from '../../src/gate/rule.ts'
import { drawRates, mulberry32, type Random } from './rule-random.ts'
import { drawBaseline, ordinary, type Situation } from './rule-trials.ts'

export interface ControlledSituation extends Omit<Situation, 'groupSize'> {
  /** Chance to fail of tests that broke on the default branch since the history: on candidate and control. */
  readonly stale: number
  /** Tests that share a tool which fails for this job, on candidate and control. */
  readonly outage: number
  /** The broken tests failed in all earlier runs; since then they were fixed. */
  readonly wereKnown: boolean
}

export const ordinaryControlled: ControlledSituation = { ...ordinary, stale: 0, outage: 0, wereKnown: false }

/** Shares of the trials, 0 to 1, and executions and rounds of each, ascending. */
export interface ControlledFigures {
  readonly blocked: number
  readonly inconclusive: number
  /** Test executions beyond the first run. */
  readonly onCandidate: readonly number[]
  readonly onControl: readonly number[]
  /** Runs of the candidate, the first included. */
  readonly rounds: readonly number[]
}

export function simulateControlled(
  situation: ControlledSituation,
  trials: number,
  seed = 1,
): ControlledFigures {
  const random = mulberry32(seed)
  const pool = drawRates(situation.failureRate, situation.skewed, random)
  const jobs = Array.from({ length: trials }, () => simulateJob(situation, pool, random))
  const ascending = (of: (job: Job) => number) => jobs.map(of).sort((a, b) => a - b)
  return {
    blocked: jobs.filter(({ verdict }) => verdict === 'failed').length / trials,
    inconclusive: jobs.filter(({ verdict }) => verdict === 'inconclusive').length / trials,
    onCandidate: ascending((job) => job.onCandidate),
    onControl: ascending((job) => job.onControl),
    rounds: ascending((job) => job.rounds),
  }
}

interface Job {
  readonly verdict: 'failed' | 'inconclusive' | 'passed'
  readonly onCandidate: number
  readonly onControl: number
  readonly rounds: number
}

interface FailingTest {
  readonly name: string
  readonly isKnown: boolean
  readonly candidateRate: number
  readonly controlRate: number
  failed: number
  passed: boolean
  controlPassed: number
  controlFailed: number
}

function simulateJob(situation: ControlledSituation, pool: Float64Array, random: Random): Job {
  const { tests: size, broken, brokenRate, today, worse, stale, outage, wereKnown } = situation
  const rates = Float64Array.from({ length: size }, () => pool[Math.floor(random() * pool.length)] ?? 0)
  const before = Float64Array.from(rates, (rate, i) => (wereKnown && i < broken ? 1 : rate))
  const tests = Array.from(rates, () => ({ failures: 0, runs: 0, failedBefore: false, failed: false }))
  drawBaseline(tests, before, { ...situation, groupSize: 1 }, random)
  const failing: FailingTest[] = []
  for (const [i, test] of tests.entries()) {
    const [fromStart, fromEnd] = [i, size - 1 - i]
    const usual = fromEnd < stale ? 0.6 : (rates[i] ?? 0)
    const controlRate = fromEnd < outage ? 1 : Math.min(1, usual * today)
    const candidateRate = fromStart < broken ? brokenRate : Math.min(1, controlRate + worse)
    test.failed = random() < candidateRate
    if (!test.failed) continue
    const isKnown = 2 * test.failures > test.runs
    const counts = { failed: 1, passed: false, controlPassed: 0, controlFailed: 0 }
    failing.push({ name: `test ${i}`, isKnown, candidateRate, controlRate, ...counts })
  }
  return judge(failing, hasAlarm(tests, baselineOf(tests)), random)
}

function judge(failing: readonly FailingTest[], rings: boolean, random: Random): Job {
  const lead = leadOf(failing.length)
  const sample = sampleOf(failing, ({ name }) => name)
  const attemptsOf = (test: FailingTest): ControlledAttempts => ({ ...test, controlUnanswered: 0 })
  let [alarm, blocks, onCandidate, onControl, losses, wins] = [rings, false, 0, 0, 0, 0]
  let round = 2
  for (; round <= LAST_CONTROLLED_ROUND && !blocks; round += 1) {
    const due = failing.flatMap((test) => {
      const isInSample = sample.has(test)
      const on = runsNext({ ...attemptsOf(test), isInSample }, { lead, round, hasAlarm: alarm })
      return on === null ? [] : [{ test, on, isInSample }]
    })
    if (due.length === 0) break
    for (const { test, on, isInSample } of due) {
      const failed = random() < test.candidateRate
      onCandidate += 1
      if (failed) test.failed += 1
      else test.passed = true
      if (on === 'candidate') continue
      const controlFailed = random() < test.controlRate
      onControl += 1
      if (controlFailed) test.controlFailed += 1
      else test.controlPassed += 1
      if (isInSample && failed && !controlFailed) losses += 1
      if (isInSample && !failed && controlFailed) wins += 1
    }
    if (!alarm) continue
    const verdict = judgeSample(round - 1, losses, wins)
    blocks = verdict === 'blocks'
    alarm = verdict === 'again'
  }
  const classes = failing.map((test) => classifyByControl(attemptsOf(test), lead))
  const isBroken = blocks || classes.includes('broken')
  const isOpen = classes.some((each) => each === 'candidate' || each === 'both')
  return {
    verdict: isBroken ? 'failed' : isOpen ? 'inconclusive' : 'passed',
    onCandidate,
    onControl,
    rounds: round - 1,
  }
}
