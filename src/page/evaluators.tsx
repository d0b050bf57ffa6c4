// What each evaluator said.
import type { ResultsTest } from '../report/results-schema.ts'
import { UNNAMED } from './model.ts'

type Result = ResultsTest['evaluators'][number]

interface EvaluatorsProps {
  readonly title: string
  readonly evaluators: readonly Result[]
}

export function Evaluators({ title, evaluators }: EvaluatorsProps) {
  if (evaluators.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {evaluators.map((result, index) => (
        <Evaluator key={index} result={result} />
      ))}
    </section>
  )
}

function Evaluator({ result }: { readonly result: Result }) {
  const { match, evaluator, reasoning } = result
  const kind = match === false ? 'failing' : match === true ? 'passed' : 'neutral'
  return (
    <article class={`card evaluator ${kind}`}>
      <h4>
        <span dir="auto">{evaluator ?? UNNAMED}</span> <span class={`badge ${kind}`}>{wordOf(result)}</span>
      </h4>
      {reasoning && (
        <p class="text" dir="auto">
          {reasoning}
        </p>
      )}
    </article>
  )
}

/** `Failed`, `2 of 5: Poor` */
function wordOf({ match, score, scaleMax, valueName }: Result): string {
  if (match === true) return 'Passed'
  if (match === false) return 'Failed'
  const rating = score == null ? '' : `${score}${scaleMax == null ? '' : ` of ${scaleMax}`}`
  return [rating, valueName].filter(Boolean).join(': ') || 'No result'
}
