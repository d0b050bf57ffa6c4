// Expected and actual tool calls, argument by argument.
import type { ResultsTest } from '../report/results-schema.ts'

type ToolCall = ResultsTest['toolCalls'][number]

/** One argument, nested ones by their path. Texts are without quotes; null if a side does not have the argument. */
export interface ComparedField {
  readonly path: string
  readonly expected: string | null
  readonly actual: string | null
  readonly status: 'same' | 'different' | 'missing' | 'unexpected'
}

export interface ComparedCall {
  readonly tool: string
  /** `made`: nothing is known of what was expected. */
  readonly status: 'same' | 'different' | 'missing' | 'unexpected' | 'made'
  readonly fields: readonly ComparedField[]
}

/** Calls of the same tool belong together, in their order. */
export function compareToolCalls(expected: readonly ToolCall[], actual: readonly ToolCall[]): ComparedCall[] {
  const left = [...actual]
  const compared = expected.map((wanted) => {
    const index = left.findIndex(({ tool }) => tool === wanted.tool)
    const [made] = index < 0 ? [] : left.splice(index, 1)
    return compareCall(wanted, made ?? null)
  })
  const rest = left.map((call): ComparedCall => {
    const { fields } = compareCall(null, call)
    return { tool: call.tool, status: expected.length === 0 ? 'made' : 'unexpected', fields }
  })
  return [...compared, ...rest]
}

function compareCall(expected: ToolCall | null, actual: ToolCall | null): ComparedCall {
  const before = expected === null ? new Map<string, string>() : flatten(expected.arguments)
  const after = actual === null ? new Map<string, string>() : flatten(actual.arguments)
  const fields = [...new Set([...before.keys(), ...after.keys()])].map((path) =>
    compareField(path, before.get(path) ?? null, after.get(path) ?? null),
  )
  const tool = expected?.tool ?? actual?.tool ?? ''
  if (actual === null) return { tool, status: 'missing', fields }
  if (expected === null) return { tool, status: 'unexpected', fields }
  return { tool, status: fields.every(({ status }) => status === 'same') ? 'same' : 'different', fields }
}

function compareField(path: string, expected: string | null, actual: string | null): ComparedField {
  const [before, after] = [expected && plain(expected), actual && plain(actual)]
  if (actual === null) return { path, expected: before, actual, status: 'missing' }
  if (expected === null) return { path, expected, actual: after, status: 'unexpected' }
  if (expected === actual) return { path, expected: before, actual: after, status: 'same' }
  // The text "1" and the number 1 look the same without quotes.
  return before === after
    ? { path, expected, actual, status: 'different' }
    : { path, expected: before, actual: after, status: 'different' }
}

const MAX_DEPTH = 8

/** `{"a":{"b":[1]}}` as `a.b[0]` → `1`, values as JSON; text that is not JSON as one field without a path. */
function flatten(json: string | null): Map<string, string> {
  const fields = new Map<string, string>()
  if (json !== null) collect('', parse(json), fields, 0)
  return fields
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function collect(path: string, value: unknown, fields: Map<string, string>, depth: number): void {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0 || depth === MAX_DEPTH) {
    // A tool without arguments has no fields.
    if (path !== '' || entries.length > 0 || typeof value !== 'object')
      fields.set(path, JSON.stringify(value))
    return
  }
  for (const [key, child] of entries) {
    const name = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    collect(name, child, fields, depth + 1)
  }
}

function plain(json: string): string {
  const value: unknown = parse(json)
  return typeof value === 'string' ? value : json
}
