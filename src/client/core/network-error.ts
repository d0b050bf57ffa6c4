// Explains a rejected fetch: the error code, and whether a connection was ever made.
import { NetworkError, type RequestLine } from './errors.ts'
import type { Redact } from './redactor.ts'

const CERTIFICATE_CODE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/

/** Codes of a host that answers `https` with something else. */
const NO_TLS_CODE =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|TLSV1_ALERT_PROTOCOL_VERSION)$/

interface Circumstances {
  readonly responding: boolean
  readonly redact: Redact
  /** Whether a program's own `fetch` threw it, whose errors may hold the request. */
  readonly isCustomFetch?: boolean
}

/** How Deno, whose errors have no code, says that it never connected. The numbers are those of three systems. */
const DENO_CONNECT = /client error \(Connect\): (?:(dns error)|.*\(os error (?:111|61|10061)\)$)?/

/** Codes of headers that undici does not send. */
const BAD_HEADER_CODE = /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_LENGTH_MISMATCH)$/

/** A header that cannot be sent, as a mistake of the calling program; null if sending failed. */
export function mistakeOf(thrown: unknown, redact: Redact): Error | null {
  const root = rootCause(thrown)
  if (!(root instanceof Error) || !BAD_HEADER_CODE.test(textAt(root, 'code') ?? '')) return null
  // A proxy that wants a password has this code, too.
  return /^proxy authentication required/i.test(root.message) ? null : new TypeError(redact(root.message))
}

/** Turns what `fetch` (or reading its body) threw into a {@link NetworkError}. */
export function networkError(
  request: RequestLine,
  thrown: unknown,
  { responding, redact, isCustomFetch = false }: Circumstances,
): NetworkError {
  const root = rootCause(thrown)
  const message = root instanceof Error ? root.message : String(root)
  const deno = DENO_CONNECT.exec(message)
  const denoCode = deno && (deno[1] ? 'ENOTFOUND' : deno[0].endsWith(')') ? 'ECONNREFUSED' : null)
  const code = textAt(root, 'code') ?? denoCode
  const isCertificate = CERTIFICATE_CODE.test(code ?? '')
  // The status with which a proxy refused CONNECT, or plain http without credentials.
  const proxyStatus = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(message)?.[1]
  // A port that fetch never connects to.
  const isBadPort = message === 'bad port'
  const unconnected =
    isCertificate ||
    NO_TLS_CODE.test(code ?? '') ||
    isBadPort ||
    proxyStatus !== undefined ||
    deno !== null ||
    ['connect', 'getaddrinfo'].includes(textAt(root, 'syscall') ?? '') ||
    code === 'UND_ERR_CONNECT_TIMEOUT'
  // A parser's error holds what it could not read, and a server may echo the key.
  const mayHoldKey =
    isCustomFetch ||
    Reflect.has(Object(root), 'data') ||
    [thrown, root].some((each) => each instanceof Error && redact(each.message) !== each.message)
  const reason =
    (proxyStatus === undefined ? connectReason(code, root, request) : proxyReason(proxyStatus)) ??
    brokenReason(code ?? message, responding)
  return new NetworkError(request, {
    what: redact(reason),
    code: code === null ? null : redact(code),
    transient: !isCertificate && !isBadPort && proxyStatus !== '407',
    maybeReceived: responding || !unconnected,
    cause: mayHoldKey ? undefined : thrown,
  })
}

/** The innermost cause; if several addresses of a name were tried, a refused one, since something answers there. */
function rootCause(thrown: unknown): unknown {
  if (thrown instanceof AggregateError && thrown.errors.length > 0)
    return thrown.errors.find((each) => textAt(each, 'code') === 'ECONNREFUSED') ?? thrown.errors[0]
  return thrown instanceof Error && thrown.cause instanceof Error ? rootCause(thrown.cause) : thrown
}

function textAt(value: unknown, key: string): string | null {
  const found: unknown = Reflect.get(Object(value), key)
  return typeof found === 'string' ? found : null
}

function proxyReason(status: string): string {
  return status === '407'
    ? 'the proxy requires a user name and a password (HTTP 407)'
    : `proxy CONNECT failed (HTTP ${status})`
}

/** Behind a proxy, it is the proxy that cannot be reached: its name or port is not that of the request. */
function connectReason(code: string | null, root: unknown, { url }: RequestLine): string | null {
  const { address, port, hostname } = Object(root)
  const proxy = isProxy(url, hostname, port) ? `the proxy, ${hostname ?? address},` : null
  switch (code) {
    case 'ECONNREFUSED': {
      const whose = proxy === null ? '' : 'the proxy, '
      const place = address === undefined ? 'this address' : `${whose}${address} port ${port ?? 0}`
      return `nothing accepts connections at ${place} (ECONNREFUSED)`
    }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name${proxy ? ` of ${proxy}` : ''} could not be resolved (${code})`
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${proxy ?? 'the host'} cannot be reached (${code})`
    default:
      if (NO_TLS_CODE.test(code ?? ''))
        return `${proxy ?? 'the host'} does not speak TLS, or not a version that is safe (${code})`
      return CERTIFICATE_CODE.test(code ?? '') ? refusedCertificate(code, Object(root).message) : null
  }
}

/** The names that a certificate is for, and other details, may be many. */
const MAX_DETAIL = 400

function refusedCertificate(code: string | null, detail: unknown): string {
  const refused = `the server's certificate was refused (${code})`
  return detail ? `${refused}: ${String(detail).slice(0, MAX_DETAIL).toWellFormed()}` : refused
}

function isProxy(url: string, hostname: string | undefined, port: number | undefined): boolean {
  if (!URL.canParse(url)) return false
  const wanted = new URL(url)
  const wantedHost = wanted.hostname.replace(/^\[|\]$/g, '')
  const wantedPort = wanted.port || (wanted.protocol === 'http:' ? '80' : '443')
  return (hostname ?? wantedHost) !== wantedHost || String(port ?? wantedPort) !== wantedPort
}

function brokenReason(detail: string, responding: boolean): string {
  if (detail === 'bad port')
    return 'fetch does not connect to this port, which is reserved for another protocol'
  // Node's fetch fails like this, without a word, after HTTP 407.
  const silence =
    'fetch gave no reason, as it does when a proxy requires a user name and a password (HTTP 407)'
  return `the connection broke ${responding ? 'during the response' : 'before a response arrived'} (${detail || silence})`
}
