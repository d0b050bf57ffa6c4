// A service of a few lines on loopback, for what only a real connection can show: resets, slow bodies, redirects.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface TestServer {
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** Connections accepted so far. */
  readonly connections: number
}

type Answerer = (response: ServerResponse, request: ReceivedRequest, nth: number) => void

/** Serves until the test is over. `answer` is called once a request has been read; `nth` counts from 1. */
export async function serve(answer: Answerer): Promise<TestServer> {
  const requests: ReceivedRequest[] = []
  let connections = 0
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    const received = { method, url, headers, body: await text(request) }
    answer(response, received, requests.push(received))
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections
    },
  }
}

export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}
