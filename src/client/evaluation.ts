// The evaluation service: one short method per endpoint, over the shared transport.

import { agentMethods, type EvaluationAgents } from './evaluation-agents.ts'
import { annotationMethods, type EvaluationAnnotation } from './evaluation-annotation.ts'
import { type EvaluationRuns, runMethods } from './evaluation-runs.ts'
import { type CallOptions, type ClientOptions, createRequester } from './requester.ts'
import { anyObject, parserOf } from './schema.ts'

export interface EvaluationClientOptions extends ClientOptions {
  /** Sent as `X-API-Key`, to `baseUrl` and nowhere else. */
  readonly apiKey: string
}

export interface EvaluationClient extends EvaluationAgents, EvaluationRuns, EvaluationAnnotation {
  /**
   * The service's own OpenAPI description. Open: called without the key.
   *
   * Specification: "What the service does", `GET /public-api/openapi.json`.
   * @throws {@link ClientError}
   */
  getApiDescription(options?: CallOptions): Promise<Record<string, unknown>>
}

/**
 * A client of the evaluation service. Its methods reject with a {@link ClientError} and nothing else, but for an
 * ID that cannot be one (empty, `.` or `..`), which is a TypeError.
 * @throws {TypeError} where `baseUrl` or `apiKey` cannot be used
 */
export function createEvaluationClient(options: EvaluationClientOptions): EvaluationClient {
  const requester = createRequester(options, { name: 'X-API-Key', key: options.apiKey })
  return {
    ...agentMethods(requester),
    ...runMethods(requester),
    ...annotationMethods(requester),
    getApiDescription(callOptions) {
      const at = { method: 'GET', path: '/public-api/openapi.json', open: true } as const
      return requester.send('read', { ...at, parse: parseDescription }, callOptions)
    },
  }
}

const parseDescription = parserOf(anyObject)
