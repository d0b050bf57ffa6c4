// The environment variables that decide how requests travel: proxies, and whether certificates are checked.
import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import tls from 'node:tls'
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
  const unusable = path.includes('-----BEGIN')
    ? 'it is the text of a certificate, not the path of its file'
    : unusableFile(path, file)
  return unusable === null
    ? `NODE_EXTRA_CA_CERTS, ${file}, has other authorities than that of this certificate`
    : `NODE_EXTRA_CA_CERTS is set, but cannot be used: ${unusable}`
}

/** Why no certificate comes from this file, of which Node only warns; null if all do. */
function unusableFile(path: string, file: string): string | null {
  let text: string
  try {
    text = readFileSync(path, 'latin1')
  } catch (error) {
    const { code } = Object(error)
    if (code === 'EISDIR') return `${file} is a folder`
    if (code !== 'ENOENT') return `${file} cannot be read (${code})`
    const how = path.startsWith('~') ? ', since only a shell expands "~"' : ''
    return `the file ${file} does not exist ${isAbsolute(path) ? 'here' : `in ${process.cwd()}`}${how}`
  }
  if (text.trim() === '') return `${file} is empty`
  const certificates = text.match(/-----BEGIN (?:X509 )?CERTIFICATE-----[^-]+/g) ?? []
  if (certificates.length === 0) return `${file} has no certificate in PEM format`
  // Node 22.13 cannot say what it has loaded.
  const loaded = tls.getCACertificates?.('default').map(bytesOf)
  return loaded === undefined || certificates.every((each) => loaded.includes(bytesOf(each)))
    ? null
    : `Node did not load ${file}, because a certificate in it is damaged, or because the variable was set after the start of Node, as --env-file does`
}

/** A certificate in PEM as its Base64 alone. */
function bytesOf(certificate: string): string {
  return certificate.replace(/-----[^-]+-----|\s/g, '')
}
