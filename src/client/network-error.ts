// Explains a rejected fetch: the error code, and whether a connection was ever made.
import { NetworkError, type RequestLine } from './errors.ts'

const CERTIFICATE_CODE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/

/** What fetch says of a port that it never connects to. */
const BLOCKED_PORT = 'bad port'

interface Circumstances {
  /** Whether the response had begun. */
  readonly responding: boolean
  /** Removes the key from a text. */
  readonly redact: (text: string) => string
}

/** Turns what `fetch` (or reading its body) threw into a {@link NetworkError}. */
export function networkError(
  request: RequestLine,
  thrown: unknown,
  { responding, redact }: Circumstances,
): NetworkError {
  const root = rootCause(thrown)
  const code = stringProperty(root, 'code')
  const certificate = code !== null && CERTIFICATE_CODE.test(code)
  const syscall = stringProperty(root, 'syscall')
  const blockedPort = messageOf(root) === BLOCKED_PORT
  const refusal = proxyRefusal(root)
  const unconnected =
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    certificate ||
    blockedPort ||
    refusal !== null
  return new NetworkError(request, {
    what: redact(describe(root, code, certificate, responding)),
    code,
    transient: !certificate && !blockedPort && refusal !== '407',
    maybeReceived: responding || !unconnected,
    cause: withoutKey(thrown, redact),
  })
}

/** Parser errors quote what they could not read, and a server may echo the key: such a cause is dropped. */
function withoutKey(thrown: unknown, redact: (text: string) => string): unknown {
  return mentions(thrown, (text) => redact(text) !== text) ? undefined : thrown
}

/** Whether any text of an error, its properties and its causes meets the condition. */
function mentions(value: unknown, matches: (text: string) => boolean, seen = new Set()): boolean {
  if (typeof value === 'string') return matches(value)
  if (value instanceof Uint8Array) return matches(new TextDecoder().decode(value))
  if (typeof value !== 'object' || value === null || seen.has(value)) return false
  seen.add(value)
  // Not only enumerable properties: `message`, `stack` and `cause` are not.
  return Reflect.ownKeys(value).some((key) => mentions(Reflect.get(value, key), matches, seen))
}

/** The innermost cause; the first one if several addresses of a name were tried. */
function rootCause(thrown: unknown): unknown {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return rootCause(thrown.errors[0])
  if (thrown instanceof Error && thrown.cause instanceof Error) return rootCause(thrown.cause)
  return thrown
}

function stringProperty(value: unknown, key: string): string | null {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' ? found : null
}

/** The status with which a proxy refused CONNECT, or plain http without credentials. */
function proxyRefusal(root: unknown): string | null {
  return /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(messageOf(root))?.[1] ?? null
}

function messageOf(root: unknown): string {
  return root instanceof Error ? root.message : String(root)
}

/** The address of the attempt, which behind a proxy is not the service's own. */
function placeOf(root: unknown): string {
  const address = stringProperty(root, 'address')
  const port: unknown = typeof root === 'object' && root !== null ? Reflect.get(root, 'port') : undefined
  return address !== null && typeof port === 'number' ? `${address} port ${port}` : 'this address'
}

function describe(root: unknown, code: string | null, certificate: boolean, responding: boolean): string {
  if (certificate) return `the server's certificate was refused (${code})`
  if (messageOf(root) === BLOCKED_PORT)
    return 'fetch does not connect to this port, which is reserved for another protocol'
  const refusal = proxyRefusal(root)
  if (refusal === '407') return 'the proxy requires a user name and a password (HTTP 407)'
  if (refusal !== null) return `proxy CONNECT failed (HTTP ${refusal})`
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing accepts connections at ${placeOf(root)} (ECONNREFUSED)`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name could not be resolved (${code})`
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `the host cannot be reached (${code})`
    default: {
      const detail = explain(root, code)
      return responding
        ? `the connection broke during the response (${detail})`
        : `the connection broke before a response arrived (${detail})`
    }
  }
}

function explain(root: unknown, code: string | null): string {
  const message = messageOf(root)
  if (message === 'bad response' || message === 'bad upgrade')
    return 'the server sent an interim response that nobody asked for, such as 100 Continue'
  // Node's fetch fails like this, without a word, after HTTP 407.
  if (code === null && message === '')
    return 'fetch gave no reason, as it does when a proxy requires a user name and a password (HTTP 407)'
  return code ?? message
}
