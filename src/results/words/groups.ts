// What groups of tests and of agents are called, and what they mean: the words of every report.
import type { ResultsAgent, ResultsTest, TestGroup } from '../../schema.ts'
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

/** @param words what one test is, or what it did behind `test|` */
function row(section: Section, sign: string, words: string, note: string): GroupWords {
  const [noun = '', did = ''] = words.split('|')
  return {
    section,
    sign,
    label: did || noun,
    note,
    title: (tests) => counted(tests, noun) + (did && ` ${did}`),
  }
}

const FIX = 'If a reply is wrong, fix the agent. If it is right, correct the test or its evaluator.'
const UNJUDGED = 'Failed, and could not be compared often enough to say whether it broke.'
const NEW = 'Failed, but does not block, because it may never have passed.'
const BEFORE =
  'Failed so often in its earlier runs, or has so few of them, that this proves nothing. Does not block.'
const CONTROL =
  'Failed on the control, too, so it does not block. The change may still make it fail more often.'
const FLAKY = 'Did not pass at first, then passed when it was run again. Does not block.'

/** Most important first. */
export const groups: Readonly<Record<TestGroup, GroupWords>> = {
  broken: row('blocks', '❌', 'test|broke', FIX),
  failed: row('blocks', '❌', 'test|failed', FIX),
  undetermined: row('blocks', '⚠️', 'inconclusive test', UNJUDGED),
  new: row('does-not-block', '🆕', 'new failing test', NEW),
  'control-fails': row('does-not-block', '➖', 'test|failed on the control, too', CONTROL),
  'failed-before': row('does-not-block', '➖', 'test|may fail anyway', BEFORE),
  accepted: row('does-not-block', '☑️', 'accepted test', 'Does not block for now.'),
  flaky: row('does-not-block', '🔁', 'flaky test', FLAKY),
  unanswered: row('without-result', '⚠️', 'test|without a result', 'Could not be run or evaluated.'),
  pending: row('without-result', '⏳', 'test|still running', 'The run continues.'),
  passed: row('passed', '✅', 'test|passed', 'Passed its first attempt.'),
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
