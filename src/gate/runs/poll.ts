// Polls all runs of the job to their ends, on one schedule.
import { MAX_POLL_ERRORS, pollRetryDelayMs } from '../../client/core/retry.ts'
import type { ClientError, TestRun } from '../../client/index.ts'
import type { AgentRef, Problem, ResultsRun, ServiceError } from '../../schema.ts'
import { contradictory, type EndedRun, type FollowedRun, type ReadTexts, type RunUrl } from '../model.ts'
import {
  aborted,
  type Effects,
  internalError,
  isRefused,
  type Result,
  serviceError,
  until,
} from '../service.ts'
import { ConversationLimit } from './conversations.ts'
import { pollTimes, type ScheduledRun } from './poll-schedule.ts'
import {
  countOf,
  emptyRun,
  isExplained,
  isOf,
  isProof,
  progressOf,
  readRun,
  redactedTest,
  whyInconclusive,
  withDetails,
} from './read-run.ts'
import { withoutUnread } from './test-errors.ts'

/** So many passing rows at most are read again with their texts where only these are of use. */
const MOST_PASSING_READ = 100
const MOST_PROOF_READS = 3
const PROOF_WAIT_MS = 1_000
/** For the last polls and reads after the deadline. */
export const LAST_READS_MS = 20_000

export interface PollPlan {
  readonly intervalMs: number
  /** On the clock, in milliseconds. */
  readonly deadline: number
  /** For everything, from the selection to the last poll. */
  readonly timeoutSeconds: number
  /** Whose questions, replies and reasons are read; for all tests, one larger read per run. */
  readonly details: 'failing' | 'all'
  readonly runUrl: RunUrl
}

interface ReadHow {
  readonly compact: boolean
  readonly only_failed: boolean
}

const FULL: ReadHow = { compact: false, only_failed: false }

