// The evaluation service as the gate and commands see it: the client's methods, with every error of theirs as a value.
import { createRedactor } from './client/core/redactor.ts'
import {
  type CallOptions,
  createEvaluationClient,
  isClientError,
  NetworkError,
  type ResponsePromise,
  type Test,
} from './client/index.ts'
import type { GateService, Result } from './gate/service.ts'
import type { Inputs } from './inputs/inputs.ts'
import { createProxiedFetch } from './runner/fetch.ts'

/** The most requests in flight; the client lowers it while responses slow down. */
const CONCURRENCY = 8

/** A gate reads what was asked in its own runs. */
interface TestReader {
  getTest(uuid: string, options: CallOptions): Promise<Result<Test>>
}

export function evaluationService({
  baseUrl,
  apiKey,
}: Pick<Inputs, 'baseUrl' | 'apiKey'>): GateService & TestReader {
  const secrets = new Set<string>()
  let redactor = createRedactor([apiKey])
  const access = { baseUrl, apiKey, secrets, fetch: createProxiedFetch(process.env) }
  const client = createEvaluationClient({ ...access, concurrency: CONCURRENCY, adaptiveConcurrency: true })
  // A verification takes minutes, in which other requests do not wait.
  const { verifyConnection } = createEvaluationClient(access)
  return {
    listAgents: (options) => asResult(client.listAgents(options)),
    resolveAgents: (names, options) => asResult(client.resolveAgents(names, options)),
    runAgentTests: (agentUuid, options) => asResult(client.runAgentTests(agentUuid, options)),
    getRun: (taskId, options) => asResult(client.getRun(taskId, options)),
    listRuns: (agentUuid, options) => asResult(client.listRuns(agentUuid, options)),
    // Never an old copy.
    getAgent: (agentUuid, options) => asResult(fresh(client.getAgent(agentUuid, options))),
    updateAgent: (agentUuid, config, options) => asResult(client.updateAgent(agentUuid, { config }, options)),
    verifyConnection: (agentUuid, options) => asResult(verifyConnection(agentUuid, options)),
    listAgentTests: (agentUuid, options) => asResult(client.listAgentTests(agentUuid, options)),
    listEvaluators: (options) => asResult(client.listEvaluators(options)),
    addSecrets(more) {
      for (const secret of more) secrets.add(secret)
      redactor = createRedactor([apiKey, ...secrets])
    },
    redact: (text) => redactor(text),
    findTests: (q, options) => asResult(withTime(client.tests.list({ ...options, q }))),
    createTests: (body, options) => asResult(client.tests.createMany(body, options)),
    getTest: (uuid, options) => asResult(client.tests.get(uuid, options)),
    updateTest: (uuid, body, options) => asResult(client.tests.update(uuid, body, options)),
  }
}

/** A response from a cache is an error that passes. */
async function fresh<T>(promise: ResponsePromise<T>): Promise<T> {
  const { data, response } = await promise.withResponse()
  if (Number(response.headers.get('age') ?? '0') === 0) return data
  const line = { method: 'GET', url: 'the agent' }
  const what = 'a cache answered, as the header "Age" says'
  throw new NetworkError(line, { what, code: null, transient: true, maybeReceived: true })
}

/** With the time of the response, by this machine's clock if it has none. */
async function withTime<T extends object>(promise: ResponsePromise<T>): Promise<T & { readonly at: number }> {
  const { data, response } = await promise.withResponse()
  return { ...data, at: Date.parse(response.headers.get('date') ?? '') || Date.now() }
}

function asResult<T>(answer: Promise<T>): Promise<Result<T>> {
  return answer.then(
    (value) => ({ ok: true, value }),
    (error: unknown): Result<T> => {
      if (isClientError(error)) return { ok: false, error }
      throw error
    },
  )
}
