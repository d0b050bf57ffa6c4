// Turns an HTTP response into a value of the expected shape, or into the error that explains it.
import {
  type ClientError,
  ContractError,
  HttpError,
  type RequestLine,
  type ResponseInfo,
  ValidationError,
} from './errors.ts'
import type { FetchResponse } from './options.ts'
import { issuesOf, reasonOf } from './reason.ts'
import { parseRetryAfter } from './retry.ts'
import { issueAt, type Parser } from './schema.ts'

const MAX_BODY_BYTES = 64 * 1024 * 1024
const MAX_ERROR_BODY_BYTES = 64 * 1024
/** Objects and arrays in a body: more than this many tiny ones would need gigabytes of memory. */
const MAX_CONTAINERS = 2_000_000

export interface ResponseContext {
  readonly line: RequestLine
  /** Removes the key from a text. */
  readonly redact: (text: string) => string
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number
  /** Resolves when the time for reading the body of an error is over. */
  readonly patience: () => Promise<void>
}

/** @throws {@link HttpError}, {@link ValidationError}, {@link ContractError}, or what breaks the stream */
export async function readResponse<T>(
  response: FetchResponse,
  parse: Parser<T>,
  context: ResponseContext,
): Promise<{ readonly data: T; readonly response: ResponseInfo }> {
  const info = infoOf(response, context.redact)
  if (info.status < 200 || info.status > 299) throw await responseError(response, info, context)
  const { line } = context
  if (info.status === 204 || info.status === 205)
    return { data: validated(line, null, parse), response: info }
  const { pieces, cut } = await readPieces(response, MAX_BODY_BYTES)
  if (cut) throw tooLarge(line, `is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`)
  return { data: validated(line, parsePieces(pieces, context), parse), response: info }
}

function infoOf({ status, headers }: FetchResponse, redact: (text: string) => string): ResponseInfo {
  const redacted = new Headers()
  headers.forEach((value, name) => {
    redacted.append(name, redact(value))
  })
  return { status, headers: redacted, requestId: redacted.get('x-request-id') }
}

function tooLarge(line: RequestLine, what: string): ContractError {
  const issues = [issueAt([], `the response ${what}`)]
  return new ContractError(line, `the response ${what}`, { transient: false, issues })
}

function hasTooManyContainers(text: string): boolean {
  // Each takes two characters.
  if (text.length <= 2 * MAX_CONTAINERS) return false
  let containers = 0
  for (const opening of ['{', '['])
    for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) {
      containers += 1
      if (containers > MAX_CONTAINERS) return true
    }
  return false
}

/** Reads a body as UTF-8 text, up to `maxBytes` or until `stop` resolves. */
export async function readText(
  response: FetchResponse,
  maxBytes: number,
  stop?: Promise<void>,
): Promise<{ readonly text: string; readonly cut: boolean }> {
  const { pieces, cut } = await readPieces(response, maxBytes, stop)
  return { text: pieces.join(''), cut }
}

async function readPieces(
  response: FetchResponse,
  maxBytes: number,
  stop?: Promise<void>,
): Promise<{ readonly pieces: string[]; readonly cut: boolean }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const stopped = stop?.then(() => null)
  const pieces: string[] = []
  let bytes = 0
  while (reader !== undefined) {
    const chunk = await (stopped === undefined ? reader.read() : Promise.race([reader.read(), stopped]))
    if (chunk?.done) break
    bytes += chunk?.value.byteLength ?? 0
    if (chunk === null || bytes > maxBytes) {
      reader.cancel().catch(() => undefined)
      const rest = chunk?.value.subarray(0, chunk.value.byteLength - (bytes - maxBytes))
      pieces.push(decoder.decode(rest))
      return { pieces, cut: true }
    }
    pieces.push(decoder.decode(chunk.value, { stream: true }))
  }
  pieces.push(decoder.decode())
  return { pieces, cut: false }
}

async function responseError(
  response: FetchResponse,
  info: ResponseInfo,
  { line, redact, nowMs, patience }: ResponseContext,
): Promise<ClientError> {
  const { status, headers, requestId } = info
  const noBody = noBodyReason(response, headers)
  if (noBody !== null) {
    response.body
      ?.getReader()
      .cancel()
      .catch(() => undefined)
    return new HttpError(line, status, noBody, null, { headers, requestId })
  }
  // If the body breaks off or takes too long, the status is still worth reporting.
  const { text } = await readText(response, MAX_ERROR_BODY_BYTES, patience()).catch(() => ({ text: '' }))
  const body = jsonOr(redact(text))
  const details = { body: body === '' ? null : body, headers, requestId }
  const issues = status === 422 || status === 400 ? issuesOf(body) : []
  if (issues.length > 0) return new ValidationError(line, status, issues, details)
  const reason = reasonOf(body)
  if (status === 422)
    return new ValidationError(line, status, [issueAt([], reason ?? 'rejected without a reason')], details)
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), nowMs)
  return new HttpError(line, status, reason ?? defaultReason(status), retryAfterMs, details)
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

function defaultReason(status: number): string | null {
  return status === 407 ? 'the proxy requires a user name and a password' : null
}

/** Takes the pieces out: promises that waited for them are freed late, and would keep them until then. */
function parsePieces(pieces: string[], { line, redact }: ResponseContext): unknown {
  const text = redact(pieces.splice(0).join(''))
  if (hasTooManyContainers(text)) throw tooLarge(line, `has more than ${MAX_CONTAINERS} objects and arrays`)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const start = text.trim().slice(0, 40).toWellFormed()
    const what =
      start === ''
        ? 'the response is empty'
        : `the response is not JSON (it starts with ${JSON.stringify(start)})`
    throw new ContractError(line, what, { transient: true, issues: [], cause })
  }
}

/** Apart from what parses the text, which may be large and can be freed by now. */
function validated<T>(line: RequestLine, body: unknown, parse: Parser<T>): T {
  const parsed = parse(body)
  if (parsed.ok) return parsed.value
  throw shapeError(line, parsed.issues)
}

/** A JSON response that does not have the shape that the interface promises. */
export function shapeError(line: RequestLine, issues: ContractError['issues']): ContractError {
  const what = issues
    .slice(0, 3)
    .map(({ path, message }) => `${path === '' ? 'the response' : path}: ${message}`)
  const message = `the response does not have the expected shape (${what.join('; ')})`
  return new ContractError(line, message, { transient: false, issues })
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
