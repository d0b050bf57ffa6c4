// Replays the rule with a control on what a results file says of each test, and compares which attempts were made.
import { expect } from 'vitest'
import { afterRound, dueTests, outcomeOf, startJob } from '../../src/gate/compare/control-rule.ts'
import type { Answer, RoundAnswers } from '../../src/gate/model.ts'
import { hasFailed, isAccepted, type Results, type ResultsAttempt } from '../../src/schema.ts'

/** How many runs of tests the rule asks for after the first run, by round and agent. */
export interface Rounds {
  readonly candidate: number
  readonly control: number
  /** Rounds with a run of the control. */
  readonly controlRounds: number
  readonly rounds: number
}

/** Of a job whose attempts were all answered. */
export function expectRuleWasKept({ agents, decisions }: Results): Rounds {
  const tests = agents.flatMap(({ uuid, run }) =>
    (run?.tests ?? []).map((test) => ({ ...test, agent: uuid })),
  )
  const failing = tests.flatMap((test) => {
    const statuses = [hasFailed(test) ? 'failed' : test.outcome, ...test.attempts.map(({ status }) => status)]
    if (!statuses.includes('failed') || isAccepted(test)) return []
    const id = `${test.agent} ${test.id}`
    const left = { candidate: test.attempts.slice(1), control: [...(test.control?.attempts ?? [])] }
    return [{ ...test, id, name: test.name ?? test.id, left }]
  })
  const byId = new Map(failing.map((test) => [test.id, test]))
  let job = startJob(failing, tests.length)
  const made = { candidate: 0, control: 0, controlRounds: 0, rounds: 0 }
  for (let due = dueTests(job); due.size > 0; due = dueTests(job)) {
    const answers = new Map<string, RoundAnswers>()
    for (const [id, on] of due) {
      const { left } = byId.get(id) ?? { left: { candidate: [], control: [] } }
      const candidate = answered(left.candidate.shift())
      answers.set(id, { candidate, control: on === 'both' ? answered(left.control.shift()) : null })
    }
    const ofControl = [...due.values()].filter((on) => on === 'both').length
    made.candidate += due.size
    made.control += ofControl
    made.controlRounds += ofControl > 0 ? 1 : 0
    made.rounds += 1
    job = afterRound(job, answers)
  }
  for (const { id, left, outcome } of failing) {
    expect([id, left]).toEqual([id, { candidate: [], control: [] }])
    const state = job.tests.get(id)
    const should = state === undefined ? null : outcomeOf(state, job.requiredMargin)
    const open = job.sample?.blocks === true ? 'failed' : 'undecided'
    expect(outcome).toBe(should === 'undecided' ? open : should)
  }
  const { sample } = job
  const told = sample && {
    tests: sample.ids.length,
    rounds: sample.rounds,
    roundsWorse: sample.roundsWorse,
    blocks: sample.blocks,
  }
  expect(decisions[0]?.sample).toEqual(told)
  return made
}

function answered(attempt: ResultsAttempt | undefined): Answer {
  expect(['passed', 'failed']).toContain(attempt?.status)
  return attempt?.status === 'passed' ? 'passed' : 'failed'
}
