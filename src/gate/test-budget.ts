// The input `max-tests`: how many tests a job may launch in all, retries included.
// Only a launched run tells how many tests it has, so launches wait for each other.
import type { CallOptions } from '../client/index.ts'
import { FINISHED_TEST_RUNS } from './earlier-run.ts'
import type { Launch } from './launch-run.ts'
import type { AgentRef } from './results.ts'
import { type GateService, type Result, serviceError } from './service.ts'

/** The largest of the last runs is taken as the full suite, because retries are in the history too. */
const RUNS_READ = 20
/** If it is unknown how many tests a run has, nothing more is launched. */
const UNKNOWN = Number.POSITIVE_INFINITY

export class TestBudget {
  readonly #maxTests: number
  readonly #service: Pick<GateService, 'getRun' | 'history'>
  #launched = 0
  /** The assumed size of an agent without earlier runs. */
  #mostOfAnAgent = 1
  #turn: Promise<unknown> = Promise.resolve()

  constructor(maxTests: number, service: Pick<GateService, 'getRun' | 'history'>) {
    this.#maxTests = maxTests
    this.#service = service
  }

  /**
   * Launches the run, or refuses it if its tests do not fit.
   * @param options asked for when it is this launch's turn
   */
  launch(
    agent: AgentRef,
    testUuids: readonly string[] | null,
    options: () => CallOptions,
    launch: () => Promise<Launch>,
  ): Promise<Launch> {
    const turn = this.#turn.then(async (): Promise<Launch> => {
      const before = await this.#testsBefore(agent, testUuids, options())
      // If the job was cancelled meanwhile, the launch says so.
      if (!before.ok)
        return options().signal?.aborted
          ? launch()
          : { kind: 'failed', reason: { kind: 'not-launched', error: serviceError(before.error) } }
      const expected = before.value
      if (this.#launched + (expected ?? this.#mostOfAnAgent) > this.#maxTests)
        return { kind: 'failed', reason: { kind: 'max-tests', maxTests: this.#maxTests } }
      const launched = await launch()
      if (launched.kind === 'launched') {
        const counted = (await this.#testsOf(launched.run.taskId, options())) ?? expected ?? UNKNOWN
        this.#launched += counted
        this.#mostOfAnAgent = Math.max(this.#mostOfAnAgent, counted)
      } else if (launched.reason.kind === 'maybe-launched') this.#launched += expected ?? UNKNOWN
      return launched
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** Null if the agent never ran. */
  async #testsBefore(
    agent: AgentRef,
    testUuids: readonly string[] | null,
    options: CallOptions,
  ): Promise<Result<number | null>> {
    if (testUuids !== null) return { ok: true, value: testUuids.length }
    const history = await this.#service.history(agent.uuid, {
      ...options,
      ...FINISHED_TEST_RUNS,
      limit: RUNS_READ,
    })
    if (!history.ok) return history
    const totals = history.value.items.map((run) => run.total_tests ?? 0)
    return { ok: true, value: Math.max(0, ...totals) || null }
  }

  async #testsOf(taskId: string, options: CallOptions): Promise<number | null> {
    const read = await this.#service.getRun(taskId, { ...options, compact: true })
    if (!read.ok) return null
    return Math.max(read.value.total_tests ?? 0, read.value.test_uuids?.length ?? 0) || null
  }
}
