// What excuses no failing test of a file, where nobody knows whether it is as before the change.

import type { TestChanges } from '../schema.ts'
import type { JudgedTest, TestOutcome } from './cause.ts'
import type { AgentRun } from './model.ts'

/** Whether a failing test with this outcome does not block. */
const EXCUSED: Readonly<Record<TestOutcome, 'never' | 'as nothing is known' | 'as others fail, too'>> = {
  new: 'as nothing is known',
  edited: 'as nothing is known',
  'not-compared': 'as nothing is known',
  'failed-on-control': 'as others fail, too',
  // In runs that another pull request of the same author may have made.
  'failed-before': 'as others fail, too',
  'fails-now-and-then': 'as others fail, too',
  'passed-before': 'as others fail, too',
  passed: 'never',
  flaky: 'never',
  failed: 'never',
  broke: 'never',
  undecided: 'never',
  unanswered: 'never',
  'not-run': 'never',
  pending: 'never',
}

/** A test that a step of the job made stays what its control or its earlier runs say. */
export function excusesNothing(agentRun: AgentRun, changes: TestChanges | null): AgentRun {
  if (agentRun.run === null) return agentRun
  const tests = agentRun.run.tests.map((test): JudgedTest => {
    const excused = EXCUSED[test.outcome]
    if (test.source === null || test.source.change !== null || excused === 'never') return test
    const isMade = !test.source.committed && excused === 'as nothing is known'
    if (!isMade && changes?.known !== 'unknown') return test
    const why = isMade ? 'made-by-job' : 'changes-unknown'
    return { ...test, outcome: 'undecided', undecided: { why, problem: null, url: null } }
  })
  return { ...agentRun, run: { ...agentRun.run, tests } }
}
