// Turns an HTTP response into a value of the expected shape, or into the error that explains it.
import { type ClientError, ContractError, HttpError, type RequestLine, ValidationError } from './errors.ts'
import { issuesOf, reasonOf } from './reason.ts'
import { parseRetryAfter } from './retry.ts'
import type { Parser } from './schema.ts'

const MAX_BODY_BYTES = 256 * 1024 * 1024
const MAX_ERROR_BODY_BYTES = 64 * 1024

export interface ResponseContext {
  readonly line: RequestLine
  /** Removes the key from a text. */
  readonly redact: (text: string) => string
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number
}

/** @throws {@link HttpError}, {@link ValidationError}, {@link ContractError}, or what breaks the stream */
export async function readResponse<T>(
  response: Response,
  parse: Parser<T>,
  context: ResponseContext,
): Promise<T> {
  if (!response.ok) throw await httpError(response, context)
  const { line, redact } = context
  const text = await readText(response, MAX_BODY_BYTES)
  if (text.cut) {
    const what = `the response is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`
    throw new ContractError(line, what, { transient: false, issues: [] })
  }
  return validated(line, parseJson(line, redact(text.text)), parse)
}

/** Reads a body as UTF-8 text, up to `maxBytes`. */
export async function readText(
  response: Response,
  maxBytes: number,
): Promise<{ readonly text: string; readonly cut: boolean }> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      text += decoder.decode(value.subarray(0, value.byteLength - (bytes - maxBytes)))
      return { text, cut: true }
    }
    text += decoder.decode(value, { stream: true })
  }
  return { text: text + decoder.decode(), cut: false }
}

async function httpError(response: Response, { line, redact, nowMs }: ResponseContext): Promise<ClientError> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    const target = redact(headers.get('location') ?? 'an address that it did not name')
    return new HttpError(line, status, `redirected to ${target}; redirects are not followed`, null)
  }
  // If the body breaks off, the status is still worth reporting.
  const { text } = await readText(response, MAX_ERROR_BODY_BYTES).catch(() => ({ text: '' }))
  const body = jsonOr(redact(text))
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
        ? 'the response is empty'
        : `the response is not JSON (it starts with ${JSON.stringify(start)})`
    throw new ContractError(line, what, { transient: true, issues: [], cause })
  }
}

/** Separate from parsing the text, which may be large and can be freed by now. */
function validated<T>(line: RequestLine, body: unknown, parse: Parser<T>): T {
  const parsed = parse(body)
  if (parsed.ok) return parsed.value
  const issues = parsed.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path === '' ? 'the response' : path}: ${message}`)
  const what = `the response does not have the expected shape (${issues.join('; ')})`
  throw new ContractError(line, what, { transient: false, issues: parsed.issues })
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
