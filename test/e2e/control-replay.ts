// Replays the rule with a control on what a results file says of each test, and compares which attempts were made.
import { expect } from 'vitest'
import {
  type ControlledAttempts,
  classifyByControl,
  judgeSample,
  LAST_CONTROLLED_ROUND,
  leadOf,
  runsNext,
  sampleOf,
} from '../../src/gate/rule.ts'
import type { Results, ResultsTest } from '../../src/results/schema.ts'

type Status = ResultsTest['status'] | undefined

interface Replayed {
  readonly test: ResultsTest
  readonly onCandidate: Status[]
  readonly onControl: Status[]
  counts: ControlledAttempts
}

/** How many runs of tests the rule asks for after the first run, by round and agent. */
export interface Rounds {
  readonly candidate: number
  readonly control: number
  /** Rounds with a run of the control. */
  readonly controlRounds: number
  readonly rounds: number
}

/** Of a job whose attempts were all answered. */
export function expectRuleWasKept({ agents, comparison }: Results): Rounds {
  const failing = agents
    .flatMap(({ run }) => run?.tests ?? [])
    .flatMap((test) => (test.baseline === null ? [] : [replayed(test, test.baseline)]))
  const lead = leadOf(failing.length)
  const alarm = comparison?.control?.alarm ?? null
  const sample = alarm === null ? new Set() : sampleOf(failing, ({ test }) => test.name ?? test.id)
  let [verdict, losses, wins, candidate, control, controlRounds, rounds]: [
    ReturnType<typeof judgeSample>,
    ...number[],
  ] = [alarm === null ? 'not-confirmed' : 'again', 0, 0, 0, 0, 0, 0]
  for (let round = 2; round <= LAST_CONTROLLED_ROUND && verdict !== 'blocks'; round++) {
    const hasAlarm = verdict === 'again'
    const due = failing.flatMap((each) => {
      const isInSample = sample.has(each)
      const on = runsNext({ ...each.counts, isInSample }, { lead, round, hasAlarm })
      return on === null ? [] : [{ each, on, isInSample }]
    })
    if (due.length === 0) break
    rounds += 1
    if (due.some(({ on }) => on === 'both')) controlRounds += 1
    for (const { each, on, isInSample } of due) {
      const here = each.onCandidate.shift()
      expect(['passed', 'failed']).toContain(here)
      candidate += 1
      if (here === 'passed') each.counts = { ...each.counts, passed: true }
      else each.counts = { ...each.counts, failed: each.counts.failed + 1 }
      if (on === 'candidate') continue
      const there = each.onControl.shift()
      expect(['passed', 'failed']).toContain(there)
      control += 1
      const { controlPassed, controlFailed } = each.counts
      if (there === 'passed') each.counts = { ...each.counts, controlPassed: controlPassed + 1 }
      else each.counts = { ...each.counts, controlFailed: controlFailed + 1 }
      if (isInSample && here === 'failed' && there === 'passed') losses += 1
      if (isInSample && here === 'passed' && there === 'failed') wins += 1
    }
    if (hasAlarm) verdict = judgeSample(round - 1, losses, wins)
  }
  for (const { test, onCandidate, onControl, counts } of failing) {
    expect([test.name, onCandidate, onControl]).toEqual([test.name, [], []])
    const became = classifyByControl(counts, lead)
    expect(test.baseline?.class).toBe(became === 'candidate' || became === 'both' ? 'undetermined' : became)
  }
  if (alarm !== null)
    expect(alarm).toMatchObject({ onlyCandidate: losses, onlyControl: wins, blocks: verdict === 'blocks' })
  return { candidate, control, controlRounds, rounds }
}

function replayed(test: ResultsTest, { failures, runs }: NonNullable<ResultsTest['baseline']>): Replayed {
  const statuses = test.attempts.map(({ status }) => status)
  return {
    test,
    onCandidate: statuses.slice(1),
    onControl: test.control?.attempts.map(({ status }) => status) ?? [],
    counts: {
      failed: 1,
      passed: false,
      isKnown: 2 * failures > runs,
      controlPassed: 0,
      controlFailed: 0,
      controlUnanswered: 0,
    },
  }
}
