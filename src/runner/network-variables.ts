// The environment variables that decide how requests travel: proxies, and whether certificates are checked.
import { readFileSync } from 'node:fs'
import type { EnvironmentVariables } from './environment.ts'

/** What makes a run in this environment unsafe or impossible, and what to do; null if nothing does. */
export function environmentError(env: EnvironmentVariables): string | null {
  const wrong = [proxyOf(env, 'HTTP_PROXY'), proxyOf(env, 'HTTPS_PROXY')].find(
    (each) => each?.address === null,
  )
  // Without the value, which may hold a password.
  if (wrong)
    return `${wrong.variable} is not an address of a proxy. Correct it, such as http://proxy.acme.test:3128, or remove it. In a user name or a password, write @ as %40, : as %3A, / as %2F and # as %23.`
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return null
  return (
    'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of TLS certificates, so anyone on the network could read the API key. ' +
    'Remove it; for a private certificate authority, set NODE_EXTRA_CA_CERTS (in a workflow, in the `env:` of the job).'
  )
}

/** The proxy that a variable names; null without one. The lower-case name wins. `address`: null if it is none. */
export function proxyOf(env: EnvironmentVariables, name: 'HTTP_PROXY' | 'HTTPS_PROXY') {
  const variable = [name.toLowerCase(), name].find((each) => env[each]?.trim())
  if (variable === undefined) return null
  const given = env[variable]?.trim() ?? ''
  // `proxy.acme.test:3128` is what many write, and what curl understands; as a `%` in a password, or `ACME\ada` as a name.
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`
  const address = full.replace(/%(?![\da-f]{2})/gi, '%25').replaceAll('\\', '%5C')
  return { variable, address: isProxyAddress(address) ? address : null }
}

function isProxyAddress(address: string): boolean {
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(address)
    // The client decodes them.
    const isDecodable = decodeURIComponent(username + password).isWellFormed()
    return isDecodable && /^(?:https?|socks5?):\/?$/.test(protocol + pathname + search + hash)
  } catch {
    return false
  }
}

/** Why NODE_EXTRA_CA_CERTS, if it is set, does not make Node trust an authority. A clause without a full stop. */
export function extraCertificatesError(env: EnvironmentVariables): string | null {
  const path = env['NODE_EXTRA_CA_CERTS'] ?? ''
  if (path === '') return null
  const file = JSON.stringify(path.length <= 200 ? path : `${path.slice(0, 200).toWellFormed()}…`)
  return `NODE_EXTRA_CA_CERTS, ${file}, ${foundIn(path)}. Expected the full path of a PEM file with the authority of this certificate, set before Node starts`
}

function foundIn(path: string): string {
  try {
    const { length } = readFileSync(path, 'latin1').match(/-----BEGIN (?:X509 )?CERTIFICATE-----/g) ?? []
    return length === 0
      ? 'cannot be used: it has no certificate in PEM format'
      : 'has no authority of it that Node has loaded'
  } catch (error) {
    return `cannot be read (${Object(error).code})`
  }
}
