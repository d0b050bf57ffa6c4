// The evaluation service's client: one short method per endpoint. Those of test runs are in runs.ts, of tests in tests.ts.
import type { ApiKey, CallOptions, ClientOptions } from '../core/options.ts'
import type { Parser } from '../core/parser.ts'
import { type EscapeHatch, requestMethod } from '../core/request.ts'
import { createRequester, type Requester, type ResponsePromise } from '../core/requester.ts'
import { anyObject, parserAbout, parserAgain, parserOf } from '../core/schema.ts'
import type * as annotation from './annotation-types.ts'
import { type ItemList, type ListOptions, listItems } from './lists.ts'
import { type EvaluationRuns, runMethods } from './runs.ts'
import * as schemas from './schemas.ts'
import { type EvaluationTests, testMethods } from './tests.ts'
import type * as types from './types.ts'

export interface EvaluationClientOptions extends ClientOptions {
  /** Sent as `X-API-Key`, to `baseUrl` and nowhere else. 8 to 1,024 visible ASCII characters. */
  readonly apiKey: ApiKey
}

export interface RunOptions extends CallOptions {
  /** IDs of the tests to run. Default, also for an empty list: all tests linked to the agent. */
  readonly test_uuids?: readonly string[] | undefined
}

export interface EvaluationClient extends EscapeHatch {
  readonly agents: EvaluationAgents
  readonly annotations: EvaluationAnnotations
  readonly evaluators: EvaluationEvaluators
  readonly runs: EvaluationRuns
  readonly tests: EvaluationTests
  /**
   * The service's own OpenAPI description. Open: called without the key.
   * @example
   * const { openapi, paths } = await client.getApiDescription()
   * console.log(openapi, paths)
   */
  getApiDescription(options?: CallOptions): ResponsePromise<Record<string, unknown>>
}

export interface EvaluationAgents {
  /**
   * Every agent of the key's workspace, newest first. A 403 is about the key here, like a 401.
   * @example
   * for await (const { uuid, name } of client.agents.list({ q: 'support' })) console.log(uuid, name)
   */
  list(options?: ListOptions): ItemList<types.AgentListEntry>

  /**
   * One agent with its configuration. An unknown ID is a 404.
   * @example
   * const { name, type, config } = await client.agents.get(agentUuid)
   * console.log(name, type, Object.keys(config ?? {}))
   */
  get(agentUuid: string, options?: CallOptions): ResponsePromise<types.Agent>

  /**
   * Renames an agent, or replaces its configuration. An unknown ID is a 404. The response is read after the write in a second step, so it can
   * be another writer's. Not retried once it may have been received; with `maxRetries: 0` never. Numbers beyond 2^53 in a
   * configuration that was read change, as in `JSON.parse`: written back, they are others.
   * @example
   * const { config } = await client.agents.get(agentUuid)
   * await client.agents.update(agentUuid, { config: { ...config, system_prompt: 'Answer in one sentence.' } })
   */
  update(agentUuid: string, body: types.AgentUpdate, options?: CallOptions): ResponsePromise<types.Agent>

  /**
   * Has the service send a message to an agent with an `agent_url`, and read its answer. An agent that does not answer
   * is not an error: read `success`. An address that cannot be used is a 400. The service needs up to 127 s, so the
   * default of `attemptTimeoutMs` is 150,000; a verification that you give up goes on.
   * @example
   * const { success, error } = await client.agents.verifyConnection(agentUuid)
   * console.log(success, error)
   */
  verifyConnection(agentUuid: string, options?: CallOptions): ResponsePromise<types.VerifiedConnection>

  /**
   * The tests that are linked to an agent, the most recently linked first. An unknown ID is a 404; older servers have only
   * that answer.
   * @example
   * for await (const { uuid, name } of client.agents.listTests(agentUuid)) console.log(uuid, name)
   */
  listTests(agentUuid: string, options?: ListOptions): ItemList<types.AgentTest>

  /**
   * Resolves names to IDs. Names match exactly, including case and spaces. Unknown names are in `not_found`; they are
   * not an error. A 403 is about the key here, like a 401.
   * @example
   * const { resolved, not_found } = await client.agents.resolve(['Support bot', 'Sales bot'])
   * console.log(resolved['Support bot'], not_found)
   */
  resolve(names: readonly string[], options?: CallOptions): ResponsePromise<types.ResolvedAgents>

  /**
   * Launches tests of one agent, and gives the ID of the run. Not retried once the service may have received it, because a second run costs money:
   * after an error whose `maybeReceived` is true, such as a 503, a run may have started.
   *
   * A 400 says why the agent cannot run: its connection is not verified, or no test is linked to it. An unknown ID, of a
   * test, too, is a 404.
   * @example
   * const { task_id } = await client.agents.run(agentUuid)
   * const { task_id: retried } = await client.agents.run(agentUuid, { test_uuids: [testUuid] })
   * console.log(task_id, retried)
   */
  run(agentUuid: string, options?: RunOptions): ResponsePromise<types.LaunchedRun>
}

export interface EvaluationEvaluators {
  /**
   * The workspace's evaluators, each with its live version and the variables in its prompt.
   * @example
   * for await (const { name, live_version } of client.evaluators.list()) console.log(name, live_version?.variables)
   */
  list(options?: CallOptions): ItemList<annotation.EvaluatorListEntry>

