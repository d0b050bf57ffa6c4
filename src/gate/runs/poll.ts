// Polls all runs of the job to their ends, on one schedule.
import { MAX_POLL_ERRORS, pollRetryDelayMs } from '../../client/core/retry.ts'
import type { ClientError, TestRun } from '../../client/index.ts'
import type { Problem } from '../../schema.ts'
import type { JudgedRun } from '../cause.ts'
import { type EndedRun, type GatePlan, type Launch, launchedAgent, type RunningRun } from '../model.ts'
import { aborted, type Effects, internalError, isRefused, serviceError, until } from '../service.ts'
import { ConversationLimit } from './conversations.ts'
import { isQueued, pollTimes } from './poll-schedule.ts'
import { LAST_READS_MS, readEnded, withTexts } from './read-ended.ts'
import { countOf, progressOf, readRun, redactedTest } from './read-run.ts'
import { withoutUnread } from './test-errors.ts'

export class Poller {
  readonly #plan: GatePlan
  readonly #intervalMs: number
  #deadline: number
  readonly #effects: Effects
  readonly conversations = new ConversationLimit()
  /** In the order of their launches as sent. */
  #active: RunningRun[] = []
  /** Queued runs that the last polls found started. */
  #started = 0
  #answeredAt: number
  #wake = new AbortController()
  #looping = false

  constructor(plan: GatePlan, deadline: number, effects: Effects) {
    this.#plan = plan
    this.#intervalMs = plan.pollIntervalSeconds * 1000
    this.#deadline = deadline
    this.#effects = effects
    this.#answeredAt = effects.clock.now()
    effects.signal.addEventListener('abort', () => this.#wake.abort())
  }

  /**
   * Resolves when the run has ended or was given up; never rejects.
   * @param phase the run's share of the interval, in [0, 1), so that runs launched together are polled apart
   */
  follow(launch: Launch, run: JudgedRun, phase: number): Promise<EndedRun> {
    const { clock, service } = this.#effects
    return new Promise((resolve) => {
      this.#active.push({
        launch,
        run,
        testsSeen: 0,
        launchedAt: clock.now(),
        phase,
        polledAt: null,
        notBefore: 0,
        inFlight: false,
        errorsInARow: 0,
        lastError: null,
        end: ({ run, ...ended }) => {
          const tests = withoutUnread((run?.tests ?? []).map((test) => redactedTest(test, service.redact)))
          resolve({ ...ended, run: run && { ...run, tests: this.conversations.applyTo(tests) } })
        },
      })
      this.#wake.abort()
      // A response can overtake another.
      this.#active.sort((one, other) => one.phase - other.phase)
      if (!this.#looping) this.#loop()
    })
  }

  endAt(deadline: number): void {
    this.#deadline = deadline
  }

  /** How many runs are in progress, and for how long no poll has succeeded (null if the last one did). */
  progress(): { readonly running: number; readonly unansweredForMs: number | null } {
    const failing = this.#active.some(({ lastError }) => lastError !== null)
    return {
      running: this.#active.filter((run) => !isQueued(run)).length,
      unansweredForMs: failing ? this.#effects.clock.now() - this.#answeredAt : null,
    }
  }

  async #loop(): Promise<void> {
    const { clock, signal } = this.#effects
    this.#looping = true
    while (this.#active.length > 0) {
      this.#wake = new AbortController()
      const isOver = clock.now() >= this.#deadline
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
    const times = pollTimes(this.#active, this.#intervalMs, this.#started)
    let nextAt = this.#deadline
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
    const byState = this.#active.toSorted((one, other) => Number(isQueued(one)) - Number(isQueued(other)))
    await Promise.all(byState.map((run) => this.#poll(run, this.#deadline)))
  }

  /** One poll, and what follows from it. Never rejects: an exception concerns this run only. */
  async #poll(run: RunningRun, at: number): Promise<void> {
    const { service } = this.#effects
    const isLast = at >= this.#deadline
    run.inFlight = true
    run.polledAt = at
    try {
      const result = await service.runs.get(run.run.taskId, {
        compact: true,
        only_failed: false,
        maxRetries: 0,
        ...until(this.#deadline + (isLast ? LAST_READS_MS : 0), this.#effects),
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

  async #answered(run: RunningRun, read: TestRun, isLast: boolean): Promise<void> {
    const now = this.#effects.clock.now()
    const before = run.run
    const progress = progressOf(read)
    this.#answeredAt = now
    const durationMs = Math.round(now - run.launchedAt)
    const times = { durationMs, queuedMs: read.status === 'queued' ? durationMs : before.queuedMs }
    const wasQueued = isQueued(run)
    run.run = readRun(read, times, this.#plan.runUrl)
    run.testsSeen = Math.max(run.testsSeen, run.run.tests.length)
    if (wasQueued) this.#started = isQueued(run) ? 0 : this.#started + 1
    run.errorsInARow = progress === 'unknown' ? run.errorsInARow + 1 : 0
    run.lastError = null
    this.#emitProgress(run, before, read)
    if (progress === 'ended') {
      // No longer active: if the job is aborted meanwhile, the result stays.
      this.#deactivate(run)
      run.end(await readEnded(run, read, this.#plan.details, this.#deadline, this.#effects))
    } else if (progress === 'unknown' && (isLast || run.errorsInARow >= MAX_POLL_ERRORS))
      this.#end(run, { kind: 'contradictory', unknownStatus: read.status })
    else if (isLast) {
      this.#deactivate(run)
      // Tests that failed by now have failed, whatever becomes of the run.
      const detailed = await withTexts(run, this.#plan.details, this.#deadline, this.#effects)
      run.end({ ...detailed, problem: this.#whyGivenUp(run) })
    }
  }

  #failed(run: RunningRun, error: ClientError, isLast: boolean): void {
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
      const waitMs = pollRetryDelayMs(attempts, this.#intervalMs, error.retryAfterMs, random())
      run.notBefore = clock.now() + waitMs
      if (isFirst)
        emit({
          type: 'poll-error',
          agent: launchedAgent(run.launch),
          error: failure,
          attempt: attempts,
          retryInMs: waitMs,
        })
    }
  }

  #emitProgress({ launch, run }: RunningRun, before: JudgedRun, read: TestRun): void {
    const { emit } = this.#effects
    const [passed, failed] = [countOf(run.tests, 'passed'), countOf(run.tests, 'failed')]
    const hasChanged =
      run.status !== before.status ||
      run.plannedTests !== before.plannedTests ||
      failed !== countOf(before.tests, 'failed')
    const counts = { total: run.plannedTests, passed, failed }
    if (hasChanged && progressOf(read) !== 'ended')
      emit({ type: 'progress', agent: launchedAgent(launch), status: run.status, counts })
  }

  #deactivate(run: RunningRun): void {
    this.#active = this.#active.filter((each) => each !== run)
  }

  #end(run: RunningRun, problem: Problem): void {
    this.#deactivate(run)
    run.end({ run: run.run, problem })
  }

  #giveUp(run: RunningRun): void {
    this.#end(run, this.#whyGivenUp(run))
  }

  #whyGivenUp({ run, lastError }: RunningRun): Problem {
    const { signal } = this.#effects
    const state = isQueued({ run }) ? 'queued' : 'running'
    if (signal.aborted) return aborted(signal, state)
    const { timeoutSeconds } = this.#plan
    // The run may have ended long ago.
    return { kind: 'timed-out', timeoutSeconds, state: lastError === null ? state : 'unread', lastError }
  }
}
