// The evaluation service's client: one short method per endpoint. Those of test runs are in runs.ts, of tests in tests.ts.
import { ContractError } from '../core/errors.ts'
import { type ApiKey, type CallOptions, type ClientOptions, endOf } from '../core/options.ts'
import { issueAt } from '../core/reason.ts'
import { type EscapeHatch, requestMethod } from '../core/request.ts'
import { createRequester, type Requester, type ResponsePromise } from '../core/requester.ts'
import { anyObject, parserAbout, parserAgain, parserOf } from '../core/schema.ts'
import type {
  AnnotationItemsBody,
  Annotator,
  AnnotatorBody,
  CreatedJobs,
  Evaluator,
  EvaluatorPage,
  LabellingJobsBody,
  UpdatedItems,
} from './annotation-types.ts'
import { type EvaluationRuns, runMethods } from './runs.ts'
import * as schemas from './schemas.ts'
import { type EvaluationTests, testMethods } from './tests.ts'
import type {
  Agent,
  AgentListEntry,
  AgentTestPage,
  AgentUpdate,
  ResolvedAgents,
  VerifiedConnection,
} from './types.ts'

export interface EvaluationClientOptions extends ClientOptions {
  /** Sent as `X-API-Key`, to `baseUrl` and nowhere else. 8 to 1,024 visible ASCII characters. */
  readonly apiKey: ApiKey
}

export interface ListAgentsOptions extends CallOptions {
  /** Only those whose name contains this; older servers ignore it. */
  readonly q?: string | undefined
}

export interface ListAgentTestsOptions extends ListAgentsOptions {
  /** Tests on a page. Default: all of them. */
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface EvaluationClient
  extends EvaluationRuns,
    EvaluationAgents,
    EvaluationAnnotation,
    EscapeHatch {
  readonly tests: EvaluationTests
}

export interface EvaluationAgents {
  /**
   * The service's own OpenAPI description. Open: called without the key.
   * @example
   * const { openapi, paths } = await client.getApiDescription()
   * console.log(openapi, paths)
   */
  getApiDescription(options?: CallOptions): ResponsePromise<Record<string, unknown>>

  /**
   * Every agent of the key's workspace, newest first, whether the service sends one list or pages. A list that is
   * shorter than the service says is a {@link ContractError}. A 403 is about the key here, like a 401.
   * @example
   * for (const { uuid, name } of await client.listAgents({ q: 'support' })) console.log(uuid, name)
   */
  listAgents(options?: ListAgentsOptions): Promise<AgentListEntry[]>

  /**
   * One agent with its configuration. An unknown ID is a 404.
   * @example
   * const { name, type, config } = await client.getAgent(agentUuid)
   * console.log(name, type, Object.keys(config ?? {}))
   */
  getAgent(agentUuid: string, options?: CallOptions): ResponsePromise<Agent>

  /**
   * Renames an agent, or replaces its configuration. The response is read after the write in a second step, so it can
   * be another writer's. Not retried once it may have been received; with `maxRetries: 0` never. Numbers beyond 2^53 in a
   * configuration that was read change, as in `JSON.parse`: written back, they are others.
   * @example
   * const { config } = await client.getAgent(agentUuid)
   * await client.updateAgent(agentUuid, { config: { ...config, system_prompt: 'Answer in one sentence.' } })
   */
  updateAgent(agentUuid: string, body: AgentUpdate, options?: CallOptions): ResponsePromise<Agent>

  /**
   * Has the service send a message to an agent with an `agent_url`, and read its answer. An agent that does not answer
   * is not an error: read `success`. An address that cannot be used is a 400. The service needs up to 127 s, so the
   * default of `attemptTimeoutMs` is 150,000; a verification that you give up goes on.
   * @example
   * const { success, error } = await client.verifyConnection(agentUuid)
   * console.log(success, error)
   */
  verifyConnection(agentUuid: string, options?: CallOptions): ResponsePromise<VerifiedConnection>

