// The results of a run, test by test: what is known while a test waits, and once it is complete.
import { chance } from '../ids.ts'
import { type ErrorKind, isErrorKind, isUnanswered, type Outcome, passedField, reasonOf } from './errors.ts'
import { criteriaOf, judgeResults } from './judging.ts'
import type { Run, RunState } from './run.ts'
import type { Dialect } from './server-version.ts'
import { type Test, typeOf } from './suite.ts'
import { rightCallOf, verdictOn } from './tool-calls.ts'

export interface ResultOptions {
  readonly onlyFailed: boolean
  readonly compact: boolean
}

/**
 * The field `results`. Until the run starts, it holds placeholders with nothing but a name. Tests without a configuration
 * have a row until the run ends.
 */
export function resultsOf(run: Run, state: RunState, options: ResultOptions, dialect: Dialect) {
  const { onlyFailed } = options
  if (state.status === 'queued' || run.ending === 'not-started')
    return onlyFailed ? [] : run.requested.map(({ test: { name } }) => ({ name }))
  if (state.final && run.tests.length === 0) return null
  return (state.final ? run.tests : run.requested).flatMap(({ test, outcome, position }) => {
    const complete = position < state.completed
    const passed = complete ? passedField(outcome, dialect.version, position) : null
    if (onlyFailed && passed !== false) return []
    const known = complete ? outcome : null
    return {
      ...commonFields(run, test, options, dialect),
      passed,
      ...fieldsByOutcome(run, test, known, options, dialect),
      ...(dialect.version === 'newer' && {
        unanswered: known !== null && isUnanswered(known),
        not_run: known === 'not-run' || (!complete && state.status === 'cancelled'),
      }),
    }
  })
}

function commonFields(run: Run, test: Test, { compact }: ResultOptions, dialect: Dialect) {
  const { version } = dialect
  return {
    test_case_id: version === 'older' ? `case-${test.index + 1}` : test.id,
    name: test.name,
    test_case: compact ? null : definitionOf(run, test, dialect),
    inputs: run.config['default_inputs'] ?? null,
    ...(version === 'newer' && {
      test_uuid: test.id,
      test_type: typeOf(test),
    }),
  }
}

function definitionOf({ agent, scenario }: Run, { name, case: testCase }: Test, dialect: Dialect) {
  const turns = [...(testCase.earlierTurns ?? []), { role: 'user', content: testCase.message }]
  const isToolCall = testCase.kind === 'tool-call'
  const isGeneral = agent.interactionType === 'general'
  return {
    name,
    ...(isGeneral && { input: testCase.message }),
    ...((!isGeneral || isToolCall) && { [dialect.version === 'older' ? 'messages' : 'history']: turns }),
    evaluation: isToolCall
      ? { type: 'tool_call', tool_calls: [testCase.expectedCall] }
      : { type: 'response', criteria: criteriaOf(scenario.evaluators, testCase, dialect) },
    inputs: {},
    settings: {},
  }
}

/** @param outcome null while the test waits */
function fieldsByOutcome(
  run: Run,
  test: Test,
  outcome: Outcome | null,
  { compact }: ResultOptions,
  dialect: Dialect,
) {
  const nothing = { reasoning: null, output: null, judge_results: null }
  if (outcome !== 'passed' && outcome !== 'failed') {
    const hasReason = outcome !== null && isErrorKind(outcome) && dialect.version !== 'older' && !compact
    const row = hasReason ? errorRow(outcome, run) : nothing
    return { ...row, latency_ms: null, cost: null }
  }
  const { latencyMs, cost } = measuresOf(run, test)
  const measures = run.scenario.oddMeasures ? oddMeasures(test.index) : { latency_ms: latencyMs, cost }
  const details = compact ? nothing : detailsOf(run, test, outcome === 'failed', dialect)
  return { ...details, ...measures }
}

function errorRow(kind: ErrorKind, { config }: Run) {
  return {
    reasoning: reasonOf(kind, String(config['agent_url'])),
    output: { response: null, tool_calls: [] },
    judge_results: null,
  }
}

/** The fields that `compact` sets to null. */
function detailsOf(run: Run, { case: testCase, index }: Test, failed: boolean, dialect: Dialect) {
  if (testCase.kind === 'tool-call') {
    const call = failed ? testCase.wrongCall : rightCallOf(testCase)
    const said = failed ? testCase.wrongReply : undefined
    return {
      reasoning: verdictOn(testCase, call),
      output: {
        response: said ?? (dialect.version === 'older' ? null : ''),
        tool_calls: call === null ? [] : [{ ...call, output: null }],
      },
      judge_results: null,
    }
  }
  const judged = judgeResults(run.scenario.evaluators, testCase, failed, index, dialect)
  return {
    reasoning: failed ? (judged[0]?.reasoning ?? null) : 'All evaluators passed.',
    output: { response: failed ? testCase.wrongReply : testCase.reply, tool_calls: [] },
    judge_results: judged,
  }
}

/** Response time in milliseconds, cost in US dollars, and tokens of one test. */
export interface Measures {
  readonly latencyMs: number
  readonly cost: number
  readonly tokens: number
}

/** Plausible measures, the same in every run of a test. */
export function measuresOf({ agent }: Pick<Run, 'agent'>, { name }: Test): Measures {
  const slowness = chance(`${agent.name}/${name}`)
  const tokens = Math.round(380 + 1500 * chance(`${agent.name}/${name}/tokens`))
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
