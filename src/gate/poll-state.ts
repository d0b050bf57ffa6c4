// What one answered poll means for a run: look again later, it has ended, or this agent is over. Pure: time is a number.

import type { TestRun } from '../client/index.ts'
import { type EndedRun, phaseOf } from './classify-run.ts'
import { nextTick, type Pace } from './pace.ts'
import { runResult, serviceCounts } from './read-run.ts'
import type { InconclusiveReason, RunResult } from './results.ts'
import { type Result, serviceError, statusOf } from './service.ts'

/** So many polls in a row may fail, or show a status that is no known one, before that agent is given up. */
export const MAX_FRUITLESS_POLLS = 10

/** Milliseconds to wait before repeat number `repeat`, doubling from `firstMs`; what the service asked for is honoured. */
export type BackoffMs = (repeat: number, firstMs: number, retryAfterMs: number | null) => number

export interface PollState {
  /** The run as it was last seen. */
  readonly seen: RunResult
  readonly failedPolls: number
  readonly unknownPolls: number
  readonly pollAt: number
}

export interface PollMoment {
  readonly now: number
  /** The deadline has come: there is no later poll. */
  readonly last: boolean
  readonly pace: Pace
  /** Whether another agent is running, as far as was last seen. */
  readonly othersRun: boolean
  readonly timeoutSeconds: number
  readonly backoffMs: BackoffMs
}

export type PollStep =
  | { readonly kind: 'again'; readonly state: PollState }
  | { readonly kind: 'ended'; readonly ended: EndedRun }
  | { readonly kind: 'over'; readonly problem: InconclusiveReason; readonly seen: RunResult }

export function afterPoll(state: PollState, answer: Result<TestRun>, moment: PollMoment): PollStep {
  if (!answer.ok) return afterFault(state, answer.error, moment)
  const run = answer.value
  const phase = phaseOf(run)
  const seen = runResult(run, { counts: serviceCounts(run), durationMs: moment.now - moment.pace.launchedAt })
  if (phase === 'ended') return { kind: 'ended', ended: { seen, error: run.error, aborted: run.aborted } }
  const unknownPolls = phase === 'unknown' ? state.unknownPolls + 1 : 0
  if (unknownPolls === MAX_FRUITLESS_POLLS || (moment.last && phase === 'unknown'))
    return { kind: 'over', problem: { kind: 'unknown-status', status: run.status }, seen }
  if (moment.last) return { kind: 'over', problem: timedOut(moment), seen }
  const pollAt = nextTick(moment.pace, moment.now, run.status === 'queued' && moment.othersRun)
  return { kind: 'again', state: { seen, failedPolls: 0, unknownPolls, pollAt } }
}

function afterFault(state: PollState, error: FailedAnswer['error'], moment: PollMoment): PollStep {
  const over = (problem: InconclusiveReason): PollStep => ({ kind: 'over', problem, seen: state.seen })
  const status = statusOf(error)
  const fault = serviceError(error)
  const failedPolls = state.failedPolls + 1
  if (status === 403 || status === 404) return over({ kind: 'lost', error: fault })
  if (!error.transient) return over({ kind: 'unreadable', error: fault, attempts: failedPolls })
  if (moment.last) return over(timedOut(moment))
  if (failedPolls === MAX_FRUITLESS_POLLS)
    return over({ kind: 'unreadable', error: fault, attempts: failedPolls })
  const waitMs = moment.backoffMs(failedPolls, moment.pace.intervalMs, error.retryAfterMs)
  return { kind: 'again', state: { ...state, failedPolls, pollAt: moment.now + waitMs } }
}

type FailedAnswer = Result<TestRun> & { ok: false }

function timedOut({ timeoutSeconds }: PollMoment): InconclusiveReason {
  return { kind: 'timed-out', timeoutSeconds }
}
