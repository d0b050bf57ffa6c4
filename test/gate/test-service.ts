// An evaluation service on a manual clock, with given responses and a journal of the requests.
import { createRedactor } from '../../src/client/core/redactor.ts'
import {
  AbortedError,
  type CallOptions,
  type EarlierRun,
  type EarlierRunPage,
  type GetRunOptions,
  type LaunchedRun,
  type TestRun,
  TimeoutError,
} from '../../src/client/index.ts'
import type { GateService, Result } from '../../src/gate/service.ts'
import type { ManualClock } from '../support/manual-clock.ts'
import { failure, http, launched, ok, queued, row, run } from './responses.ts'

/** A response, with the milliseconds it takes unless it comes at once. */
export type Reply<T> = Result<T> | { readonly afterMs: number; readonly reply: Result<T> }

/** What the service answers for one run. */
export interface RunResponses {
  /** `queued` at once unless given. An empty `task_id` becomes `run-<agent>`, for retries `run-<agent>-1`, `-2`, … */
  readonly launch?: Reply<LaunchedRun>
  /** Responses to the polls, one after the other; the last one stays. */
  readonly polls?: readonly Reply<TestRun>[]
  /** The read of all rows of an ended run; unless given, as the last poll. */
  readonly rows?: Reply<TestRun>
  /** The read of the texts of failing or all tests; unless given, as the last poll. */
  readonly details?: Reply<TestRun>
  /** The same of failing tests alone; unless given, as `details`. */
  readonly failingDetails?: Reply<TestRun>
}

/** What the service answers for one agent, whose uuid is its name. */
export interface AgentResponses extends RunResponses {
  /** The run of each retry, which counts from 1; refused with HTTP 500 unless given. */
  readonly retry?: (
    testUuids: readonly string[],
    retry: number,
    config?: Readonly<Record<string, unknown>>,
  ) => RunResponses
  /** Of the agent, which its configuration is written to; and the tests that are linked to it. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly tests?: readonly string[]
  /** Newest first, after the ended runs of this job; none unless given. The service's clock is that of the job. */
  readonly history?: readonly EarlierRun[] | Reply<EarlierRunPage>
  /** Reads of the history's runs, by their IDs; unless given, every failing test of theirs was judged. */
  readonly earlier?: Readonly<Record<string, Reply<TestRun>>>
}

