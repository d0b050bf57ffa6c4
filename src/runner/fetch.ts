// Node's own fetch, or one through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, which Node's ignores.
import { subscribe } from 'node:diagnostics_channel'
import { BlockList, isIP } from 'node:net'
import type { EnvHttpProxyAgent } from 'undici'
import type { EnvironmentVariables } from './environment.ts'
import { extraCertificatesError, proxyOf } from './network-variables.ts'

/** Never reached through a proxy. */
const THIS_MACHINE = 'localhost,127.0.0.1,[::1]'

/**
 * Makes a fetch for URLs (it takes no `Request` objects). Lower-case names of the variables win; requests over https use HTTP_PROXY if
 * HTTPS_PROXY is not set. Where `environmentError` finds no address in them, no request is made.
 */
export function createProxiedFetch(env: EnvironmentVariables): typeof fetch {
  subscribe('undici:client:connectError', nameHost)
  const hasProxy = proxyOf(env, 'HTTP_PROXY') !== null || proxyOf(env, 'HTTPS_PROXY') !== null
  let proxied: Promise<typeof fetch> | undefined
  return async (url, init) => {
    try {
      if (!hasProxy) return await fetch(url, init)
      proxied ??= fetchWithProxy(env)
      const send = await proxied
      return await send(url, init)
    } catch (error) {
      throw withCertificates(error, env)
    }
  }
}

/** Imported on demand: it is an HTTP stack of its own. Node's fetch works only with an agent of the version that Node has. */
async function fetchWithProxy(env: EnvironmentVariables): Promise<typeof fetch> {
  const undici = await import('undici')
  const noProxy = noProxyOf(env)
  const isDirect = networksIn(noProxy)
  const throughProxy = new undici.EnvHttpProxyAgent(proxyOptions(env, noProxy))
  const direct = new undici.Agent({ allowH2: false })
  // Its types differ from those of @types/node.
  const send = undici.fetch as unknown as typeof fetch
  return (url, init) => {
    const dispatcher = isDirect(new URL(String(url)).hostname) ? direct : throughProxy
    return send(url, Object.assign({}, init, { dispatcher }))
  }
}

/** Errors of certificates that another authority would make good. */
const UNTRUSTED = /^(?:CERT_UNTRUSTED|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/

/** What a server's certificate is refused for, with what is wrong with the authorities of the environment. */
function withCertificates(error: unknown, env: EnvironmentVariables): unknown {
  const { code, message } = Object(Object(error).cause)
  if (!UNTRUSTED.test(code)) return error
  // Without Node's advice, which is about an option of its own.
  const [refused] = String(message).split(';')
  const text = [refused, extraCertificatesError(env) ?? []].flat().join('. ')
  return new TypeError('fetch failed', { cause: Object.assign(new Error(text), { code }) })
}

/** The entries as undici reads them, also of those that are written for other programs: `https://host/`, `host.`, `a;b`, `host:*`. */
function noProxyOf(env: EnvironmentVariables): string[] {
  const entries = (env['no_proxy'] || env['NO_PROXY'] || '').split(/[\s,;|]+/)
  return entries.map((entry) => entry.replace(/^[a-z]+:\/\/|(?:[./]|:\*)$/gi, ''))
}

/** Whether an address is one of NO_PROXY, or in one of its networks, such as `10.0.0.0/8`; undici knows IPv4 addresses alone. */
function networksIn(noProxy: readonly string[]): (hostname: string) => boolean {
  const networks = new BlockList()
  for (const entry of noProxy) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address)
    const most = family === 4 ? 32 : 128
    const bits = /^\d{1,3}$/.test(prefix ?? `${most}`) ? Number(prefix ?? most) : Number.NaN
    if (family !== 0 && bits <= most) networks.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6')
  }
  return (hostname) => {
    const address = hostname.replace(/^\[|\]$/g, '')
    const family = isIP(address)
    return family !== 0 && networks.check(address, family === 4 ? 'ipv4' : 'ipv6')
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

function proxyOptions(env: EnvironmentVariables, noProxy: readonly string[]): EnvHttpProxyAgent.Options {
  const [http, https] = [proxyOf(env, 'HTTP_PROXY'), proxyOf(env, 'HTTPS_PROXY')]
  // Without its value, which may hold a password.
  for (const proxy of [http, https])
    if (proxy?.address === null) throw new Error(`${proxy.variable} is not an address of a proxy`)
  return {
    httpProxy: http?.address ?? '',
    httpsProxy: https?.address ?? '',
    // The agent knows `*` only on its own.
    noProxy: noProxy.includes('*') ? '*' : [...noProxy, THIS_MACHINE].join(),
    // Plain http needs no tunnel, which many proxies allow for port 443 only.
    proxyTunnel: false,
    // HTTP/1.1 has one clear answer to the question whether a request may have reached the server.
    allowH2: false,
  }
}
