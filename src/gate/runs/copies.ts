// Copies of agents (input `override`): before each launch, the original's configuration with the changes of this job is written
// to the copy. A run counts only if the copy reads the same before and after its launch. Nothing of a configuration is shown.
import { isDeepStrictEqual } from 'node:util'
import type { Agent, VerifiedConnection } from '../../client/index.ts'
import { type AgentRef, type Problem, refusalKind } from '../../schema.ts'
import type { JudgedRun } from '../cause.ts'
import {
  type Config,
  type EndedRun,
  type Launch,
  launchedAgent,
  notRun,
  type PreviewState,
} from '../model.ts'
import {
  agentError,
  doubled,
  hasAddress,
  isRefusedAgent,
  readAgent,
  WRITE_MARK,
  waitFor,
  whyNotReady,
} from '../select/copies.ts'
import {
  aborted,
  type Effects,
  internalError,
  isRefused,
  type Result,
  serviceError,
  until,
} from '../service.ts'

/** A first run that another job's change may have reached is repeated, up to this many runs. A retry is repeated with the next round. */
const FIRST_RUNS = 3
/** After so many failed writes in a row, a run is not launched. */
const FAILED_WRITES = 5
/** The service needs up to 127 s. */
const VERIFICATION_MS = 150_000
/** For the preview of a copy, in the whole job. */
const PREVIEW_MS = 600_000

export class CopyLauncher {
  readonly #effects: Effects
  readonly #deadline: number
  /** The last launch of each copy: one follows the other. */
  readonly #turns = new Map<string, Promise<void>>()
  /** For each copy of a round, null once it can be launched, else why it cannot. */
  readonly #ready = new Map<string, PromiseWithResolvers<EndedRun | null>>()
  /** For how long the preview of each copy has been awaited. */
  readonly #awaitedMs = new Map<string, number>()

  constructor(effects: Effects, deadline: number) {
    this.#effects = effects
    this.#deadline = deadline
  }

  /** Controls of a round wait until the copies of the same round are ready. */
  startRound(launches: readonly Launch[]): void {
    this.#ready.clear()
    for (const { of, side } of launches)
      if (of.copy !== null && side === 'candidate') this.#ready.set(of.agent.uuid, Promise.withResolvers())
  }

