// Requests through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name; Node's own fetch ignores them.
import { subscribe } from 'node:diagnostics_channel'
import { EnvHttpProxyAgent, fetch as undiciFetch } from 'undici-7'
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

/** What undici publishes of each connection: to the service, or to its proxy. */
interface Connection {
  readonly connectParams: { readonly host: string; readonly hostname: string }
}

/** Errors of sockets do not say whose address it is. The first to publish one is who cannot be reached. */
function nameHost(message: unknown): void {
  const { connectParams, error } = message as Connection & { readonly error: { errors?: object[] } }
  for (const each of [error, ...(error.errors ?? [])])
    if (!('hostname' in each)) Object.assign(each, { hostname: connectParams.hostname })
}

function proxyAgent(env: EnvironmentVariables): EnvHttpProxyAgent {
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || ''
  const direct = variable('NO_PROXY')
  subscribe('undici:client:connectError', nameHost)
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
