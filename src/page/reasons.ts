// Why a test failed: its evaluators, its attempts, its earlier runs.
import { attemptsText } from '../report/test-groups.ts'
import { earlierText } from '../report/units.ts'
import { asSentence } from './headline.ts'
import type { Test } from './model.ts'

const CLASSES = {
  broken: 'Broke: it used to pass, and now fails every attempt.',
  'known-failure': 'Known failure: it failed in more than half of its earlier runs, too. It does not block.',
  new: 'New: no earlier run has this test. It does not block.',
  flaky: 'Flaky: it failed at first, then passed. It does not block.',
  unreliable: 'Too unreliable to judge: it fails too often anyway. It does not block.',
  undetermined: 'Could not be judged: it was not run often enough to tell whether it broke.',
} as const

export interface History {
  readonly kind: keyof typeof CLASSES | null
  /** What it means; empty without a class. */
  readonly meaning: string
  /** `Failed 3 of 3 attempts. Passed all of its last 10 runs.` */
  readonly evidence: string
}

/** Null if it was run once and compared with nothing. */
export function historyOf({ status, attempts, baseline }: Test['record']): History | null {
  const kind = baseline?.class ?? (status === 'flaky' ? 'flaky' : null)
  if (kind === null && attempts.length < 2) return null
  const evidence = [
    attempts.length > 1 && attemptsText(attempts),
    baseline !== null && baseline.runs > 0 && earlierText(baseline.failures, baseline.runs),
  ]
  return {
    kind,
    meaning: kind === null ? '' : CLASSES[kind],
    evidence: evidence
      .filter((part) => part !== false)
      .map(asSentence)
      .join(' '),
  }
}

type Evaluators = Test['record']['evaluators']

export interface Explanation {
  readonly title: string
  /** Why the test failed, if its evaluators do not say so; null if they do or nothing is known. */
  readonly reasoning: string | null
  /** Those that failed it; for a failing test without any, its ratings, which may have. */
  readonly evaluators: Evaluators
  readonly evaluatorsTitle: string
  readonly others: Evaluators
}

const TITLES = { failed: 'Why it failed', flaky: 'Why it failed at first' } as const

export function explanationOf({ status, reasoning, evaluators }: Test['record']): Explanation {
  const title = status === 'failed' || status === 'flaky' ? TITLES[status] : 'Reason'
  const hasFailed = evaluators.some(({ passed }) => passed === false)
  const isWhy = ({ passed, score }: Evaluators[number]) =>
    hasFailed ? passed === false : status === 'failed' && passed === null && score !== null
  const isSaid = hasFailed || evaluators.some((each) => each.reasoning === reasoning)
  return {
    title,
    reasoning: isSaid ? null : reasoning,
    evaluators: evaluators.filter(isWhy),
    evaluatorsTitle: hasFailed ? title : 'Ratings',
    others: evaluators.filter((each) => !isWhy(each)),
  }
}
