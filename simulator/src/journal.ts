// What was asked and answered, in the order of arrival, for tests and benchmarks to look at.
import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'
import type { KeyState, ServiceRequest } from './routes.ts'

export interface JournalEntry {
  readonly method: string
  /** Without the query, as it was sent. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly key: KeyState
  /** Names in lower case; of headers that carry a credential only the name is kept. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed where it is JSON, else its text; null where there is none. */
  readonly body: unknown
  readonly status: number
  /** Milliseconds from the start of the simulator to the arrival, by its clock. */
  readonly timeMs: number
  /** Of the answer's body. */
  readonly bytesSent: number
}

const credentials = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie']

/** The entry for a request and its answer. */
export function journalEntry(
  request: ServiceRequest,
  headers: IncomingHttpHeaders,
  answer: Answer,
  timeMs: number,
): JournalEntry {
  const { method, path, query, key, body } = request
  return {
    method,
    path,
    query: Object.fromEntries(query),
    key,
    headers: withoutCredentials(headers),
    body: body.kind === 'none' ? null : body.value,
    status: answer.status,
    timeMs,
    bytesSent: answer.body.byteLength,
  }
}

function withoutCredentials(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      credentials.includes(name) ? '(not kept)' : [value ?? ''].flat().join(', '),
    ]),
  )
}

/** The state of a request's key, which may travel in either of two headers. */
export function keyStateOf(headers: IncomingHttpHeaders, apiKey: string): KeyState {
  const bearer = /^bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1]
  const given = headers['x-api-key'] ?? bearer ?? ''
  if (given === '') return 'missing'
  return given === apiKey ? 'right' : 'wrong'
}
