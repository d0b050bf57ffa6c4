// What a test expects of a reply, and the evaluators' verdicts on it.
import { type EvaluatorName, evaluators, evaluatorUuid, scales } from './evaluators.ts'
import type { ReplyCase } from './fixtures/test-case.ts'
import type { Dialect } from './server-version.ts'

/** The evaluators of a test, in order. A second expectation has an evaluator of its own, behind the first. */
export function evaluatorsOfCase(
  names: readonly EvaluatorName[],
  { alsoExpected }: Pick<ReplyCase, 'alsoExpected'>,
) {
  return names.flatMap((name): EvaluatorName[] =>
    name === 'correctness' && alsoExpected !== undefined ? [name, 'other-correctness'] : [name],
  )
}

/** What a test expects of a reply, for each of its evaluators. The oldest servers have only the texts. */
export function criteriaOf(names: readonly EvaluatorName[], testCase: ReplyCase, dialect: Dialect) {
  const used = evaluatorsOfCase(names, testCase)
  if (dialect.version === 'older') {
    const texts = used.flatMap((name) => variablesOf(name, testCase)?.criteria ?? [])
    return texts.length === 1 ? texts[0] : texts
  }
  return used.map((name) => {
    const isTwin = name === 'other-correctness'
    const label = evaluators[name].name + (isTwin ? `-${evaluatorUuid(dialect, name).slice(0, 8)}` : '')
    const values = variablesOf(name, testCase)
    return { name: label, ...(values !== null && { arguments: values }) }
  })
}

function variablesOf(name: EvaluatorName, { expectation, alsoExpected }: ReplyCase) {
  if (!evaluators[name].hasCriteria) return null
  return { criteria: `The reply ${name === 'other-correctness' ? alsoExpected : expectation}.` }
}

/** The evaluators' verdicts on a reply, in the order of the criteria. */
export function judgeResults(
  names: readonly EvaluatorName[],
  testCase: ReplyCase,
  failing: boolean,
  index: number,
  dialect: Dialect,
) {
  return evaluatorsOfCase(names, testCase).map((name) => {
    const { value, reasoning } = verdict(name, testCase, failing, index)
    return {
      evaluator_uuid: evaluatorUuid(dialect, name),
      reasoning,
      match: typeof value === 'boolean' ? value : null,
      score: typeof value === 'number' ? value : null,
      value_name: scales[evaluators[name].outputType].find((step) => step.value === value)?.name ?? null,
      variable_values: variablesOf(name, testCase),
    }
  })
}

const praise = [
  'Clear and complete: the user can act on it at once.',
  'Answers the question first and names the next step.',
  'Friendly, short, and nothing is left open.',
]

/** Failing replies are wrong but polite, so that evaluators differ. */
function verdict(name: EvaluatorName, testCase: ReplyCase, failing: boolean, index: number) {
  const kind = praise[index % praise.length] ?? ''
  switch (name) {
    case 'correctness':
      return {
        value: !failing,
        reasoning: failing ? testCase.failureReason : `The reply ${testCase.expectation}.`,
      }
    case 'other-correctness':
      return { value: true, reasoning: `The reply ${testCase.alsoExpected}.` }
    case 'style':
    case 'tone':
      return { value: true, reasoning: 'Polite, on topic, and in the language of the user.' }
    case 'helpfulness':
      // Whatever is below the top fails, and a judge praises it all the same.
      return failing
        ? { value: 3, reasoning: `${kind} A little more detail would make it perfect.` }
        : { value: 5, reasoning: kind }
    default:
      return name satisfies never
  }
}
