// Polls all runs of the job to their ends, on one schedule.
import type { Clock, TestRun } from '../client/index.ts'
import type { GateEvent } from './events.ts'
import { pollTimes, queueAfterPoll, stillQueue } from './poll-schedule.ts'
import { afterAnswer, afterError, type PolledRun, pollEvents, polledRun, timedOut } from './polled-run.ts'
import { type DetailsOf, LAST_READS_MS, readDetails } from './read-details.ts'
import type { AgentRef, InconclusiveReason, RunResult } from './results.ts'
import { concludeRun, emptyRead } from './run-evidence.ts'
import type { GateService, Result } from './service.ts'

/** Suites up to this size are polled with their passing rows, so that no further read is needed at the end. */
const SMALL_SUITE = 100

/** A run that has ended or was given up. `reason`: why it is inconclusive in itself. */
export interface EndedRun {
  readonly run: RunResult
  readonly reason: InconclusiveReason | null
}

export interface PollPlan {
  readonly intervalMs: number
  /** On the clock, in milliseconds. */
  readonly deadline: number
  /** For everything, from the selection to the last poll. */
  readonly timeoutSeconds: number
  readonly details: DetailsOf
}

export interface PollEffects {
  readonly service: Pick<GateService, 'getRun'>
  readonly clock: Clock
  /** A number in [0, 1), for the jitter of waits. */
  readonly random: () => number
  readonly emit: (event: GateEvent) => void
  /** Aborted when the job is cancelled or the key is refused. */
  readonly signal: AbortSignal
  readonly abortedBy: () => 'authentication' | 'signal'
}

interface FollowedRun extends PolledRun {
  readonly resolve: (ended: EndedRun) => void
}

export class Poller {
  readonly #plan: PollPlan
  readonly #effects: PollEffects
  #active: FollowedRun[] = []
  #queue = stillQueue
  #wake = new AbortController()
  #looping = false
  #answeredAt: number

  constructor(plan: PollPlan, effects: PollEffects) {
    this.#plan = plan
    this.#effects = effects
    this.#answeredAt = effects.clock.now()
    effects.signal.addEventListener('abort', () => this.#wakeUp())
  }

  /**
   * Resolves when the run has ended or was given up; never rejects.
   * @param phase the run's share of the interval, in [0, 1), so that runs launched together are polled apart
   */
  follow(agent: AgentRef, launched: RunResult, phase: number): Promise<EndedRun> {
    return new Promise((resolve) => {
      this.#active.push({ ...polledRun(agent, launched, phase, this.#effects.clock.now()), resolve })
      this.#wakeUp()
      if (!this.#looping) this.#loop()
    })
  }

  /** How many runs are in progress, and for how long no poll has succeeded (null if the last one did). */
  progress(): { readonly running: number; readonly unansweredForMs: number | null } {
    const failing = this.#active.some(({ errorsInARow }) => errorsInARow > 0)
    return {
      running: this.#active.filter(({ queued }) => !queued).length,
      unansweredForMs: failing ? this.#effects.clock.now() - this.#answeredAt : null,
    }
  }

  #wakeUp(): void {
    // With a reason, because without one an error with a stack is created for it.
    this.#wake.abort(null)
  }

  async #loop(): Promise<void> {
    const { clock, signal } = this.#effects
    this.#looping = true
    while (this.#active.length > 0) {
      this.#wake = new AbortController()
      const isOver = clock.now() >= this.#plan.deadline
      if (signal.aborted) this.#endAll()
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
    let nextAt = this.#plan.deadline
    // No `entries()`: this runs after every response, for all runs in progress.
    pollTimes(this.#active, this.#queue, this.#plan.intervalMs).forEach((dueAt, index) => {
      const run = this.#active[index]
      if (run === undefined || run.inFlight) return
      // A timer may fire a little early, so the time of the poll is the time it was due.
      if (dueAt <= now + 1) this.#poll(run, Math.max(dueAt, now))
      else if (dueAt < nextAt) nextAt = dueAt
    })
    return nextAt
  }

  /** At the deadline: every run in progress once more, then the queue from its head until one is still queued. */
  async #pollLast(): Promise<void> {
    const { clock } = this.#effects
    const { deadline } = this.#plan
    await Promise.all(this.#active.filter(({ queued }) => !queued).map((run) => this.#poll(run, deadline)))
    for (const run of [...this.#active]) {
      if (clock.now() >= deadline + LAST_READS_MS) break
      await this.#poll(run, deadline)
      if (run.queued) break
    }
    this.#endAll()
  }

  /** One poll, and what follows from it. Never rejects: an exception concerns this run only. */
  async #poll(run: FollowedRun, at: number): Promise<void> {
    const { clock, service, signal } = this.#effects
    const isLast = at >= this.#plan.deadline
    const onlyFailed = run.evidence.total > SMALL_SUITE
    run.inFlight = true
    run.polledAt = at
    try {
      const result = await service.getRun(run.evidence.run.taskId, {
        compact: true,
        onlyFailed,
        maxRetries: 0,
        timeoutMs: Math.max(1, this.#plan.deadline + (isLast ? LAST_READS_MS : 0) - clock.now()),
        signal,
      })
      await this.#polled(run, result, { isLast, onlyFailed })
    } catch (error) {
      this.#end(run, { kind: 'internal-error', message: String(error) })
    } finally {
      run.inFlight = false
      this.#wakeUp()
    }
  }

  async #polled(
    run: FollowedRun,
    result: Result<TestRun>,
    how: { readonly isLast: boolean; readonly onlyFailed: boolean },
  ): Promise<void> {
    const { clock, emit, random, signal } = this.#effects
    const now = clock.now()
    const { queued: wasQueued, evidence: before } = run
    const moment = { ...this.#plan, ...how, now, random: random() }
    if (!result.ok && signal.aborted) return this.#end(run, this.#ranOut(run))
    const step = result.ok ? afterAnswer(run, result.value, moment) : afterError(run, result.error, moment)
    if (result.ok) {
      this.#answeredAt = now
      emptyRead(result.value)
    }
    if (result.ok && wasQueued) this.#queue = queueAfterPoll(this.#queue, !run.queued, now)
    for (const event of pollEvents(run, before, step, moment)) emit(event)
    if (step.kind === 'ended') {
      // No longer active: if the job is aborted meanwhile, the result stays.
      this.#deactivate(run)
      run.evidence = await readDetails(run.evidence, this.#plan, this.#effects)
    }
    if (step.kind !== 'again') this.#end(run, step.kind === 'given-up' ? step.reason : null)
  }

  #deactivate(run: PolledRun): void {
    this.#active = this.#active.filter((each) => each !== run)
  }

  #end(run: FollowedRun, reason: InconclusiveReason | null): void {
    this.#deactivate(run)
    const concluded = concludeRun(run.evidence)
    run.resolve({ run: concluded.run, reason: reason ?? concluded.reason })
  }

  #endAll(): void {
    for (const run of this.#active) this.#end(run, this.#ranOut(run))
  }

  #ranOut(run: PolledRun): InconclusiveReason {
    const { abortedBy, signal } = this.#effects
    return signal.aborted ? { kind: 'aborted', by: abortedBy() } : timedOut(run, this.#plan.timeoutSeconds)
  }
}