  /** A copy until a run counts, and another control once the copy is ready. */
  async launch(
    launch: Launch,
    launchTests: () => Promise<JudgedRun | EndedRun>,
  ): Promise<JudgedRun | EndedRun> {
    const { uuid } = launch.of.agent
    const ready = this.#ready.get(uuid)
    // Both sides wait in the order in which they are to be launched.
    const go = ready?.promise.then((problem) => problem)
    if (launchedAgent(launch).uuid !== uuid) return (await go) ?? launchTests()
    const before = this.#turns.get(uuid) ?? Promise.resolve()
    // A launch is a snapshot: the write of the other side may follow it while the run goes on.
    const launched = before.then(() =>
      this.#launchUntilItCounts(launch, launchTests, () => {
        ready?.resolve(null)
        return go
      }),
    )
    const over = launched.then(
      (ended) => ready?.resolve('taskId' in ended ? null : ended),
      (error) => ready?.resolve(notRun(internalError(error, this.#effects.service))),
    )
    this.#turns.set(uuid, over)
    return launched
  }

  /** Writes the copy, launches its tests and reads it again, until no other job wrote in between. */
  async #launchUntilItCounts(
    { of: { agent, copy }, side, round }: Launch,
    launchTests: () => Promise<JudgedRun | EndedRun>,
    ready: () => Promise<unknown> | undefined,
  ): Promise<JudgedRun | EndedRun> {
    const config = (side === 'control' ? copy?.withoutChange : copy?.config) ?? {}
    let [failedWrites, runs] = [0, 0]
    for (let nth = 1; ; nth += 1) {
      const written = await this.#write(agent, config)
      if (written.ok && written.value !== null) {
        if ('problem' in written.value) return written.value
        await ready()
        const launched = await launchTests()
        if ('taskId' in launched) {
          const counted = await this.#ifItCounts(launched, agent, written.value.read)
          if (counted !== null) return counted
          runs += 1
        } else if (!isNotVerified(launched)) return launched
      }
      // A service that restarts refuses connections.
      failedWrites = written.ok ? 0 : failedWrites + Number(!isRefused(written.error))
      const mayGoOn = written.ok
        ? runs < (round === 1 ? FIRST_RUNS : 1)
        : written.error.transient && failedWrites < FAILED_WRITES
      // For a random time, longer each time.
      if (mayGoOn && (await this.#wait(this.#effects.random() * doubled(10_000, nth)))) continue
      if (!written.ok) return notRun(whyNotReady(written.error, this.#effects))
      return this.#ended({ kind: 'override', why: 'shared' })
    }
  }

  /** The copy as it reads then; null if another job wrote, or undid, in between. */
  async #write(agent: AgentRef, config: Config): Promise<Result<{ readonly read: Agent } | EndedRun | null>> {
    const { service, newId } = this.#effects
    const mark = newId()
    // If the client sent it again, the second request would have the same mark.
    const options = { ...until(this.#deadline, this.#effects), maxRetries: 0 }
    const marked = { config: { ...config, [WRITE_MARK]: mark } }
    const written = await service.agents.update(agent.uuid, marked, options)
    if (!written.ok) return written
    const unverified = hasAddress(config) ? await this.#verify(agent) : null
    if (unverified !== null) return { ok: true, value: unverified }
    const read = await readAgent(agent, this.#effects, this.#deadline)
    if (!read.ok) return { ok: true, value: notRun(whyNotReady(read.error, this.#effects)) }
    const { [WRITE_MARK]: found, connection_verified: verified } = read.value.config ?? {}
    const isReady = found === mark && (verified === true || !hasAddress(config))
    return { ok: true, value: isReady ? { read: read.value } : null }
  }

  /** A launch reads the agent once. What another job wrote before or after has another mark or time of verification. */
  async #ifItCounts(
    launched: JudgedRun,
    agent: AgentRef,
    version: Agent,
  ): Promise<JudgedRun | EndedRun | null> {
    const read = await readAgent(agent, this.#effects, this.#deadline)
    if (!read.ok) {
      const error = agentError(read.error)
      return this.#ended({ kind: 'unreadable', error, attempts: 1 }, launched)
    }
    if (isDeepStrictEqual(read.value, version)) return launched
    this.#effects.emit({ type: 'discarded', agent, taskId: launched.taskId })
    return null
  }

  /** Waits for the preview. Null once the service has reached it. */
  async #verify(agent: AgentRef): Promise<EndedRun | null> {
    const { service, emit, clock } = this.#effects
    const before = this.#awaitedMs.get(agent.uuid) ?? 0
    const since = clock.now()
    for (let nth = 1; ; nth += 1) {
      const end = Math.min(this.#deadline, clock.now() + VERIFICATION_MS)
      const options = { ...until(end, this.#effects), maxRetries: 0 }
      const verified = await service.agents.verifyConnection(agent.uuid, options)
      if (verified.ok && verified.value.success) return null
      if (!verified.ok && isRefusedAgent(verified.error))
        return notRun(whyNotReady(verified.error, this.#effects))
      const awaitedMs = before + clock.now() - since
      this.#awaitedMs.set(agent.uuid, awaitedMs)
      const state = previewState(verified)
      const waitMs = doubled(5_000, nth)
      const isOver = state === 'refused' || awaitedMs + waitMs > PREVIEW_MS
      if (!isOver) emit({ type: 'preview-awaited', agent, state })
      if (isOver || !(await this.#wait(waitMs))) return this.#ended({ kind: 'override', why: state })
    }
  }

  #ended(problem: Problem, run: JudgedRun | null = null): EndedRun {
    const { signal } = this.#effects
    const stateOfRun = run?.status === 'queued' ? 'queued' : 'running'
    const state = run === null ? 'not-started' : stateOfRun
    return { run, problem: signal.aborted ? aborted(signal, state) : problem }
  }

  #wait(ms: number): Promise<boolean> {
    return waitFor(ms, this.#deadline, this.#effects)
  }
}

function isNotVerified({ problem }: EndedRun): boolean {
  return problem?.kind === 'cannot-run' && refusalKind(problem.error) === 'not-verified'
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
