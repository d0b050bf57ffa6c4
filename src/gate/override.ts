// Copies of agents (input `override`): before each launch, the original's configuration with the changes of this job is written
// to the copy. A run counts only if the copy reads the same before and after its launch. Nothing of a configuration is shown.
import type { Agent, ClientError, VerifiedConnection } from '../client/index.ts'
import { launchedRun } from './read-run.ts'
import type { AgentRef, InconclusiveReason, PreviewState, RunResult, ServiceError } from './results.ts'
import { abortedBy, type Effects, type Result, serviceError, statusOf } from './service.ts'

type Config = Readonly<Record<string, unknown>>

/** A copy of an agent, what is written to it, and the tests of its original. */
export interface StandIn {
  readonly agent: AgentRef
  readonly config: Config
  readonly testUuids: readonly string[]
}

interface Stop {
  readonly reason: InconclusiveReason
}

/** `version`: the whole copy as it was read before a launch. */
export type Ready = { readonly version: string } | Stop

interface Started {
  readonly taskId: string
  readonly status: string
}

type Launched = Started | (Stop & { readonly run: RunResult | null; readonly notReady: string | null })

/** Each write has its own value here, so that no other is mistaken for it. */
const MARK = 'agent_tests'
/** The service needs up to 127 s. */
const VERIFICATION_MS = 150_000
/** For all previews of the job together. */
const PREVIEWS_MS = 600_000

const doubled = (firstMs: number, nth: number) => Math.min(60_000, firstMs * 2 ** (nth - 1))

export class StandInLauncher {
  /** How many runs of an agent did not count, because another job may have changed it. */
  readonly discarded = new Map<string, number>()
  readonly #effects: Effects
  readonly #deadline: number
  /** For how long any preview has been awaited, until when. */
  #awaited = { ms: 0, until: 0 }

  constructor(effects: Effects, deadline: number) {
    this.#effects = effects
    this.#deadline = deadline
  }

  /** Writes and verifies the copy, until it reads as it was written. */
  async prepare(standIn: StandIn): Promise<Ready> {
    const { service, newId } = this.#effects
    const { agent, config } = standIn
    for (let nth = 1; ; nth += 1) {
      const mark = newId()
      // If the client sent it again, the second request would have the same mark.
      const options = { ...this.#untilDeadline(), maxRetries: 0 }
      const written = await service.updateAgent(agent.uuid, { ...config, [MARK]: mark }, options)
      if (!written.ok && !written.error.transient) return this.#notLaunched(written.error)
      const ready = written.ok ? await this.#readWith(standIn, mark) : null
      if (ready !== null) return ready
      if (!(await this.#leaveToOthers(nth)))
        return written.ok
          ? this.#ended({ kind: 'override', why: 'shared' })
          : this.#notLaunched(written.error)
    }
  }

  /**
   * Starts runs until one counts, by `maxRuns`.
   * @param first of {@link prepare}
   */
  async launch<T extends Launched>(
    standIn: StandIn,
    first: Ready,
    maxRuns: number,
    launchOnce: () => Promise<T>,
  ): Promise<T | Launched> {
    const { agent } = standIn
    let [ready, runs] = [first, 0]
    for (let nth = 1; ; nth += 1) {
      if ('reason' in ready) return { ...ready, run: null, notReady: null }
      const launched = await launchOnce()
      if ('taskId' in launched) {
        // A launch reads the agent once. What another job wrote before or after has another mark or time of verification.
        const read = await this.#read(agent)
        if (!read.ok) return this.#unconfirmed(launched, read.error)
        if (canonical(read.value) === ready.version) return launched
        runs += 1
        this.#discard(agent, launched.taskId)
      } else if (!/^Agent connection not verified\b/i.test(launched.notReady ?? '')) return launched
      const isOver = runs === maxRuns || !(await this.#leaveToOthers(nth))
      ready = isOver ? this.#ended({ kind: 'override', why: 'shared' }) : await this.prepare(standIn)
    }
  }

  /** Null if another job wrote, or undid, in between. */
  async #readWith({ agent, config }: StandIn, mark: string): Promise<Ready | null> {
    const unverified = hasAddress(config) ? await this.#verify(agent) : null
    if (unverified !== null) return unverified
    const read = await this.#read(agent)
    if (!read.ok) return this.#notLaunched(read.error)
    const { [MARK]: found, connection_verified: verified } = read.value.config ?? {}
    const isReady = found === mark && (verified === true || !hasAddress(config))
    return isReady ? { version: canonical(read.value) } : null
  }

  /** Waits for the preview. Null once the service has reached it. */
  async #verify(agent: AgentRef): Promise<Stop | null> {
    const { service, emit, clock } = this.#effects
    let since = Number.POSITIVE_INFINITY
    for (let nth = 1; ; nth += 1) {
      const { signal, timeoutMs } = this.#untilDeadline()
      const options = { signal, timeoutMs: Math.min(VERIFICATION_MS, timeoutMs), maxRetries: 0 }
      const verified = await service.verifyConnection(agent.uuid, options)
      if (verified.ok && verified.value.success) return null
      if (!verified.ok && isOfAgent(verified.error)) return this.#notLaunched(verified.error)
      const { ms, until } = this.#awaited
      const now = clock.now()
      // Time in which several previews are awaited counts once.
      this.#awaited = { ms: ms + Math.max(0, now - Math.max(since, until)), until: now }
      since = now
      const state = previewState(verified)
      const waitMs = doubled(5_000, nth)
      const isOver = state === 'refused' || this.#awaited.ms + waitMs > PREVIEWS_MS
      if (!isOver) emit({ type: 'preview-awaited', agent, state })
      if (isOver || !(await this.#wait(waitMs))) return this.#ended({ kind: 'override', why: state })
    }
  }

  /** Repeated until it is read, because it decides whether a run counts. */
  async #read(agent: AgentRef): Promise<Result<Agent>> {
    for (let nth = 1; ; nth += 1) {
      const read = await this.#effects.service.getAgent(agent.uuid, this.#untilDeadline())
      if (read.ok || !read.error.transient || !(await this.#wait(doubled(1_000, nth)))) return read
    }
  }

  #unconfirmed({ taskId, status }: Started, error: ClientError): Launched {
    const { reason } = this.#ended({ kind: 'unreadable', error: agentError(error), attempts: 1 })
    return { run: launchedRun(taskId, status), reason, notReady: null }
  }

  #discard(agent: AgentRef, taskId: string): void {
    this.discarded.set(agent.uuid, (this.discarded.get(agent.uuid) ?? 0) + 1)
    this.#effects.emit({ type: 'discarded', agent, taskId })
  }

  #notLaunched(error: ClientError): Stop {
    if (isUnsupported(error)) return { reason: { kind: 'override', why: 'unsupported' } }
    return this.#ended({ kind: 'not-launched', error: agentError(error) })
  }

  #ended(reason: InconclusiveReason): Stop {
    const { signal } = this.#effects
    return { reason: signal.aborted ? { kind: 'aborted', by: abortedBy(signal) } : reason }
  }

  /** For a random time, longer each time. @returns whether the job goes on */
  #leaveToOthers(nth: number): Promise<boolean> {
    return this.#wait(this.#effects.random() * doubled(10_000, nth))
  }

