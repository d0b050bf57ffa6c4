// A server in front of the evaluation service, where all goes wrong that can go wrong between two machines.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { type Disturbance, disturb, passOn } from './disturbance.ts'
import { ask, type UpstreamAnswer } from './upstream.ts'

export type RequestKind = 'resolve' | 'list' | 'launch' | 'poll' | 'details' | 'other'

export interface FrontRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: string
  readonly kind: RequestKind
  /** From 1 on, among the requests with this kind and path. */
  readonly nth: number
}

/** A request as it arrived, and what was done to it; null where it was passed on and back as it was. */
export interface FrontJournalEntry extends FrontRequest {
  readonly disturbance: Disturbance | null
  /** On the monotonic clock of this process, in milliseconds. */
  readonly atMs: number
}

/** Asked before each request; may also change the world, as time does. */
export type FrontRule = (request: FrontRequest) => Disturbance | undefined | Promise<Disturbance | undefined>

export interface FrontOptions {
  /** The service behind. */
  readonly upstream: string
  /** The first that names a disturbance decides. */
  readonly rules: readonly FrontRule[]
  /** `127.0.0.1` where it is absent; see {@link ownAddress}. */
  readonly host?: string
  /** For https, in PEM. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Told of what the service behind answered, whatever then becomes of the answer. */
  readonly onAnswer?: (request: FrontRequest, answer: UpstreamAnswer) => void
}

export interface Front {
  readonly url: string
  readonly port: number
  readonly journal: readonly FrontJournalEntry[]
  /** Refuses connections from now on. `gently` lets the requests under way end, else they break. */
  shut(how: 'gently' | 'at once'): void
  /** Takes connections again, on the same port. */
  open(): Promise<void>
}

/**
 * A loopback address of one's own, for a port that is to be closed for a while: on the common address somebody else
 * would get the port meanwhile. macOS has the one address only.
 * @param number below 65,536
 */
export function ownAddress(number: number): string {
  return process.platform === 'darwin' ? '127.0.0.1' : `127.9.${number >> 8}.${number & 255}`
}

export async function startFront({
  upstream,
  rules,
  host = '127.0.0.1',
  tls,
  onAnswer,
}: FrontOptions): Promise<Front> {
  const journal: FrontJournalEntry[] = []
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const atMs = performance.now()
    text(incoming)
      .then(async (body) => {
        const request = readRequest(incoming, journal)
        const rank = journal.push({ ...request, disturbance: null, atMs }) - 1
        const disturbance = await firstOf(rules, request)
        if (!server.listening) response.setHeader('connection', 'close')
        const pass = async () => {
          const answer = await ask(upstream, incoming, body)
          onAnswer?.(request, answer)
          return answer
        }
        if (disturbance === undefined) return passOn(response, await pass())
        journal[rank] = { ...request, disturbance, atMs }
        await disturb(response, disturbance, pass)
      })
      // The caller left in the middle, or a rule of a test failed: both end the connection.
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
  if (address === null || typeof address === 'string') throw new Error('the front has no port')
  const { port } = address
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${port}`,
    port,
    journal,
    shut(how) {
      server.close()
      if (how === 'at once') server.closeAllConnections()
    },
    open: () => listen(port),
  }
}

function readRequest(incoming: IncomingMessage, journal: readonly FrontRequest[]): FrontRequest {
  const { pathname: path, search: query } = new URL(incoming.url ?? '/', 'http://front')
  const method = incoming.method ?? ''
  const kind = kindOf(method, path, query)
  const nth = journal.filter((earlier) => earlier.kind === kind && earlier.path === path).length + 1
  return { method, path, query, kind, nth }
}

function kindOf(method: string, path: string, query: string): RequestKind {
  if (path === '/agents/resolve') return 'resolve'
  if (path === '/agents') return 'list'
  if (method === 'POST' && /^\/agent-tests\/agent\/[^/]+\/run$/.test(path)) return 'launch'
  if (!/^\/agent-tests\/run\//.test(path)) return 'other'
  return query.includes('only_failed=true') && query.includes('compact=true') ? 'poll' : 'details'
}

async function firstOf(rules: readonly FrontRule[], request: FrontRequest): Promise<Disturbance | undefined> {
  for (const rule of rules) {
    const disturbance = await rule(request)
    if (disturbance !== undefined) return disturbance
  }
  return undefined
}
