// Compares expected with actual tool calls, argument by argument: for the reports, and for the cards of the HTML page.
import type { ToolCall } from '../gate/results.ts'

type Status = 'same' | 'different' | 'missing' | 'unexpected'

/** One argument, nested ones by their path. Values as compact JSON; null if a side does not have the argument. */
export interface ComparedField {
  readonly path: string
  readonly expected: string | null
  readonly actual: string | null
  readonly status: Status
}

export interface ComparedCall {
  readonly tool: string
  /** `made`: nothing is known of what was expected. */
  readonly status: Status | 'made'
  readonly fields: readonly ComparedField[]
  /** As made; as expected if it was not made. */
  readonly arguments: string | null
}

/** `path` is the argument that differs; null if the whole call is missing or unexpected. */
export type CallDifference = Pick<ComparedCall, 'tool'> &
  Pick<ComparedField, 'expected' | 'actual'> & { readonly path: string | null }

/** Deeper and longer arguments are compared as a whole. */
const MAX_DEPTH = 8
const MAX_LENGTH = 20_000
const MAX_DIFFERENCES = 50

/** Calls are paired by tool, in their order. */
export function compareToolCalls(expected: readonly ToolCall[], actual: readonly ToolCall[]): ComparedCall[] {
  // The first one last, so that it is the next to be taken.
  const byTool = Map.groupBy([...actual.keys()].reverse(), (index) => actual[index]?.tool)
  const paired = new Set<number>()
  const compared = expected.map((call): ComparedCall => {
    const index = byTool.get(call.tool)?.pop() ?? -1
    const made = actual[index]
    if (made === undefined) return onOneSide(call, 'missing')
    paired.add(index)
    const fields = fieldsOf(call.arguments, made.arguments)
    return { ...made, status: fields.every(({ status }) => status === 'same') ? 'same' : 'different', fields }
  })
  const status = expected.length === 0 ? 'made' : 'unexpected'
  const others = actual.filter((_, index) => !paired.has(index))
  return [...compared, ...others.map((call) => onOneSide(call, status))]
}

function onOneSide(call: ToolCall, status: ComparedCall['status']): ComparedCall {
  return { ...call, status, fields: fieldsOf(call.arguments, call.arguments) }
}

/** What differs, by argument or whole call. Empty if nothing is expected or all calls match. */
export function callDifferences(
  expected: readonly ToolCall[],
  actual: readonly ToolCall[],
): readonly CallDifference[] {
  if (expected.length === 0) return []
  const differences = compareToolCalls(expected, actual).flatMap((call): CallDifference[] => {
    const { tool, status, fields } = call
    const whole = call.arguments ?? ''
    if (status === 'missing') return [{ tool, path: null, expected: whole, actual: null }]
    if (status === 'unexpected') return [{ tool, path: null, expected: null, actual: whole }]
    return fields.filter((field) => field.status !== 'same').map((field) => ({ ...field, tool }))
  })
  return differences.slice(0, MAX_DIFFERENCES)
}

export function callText({ tool, arguments: given }: ToolCall): string {
  return `${tool}(${given ?? ''})`
}

/** One line of plain text. */
export function differenceText({ tool, path, expected, actual }: CallDifference): string {
  if (path === null)
    return expected === null
      ? `${tool}: called unexpectedly${actual ? ` with ${actual}` : ''}`
      : `${tool}: not called${expected === '' ? '' : `, expected with ${expected}`}`
  const name = path === '' ? 'arguments' : path
  return `${tool}: ${name}: expected ${expected ?? 'nothing'}, got ${actual ?? 'nothing'}`
}

function fieldsOf(expected: string | null, actual: string | null): ComparedField[] {
  try {
    return [...compare(parse(expected), parse(actual), '', 0)]
  } catch {
    // No JSON, too long, or nested deeper than the stack.
    return [field('', expected, actual)]
  }
}

function* compare(one: unknown, other: unknown, path: string, depth: number): Iterable<ComparedField> {
  const [before, after] = [entriesOf(one), entriesOf(other)]
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])
  const isSameKind = before !== null && after !== null && Array.isArray(one) === Array.isArray(other)
  if (!isSameKind || depth === MAX_DEPTH || (keys.size === 0 && path !== '')) {
    // Undefined, which has no JSON, is an argument that is not there.
    yield field(path, JSON.stringify(one) ?? null, JSON.stringify(other) ?? null)
    return
  }
  for (const key of keys) {
    const name = Array.isArray(one) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    yield* compare(before.get(key), after.get(key), name, depth + 1)
  }
}

function field(path: string, expected: string | null, actual: string | null): ComparedField {
  const status = actual === null ? 'missing' : expected === null ? 'unexpected' : 'different'
  return { path, expected, actual, status: expected === actual ? 'same' : status }
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> | null {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
}

function parse(json: string | null): unknown {
  if (json !== null && json.length > MAX_LENGTH) throw new RangeError('too long to compare by argument')
  return json === null ? {} : JSON.parse(json)
}
