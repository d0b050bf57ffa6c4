// Sends one request and returns its validated response. It never retries and never follows redirects.
import { type Clock, withDeadline } from './clock.ts'
import { AbortedError, ContractError, HttpError, type RequestLine, TimeoutError } from './errors.ts'
import { networkError } from './network-error.ts'
import { redactor } from './redactor.ts'
import { readResponse } from './response.ts'
import type { Parser } from './schema.ts'

export interface TransportOptions {
  /** Scheme, host and any path; trailing slashes are dropped. */
  readonly baseUrl: string
  /** The header that carries the key; null without a key. */
  readonly keyHeader: { readonly name: string; readonly value: string; readonly key: string } | null
  readonly fetch: typeof fetch
  readonly clock: Clock
}

export type QueryValue = string | number | boolean | undefined

export interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** Relative to the base URL, with encoded segments. */
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
  readonly parse: Parser<T>
  /** True for open routes, which are called without the key. */
  readonly open?: boolean
}

export interface SendOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

export interface Transport {
  /** @throws {@link ClientError} */
  send<T>(request: ServiceRequest<T>, options: SendOptions): Promise<T>
  lineOf(request: Pick<ServiceRequest<unknown>, 'method' | 'path' | 'query'>): RequestLine
}

/**
 * Builds a path from its segments, each encoded: `path('agents', uuid)`.
 * @throws {TypeError} for a segment that would lead to another path
 */
export function path(...segments: readonly string[]): string {
  const invalid = segments.find((segment) => /^\.{0,2}$/.test(segment))
  if (invalid !== undefined) throw new TypeError(`${JSON.stringify(invalid)} is not a valid ID`)
  return `/${segments.map(encodeURIComponent).join('/')}`
}

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '')
  const redact = redactor(options.keyHeader?.key)

  const lineOf: Transport['lineOf'] = (request) => {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) query.set(key, String(value))
    const suffix = query.size === 0 ? '' : `?${query}`
    return { method: request.method, url: `${base}${request.path}${suffix}` }
  }

  async function exchange<T>(request: ServiceRequest<T>, line: RequestLine, signal: AbortSignal): Promise<T> {
    let responding = false
    try {
      const response = await options.fetch(line.url, { ...initOf(request, options.keyHeader), signal })
      responding = true
      return await readResponse(response, request.parse, { line, redact, nowMs: options.clock.now() })
    } catch (error) {
      if (error instanceof HttpError || error instanceof ContractError) throw error
      throw networkError(line, error, { responding, redact })
    }
  }

  return {
    lineOf,
    async send(request, { timeoutMs, signal }) {
      const line = lineOf(request)
      if (signal?.aborted) throw new AbortedError(line, false, signal.reason)
      return withDeadline(options.clock, { ms: timeoutMs, signal }, async (stop) => {
        try {
          return await exchange(request, line, stop)
        } catch (error) {
          if (!stop.aborted) throw error
          throw signal?.aborted
            ? new AbortedError(line, true, signal.reason)
            : new TimeoutError(line, { timeoutMs, maybeReceived: true })
        }
      })
    },
  }
}

function initOf(request: ServiceRequest<unknown>, key: TransportOptions['keyHeader']): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (key !== null && request.open !== true) headers[key.name] = key.value
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  // fetch would send `X-API-Key` on to the target of a redirect.
  const init: RequestInit = { method: request.method, headers, redirect: 'manual' }
  return request.body === undefined ? init : { ...init, body: JSON.stringify(request.body) }
}
