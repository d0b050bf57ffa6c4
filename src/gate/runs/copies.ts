// Copies of agents (input `override`): before each launch, the original's configuration with the changes of this job is written
// to the copy. A run counts only if the copy reads the same before and after its launch. Nothing of a configuration is shown.
import { isDeepStrictEqual } from 'node:util'
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { Agent, CallOptions, ClientError, VerifiedConnection } from '../../client/index.ts'
import { isMapping, originalName } from '../../inputs/names.ts'
import { type AgentRef, type Problem, refusalKind, type ServiceError } from '../../schema.ts'
import type { JudgedRun } from '../cause.ts'
import {
  type Config,
  type Copy,
  type EarlyEnd,
  type EndedRun,
  type Launch,
  type Launched,
  notRun,
  type PreviewState,
  type RunUrl,
} from '../model.ts'
import { headerSecrets } from '../secrets.ts'
import type { FileTests } from '../select/file-tests.ts'
import { linkedTests } from '../select/linked-tests.ts'
import {
  aborted,
  type Effects,
  type GateService,
  isRefused,
  type Result,
  serviceError,
  statusOf,
  until,
} from '../service.ts'
import { emptyRun } from './read-run.ts'

/** What is written to a copy, and the tests that it runs. */
type CopyWrite = CopyOnService & { readonly testUuids: readonly string[] }

type OverrideIssue = Extract<EarlyEnd, { kind: 'wrong-override' }>['issues'][number]

/** By the ID of the copy; a run that cannot start, with its reason. */
export type CopyWrites = ReadonlyMap<string, CopyWrite | EndedRun>

/** Each write has its own value here, so that no other is mistaken for it. */
const WRITE_MARK = 'agent_tests'
const NOT_COPIED = new Set([
  WRITE_MARK,
  'connection_verified',
  'connection_verified_at',
  'connection_verified_error',
  'benchmark_models_verified',
])

/** A copy and its original, as they are on the service. */
export interface CopyOnService extends Copy {
  /** The original's configuration, without what belongs to the original alone. */
  readonly originalConfig: Config
  /** What is written to the copy: that, with the changes. */
  readonly config: Config
  /** What is written to run it without the change: the same, with the values of the base where these are other ones than the original's. */
  readonly withoutChange: Config
  /** Files that differ on the default branch from what the original has. */
  readonly newer: readonly string[]
  /** When the original was edited: ISO 8601, UTC. */
  readonly editedAt: string | null
}

/** Reads originals and copies, once per job. @returns what makes an override senseless, before anything is written */
export async function readCopies(
  copies: readonly Copy[],
  effects: Effects,
  deadline: number,
  options: CallOptions,
): Promise<ReadonlyMap<string, CopyOnService | EndedRun> | (EarlyEnd & { readonly kind: 'wrong-override' })> {
  const read = await Promise.all(
    copies.map(async (copy) => [copy.agent.uuid, await readCopy(copy, effects, deadline, options)] as const),
  )
  const issues = read.flatMap(([, each]) => ('issues' in each ? each.issues : []))
  return issues.length > 0 ? { kind: 'wrong-override', issues } : new Map(read)
}

async function readCopy(
  given: Copy,
  effects: Effects,
  deadline: number,
  options: CallOptions,
): Promise<(CopyOnService & { readonly issues: readonly OverrideIssue[] }) | EndedRun> {
  const { agent, original, patch, keys, base } = given
  const production = await readAgent(original, effects, deadline, options)
  if (!production.ok) return stopAt(production.error, effects)
  const copy = await readAgent(agent, effects, deadline, options)
  if (!copy.ok) return stopAt(copy.error, effects)
  const originalConfig = copiedConfig(production.value)
  const config = merged(originalConfig, patch)
  const atBase = merged(originalConfig, base?.patch ?? {})
  const ahead = differingKeys(originalConfig, atBase)
  const newer = keys
    .filter(({ key }) => ahead.includes(key.split('.', 1)[0] ?? key))
    .map(async ({ key, file }) => ((await base?.isNewest(key)) ? (file ?? []) : []))
  effects.service.addSecrets([
    ...headerSecrets(originalConfig['agent_headers']),
    ...headerSecrets(config['agent_headers']),
  ])
  const issues = issuesOfOverride(production.value, copy.value, originalConfig, patch)
  const named = issues.map((issue) => ({ agent: agent.name, ...issue }))
  const editedAt = fromServiceTime(production.value.updated_at)?.toISOString() ?? null
  const withoutChange = ahead.length > 0 ? atBase : originalConfig
  const known = { originalConfig, config, withoutChange, newer: (await Promise.all(newer)).flat() }
  return { ...given, ...known, editedAt, issues: named }
}