  /**
   * One page of the tests that are linked to an agent, the most recently linked first. Older servers answer 404.
   * @example
   * const { items, total } = await client.listAgentTests(agentUuid, { limit: 100 })
   * console.log(items.map(({ name }) => name), total)
   */
  listAgentTests(agentUuid: string, options?: ListAgentTestsOptions): ResponsePromise<AgentTestPage>

  /**
   * Resolves names to IDs. Names match exactly, including case and spaces. Unknown names are in `not_found`; they are
   * not an error.
   * @example
   * const { resolved, not_found } = await client.resolveAgents(['Support bot', 'Sales bot'])
   * console.log(resolved['Support bot'], not_found)
   */
  resolveAgents(names: readonly string[], options?: CallOptions): ResponsePromise<ResolvedAgents>
}

export interface EvaluationAnnotation {
  /**
   * The workspace's evaluators, each with its live version and the variables in its prompt.
   * `GET /evaluators`.
   * @example
   * const { items } = await client.listEvaluators()
   * for (const { name, live_version } of items) console.log(name, live_version?.variables)
   */
  listEvaluators(options?: CallOptions): ResponsePromise<EvaluatorPage>

  /**
   * One evaluator with its whole version history. Servers send the newest version first; with `compact`, without
   * `system_prompt`, `output_config` and `variables`.
   * @example
   * const evaluator = await client.getEvaluator(evaluatorUuid, { compact: true })
   * console.log(evaluator.name, evaluator.versions.map((version) => version.version_number))
   */
  getEvaluator(
    evaluatorUuid: string,
    options?: CallOptions & { readonly compact?: boolean | undefined },
  ): ResponsePromise<Evaluator>

  /**
   * Replaces the payloads of a task's items. Items of other tasks and deleted items are skipped: compare
   * `updated_count` with what you sent. Not retried once it may have been received.
   * @example
   * const payload = { name: 'Call 17', reference_transcript: 'Hello' }
   * const { updated_count } = await client.updateAnnotationItems(taskUuid, { updates: [{ uuid: itemUuid, payload }] })
   * console.log(updated_count)
   */
  updateAnnotationItems(
    taskUuid: string,
    body: AnnotationItemsBody,
    options?: CallOptions,
  ): ResponsePromise<UpdatedItems>

  /**
   * Assigns items to annotators, one labelling job per annotator. Not retried once it may have been received.
   * @example
   * const { jobs } = await client.createLabellingJobs(taskUuid, { annotator_ids: [annotatorUuid], select_all: true })
   * for (const job of jobs) console.log(job.annotator_name, job.status)
   */
  createLabellingJobs(
    taskUuid: string,
    body: LabellingJobsBody,
    options?: CallOptions,
  ): ResponsePromise<CreatedJobs>

