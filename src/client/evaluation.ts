// The evaluation service's client: one short method per endpoint.
import { agentMethods, type EvaluationAgents } from './evaluation-agents.ts'
import { annotationMethods, type EvaluationAnnotation } from './evaluation-annotation.ts'
import { type EvaluationRuns, runMethods } from './evaluation-runs.ts'
import type { ApiKey, CallOptions, ClientOptions } from './options.ts'
import { type EscapeHatch, requestMethod } from './request.ts'
import { createRequester, type ResponsePromise } from './requester.ts'
import { anyObject, parserOf } from './schema.ts'

export interface EvaluationClientOptions extends ClientOptions {
  /** Sent as `X-API-Key`, to `baseUrl` and nowhere else. 8 to 1,024 visible ASCII characters. */
  readonly apiKey: ApiKey
}

export interface EvaluationClient
  extends EvaluationAgents,
    EvaluationRuns,
    EvaluationAnnotation,
    EscapeHatch {
  /**
   * The service's own OpenAPI description. Open: called without the key.
   *
   * Specification: "What the service does", `GET /public-api/openapi.json`.
   * @throws {@link ClientError}
   * @example
   * const { openapi, paths } = await client.getApiDescription()
   * console.log(openapi, paths)
   */
  getApiDescription(options?: CallOptions): ResponsePromise<Record<string, unknown>>
}

/**
 * A client of the evaluation service. Its methods reject with a {@link ClientError}; mistakes of the calling program,
 * such as an ID that cannot be one (empty, `.` or `..`), are a TypeError.
 * @throws {TypeError} if an option cannot be used
 */
export function createEvaluationClient(options: EvaluationClientOptions): EvaluationClient {
  const requester = createRequester(options, { name: 'X-API-Key', key: options.apiKey })
  return {
    ...agentMethods(requester),
    ...runMethods(requester),
    ...annotationMethods(requester),
    ...requestMethod(requester),
    getApiDescription(callOptions) {
      const path = ['public-api', 'openapi.json']
      return requester.send({ method: 'GET', path, open: true, parse: parseDescription }, callOptions)
    },
  }
}

const parseDescription = parserOf(anyObject)
