// What groups of tests and of agents are called, and what they mean: the words of every report.
import type { ResultsAgent, ResultsTest, TestGroup } from '../schema.ts'
import { counted } from '../units.ts'

export type Section = 'blocks' | 'does-not-block' | 'without-result' | 'passed'

export const sections: Readonly<Record<Section, string>> = {
  blocks: 'Blocks the merge',
  'does-not-block': 'Does not block',
  'without-result': 'Without a result',
  passed: 'Passed',
}

interface GroupWords {
  readonly sign: string
  /** What became of one test. */
  readonly label: string
  /** Of n tests. */
  readonly title: (tests: number) => string
  /** What it means for the verdict. */
  readonly note: string
  readonly section: Section
}

/** Most important first. */
export const groups: Readonly<Record<TestGroup, GroupWords>> = {
  broken: {
    sign: '❌',
    label: 'broke',
    title: (tests) => `${counted(tests, 'test')} broke`,
    note: 'If a reply is wrong, fix the agent. If it is right, correct the test or its evaluator.',
    section: 'blocks',
  },
  failed: {
    sign: '❌',
    label: 'failed',
    title: (tests) => `${counted(tests, 'test')} failed`,
    note: 'If a reply is wrong, fix the agent. If it is right, correct the test or its evaluator.',
    section: 'blocks',
  },
  undetermined: {
    sign: '⚠️',
    label: 'inconclusive',
    title: (tests) => counted(tests, 'inconclusive test'),
    note: 'Failed, and could not be compared often enough to say whether it broke.',
    section: 'blocks',
  },
  new: {
    sign: '🆕',
    label: 'new test',
    title: (tests) => counted(tests, 'new failing test'),
    note: 'Failed, and there is no earlier result to compare with. Does not block.',
    section: 'does-not-block',
  },
  'known-failure': {
    sign: '➖',
    label: 'known failure',
    title: (tests) => counted(tests, 'known failure'),
    note: 'Failed in more than half of its earlier runs, too. Does not block.',
    section: 'does-not-block',
  },
  'control-fails': {
    sign: '➖',
    label: 'failed on the control, too',
    title: (tests) => `${counted(tests, 'test')} failed on the control, too`,
    note: 'Failed on the control, too, so it does not block. The change may still make it fail more often.',
    section: 'does-not-block',
  },
  unreliable: {
    sign: '⚠️',
    label: 'unreliable test',
    title: (tests) => counted(tests, 'unreliable test'),
    note: 'Failed every attempt, but fails too often anyway to say that it broke. Does not block.',
    section: 'does-not-block',
  },
  accepted: {
    sign: '☑️',
    label: 'accepted test',
    title: (tests) => counted(tests, 'accepted test'),
    note: 'Does not block for now.',
    section: 'does-not-block',
  },
  flaky: {
    sign: '🔁',
    label: 'flaky test',
    title: (tests) => counted(tests, 'flaky test'),
    note: 'Did not pass at first, then passed when it was run again. Does not block.',
    section: 'does-not-block',
  },
  unanswered: {
    sign: '⚠️',
    label: 'without a result',
    title: (tests) => `${counted(tests, 'test')} without a result`,
    note: 'Could not be run or evaluated.',
    section: 'without-result',
  },
  pending: {
    sign: '⏳',
    label: 'still running',
    title: (tests) => `${counted(tests, 'test')} still running`,
    note: 'Its run goes on.',
    section: 'without-result',
  },
  passed: {
    sign: '✅',
    label: 'passed',
    title: (tests) => `${counted(tests, 'test')} passed`,
    note: 'Passed its first attempt.',
    section: 'passed',
  },
}

export const groupOrder = Object.keys(groups) as readonly TestGroup[]

export const agentGroups: Readonly<
  Record<ResultsAgent['group'], { readonly sign: string; readonly label: string }>
> = {
  blocks: { sign: '❌', label: 'failed' },
  inconclusive: { sign: '⚠️', label: 'inconclusive' },
  'does-not-block': { sign: '⚠️', label: 'failed, does not block' },
  skipped: { sign: '⏭️', label: 'skipped' },
  passed: { sign: '✅', label: 'passed' },
}

/** Of attempts. */
export const statuses: Readonly<Record<ResultsTest['status'], string>> = {
  passed: 'passed',
  flaky: 'passed when it was run again',
  failed: 'failed',
  unanswered: 'no answer',
  'not-run': 'not run',
  pending: 'no result',
}
