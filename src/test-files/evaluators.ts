// The evaluators that tests name, found on the service: the service takes wrong variables without a word, and the judge gets an
// empty text.
import type { EvaluatorListEntry } from '../client/index.ts'
import { suggestion } from '../inputs/names.ts'
import { quoted } from '../inputs/values.ts'
import { contentOf, serviceName, type TestContent } from './definition.ts'
import { examples, type TestFileError } from './errors.ts'
import type { ErrorInTest, FileTest, TestsOrErrors } from './files.ts'
import type { TestDefinition, TestType } from './schema.ts'

/** A test as it is to be on the service. */
interface ServiceTest extends FileTest {
  readonly content: TestContent
  readonly serviceName: string
}

type EvaluatorProblem = (...error: ErrorInTest) => void

/** @param evaluators all of the workspace */
export function onService(
  { agents, errorAt }: Extract<TestsOrErrors, { readonly ok: true }>,
  evaluators: readonly EvaluatorListEntry[],
) {
  const errors: TestFileError[] = []
  const made = new Map<FileTest, ServiceTest>()
  const make = (each: FileTest): ServiceTest => {
    const known = made.get(each)
    if (known !== undefined) return known
    const content = contentWith(each.test, evaluators, (...problem) => errors.push(errorAt(each, ...problem)))
    const test = { ...each, content, serviceName: serviceName(each.test) }
    made.set(each, test)
    return test
  }
  const all = agents.map(({ agent, tests }) => ({ agent, tests: tests.map(make) }))
  return errors.length > 0 ? ({ ok: false, errors } as const) : ({ ok: true, agents: all } as const)
}

function contentWith(
  test: TestDefinition,
  all: readonly EvaluatorListEntry[],
  addProblem: EvaluatorProblem,
): TestContent {
  if (test.type === 'tool_call') return contentOf(test)
  const { type = 'response', evaluators } = test
  const found = evaluators.map(({ name, variable_values: values = {} }, i) => {
    const evaluator = evaluatorNamed(name, type, all, (message) =>
      addProblem(['evaluators', i, 'name'], message, []),
    )
    if (evaluator !== null) checkVariables(evaluator, values, ['evaluators', i], addProblem)
    return { evaluator_uuid: evaluator?.uuid ?? '', variable_values: values }
  })
  return contentOf({ ...test, evaluators: found })
}

const judged: Readonly<Record<Exclude<TestType, 'tool_call'>, string>> = {
  response: 'llm',
  conversation: 'conversation',
  general: 'llm-general',
}

/** How many names a message lists, and how many unknown variables of an evaluator are told. */
const MAX_NAMES = 10

/** Null if there is none, or more than one. */
function evaluatorNamed(
  name: string,
  type: keyof typeof judged,
  all: readonly EvaluatorListEntry[],
  addProblem: (message: string) => void,
): EvaluatorListEntry | null {
  const named = all.filter((each) => each.name === name)
  // Older servers may not say which type an evaluator has.
  const fits = ({ evaluator_type: own }: EvaluatorListEntry) => (own ?? judged[type]) === judged[type]
  const fitting = named.filter(fits)
  const [only = null, second] = fitting
  if (second !== undefined)
    addProblem(`two evaluators of the service are called ${quoted(name)}. Rename one of them there.`)
  else if (named.length === 0) {
    const own = all.filter(fits)
    const names = own.slice(0, MAX_NAMES).map((each) => quoted(each.name))
    const others = own.length > MAX_NAMES ? ' and others' : ''
    const hint = suggestion(
      name,
      all.map((each) => each.name),
      `For tests of this type, it has ${names.join(', ') || 'none'}${others}.`,
    )
    addProblem(`the service has no evaluator ${quoted(name)}. ${hint}`)
  } else if (only === null)
    addProblem(
      `${quoted(name)} is an evaluator of the type ${named[0]?.evaluator_type}. A test of the type ${type} needs one of the type ${judged[type]}. Choose another one, or correct "type".`,
    )
  return second === undefined ? only : null
}

function checkVariables(
  { name, live_version }: EvaluatorListEntry,
  values: Readonly<Record<string, unknown>>,
  path: readonly PropertyKey[],
  addProblem: EvaluatorProblem,
): void {
  const variables = live_version?.variables
  if (variables === null || variables === undefined) return
  const names = variables.map((each) => each.name)
  const unknown = Object.keys(values).filter((each) => !names.includes(each))
  for (const key of unknown.slice(0, MAX_NAMES)) {
    const hint = suggestion(key, names, `It has ${names.map(quoted).join(', ') || 'none'}.`)
    const message = `the evaluator ${quoted(name)} has no variable ${quoted(key)}. ${hint}`
    addProblem([...path, 'variable_values', key], message, [])
  }
  for (const variable of variables) {
    const value = Object.hasOwn(values, variable.name) ? values[variable.name] : variable.default
    if (String(value ?? '').trim() !== '') continue
    const message = `the evaluator ${quoted(name)} needs a value for ${quoted(variable.name)}. Without one, it judges by an empty text.`
    addProblem([...path, 'name'], message, examples.variable_values)
  }
}
