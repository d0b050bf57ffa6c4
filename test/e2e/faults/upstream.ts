// Forwards one request to the service and buffers its response.
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface UpstreamResponse {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** Hop-by-hop headers, and those that Node sets. */
const NOT_FORWARDED = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** Sends `body` to the same path of the server at `upstream`. */
export function forward(
  upstream: string,
  incoming: IncomingMessage,
  body: string,
): Promise<UpstreamResponse> {
  const { method, url = '/', headers } = incoming
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(upstream + url),
      { method, headers: { ...forwardable(headers), 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        const { statusCode: status = 502, headers } = answer
        buffer(answer).then(
          (whole) => resolve({ status, headers: forwardable(headers), body: whole }),
          reject,
        )
      },
    )
    outgoing.on('error', reject).end(body)
  })
}

function forwardable(headers: IncomingMessage['headers']): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.includes(name)))
}
