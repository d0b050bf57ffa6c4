// Requests through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name; Node's own fetch ignores them.
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type Dispatcher, EnvHttpProxyAgent, request, fetch as undiciFetch } from 'undici-7'
import type { EnvironmentVariables } from './environment.ts'

/** Never reached through a proxy. */
const THIS_MACHINE = 'localhost,127.0.0.1,[::1]'

/**
 * Makes a fetch for URLs (it takes no `Request` objects). Lower-case names of the variables win; requests over
 * https use HTTP_PROXY if HTTPS_PROXY is not set. It rejects if the address of the proxy is invalid.
 */
export function createProxiedFetch(env: EnvironmentVariables): typeof fetch {
  let agent: EnvHttpProxyAgent | undefined
  // An agent works only with the fetch of its own undici version. Their types differ from those of @types/node.
  const fetchWith = undiciFetch as unknown as typeof fetch
  return async (url, init) => {
    agent ??= proxyAgent(env)
    return fetchWith(url, Object.assign({}, init, { dispatcher: agent }))
  }
}

/**
 * Makes what the client needs of fetch. The objects of fetch itself survive until the next full garbage collection, and so
 * does all they refer to: with thousands of requests, a hundred megabytes.
 */
export function createProxiedRequest(env: EnvironmentVariables) {
  let agent: EnvHttpProxyAgent | undefined
  return async (url: string, { method = 'GET', headers, body, signal }: RequestInit) => {
    agent ??= proxyAgent(env)
    const sent = request(url, {
      dispatcher: agent,
      method: method as Dispatcher.HttpMethod,
      headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'gzip' },
      // It takes every async iterable, which its types do not say.
      body: (body ?? null) as string | null,
      signal: signal ?? null,
    })
    await settledOrAborted(sent, signal)
    const response = await sent
    const received = new Map(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
    const zipped = /^(x-)?gzip\s*$/i.test(received.get('content-encoding') ?? '')
    const chunks = zipped ? pipeline(response.body, createGunzip(), () => undefined) : response.body
    // Reading throws what breaks the stream; without a listener, it would end the process as well.
    chunks.on('error', () => undefined)
    return { status: response.statusCode, headers: received, body: { getReader: () => readerOf(chunks) } }
  }
}

/** undici notices an abort only once the request has a connection, which can take minutes. */
function settledOrAborted(sent: Promise<unknown>, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const end = () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    sent.then(end, end)
  })
}

function readerOf(chunks: Readable) {
  const iterator: AsyncIterator<Uint8Array, undefined> = chunks[Symbol.asyncIterator]()
  return {
    read: () => iterator.next(),
    cancel: async () => {
      chunks.destroy()
    },
  }
}

function proxyAgent(env: EnvironmentVariables): EnvHttpProxyAgent {
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || ''
  const direct = variable('NO_PROXY')
  try {
    return new EnvHttpProxyAgent({
      httpProxy: withScheme(variable('HTTP_PROXY')),
      httpsProxy: withScheme(variable('HTTPS_PROXY')),
      // The agent knows `*` only on its own.
      noProxy: direct.trim() === '*' ? '*' : `${direct},${THIS_MACHINE}`,
      // Plain http needs no tunnel, which many proxies allow for port 443 only.
      proxyTunnel: false,
      // HTTP/1.1 has one clear answer to the question whether a request may have reached the server.
      allowH2: false,
    })
  } catch {
    // Without its cause, which quotes the address and so its password.
    throw new Error('HTTP_PROXY or HTTPS_PROXY is not a valid address')
  }
}

/** `proxy.acme.test:3128` is what many write, and what curl understands. */
function withScheme(address: string): string {
  return address === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`
}
