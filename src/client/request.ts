// The escape hatch: endpoints that have no method of their own.
import type { CallOptions } from './options.ts'
import type { Requester, ResponsePromise } from './requester.ts'
import type { RetryPolicy } from './retry.ts'
import type { QueryValue, ServiceRequest } from './transport.ts'

export interface RequestOptions extends CallOptions {
  /** Values that are undefined are left out. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** True calls an open route, without the key. Default: false. */
  readonly open?: boolean | undefined
  /** `read` if sending the request twice is harmless. Default: `read` for GET, `write` for every other method. */
  readonly retry?: RetryPolicy | undefined
}

export interface EscapeHatch {
  /**
   * Calls any endpoint of the service, with the key, the retries and the errors of all other methods. The response is
   * parsed as JSON and not validated; it is null for a response without a body (204).
   * @param path relative to `baseUrl`, with encoded segments: `/agents/a%20b`
   * @throws {@link ClientError}
   * @example
   * const result = await client.request('GET', '/health', { query: { verbose: true } })
   * console.log(result)
   */
  request(
    method: ServiceRequest<unknown>['method'],
    path: string,
    options?: RequestOptions,
  ): ResponsePromise<unknown>
}

export function requestMethod({ send }: Pick<Requester, 'send'>): EscapeHatch {
  return {
    request(method, path, { query, body, open, retry, ...options } = {}) {
      return send(
        { method, path, query, body, open, retry, parse: (value) => ({ ok: true, value }) },
        options,
      )
    },
  }
}
