// A test of the service as a file has it, with its evaluators by name.
import { Document, visit } from 'yaml'
import * as z from 'zod/mini'
import type { EvaluatorListEntry, Test } from '../client/index.ts'
import { isMapping } from '../inputs/names.ts'
import { quoted } from '../inputs/values.ts'
import { MAX_FILE_BYTES } from '../inputs/workspace.ts'
import { needsQuotes } from '../inputs/yaml.ts'
import { canonicalForm, contentOf, definitionOf } from './definition.ts'
import { schemaErrors } from './errors.ts'
import { onService } from './evaluators.ts'
import { readTests } from './files.ts'
import { fileTestSchema } from './schema.ts'

type PulledTest =
  | {
      readonly ok: true
      /** Its entry in a file. */
      readonly text: string
      /** What the test has on the service, and files do not. */
      readonly leftOut: readonly string[]
    }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** Beside the header. */
const MAX_ENTRY_BYTES = MAX_FILE_BYTES - 4096

/**
 * What it gives is read back as the same content; a test for which that is not so is refused.
 * @param all evaluators of the workspace
 */
export function pulledTest(test: Test, all: readonly EvaluatorListEntry[]): PulledTest {
  const { config } = test
  if (config === null || config === undefined) return refused('it has no content yet')
  const evaluators = namedEvaluators(test, all)
  const given = pulledDefinition(test, config, evaluators)
  const checked = z.safeParse(fileTestSchema, given)
  if (!checked.success)
    return refused(...schemaErrors(checked.error.issues, given).map(({ message }) => message))
  const text = entryOf(given)
  if (Buffer.byteLength(text) > MAX_ENTRY_BYTES) return refused('it is too large for a file')
  const read = readTests('.', ['.'], {
    readFile: () => ({ value: text }),
    find: () => [{ path: '.', file: '.' }],
  })
  const found = read.ok ? onService(read, all) : read
  if (!found.ok) return refused(...found.errors.map(({ message }) => message))
  const [readBack] = found.agents.flatMap(({ tests }) => tests)
  const judges = checked.data.type === 'tool_call' ? [] : evaluators
  const content = contentOf({ ...checked.data, evaluators: judges })
  return readBack !== undefined && canonicalForm(readBack.content) === canonicalForm(content)
    ? { ok: true, text, leftOut: leftOutOf(test, config) }
    : refused('a file cannot say exactly the same')
}

/** As it is read back: with what needs quotes in quotes, and numbers as JSON writes them. */
function entryOf(given: object): string {
  const document = new Document([given], { aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_, node) {
      if (needsQuotes(node.value)) node.type = 'QUOTE_DOUBLE'
      if (Object.is(node.value, -0)) node.value = 0
    },
  })
  // Texts stay on one line, so that whoever changes a word moves no other.
  return document.toString({ lineWidth: 0 })
}

/** The texts of the files that the entries need: none is larger than what is read. */
export function fileTexts(entries: readonly string[]): string[] {
  const texts: string[] = []
  for (const entry of entries) {
    const last = texts.at(-1)
    // An empty line behind a text that keeps its own empty lines would be one of them.
    const longer = last && `${last}${last.endsWith('\n\n') ? '' : '\n'}${entry}`
    if (longer && Buffer.byteLength(longer) <= MAX_FILE_BYTES) texts[texts.length - 1] = longer
    else texts.push(entry)
  }
  return texts
}

const refused = (...reasons: readonly string[]): PulledTest => ({
  ok: false,
  reasons: reasons.map((each) => each.replace(/\.$/, '')),
})

/** By name, because the service promises no order; under their names of today. */
function namedEvaluators({ evaluators }: Test, all: readonly EvaluatorListEntry[]) {
  const names = new Map(all.map(({ uuid, name }) => [uuid, name]))
  return evaluators
    .map(({ uuid, name, ...each }) => ({ ...each, name: names.get(uuid) ?? name, evaluator_uuid: uuid }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** As it is written: keys in the order of the documents, without what means nothing. */
function pulledDefinition(
  { name, type: given }: Test,
  config: Readonly<Record<string, unknown>>,
  evaluators: ReturnType<typeof namedEvaluators>,
): object {
  const definition = definitionOf({ test_case: config })
  const type = given ?? definition.type ?? 'response'
  const turns = definition.turns ?? []
  const named = evaluators.map(({ name, variable_values }) =>
    filled({ name, variable_values: filled(variable_values) }),
  )
  return Object(
    filled({
      name,
      type: type === 'response' ? null : type,
      language: definition.language || null,
      history: turns.length > 0 ? turns.map((turn) => inOrder(['role', 'name'], turn)) : null,
      input: definition.input,
      tool_calls:
        type === 'tool_call' ? definition.calls.map((call) => inOrder(['tool', 'arguments'], call)) : null,
      evaluators: type === 'tool_call' ? null : named,
      inputs: Object.keys(Object(definition.inputs)).length > 0 ? definition.inputs : null,
    }),
  )
}

/** Without nulls and, where it has none, without itself. What is no mapping stays, for the schema to refuse. */
function filled(value: unknown): unknown {
  if (!isMapping(value)) return value
  const entries = Object.entries(value).filter(([, each]) => each !== null && each !== undefined)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

function inOrder(first: readonly string[], value: unknown): unknown {
  return isMapping(value)
    ? filled({ ...Object.fromEntries(first.map((key) => [key, null])), ...value })
    : value
}

function leftOutOf({ type, evaluators }: Test, config: Readonly<Record<string, unknown>>): string[] {
  const known = ['history', 'messages', 'input', 'evaluation', 'settings', 'inputs']
  const inFolder = (name: string, ours: readonly string[]) =>
    Object.keys(Object(filled(config[name])))
      .filter((key) => !ours.includes(key))
      .map((key) => `${name}.${key}`)
  const keys = [
    ...Object.keys(Object(filled(config))).filter((key) => !known.includes(key)),
    // Older servers name the evaluators there, too.
    ...inFolder('evaluation', ['type', 'tool_calls', 'criteria']),
    ...inFolder('settings', ['language']),
  ]
  const unused = type === 'tool_call' && evaluators.length > 0 ? ['its evaluators'] : []
  return [...keys.map(quoted), ...unused]
}
