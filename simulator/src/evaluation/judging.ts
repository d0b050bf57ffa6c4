// What a test expects of a reply, by its case or as it was written, and the evaluators' verdicts on it.
import { type EvaluatorName, type EvaluatorUse, evaluators, evaluatorUuid, scales } from './evaluators.ts'
import type { ReplyCase } from './fixtures/test-case.ts'
import type { Dialect } from './server-version.ts'
import type { Test } from './test.ts'

/** The evaluators of a test, in order. A second expectation has an evaluator of its own. */
export function evaluatorsOf(
  names: readonly EvaluatorName[],
  { case: testCase, written }: Test,
): readonly EvaluatorUse[] {
  if (testCase.kind === 'tool-call') return []
  if (written !== null) return written.evaluators
  const { expectation, alsoExpected } = testCase
  return names.flatMap((name): EvaluatorUse[] => {
    const [variable] = evaluators[name].variables
    const expected = name === 'other-correctness' ? alsoExpected : expectation
    if (expected === undefined) return []
    return [{ name, values: variable === undefined ? null : { [variable.name]: `The reply ${expected}.` } }]
  })
}

/** What a test expects of a reply, for each of its evaluators. */
export function criteriaOf(names: readonly EvaluatorName[], test: Test) {
  return evaluatorsOf(names, test).map(({ name, values }) => ({
    name: evaluators[name].name,
    ...(values !== null && { arguments: values }),
  }))
}

/** Those that fail a wrong reply. */
export function failingUses(uses: readonly EvaluatorUse[]): readonly EvaluatorUse[] {
  const strict = uses.filter(({ name }) => name === 'correctness' || name === 'helpfulness')
  return strict.length > 0 ? strict : uses.slice(0, 1)
}

/** The evaluators' verdicts on a reply, in the order of the criteria. */
export function judgeResults(
  uses: readonly EvaluatorUse[],
  testCase: ReplyCase,
  failing: boolean,
  index: number,
  dialect: Dialect,
) {
  const failed = failing ? failingUses(uses) : []
  return uses.map((use) => {
    const { name, values } = use
    const { value, reasoning } = verdict(name, testCase, failed.includes(use), index)
    return {
      evaluator_uuid: evaluatorUuid(dialect, name),
      reasoning,
      match: typeof value === 'boolean' ? value : null,
      score: typeof value === 'number' ? value : null,
      value_name: scales[evaluators[name].outputType].find((step) => step.value === value)?.name ?? null,
      variable_values: values,
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
  if (failing && name !== 'helpfulness') return { value: false, reasoning: testCase.failureReason }
  switch (name) {
    case 'correctness':
    case 'goal':
    case 'faithfulness':
      return { value: true, reasoning: `The reply ${testCase.expectation}.` }
    case 'other-correctness':
      return { value: true, reasoning: `The reply ${testCase.alsoExpected ?? testCase.expectation}.` }
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
