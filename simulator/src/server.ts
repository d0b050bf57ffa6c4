// HTTP in, journal, HTTP out.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type JournalEntry, journalEntry } from './journal.ts'
import { dropped, type HttpRequest, type HttpResponse, type KeyState } from './router.ts'
import { readBody } from './validation.ts'

export interface ServerOptions {
  readonly respond: (request: HttpRequest) => Promise<HttpResponse>
  readonly apiKey: string
  /** The service also accepts the key in `X-API-Key`, not just as a bearer token. */
  readonly hasKeyHeader: boolean
  /** Web pages of other origins may call it. */
  readonly crossOrigin: boolean
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Added to each response, in milliseconds. */
  readonly latencyMs: number
  /** How long each request with a key keeps the server's only thread busy, in milliseconds. */
  readonly requestMs: number
  /** The clock of the journal, in milliseconds since 1970. */
  readonly now: () => number
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
  const thread = createThread()
  let inFlight = 0

  const server = createServer((request, response) => {
    if (options.crossOrigin) allowOtherOrigins(response)
    if (options.crossOrigin && request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    inFlight += 1
    load.peakInFlight = Math.max(load.peakInFlight, inFlight)
    let open = true
    const leave = () => {
      if (open) inFlight -= 1
      open = false
    }
    response.once('close', leave)
    const timeMs = options.now() - startedAt
    const handle = async (body: string) => {
      const received = readRequest(request, body, options)
      await thread.turn(received.key === 'missing' ? 0 : options.requestMs)
      const answer = await options.respond(received)
      journal.push(journalEntry(received, request.headers, answer, timeMs))
      if (answer === dropped) {
        response.destroy()
        return
      }
      response.setHeader('date', new Date(options.now()).toUTCString())
      send(response, answer, options.latencyMs, leave)
    }
    // It rejects if the connection breaks while the request is read.
    text(request).then(handle, () => response.destroy())
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
        thread.stop()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * A server with one thread works on one request at a time, in order of arrival. The time is waited for, so the
 * simulator itself stays responsive.
 */
function createThread() {
  const stopped = new AbortController()
  let idleAt = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** Resolves when the work on a request is done. */
    turn(workMs: number): Promise<void> {
      idleAt = Math.max(performance.now(), idleAt) + workMs
      const doneAt = idleAt
      const done = last.then(async () => {
        const restMs = doneAt - performance.now()
        if (restMs > 0) await wait(restMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      })
      last = done
      return done
    },
    stop: () => stopped.abort(),
  }
}

function allowOtherOrigins(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-headers', 'authorization, content-type')
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH')
}

function readRequest(request: IncomingMessage, body: string, options: ServerOptions): HttpRequest {
  const { pathname, searchParams } = new URL(`http://simulator${request.url ?? '/'}`)
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    key: keyStateOf(request.headers, options),
    body: readBody(body, request.headers['content-type']),
  }
}

function keyStateOf(headers: IncomingHttpHeaders, { apiKey, hasKeyHeader }: ServerOptions): KeyState {
  const bearer = /^bearer\s+(.+)$/i.exec(headers.authorization ?? '')?.[1]
  const header = hasKeyHeader ? headers['x-api-key'] : undefined
  const key = header ?? bearer ?? ''
  if (key === '') return 'missing'
  if (key === apiKey) return 'right'
  return header === undefined ? 'wrong-bearer' : 'wrong'
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
      ...answer.headers,
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
