// The results of a run, test by test: what is known while a test waits, and once it is complete.
import { evaluatorResult } from './evaluators.ts'
import type { TestCase, ToolCall } from './fixtures/index.ts'
import type { Run, RunState } from './run.ts'
import type { Test } from './suite.ts'

export interface ResultOptions {
  readonly onlyFailed: boolean
  readonly compact: boolean
}

/** The field `results`. Until the run starts, it holds placeholders with nothing but a name. */
export function resultsOf(run: Run, state: RunState, { onlyFailed, compact }: ResultOptions): object[] {
  if (state.status === 'queued' || run.scenario.ending === 'not-started')
    return onlyFailed ? [] : run.tests.map(({ name }) => ({ name }))
  return run.tests.flatMap((test, position) => {
    if (position < state.completed)
      return onlyFailed && passedField(run, position) !== false
        ? []
        : completeResult(run, position, test, compact)
    return onlyFailed ? [] : { ...emptyResult(test, compact), not_run: state.status === 'cancelled' }
  })
}

/**
 * The field `passed` of a completed test. For unanswered tests it is null or false by turns: servers do both, and
 * clients must read neither as a verdict.
 */
export function passedField(run: Run, position: number): boolean | null {
  const outcome = run.outcomes[position] ?? 'not-run'
  switch (outcome) {
    case 'passed':
      return true
    case 'failed':
      return false
    case 'unanswered':
      return (run.tests[position]?.index ?? 0) % 2 === 0 ? null : false
    case 'not-run':
      return null
    default:
      return outcome satisfies never
  }
}

function completeResult(run: Run, position: number, test: Test, compact: boolean) {
  const outcome = run.outcomes[position]
  const empty = { ...emptyResult(test, compact), passed: passedField(run, position) }
  if (outcome === 'not-run') return { ...empty, not_run: true }
  if (outcome === 'unanswered') {
    const reasoning = compact ? null : 'The agent could not be reached: no answer within 60 s, three times.'
    return { ...empty, reasoning, unanswered: true }
  }
  const { latencyMs, cost } = measuresOf(test.id)
  const details = compact ? {} : detailsOf(run, test, outcome === 'failed')
  return { ...empty, ...details, latency_ms: latencyMs, cost }
}

/** Every documented field of a test, with what is known before it runs. */
function emptyResult(test: Test, compact: boolean) {
  return {
    test_case_id: `case-${test.index + 1}`,
    test_uuid: test.id,
    test_type: test.case.kind === 'tool-call' ? 'tool_call' : 'response',
    name: test.name,
    passed: null,
    reasoning: null,
    output: null,
    test_case: compact ? null : definitionOf(test.case),
    inputs: { channel: 'web', locale: 'en-GB' },
    judge_results: null,
    latency_ms: null,
    cost: null,
    unanswered: false,
    not_run: false,
  }
}

function definitionOf(testCase: TestCase) {
  const messages = [{ role: 'user', content: testCase.message }]
  if (testCase.kind === 'tool-call') return { messages, expected_tool_calls: [testCase.expectedCall] }
  return { messages, expectation: `The reply ${testCase.expectation}.` }
}

/** The fields that `compact` sets to null. */
function detailsOf(run: Run, { case: testCase, index }: Test, failed: boolean) {
  if (testCase.kind === 'tool-call') {
    const { expectedCall } = testCase
    const call = failed ? testCase.wrongCall : expectedCall
    return {
      reasoning: failed ? toolCallDiff(expectedCall, call) : 'Every expected tool call was made.',
      output: { response: null, tool_calls: [{ ...call, output: null }] },
      judge_results: null,
    }
  }
  const judged = run.scenario.evaluators.map((name) => evaluatorResult(name, testCase, failed, index))
  return {
    reasoning: judged[0]?.reasoning ?? null,
    output: { response: failed ? testCase.wrongReply : testCase.reply, tool_calls: null },
    judge_results: judged,
  }
}

function toolCallDiff(expected: ToolCall, actual: ToolCall): string {
  const text = (call: ToolCall) => `${call.tool}(${JSON.stringify(call.arguments)})`
  return `Tool calls do not match.\n- expected: ${text(expected)}\n+ actual:   ${text(actual)}`
}

/** Response time in milliseconds, cost in US dollars, and tokens of one test. */
export interface Measures {
  readonly latencyMs: number
  readonly cost: number
  readonly tokens: number
}

/** Plausible measures, the same in every run of a test. */
export function measuresOf(testId: string): Measures {
  const chance = fraction(testId)
  const tokens = Math.round(380 + 1500 * fraction(`${testId}/tokens`))
  return {
    latencyMs: Math.round(620 + 2400 * chance ** 2 + (chance > 0.96 ? 3100 : 0)),
    cost: Number((tokens * 2.4e-6).toFixed(6)),
    tokens,
  }
}

/** A number from 0 to below 1 from a text (FNV-1a, then mixed so that similar texts differ). */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
