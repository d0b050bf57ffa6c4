// A JSON service on loopback from a table of routes: for contract tests of what the simulator does not serve.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { partsOf } from './description.ts'

export type Json = Readonly<Record<string, unknown>>

/** An error response. */
export class Refused extends Error {
  readonly status: number
  readonly body: Json

  constructor(status: number, body: Json) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
  }
}

export interface JsonCall {
  readonly part: (name: string) => string
  readonly query: URLSearchParams
  readonly body: Json
}

export interface JsonRoute {
  /** Method and path: `GET /agents/{agent}`. */
  readonly on: string
  /** Answered without a key. */
  readonly open?: boolean
  /** Gives the body, or throws {@link Refused}. */
  readonly respond: (call: JsonCall) => unknown
}

export interface JsonService {
  readonly url: string
  /** The routes that were answered, without doubles. */
  readonly answered: ReadonlySet<string>
  close(): Promise<void>
}

type CheckKey = (request: { readonly open: boolean; readonly headers: IncomingHttpHeaders }) => void

export async function serveJson(routes: readonly JsonRoute[], checkKey: CheckKey): Promise<JsonService> {
  const answered = new Set<string>()
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'authorization, content-type, x-api-key')
    response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH')
    if (request.method === 'OPTIONS') {
      response.writeHead(204).end()
      return
    }
    const sent = await text(request)
    const url = new URL(request.url ?? '/', 'http://service')
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    try {
      const { route, parts } = routeOf(routes, `${request.method} `, url)
      checkKey({ open: route.open === true, headers: request.headers })
      const body = Object(sent === '' ? {} : JSON.parse(sent))
      send(200, route.respond({ part: (name) => parts.get(name) ?? '', query: url.searchParams, body }))
      answered.add(route.on)
    } catch (error) {
      if (error instanceof Refused) send(error.status, error.body)
      else send(500, { error: String(error) })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function routeOf(routes: readonly JsonRoute[], method: string, url: URL) {
  for (const route of routes) {
    if (!route.on.startsWith(method)) continue
    const parts = partsOf(route.on.slice(method.length), url)
    if (parts !== null) return { route, parts }
  }
  throw new Refused(404, { error: 'no such route' })
}
