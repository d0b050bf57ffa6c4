// Runs tests: one launch for each agent, in the order given, each run polled to its end. First runs and retries go the same way.
import type { ClientError } from '../client/index.ts'
import { type Launch, type Launched, type Prepared, StandInLauncher } from './override.ts'
import type { StandIns } from './override-base.ts'
import { Poller, type PollPlan } from './poll.ts'
import { contradictory, type EndedRun, notRun } from './results.ts'
import { aborted, type Effects, serviceError, statusOf, until } from './service.ts'

const HEARTBEAT_MS = 60_000

export interface RunPlan extends PollPlan {
  /** How many tests may be launched, retries included; null for any number. */
  readonly maxTests: number | null
}

export class TestRunner {
  readonly deadline: number
  readonly effects: Effects
  /** When each run was launched, by its ID. */
  readonly ownRuns = new Map<string, number>()
  readonly #plan: RunPlan
  readonly #poller: Poller
  readonly #standIns: StandInLauncher
  readonly #startedAt: number
  /** With `max-tests`, launches wait for each other, because only a launched run tells how many tests it has. */
  #turn: Promise<unknown> = Promise.resolve()
  #launchedTests = 0

  constructor(plan: RunPlan, standIns: StandIns, effects: Effects) {
    this.#plan = plan
    this.effects = effects
    this.deadline = plan.deadline
    this.#poller = new Poller(plan, effects)
    this.#standIns = new StandInLauncher(standIns, effects, plan.deadline)
    this.#startedAt = effects.clock.now()
  }

  get discarded(): StandInLauncher['discarded'] {
    return this.#standIns.discarded
  }

  /**
   * Never rejects: an exception concerns its launch only.
   * @param andThen what else belongs to a run, before it counts as done
   */
  async runAll<L extends Launch, T>(
    launches: readonly L[],
    andThen: (run: EndedRun, launch: L) => Promise<T>,
  ): Promise<T[]> {
    let done = 0
    const prepared = this.#standIns.prepareAll(launches)
    const runs = Promise.all(
      launches.map(async (launch, index) => {
        const result = await andThen(await this.#run(launch, prepared, index / launches.length), launch)
        done += 1
        return result
      }),
    )
    await this.#heartbeat(runs, () => ({ done, total: launches.length }))
    return runs
  }

  async #run(launch: Launch, prepared: Prepared, phase: number): Promise<EndedRun> {
    const { agent } = launch
    try {
      const { maxTests } = this.#plan
      const launched = await this.#standIns.launch(launch, prepared, (testUuids) =>
        maxTests === null
          ? this.#launch({ ...launch, testUuids })
          : this.#launchWithin({ ...launch, testUuids }, maxTests),
      )
      if ('run' in launched) return launched
      // One run cannot be two.
      if (this.ownRuns.has(launched.taskId)) return notRun(contradictory)
      this.ownRuns.set(launched.taskId, this.effects.clock.now())
      this.effects.emit({ type: 'launched', agent, ...launched })
      return await this.#poller.follow(agent, launched, phase, launch.candidate !== null)
    } catch (error) {
      return notRun({ kind: 'internal-error', said: String(error) })
    }
  }

  async #launch({ agent, testUuids }: Launch): Promise<Launched> {
    const { service, clock, signal } = this.effects
    const { deadline, timeoutSeconds } = this.#plan
    if (signal.aborted) return notRun(aborted(signal))
    const timedOut = { kind: 'timed-out', timeoutSeconds, lastError: null, stillForMs: null } as const
    if (clock.now() >= deadline) return notRun(timedOut)
    // The client repeats a launch only if it was refused, or was never sent. Any other may have started a run.
    const options = { ...until(deadline, this.effects), maxRetries: Number.POSITIVE_INFINITY }
    const launch = await service.launch(agent.uuid, testUuids, options)
    if (launch.ok) {
      const { task_id: taskId, status } = launch.value
      return { taskId, status: status ?? 'queued' }
    }
    const { error } = launch
    const failure = serviceError(error)
    if (failure.status === 400) return notRun({ kind: 'cannot-run', error: failure })
    if (failure.status === 401 || (signal.aborted && !error.maybeReceived)) return notRun(aborted(signal))
    if (mayHaveStarted(error)) return notRun({ kind: 'maybe-launched', error: failure })
    if (clock.now() >= deadline && error.kind === 'timeout') return notRun(timedOut)
    return notRun({ kind: 'not-launched', error: failure })
  }

  /** Launches unless `max-tests` is reached, or known tests would exceed it. If a run's size is unknown, nothing more is launched. */
  #launchWithin(launch: Launch, maxTests: number): Promise<Launched> {
    const turn = this.#turn.then(async () => {
      const asked = launch.testUuids?.length ?? null
      if (this.#launchedTests + (asked ?? 1) > maxTests) return notRun({ kind: 'max-tests', maxTests })
      const launched = await this.#launch(launch)
      const unknown = asked ?? Number.POSITIVE_INFINITY
      if ('taskId' in launched) this.#launchedTests += (await this.#testsOf(launched.taskId)) ?? unknown
      else if (launched.reason?.kind === 'maybe-launched') this.#launchedTests += unknown
      return launched
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #testsOf(taskId: string): Promise<number | null> {
    const read = await this.effects.service.getRun(taskId, {
      ...until(this.deadline, this.effects),
      compact: true,
    })
    if (!read.ok) return null
    return Math.max(read.value.total_tests ?? 0, read.value.test_uuids?.length ?? 0) || null
  }

  /** Says each minute how many of the launches are done, until all are. */
  async #heartbeat(
    runs: Promise<unknown>,
    progress: () => { readonly done: number; readonly total: number },
  ): Promise<void> {
    const { clock, emit } = this.effects
    const ended = new AbortController()
    const end = () => ended.abort()
    runs.then(end, end)
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, ended.signal)
      if (ended.signal.aborted) return
      const { done, total } = progress()
      const { running, unansweredForMs } = this.#poller.progress()
      const elapsedMs = clock.now() - this.#startedAt
      const queued = total - done - running
      emit({ type: 'heartbeat', elapsedMs, done, running, queued, total, unansweredForMs })
    }
  }
}

/** A status below 500, and 503, is a refusal; another 5xx (or a 408) may hide a run that did start. */
function mayHaveStarted(error: ClientError): boolean {
  const status = statusOf(error)
  if (status === null) return error.maybeReceived
  return status === 408 || (status >= 500 && status !== 503)
}
