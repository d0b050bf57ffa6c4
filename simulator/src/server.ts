// The simulator on the wire: HTTP in, journal, HTTP out.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Answer } from './answer.ts'
import type { Service } from './call.ts'
import { type JournalEntry, journalEntry, keyStateOf } from './journal.ts'
import { readBody } from './request-checks.ts'
import { answerTo, type ServiceRequest } from './routes.ts'

export interface ServerOptions {
  readonly service: Service
  readonly apiKey: string
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Waited before each answer is sent, in milliseconds. */
  readonly latencyMs: number
}

export interface Load {
  /** Most requests that were in flight at the same time. */
  peakInFlight: number
  /** Connections accepted so far. */
  connections: number
}

/** Serves until `close`; rejects where the port cannot be listened on. */
export async function serve(options: ServerOptions) {
  const startedAt = options.service.now()
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
    const timeMs = options.service.now() - startedAt
    text(request).then(
      (received) => {
        const asked = readRequest(request, received, options.apiKey)
        const answer = answerTo(asked, options.service)
        journal.push(journalEntry(asked, request.headers, answer, timeMs))
        send(response, answer, options.latencyMs, leave)
      },
      // The connection broke while the request was read: there is nobody to answer.
      () => response.destroy(),
    )
  })
  // Longer than any poll interval in use, so that an idle connection is not closed under a request.
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

function readRequest(request: IncomingMessage, received: string, apiKey: string): ServiceRequest {
  const { pathname, searchParams } = new URL(`http://simulator${request.url ?? '/'}`)
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    key: keyStateOf(request.headers, apiKey),
    body: readBody(received, request.headers['content-type']),
  }
}

/** `beforeEnd` runs before the client can have the whole answer and send its next request. */
function send(response: ServerResponse, answer: Answer, latencyMs: number, beforeEnd: () => void): void {
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