  /**
   * Renames an annotator. A name that is taken is a 409; without a name, there is nothing to update (400). Not
   * retried once it may have been received.
   * @example
   * const annotator = await client.updateAnnotator(annotatorUuid, { name: 'Ada' })
   * console.log(annotator.updated_at)
   */
  updateAnnotator(
    annotatorUuid: string,
    body: AnnotatorBody,
    options?: CallOptions,
  ): ResponsePromise<Annotator>
}

/**
 * A client of the evaluation service. Its methods reject with a {@link ClientError}; mistakes of the calling program,
 * such as an ID that cannot be one (empty, `.` or `..`), are a TypeError.
 * @throws {TypeError} if an option cannot be used
 */
export function createEvaluationClient(options: EvaluationClientOptions): EvaluationClient {
  const requester = createRequester(options, { name: 'X-API-Key', key: options.apiKey })
  return {
    ...runMethods(requester),
    ...requestMethod(requester),
    ...agentMethods(requester),
    ...annotationMethods(requester),
    tests: testMethods(requester),
  }
}

function agentMethods(requester: Requester): EvaluationAgents {
  const { send } = requester
  const agent = (agentUuid: string) => {
    const parse = parserAbout(schemas.agent, 'uuid', [agentUuid])
    return { path: ['agents', { agentUuid }], verbatim: true, parse }
  }
  return {
    getApiDescription(options) {
      const path = ['public-api', 'openapi.json']
      return send({ method: 'GET', path, open: true, parse: parserOf(anyObject) }, options)
    },

    listAgents: (options) => listAgents(requester, options),

    getAgent: (agentUuid, options) => send({ method: 'GET', ...agent(agentUuid) }, options),

    updateAgent: (agentUuid, body, options) => send({ method: 'PUT', body, ...agent(agentUuid) }, options),

    verifyConnection(agentUuid, options) {
      const path = ['agents', { agentUuid }, 'verify-connection']
      const parse = parserOf(schemas.verifiedConnection)
      return send({ method: 'POST', path, body: {}, parse }, { attemptTimeoutMs: 150_000, ...options })
    },

    listAgentTests(agentUuid, { q, limit, offset, ...options } = {}) {
      const path = ['agent-tests', 'agent', { agentUuid }, 'tests']
      const parse = parserOf(schemas.agentTestPage)
      return send({ method: 'GET', path, query: { q, limit, offset }, parse }, options)
    },

    resolveAgents(names, options) {
      const path = ['agents', 'resolve']
      const parse = parserAgain(parserAbout(schemas.resolvedAgents, 'resolved', names))
      return send({ method: 'POST', path, body: { names }, retry: 'read', parse }, options)
    },
  }
}

async function listAgents(
  { send, lineOf, clock }: Requester,
  { q, ...options }: ListAgentsOptions = {},
): Promise<AgentListEntry[]> {
  const end = endOf(clock, options)
  const agents = new Map<string, AgentListEntry>()
  const parsePage = parserOf(schemas.agentPage)
  // Older servers answer with the bare array, newer ones with a page around it.
  const parse = (body: unknown) => parsePage(Array.isArray(body) ? { items: body } : body)
  for (let offset = 0; ; ) {
    const query = { q, offset: offset === 0 ? undefined : offset }
    const request = { method: 'GET', path: ['agents'], query, end, parse } as const
    const { items, total, limit } = await send(request, options)
    const knownBefore = agents.size
    // An agent that is created meanwhile shifts the pages, so that another one is sent twice.
    for (const entry of items) agents.set(entry.uuid, entry)
    offset += items.length
    // A page as long as its limit has a successor, unless the total says otherwise.
    const isShort = typeof total === 'number' ? agents.size < total : items.length === (limit || null)
    if (!isShort) return [...agents.values()]
    if (agents.size > knownBefore) continue
    const what = `the service lists ${total ?? 'more'} agents, but sent only ${agents.size}`
    throw new ContractError(lineOf(request), what, { transient: false, issues: [issueAt([], what)] })
  }
}

function annotationMethods({ send }: Requester): EvaluationAnnotation {
  return {
    listEvaluators(options) {
      return send({ method: 'GET', path: ['evaluators'], parse: parserOf(schemas.evaluatorPage) }, options)
    },

    getEvaluator(evaluatorUuid, { compact, ...options } = {}) {
      const path = ['evaluators', { evaluatorUuid }]
      const parse = parserAbout(schemas.evaluator, 'uuid', [evaluatorUuid])
      return send({ method: 'GET', path, query: { compact }, parse }, options)
    },

    updateAnnotationItems(taskUuid, body, options) {
      const path = ['annotation-tasks', { taskUuid }, 'items']
      const parse = parserOf(schemas.updatedItems)
      return send({ method: 'PUT', path, body, parse }, options)
    },

    createLabellingJobs(taskUuid, body, options) {
      const path = ['annotation-tasks', { taskUuid }, 'jobs']
      const parse = parserOf(schemas.createdJobs)
      return send({ method: 'POST', path, body, parse }, options)
    },

    updateAnnotator(annotatorUuid, body, options) {
      const path = ['annotators', { annotatorUuid }]
      const parse = parserAbout(schemas.annotator, 'uuid', [annotatorUuid])
      return send({ method: 'PUT', path, body, parse }, options)
    },
  }
}