export function differingKeys(one: Config, other: Config): string[] {
  const all = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...all].filter((key) => !isDeepStrictEqual(trimmed(one[key]), trimmed(other[key])))
}

/** The file of a prompt often ends in a line break that nobody typed into the web application. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trimEnd() : value
}

function copiedConfig({ config }: Agent): Config {
  return Object.fromEntries(Object.entries(config ?? {}).filter(([key]) => !NOT_COPIED.has(key)))
}

/** Whether it is an original, and not as copies were made from it. */
export function isOtherOriginal(read: Agent, writes: CopyWrites): boolean {
  return [...writes.values()].some((write) => {
    const isCopied = 'original' in write && write.original.uuid === read.uuid
    return isCopied && !isDeepStrictEqual(copiedConfig(read), write.originalConfig)
  })
}

/** Agents that are named as copies of others, and that jobs have written to: they may still have the change of the last one. */
export async function spareCopies(
  agents: readonly AgentRef[],
  wanted: readonly string[],
  effects: Effects,
  deadline: number,
): Promise<ReadonlyMap<string, EndedRun>> {
  const names = new Set(agents.map(({ name }) => name))
  const spare = agents.map(async ({ uuid, name }) => {
    const original = originalName(name)
    const isCopy = names.has(original) && !wanted.includes(name)
    const read = isCopy ? await readAgent({ uuid, name }, effects, deadline) : null
    const isMarked = read?.ok === true && read.value.config?.[WRITE_MARK] !== undefined
    return isMarked ? ([[uuid, notRun({ kind: 'spare-copy', original })]] as const) : []
  })
  return new Map((await Promise.all(spare)).flat())
}

/** @param fileTests those that copies run in place of their originals' linked tests, by the IDs of copies */
export async function copyWrites(
  read: ReadonlyMap<string, CopyOnService | EndedRun>,
  fileTests: FileTests,
  service: GateService,
  options: CallOptions,
): Promise<CopyWrites> {
  const writes = [...read].map(async ([uuid, copy]) => {
    const write = 'problem' in copy ? copy : await writeOf(copy, fileTests, service, options)
    return [uuid, write] as const
  })
  return new Map(await Promise.all(writes))
}

async function writeOf(
  copy: CopyOnService,
  fileTests: FileTests,
  service: GateService,
  options: CallOptions,
): Promise<CopyWrite | EndedRun> {
  const ofFiles = fileTests.get(copy.agent.uuid)
  if (ofFiles !== undefined) return { ...copy, testUuids: [...ofFiles.keys()] }
  const tests = await linkedTests(copy.original, service, options)
  if (!tests.ok) return stopAt(tests.error, options)
  const { uuids, isComplete } = tests.value
  if (!isComplete) return notRun({ kind: 'override', why: 'tests-missing' })
  if (uuids.size === 0) return notRun({ kind: 'override', why: 'no-tests' })
  return { ...copy, testUuids: [...uuids] }
}

function issuesOfOverride(
  base: Agent,
  copy: Agent,
  originalConfig: Config,
  patch: Config,
): Omit<OverrideIssue, 'agent'>[] {
  const keys = hasAddress(originalConfig)
    ? ['agent_url', 'agent_headers', 'default_inputs']
    : ['system_prompt', 'llm']
  const differs = (field: 'type' | 'interaction_type') => (base[field] ?? null) !== (copy[field] ?? null)
  const wrongKeys = Object.keys(patch).filter((key) => !keys.includes(key))
  const issues: Omit<OverrideIssue, 'agent'>[] = wrongKeys.map((key) => ({ why: 'key', key }))
  if (differs('type') || differs('interaction_type')) issues.push({ why: 'type', key: null })
  if (hasAddress(copy.config ?? {}) !== hasAddress(originalConfig)) issues.push({ why: 'address', key: null })
  if (!isExact(originalConfig)) issues.push({ why: 'number', key: null })
  return issues
}

/** Repeated until it is read, because nothing else says how an agent is. */
async function readAgent(
  { uuid }: AgentRef,
  effects: Effects,
  deadline: number,
  options: CallOptions = {},
): Promise<Result<Agent>> {
  for (let nth = 1; ; nth += 1) {
    const read = await effects.service.agents.get(uuid, { ...options, ...until(deadline, effects) })
    if (read.ok || !read.error.transient || !(await waitFor(doubled(1_000, nth), deadline, effects)))
      return read
  }
}

