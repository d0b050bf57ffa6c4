// What lies behind a rejected fetch: the code, and whether a connection was ever made.
import { inspect } from 'node:util'
import { NetworkError, type RequestLine } from './errors.ts'

const CERTIFICATE_CODE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/

interface Circumstances {
  /** Whether the answer had begun. */
  readonly answering: boolean
  /** Takes the key out of a text. */
  readonly redact: (text: string) => string
}

/** Turns what `fetch` (or reading its body) threw into a {@link NetworkError}. */
export function networkError(
  request: RequestLine,
  thrown: unknown,
  { answering, redact }: Circumstances,
): NetworkError {
  const root = rootCause(thrown)
  const code = stringProperty(root, 'code')
  const certificate = code !== null && CERTIFICATE_CODE.test(code)
  const syscall = stringProperty(root, 'syscall')
  const unconnected =
    syscall === 'connect' ||
    syscall === 'getaddrinfo' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    certificate ||
    tunnelRefusal(root) !== null
  return new NetworkError(request, {
    what: redact(describe(root, code, certificate, answering)),
    code,
    transient: !certificate,
    maybeReceived: answering || !unconnected,
    cause: withoutKey(thrown, redact),
  })
}

/** A parser's error quotes what it could not read, and a server may echo the key: such a cause is not kept. */
function withoutKey(thrown: unknown, redact: (text: string) => string): unknown {
  const text = inspect(thrown, { depth: 10, maxStringLength: Number.POSITIVE_INFINITY })
  return redact(text) === text ? thrown : undefined
}

/** The innermost cause; of several attempts on one name (IPv4 and IPv6) the first. */
function rootCause(thrown: unknown): unknown {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return rootCause(thrown.errors[0])
  if (thrown instanceof Error && thrown.cause instanceof Error) return rootCause(thrown.cause)
  return thrown
}

function stringProperty(value: unknown, key: string): string | null {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' ? found : null
}

/** The status with which a proxy answered instead of opening a way to the service. */
function tunnelRefusal(root: unknown): string | null {
  const message = root instanceof Error ? root.message : ''
  return /^Proxy response \((\d+)\)/.exec(message)?.[1] ?? null
}

/** Where a connection was tried, which behind a proxy is not the service's own address. */
function placeOf(root: unknown): string {
  const address = stringProperty(root, 'address')
  const port: unknown = typeof root === 'object' && root !== null ? Reflect.get(root, 'port') : undefined
  return address !== null && typeof port === 'number' ? `${address} port ${port}` : 'this address'
}

function describe(root: unknown, code: string | null, certificate: boolean, answering: boolean): string {
  if (certificate) return `the server's certificate was refused (${code})`
  const refusal = tunnelRefusal(root)
  if (refusal !== null) return `the proxy did not open a way to the service (HTTP ${refusal})`
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
      const words = code ?? (root instanceof Error ? root.message : String(root))
      return answering
        ? `the connection broke in the middle of the answer (${words})`
        : `the connection broke before an answer came (${words})`
    }
  }
}
