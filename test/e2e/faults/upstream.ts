// The way from the front to the server behind it: one request passed on, its answer taken whole.
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface UpstreamAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** What belongs to one connection, or is made anew on the other. */
const NOT_PASSED_ON = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** Hands `body` on to the same path of the server at `upstream`. */
export function ask(upstream: string, incoming: IncomingMessage, body: string): Promise<UpstreamAnswer> {
  const { method, url = '/', headers } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(upstream + url),
      { method, headers: { ...passedOn(headers), 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        const { statusCode: status = 502, headers } = answer
        buffer(answer).then((whole) => resolve({ status, headers: passedOn(headers), body: whole }), reject)
      },
    )
    outgoing.on('error', reject).end(body)
  })
}

function passedOn(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.includes(name)))
}
