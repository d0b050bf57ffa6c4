// Turns an HTTP response into a value of the expected shape, or into the error that explains it.
import {
  type ClientError,
  ContractError,
  HttpError,
  isPassing,
  type RequestLine,
  type ResponseInfo,
  ValidationError,
} from './errors.ts'
import type { FetchResponse } from './options.ts'
import type { Parser } from './parser.ts'
import { issueAt, issuesOf, reasonOf } from './reason.ts'
import { type Redact, redactJson } from './redactor.ts'
import { parseRetryAfter } from './retry.ts'

const MAX_BODY_BYTES = 64 * 1024 * 1024
const MAX_ERROR_BODY_BYTES = 64 * 1024

export interface Received<T> {
  readonly data: T
  readonly response: ResponseInfo
  /** The body as it came. @internal */
  readonly bytes?: ArrayBuffer
}

interface ResponseContext {
  readonly line: RequestLine
  readonly redactKey: Redact
  /** For errors: of the key and all other secrets. */
  readonly errorRedactor: () => Redact
  /** Since the Unix epoch. */
  readonly nowMs: number
  /** Resolves when the time for reading the body of an error is over. */
  readonly patience: () => Promise<void>
}

interface ReadableRequest<T> {
  readonly parse: Parser<T>
  readonly verbatim?: boolean
  readonly anyBody?: () => boolean
}

/** @throws {@link HttpError}, {@link ValidationError}, {@link ContractError}, or what breaks the stream */
export async function readResponse<T>(
  response: FetchResponse,
  request: ReadableRequest<T>,
  context: ResponseContext,
): Promise<Received<T>> {
  const { line, redactKey } = context
  if (response.status < 200 || response.status > 299) throw await responseError(response, context)
  const info = infoOf(response, redactKey)
  const { bytes, cut } = await readBytes(response, MAX_BODY_BYTES)
  if (cut) {
    const what = `the response is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`
    throw new ContractError(line, what, { transient: false, issues: [issueAt('', what)] })
  }
  const body = jsonOf(new TextDecoder().decode(bytes), request, context)
  const parsed = request.parse(request.verbatim ? body : redactJson(body, redactKey, redactKey))
  if (parsed.ok)
    return { data: parsed.value, response: info, ...(request.anyBody && { bytes: bytes.buffer }) }
  const { issues, isOfOther = false, isTransient = isOfOther } = parsed
  const what = issues.slice(0, 3).map(({ path, message }) => `${path || 'the response'}: ${message}`)
  const problem = isOfOther ? 'answers another request' : 'does not have the expected shape'
  const message = `the response ${problem} (${what.join('; ')})`
  throw new ContractError(line, message, { transient: isTransient, issues })
}

function infoOf({ status, headers }: FetchResponse, redact: Redact): ResponseInfo {
  const redacted = new Headers()
  headers.forEach((value, name) => {
    // What it returns unescaped may have characters that no header has.
    redacted.append(name, redact(value).replace(/[^\t -~\u0080-\u00ff]/g, '?'))
  })
  return { status, headers: redacted, requestId: redacted.get('x-request-id') }
}

function jsonOf<T>(
  text: string,
  { anyBody }: ReadableRequest<T>,
  { line, errorRedactor }: ResponseContext,
): unknown {
  const isEmpty = text.trim() === ''
  if (isEmpty && anyBody !== undefined) return null
  try {
    return JSON.parse(text)
  } catch {
    if (anyBody?.()) return null
    const safe = errorRedactor()(text)
    const isPage = isMarkup(safe)
    const kind = isPage ? 'an HTML page' : 'not JSON'
    const what = isEmpty ? 'empty' : `${kind} (${brokenPlace(safe) ?? startOf(safe)})`
    throw new ContractError(line, `the response is ${what}`, { transient: true, issues: [], isPage })
  }
}

const isMarkup = (text: string) => /^\s*</.test(text)

const startOf = (text: string) => `it starts with ${JSON.stringify(text.trim().slice(0, 40).toWellFormed())}`

