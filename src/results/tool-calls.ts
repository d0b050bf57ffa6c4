// Tool calls as text; and expected ones beside those that were made, argument by argument.
import type { ResultsTest, ToolCall } from '../schema.ts'

export type Calls = Pick<ResultsTest, 'expectedToolCalls' | 'toolCalls' | 'reasoning'>

export interface ComparedCall {
  readonly tool: string
  readonly badge: 'Not called' | 'Not expected' | null
  readonly rows: readonly ArgumentRow[]
}

export interface ArgumentRow {
  readonly name: string
  readonly expected: string | null
  readonly called: string | null
  readonly differs: boolean
}

/** In the order of what was expected, then what was called besides. */
export function compareCalls({ expectedToolCalls, toolCalls, reasoning }: Calls): readonly ComparedCall[] {
  const lines = (reasoning ?? '').split('\n').map((line) => line.trim())
  const left = [...toolCalls]
  const pairs = expectedToolCalls.map((expected) => {
    const at = left.findIndex(({ tool }) => tool === expected.tool)
    const [called = null] = at < 0 ? [] : left.splice(at, 1)
    const badge = called === null ? ('Not called' as const) : null
    return { tool: expected.tool, badge, rows: comparedRows(expected, called, lines) }
  })
  const others = left.map((called) => {
    const rows = comparedRows(null, called, lines)
    return { tool: called.tool, badge: 'Not expected' as const, rows }
  })
  return [...pairs, ...others]
}

/**
 * Both as text, with only the arguments that differ, `…` for the others: `refund(amount: 3, …)`. Whole if it is not known which do, or
 * if a call has no counterpart.
 */
export function differingCalls(calls: Calls) {
  const compared = compareCalls(calls)
  if (!compared.some(({ rows }) => rows.some(({ differs }) => differs)))
    return { expected: calls.expectedToolCalls.map(callText), called: calls.toolCalls.map(callText) }
  const side = (which: 'expected' | 'called', missing: ComparedCall['badge']) =>
    compared.flatMap(({ tool, badge, rows }) => {
      const shown = badge === null ? rows.filter(({ differs }) => differs) : rows
      const texts = shown.flatMap((row) => (row[which] === null ? [] : `${row.name}: ${row[which]}`))
      const all = shown.length < rows.length ? [...texts, '…'] : texts
      return badge === missing ? [] : `${tool}(${all.join(', ')})`
    })
  return { expected: side('expected', 'Not expected'), called: side('called', 'Not called') }
}

/** The service compares them, some by a model: its reason has `❌ refund: …` or `❌ notify.sms: …` for those that differ. */
function comparedRows(expected: ToolCall | null, called: ToolCall | null, reason: readonly string[]) {
  const [wanted, given] = [argumentsOf(expected), argumentsOf(called)]
  const unnamed = expected?.arguments === null ? 'anything' : null
  return [...new Set([...wanted.keys(), ...given.keys()])].map((name): ArgumentRow => {
    const row = { name, expected: wanted.get(name) ?? unnamed, called: given.get(name) ?? null }
    const isWrong = reason.some((line) => line.startsWith(`❌ ${name}:`) || line.startsWith(`❌ ${name}.`))
    // One of two calls of a tool may be right.
    const differs = expected !== null && called !== null && row.expected !== row.called && isWrong
    return { ...row, differs }
  })
}

/** `refund(order: "7", why: says that it was late, n: anything)` */
export function callText(call: ToolCall): string {
  return `${call.tool}(${Array.from(argumentsOf(call), ([name, text]) => `${name}: ${text}`).join(', ')})`
}

/** By name; those that are no object, as one. */
function argumentsOf(call: ToolCall | null): ReadonlyMap<string, string> {
  const json = call?.arguments ?? null
  if (json === null) return new Map()
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new Map(Object.entries(value).map(([name, each]) => [name, matcherText(each)]))
  } catch {
    // The service passes on what a model wrote.
  }
  return new Map([['arguments', json]])
}

/** An expected argument is a value, or says how it is compared. */
function matcherText(expected: unknown): string {
  const matcher: { match_type?: unknown; value?: unknown; criteria?: unknown } = Object(expected)
  switch (matcher.match_type) {
    case 'exact':
      return JSON.stringify(matcher.value) ?? 'nothing'
    case 'llm_judge':
      return typeof matcher.criteria === 'string' ? matcher.criteria : 'anything that the evaluator accepts'
    case 'any':
      return 'anything'
    default:
      return JSON.stringify(expected)
  }
}
