// HTTP in, journal, HTTP out.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { HttpRequest, HttpResponse, KeyState } from './router.ts'
import { readBody } from './validation.ts'

export interface ServerOptions {
  readonly respond: (request: HttpRequest) => HttpResponse
  readonly apiKey: string
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Added to each response, in milliseconds. */
  readonly latencyMs: number
  /** The clock of the journal, in milliseconds since 1970. */
  readonly now: () => number
}

/** A request and its response, for tests and benchmarks. */
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
  /** Size of the response's body. */
  readonly bytesSent: number
}

export interface Load {
  /** Most requests that were in flight at the same time. */
  peakInFlight: number
  /** Connections accepted so far. */
  connections: number
}

/** Serves until `close`. Rejects if it cannot listen on the port. */
export async function serve(options: ServerOptions) {
  const startedAt = options.now()
  const journal: JournalEntry[] = []
  const load: Load = { peakInFlight: 0, connections: 0 }
  let inFlight = 0

  const server = createServer((request, response) => {
    inFlight += 1
    load.peakInFlight = Math.max(load.peakInFlight, inFlight)
    let open = true
    const leave = () => {
      if (open) inFlight -= 1
      open = false
    }
    response.once('close', leave)
    const timeMs = options.now() - startedAt
    text(request).then(
      (body) => {
        const received = readRequest(request, body, options.apiKey)
        const answer = options.respond(received)
        journal.push(journalEntry(received, request.headers, answer, timeMs))
        send(response, answer, options.latencyMs, leave)
      },
      // The connection broke while the request was read.
      () => response.destroy(),
    )
  })
  // Longer than any poll interval, so that an idle connection is not closed while a request is on its way.
  server.keepAliveTimeout = 120_000
  server.on('connection', () => {
    load.connections += 1
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve)
  })
  return {
    url: addressOf(server.address()),
    journal,
    load,
    /** Ends open requests and idle connections too. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readRequest(request: IncomingMessage, body: string, apiKey: string): HttpRequest {
  const { pathname, searchParams } = new URL(`http://simulator${request.url ?? '/'}`)
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    key: keyStateOf(request.headers, apiKey),
    body: readBody(body, request.headers['content-type']),
  }
}

/** The key may be sent in either of two headers. */
function keyStateOf(headers: IncomingHttpHeaders, apiKey: string): KeyState {
  const bearer = /^bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1]
  const key = headers['x-api-key'] ?? bearer ?? ''
  if (key === '') return 'missing'
  return key === apiKey ? 'right' : 'wrong'
}

function journalEntry(
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
    bytesSent: response.body.byteLength,
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

/** @param beforeEnd called before the client can have the whole response and send its next request */
function send(
  response: ServerResponse,
  answer: HttpResponse,
  latencyMs: number,
  beforeEnd: () => void,
): void {
  const end = () => {
    beforeEnd()
    response.writeHead(answer.status, {
      'content-type': answer.contentType,
      'content-length': answer.body.byteLength,
    })
    response.end(answer.body)
  }
  if (latencyMs === 0) {
    end()
    return
  }
  const timer = setTimeout(end, latencyMs)
  response.once('close', () => clearTimeout(timer))
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('the simulator has no port')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
