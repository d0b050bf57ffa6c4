// Simulated pull requests with a control: what the shipped functions say about tests whose chances to fail are known, on the
// candidate and on the control. Seeded, so the same options give the same figures.

import {
  afterRound,
  type ControlledJob,
  dueTests,
  isBlocked,
  outcomeOf,
  startJob,
} from '../../src/gate/control/rule.ts'
import type { Attempt } from '../../src/gate/runs/attempts.ts'
import { drawRates, mulberry32, type Random } from './rule-random.ts'

/** The chance of each test to fail, on the control and with the change. */
export interface Suite {
  readonly control: Float64Array
  readonly candidate: Float64Array
}

export interface ControlledSituation {
  readonly tests: number
  /** Changes the realistic rates of a suite that is unchanged. */
  readonly change?: (suite: Suite) => void
  /** How often all tests of a run fail, whatever their rates. */
  readonly failingRuns?: number
  /** These sides are down for rounds, each by itself: how often that starts, and stays. */
  readonly outages?: {
    readonly of: readonly (keyof Suite)[]
    readonly starts: number
    readonly stays: number
  }
}

export interface ControlledFigures {
  /** Shares of the trials, 0 to 1. */
  readonly blocked: number
  readonly inconclusive: number
  /** One number per trial, ascending: test executions beyond the first run, on both agents; and rounds, the first run included. */
  readonly executions: readonly number[]
  readonly rounds: readonly number[]
}

export function simulateControlled(
  situation: ControlledSituation,
  trials: number,
  seed = 1,
): ControlledFigures {
  const random = mulberry32(seed)
  const jobs = Array.from({ length: trials }, (_, trial) => simulateJob(situation, `${trial}`, random))
  const ascending = (of: (job: Job) => number) => jobs.map(of).sort((a, b) => a - b)
  const share = (verdict: Job['verdict']) => jobs.filter((job) => job.verdict === verdict).length / trials
  return {
    blocked: share('failed'),
    inconclusive: share('inconclusive'),
    executions: ascending(({ executions }) => executions),
    rounds: ascending(({ rounds }) => rounds),
  }
}

interface Job {
  readonly verdict: 'failed' | 'inconclusive' | 'passed'
  readonly executions: number
  readonly rounds: number
}

/** @param name its tests have names of their own, so that each job has its own sample */
function simulateJob(
  { tests, change, failingRuns = 0, outages }: ControlledSituation,
  name: string,
  random: Random,
): Job {
  const control = drawRates(tests, random)
  const suite = { control, candidate: control.slice() }
  change?.(suite)
  const isDown = { candidate: false, control: false }
  /** Whether each test of a run fails. */
  const launch = (side: keyof Suite) => {
    if (outages?.of.includes(side)) isDown[side] = random() < (isDown[side] ? outages.stays : outages.starts)
    const isFailing = isDown[side] || random() < failingRuns
    return (index: number): Attempt['answer'] =>
      isFailing || random() < (suite[side][index] ?? 0) ? 'failed' : 'passed'
  }
  const [first] = [launch('candidate'), launch('control')]
  const failing = [...control.keys()]
    .filter((index) => first(index) === 'failed')
    .map((index) => ({ id: `${index}`, agent: 'agent', name: `${name} ${index}` }))
  let [job, executions]: [ControlledJob, number] = [startJob(failing, tests), 0]
  for (let due = dueTests(job); due.size > 0; due = dueTests(job)) {
    const [candidate, onControl] = [launch('candidate'), launch('control')]
    const attempts = [...due].flatMap(([test, on]) => {
      const onCandidate = { test, side: 'candidate', answer: candidate(Number(test)) } as const
      if (on === 'candidate') return [onCandidate]
      return [onCandidate, { test, side: 'control', answer: onControl(Number(test)) } as const]
    })
    executions += attempts.length
    job = afterRound(job, attempts)
  }
  const outcomes = new Set([...job.tests.values()].map((test) => outcomeOf(job, test)))
  const isFailed = isBlocked(job)
  const verdict = isFailed ? 'failed' : outcomes.has('undecided') ? 'inconclusive' : 'passed'
  return { verdict, executions, rounds: job.round - 1 }
}