/** A run that has been launched and has not ended. */
interface PolledRun extends ScheduledRun {
  readonly agent: AgentRef
  readonly end: (ended: EndedRun) => void
  readonly texts: ReadTexts
  readonly asked: FollowedRun['asked']
  /** As last seen, and what the last poll showed of its tests. */
  run: ResultsRun
  definitions: EndedRun['definitions']
  /** The most tests that one poll showed, also of those that the run leaves out at its end. */
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
  follow(
    agent: AgentRef,
    { taskId, status, asked }: FollowedRun,
    phase: number,
    texts: ReadTexts,
  ): Promise<EndedRun> {
    const { clock, service } = this.#effects
    const now = clock.now()
    return new Promise((resolve) => {
      this.#active.push({
        agent,
        end: ({ run, ...ended }) => {
          const tests = withoutUnread((run?.tests ?? []).map((test) => redactedTest(test, service.redact)))
          resolve({ ...ended, run: run && { ...run, tests: this.conversations.applyTo(tests) } })
        },
        texts,
        asked,
        run: emptyRun(taskId, status, this.#plan.runUrl),
        definitions: undefined,
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
      if (signal.aborted) this.#giveUpAll()
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
    // Compact rows do not show whether a test failed or was not answered.
    const how = { compact: !isLast, only_failed: isLast && !run.texts.isProof }
    run.inFlight = true
    run.polledAt = at
    try {
      const result = await service.getRun(run.run.taskId, {
        ...how,
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
    const addsToSeen = isLast && progress === 'going'
    const durationMs = Math.round(now - run.launchedAt)
    const times = { durationMs, queuedMs: read.status === 'queued' ? durationMs : before.queuedMs }
    const seen = readRun(read, times, this.#plan.runUrl, addsToSeen ? before.tests : [])
    const last = addsToSeen ? withDetails(seen, read, 'failing', run.texts.isProof) : null
    run.run = last?.run ?? seen
    run.definitions = last?.definitions
    run.testsSeen = Math.max(run.testsSeen, run.run.tests.length)
    if (run.queued) this.#started = read.status === 'queued' ? 0 : this.#started + 1
    run.queued = read.status === 'queued'
    run.errorsInARow = progress === 'unknown' ? run.errorsInARow + 1 : 0
    run.lastError = null
    this.#emitProgress(run, before, read)
    if (progress === 'ended') {
      // No longer active: if the job is aborted meanwhile, the result stays.
      this.#deactivate(run)
      run.end(await this.#readEnded(run, read, isLast))
    } else if (progress === 'unknown' && (isLast || run.errorsInARow >= MAX_POLL_ERRORS))
      this.#end(run, { kind: 'contradictory', unknownStatus: read.status })
    else if (isLast) this.#giveUp(run)
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

  #emitProgress({ agent, run }: PolledRun, before: ResultsRun, read: TestRun): void {
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
    const tests = run.tests.length - countOf(run.tests, 'pending')
    if (tests !== before.tests.length - countOf(before.tests, 'pending'))
      emit({ type: 'tests-done', agent, tests })
  }

  /** Judges the run by the poll that saw its end; the last one, at the deadline, has not all rows, unless they are a proof. */
  async #readEnded(
    { run: polled, testsSeen, texts, asked }: PolledRun,
    poll: TestRun,
    isLast: boolean,
  ): Promise<EndedRun> {
    const { taskId } = polled
    const whole =
      isLast && !texts.isProof ? await this.#read(taskId, { compact: true, only_failed: false }) : null
    if (whole?.ok === false) {
      const error = serviceError(whole.error)
      return { run: { ...polled, detailsError: error }, problem: { kind: 'unreadable', error, attempts: 1 } }
    }
    const [read, judged] =
      whole === null ? [poll, polled] : [whole.value, readRun(whole.value, polled, this.#plan.runUrl)]
    const problem = isOf(read, asked) ? whyInconclusive(read, judged, testsSeen) : contradictory
    const showsAll = texts.showsAll || this.#plan.details === 'all'
    const proof = texts.isProof
      ? isLast
        ? ({ ok: true, value: poll } as const)
        : await this.#readProof(taskId)
      : null
    const all = proof ?? (showsAll ? await this.#read(taskId, FULL) : null)
    const details = proof ?? (await this.#readFailing(judged, all))
    const failed = [details, all].find((each) => each?.ok === false)
    const shown = details === all && showsAll ? 'all' : 'failing'
    const detailed = details?.ok ? withDetails(judged, details.value, shown, texts.isProof) : { run: judged }
    const detailsError = failed?.ok === false ? serviceError(failed.error) : null
    const run = { ...detailed.run, detailsError }
    return { ...detailed, run, problem: problem !== null && isExplained(problem, run) ? null : problem }
  }

  /** A full read tells errors from failures. @param all the read of all tests, which may be too large */
  async #readFailing(
    { taskId, tests }: ResultsRun,
    all: Result<TestRun> | null,
  ): Promise<Result<TestRun> | null> {
    const isOpen = tests.some(({ outcome }) => outcome === 'unanswered' || outcome === 'not-run')
    if (all?.ok || !(isOpen || countOf(tests, 'failed') > 0)) return all
    // Among failing rows, newer servers do not list all tests without a verdict.
    const withPassing = isOpen && countOf(tests, 'passed') <= MOST_PASSING_READ
    return this.#read(taskId, { compact: false, only_failed: !withPassing })
  }

  /** An answer that does not show what tests asked is repeated like one that cannot be read. */
  async #readProof(taskId: string): Promise<Result<TestRun>> {
    const { clock, signal } = this.#effects
    for (let nth = 1; ; nth += 1) {
      const read = await this.#read(taskId, FULL)
      if (!read.ok || isProof(read.value) || nth === MOST_PROOF_READS) return read
      await clock.sleep(nth * PROOF_WAIT_MS, signal)
    }
  }

  #read(taskId: string, how: ReadHow): Promise<Result<TestRun>> {
    const options = until(this.#plan.deadline + LAST_READS_MS, this.#effects)
    return this.#effects.service.getRun(taskId, { ...how, ...options })
  }

  #deactivate(run: PolledRun): void {
    this.#active = this.#active.filter((each) => each !== run)
  }

  #end(run: PolledRun, problem: Problem): void {
    this.#deactivate(run)
    run.end({ run: run.run, problem, definitions: run.definitions })
  }

  #giveUp(run: PolledRun): void {
    const { signal } = this.#effects
    const { timeoutSeconds } = this.#plan
    const { lastError } = run
    const state = run.run.status === 'queued' ? 'queued' : 'running'
    if (signal.aborted) this.#end(run, aborted(signal, state))
    // The run may have ended long ago.
    else
      this.#end(run, {
        kind: 'timed-out',
        timeoutSeconds,
        state: lastError === null ? state : 'unread',
        lastError,
      })
  }

  #giveUpAll(): void {
    for (const run of [...this.#active]) this.#giveUp(run)
  }
}
