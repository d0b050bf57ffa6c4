// The input `max-tests`: how many tests a job may launch in all, retries included.
// Only a launched run tells how many tests it has, so launches wait for each other.
import type { CallOptions } from '../client/index.ts'
import type { Launch } from './launch-run.ts'
import type { AgentRef } from './results.ts'
import type { GateService } from './service.ts'

/** Of these, the one with the most tests had all of them: retries are runs, too. */
const RUNS_READ = 20
const FINISHED_TEST_RUNS = { type: 'llm-unit-test', status: 'done' } as const

export class TestBudget {
  readonly #maxTests: number
  readonly #service: Pick<GateService, 'getRun' | 'history'>
  #launched = 0
  /** What an agent without earlier runs is taken to have. */
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
      const tests = testUuids?.length ?? (await this.#testsBefore(agent, options())) ?? this.#mostOfAnAgent
      if (this.#launched + tests > this.#maxTests)
        return { kind: 'failed', reason: { kind: 'max-tests', maxTests: this.#maxTests } }
      const launched = await launch()
      if (launched.kind === 'launched') {
        const counted = testUuids?.length ?? (await this.#testsOf(launched.run.taskId, options())) ?? tests
        this.#launched += counted
        this.#mostOfAnAgent = Math.max(this.#mostOfAnAgent, counted)
      } else if (launched.reason.kind === 'maybe-launched') this.#launched += tests
      return launched
    })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async #testsBefore(agent: AgentRef, options: CallOptions): Promise<number | null> {
    const history = await this.#service.history(agent.uuid, {
      ...options,
      ...FINISHED_TEST_RUNS,
      limit: RUNS_READ,
    })
    const totals = history.ok ? history.value.items.flatMap((run) => run.total_tests ?? []) : []
    return totals.length === 0 ? null : Math.max(...totals)
  }

  async #testsOf(taskId: string, options: CallOptions): Promise<number | null> {
    const read = await this.#service.getRun(taskId, { ...options, compact: true })
    if (!read.ok) return null
    return Math.max(read.value.total_tests ?? 0, read.value.test_uuids?.length ?? 0) || null
  }
}
