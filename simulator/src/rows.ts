// One row of a run's results: what is told of a test case while it waits and once it is dealt with.

import type { TestCase, ToolCall } from './fixtures/topic.ts'
import { judgeResult } from './judges.ts'
import { measuresOf } from './measures.ts'
import type { Run } from './run.ts'
import type { RunState } from './run-state.ts'

export interface RowOptions {
  readonly onlyFailed: boolean
  readonly compact: boolean
}

/** The rows of a run: placeholders with nothing but a name until it has started. */
export function rowsOf(run: Run, state: RunState, options: RowOptions): object[] {
  if (state.status === 'queued' || run.scenario.ending === 'not-started') {
    return options.onlyFailed ? [] : run.tests.map((index) => ({ name: run.suite.nameOf(index) }))
  }
  const rows: object[] = []
  run.tests.forEach((index, position) => {
    const verdict = position < state.completed ? verdictOf(run, index) : null
    if (options.onlyFailed && verdict !== false) return
    rows.push(
      position < state.completed
        ? completedRow(run, index, options.compact)
        : waitingRow(run, index, state, options.compact),
    )
  })
  return rows
}

/**
 * The field `passed` of a completed test. Of unanswered tests every other one says false: it is no verdict, and
 * readers must not take it for one.
 */
export function verdictOf(run: Run, index: number): boolean | null {
  const fate = run.suite.fateOf(index)
  switch (fate) {
    case 'passes':
      return true
    case 'fails':
      return false
    case 'unanswered':
      return index % 2 === 0 ? null : false
    case 'not-run':
      return null
    default:
      return fate satisfies never
  }
}

function waitingRow(run: Run, index: number, state: RunState, compact: boolean) {
  return { ...emptyRow(run, index, compact), not_run: state.status === 'cancelled' }
}

function completedRow(run: Run, index: number, compact: boolean) {
  const fate = run.suite.fateOf(index)
  const empty = { ...emptyRow(run, index, compact), passed: verdictOf(run, index) }
  if (fate === 'not-run') return { ...empty, not_run: true }
  if (fate === 'unanswered') {
    const reasoning = compact ? null : 'The agent could not be reached: no answer within 60 s, three times.'
    return { ...empty, reasoning, unanswered: true }
  }
  const { latencyMs, cost } = measuresOf(run.suite.idOf(index))
  const details = compact ? {} : detailsOf(run, index, fate === 'fails')
  return { ...empty, ...details, latency_ms: latencyMs, cost }
}

/** Every documented field of a case, with what is known of it before it runs. */
function emptyRow(run: Run, index: number, compact: boolean) {
  const testCase = run.suite.caseOf(index)
  return {
    test_case_id: `case-${index + 1}`,
    test_uuid: run.suite.idOf(index),
    test_type: testCase.kind === 'tool-call' ? 'tool_call' : 'response',
    name: run.suite.nameOf(index),
    passed: null,
    reasoning: null,
    output: null,
    test_case: compact ? null : definitionOf(testCase),
    inputs: { channel: 'web', locale: 'en-GB' },
    judge_results: null,
    latency_ms: null,
    cost: null,
    unanswered: false,
    not_run: false,
  }
}

function definitionOf(testCase: TestCase) {
  const messages = [{ role: 'user', content: testCase.asks }]
  if (testCase.kind === 'tool-call') return { messages, expected_tool_calls: [testCase.call] }
  return { messages, expectation: `The reply ${testCase.expects}.` }
}

/** The fields that `compact` leaves out. */
function detailsOf(run: Run, index: number, failing: boolean) {
  const testCase = run.suite.caseOf(index)
  if (testCase.kind === 'tool-call') {
    const made = failing ? testCase.wrongCall : testCase.call
    return {
      reasoning: failing ? toolCallDifference(testCase.call, made) : 'Every expected tool call was made.',
      output: { response: null, tool_calls: [{ ...made, output: null }] },
      judge_results: null,
    }
  }
  const judged = run.scenario.judges.map((judge) => judgeResult(judge, testCase, failing, index))
  return {
    reasoning: judged[0]?.reasoning ?? null,
    output: { response: failing ? testCase.wrongReply : testCase.reply, tool_calls: null },
    judge_results: judged,
  }
}

function toolCallDifference(expected: ToolCall, actual: ToolCall): string {
  const text = (call: ToolCall) => `${call.tool}(${JSON.stringify(call.arguments)})`
  return `Tool calls do not match.\n- expected: ${text(expected)}\n+ actual:   ${text(actual)}`
}
