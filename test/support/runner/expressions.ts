// Evaluates expressions with GitHub's own library: `${{ … }}` in strings, bare ones in `if:`.
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'

/** Plain values by context name: `github`, `inputs`, `matrix`, `secrets`, `steps` … */
export type Contexts = Readonly<Record<string, unknown>>

/** `skipped`: the needed job did not run, which is neither success nor failure. */
export type JobStatus = 'success' | 'failure' | 'cancelled' | 'skipped'

/** The string with its expressions evaluated. @throws for an unknown context or function */
export function interpolate(template: string, contexts: Contexts, status: JobStatus = 'success'): string {
  return template.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, status).coerceString(),
  )
}

/** Whether a step or job with this `if:` runs. Without a status function, it runs only after success. */
export function holds(condition: string | undefined, contexts: Contexts, status: JobStatus): boolean {
  const [, wrapped] = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition ?? '') ?? []
  const expression = wrapped ?? condition ?? 'success()'
  const usesStatus = /\b(?:always|cancelled|failure|success)\s*\(/i.test(expression)
  const whole = usesStatus ? expression : `success() && (${expression})`
  return isTruthy(evaluate(whole, contexts, status))
}

function evaluate(expression: string, contexts: Contexts, status: JobStatus): data.ExpressionData {
  const functions = statusFunctions(status)
  const { tokens } = new Lexer(expression.trim()).lex()
  const tree = new Parser(tokens, Object.keys(contexts), [...functions.values()]).parse()
  const dictionary = toData(contexts)
  if (!(dictionary instanceof data.Dictionary)) throw new Error('contexts are an object')
  return new Evaluator(tree, dictionary, functions).evaluate()
}

function statusFunctions(status: JobStatus) {
  const answers = {
    always: true,
    cancelled: status === 'cancelled',
    failure: status === 'failure',
    success: status === 'success',
  }
  return new Map(
    Object.entries(answers).map(([name, answer]) => [
      name,
      { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(answer) },
    ]),
  )
}

function toData(value: unknown): data.ExpressionData {
  return JSON.parse(JSON.stringify(value), data.reviver) as data.ExpressionData
}

/** False, 0, the empty string and null are falsy. */
function isTruthy(value: data.ExpressionData): boolean {
  if (value instanceof data.Null) return false
  if (
    value instanceof data.BooleanData ||
    value instanceof data.NumberData ||
    value instanceof data.StringData
  )
    return Boolean(value.value)
  return true
}
