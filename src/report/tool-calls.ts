// Compares expected with actual tool calls, field by field. Plain, untrusted text.
import type { ToolCall } from '../gate/results.ts'

/** `path` is the argument that differs; null if the whole call is missing or unexpected. */
export interface CallDifference {
  readonly tool: string
  readonly path: string | null
  /** As compact JSON; null if the call or the argument is not expected. */
  readonly expected: string | null
  /** As compact JSON; null if the call or the argument is missing. */
  readonly actual: string | null
}

/** Deeper and longer arguments are compared as a whole. */
const MAX_DEPTH = 5
const MAX_LENGTH = 20_000
const MAX_DIFFERENCES = 50
const TOO_DEEP = '(nested too deeply to show)'

/** Calls are paired by tool, in their order. Empty if nothing is expected or all calls match. */
export function callDifferences(
  expected: readonly ToolCall[],
  actual: readonly ToolCall[],
): readonly CallDifference[] {
  if (expected.length === 0) return []
  const remaining = [...actual]
  const differences = expected.flatMap((call): CallDifference[] => {
    const index = remaining.findIndex(({ tool }) => tool === call.tool)
    if (index < 0) return [{ tool: call.tool, path: null, expected: call.arguments ?? '', actual: null }]
    const [match] = remaining.splice(index, 1)
    return argumentDifferences(call, match ?? call)
  })
  const unexpected = remaining.map((call) => ({
    tool: call.tool,
    path: null,
    expected: null,
    actual: call.arguments ?? '',
  }))
  return [...differences, ...unexpected].slice(0, MAX_DIFFERENCES)
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

function argumentDifferences(expected: ToolCall, actual: ToolCall): CallDifference[] {
  const differences: CallDifference[] = []
  const { tool } = expected
  if (expected.arguments === actual.arguments) return differences
  const [before, after] = [parsed(expected.arguments), parsed(actual.arguments)]
  if (before === undefined || after === undefined)
    return [{ tool, path: '', expected: expected.arguments, actual: actual.arguments }]
  compare(before, after, '', 0)
  return differences

  function compare(one: unknown, other: unknown, path: string, depth: number): void {
    if (differences.length >= MAX_DIFFERENCES) return
    const [from, to] = [text(one), text(other)]
    if (from === to && from !== TOO_DEEP) return
    if (
      !isContainer(one) ||
      !isContainer(other) ||
      Array.isArray(one) !== Array.isArray(other) ||
      depth === MAX_DEPTH
    ) {
      differences.push({ tool, path, expected: from, actual: to })
      return
    }
    const keys = new Set([...Object.keys(one), ...Object.keys(other)])
    for (const key of keys) {
      const name = Array.isArray(one) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      compare(own(one, key), own(other, key), name, depth + 1)
    }
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** Undefined if it is no JSON, or too long to compare by field. */
function parsed(json: string | null): unknown {
  if (json === null) return {}
  if (json.length > MAX_LENGTH) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** With keys in a fixed order, so that the order of arguments is no difference. Null if there is no value. */
function text(value: unknown): string | null {
  if (value === undefined) return null
  try {
    return JSON.stringify(sorted(value))
  } catch {
    // Nested deeper than the serializer's stack.
    return TOO_DEEP
  }
}

function sorted(value: unknown): unknown {
  if (!isContainer(value)) return value
  if (Array.isArray(value)) return value.map(sorted)
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}
