// Runs tests: one launch for each agent, in the order given, each run polled to its end. First runs and retries go the same way.
import { fromServiceTime } from '../../client/core/timestamps.ts'
import type { Agent, ClientError } from '../../client/index.ts'
import { type AgentRef, type Problem, type ResultsAgent, refusalKind } from '../../schema.ts'
import { field, listOf } from '../../test-files/definition.ts'
import type { JudgedRun } from '../cause.ts'
import {
  contradictory,
  type EndedRun,
  type GatePlan,
  type Launch,
  launchedAgent,
  launchedFileTests,
  notRun,
  type RunUrl,
  type TestedAgent,
} from '../model.ts'
import { agentError, isClosedRoute, isOtherOriginal } from '../select/copies.ts'
import { linkedTests } from '../select/linked-tests.ts'
import {
  aborted,
  type Effects,
  internalError,
  isErrorPage,
  type Result,
  serviceError,
  statusOf,
  until,
  withoutReason,
} from '../service.ts'
import type { ConversationLimit } from './conversations.ts'
import { CopyLauncher } from './copies.ts'
import { Poller } from './poll.ts'
import { perhapsDamaged, provenRun } from './proof.ts'
import { LAST_READS_MS } from './read-ended.ts'
import { emptyRun } from './read-run.ts'

const HEARTBEAT_MS = 60_000
/** A gateway may answer 503, or a page with 4xx, to a launch that it has passed on, so a launch is repeated only so often, each time after such a wait. */
const WAITS_AFTER_503_MS = [30_000, 120_000]

/** What is said of a deleted test or agent quotes no text of anybody. */
const NAMES_AN_ID = /^(?:Test [\w-]+|Agent) not found$/
const HIDDEN = 'its text is hidden by "details: none"'

type Spent = Pick<ResultsAgent, 'executedTests' | 'costUsd' | 'isCostWhole'>

export class TestRunner {
  readonly effects: Effects
  /** When each run was launched, by its ID. */
  readonly launchTimes = new Map<string, number>()
  readonly runUrl: RunUrl
  readonly #plan: GatePlan
  #deadline: number
  readonly #poller: Poller
  readonly #copies: CopyLauncher
  readonly #startedAt: number
  /** With `max-tests`, launches wait for each other, because only a launched run tells how many tests it has. */
  #turn: Promise<unknown> = Promise.resolve()
  #launchedTests = 0
  /** When each candidate was first launched, by the service's clock. */
  readonly #firstLaunchAt = new Map<string, number>()
  readonly #agents = new Map<string, Promise<Result<Agent>>>()
  /** What the runs of each agent and of its control have used, by its ID. */
  readonly #spent = new Map<string, Spent>()

  constructor(plan: GatePlan, deadline: number, effects: Effects) {
    this.#plan = plan
    this.#deadline = deadline
    this.effects = effects
    this.runUrl = plan.runUrl
    this.#poller = new Poller(plan, deadline, effects)
    this.#copies = new CopyLauncher(effects, deadline)
    this.#startedAt = effects.clock.now()
  }

  get deadline(): number {
    return this.#deadline
  }

  /** For the last runs of a job, which it does not need: they are awaited for so long at most, with their last reads. */
  endIn(ms: number): void {
    this.#deadline = Math.min(this.deadline, this.effects.clock.now() + ms - LAST_READS_MS)
    this.#poller.endAt(this.deadline)
  }

  get conversations(): ConversationLimit {
    return this.#poller.conversations
  }

  /**
   * Never rejects: an exception concerns its launch only.
   * @param andThen what else belongs to a run, before it counts as done
   */
  async runAll<L extends Launch, T>(
    launches: readonly L[],
    andThen: (run: EndedRun, launch: L) => Promise<T>,
  ): Promise<T[]> {
    const progress = { done: 0, total: launches.length }
    this.#copies.startRound(launches)
    const runs = Promise.all(
      launches.map(async (launch, index) => {
        const ended = await this.#run(launch, index / launches.length)
        const result = await andThen(ended, launch)
        progress.done += 1
        return result
      }),
    )
    await this.#heartbeat(runs, progress)
    return runs
  }

