// Polls all runs of the job to their ends, on one schedule.
import { MAX_POLL_ERRORS, pollRetryDelayMs } from '../../client/core/retry.ts'
import type { ClientError, TestRun } from '../../client/index.ts'
import type { AgentRef, Problem, ServiceError } from '../../schema.ts'
import type { JudgedRun } from '../cause.ts'
import type { EndedRun, RunUrl } from '../model.ts'
import { aborted, type Effects, internalError, isRefused, serviceError, until } from '../service.ts'
import { ConversationLimit } from './conversations.ts'
import { pollTimes, type ScheduledRun } from './poll-schedule.ts'
import {
  type EndedPlan,
  type FollowedRun,
  LAST_READS_MS,
  readEnded,
  type SeenRun,
  withTexts,
} from './read-ended.ts'
import { countOf, emptyRun, progressOf, readRun, redactedTest } from './read-run.ts'
import { withoutUnread } from './test-errors.ts'

export interface PollPlan extends EndedPlan {
  readonly runUrl: RunUrl
  readonly intervalMs: number
  /** For everything, from the selection to the last poll. */
  readonly timeoutSeconds: number
}

/** A run that has been launched and has not ended. */
interface PolledRun extends ScheduledRun, SeenRun {
  readonly agent: AgentRef
  readonly end: (ended: EndedRun) => void
  run: JudgedRun
  testsSeen: number
  queued: boolean
  polledAt: number | null
  notBefore: number
  inFlight: boolean
  /** Polls that failed, or gave a status that nobody knows. */
  errorsInARow: number
  lastError: ServiceError | null
}

export class Poller {
  #plan: PollPlan
  readonly #effects: Effects
  readonly conversations = new ConversationLimit()
  /** In the order of their launches as sent. */
  #active: PolledRun[] = []
  /** Queued runs that the last polls found started. */
  #started = 0
  #answeredAt: number
  #wake = new AbortController()
  #looping = false

