// The faults that can be injected into one request, and how each is applied to the socket.
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamResponse } from './upstream.ts'

/** `performed`: whether the service received the request, so that a launch did start a run and only its response is lost. */
export type Fault =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
      readonly performed?: boolean
    }
  | { readonly kind: 'reset'; readonly performed: boolean }
  /** Accepts the request and never answers. */
  | { readonly kind: 'hang'; readonly performed: boolean }
  /** Bytes that are not HTTP. */
  | { readonly kind: 'garbage'; readonly performed: boolean }
  /** The following are performed. The service's response is delayed, … */
  | { readonly kind: 'late'; readonly ms: number }
  /** … sent in small pieces over this time, … */
  | { readonly kind: 'drip'; readonly ms: number }
  /** … cut off after its first half, … */
  | { readonly kind: 'cut'; readonly by: 'reset' | 'end' | 'lying-length' }
  /** … or rewritten. */
  | { readonly kind: 'rewrite'; readonly change: (body: string) => string }

const PIECES = 20

/**
 * @param pass forwards the request to the service
 * @param onReceived called with a complete body that the client received
 */
export async function applyFault(
  response: ServerResponse,
  fault: Fault,
  pass: () => Promise<UpstreamResponse>,
  onReceived?: (body: string) => void,
): Promise<void> {
  switch (fault.kind) {
    case 'answer': {
      const { status, headers = {}, body = '', performed = false } = fault
      if (performed) await pass()
      response.writeHead(status, { 'content-type': typeOf(body), ...headers }).end(body)
      return
    }
    case 'reset':
      if (fault.performed) await pass()
      response.socket?.resetAndDestroy()
      return
    case 'hang':
      if (fault.performed) await pass()
      return
    case 'garbage':
      if (fault.performed) await pass()
      response.socket?.end('SSH-2.0-OpenSSH_9.9\r\n')
      return
    case 'late': {
      const answer = await pass()
      await wait(fault.ms)
      return passOn(response, answer, onReceived)
    }
    case 'drip':
      return drip(response, await pass(), fault.ms, onReceived)
    case 'cut':
      return cut(response, await pass(), fault.by)
    case 'rewrite': {
      const answer = await pass()
      const body = Buffer.from(fault.change(answer.body.toString()))
      return passOn(response, { ...answer, body }, onReceived)
    }
    default:
      fault satisfies never
  }
}

/** Sends the service's response unchanged. */
export function passOn(
  response: ServerResponse,
  { status, headers, body }: UpstreamResponse,
  onReceived?: (body: string) => void,
): void {
  // Not called if the client has disconnected.
  response.once('finish', () => onReceived?.(body.toString()))
  response.writeHead(status, { ...headers, 'content-length': body.byteLength }).end(body)
}

async function drip(
  response: ServerResponse,
  { status, headers, body }: UpstreamResponse,
  ms: number,
  onReceived?: (body: string) => void,
) {
  response.once('finish', () => onReceived?.(body.toString()))
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
  { status, headers, body }: UpstreamResponse,
  by: 'reset' | 'end' | 'lying-length',
): void {
  const half = body.subarray(0, body.byteLength / 2)
  if (by === 'lying-length') {
    // Complete as HTTP, half as JSON.
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
