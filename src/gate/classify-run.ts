// What became of a run that has ended: the rule that what cannot be told is never green.
import type { TestRun } from '../client/index.ts'
import type { AgentRef, AgentResult, InconclusiveReason, RunResult } from './results.ts'

const STILL_GOING = new Set(['queued', 'in_progress'])
const ENDED = new Set(['done', 'failed', 'cancelled'])

export type RunPhase = 'going' | 'ended' | 'unknown'

export function phaseOf(run: Pick<TestRun, 'status' | 'error'>): RunPhase {
  if (ENDED.has(run.status)) return 'ended'
  if (STILL_GOING.has(run.status)) return 'going'
  return run.error === true ? 'ended' : 'unknown'
}

/** What the last poll told: the run, and the flags that reports do not carry. */
export interface EndedRun extends Pick<TestRun, 'error' | 'aborted'> {
  readonly seen: RunResult
}

/** @param run the ended run with what was read of it since */
export function classifyRun(agent: AgentRef, run: RunResult, ended: EndedRun): AgentResult {
  const reason = problemOf(run, ended)
  if ((run.counts?.failed ?? 0) > 0)
    return reason === null ? { outcome: 'failed', agent, run } : { outcome: 'failed', agent, run, reason }
  return reason === null ? { outcome: 'passed', agent, run } : { outcome: 'inconclusive', agent, run, reason }
}

function problemOf({ counts, tests, status }: RunResult, ended: EndedRun): InconclusiveReason | null {
  if (counts?.failed === 0 && tests.some((test) => test.status === 'failed'))
    return { kind: 'contradictory-counts' }
  if (status === 'failed') return { kind: 'run-failed' }
  if (status === 'cancelled') return { kind: 'run-cancelled' }
  if (status !== 'done') return { kind: 'unknown-status', status }
  if (ended.error === true || ended.aborted === true) return { kind: 'run-error' }
  if (counts === null) return { kind: 'no-counts' }
  if (counts.total === 0) return { kind: 'no-tests' }
  const uncounted = counts.total - counts.passed - counts.failed
  if (uncounted < 0) return { kind: 'contradictory-counts' }
  const openRows = tests.filter(({ status: row }) => row !== 'passed' && row !== 'failed').length
  const withoutVerdict = Math.max(uncounted, openRows)
  return withoutVerdict > 0 ? { kind: 'unfinished-tests', withoutVerdict } : null
}