export interface Call {
  readonly agent: string
  readonly what:
    | 'launch'
    | 'poll'
    | 'rows'
    | 'details'
    | 'history'
    | 'earlier'
    | 'get'
    | 'put'
    | 'verify'
    | 'tests'
  readonly atMs: number
  readonly timeoutMs: number | undefined
  /** The run that was read. */
  readonly run?: string
  /** The tests that were launched; null for all linked ones. */
  readonly testUuids?: readonly string[] | null
  /** What was written. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly onlyFailed?: boolean | undefined
  readonly compact?: boolean | undefined
}

export type TestService = GateService & {
  readonly calls: readonly Call[]
  readonly secrets: readonly string[]
}

/** Answers of a service that differ from those of {@link createTestService}. */
export type ServiceChange = Partial<Pick<GateService, 'redact'>> & {
  readonly [Group in 'agents' | 'evaluators' | 'runs' | 'tests']?: Partial<GateService[Group]> | undefined
}

export function withChange<Service extends GateService>(
  service: Service,
  change: ServiceChange = {},
): Service {
  return {
    ...service,
    ...change,
    agents: { ...service.agents, ...change.agents },
    evaluators: { ...service.evaluators, ...change.evaluators },
    runs: { ...service.runs, ...change.runs },
    tests: { ...service.tests, ...change.tests },
  }
}

/** The client's own limit for each request. */
const REQUEST_TIMEOUT_MS = 30_000

export function createTestService(
  agents: Readonly<Record<string, AgentResponses>>,
  clock: ManualClock,
): TestService {
  const startedAt = clock.now()
  const calls: Call[] = []
  const runs = new Map<string, RunResponses & { readonly agent: string; polled: number; createdAt: number }>()
  const configs = new Map<string, Readonly<Record<string, unknown>>>()
  const note = (call: Omit<Call, 'atMs' | 'timeoutMs'>, { timeoutMs }: CallOptions) =>
    calls.push({ ...call, atMs: clock.now() - startedAt, timeoutMs })

  const secrets: string[] = []
  return {
    calls,
    secrets,
    agents: {
      list: async () => ok(Object.keys(agents).map((uuid) => ({ uuid, name: uuid }))),
      resolve: async (names) =>
        ok({ resolved: Object.fromEntries(names.map((name) => [name, name])), not_found: [] }),

      async run(agent, options) {
        const testUuids = options.test_uuids ?? null
        note({ agent, what: 'launch', testUuids }, options)
        const responses = agents[agent] ?? {}
        const retry = calls.filter((call) => call.what === 'launch' && call.agent === agent).length - 1
        const run: RunResponses =
          testUuids === null
            ? responses
            : (responses.retry?.(testUuids, retry, configs.get(agent)) ?? { launch: http(500) })
        const reply = await inTime<LaunchedRun>(run.launch ?? launched, options, clock)
        if (!reply.ok) return reply
        const taskId = reply.value.task_id || `run-${agent}${retry === 0 ? '' : `-${retry}`}`
        if (!runs.has(taskId)) runs.set(taskId, { ...run, agent, polled: 0, createdAt: clock.now() })
        return ok({ ...reply.value, task_id: taskId, at: clock.now() })
      },

      async get(agent, options) {
        note({ agent, what: 'get' }, options)
        const config = configs.get(agent) ?? agents[agent]?.config ?? null
        return ok({ uuid: agent, name: agent, created_at: '', updated_at: '', config })
      },

      async update(agent, { config = {} }, options) {
        note({ agent, what: 'put', config: { ...config } }, options)
        configs.set(agent, { ...config })
        return ok({ uuid: agent, name: agent, created_at: '', updated_at: '' })
      },

      async verifyConnection(agent, options) {
        note({ agent, what: 'verify' }, options)
        const flags = { connection_verified: true, connection_verified_at: calls.length }
        configs.set(agent, { ...configs.get(agent), ...flags })
        return ok({ success: true })
      },

      async listTests(agent, options) {
        note({ agent, what: 'tests' }, options)
        const items = (agents[agent]?.tests ?? []).map((name) => ({ uuid: name, name }))
        return ok({ items, total: items.length })
      },
    },
    runs: {
      async get(taskId, options) {
        const { only_failed: onlyFailed, compact } = options
        const run = runs.get(taskId)
        if (run === undefined) {
          const [agent, reply] = earlierRead(agents, taskId)
          note({ agent, what: 'earlier', run: taskId, onlyFailed, compact }, options)
          return inTime(reply, options, clock)
        }
        const what = kindOf(options)
        note({ agent: run.agent, what, run: taskId, onlyFailed, compact }, options)
        if (what === 'poll') run.polled += 1
        const poll = run.polls?.[run.polled - 1] ?? run.polls?.at(-1) ?? queued
        const ofFailing = what === 'details' && onlyFailed === true ? run.failingDetails : undefined
        const given = what === 'poll' ? undefined : (ofFailing ?? run[what])
        const read = await inTime(given ?? poll, options, clock)
        if (!read.ok) return read
        const failedOnly = onlyFailed === true && given === undefined
        const rows = read.value.results?.filter(({ passed }) => !failedOnly || passed === false) ?? null
        const results = compact === true ? (rows?.map((row) => ({ ...row, ...withoutTexts })) ?? null) : rows
        return ok({ ...read.value, results, task_id: taskId })
      },

      async list(agent, options) {
        note({ agent, what: 'history' }, options)
        const given = agents[agent]?.history ?? []
        const { offset = 0, limit = 20 } = options
        const page =
          'ok' in given || 'afterMs' in given
            ? given
            : pageOf([...ownRuns(runs, agent, given), ...given], offset, limit)
        return inTime<EarlierRunPage>(page, options, clock)
      },
    },
    // Without tests of files, nobody asks.
    evaluators: { list: async () => http(404) },
    tests: {
      list: async () => http(404),
      get: async () => http(404),
      createMany: async () => http(404),
      update: async () => http(404),
    },

    addSecrets: (more) => secrets.push(...more),
    redact: (text) => createRedactor(secrets)(text),
  }
}

/** What a compact read leaves out. */
const withoutTexts = { reasoning: null, output: null, test_case: null, judge_results: null }

function pageOf(items: readonly EarlierRun[], offset: number, limit: number): Result<EarlierRunPage> {
  return ok({ items: items.slice(offset, offset + limit), total: items.length })
}

/** Those that the given history does not have. */
function ownRuns(
  runs: ReadonlyMap<string, { readonly agent: string; readonly createdAt: number }>,
  agent: string,
  given: readonly EarlierRun[],
): EarlierRun[] {
  return [...runs]
    .filter(([taskId, run]) => run.agent === agent && !given.some(({ uuid }) => uuid === taskId))
    .map(([uuid, { createdAt }]) => {
      const created_at = new Date(createdAt).toISOString()
      return { uuid, status: 'done', error: false, is_public: false, created_at }
    })
}

function earlierRead(
  agents: Readonly<Record<string, AgentResponses>>,
  taskId: string,
): [agent: string, read: Reply<TestRun>] {
  const having = Object.entries(agents).flatMap(([agent, { history = [], earlier = {} }]) => {
    const page = 'afterMs' in history ? history.reply : history
    const runs = 'ok' in page ? (page.ok ? page.value.items : []) : page
    const run = runs.find(({ uuid }) => uuid === taskId)
    return run === undefined && earlier[taskId] === undefined ? [] : [{ agent, given: earlier[taskId], run }]
  })
  const [first] = having
  if (first === undefined) throw new Error(`run ${taskId} was never launched`)
  const rows = having.flatMap(({ run }) => run?.results ?? []).filter(({ passed }) => passed === false)
  const results = rows.map(({ name }) => row(name ?? '', false))
  return [first.agent, first.given ?? run({ task_id: taskId, status: 'done', results })]
}

function kindOf({ compact, only_failed, maxRetries }: GetRunOptions): 'poll' | 'rows' | 'details' {
  if (maxRetries === 0) return 'poll'
  if (compact === true && only_failed !== true) return 'rows'
  if (compact !== true) return 'details'
  throw new Error('the gate has no such read')
}

/** Keeps the client's promises: calls that are aborted or take too long end in errors of their own. */
async function inTime<T>(reply: Reply<T>, options: CallOptions, clock: ManualClock): Promise<Result<T>> {
  const { signal, timeoutMs = Number.POSITIVE_INFINITY } = options
  const request = { method: 'GET', url: 'https://service.test/path' }
  if (signal?.aborted) return failure(new AbortedError(request, false, signal.reason))
  if ('ok' in reply) return reply
  const limitMs = Math.min(timeoutMs, REQUEST_TIMEOUT_MS)
  await clock.sleep(Math.min(reply.afterMs, limitMs), signal)
  if (signal?.aborted) return failure(new AbortedError(request, true, signal.reason))
  if (reply.afterMs <= limitMs) return reply.reply
  return failure(new TimeoutError(request, { timeoutMs: limitMs, maybeReceived: true }))
}
