// What each evaluator said.

import { ratingText } from '../results/evidence.ts'
import type { EvaluatorResult } from '../schema.ts'
import { UNNAMED } from './model.ts'
import { Text } from './text.tsx'

interface EvaluatorsProps {
  readonly title: string
  readonly evaluators: readonly EvaluatorResult[]
}

export function Evaluators({ title, evaluators }: EvaluatorsProps) {
  if (evaluators.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {evaluators.map((result, index) => (
        <EvaluatorView key={index} result={result} />
      ))}
    </section>
  )
}

function EvaluatorView({ result }: { readonly result: EvaluatorResult }) {
  const { passed, evaluator, reasoning } = result
  const kind = passed === false ? 'failed' : passed === true ? 'passed' : 'neutral'
  return (
    <article class={`card evaluator ${kind}`}>
      <h4>
        <span dir="auto">{evaluator ?? UNNAMED}</span>{' '}
        <span class={`badge ${kind}`}>{verdictWord(result)}</span>
      </h4>
      {reasoning && <Text text={reasoning} />}
    </article>
  )
}

/** `Failed`, `Failed: 2 of 5, "Poor"` */
function verdictWord(result: EvaluatorResult): string {
  const rating = ratingText(result)
  if (result.passed === null) return rating ?? 'No result'
  return `${result.passed ? 'Passed' : 'Failed'}${rating === null ? '' : `: ${rating}`}`
}
