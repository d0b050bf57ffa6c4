// What follows for failing tests of files where nobody knows whether they are as before.
import { expect, it } from 'vitest'
import type { TestOutcome } from '../../src/gate/cause.ts'
import { excusesNothing } from '../../src/gate/excuses.ts'
import type { TestChanges, TestSource } from '../../src/schema.ts'
import { run, sourceIn, test as testResult } from '../fixtures/samples.ts'

const file = sourceIn('a.yml', 1)
const made = { ...file, committed: false }
const known: TestChanges = { known: 'yes', reason: null, tests: [] }
const unknown: TestChanges = { known: 'unknown', reason: 'GitHub says no.', tests: [] }

function outcomeOf(outcome: TestOutcome, source: TestSource | null, changes: TestChanges, isHidden = false) {
  const none = { control: null, tests: null, copy: null, problem: null, baseline: null }
  const results = run('Bot', { tests: [testResult('A', { outcome, source })] })
  const agentRun = { ...none, agent: { uuid: 'a', name: 'Bot' }, isJudged: true, run: results }
  return excusesNothing(agentRun, { changes, isHidden }).run?.tests[0]?.outcome
}

// Whether it is undecided: what the change does is not known · the change itself hides it · a step of the job made its file.
it.each<[TestOutcome, boolean, boolean, boolean]>([
  ['new', true, true, true],
  ['edited', true, true, true],
  ['not-compared', true, true, true],
  ['failed-on-control', true, true, false],
  ['failed-before', false, true, false],
  ['fails-now-and-then', false, true, false],
  ['passed-before', false, true, false],
  ['broke', false, false, false],
  ['failed', false, false, false],
  ['flaky', false, false, false],
  ['passed', false, false, false],
  ['undecided', false, false, false],
  ['unanswered', false, false, false],
  ['not-run', false, false, false],
  ['pending', false, false, false],
])('a test that is %s', (outcome, ifUnknown, ifHidden, ifMade) => {
  const became = (isUndecided: boolean) => (isUndecided ? 'undecided' : outcome)
  expect(outcomeOf(outcome, file, unknown)).toBe(became(ifUnknown))
  expect(outcomeOf(outcome, file, unknown, true)).toBe(became(ifHidden))
  expect(outcomeOf(outcome, made, known)).toBe(became(ifMade))
  expect(outcomeOf(outcome, file, known)).toBe(outcome)
  expect(outcomeOf(outcome, file, { ...known, known: 'no-pull-request' })).toBe(outcome)
  // Linked on the service; and known to be the pull request's own.
  expect(outcomeOf(outcome, null, unknown, true)).toBe(outcome)
  expect(outcomeOf(outcome, { ...file, change: 'added' }, unknown, true)).toBe(outcome)
})
