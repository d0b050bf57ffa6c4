// A run in responses: in full for a poll, as an item of the run history; and its aggregated measures.
import { stableUuid } from '../ids.ts'
import { countsAsFailed, isUnanswered, passedField } from './errors.ts'
import { displayNames, evaluatorNames, evaluatorOf } from './evaluators.ts'
import { evaluatorsOf } from './judging.ts'
import { type Measures, measuresOf, type ResultOptions, resultsOf } from './results.ts'
import type { Run, RunState } from './run.ts'
import type { Dialect, ServerVersion } from './server-version.ts'

/** The body of `GET /agent-tests/run/{task_id}`. */
export function runStatus(run: Run, state: RunState, options: ResultOptions, dialect: Dialect) {
  const evaluators = evaluatorsUsed(run).map((name) =>
    evaluatorOf(name, run.versions, options.compact, dialect),
  )
  return {
    task_id: run.taskId,
    status: state.status,
    test_uuids: run.requested.map(({ test }) => test.id),
    ...totals(run, state, dialect.version),
    evaluators: evaluators.length > 0 ? evaluators : null,
    results: run.type === 'llm-benchmark' ? null : resultsOf(run, state, options, dialect),
    ...(dialect.version === 'newer' && {
      name: run.name,
      stopped_early: hasCounts(run, state) && run.tests.some(({ outcome }) => outcome === 'not-run'),
    }),
  }
}

/** An item of `GET /agent-tests/agent/{agent_uuid}/runs`. */
export function historyItem(run: Run, state: RunState, now: number, { version, time }: Dialect) {
  return {
    uuid: run.taskId,
    name: run.name,
    status: state.status,
    type: run.type,
    created_at: time(run.launchedAt),
    updated_at: time(updatedAt(run, now)),
    ...totals(run, state, version),
    results: hasRows(run, state) ? historyRows(run, state, version) : null,
    evaluators: displayNames(evaluatorsUsed(run)),
    model_results: run.type === 'llm-benchmark' ? modelResults : null,
  }
}

const hasRows = ({ type, tests }: Run, { final }: RunState) =>
  type !== 'llm-benchmark' && !(final && tests.length === 0)

/** A benchmark runs the tests once for each model. */
const modelResults = ['openai/gpt-4.1', 'anthropic/claude-sonnet-4.5'].map((model) => ({
  model,
  message: 'Waiting',
  ...{ success: null, total_tests: null, passed: null, failed: null },
}))

function historyRows(run: Run, state: RunState, version: ServerVersion) {
  return run.tests.map(({ test: { name }, outcome, position }) => ({
    name,
    passed: position < state.completed ? passedField(outcome, version, position) : null,
  }))
}

/** The service's count of failed tests; null until it has counted. */
export function failedCount(run: Run, state: RunState, version: ServerVersion): number | null {
  return hasCounts(run, state) ? countFailed(run, version) : null
}

function evaluatorsUsed({ tests, scenario }: Run) {
  const used = new Set(
    tests.flatMap(({ test }) => evaluatorsOf(scenario.evaluators, test).map(({ name }) => name)),
  )
  return evaluatorNames.filter((name) => used.has(name))
}

/** What both bodies share. */
function totals(run: Run, state: RunState, version: ServerVersion) {
  const counted = hasCounts(run, state)
  // People share runs that have ended.
  const isShared = run.scenario.shared && state.final
  const { measures } = run.scenario
  const measured = run.tests.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed')
  return {
    ...counts(run, state, version),
    ...(measures === 'odd' && counted
      ? oddAggregates
      : aggregate(measures === 'usual' && counted ? measured.map(({ test }) => measuresOf(run, test)) : [])),
    error: state.error,
    is_public: isShared,
    share_token: isShared ? stableUuid(`share ${run.taskId}`) : null,
    ...(version === 'newer' && {
      unanswered_tests: counted ? run.tests.filter(({ outcome }) => isUnanswered(outcome)).length : null,
      aborted: state.status === 'cancelled',
    }),
  }
}

/** The total is there from the first result on, with the tests without a configuration until the rest is known. */
function counts(run: Run, state: RunState, version: ServerVersion) {
  if (run.type === 'llm-benchmark') return { total_tests: null, passed: null, failed: null }
  if (!hasCounts(run, state)) {
    const known = state.final ? run.tests : run.requested
    return { total_tests: state.completed === 0 ? null : known.length, passed: null, failed: null }
  }
  const passed = run.tests.filter(({ outcome }) => outcome === 'passed').length
  return { total_tests: run.tests.length, passed, failed: countFailed(run, version) }
}

const countFailed = (run: Run, version: ServerVersion) =>
  run.tests.filter(({ outcome }) => countsAsFailed(outcome, version)).length

/** The last polls in progress have counts, too. */
const hasCounts = ({ ending, tests, type }: Run, { final, completed }: RunState) =>
  type === 'llm-unit-test' &&
  (ending === 'done' || ending === 'erred') &&
  (final || (completed > 0 && completed === tests.length))

function updatedAt(run: Run, now: number): number {
  if (now >= run.endsAt) return run.endsAt
  return now >= run.startsAt ? now : run.launchedAt
}

const oddAggregates = {
  latency_ms: '1.2 s',
  cost: { mean: '0.0021', currency: 'USD', count: '8' },
  total_tokens: [4711, 'estimated'],
}

function aggregate(measures: readonly Measures[]) {
  if (measures.length === 0) return { latency_ms: null, cost: null, total_tokens: null }
  return {
    latency_ms: percentiles(measures.map(({ latencyMs }) => latencyMs)),
    cost: range(
      measures.map(({ cost }) => cost),
      6,
    ),
    total_tokens: range(
      measures.map(({ tokens }) => tokens),
      0,
    ),
  }
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null
  return { p50: at(50), p95: at(95), p99: at(99), count: sorted.length }
}

function range(values: readonly number[], decimals: number) {
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (const value of values) {
    sum += value
    min = Math.min(min, value)
    max = Math.max(max, value)
  }
  return { mean: Number((sum / values.length).toFixed(decimals)), min, max, count: values.length }
}
