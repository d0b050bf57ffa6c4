// The escape hatch: endpoints that have no method of their own.
import type { ResponseInfo } from './errors.ts'
import type { CallOptions } from './options.ts'
import type { Requester } from './requester.ts'
import type { RetryPolicy } from './retry.ts'
import type { QueryValue } from './transport.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface RequestOptions extends CallOptions {
  /** Values that are undefined or null are left out. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** True calls an open route, without the key. Default: false. */
  readonly open?: boolean | undefined
  /** `read` if sending the request twice is harmless. Default: `read` for GET, `write` for every other method. */
  readonly retry?: RetryPolicy | undefined
}

/** The promise of a response's JSON; `withResponse()`, called at once, takes any content. */
export interface AnyResponsePromise<T> extends Promise<T> {
  /** `data` is null if the content is not JSON; the response has it as it came: `await response.arrayBuffer()`. */
  withResponse(): Promise<{ readonly data: T; readonly response: Response & ResponseInfo }>
}

export interface EscapeHatch {
  /**
   * Calls any endpoint of the service, with the key, the retries and the errors of all other methods. The response is
   * parsed as JSON and not validated: `T` is your word for it. It is null for a response without a body.
   * @param path relative to `baseUrl`, with encoded segments: `/agents/a%20b`
   * @example
   * const result = await client.request<{ ok: boolean }>('GET', '/health', { query: { verbose: true } })
   * console.log(result.ok)
   */
  request<T = unknown>(method: Method, path: string, options?: RequestOptions): AnyResponsePromise<T>
}

export function requestMethod({ send }: Requester): EscapeHatch {
  return {
    request<T>(method: Method, path: string, { query, body, open, retry, ...options }: RequestOptions = {}) {
      let takesAnything = false
      const anyBody = () => takesAnything
      const parse = (value: unknown) => ({ ok: true, value: value as T }) as const
      const sent = send({ method, path, query, body, open, retry, anyBody, parse }, options)
      const received = sent.withResponse
      return Object.assign(sent, {
        async withResponse() {
          takesAnything = true
          const { data, response, bytes } = await received()
          const { status, headers, requestId } = response
          const raw = new Response(bytes?.byteLength ? bytes : null, { status, headers })
          return { data, response: Object.assign(raw, { requestId }) }
        },
      })
    },
  }
}
