// What the rule with a control does at most to unchanged tests: exact, over all courses of a job.

import { afterRound, type ControlledJob, dueTests, isBlocked, startJob } from '../../src/gate/control/rule.ts'
import type { Attempt } from '../../src/gate/runs/attempts.ts'

/** From 2% to 98%. */
const rates = Array.from({ length: 49 }, (_, index) => (index + 1) / 50)

const signs: Readonly<Record<string, Attempt['answer']>> = { '+': 'passed', '-': 'failed', '?': 'unanswered' }

/** The answers of one round to each test, those of the candidate first. The last pair is that of all further tests. */
export function afterPairs(job: ControlledJob, ...pairs: readonly string[]): ControlledJob {
  const attempts = [...job.tests.keys()].flatMap((test, index) => {
    const [candidate = '?', control = '?'] = pairs[index] ?? pairs.at(-1) ?? ''
    return [
      { test, side: 'candidate', answer: signs[candidate] ?? 'unanswered' } as const,
      { test, side: 'control', answer: signs[control] ?? 'unanswered' } as const,
    ]
  })
  return afterRound(job, attempts)
}

/** Tests of a job that failed its first run. */
export function failing(count: number, agent = 'ada') {
  return Array.from({ length: count }, (_, index) => ({
    id: `${agent} ${index}`,
    agent,
    name: `test ${index}`,
  }))
}

/** The chances of the pairs that a round may give. */
export type Chances = Readonly<Record<string, number>>

/**
 * The largest probability that `isBad` holds at the end of a job whose tests all answer alike, if every round has the chances that
 * make it likeliest: rates may vary between rounds.
 */
export function worstProbability(
  start: ControlledJob,
  chances: readonly Chances[],
  isBad: (job: ControlledJob) => boolean,
): number {
  const known = new Map<string, number>()
  const from = (job: ControlledJob): number => {
    if (isBad(job)) return 1
    if (dueTests(job).size === 0) return 0
    const { sample, silentRounds } = job
    // Those of a sample, and those that wait for it.
    const tests = [...job.tests.values()]
    const isIn = ({ id }: { readonly id: string }) => sample?.ids.includes(id) === true
    const each = [tests.find(isIn), tests.find((test) => !isIn(test))]
    const key = [
      job.round,
      ...each.flatMap((test) => Object.values(test ?? {})),
      sample?.roundsWorse,
      sample?.isOpen,
      sample?.isLost,
      ...silentRounds.candidate.values(),
      ...silentRounds.control.values(),
    ].join()
    const before = known.get(key)
    if (before !== undefined) return before
    const after = new Map(Object.keys(chances[0] ?? {}).map((pair) => [pair, from(afterPairs(job, pair))]))
    const sums = chances.map((round) =>
      Object.entries(round).reduce((sum, [pair, chance]) => sum + chance * (after.get(pair) ?? 0), 0),
    )
    const worst = Math.max(...sums)
    known.set(key, worst)
    return worst
  }
  return from(start)
}

/** Both sides fail at the same rate, which is any from 2% to 98%, and answer nothing so often. */
function alike(silent = 0, controlSilent = silent): readonly Chances[] {
  const chance = (sign: string, rate: number, none: number) =>
    sign === '?' ? none : (1 - none) * (sign === '-' ? rate : 1 - rate)
  const pairs = [...'+-?'].flatMap((a) => [...'+-?'].map((b) => [a, b] as const))
  return rates.map((rate) =>
    Object.fromEntries(
      pairs
        .map(([a, b]) => [a + b, chance(a, rate, silent) * chance(b, rate, controlSilent)] as const)
        .filter(([, each]) => each > 0),
    ),
  )
}

/**
 * The largest chance that unchanged tests which failed block, if they answer alike in every round, and by their weights alone.
 * @param tests how many the job has
 */
export function worstShare(of: number, tests: number, ...silent: number[]): number {
  return worstProbability(startJob(failing(of), tests), alike(...silent), isBlocked)
}
