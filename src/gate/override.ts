// Copies of agents (input `override`): before each launch, the original's configuration with the changes of this job is written
// to the copy. A run counts only if the copy reads the same before and after its launch. Nothing of a configuration is shown.
import { isDeepStrictEqual } from 'node:util'
import type { Agent, ClientError, VerifiedConnection } from '../client/index.ts'
import {
  agentError,
  hasAddress,
  isOfAgent,
  MARK,
  type StandIn,
  type StandIns,
  stopAt,
} from './override-base.ts'
import type { FollowedRun } from './poll.ts'
import { launchedRun } from './read-run.ts'
import type { AgentRef, EndedRun, InconclusiveReason, PreviewState, RunResult } from './results.ts'
import { aborted, type Effects, isRefused, type Result, serviceError, until } from './service.ts'

/** `version`: the whole copy as it was read before a launch. */
type Ready = { readonly standIn: StandIn; readonly version: Agent } | EndedRun

/** By the ID of the copy. */
export type Prepared = ReadonlyMap<string, Promise<Ready>>

export interface Launch {
  readonly agent: AgentRef
  /** Of the launch of a control: the agent that it is compared with. */
  readonly candidate: AgentRef | null
  /** The tests to run; null for all linked ones, of a copy those of its original. */
  readonly testUuids: readonly string[] | null
}

export type Launched = FollowedRun | EndedRun

/** A first run that another job's change may have reached is repeated, up to this many runs. A retry is repeated with the next round. */
const FIRST_RUNS = 3
/** After so many failed writes in a row, a run is not launched. */
const FAILED_WRITES = 5
/** The service needs up to 127 s. */
const VERIFICATION_MS = 150_000
/** For the preview of a copy, in the whole job. */
const PREVIEW_MS = 600_000

const doubled = (firstMs: number, nth: number) => Math.min(60_000, firstMs * 2 ** (nth - 1))

export class StandInLauncher {
  readonly #standIns: StandIns
  readonly #effects: Effects
  readonly #deadline: number
  /** For how long the preview of each copy has been awaited. */
  readonly #awaitedMs = new Map<string, number>()

  constructor(standIns: StandIns, effects: Effects, deadline: number) {
    this.#standIns = standIns
    this.#effects = effects
    this.#deadline = deadline
  }