  async #wait(ms: number): Promise<boolean> {
    const { clock, signal } = this.#effects
    if (clock.now() + ms >= this.#deadline) return false
    await clock.sleep(ms, signal)
    return !signal.aborted
  }

  #untilDeadline() {
    const { clock, signal } = this.#effects
    return { signal, timeoutMs: Math.max(1, this.#deadline - clock.now()) }
  }
}

/** Whether there is an address decides what the service does, not the agent's type. */
function hasAddress({ agent_url: address }: Config): boolean {
  return typeof address === 'string' && address !== ''
}

/** The same text for equal values. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}

function isObject(value: unknown): value is Config {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A route that is missing, or takes no key. */
function isUnsupported(error: ClientError): boolean {
  if (error.kind !== 'http') return false
  const { status, reason } = error
  return (
    status === 405 ||
    (status === 404 && reason === 'Not Found') ||
    (status === 403 && reason === 'Not authenticated')
  )
}

/** Without what the response quotes, which may be of the configuration. */
function agentError(error: ClientError): ServiceError {
  const known = serviceError(error)
  if (error.kind === 'network' || error.kind === 'timeout' || isOfAgent(error)) return known
  const what = known.status === null ? 'the response is not as expected' : `HTTP ${known.status}`
  return { ...known, reason: null, message: `${error.method} ${error.url}: ${what}` }
}

/** Of the key, the agent or the route. */
function isOfAgent(error: ClientError): boolean {
  return [401, 403, 404, 405].includes(statusOf(error) ?? 0)
}

/** What a verification without success says of the preview. Its texts hold the address and the agent's words. */
function previewState(verified: Result<VerifiedConnection>): PreviewState {
  if (!verified.ok) {
    const { status, reason } = serviceError(verified.error)
    if (status === 500) return 'unexpected'
    if (status !== 400 || !reason?.startsWith('agent_url ')) return 'no-answer'
    return reason.includes('could not be resolved') ? 'not-resolved' : 'refused'
  }
  const text = verified.value.error ?? ''
  const status = /^(?:Endpoint|Agent) returned HTTP (\d{3})\b/.exec(text)?.[1]
  if (status !== undefined) return Number(status)
  return /^(?:Response is not valid JSON|Response JSON must|"tool_calls" must)/.test(text)
    ? 'unexpected'
    : 'no-answer'
}