/** Where an object or a list stops being JSON, in the words of the engine; null if it is none, or has been mended by the redaction. */
function brokenPlace(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return String(Reflect.get(Object(error), 'message')).toWellFormed()
  }
}

/** Reads a body up to `maxBytes` or until `stop` resolves. */
async function readBytes(
  response: FetchResponse,
  maxBytes: number,
  stop?: Promise<void>,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly cut: boolean }> {
  const reader = response.body?.getReader()
  const stopped = stop?.then(() => null)
  const chunks: Uint8Array[] = []
  let length = 0
  let cut = false
  while (reader !== undefined && !cut) {
    const chunk = await (stopped === undefined ? reader.read() : Promise.race([reader.read(), stopped]))
    if (chunk?.done) break
    cut = chunk === null || length + chunk.value.byteLength > maxBytes
    if (cut) reader.cancel().catch(() => undefined)
    if (chunk === null) break
    chunks.push(chunk.value.subarray(0, maxBytes - length))
    length = Math.min(maxBytes, length + chunk.value.byteLength)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return { bytes, cut }
}

async function responseError(
  response: FetchResponse,
  { line, redactKey, errorRedactor, nowMs, patience }: ResponseContext,
): Promise<ClientError> {
  const redact = errorRedactor()
  const { status, headers, requestId } = infoOf(response, redact)
  const noBody = noBodyReason(response, headers)
  // If the body breaks off or takes too long, the status is still worth reporting.
  const { bytes, cut } = await readBytes(
    response,
    noBody === null ? MAX_ERROR_BODY_BYTES : 0,
    patience(),
  ).catch(() => ({ bytes: new Uint8Array(), cut: false }))
  const text = new TextDecoder().decode(bytes)
  const body = redactJson(jsonOr(text), redact, redactKey)
  const details = { body: body === '' ? null : body, headers, requestId }
  const isLabelled = /json/i.test(headers.get('content-type') ?? '')
  const page = isOwnWord(status, body, text, cut, isLabelled) ? null : pageText(redact(text))
  if (page !== null) {
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs)
    return new HttpError(line, status, null, retryAfterMs, { ...details, page })
  }
  const issues = status === 422 || status === 400 ? issuesOf(body) : []
  if (issues.length > 0) return new ValidationError(line, status, issues, details)
  const fallback = status === 407 ? 'the proxy requires a user name and a password' : null
  const reason = noBody ?? reasonOf(body) ?? fallback
  if (status === 422)
    return new ValidationError(line, status, [issueAt('', reason ?? 'rejected without a reason')], details)
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs)
  return new HttpError(line, status, reason, retryAfterMs, details)
}

/**
 * Whether an error is the service's word: any but a 4xx without an object or a list of JSON. A sentence that is labelled as JSON is one
 * of an application, and a long object may be cut. A 407 is the proxy's by itself.
 */
function isOwnWord(
  status: number,
  body: unknown,
  text: string,
  isCut: boolean,
  isLabelled: boolean,
): boolean {
  if (status < 400 || status === 407 || isPassing(status)) return true
  if (typeof body !== 'string') return typeof body === 'object' && body !== null
  return isCut ? /^\s*[[{]/.test(text) : isLabelled && /^\s*\p{L}/u.test(text)
}

function pageText(body: string): string {
  if (body.trim() === '') return 'an empty body'
  return `${isMarkup(body) ? 'an HTML page' : 'a body that is not JSON'} (${startOf(body)})`
}

/** Explains the statuses whose body says nothing. */
function noBodyReason({ status, type }: FetchResponse, headers: Headers): string | null {
  if (type === 'opaqueredirect')
    return 'redirected to an address that the browser hides; redirects are not followed'
  if (status === 304) return 'not modified, without a body: a cache between here and the service answered'
  if (status < 300 || status >= 400) return null
  const location = headers.get('location')
  return location === null
    ? 'redirected without an address'
    : `redirected to ${location}; redirects are not followed`
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