/** @returns whether the job goes on */
async function waitFor(ms: number, deadline: number, { clock, signal }: Effects): Promise<boolean> {
  if (clock.now() + ms >= deadline) return false
  await clock.sleep(ms, signal)
  return !signal.aborted
}

function stopAt(error: ClientError, { signal }: Pick<CallOptions, 'signal'>): EndedRun {
  if (signal?.aborted) return notRun(aborted(signal))
  if (isClosedRoute(error)) return notRun({ kind: 'override', why: 'unsupported' })
  return notRun({ kind: 'not-launched', error: agentError(error) })
}

/** JSON Merge Patch. */
function merged(target: unknown, patch: Config): Config {
  const result = new Map(Object.entries(isMapping(target) ? target : {}))
  for (const [key, value] of Object.entries(patch))
    if (value === null) result.delete(key)
    else result.set(key, isMapping(value) ? merged(result.get(key), value) : value)
  return Object.fromEntries(result)
}

/** False if a number was rounded when it was read. */
function isExact(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isExact)
  return !Number.isInteger(value) || Number.isSafeInteger(value)
}

/** Whether there is an address decides what the service does, not the agent's type. */
export function hasAddress({ agent_url: address }: Config): boolean {
  return typeof address === 'string' && address !== ''
}

/** A route that is missing, or takes no key. */
export function isClosedRoute(error: ClientError): boolean {
  if (error.kind !== 'http') return false
  const { status, reason } = error
  return (
    status === 405 ||
    (status === 404 && reason === 'Not Found') ||
    (status === 403 && reason === 'Not authenticated')
  )
}

/** Without what the response quotes, which may be of the configuration. */
export function agentError(error: ClientError): ServiceError {
  const known = serviceError(error)
  if (error.kind === 'network' || error.kind === 'timeout' || isRefusedAgent(error)) return known
  const what = known.status === null ? 'the response is not as expected' : `HTTP ${known.status}`
  return { ...known, reason: null, message: `${error.method} ${error.url}: ${what}` }
}

/** Whether the service refuses the key, the agent or the route. */
function isRefusedAgent(error: ClientError): boolean {
  return [401, 403, 404, 405].includes(statusOf(error) ?? 0)
}

interface ReadyCopy {
  readonly write: CopyWrite
  /** The whole copy as it was read before a launch. */
  readonly version: Agent
}

type Ready = ReadyCopy | EndedRun

/** By the ID of the copy. */
export type Prepared = ReadonlyMap<string, Promise<Ready>>

/** A first run that another job's change may have reached is repeated, up to this many runs. A retry is repeated with the next round. */
const FIRST_RUNS = 3
/** After so many failed writes in a row, a run is not launched. */
const FAILED_WRITES = 5
/** The service needs up to 127 s. */
const VERIFICATION_MS = 150_000
/** For the preview of a copy, in the whole job. */
const PREVIEW_MS = 600_000

const doubled = (firstMs: number, nth: number) => Math.min(60_000, firstMs * 2 ** (nth - 1))

export class CopyLauncher {
  readonly #writes: CopyWrites
  readonly #effects: Effects
  readonly #deadline: number
  readonly #runUrl: RunUrl
  /** The last launch of each copy that is tested on both sides. */
  readonly #turns = new Map<string, Promise<Launched>>()
  /** For how long the preview of each copy has been awaited. */
  readonly #awaitedMs = new Map<string, number>()

  constructor(
    writes: CopyWrites,
    effects: Effects,
    { deadline, runUrl }: { readonly deadline: number; readonly runUrl: RunUrl },
  ) {
    this.#writes = writes
    this.#effects = effects
    this.#deadline = deadline
    this.#runUrl = runUrl
  }

