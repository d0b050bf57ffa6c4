// Modes `gate` and `report`: earlier runs are read beside the job, and say what they can of its failing tests. Whatever they say,
// and whatever becomes of the reads, the verdict stays.
import { failuresNotAccepted } from '../accept.ts'
import type { AgentRun, Baseline } from '../model.ts'
import type { ConversationLimit } from '../runs/conversations.ts'
import { type Effects, internalError, observed } from '../service.ts'
import { hasNoHistory, withoutBaseline } from './baseline.ts'
import { judgeBeside } from './judge.ts'
import { type HistoryReader, readEditedAt, readWhatPassed, withEdits } from './what-passed.ts'

/** Beyond the last run. */
const AFTER_LAST_RUN_MS = 20_000
/** A read that hangs keeps polls waiting, so it hangs twice for so long, and then nothing more is read. */
const ATTEMPT_TIMEOUT_MS = 8_000
/** So many tests are shown with what they were when they last passed. */
const SHOWN_TESTS = 10
const MAX_PAGES = 2

type BaselineRead = (run: AgentRun, reader: HistoryReader, maxPages: number) => Promise<Baseline>

export class ReadsBeside {
  readonly #effects: Effects
  readonly #over = new AbortController()
  readonly #reader: HistoryReader
  readonly #read: BaselineRead
  readonly #baselines = new Map<string, Promise<Baseline>>()

  /** @param effects whose service ends no job */
  constructor(effects: Effects, conversations: ConversationLimit, read: BaselineRead) {
    this.#effects = effects
    this.#read = read
    const service = observed(effects.service, (result) => {
      if (!result.ok && result.error.kind === 'timeout') this.#over.abort()
    })
    const signal = AbortSignal.any([effects.signal, this.#over.signal])
    const options = { signal, attemptTimeoutMs: ATTEMPT_TIMEOUT_MS, maxRetries: 1 }
    this.#reader = { service, options: () => options, conversations }
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
  ): Promise<AgentRun[]> {
    const over = this.#over
    this.#effects.clock.sleep(AFTER_LAST_RUN_MS, over.signal).then(() => over.abort())
    const failing = judged.map(({ run }) => (run === null ? [] : failuresNotAccepted(run)))
    const shown = new Set(failing.flat().slice(0, SHOWN_TESTS))
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
            readWhatPassed({ ...first, baseline }, wanted, this.#reader),
            readEditedAt({ ...first, run, baseline }, this.#reader),
          ])
          return editedAt === undefined ? read : { ...read, editedAt }
        } catch (error) {
          return { ...first, baseline: withoutBaseline(internalError(error, this.#effects.service)) }
        }
      }),
    )
    over.abort()
    const baselines = await Promise.all(this.#baselines.values())
    if (baselines.some(hasNoHistory)) this.#effects.emit({ type: 'no-history' })
    return judgeBeside(compared, judged, retries).map(withEdits)
  }

  async #baselineOf(run: AgentRun): Promise<Baseline> {
    try {
      const baseline = await this.#read(run, this.#reader, MAX_PAGES)
      const { problem } = baseline
      const isCut = problem?.kind === 'no-history' && problem.error.kind === 'aborted'
      return isCut ? withoutBaseline({ kind: 'not-compared', why: 'no-time' }) : baseline
    } catch (error) {
      return withoutBaseline(internalError(error, this.#effects.service))
    }
  }
}
