// Runs the tests of agents: one launch, then polled to an end. First runs and retries go the same way.
import { type Launch, launchRun } from './launch-run.ts'
import { type PollEffects, Poller, type PollPlan } from './poll-runs.ts'
import type { AgentRef, InconclusiveReason, RunResult } from './results.ts'
import type { GateService } from './service.ts'
import { TestBudget } from './test-budget.ts'

const HEARTBEAT_MS = 60_000

export interface RunEffects extends PollEffects {
  readonly service: Pick<GateService, 'launch' | 'getRun' | 'history'>
}

export interface RunPlan extends PollPlan {
  /** How many tests may be launched, retries included; null for any number. */
  readonly maxTests: number | null
}

/** What became of one launch: its run if there is one, and why that is inconclusive in itself. */
export interface TestRun {
  readonly run: RunResult | null
  readonly reason: InconclusiveReason | null
  /** The service's words if the agent is not ready to run, else null. */
  readonly notReady: string | null
}

export class TestRunner {
  readonly #plan: RunPlan
  readonly #effects: RunEffects
  readonly #budget: TestBudget | null
  readonly #poller: Poller
  readonly #startedAt: number
  /** How many launches were answered with each task ID. */
  readonly #launches = new Map<string, number>()

  constructor(plan: RunPlan, effects: RunEffects) {
    this.#plan = plan
    this.#effects = effects
    this.#budget = plan.maxTests === null ? null : new TestBudget(plan.maxTests, effects.service)
    this.#poller = new Poller(plan, effects)
    this.#startedAt = effects.clock.now()
  }

  /** The runs of this job, by task ID. */
  get ownRuns(): Pick<ReadonlyMap<string, unknown>, 'has'> {
    return this.#launches
  }

  /** Whether the service gave this run for more than one launch: whose results it has is unknown. */
  isShared(taskId: string): boolean {
    return (this.#launches.get(taskId) ?? 0) > 1
  }

  /**
   * Never rejects: an exception is the reason of this run.
   * @param testUuids the tests to run; null for all linked ones
   * @param phase see {@link Poller.follow}
   */
  async run(agent: AgentRef, testUuids: readonly string[] | null, phase: number): Promise<TestRun> {
    try {
      const launch = await this.#launch(agent, testUuids)
      if (launch.kind === 'not-ready') return { run: null, reason: launch.reason, notReady: launch.why }
      if (launch.kind === 'failed') return { run: null, reason: launch.reason, notReady: null }
      const { taskId, status } = launch.run
      const launches = (this.#launches.get(taskId) ?? 0) + 1
      this.#launches.set(taskId, launches)
      this.#effects.emit({ type: 'launched', agent, taskId, status })
      if (launches > 1) return { run: launch.run, reason: { kind: 'shared-run', taskId }, notReady: null }
      return { ...(await this.#poller.follow(agent, launch.run, phase)), notReady: null }
    } catch (error) {
      return { run: null, reason: { kind: 'internal-error', message: String(error) }, notReady: null }
    }
  }

  #launch(agent: AgentRef, testUuids: readonly string[] | null): Promise<Launch> {
    const launch = () => launchRun(agent, testUuids, this.#plan, this.#effects)
    const { clock, signal } = this.#effects
    const options = () => ({ signal, timeoutMs: Math.max(1, this.#plan.deadline - clock.now()) })
    return this.#budget === null ? launch() : this.#budget.launch(agent, testUuids, options, launch)
  }

  /** Says each minute how many agents of a round are done, until `runs` settle. */
  async heartbeat(
    round: { readonly agents: number; readonly done: number },
    runs: Promise<unknown>,
  ): Promise<void> {
    const { clock, emit } = this.#effects
    const ended = new AbortController()
    const end = () => ended.abort()
    runs.then(end, end)
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, ended.signal)
      if (ended.signal.aborted) return
      const { agents: total, done } = round
      const { running, unansweredForMs } = this.#poller.progress()
      const queued = total - done - running
      emit({
        type: 'heartbeat',
        elapsedMs: clock.now() - this.#startedAt,
        done,
        running,
        queued,
        total,
        unansweredForMs,
      })
    }
  }
}
