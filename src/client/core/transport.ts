// Sends one request and returns its validated response. It never retries and never follows redirects.
import { type Clock, orAborted, withDeadline } from './clock.ts'
import { AbortedError, isClientError, type RequestLine, TimeoutError } from './errors.ts'
import { mistakeOf, networkError } from './network-error.ts'
import { type Fetch, isBrowser } from './options.ts'
import type { Parser } from './parser.ts'
import { createRedactor, type Redact } from './redactor.ts'
import { type Received, readResponse } from './response.ts'
import type { RetryPolicy } from './retry.ts'

/** For the body of an error response after its headers; the reason in it is not worth more. */
const ERROR_BODY_TIMEOUT_MS = 5000

interface TransportOptions {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly isCustomFetch?: boolean
  /** Removed from errors, like the key. */
  readonly secrets?: ReadonlySet<string>
  readonly clock: Clock
}

/** A list repeats the parameter: `status: ['done', 'failed']` is `status=done&status=failed`. */
export type QueryValue = string | number | boolean | readonly (string | number | boolean)[] | null | undefined

/** The segments of a path, which are encoded; an ID with the name of its argument: `['agents', { agentUuid }]`. */
export type Path = readonly (string | Readonly<Record<string, string | undefined>>)[]

export interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL. A text is encoded already. */
  readonly path: string | Path
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly body?: unknown
  readonly parse: Parser<T>
  /** True for open routes, which are called without the key. */
  readonly open?: boolean | undefined
  /** Default: `read` for GET, `write` for every other method. */
  readonly retry?: RetryPolicy | undefined
  /** True keeps the key in the data, which would be destroyed if it were written back without it. */
  readonly verbatim?: boolean
  /** Set if any endpoint may be called: then an empty body is null, and if this returns true, so is one that is not JSON. */
  readonly anyBody?: () => boolean
  /** When the call ends, on the clock, if this is one of several requests of it. */
  readonly end?: number | undefined
}

export interface SendOptions {
  readonly timeoutMs: number
  /** What an error says instead: the timeout of the whole call, of which this is the rest. */
  readonly allowedMs?: number
  readonly signal?: AbortSignal | undefined
  readonly headers?: Headers
  /** Contained in the headers, to be removed from everything that comes back. */
  readonly key?: string | null
  /** Prevents `fetch` from sending the request twice on its own. */
  readonly once?: boolean
  readonly onStatus?: (status: number) => void
}

export interface Transport {
  /** Throws a {@link ClientError}, or a mistake of the calling program: an ID, a header, the body, its `fetch`. */
  send<T>(request: ServiceRequest<T>, options: SendOptions): Promise<Received<T>>
  lineOf(request: Pick<ServiceRequest<unknown>, 'method' | 'path' | 'query'>): RequestLine
}

export function createTransport(options: TransportOptions): Transport {
  const base = options.baseUrl.replace(/\/+$/, '')
  const { clock, isCustomFetch = false, secrets = new Set() } = options

  /** For errors. */
  function redactorOf(key: string | null): Redact {
    return createRedactor(key === null ? secrets : [key, ...secrets])
  }

  const lineOf: Transport['lineOf'] = ({ method, path, query }) => {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries(query ?? {}))
      for (const each of Array.isArray(value) ? value : [value])
        if (each !== undefined && each !== null) params.append(key, String(each))
    const suffix = params.size === 0 ? '' : `?${params}`
    return { method, url: `${base}${Array.isArray(path) ? encoded(path) : checkedPath(path)}${suffix}` }
  }

  return {
    lineOf,
    async send(request, { timeoutMs, allowedMs = timeoutMs, signal, key = null, onStatus, ...how }) {
      const line = lineOf(request)
      const init = initOf(request, how)
      if (signal?.aborted) throw new AbortedError(line, false, signal.reason)
      return withDeadline(clock, { ms: timeoutMs, signal }, async (stop) => {
        let responding = false
        const exchange = async () => {
          const response = await options.fetch(line.url, { ...init, signal: stop })
          responding = true
          onStatus?.(response.status)
          const patience = () => clock.sleep(ERROR_BODY_TIMEOUT_MS, stop)
          const context = {
            line,
            redactKey: createRedactor(key === null ? [] : [key]),
            errorRedactor: () => redactorOf(key),
            nowMs: clock.now(),
            patience,
          }
          return readResponse(response, request, context)
        }
        try {
          return await orAborted(stop, exchange())
        } catch (error) {
          if (isClientError(error)) throw error
          if (signal?.aborted) throw new AbortedError(line, true, signal.reason)
          if (stop.aborted) throw new TimeoutError(line, { timeoutMs: allowedMs, maybeReceived: true })
          const circumstances = { responding, redact: redactorOf(key), isCustomFetch }
          throw mistakeOf(error, circumstances.redact) ?? networkError(line, error, circumstances)
        }
      })
    },
  }
}

function encoded(path: Path): string {
  const segments = path.map((part) => (typeof part === 'string' ? part : checkedId(part)))
  return `/${segments.map(encodeURIComponent).join('/')}`
}

function checkedId(part: Readonly<Record<string, unknown>>): string {
  const [[name, id] = []] = Object.entries(part)
  // Such a segment would lead to another path, or cannot be encoded.
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id) || !id.isWellFormed())
    throw new TypeError(`${name} ${JSON.stringify(id)} is not a valid ID`)
  return id
}

/** Without its leading slash, a path could name another host. */
function checkedPath(path: unknown): string {
  if (typeof path !== 'string' || !path.startsWith('/') || /[?#]/.test(path))
    throw new TypeError('the path must start with "/" and contain neither a query nor a fragment')
  return path
}

function initOf(
  { method, body }: ServiceRequest<unknown>,
  { headers: given, once = false }: Pick<SendOptions, 'headers' | 'once'>,
): RequestInit {
  const headers = new Headers(given)
  // fetch would send `X-API-Key` on to the target of a redirect.
  const init: RequestInit = { method, headers, redirect: 'manual' }
  if (isBrowser()) init.cache = 'no-store'
  if (body === undefined) return init
  if (method === 'GET') throw new TypeError('a GET request cannot have a body')
  const json: string | undefined = JSON.stringify(body, onlyJson)
  return once && isUndici() ? { ...init, ...oneShotBody(json, headers) } : { ...init, body: json }
}

/** JSON.stringify would write a Map as an empty object, and leave a function out. */
function onlyJson(_: string, value: unknown): unknown {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  if (!/^(?:Object|Array|String|Number|Boolean|Null|Undefined)$/.test(kind))
    throw new TypeError(`the body contains a ${kind}, which is not JSON`)
  return value
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
