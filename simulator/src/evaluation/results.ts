// The results of a run, test by test: what is known while a test waits, and once it is complete.
import { chance } from '../ids.ts'
import { type ErrorKind, isErrorKind, isUnanswered, type Outcome, passedField, reasonOf } from './errors.ts'
import { criteriaOf, evaluatorsOf, judgeResults } from './judging.ts'
import type { Run, RunState } from './run.ts'
import type { Dialect } from './server-version.ts'
import { typeOf } from './suite.ts'
import type { Test } from './test.ts'
import { rightCallOf, verdictOn } from './tool-calls.ts'
import { writtenDefinition } from './written-test.ts'

export interface ResultOptions {
  readonly onlyFailed: boolean
  readonly compact: boolean
}

/** The field `results`. Waiting tests have a row with nothing but a name; those without a configuration until the run ends. */
export function resultsOf(run: Run, state: RunState, options: ResultOptions, dialect: Dialect) {
  const rows = state.final && run.ending !== 'not-started' ? run.tests : run.requested
  return rows.flatMap(({ test, outcome, position }) => {
    const complete = position < state.completed
    const passed = complete ? passedField(outcome, dialect.version, position) : null
    if (options.onlyFailed && passed !== false) return []
    const row = complete ? completeRow(run, test, outcome, options, dialect) : waitingFields
    return {
      ...(options.compact && dialect.version === 'documented' ? withoutCompacted(row) : row),
      name: test.name,
      passed,
      ...(dialect.version === 'newer' && {
        test_uuid: test.id,
        test_type: typeOf(test),
        unanswered: complete && isUnanswered(outcome),
        not_run: complete ? outcome === 'not-run' : state.status === 'cancelled',
      }),
    }
  })
}

/** Real servers set these fields to null. */
function withoutCompacted(row: object) {
  const compacted = ['output', 'test_case', 'judge_results', 'reasoning']
  return Object.fromEntries(Object.entries(row).filter(([field]) => !compacted.includes(field)))
}

const withoutDetails = { reasoning: null, output: null, judge_results: null }
const waitingFields = {
  test_case_id: null,
  test_case: null,
  inputs: null,
  ...withoutDetails,
  latency_ms: null,
  cost: null,
}

function completeRow(run: Run, test: Test, outcome: Outcome, options: ResultOptions, dialect: Dialect) {
  const overrides = test.written ? test.written.config?.['inputs'] : test.case.inputs
  const defaults = run.config['default_inputs']
  return {
    test_case_id: test.id,
    test_case: options.compact ? null : definitionOf(run, test),
    inputs: defaults || overrides ? { ...Object(defaults), ...Object(overrides) } : null,
    ...fieldsByOutcome(run, test, outcome, options, dialect),
  }
}

function definitionOf({ agent, scenario }: Run, test: Test) {
  const { id, name, case: testCase } = test
  const criteria = criteriaOf(scenario.evaluators, test)
  if (test.written !== null) return { id, name, ...writtenDefinition(test.written, criteria) }
  const { inputs, language } = testCase
  const turns = [...(testCase.earlierTurns ?? []), { role: 'user', content: testCase.message }]
  const isToolCall = testCase.kind === 'tool-call'
  const isGeneral = agent.interactionType === 'general'
  return {
    id,
    name,
    ...(isGeneral && { input: testCase.message }),
    ...((!isGeneral || isToolCall) && { history: turns }),
    evaluation: isToolCall
      ? { type: 'tool_call', tool_calls: [testCase.expectedCall] }
      : { type: isGeneral ? 'general' : typeOf(test), criteria },
    ...(inputs && { inputs }),
    ...(language && { settings: { language } }),
  }
}

function fieldsByOutcome(
  run: Run,
  test: Test,
  outcome: Outcome,
  { compact }: ResultOptions,
  dialect: Dialect,
) {
  if (outcome !== 'passed' && outcome !== 'failed') {
    const hasReason = isErrorKind(outcome) && !compact
    const row = hasReason ? errorRow(outcome, run) : withoutDetails
    return { ...row, latency_ms: null, cost: null }
  }
  const details = compact ? withoutDetails : detailsOf(run, test, outcome === 'failed', dialect)
  return { ...details, ...measureFields(run, test) }
}

function measureFields(run: Run, test: Test) {
  switch (run.scenario.measures) {
    case 'usual': {
      const { latencyMs, cost } = measuresOf(run, test)
      return { latency_ms: latencyMs, cost }
    }
    case 'odd':
      return oddMeasures(test.index)
    case 'none':
      return { latency_ms: null, cost: null }
    default:
      return run.scenario.measures satisfies never
  }
}

function errorRow(kind: ErrorKind, { config }: Run) {
  return {
    reasoning: reasonOf(kind, String(config['agent_url'])),
    output: { response: null, tool_calls: [] },
    judge_results: null,
  }
}

/** The fields that `compact` sets to null. */
function detailsOf(run: Run, test: Test, failed: boolean, dialect: Dialect) {
  const { case: testCase, index } = test
  if (testCase.kind === 'tool-call') {
    const call = failed ? testCase.wrongCall : rightCallOf(testCase)
    const said = failed ? testCase.wrongReply : undefined
    return {
      reasoning: verdictOn(testCase, call),
      output: {
        response: said ?? '',
        tool_calls: call === null ? [] : [{ ...call, output: null }],
      },
      judge_results: null,
    }
  }
  const uses = evaluatorsOf(run.scenario.evaluators, test)
  const judged = judgeResults(uses, testCase, failed, index, dialect)
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
