// What an agent was asked and what was expected of it, from the free-form `test_case` of a row.
import type { TestResult, ToolCall, Turn } from './results.ts'

type TestCase = Pick<TestResult, 'question' | 'criteria' | 'expectedToolCalls'>

/** One for all tests: most lists of most tests are empty. */
export const emptyList: readonly never[] = []

const nothingKnown: TestCase = { question: emptyList, criteria: emptyList, expectedToolCalls: emptyList }

/** A list of its exact size: those of `filter` and `flatMap` reserve more. */
export function mapped<T, U>(list: readonly T[], map: (each: T) => U): readonly U[] {
  return list.length === 0 ? emptyList : list.map((each) => map(each))
}

/** Servers differ in what they send, so everything is optional: `history` or `messages`, else `input`. */
export function readTestCase(testCase: unknown, intern: (text: string) => string = (text) => text): TestCase {
  if (typeof testCase !== 'object' || testCase === null) return nothingKnown
  const evaluation = field(testCase, 'evaluation')
  return {
    question: mapped(turnsOf(testCase), ({ role, content }) => ({
      role: intern(role),
      content: intern(content),
    })),
    criteria: mapped([field(evaluation, 'criteria'), field(testCase, 'criteria')].flatMap(textsOf), intern),
    expectedToolCalls: expectedCalls(field(evaluation, 'tool_calls') ?? field(testCase, 'tool_calls')),
  }
}

/** Arguments as compact JSON, as they came if they are text already. */
export function toolCall(tool: string, given: unknown): ToolCall {
  if (given === null || given === undefined) return { tool, arguments: null }
  try {
    return { tool, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
  } catch {
    // Nested deeper than the serializer's stack.
    return { tool, arguments: '"arguments nested too deeply to show"' }
  }
}

function turnsOf(testCase: unknown): Turn[] {
  const turns = listOf(field(testCase, 'history') ?? field(testCase, 'messages')).flatMap((turn) => {
    const content = field(turn, 'content')
    const role = field(turn, 'role')
    return typeof content === 'string' && content.trim() !== ''
      ? [{ role: typeof role === 'string' ? role : 'user', content }]
      : []
  })
  const input = field(testCase, 'input')
  if (turns.length > 0 || typeof input !== 'string') return turns
  return [{ role: 'user', content: input }]
}

function expectedCalls(calls: unknown): readonly ToolCall[] {
  const named = listOf(calls).flatMap((call) => {
    const tool = field(call, 'tool') ?? field(call, 'name')
    return typeof tool === 'string' ? [{ tool, given: field(call, 'arguments') }] : []
  })
  return mapped(named, ({ tool, given }) => toolCall(tool, given))
}

function textsOf(value: unknown): readonly string[] {
  if (value === undefined) return emptyList
  const texts = typeof value === 'string' ? [value] : listOf(value)
  return texts
    .map((text) => (typeof text === 'string' ? text : (field(text, 'description') ?? field(text, 'name'))))
    .filter((text) => typeof text === 'string')
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
