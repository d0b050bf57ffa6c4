// One run between its launch and its end: its state, and how a poll changes it. No I/O.

import type { ClientError, TestRun } from '../client/index.ts'
import { MAX_POLL_ERRORS, pollRetryDelayMs } from '../client/retry.ts'
import type { GateEvent } from './events.ts'
import type { ScheduledRun } from './poll-schedule.ts'
import type { AgentRef, InconclusiveReason, RunResult, ServiceError } from './results.ts'
import { addRead, noEvidence, phaseOf, type RunEvidence } from './run-evidence.ts'
import { serviceError, statusOf } from './service.ts'

export interface PolledRun extends ScheduledRun {
  readonly agent: AgentRef
  queued: boolean
  polledAt: number | null
  notBefore: number
  inFlight: boolean
  errorsInARow: number
  unknownInARow: number
  lastError: ServiceError | null
  evidence: RunEvidence
}

export function polledRun(agent: AgentRef, launched: RunResult, phase: number, now: number): PolledRun {
  return {
    agent,
    phase,
    launchedAt: now,
    queued: launched.status === 'queued',
    polledAt: null,
    notBefore: 0,
    inFlight: false,
    errorsInARow: 0,
    unknownInARow: 0,
    lastError: null,
    evidence: noEvidence(launched),
  }
}

/** What a poll means: poll again, the run has ended, or it is given up. */
export type PollStep =
  | { readonly kind: 'again'; readonly changed: boolean }
  | { readonly kind: 'ended' }
  | { readonly kind: 'given-up'; readonly reason: InconclusiveReason }

export interface PollMoment {
  readonly now: number
  /** The deadline has come: there is no later poll. */
  readonly isLast: boolean
  readonly onlyFailed: boolean
  readonly timeoutSeconds: number
  readonly intervalMs: number
  /** A number in [0, 1). */
  readonly random: number
}

export function afterAnswer(run: PolledRun, read: TestRun, moment: PollMoment): PollStep {
  const before = run.evidence
  const phase = phaseOf(read)
  run.evidence = addRead(before, read, {
    onlyFailed: moment.onlyFailed,
    durationMs: moment.now - run.launchedAt,
  })
  run.queued = read.status === 'queued'
  run.errorsInARow = 0
  run.lastError = null
  run.unknownInARow = phase === 'unknown' ? run.unknownInARow + 1 : 0
  if (phase === 'ended') return { kind: 'ended' }
  if (phase === 'unknown' && (moment.isLast || run.unknownInARow === MAX_POLL_ERRORS))
    return { kind: 'given-up', reason: { kind: 'unknown-status', status: read.status } }
  if (moment.isLast) return { kind: 'given-up', reason: timedOut(run, moment.timeoutSeconds) }
  const { evidence } = run
  const changed =
    before.run.status !== read.status ||
    before.total !== evidence.total ||
    before.mostFailed !== evidence.mostFailed
  return { kind: 'again', changed }
}

export function afterError(run: PolledRun, error: ClientError, moment: PollMoment): PollStep {
  const failure = serviceError(error)
  const status = statusOf(error)
  run.errorsInARow += 1
  run.lastError = failure
  if (status === 403 || status === 404) return { kind: 'given-up', reason: { kind: 'lost', error: failure } }
  if (moment.isLast && error.transient)
    return { kind: 'given-up', reason: timedOut(run, moment.timeoutSeconds) }
  if (!error.transient || run.errorsInARow === MAX_POLL_ERRORS) {
    const attempts = run.errorsInARow
    return { kind: 'given-up', reason: { kind: 'unreadable', error: failure, attempts } }
  }
  const waitMs = pollRetryDelayMs(run.errorsInARow, moment.intervalMs, error.retryAfterMs, moment.random)
  run.notBefore = moment.now + waitMs
  return { kind: 'again', changed: run.errorsInARow === 1 }
}

export function timedOut({ lastError }: PolledRun, timeoutSeconds: number): InconclusiveReason {
  return { kind: 'timed-out', timeoutSeconds, lastError }
}

/** What a poll has changed, for the log and for progress in a terminal. */
export function pollEvents(
  run: PolledRun,
  before: RunEvidence,
  step: PollStep,
  { now, onlyFailed }: PollMoment,
): GateEvent[] {
  const done = testsDone(run.evidence)
  return [
    ...(step.kind === 'again' && step.changed ? [progressEvent(run, now)] : []),
    // Without the rows of passing tests, the number is not known.
    ...(onlyFailed || done === testsDone(before)
      ? []
      : [{ type: 'tests-done', agent: run.agent, tests: done } as const]),
  ]
}

function testsDone({ run }: RunEvidence): number {
  return run.tests.filter(({ status }) => status !== 'pending').length
}

function progressEvent(
  { agent, evidence, errorsInARow, lastError, notBefore }: PolledRun,
  now: number,
): GateEvent {
  if (lastError !== null)
    return { type: 'poll-error', agent, error: lastError, attempt: errorsInARow, retryInMs: notBefore - now }
  const { run, total, passed, failed, mostFailed } = evidence
  const counts = { total: total || null, passed, failed: failed ?? (mostFailed || null) }
  return { type: 'progress', agent, status: run.status, counts }
}
