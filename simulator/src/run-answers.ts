// A run as the service tells it: the whole for a poll, one item for the run history.
import { stableUuid, timestamp } from './ids.ts'
import { evaluatorOf } from './judges.ts'
import { aggregate, measuresOf } from './measures.ts'
import { type RowOptions, rowsOf, verdictOf } from './rows.ts'
import type { Run } from './run.ts'
import type { RunState } from './run-state.ts'
import type { Fate } from './suite.ts'

/** The answer to `GET /agent-tests/run/{task_id}`. */
export function runStatus(run: Run, state: RunState, options: RowOptions) {
  const begun = state.status !== 'queued' && run.scenario.ending !== 'not-started'
  return {
    task_id: run.taskId,
    name: run.name,
    status: state.status,
    test_uuids: run.tests.map((index) => run.suite.idOf(index)),
    ...totals(run, state),
    evaluators: begun ? run.scenario.judges.map((judge) => evaluatorOf(judge, options.compact)) : null,
    results: rowsOf(run, state, options),
    stopped_early: counted(state) && count(run, 'not-run') > 0,
  }
}

/** An item of `GET /agent-tests/agent/{agent_uuid}/runs`. */
export function historyItem(run: Run, state: RunState, now: number) {
  return {
    uuid: run.taskId,
    name: run.name,
    status: state.status,
    type: run.type,
    created_at: timestamp(run.launchedAt),
    updated_at: timestamp(updatedAt(run, now)),
    ...totals(run, state),
    results: run.tests.map((index, position) => ({
      name: run.suite.nameOf(index),
      passed: position < state.completed ? verdictOf(run, index) : null,
    })),
  }
}

/** How many tests failed by the service's count, null until it has counted. */
export function failedCount(run: Run, state: RunState): number | null {
  return counted(state) ? count(run, 'fails') : null
}

/** What both answers share. Counts are null while a run goes and where it did not end well. */
function totals(run: Run, state: RunState) {
  const known = counted(state)
  const measured = known ? run.tests.filter((index) => isMeasured(run.suite.fateOf(index))) : []
  return {
    total_tests: state.completed > 0 || known ? run.tests.length : null,
    passed: known ? count(run, 'passes') : null,
    failed: failedCount(run, state),
    unanswered_tests: known ? count(run, 'unanswered') : null,
    ...aggregate(measured.map((index) => measuresOf(run.suite.idOf(index)))),
    error: state.error,
    aborted: state.status === 'cancelled',
    is_public: run.scenario.shared,
    share_token: run.scenario.shared ? stableUuid(`share ${run.taskId}`) : null,
  }
}

const counted = (state: RunState) => state.status === 'done' && !state.error

const isMeasured = (fate: Fate) => fate === 'passes' || fate === 'fails'

const count = (run: Run, fate: Fate) => run.tests.filter((index) => run.suite.fateOf(index) === fate).length

function updatedAt(run: Run, now: number): number {
  if (now >= run.endsAt) return run.endsAt
  return now >= run.startsAt ? now : run.launchedAt
}
