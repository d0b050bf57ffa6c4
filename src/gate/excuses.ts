// What excuses no failing test of a file, where nobody knows whether it is as before the change.

import type { TestsPlan } from '../change/plan.ts'
import type { JudgedTest, TestOutcome } from './cause.ts'
import type { AgentRun } from './model.ts'

/** `unknown`: what the change does; `hidden`: the change itself keeps that from being known; `made`: a step of the job made the file, perhaps because of the change. */
type Doubt = 'unknown' | 'hidden' | 'made'

/** What leaves a test undecided that this outcome would excuse. One that failed before is older; but another pull request of the same author may have made it fail. */
const DOUBTS: Readonly<Record<TestOutcome, readonly Doubt[]>> = {
  passed: [],
  flaky: [],
  failed: [],
  broke: [],
  'failed-before': ['hidden'],
  'fails-now-and-then': ['hidden'],
  'passed-before': ['hidden'],
  'failed-on-control': ['hidden', 'unknown'],
  edited: ['hidden', 'unknown', 'made'],
  new: ['hidden', 'unknown', 'made'],
  'not-compared': ['hidden', 'unknown', 'made'],
  undecided: [],
  unanswered: [],
  'not-run': [],
  pending: [],
}

/** @param files null without tests of files */
export function excusesNothing(
  agentRun: AgentRun,
  files: Pick<TestsPlan, 'changes' | 'isHidden'> | null,
): AgentRun {
  if (agentRun.run === null) return agentRun
  const tests = agentRun.run.tests.map((test): JudgedTest => {
    const { source, outcome } = test
    if (source === null || source.change !== null) return test
    const doubts = DOUBTS[outcome]
    const isUnknown =
      files?.changes.known === 'unknown' && doubts.includes(files.isHidden ? 'hidden' : 'unknown')
    const isMade = !source.committed && doubts.includes('made')
    if (!isUnknown && !isMade) return test
    const why = isMade ? 'made-by-job' : 'changes-unknown'
    return { ...test, outcome: 'undecided', undecided: { why, problem: null, url: null } }
  })
  return { ...agentRun, run: { ...agentRun.run, tests } }
}
