// The way from the front to the service behind it: one request passed on, its answer taken whole.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface UpstreamAnswer {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}

/** Hands `body` on to the same path of the service at `upstream`, with the headers that matter to it. */
export function ask(upstream: string, incoming: IncomingMessage, body: string): Promise<UpstreamAnswer> {
  const { 'x-api-key': key, 'content-type': type, accept } = incoming.headers
  const headers = Object.entries({ 'x-api-key': key, 'content-type': type, accept }).filter(
    ([, value]) => value !== undefined,
  )
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(incoming.url ?? '/', upstream),
      { method: incoming.method, headers: Object.fromEntries(headers) },
      (answer) => {
        buffer(answer).then(
          (whole) =>
            resolve({
              status: answer.statusCode ?? 502,
              type: answer.headers['content-type'] ?? 'application/json',
              body: whole,
            }),
          reject,
        )
      },
    )
    outgoing.on('error', reject).end(body)
  })
}
