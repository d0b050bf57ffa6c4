// One request, one answer: the ladder's lowest step, shared by both services. It never repeats and never follows.
import { BodyTooLargeError, readText } from './answer-body.ts'
import type { Clock } from './clock.ts'
import {
  AbortedError,
  type ClientError,
  ContractError,
  HttpError,
  type RequestLine,
  TimeoutError,
  ValidationError,
} from './errors.ts'
import { networkError } from './network-fault.ts'
import type { Parser } from './parse.ts'
import { issuesOf, reasonOf } from './reason.ts'
import { redactor } from './redactor.ts'
import { parseRetryAfter } from './retry.ts'

const MAX_ANSWER_BYTES = 256 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024

export interface TransportOptions {
  /** Scheme, host and any path; trailing slashes are dropped. */
  readonly baseUrl: string
  /** The header that carries the key; null where there is no key. */
  readonly keyHeader: { readonly name: string; readonly value: string; readonly key: string } | null
  readonly fetch: typeof fetch
  readonly clock: Clock
}

export type QueryValue = string | number | boolean | undefined

export interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** From the base URL on, with encoded parts. */
  readonly path: string
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
  readonly parse: Parser<T>
  /** True for the routes that are open: they are called without the key. */
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
 * A path from its parts, each encoded: `path('agents', uuid)`.
 * @throws {TypeError} for a part that would lead to another path
 */
export function path(...parts: readonly string[]): string {
  const astray = parts.find((part) => /^\.{0,2}$/.test(part))
  if (astray !== undefined) throw new TypeError(`${JSON.stringify(astray)} cannot be an ID`)
  return `/${parts.map(encodeURIComponent).join('/')}`
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
    let answering = false
    try {
      const response = await options.fetch(line.url, { ...initOf(request, options.keyHeader), signal })
      answering = true
      if (!response.ok) throw await refusal(line, response, redact, options.clock.now())
      const answer = parseJson(line, redact(await readText(response, MAX_ANSWER_BYTES, 'throw')))
      return accepted(line, answer, request.parse)
    } catch (error) {
      if (error instanceof HttpError || error instanceof ContractError) throw error
      if (error instanceof BodyTooLargeError)
        throw new ContractError(line, error.message, { transient: false, issues: [], cause: error })
      throw networkError(line, error, { answering, redact })
    }
  }

  return {
    lineOf,
    send(request, limits) {
      const line = lineOf(request)
      return bounded(line, limits, options.clock, (signal) => exchange(request, line, signal))
    },
  }
}

/** Work that ends with its time, or with the caller's signal, and then in the error that says which. */
async function bounded<T>(
  line: RequestLine,
  { timeoutMs, signal }: SendOptions,
  clock: Clock,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw new AbortedError(line, false, signal.reason)
  const end = new AbortController()
  const timer = new AbortController()
  const timeout = clock.sleep(timeoutMs, timer.signal).then(() => {
    if (!timer.signal.aborted) end.abort(new TimeoutError(line, { withinMs: timeoutMs, maybeReceived: true }))
  })
  const stop = () => end.abort(new AbortedError(line, true, signal?.reason))
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await work(end.signal)
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error
  } finally {
    // With a reason, since without one an error is made for it, with a stack.
    timer.abort('answered')
    signal?.removeEventListener('abort', stop)
    await timeout
  }
}

function initOf(request: ServiceRequest<unknown>, key: TransportOptions['keyHeader']): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (key !== null && request.open !== true) headers[key.name] = key.value
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  // A followed redirect would hand `X-API-Key` to whatever host it names.
  const init: RequestInit = { method: request.method, headers, redirect: 'manual' }
  return request.body === undefined ? init : { ...init, body: JSON.stringify(request.body) }
}

async function refusal(
  line: RequestLine,
  response: Response,
  redact: (text: string) => string,
  nowMs: number,
): Promise<ClientError> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    const target = redact(headers.get('location') ?? 'an address that it did not name')
    return new HttpError(line, status, `redirected to ${target}; redirects are not followed`, null)
  }
  // A body that breaks off takes nothing from what the status says.
  const text = redact(await readText(response, MAX_ERROR_BYTES, 'cut').catch(() => ''))
  const body = jsonOr(text)
  const issues = status === 422 || status === 400 ? issuesOf(body) : []
  if (issues.length > 0) return new ValidationError(line, status, issues)
  const retryAfter = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs)
  return new HttpError(line, status, reasonOf(body), retryAfter)
}

function parseJson(line: RequestLine, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const start = text.trim().slice(0, 40).toWellFormed()
    const what =
      start === ''
        ? 'the answer is empty'
        : `the answer is not JSON (it starts with ${JSON.stringify(start)})`
    throw new ContractError(line, what, { transient: true, issues: [], cause })
  }
}

/** Apart from the parsing of the text, which may be large and is not needed any more. */
function accepted<T>(line: RequestLine, answer: unknown, parse: Parser<T>): T {
  const parsed = parse(answer)
  if (parsed.ok) return parsed.value
  const words = parsed.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path === '' ? 'the answer' : path}: ${message}`)
  const what = `the answer is not of the expected shape (${words.join('; ')})`
  throw new ContractError(line, what, { transient: false, issues: parsed.issues })
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
