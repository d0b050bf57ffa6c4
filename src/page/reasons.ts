// Why a test failed: its evaluators and its own reason.

import { ownReason } from '../results/evidence.ts'
import { type EvaluatorResult, isFlaky, type ResultsTest } from '../schema.ts'

interface Explanation {
  readonly title: string
  /** The reason of the test itself; null if its evaluators say it, or if there is none. */
  readonly reasoning: string | null
  /** Those that failed it; for a failing test without any, its ratings, which may have. */
  readonly evaluators: readonly EvaluatorResult[]
  readonly evaluatorsTitle: string
  readonly others: readonly EvaluatorResult[]
}

const TITLES = { failed: 'Why it failed', flaky: 'Why it failed before it passed' } as const

export function explanationOf(test: ResultsTest): Explanation {
  const { failed: isFailed, error, evaluators } = test
  const title = isFailed ? TITLES.failed : isFlaky(test) ? TITLES.flaky : 'Reason'
  const isExplained = evaluators.some(({ passed }) => passed === false)
  const isWhy = ({ passed, score }: EvaluatorResult) =>
    isExplained ? passed === false : isFailed && passed === null && score !== null
  return {
    title,
    // An error is said as what became of the test.
    reasoning: error === null ? ownReason(test) : null,
    evaluators: evaluators.filter(isWhy),
    evaluatorsTitle: isExplained ? title : 'Ratings',
    others: evaluators.filter((each) => !isWhy(each)),
  }
}