  /**
   * One evaluator with its whole version history. An unknown ID is a 404. Servers send the newest version first; with `compact`, without
   * `system_prompt`, `output_config` and `variables`.
   * @example
   * const evaluator = await client.evaluators.get(evaluatorUuid, { compact: true })
   * console.log(evaluator.name, evaluator.versions.map((version) => version.version_number))
   */
  get(
    evaluatorUuid: string,
    options?: CallOptions & { readonly compact?: boolean | undefined },
  ): ResponsePromise<annotation.Evaluator>
}

export interface EvaluationAnnotations {
  /**
   * Replaces the payloads of a task's items. An unknown task is a 404. Items of other tasks and deleted items are skipped: compare
   * `updated_count` with what you sent. Not retried once it may have been received.
   * @example
   * const payload = { name: 'Call 17', reference_transcript: 'Hello' }
   * const { updated_count } = await client.annotations.updateItems(taskUuid, { updates: [{ uuid: itemUuid, payload }] })
   * console.log(updated_count)
   */
  updateItems(
    taskUuid: string,
    body: annotation.AnnotationItemsBody,
    options?: CallOptions,
  ): ResponsePromise<annotation.UpdatedItems>

  /**
   * Assigns items to annotators, one labelling job per annotator. An unknown task is a 404. Not retried once it may have been received.
   * @example
   * const { jobs } = await client.annotations.createJobs(taskUuid, { annotator_ids: [annotatorUuid], select_all: true })
   * for (const job of jobs) console.log(job.annotator_name, job.status)
   */
  createJobs(
    taskUuid: string,
    body: annotation.LabellingJobsBody,
    options?: CallOptions,
  ): ResponsePromise<annotation.CreatedJobs>

  /**
   * Renames an annotator. An unknown ID is a 404, a name that is taken a 409; without a name, there is nothing to update (400). Not
   * retried once it may have been received.
   * @example
   * const annotator = await client.annotations.updateAnnotator(annotatorUuid, { name: 'Ada' })
   * console.log(annotator.updated_at)
   */
  updateAnnotator(
    annotatorUuid: string,
    body: annotation.AnnotatorBody,
    options?: CallOptions,
  ): ResponsePromise<annotation.Annotator>
}

/**
 * A client of the evaluation service. Its methods reject with a {@link ClientError}; mistakes of the calling program,
 * such as an ID that cannot be one (empty, `.` or `..`), are a TypeError.
 * @throws {TypeError} if an option cannot be used
 */
export function createEvaluationClient(options: EvaluationClientOptions): EvaluationClient {
  const requester = createRequester(options, { name: 'X-API-Key', key: options.apiKey })
  return {
    ...requestMethod(requester),
    agents: agentMethods(requester),
    annotations: annotationMethods(requester),
    evaluators: evaluatorMethods(requester),
    runs: runMethods(requester),
    tests: testMethods(requester),
    getApiDescription(options) {
      const path = ['public-api', 'openapi.json']
      return requester.send({ method: 'GET', path, open: true, parse: parserOf(anyObject) }, options)
    },
  }
}

function agentMethods(requester: Requester): EvaluationAgents {
  const { send } = requester
  const agent = (agentUuid: string) => {
    const parse = parserAbout(schemas.agent, 'uuid', [agentUuid])
    return { path: ['agents', { agentUuid }], verbatim: true, parse }
  }
  return {
    list: (options) => listItems(requester, { path: ['agents'], parse: parseAgents }, options),

    get: (agentUuid, options) => send({ method: 'GET', ...agent(agentUuid) }, options),

    update: (agentUuid, body, options) => send({ method: 'PUT', body, ...agent(agentUuid) }, options),

    verifyConnection(agentUuid, options) {
      const path = ['agents', { agentUuid }, 'verify-connection']
      const parse = parserOf(schemas.verifiedConnection)
      return send({ method: 'POST', path, body: {}, parse }, { attemptTimeoutMs: 150_000, ...options })
    },

    listTests(agentUuid, options) {
      const path = ['agent-tests', 'agent', { agentUuid }, 'tests']
      return listItems(requester, { path, parse: parserOf(schemas.agentTestPage) }, options)
    },

    resolve(names, options) {
      const path = ['agents', 'resolve']
      const parse = parserAgain(parserAbout(schemas.resolvedAgents, 'resolved', names))
      return send({ method: 'POST', path, body: { names }, retry: 'read', parse }, options)
    },

    run(agentUuid, { test_uuids, ...options } = {}) {
      const path = ['agent-tests', 'agent', { agentUuid }, 'run']
      const parse = parserOf(schemas.launchedRun)
      return send({ method: 'POST', path, body: { test_uuids }, parse }, options)
    },
  }
}

/** Older servers answer with the bare array of all agents, newer ones with a page around it. */
const parseAgents: Parser<types.ItemPage<types.AgentListEntry>> = (body) =>
  parserOf(schemas.agentPage)(Array.isArray(body) ? { items: body, total: body.length } : body)

function evaluatorMethods(requester: Requester): EvaluationEvaluators {
  return {
    list: (options) =>
      listItems(requester, { path: ['evaluators'], parse: parserOf(schemas.evaluatorPage) }, options),

    get(evaluatorUuid, { compact, ...options } = {}) {
      const path = ['evaluators', { evaluatorUuid }]
      const parse = parserAbout(schemas.evaluator, 'uuid', [evaluatorUuid])
      return requester.send({ method: 'GET', path, query: { compact }, parse }, options)
    },
  }
}

function annotationMethods({ send }: Requester): EvaluationAnnotations {
  return {
    updateItems(taskUuid, body, options) {
      const path = ['annotation-tasks', { taskUuid }, 'items']
      const parse = parserOf(schemas.updatedItems)
      return send({ method: 'PUT', path, body, parse }, options)
    },

    createJobs(taskUuid, body, options) {
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
