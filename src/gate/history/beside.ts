// Modes `gate` and `report`: earlier runs are read beside the job, and say what they can of its failing tests. Whatever they say,
// and whatever becomes of the reads, the verdict stays.
import type { CallOptions } from '../../client/index.ts'
import { failuresNotAccepted } from '../accept.ts'
import type { AgentRun, Baseline } from '../model.ts'
import type { ConversationLimit } from '../runs/conversations.ts'
import { type Effects, type GateService, internalError, observed } from '../service.ts'
import { hasNoHistory, withoutBaseline } from './baseline.ts'
import { judgeBeside } from './judge.ts'
import { readEditedAt, readWhatPassed, withEdits } from './what-passed.ts'

/** Beyond the last run. */
const AFTER_LAST_RUN_MS = 20_000
/** A read that hangs keeps polls waiting, so it hangs twice for so long, and then nothing more is read. */
const ATTEMPT_TIMEOUT_MS = 8_000
/** So many tests are shown with what they were when they last passed. */
const SHOWN_TESTS = 10

/** How earlier runs are read. */
export interface Reader {
  readonly service: Pick<GateService, 'history' | 'getRun' | 'redact'>
  /** Asked for before each request. */
  readonly options: () => CallOptions
  /** How many pages of the history are read at most. */
  readonly maxPages?: number
}

export class ReadsBeside {
  readonly #effects: Effects
  readonly #service: GateService
  readonly #over = new AbortController()
  readonly #read: (run: AgentRun, reader: Reader) => Promise<Baseline>
  readonly #baselines = new Map<string, Promise<Baseline>>()

  /** @param effects whose service ends no job */
  constructor(effects: Effects, read: (run: AgentRun, reader: Reader) => Promise<Baseline>) {
    this.#effects = effects
    this.#service = observed(effects.service, (result) => {
      if (!result.ok && result.error.kind === 'timeout') this.#over.abort()
    })
    this.#read = read
  }

  /** Starts to read the earlier runs of an agent whose first run has ended. */
  start(run: AgentRun): void {
    this.#baselines.set(run.agent.uuid, this.#baselineOf(run))
  }

  /** Called after the last run. Never rejects. @param judged the same runs with their retries */
  async finish(
    firstRuns: readonly AgentRun[],
    judged: readonly AgentRun[],
    retries: number,
    conversations: ConversationLimit,
  ): Promise<AgentRun[]> {
    const over = this.#over
    this.#effects.clock.sleep(AFTER_LAST_RUN_MS, over.signal).then(() => over.abort())
    const failing = judged.map(({ run }) => (run === null ? [] : failuresNotAccepted(run)))
    const shown = new Set(failing.flat().slice(0, SHOWN_TESTS))
    const reader = { service: this.#service, options: () => this.#options(), conversations }
    const compared = await Promise.all(
      firstRuns.map(async (first, index): Promise<AgentRun> => {
        const tests = failing[index] ?? []
        if (tests.length > 0 && first.isJudged && !this.#baselines.has(first.agent.uuid)) this.start(first)
        const found = (await this.#baselines.get(first.agent.uuid)) ?? null
        const baseline = hasNoHistory(found) ? null : found
        const wanted = new Set(tests.filter((test) => shown.has(test)).map(({ id }) => id))
        const run = judged[index]?.run ?? null
        try {
          const [read, { editedAt }] = await Promise.all([
            readWhatPassed({ ...first, baseline }, wanted, reader),
            readEditedAt({ ...first, run, baseline }, this.#service, this.#options()),
          ])
          return editedAt === undefined ? read : { ...read, editedAt }
        } catch (error) {
          return { ...first, baseline: withoutBaseline(internalError(error, this.#service)) }
        }
      }),
    )
    over.abort()
    const baselines = await Promise.all(this.#baselines.values())
    if (baselines.some(hasNoHistory)) this.#effects.emit({ type: 'no-history' })
    return judgeBeside(compared, judged, retries).map(withEdits)
  }

  async #baselineOf(run: AgentRun): Promise<Baseline> {
    const reader = { service: this.#service, options: () => this.#options(), maxPages: 2 }
    try {
      const baseline = await this.#read(run, reader)
      const { problem } = baseline
      const isCut = problem?.kind === 'no-history' && problem.error.kind === 'aborted'
      return isCut ? withoutBaseline({ kind: 'not-compared', why: 'no-time' }) : baseline
    } catch (error) {
      return withoutBaseline(internalError(error, this.#service))
    }
  }

  #options(): CallOptions {
    const signal = AbortSignal.any([this.#effects.signal, this.#over.signal])
    return { signal, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, maxRetries: 1 }
  }
}
