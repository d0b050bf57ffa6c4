// What follows for failing tests of files where nobody knows whether they are as before.
import { expect, it } from 'vitest'
import type { TestOutcome } from '../../src/gate/cause.ts'
import { excusesNothing } from '../../src/gate/excuses.ts'
import type { TestChanges } from '../../src/schema.ts'
import { run, sourceIn, test as testResult } from '../fixtures/samples.ts'

const unknown: TestChanges = { known: 'unknown', reason: 'GitHub says no.', tests: [] }
const source = sourceIn('a.yml', 1)

/** What becomes of a test with this outcome. */
function outcomeOf(outcome: TestOutcome, changes: TestChanges, of: typeof source | null) {
  const agentRun = {
    agent: { uuid: 'a', name: 'Bot' },
    control: null,
    tests: null,
    copy: null,
    problem: null,
    baseline: null,
    isJudged: true,
    run: run('Bot', { tests: [testResult('A', { outcome, source: of })] }),
  }
  return excusesNothing(agentRun, changes).run?.tests[0]?.outcome
}

it('a test that may be the pull request’s own is not excused, also by earlier runs, which its author may have made; what blocks stays', () => {
  const excused = [
    ...(['new', 'edited', 'not-compared', 'failed-on-control'] as const),
    ...(['failed-before', 'fails-now-and-then', 'passed-before'] as const),
  ]
  for (const outcome of excused) {
    expect(outcomeOf(outcome, unknown, source)).toBe('undecided')
    expect(outcomeOf(outcome, unknown, null)).toBe(outcome)
    expect(outcomeOf(outcome, unknown, { ...source, change: 'added' })).toBe(outcome)
    for (const known of [
      { ...unknown, known: 'yes' as const, reason: null },
      { ...unknown, known: 'no-pull-request' as const, reason: null },
    ])
      expect(outcomeOf(outcome, known, source)).toBe(outcome)
  }
  for (const outcome of ['passed', 'flaky', 'broke', 'failed', 'unanswered'] as const)
    expect(outcomeOf(outcome, unknown, source)).toBe(outcome)
})

it('nor is one that a step of the job made, unless the control or its earlier runs excuse it', () => {
  const known = { ...unknown, known: 'yes' as const, reason: null }
  const made = { ...source, committed: false }
  for (const outcome of ['new', 'edited', 'not-compared'] as const) {
    expect(outcomeOf(outcome, known, made)).toBe('undecided')
    expect(outcomeOf(outcome, known, source)).toBe(outcome)
  }
  for (const outcome of ['failed-on-control', 'failed-before', 'broke'] as const)
    expect(outcomeOf(outcome, known, made)).toBe(outcome)
})
