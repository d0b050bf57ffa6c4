// What may be done to one request and its answer, and how it is done to the socket.
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamAnswer } from './upstream.ts'

/**
 * What happens instead of passing a request on and its answer back. `performed`: the service behind did get it,
 * so a launch did start a run; only the answer is lost.
 */
export type Disturbance =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      readonly performed?: boolean
    }
  | { readonly kind: 'reset'; readonly performed: boolean }
  /** The connection is taken and nothing comes: for ever. */
  | { readonly kind: 'hang'; readonly performed: boolean }
  /** Bytes that are not HTTP. */
  | { readonly kind: 'garbage'; readonly performed: boolean }
  /** The rest are performed: the service's own answer comes late, … */
  | { readonly kind: 'late'; readonly ms: number }
  /** … in small pieces over this time, … */
  | { readonly kind: 'drip'; readonly ms: number }
  /** … only its first half, … */
  | { readonly kind: 'cut'; readonly by: 'reset' | 'end' | 'lying-length' }
  /** … or changed. */
  | { readonly kind: 'rewrite'; readonly change: (body: string) => string }

const PIECES = 20

/** @param pass hands the request to the service */
export async function disturb(
  response: ServerResponse,
  disturbance: Disturbance,
  pass: () => Promise<UpstreamAnswer>,
): Promise<void> {
  switch (disturbance.kind) {
    case 'answer': {
      const { status, headers = {}, body = '', performed = false } = disturbance
      if (performed) await pass()
      response.writeHead(status, { 'content-type': typeOf(body), ...headers }).end(body)
      return
    }
    case 'reset':
      if (disturbance.performed) await pass()
      response.socket?.resetAndDestroy()
      return
    case 'hang':
      if (disturbance.performed) await pass()
      return
    case 'garbage':
      if (disturbance.performed) await pass()
      response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')
      return
    case 'late': {
      const answer = await pass()
      await wait(disturbance.ms)
      return passOn(response, answer)
    }
    case 'drip':
      return drip(response, await pass(), disturbance.ms)
    case 'cut':
      return cut(response, await pass(), disturbance.by)
    case 'rewrite': {
      const answer = await pass()
      return passOn(response, { ...answer, body: Buffer.from(disturbance.change(answer.body.toString())) })
    }
    default:
      disturbance satisfies never
  }
}

/** The service's answer as it is. */
export function passOn(response: ServerResponse, { status, headers, body }: UpstreamAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': body.byteLength }).end(body)
}

async function drip(response: ServerResponse, { status, headers, body }: UpstreamAnswer, ms: number) {
  response.writeHead(status, { ...headers, 'content-length': body.byteLength })
  const size = Math.max(1, Math.ceil(body.byteLength / PIECES))
  for (let at = 0; at < body.byteLength && !response.destroyed; at += size) {
    response.write(body.subarray(at, at + size))
    await wait(ms / PIECES)
  }
  response.end()
}

function cut(
  response: ServerResponse,
  { status, headers, body }: UpstreamAnswer,
  by: 'reset' | 'end' | 'lying-length',
): void {
  const half = body.subarray(0, body.byteLength / 2)
  if (by === 'lying-length') {
    // A whole answer as far as HTTP can tell, and half a one as JSON.
    response.writeHead(status, { ...headers, 'content-length': half.byteLength }).end(half)
    return
  }
  response.writeHead(status, { ...headers, 'content-length': body.byteLength })
  response.write(half, () => {
    if (by === 'reset') response.socket?.resetAndDestroy()
    else response.socket?.end()
  })
}

function typeOf(body: string): string {
  return body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json'
}
