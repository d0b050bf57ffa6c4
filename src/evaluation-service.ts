// The evaluation service as the gate and commands see it: the client's methods, with every error of theirs as a value.
import { createRedactor } from './client/core/redactor.ts'
import { createEvaluationClient, isClientError, NetworkError, type ResponsePromise } from './client/index.ts'
import type { GateService, Result } from './gate/service.ts'
import type { Inputs } from './inputs/inputs.ts'
import { createProxiedFetch } from './runner/fetch.ts'

/** The most requests in flight; the client lowers it while responses slow down. */
const CONCURRENCY = 8

export function evaluationService({ baseUrl, apiKey }: Pick<Inputs, 'baseUrl' | 'apiKey'>): GateService {
  const secrets = new Set<string>()
  let redactor = createRedactor([apiKey])
  const access = { baseUrl, apiKey, secrets, fetch: createProxiedFetch(process.env) }
  const client = createEvaluationClient({ ...access, concurrency: CONCURRENCY, adaptiveConcurrency: true })
  // A verification takes minutes, in which other requests do not wait.
  const unlimited = createEvaluationClient(access)
  const { agents, evaluators, runs, tests } = client
  return {
    agents: {
      list: (options) => asResult(agents.list(options).toArray()),
      resolve: (names, options) => asResult(agents.resolve(names, options)),
      run: (agentUuid, options) => asResult(withTime(agents.run(agentUuid, options))),
      // Never an old copy.
      get: (agentUuid, options) => asResult(fresh(agents.get(agentUuid, options))),
      update: (agentUuid, body, options) => asResult(agents.update(agentUuid, body, options)),
      verifyConnection: (agentUuid, options) =>
        asResult(unlimited.agents.verifyConnection(agentUuid, options)),
      listTests: (agentUuid, options) => asResult(agents.listTests(agentUuid, options).page()),
    },
    evaluators: { list: (options) => asResult(evaluators.list(options).page()) },
    runs: {
      get: (taskId, options) => asResult(runs.get(taskId, options)),
      list: (agentUuid, options) => asResult(runs.list(agentUuid, options).page()),
    },
    tests: {
      list: (options) => asResult(withTime(tests.list(options).page())),
      get: (uuid, options) => asResult(tests.get(uuid, options)),
      createMany: (body, options) => asResult(tests.createMany(body, options)),
      update: (uuid, body, options) => asResult(tests.update(uuid, body, options)),
    },
    addSecrets(more) {
      for (const secret of more) secrets.add(secret)
      redactor = createRedactor([apiKey, ...secrets])
    },
    redact: (text) => redactor(text),
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
