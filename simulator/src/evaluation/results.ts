// The results of a run, test by test: what is known while a test waits, and once it is complete.
import { chance } from '../ids.ts'
import type { Agent } from './agent.ts'
import { evaluatorResult } from './evaluators.ts'
import type { ToolCall } from './fixtures/test-case.ts'
import type { Run, RunState } from './run.ts'
import type { ServerVersion } from './server-version.ts'
import type { Outcome, Test } from './suite.ts'

export interface ResultOptions {
  readonly onlyFailed: boolean
  readonly compact: boolean
  readonly version: ServerVersion
}

/** The field `results`. Until the run starts, it holds placeholders with nothing but a name. */
export function resultsOf(run: Run, state: RunState, options: ResultOptions): object[] {
  const { onlyFailed } = options
  if (state.status === 'queued' || run.scenario.ending === 'not-started')
    return onlyFailed ? [] : run.requested.map(({ name }) => ({ name }))
  return run.tests.flatMap((test, position) => {
    const complete = position < state.completed
    const passed = complete ? passedField(run, position) : null
    if (onlyFailed && passed !== false) return []
    const outcome = complete ? run.outcomes[position] : state.status === 'cancelled' ? 'not-run' : undefined
    return { ...commonFields(run, test, options), passed, ...fieldsByOutcome(run, test, outcome, options) }
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
    case 'unconfigured':
      return null
    default:
      return outcome satisfies never
  }
}

function commonFields({ agent }: Run, test: Test, { compact, version }: ResultOptions) {
  return {
    test_case_id: version === 'older' ? `case-${test.index + 1}` : test.id,
    name: test.name,
    test_case: compact ? null : definitionOf(test, agent, version),
    inputs: { channel: 'web', locale: 'en-GB' },
    ...(version === 'newer' && {
      test_uuid: test.id,
      test_type: test.case.kind === 'tool-call' ? 'tool_call' : 'response',
    }),
  }
}

function definitionOf({ name, case: testCase }: Test, { interactionType }: Agent, version: ServerVersion) {
  const turns = [...(testCase.earlierTurns ?? []), { role: 'user', content: testCase.message }]
  const conversation = version === 'older' ? { messages: turns } : { history: turns }
  return {
    name,
    ...(interactionType === 'general' ? { input: testCase.message } : conversation),
    evaluation:
      testCase.kind === 'tool-call'
        ? { type: 'tool_call', tool_calls: [testCase.expectedCall] }
        : { type: 'response' },
    inputs: {},
    settings: {},
  }
}

/** @param outcome absent while the test waits */
function fieldsByOutcome(run: Run, test: Test, outcome: Outcome | undefined, options: ResultOptions) {
  const { compact, version } = options
  const unanswered = outcome === 'unanswered'
  const empty = {
    reasoning:
      unanswered && !compact ? 'The agent could not be reached: no answer within 60 s, three times.' : null,
    output: null,
    judge_results: null,
    latency_ms: null,
    cost: null,
    ...(version === 'newer' && { unanswered, not_run: outcome === 'not-run' }),
  }
  if (outcome !== 'passed' && outcome !== 'failed') return empty
  const { latencyMs, cost } = measuresOf(test.id)
  const measures = run.scenario.oddMeasures ? oddMeasures(test.index) : { latency_ms: latencyMs, cost }
  return { ...empty, ...(!compact && detailsOf(run, test, outcome === 'failed')), ...measures }
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
  const slowness = chance(testId)
  const tokens = Math.round(380 + 1500 * chance(`${testId}/tokens`))
  return {
    latencyMs: Math.round(620 + 2400 * slowness ** 2 + (slowness > 0.96 ? 3100 : 0)),
    cost: Number((tokens * 2.4e-6).toFixed(6)),
    tokens,
  }
}

/** The service promises no types here. */
function oddMeasures(index: number) {
  const latencies = ['812 ms', { total: 812, unit: 'ms' }, [812], true]
  const costs = ['0.0012', { usd: 0.0012 }, -1, '']
  return { latency_ms: latencies[index % latencies.length], cost: costs[index % costs.length] }
}
