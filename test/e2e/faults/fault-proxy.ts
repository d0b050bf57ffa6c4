// A proxy between the bundle and the evaluation service that injects network and server faults.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { applyFault, type Fault, passOn } from './fault.ts'
import { forward, type UpstreamResponse } from './upstream.ts'

export type RequestKind = 'resolve' | 'list' | 'launch' | 'poll' | 'details' | 'other'

export interface ProxyRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: string
  readonly body: string
  readonly kind: RequestKind
  /** Starts at 1; counts requests of the same kind and path. */
  readonly nth: number
}

/** A request and the fault injected into it; null if it was forwarded unchanged. */
export interface ProxyJournalEntry extends ProxyRequest {
  readonly fault: Fault | null
  /** On the monotonic clock of this process, in milliseconds. */
  readonly atMs: number
}

/** Called before each request. May also change the state of the servers. */
export type ProxyRule = (request: ProxyRequest) => Fault | undefined | Promise<Fault | undefined>

export interface FaultProxyOptions {
  /** Origin of the service. */
  readonly upstream: string
  /** The first rule that returns a fault wins. */
  readonly rules: readonly ProxyRule[]
  /** Default `127.0.0.1`; see {@link ownAddress}. */
  readonly host?: string
  /** PEM, for https. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Called with every response of the service, also when the client never receives it. */
  readonly onResponse?: (request: ProxyRequest, response: UpstreamResponse) => void
  /** Called with the complete bodies that the client received, unless it disconnected or the body was cut off. */
  readonly onReceived?: (request: ProxyRequest, body: string) => void
}

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

/**
 * A loopback address for a port that is closed for a while: on 127.0.0.1 another process could get the port meanwhile.
 * macOS has only 127.0.0.1.
 * @param number below 65,536
 */
export function ownAddress(number: number): string {
  return process.platform === 'darwin' ? '127.0.0.1' : `127.9.${number >> 8}.${number & 255}`
}

export async function startFaultProxy({
  upstream,
  rules,
  host = '127.0.0.1',
  tls,
  onResponse,
  onReceived,
}: FaultProxyOptions) {
  const journal: ProxyJournalEntry[] = []
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const atMs = performance.now()
    text(incoming)
      .then(async (body) => {
        const request = readRequest(incoming, body, journal)
        const rank = journal.push({ ...request, fault: null, atMs }) - 1
        const fault = await firstOf(rules, request)
        if (!server.listening) response.setHeader('connection', 'close')
        const pass = async () => {
          const answer = await forward(upstream, incoming, body)
          onResponse?.(request, answer)
          return answer
        }
        const received = (sent: string) => onReceived?.(request, sent)
        if (fault === undefined) return passOn(response, await pass(), received)
        journal[rank] = { ...request, fault, atMs }
        await applyFault(response, fault, pass, received)
      })
      // The client disconnected, or a rule threw: close the connection.
      .catch((error: Error) => response.destroy(error))
  }
  const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle)
  server.keepAliveTimeout = 120_000
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve)
    })
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the fault proxy has no port')
  const { port } = address
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    port,
    journal: journal as readonly ProxyJournalEntry[],
    /** Refuses new connections, and resets open ones. */
    close() {
      server.close()
      server.closeAllConnections()
    },
    /** Accepts connections again, on the same port. */
    reopen: () => listen(port),
  }
}

function readRequest(
  incoming: IncomingMessage,
  body: string,
  journal: readonly ProxyRequest[],
): ProxyRequest {
  const { pathname: path, search: query } = new URL(incoming.url ?? '/', 'http://proxy')
  const method = incoming.method ?? ''
  const kind = kindOf(method, path, query)
  const nth = journal.filter((earlier) => earlier.kind === kind && earlier.path === path).length + 1
  return { method, path, query, body, kind, nth }
}

function kindOf(method: string, path: string, query: string): RequestKind {
  if (path === '/agents/resolve') return 'resolve'
  if (path === '/agents') return 'list'
  if (method === 'POST' && /^\/agent-tests\/agent\/[^/]+\/run$/.test(path)) return 'launch'
  if (!/^\/agent-tests\/run\//.test(path)) return 'other'
  return query.includes('compact=true') ? 'poll' : 'details'
}

async function firstOf(rules: readonly ProxyRule[], request: ProxyRequest): Promise<Fault | undefined> {
  for (const rule of rules) {
    const fault = await rule(request)
    if (fault !== undefined) return fault
  }
  return undefined
}
