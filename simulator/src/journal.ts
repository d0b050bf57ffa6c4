// Requests and their responses, for tests and benchmarks.
import type { IncomingHttpHeaders } from 'node:http'
import type { HttpRequest, HttpResponse, KeyState } from './router.ts'

export interface JournalEntry {
  readonly method: string
  /** As sent, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly key: KeyState
  /** Names in lower case. Of credentials only the name is kept. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed if it is JSON, else text; null if there is none. */
  readonly body: unknown
  readonly status: number
  /** Milliseconds from the start of the simulator to the request's arrival, by its clock. */
  readonly timeMs: number
}

export function journalEntry(
  { method, path, query, key, body }: HttpRequest,
  headers: IncomingHttpHeaders,
  response: HttpResponse,
  timeMs: number,
): JournalEntry {
  return {
    method,
    path,
    query: Object.fromEntries(query),
    key,
    headers: withoutCredentials(headers),
    body: body.kind === 'none' ? null : body.value,
    status: response.status,
    timeMs,
  }
}

const credentials = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie']

function withoutCredentials(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      credentials.includes(name) ? '(not kept)' : [value ?? ''].flat().join(', '),
    ]),
  )
}