  /** Of each copy in a round once, for itself and its control. */
  prepareAll(launches: readonly Launch[]): Prepared {
    const uuids = new Set(launches.map(({ agent, candidate }) => (candidate ?? agent).uuid))
    const known = [...this.#standIns].filter(([uuid]) => uuids.has(uuid))
    return new Map(known.map(([uuid, standIn]) => [uuid, this.#prepare(standIn)]))
  }

  /** Any agent: a copy until a run counts, and its control once the copy is ready. */
  async launch(
    { agent, candidate, testUuids }: Launch,
    prepared: Prepared,
    launchOnce: (testUuids: Launch['testUuids']) => Promise<Launched>,
  ): Promise<Launched> {
    const ready = await prepared.get((candidate ?? agent).uuid)
    if (ready !== undefined && 'reason' in ready) return ready
    if (ready === undefined || candidate !== null) return launchOnce(testUuids)
    const tests = testUuids ?? ready.standIn.testUuids
    const standIn = { ...ready.standIn, testUuids: tests }
    const maxRuns = testUuids === null ? FIRST_RUNS : 1
    return this.#launchUntilItCounts(standIn, ready, maxRuns, () => launchOnce(tests))
  }

  /** Writes and verifies the copy, until it reads as it was written. */
  async #prepare(standIn: StandIn | EndedRun): Promise<Ready> {
    if ('reason' in standIn) return standIn
    const { service, newId } = this.#effects
    const { agent, config } = standIn
    let failedInARow = 0
    for (let nth = 1; ; nth += 1) {
      const mark = newId()
      // If the client sent it again, the second request would have the same mark.
      const options = { ...until(this.#deadline, this.#effects), maxRetries: 0 }
      const written = await service.updateAgent(agent.uuid, { ...config, [MARK]: mark }, options)
      const ready = written.ok ? await this.#readWith(standIn, mark) : null
      if (ready !== null) return ready
      if (written.ok) failedInARow = 0
      // A service that restarts refuses connections.
      else if (!isRefused(written.error)) failedInARow += 1
      const mayGoOn = written.ok || (written.error.transient && failedInARow < FAILED_WRITES)
      if (mayGoOn && (await this.#leaveToOthers(nth))) continue
      return written.ok ? this.#ended({ kind: 'override', why: 'shared' }) : this.#notLaunched(written.error)
    }
  }

  async #launchUntilItCounts(
    standIn: StandIn,
    first: Ready,
    maxRuns: number,
    launchOnce: () => Promise<Launched>,
  ): Promise<Launched> {
    const { agent } = standIn
    let [ready, runs] = [first, 0]
    for (let nth = 1; ; nth += 1) {
      if ('reason' in ready) return ready
      const launched = await launchOnce()
      if ('taskId' in launched) {
        // A launch reads the agent once. What another job wrote before or after has another mark or time of verification.
        const read = await this.#read(agent)
        if (!read.ok) {
          const error = agentError(read.error)
          const run = launchedRun(launched.taskId, launched.status)
          return this.#ended({ kind: 'unreadable', error, attempts: 1 }, run)
        }
        if (isDeepStrictEqual(read.value, ready.version)) return { ...launched, asked: standIn.testUuids }
        runs += 1
        this.#effects.emit({ type: 'discarded', agent, taskId: launched.taskId })
      } else if (!isNotVerified(launched)) return launched
      const isOver = runs === maxRuns || !(await this.#leaveToOthers(nth))
      ready = isOver ? this.#ended({ kind: 'override', why: 'shared' }) : await this.#prepare(standIn)
    }
  }

  /** Null if another job wrote, or undid, in between. */
  async #readWith(standIn: StandIn, mark: string): Promise<Ready | null> {
    const { agent, config } = standIn
    const unverified = hasAddress(config) ? await this.#verify(agent) : null
    if (unverified !== null) return unverified
    const read = await this.#read(agent)
    if (!read.ok) return this.#notLaunched(read.error)
    const { [MARK]: found, connection_verified: verified } = read.value.config ?? {}
    const isReady = found === mark && (verified === true || !hasAddress(config))
    return isReady ? { standIn, version: read.value } : null
  }

  /** Waits for the preview. Null once the service has reached it. */
  async #verify(agent: AgentRef): Promise<EndedRun | null> {
    const { service, emit, clock } = this.#effects
    const before = this.#awaitedMs.get(agent.uuid) ?? 0
    const since = clock.now()
    for (let nth = 1; ; nth += 1) {
      const end = Math.min(this.#deadline, clock.now() + VERIFICATION_MS)
      const options = { ...until(end, this.#effects), maxRetries: 0 }
      const verified = await service.verifyConnection(agent.uuid, options)
      if (verified.ok && verified.value.success) return null
      if (!verified.ok && isOfAgent(verified.error)) return this.#notLaunched(verified.error)
      const awaitedMs = before + clock.now() - since
      this.#awaitedMs.set(agent.uuid, awaitedMs)
      const state = previewState(verified)
      const waitMs = doubled(5_000, nth)
      const isOver = state === 'refused' || awaitedMs + waitMs > PREVIEW_MS
      if (!isOver) emit({ type: 'preview-awaited', agent, state })
      if (isOver || !(await this.#wait(waitMs))) return this.#ended({ kind: 'override', why: state })
    }
  }

  /** Repeated until it is read, because it decides whether a run counts. */
  async #read(agent: AgentRef): Promise<Result<Agent>> {
    for (let nth = 1; ; nth += 1) {
      const read = await this.#effects.service.getAgent(agent.uuid, until(this.#deadline, this.#effects))
      if (read.ok || !read.error.transient || !(await this.#wait(doubled(1_000, nth)))) return read
    }
  }

  #notLaunched(error: ClientError): EndedRun {
    return stopAt(error, this.#effects)
  }

  #ended(reason: InconclusiveReason, run: RunResult | null = null): EndedRun {
    const { signal } = this.#effects
    return { run, reason: signal.aborted ? aborted(signal) : reason }
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
}

function isNotVerified({ reason }: EndedRun): boolean {
  return reason?.kind === 'cannot-run' && /^Agent connection not verified\b/i.test(reason.error.reason ?? '')
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
