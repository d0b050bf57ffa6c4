// Sends one request and returns its validated response. It never retries and never follows redirects.
import { type Clock, withDeadline } from './clock.ts'
import { AbortedError, isClientError, type RequestLine, TimeoutError } from './errors.ts'
import { networkError } from './network-error.ts'
import { type Fetch, isBrowser } from './options.ts'
import { createRedactor, type Redact } from './redactor.ts'
import { type Received, readResponse } from './response.ts'
import type { RetryPolicy } from './retry.ts'
import type { Parser } from './schema.ts'

/** For the body of an error response after its headers; the reason in it is not worth more. */
const ERROR_BODY_TIMEOUT_MS = 5000

export interface TransportOptions {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly isCustomFetch?: boolean
  /** Removed from what comes back, like the key. */
  readonly secrets?: ReadonlySet<string>
  readonly clock: Clock
}

/** A list repeats the parameter: `status: ['done', 'failed']` is `status=done&status=failed`. */
export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | undefined

export interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL: segments, which are encoded, or a path that is encoded already. */
  readonly path: string | readonly string[]
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly body?: unknown
  readonly parse: Parser<T>
  /** True for open routes, which are called without the key. */
  readonly open?: boolean | undefined
  /** Default: `read` for GET, `write` for every other method. */
  readonly retry?: RetryPolicy | undefined
  /** True keeps secrets in the data, which would be destroyed if it were written back without them. */
  readonly verbatim?: boolean
}

export interface SendOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  readonly headers?: Headers
  /** Contained in the headers, to be removed from everything that comes back. */
  readonly key?: string | null
  /** Prevents `fetch` from sending the request twice on its own. */
  readonly once?: boolean
  /** Called with the status when a response begins. */
  readonly onStatus?: (status: number) => void
}

export interface Transport {
  /**
   * @throws {@link ClientError}
   * @throws {TypeError} if the body cannot be serialized, or a segment of the path is not a valid ID
   */
  send<T>(request: ServiceRequest<T>, options: SendOptions): Promise<Received<T>>
  lineOf(request: Pick<ServiceRequest<unknown>, 'method' | 'path' | 'query'>): RequestLine
}

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '')
  const { clock, isCustomFetch = false, secrets = new Set() } = options
  let redactor: { readonly of: string; readonly redact: Redact } | null = null

  function redactorFor(key: string | null): Redact {
    const all = [...(key === null ? [] : [key]), ...secrets]
    const of = JSON.stringify(all)
    if (redactor?.of !== of) redactor = { of, redact: createRedactor(all) }
    return redactor.redact
  }

  const lineOf: Transport['lineOf'] = ({ method, path, query }) => {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries(query ?? {}))
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined) params.append(key, String(each))
    const suffix = params.size === 0 ? '' : `?${params}`
    return { method, url: `${base}${typeof path === 'string' ? checkedPath(path) : encoded(path)}${suffix}` }
  }

  return {
    lineOf,
    async send(request, { timeoutMs, signal, key = null, onStatus, ...how }) {
      const line = lineOf(request)
      const init = initOf(request, how)
      if (signal?.aborted) throw new AbortedError(line, false, signal.reason)
      return withDeadline(clock, { ms: timeoutMs, signal }, async (stop) => {
        let responding = false
        try {
          const response = await options.fetch(line.url, { ...init, signal: stop })
          responding = true
          onStatus?.(response.status)
          const patience = () => clock.sleep(ERROR_BODY_TIMEOUT_MS, stop)
          const context = { line, redact: redactorFor(key), nowMs: clock.now(), patience }
          return await readResponse(response, request, context)
        } catch (error) {
          if (isClientError(error)) throw error
          if (signal?.aborted) throw new AbortedError(line, true, signal.reason)
          if (stop.aborted) throw new TimeoutError(line, { timeoutMs, maybeReceived: true })
          throw networkError(line, error, { responding, redact: redactorFor(key), isCustomFetch })
        }
      })
    },
  }
}

function encoded(segments: readonly string[]): string {
  // Such a segment would lead to another path, or cannot be encoded.
  const invalid = segments.find((segment) => /^\.{0,2}$/.test(segment) || !segment.isWellFormed())
  if (invalid !== undefined) throw new TypeError(`${JSON.stringify(invalid)} is not a valid ID`)
  return `/${segments.map(encodeURIComponent).join('/')}`
}

/** Without its leading slash, a path could name another host. */
function checkedPath(path: string): string {
  if (!path.startsWith('/') || /[?#]/.test(path))
    throw new TypeError('the path must start with "/" and contain neither a query nor a fragment')
  return path
}

function initOf(
  { method, body }: ServiceRequest<unknown>,
  { headers: given, once = false }: Pick<SendOptions, 'headers' | 'once'>,
): RequestInit {
  const headers = new Headers(given)
  headers.set('accept', 'application/json')
  // fetch would send `X-API-Key` on to the target of a redirect.
  const init: RequestInit = { method, headers, redirect: 'manual' }
  // An old copy of a list of agents would hide a new one.
  if (isBrowser()) init.cache = 'no-store'
  else headers.set('cache-control', 'no-cache')
  if (body === undefined) return init
  const json: string | undefined = JSON.stringify(body)
  if (json === undefined) throw new TypeError(`the body is a ${typeof body}, which is not JSON`)
  headers.set('content-type', 'application/json')
  return once && isUndici() ? { ...init, ...oneShotBody(json, headers) } : { ...init, body: json }
}

/** Whether this is Node.js, whose `fetch` sends a request again after HTTP 421 if its body is not a stream. */
function isUndici(): boolean {
  const versions: unknown = Reflect.get(Object(Reflect.get(globalThis, 'process')), 'versions')
  return typeof Reflect.get(Object(versions), 'undici') === 'string'
}

/** A stream can be read once. With its length known it is sent without chunking, which not every server accepts. */
function oneShotBody(json: string, headers: Headers): RequestInit & { readonly duplex: 'half' } {
  const blob = new Blob([json])
  headers.set('content-length', String(blob.size))
  return { body: blob.stream(), duplex: 'half' }
}