  /** As it was after its last launch, read once. */
  async readAgent(agent: AgentRef): Promise<Result<Agent>> {
    const { service, clock } = this.effects
    const end = Math.max(this.deadline, clock.now()) + LAST_READS_MS
    const read = this.#agents.get(agent.uuid) ?? service.agents.get(agent.uuid, until(end, this.effects))
    this.#agents.set(agent.uuid, read)
    return read
  }

  /** Why nothing counts that was answered on one side after the first run: its agent was edited since. Copies are proven. */
  async whyOtherAgent(of: TestedAgent, side: Launch['side']): Promise<Problem | null> {
    const { agent, copy } = of
    const asked = launchedAgent({ of, side })
    if (copy !== null && asked.uuid === agent.uuid) return null
    const read = await this.readAgent(asked).catch((error) => internalError(error, this.effects.service))
    if ('kind' in read) return read
    if (!read.ok) {
      const isUnknown = !this.effects.signal.aborted && !isClosedRoute(read.error)
      return isUnknown ? { kind: 'unreadable', error: agentError(read.error), attempts: 1 } : null
    }
    const editedAt = fromServiceTime(read.value.updated_at)?.getTime() ?? 0
    // The service's times are whole seconds.
    const launchedAt = Math.floor((this.#firstLaunchAt.get(agent.uuid) ?? 0) / 1000) * 1000
    const isOther = editedAt >= launchedAt || (copy !== null && isOtherOriginal(read.value, copy))
    return isOther ? { kind: 'edited', what: 'agent', name: asked.name } : null
  }

  spentOn({ uuid }: AgentRef): Spent {
    return this.#spent.get(uuid) ?? { executedTests: 0, costUsd: null, isCostWhole: true }
  }

  #spend({ of: { agent } }: Launch, spent: Spent): void {
    this.#spent.set(agent.uuid, spentBy([this.spentOn(agent), spent]))
  }

  /** Whatever the run is for, its rows count only if they are those of its files. */
  async #run(launch: Launch, phase: number): Promise<EndedRun> {
    const { of, round, testUuids } = launch
    if (round === 1 && of.problem !== null) return notRun(of.problem)
    try {
      const launchTests = () => this.#launchInTurn(launch)
      const isCopy = of.copy !== null
      const launched = await (isCopy ? this.#copies.launch(launch, launchTests) : launchTests())
      if (!('taskId' in launched)) return launched
      // The service answered with the ID of an earlier run of this job.
      if (this.launchTimes.has(launched.taskId)) return notRun(contradictory)
      this.launchTimes.set(launched.taskId, this.effects.clock.now())
      const { status, url } = launched
      this.effects.emit({ type: 'launched', agent: launchedAgent(launch), status, url })
      const ended = await this.#poller.follow(launch, launched, phase)
      const costs = costsIn(ended.run)
      // Only polls tell which tests are linked.
      this.#spend(launch, { executedTests: (testUuids === null && ended.run?.plannedTests) || 0, ...costs })
      const tests = launchedFileTests(launch)
      return tests === null ? ended : await provenRun(ended, tests, this)
    } catch (error) {
      return notRun(internalError(error, this.effects.service))
    }
  }

  #launchInTurn(launch: Launch): Promise<JudgedRun | EndedRun> {
    const { maxTests } = this.#plan
    if (maxTests === null) return this.#launch(launch)
    const turn = this.#turn.then(() => this.#launch(launch, maxTests))
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** After a 503, a run may have started whatever follows, unless that is a run or says that the agent has none. */
  async #launch(launch: Launch, maxTests: number | null = null): Promise<JudgedRun | EndedRun> {
    const tests = maxTests === null ? null : await this.#knownTests(launch, maxTests)
    const fits = () => maxTests === null || this.#launchedTests + Math.max(1, tests ?? 1) <= maxTests
    if (maxTests !== null && !fits()) return notRun({ kind: 'max-tests', maxTests, tests })
    let lost: EndedRun | null = null
    for (let nth = 0; ; nth += 1) {
      const launched = await this.#launchOnce(launch)
      if (maxTests !== null) this.#launchedTests += (await this.#startedTests(launched, tests)) ?? maxTests
      if ('taskId' in launched || launched.problem?.kind === 'cannot-run') return launched
      lost ??= launched
      const { problem } = launched
      const mayBeLost =
        problem?.kind === 'maybe-launched' && (problem.error.status === 503 || isErrorPage(problem.error))
      const waitMs = mayBeLost ? WAITS_AFTER_503_MS[nth] : undefined
      if (waitMs === undefined || !fits() || !(await this.#isBackAfter(waitMs, launchedAgent(launch))))
        return lost
    }
  }

  /** The tests that are asked for, or are linked, also without a configuration; null if nobody knows, or the limit is reached. */
  async #knownTests(launch: Launch, maxTests: number): Promise<number | null> {
    if (launch.testUuids !== null) return launch.testUuids.length
    if (this.#launchedTests >= maxTests) return null
    const linked = await linkedTests(launchedAgent(launch), this.effects.service, this.#untilDeadline())
    return linked.ok && linked.value.isComplete ? linked.value.uuids.size : null
  }

  /** How many tests run, or may; null if nobody knows. Then nothing more is launched. */
  async #startedTests(launched: JudgedRun | EndedRun, known: number | null): Promise<number | null> {
    if (!('taskId' in launched)) return launched.problem?.kind === 'maybe-launched' ? known : 0
    const options = { ...until(this.deadline, this.effects), compact: true }
    const read = await this.effects.service.runs.get(launched.taskId, options)
    const { total_tests: total, test_uuids: uuids } = read.ok ? read.value : {}
    return Math.max(known ?? 0, total ?? 0, uuids?.length ?? 0) || null
  }

  /** Whether the service answers a read of the agent's runs, after a wait. */
  async #isBackAfter(waitMs: number, { uuid }: AgentRef): Promise<boolean> {
    const { service, clock, signal } = this.effects
    if (clock.now() + waitMs >= this.deadline) return false
    await clock.sleep(waitMs, signal)
    if (signal.aborted) return false
    const runs = await service.runs.list(uuid, { ...this.#untilDeadline(), limit: 1 })
    return runs.ok
  }

  async #launchOnce(launch: Launch): Promise<JudgedRun | EndedRun> {
    const { round, testUuids } = launch
    const { uuid } = launchedAgent(launch)
    const { service, clock, signal } = this.effects
    const { timeoutSeconds } = this.#plan
    if (signal.aborted) return notRun(aborted(signal))
    const timedOut = { kind: 'timed-out', timeoutSeconds, state: 'not-started', lastError: null } as const
    if (clock.now() >= this.deadline) return notRun(timedOut)
    const calledAt = clock.now()
    this.#agents.delete(uuid)
    // The client repeats a launch only if it was refused, or was never sent. Any other may have started a run.
    const answer = await service.agents.run(uuid, {
      ...this.#untilDeadline(),
      test_uuids: testUuids ?? undefined,
    })
    if (answer.ok) {
      this.#spend(launch, { executedTests: testUuids?.length ?? 0, costUsd: null, isCostWhole: true })
      const { task_id: taskId, status, at } = answer.value
      if (round === 1) this.#firstLaunchAt.set(uuid, at - (clock.now() - calledAt))
      return emptyRun(taskId, status ?? 'queued', this.runUrl)
    }
    const { error } = answer
    const refused = serviceError(error)
    const isKnown = refusalKind(refused) !== 'other' || NAMES_AN_ID.test(refused.reason ?? '')
    const isHidden = this.#plan.details === 'none' && !isKnown
    const failure = isHidden ? { ...withoutReason(refused), reason: HIDDEN } : refused
    const { damaged } = this.#damagedIn(launch, error)
    if (failure.status === 400) return notRun({ kind: 'cannot-run', error: failure, damaged })
    if (failure.status === 401 || (signal.aborted && !error.maybeReceived)) return notRun(aborted(signal))
    // The service reads the tests before it starts a run.
    if (damaged !== undefined) return notRun({ kind: 'not-launched', error: failure, damaged })
    if (mayHaveStarted(error)) return notRun({ kind: 'maybe-launched', error: failure })
    if (clock.now() >= this.deadline && error.kind === 'timeout') return notRun(timedOut)
    return notRun({ kind: 'not-launched', error: failure })
  }

  /** A launch reads its tests: one that is damaged on the service may be why it was refused. */
  #damagedIn(launch: Launch, error: ClientError): Pick<Extract<Problem, { kind: 'cannot-run' }>, 'damaged'> {
    const tests = launchedFileTests(launch)
    const status = statusOf(error)
    if (tests === null || error.kind !== 'http' || (status !== 400 && status !== 500)) return {}
    if (refusalKind(error) === 'not-verified') return {}
    const named = listOf(field(field(error.body, 'detail'), 'test_uuids'))
    return { damaged: perhapsDamaged(tests, named) }
  }

  #untilDeadline() {
    return { ...until(this.deadline, this.effects), maxRetries: Number.POSITIVE_INFINITY }
  }