  constructor(plan: PollPlan, effects: Effects) {
    this.#plan = plan
    this.#effects = effects
    this.#answeredAt = effects.clock.now()
    effects.signal.addEventListener('abort', () => this.#wake.abort())
  }

  /**
   * Resolves when the run has ended or was given up; never rejects.
   * @param phase the run's share of the interval, in [0, 1), so that runs launched together are polled apart
   */
  follow(agent: AgentRef, { taskId, status, ...followed }: FollowedRun, phase: number): Promise<EndedRun> {
    const { clock, service } = this.#effects
    const now = clock.now()
    return new Promise((resolve) => {
      this.#active.push({
        agent,
        end: ({ run, ...ended }) => {
          const tests = withoutUnread((run?.tests ?? []).map((test) => redactedTest(test, service.redact)))
          resolve({ ...ended, run: run && { ...run, tests: this.conversations.applyTo(tests) } })
        },
        ...followed,
        run: emptyRun(taskId, status, this.#plan.runUrl),
        testsSeen: 0,
        phase,
        launchedAt: now,
        queued: status === 'queued',
        polledAt: null,
        notBefore: 0,
        inFlight: false,
        errorsInARow: 0,
        lastError: null,
      })
      this.#wake.abort()
      // A response can overtake another.
      this.#active.sort((one, other) => one.phase - other.phase)
      if (!this.#looping) this.#loop()
    })
  }

  endAt(deadline: number): void {
    this.#plan = { ...this.#plan, deadline }
  }

  /** How many runs are in progress, and for how long no poll has succeeded (null if the last one did). */
  progress(): { readonly running: number; readonly unansweredForMs: number | null } {
    const failing = this.#active.some(({ lastError }) => lastError !== null)
    return {
      running: this.#active.filter(({ queued }) => !queued).length,
      unansweredForMs: failing ? this.#effects.clock.now() - this.#answeredAt : null,
    }
  }

  async #loop(): Promise<void> {
    const { clock, signal } = this.#effects
    this.#looping = true
    while (this.#active.length > 0) {
      this.#wake = new AbortController()
      const isOver = clock.now() >= this.#plan.deadline
      if (signal.aborted) for (const run of this.#active) this.#giveUp(run)
      else if (isOver && !this.#active.some(({ inFlight }) => inFlight)) await this.#pollLast()
      else {
        const nextAt = isOver ? Number.POSITIVE_INFINITY : this.#startDue()
        await clock.sleep(Math.max(0, nextAt - clock.now()), this.#wake.signal)
      }
    }
    this.#looping = false
  }

  /** Starts the polls that are due. @returns when the next one is, at most the deadline */
  #startDue(): number {
    const now = this.#effects.clock.now()
    const times = pollTimes(this.#active, this.#plan.intervalMs, this.#started)
    let nextAt = this.#plan.deadline
    for (const [index, run] of this.#active.entries()) {
      const dueAt = times[index] ?? nextAt
      if (run.inFlight) continue
      if (dueAt <= now) this.#poll(run, now)
      else nextAt = Math.min(nextAt, dueAt)
    }
    return nextAt
  }

  /** At the deadline: every run once more, those in progress first. */
  async #pollLast(): Promise<void> {
    const byState = this.#active.toSorted((one, other) => Number(one.queued) - Number(other.queued))
    await Promise.all(byState.map((run) => this.#poll(run, this.#plan.deadline)))
  }

  /** One poll, and what follows from it. Never rejects: an exception concerns this run only. */
  async #poll(run: PolledRun, at: number): Promise<void> {
    const { service } = this.#effects
    const isLast = at >= this.#plan.deadline
    run.inFlight = true
    run.polledAt = at
    try {
      const result = await service.runs.get(run.run.taskId, {
        compact: true,
        only_failed: false,
        maxRetries: 0,
        ...until(this.#plan.deadline + (isLast ? LAST_READS_MS : 0), this.#effects),
      })
      if (result.ok) await this.#answered(run, result.value, isLast)
      else this.#failed(run, result.error, isLast)
    } catch (error) {
      this.#end(run, internalError(error, this.#effects.service))
    } finally {
      run.inFlight = false
      this.#wake.abort()
    }
  }

  async #answered(run: PolledRun, read: TestRun, isLast: boolean): Promise<void> {
    const now = this.#effects.clock.now()
    const before = run.run
    const progress = progressOf(read)
    this.#answeredAt = now
    const durationMs = Math.round(now - run.launchedAt)
    const times = { durationMs, queuedMs: read.status === 'queued' ? durationMs : before.queuedMs }
    run.run = readRun(read, times, this.#plan.runUrl)
    run.testsSeen = Math.max(run.testsSeen, run.run.tests.length)
    if (run.queued) this.#started = read.status === 'queued' ? 0 : this.#started + 1
    run.queued = read.status === 'queued'
    run.errorsInARow = progress === 'unknown' ? run.errorsInARow + 1 : 0
    run.lastError = null
    this.#emitProgress(run, before, read)
    if (progress === 'ended') {
      // No longer active: if the job is aborted meanwhile, the result stays.
      this.#deactivate(run)
      run.end(await readEnded(run, read, this.#plan, this.#effects))
    } else if (progress === 'unknown' && (isLast || run.errorsInARow >= MAX_POLL_ERRORS))
      this.#end(run, { kind: 'contradictory', unknownStatus: read.status })
    else if (isLast) {
      this.#deactivate(run)
      // Tests that failed by now have failed, whatever becomes of the run.
      const detailed = await withTexts(run, this.#plan, this.#effects)
      run.end({ ...detailed, problem: this.#whyGivenUp(run) })
    }
  }

  #failed(run: PolledRun, error: ClientError, isLast: boolean): void {
    const { clock, emit, random, signal } = this.#effects
    const failure = serviceError(error)
    const isFirst = run.lastError === null
    run.lastError = failure
    // While the service restarts, the run goes on.
    if (!isRefused(error)) run.errorsInARow += 1
    const attempts = Math.max(1, run.errorsInARow)
    if (signal.aborted || (isLast && error.transient)) this.#giveUp(run)
    else if (!error.transient || attempts >= MAX_POLL_ERRORS)
      this.#end(run, { kind: 'unreadable', error: failure, attempts })
    else {
      const waitMs = pollRetryDelayMs(attempts, this.#plan.intervalMs, error.retryAfterMs, random())
      run.notBefore = clock.now() + waitMs
      if (isFirst)
        emit({ type: 'poll-error', agent: run.agent, error: failure, attempt: attempts, retryInMs: waitMs })
    }
  }

  #emitProgress({ agent, run }: PolledRun, before: JudgedRun, read: TestRun): void {
    const { emit } = this.#effects
    const [passed, failed] = [countOf(run.tests, 'passed'), countOf(run.tests, 'failed')]
    const hasChanged =
      run.status !== before.status ||
      run.plannedTests !== before.plannedTests ||
      failed !== countOf(before.tests, 'failed')
    const counts = {
      total: run.plannedTests,
      passed: passed + failed === 0 ? null : passed,
      failed: failed || null,
    }
    if (hasChanged && progressOf(read) !== 'ended')
      emit({ type: 'progress', agent, status: run.status, counts })
  }

  #deactivate(run: PolledRun): void {
    this.#active = this.#active.filter((each) => each !== run)
  }

  #end(run: PolledRun, problem: Problem): void {
    this.#deactivate(run)
    run.end({ run: run.run, problem })
  }

  #giveUp(run: PolledRun): void {
    this.#end(run, this.#whyGivenUp(run))
  }

  #whyGivenUp({ run, lastError }: PolledRun): Problem {
    const { signal } = this.#effects
    const state = run.status === 'queued' ? 'queued' : 'running'
    if (signal.aborted) return aborted(signal, state)
    const { timeoutSeconds } = this.#plan
    // The run may have ended long ago.
    return { kind: 'timed-out', timeoutSeconds, state: lastError === null ? state : 'unread', lastError }
  }
}