  /** Writes each copy of a round that is tested on one side. Its control waits for it; a control that runs alone needs no copy. */
  prepareAll(launches: readonly Launch[]): Prepared {
    const uuids = new Set(launches.map(({ agent }) => agent.uuid))
    for (const { agent, candidate } of launches) if (candidate !== null) uuids.delete(agent.uuid)
    const copies = [...this.#writes].filter(([uuid]) => uuids.has(uuid))
    return new Map(copies.map(([uuid, write]) => [uuid, this.#prepare(write)]))
  }

  /** Any agent: a copy until a run counts, and its control once the copy is ready. */
  async launch(
    { agent, candidate, isRetry }: Launch,
    prepared: Prepared,
    launchTests: () => Promise<Launched>,
  ): Promise<Launched> {
    const write = this.#writes.get(agent.uuid)
    if (write !== undefined && !('problem' in write) && !prepared.has(agent.uuid)) {
      const config = candidate === null ? write.config : write.withoutChange
      // A launch is a snapshot: the write of the other side may follow it while the run goes on.
      const launched = (this.#turns.get(agent.uuid) ?? Promise.resolve()).then(async () =>
        this.#launchUntilItCounts(await this.#prepare({ ...write, agent, config }), isRetry, launchTests),
      )
      this.#turns.set(agent.uuid, launched)
      return launched
    }
    const ready = await prepared.get((candidate ?? agent).uuid)
    if (ready !== undefined && candidate === null)
      return this.#launchUntilItCounts(ready, isRetry, launchTests)
    return ready !== undefined && 'problem' in ready ? ready : launchTests()
  }

  /** Writes and verifies the copy, until it reads as it was written. */
  async #prepare(write: CopyWrite | EndedRun): Promise<Ready> {
    if ('problem' in write) return write
    const { service, newId } = this.#effects
    const { agent, config } = write
    let failedInARow = 0
    for (let nth = 1; ; nth += 1) {
      const mark = newId()
      // If the client sent it again, the second request would have the same mark.
      const options = { ...until(this.#deadline, this.#effects), maxRetries: 0 }
      const marked = { config: { ...config, [WRITE_MARK]: mark } }
      const written = await service.agents.update(agent.uuid, marked, options)
      const ready = written.ok ? await this.#readWith(write, mark) : null
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
    first: Ready,
    isRetry: boolean,
    launchTests: () => Promise<Launched>,
  ): Promise<Launched> {
    let ready = first
    let runs = 0
    for (let nth = 1; ; nth += 1) {
      if ('problem' in ready) return ready
      const { write, version } = ready
      const { agent } = write
      const launched = await launchTests()
      if ('taskId' in launched) {
        // A launch reads the agent once. What another job wrote before or after has another mark or time of verification.
        const read = await readAgent(agent, this.#effects, this.#deadline)
        if (!read.ok) {
          const error = agentError(read.error)
          const run = emptyRun(launched.taskId, launched.status, this.#runUrl)
          return this.#ended({ kind: 'unreadable', error, attempts: 1 }, run)
        }
        if (isDeepStrictEqual(read.value, version)) return launched
        runs += 1
        this.#effects.emit({ type: 'discarded', agent, taskId: launched.taskId })
      } else if (!isNotVerified(launched)) return launched
      const isOver = runs === (isRetry ? 1 : FIRST_RUNS) || !(await this.#leaveToOthers(nth))
      ready = isOver ? this.#ended({ kind: 'override', why: 'shared' }) : await this.#prepare(write)
    }
  }

  /** Null if another job wrote, or undid, in between. */
  async #readWith(write: CopyWrite, mark: string): Promise<Ready | null> {
    const { agent, config } = write
    const unverified = hasAddress(config) ? await this.#verify(agent) : null
    if (unverified !== null) return unverified
    const read = await readAgent(agent, this.#effects, this.#deadline)
    if (!read.ok) return this.#notLaunched(read.error)
    const { [WRITE_MARK]: found, connection_verified: verified } = read.value.config ?? {}
    const isReady = found === mark && (verified === true || !hasAddress(config))
    return isReady ? { write, version: read.value } : null
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
      if (!verified.ok && isRefusedAgent(verified.error)) return this.#notLaunched(verified.error)
      const awaitedMs = before + clock.now() - since
      this.#awaitedMs.set(agent.uuid, awaitedMs)
      const state = previewState(verified)
      const waitMs = doubled(5_000, nth)
      const isOver = state === 'refused' || awaitedMs + waitMs > PREVIEW_MS
      if (!isOver) emit({ type: 'preview-awaited', agent, state })
      if (isOver || !(await this.#wait(waitMs))) return this.#ended({ kind: 'override', why: state })
    }
  }

  #notLaunched(error: ClientError): EndedRun {
    return stopAt(error, this.#effects)
  }

  #ended(problem: Problem, run: JudgedRun | null = null): EndedRun {
    const { signal } = this.#effects
    const stateOfRun = run?.status === 'queued' ? 'queued' : 'running'
    const state = run === null ? 'not-started' : stateOfRun
    return { run, problem: signal.aborted ? aborted(signal, state) : problem }
  }

  /** For a random time, longer each time. @returns whether the job goes on */
  #leaveToOthers(nth: number): Promise<boolean> {
    return this.#wait(this.#effects.random() * doubled(10_000, nth))
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
