// A run in responses: in full for a poll, as an item of the run history; and its aggregated measures.
import { stableUuid, timestamp } from '../ids.ts'
import { evaluatorOf } from './evaluators.ts'
import { type Measures, measuresOf, passedField, type ResultOptions, resultsOf } from './results.ts'
import type { Run, RunState } from './run.ts'
import type { ServerVersion } from './server-version.ts'
import type { Outcome } from './suite.ts'

/** The body of `GET /agent-tests/run/{task_id}`. */
export function runStatus(run: Run, state: RunState, options: ResultOptions) {
  const started = state.status !== 'queued' && run.scenario.ending !== 'not-started'
  return {
    task_id: run.taskId,
    status: state.status,
    test_uuids: run.requested.map(({ id }) => id),
    ...totals(run, state, options.version),
    evaluators: started ? run.scenario.evaluators.map((name) => evaluatorOf(name, options.compact)) : null,
    results: resultsOf(run, state, options),
    ...(options.version === 'newer' && {
      name: run.name,
      stopped_early: hasCounts(state) && count(run, 'not-run') > 0,
    }),
  }
}

/** An item of `GET /agent-tests/agent/{agent_uuid}/runs`. */
export function historyItem(run: Run, state: RunState, now: number, version: ServerVersion) {
  return {
    uuid: run.taskId,
    name: run.name,
    status: state.status,
    type: run.type,
    created_at: timestamp(run.launchedAt),
    updated_at: timestamp(updatedAt(run, now)),
    ...totals(run, state, version),
    results: run.tests.map(({ name }, position) => ({
      name,
      passed: position < state.completed ? passedField(run, position) : null,
    })),
  }
}

/** The service's count of failed tests; null until it has counted. */
export function failedCount(run: Run, state: RunState): number | null {
  return hasCounts(state) ? count(run, 'failed') : null
}

/** What both bodies share. Counts are null during a run and if it did not complete. */
function totals(run: Run, state: RunState, version: ServerVersion) {
  const counted = hasCounts(state)
  const measured = counted ? run.tests.filter((_, i) => isMeasured(run.outcomes[i])) : []
  return {
    total_tests: state.completed > 0 || counted ? run.tests.length : null,
    passed: counted ? count(run, 'passed') : null,
    failed: failedCount(run, state),
    ...(run.scenario.oddMeasures && counted
      ? oddAggregates
      : aggregate(measured.map(({ id }) => measuresOf(id)))),
    error: state.error,
    is_public: run.scenario.shared,
    share_token: run.scenario.shared ? stableUuid(`share ${run.taskId}`) : null,
    ...(version === 'newer' && {
      unanswered_tests: counted ? count(run, 'unanswered') : null,
      aborted: state.status === 'cancelled',
    }),
  }
}

const hasCounts = (state: RunState) => state.status === 'done' && !state.error

const isMeasured = (outcome: Outcome | undefined) => outcome === 'passed' || outcome === 'failed'

const count = (run: Run, outcome: Outcome) => run.outcomes.filter((each) => each === outcome).length

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
      1,
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