  /** Says each minute how many of the launches are done, until all are. */
  async #heartbeat(
    runs: Promise<unknown>,
    progress: { readonly done: number; readonly total: number },
  ): Promise<void> {
    const { clock, emit } = this.effects
    const ended = new AbortController()
    const end = () => ended.abort()
    runs.then(end, end)
    for (;;) {
      await clock.sleep(HEARTBEAT_MS, ended.signal)
      if (ended.signal.aborted) return
      const { done, total } = progress
      const { running, unansweredForMs } = this.#poller.progress()
      const elapsedMs = clock.now() - this.#startedAt
      const queued = total - done - running
      emit({ type: 'heartbeat', elapsedMs, done, running, queued, total, unansweredForMs })
    }
  }
}

/** A status of the service below 500 is a refusal, except 408; behind all others, a run may have started. */
function mayHaveStarted(error: ClientError): boolean {
  const status = statusOf(error)
  if (status === null) return error.maybeReceived
  return status === 408 || status >= 500
}

/** Some rows may lack their costs: then the mean of all stands for each. */
function costsIn(run: JudgedRun | null): Pick<Spent, 'costUsd' | 'isCostWhole'> {
  if (run === null) return { costUsd: null, isCostWhole: false }
  const { tests, meanCostUsd } = run
  const ended = tests.filter(({ outcome }) => outcome !== 'not-run' && outcome !== 'pending').length
  const isKnown = tests.filter(({ costUsd }) => costUsd !== null).length >= ended
  const costs = isKnown || meanCostUsd === null ? tests : [{ costUsd: meanCostUsd * ended }]
  return { costUsd: sumOfCosts(costs), isCostWhole: isKnown || meanCostUsd !== null }
}

/** Over runs or agents. */
export function spentBy(all: readonly Spent[]): Spent {
  return {
    executedTests: all.reduce((sum, each) => sum + each.executedTests, 0),
    costUsd: sumOfCosts(all),
    isCostWhole: all.every(({ isCostWhole }) => isCostWhole),
  }
}

/** Null if none is known. */
function sumOfCosts(all: readonly { readonly costUsd: number | null }[]): number | null {
  const costs = all.flatMap(({ costUsd }) => costUsd ?? [])
  // 0.1 + 0.2 is not 0.30000000000000004 dollars.
  return costs.length === 0 ? null : Number(costs.reduce((sum, cost) => sum + cost, 0).toFixed(9))
}
