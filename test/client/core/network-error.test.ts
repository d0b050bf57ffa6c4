import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { networkError } from '../../../src/client/core/network-error.ts'

const line = { method: 'GET', url: 'https://api.test/agents' }
const circumstances = { responding: false, redact: (text: string) => text.replaceAll('hunter22', '***') }

/** As fetch rejects: the reason stands in the cause. */
function fetchFailed(properties: object, message = 'reason'): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), properties) })
}

function errorOf(thrown: unknown, responding = false) {
  return networkError(line, thrown, { ...circumstances, responding })
}

describe('an error before a connection', () => {
  const refused = { code: 'ECONNREFUSED', syscall: 'connect' }
  const unresolved = { code: 'ENOTFOUND', syscall: 'getaddrinfo' }
  const unreached = { code: 'UND_ERR_CONNECT_TIMEOUT' }

  it.each([
    [refused, /nothing accepts connections at .* \(ECONNREFUSED\)/],
    [{ ...refused, address: '10.0.0.1', port: 443 }, /connections at 10\.0\.0\.1 port 443 \(/],
    [{ ...refused, address: '10.0.0.1', port: 3128 }, /connections at the proxy, 10\.0\.0\.1 port 3128 \(/],
    [
      { ...refused, hostname: 'proxy.test', address: '10.0.0.1', port: 443 },
      /connections at the proxy, 10\.0\.0\.1 port 443 \(/,
    ],
    [unresolved, /the host name could not be resolved \(ENOTFOUND\)/],
    [{ ...unresolved, code: 'EAI_AGAIN' }, /the host name could not be resolved \(EAI_AGAIN\)/],
    [{ ...unresolved, hostname: 'api.test' }, /the host name could not be resolved \(/],
    [{ ...unresolved, hostname: 'proxy.test' }, /name of the proxy, proxy\.test, could not be resolved \(/],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, /the host does not speak TLS/],
    [{ code: 'ETIMEDOUT', syscall: 'connect' }, /the host cannot be reached \(ETIMEDOUT\)/],
    [{ code: 'EHOSTUNREACH', syscall: 'connect' }, /the host cannot be reached \(EHOSTUNREACH\)/],
    [{ ...unreached, hostname: 'proxy.test' }, /: the proxy, proxy\.test, cannot be reached \(UND_ERR_C/],
    [unreached, /the host cannot be reached \(UND_ERR_CONNECT_TIMEOUT\)/],
  ])('%o has carried nothing and may pass', (properties, words) => {
    const error = errorOf(fetchFailed(properties))
    expect(error).toMatchObject({ code: properties.code, transient: true, maybeReceived: false })
    expect(error.message).toMatch(words)
  })

  it.each([
    ['tcp connect error: Connection refused (os error 111)', 'ECONNREFUSED'],
    ['tcp connect error: No connection could be made. (os error 10061)', 'ECONNREFUSED'],
    ['dns error: failed to lookup address information: Name or service not known', 'ENOTFOUND'],
    ['tcp connect error: Network is unreachable (os error 101)', null],
  ])('on Deno, whose errors have no code, has carried nothing either: %s', (words, code) => {
    const message = `error sending request for url (https://api.test/agents): client error (Connect): ${words}`
    expect(errorOf(fetchFailed({}, message))).toMatchObject({ code, transient: true, maybeReceived: false })
  })

  it.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('%s will not pass by itself', (code) => {
    const error = errorOf(fetchFailed({ code }, 'self-signed certificate'))
    expect(error).toMatchObject({ code, transient: false, maybeReceived: false })
    expect(error.message).toMatch(`the server's certificate was refused (${code}): self-signed certificate`)
    expect(errorOf(fetchFailed({ code }, 'x'.repeat(5000))).message.length).toBeLessThan(600)
  })

  it.each([
    ['Proxy response (407) !== 200 when HTTP Tunneling', 'the proxy requires a user name', false],
    ['Proxy Authentication Required (407)', 'the proxy requires a user name', false],
    ['Proxy response (502) !== 200 when HTTP Tunneling', 'proxy CONNECT failed (HTTP 502)', true],
  ])('%s has carried nothing; only another status than 407 may pass', (message, words, transient) => {
    const error = errorOf(fetchFailed({}, message))
    expect(error).toMatchObject({ transient, maybeReceived: false })
    expect(error.message).toContain(words)
  })

  it.each([
    [['ECONNREFUSED', 'ECONNREFUSED'], 'ECONNREFUSED'],
    [['ENETUNREACH', 'ECONNREFUSED'], 'ECONNREFUSED'],
    [['ETIMEDOUT', 'ENETUNREACH'], 'ETIMEDOUT'],
  ])('on every address of a name (%j) is told as %s', (codes, code) => {
    const attempts = codes.map((each) =>
      Object.assign(new Error(`connect ${each}`), { code: each, syscall: 'connect' }),
    )
    const error = errorOf(new TypeError('fetch failed', { cause: new AggregateError(attempts) }))
    expect(error).toMatchObject({ code, maybeReceived: false })
  })
})

describe('an error of a connection', () => {
  it.each([
    ['ECONNRESET', 'read'],
    ['EPIPE', 'write'],
    ['UND_ERR_SOCKET', undefined],
    ['ETIMEDOUT', 'read'],
  ])('%s on %s may have carried the request', (code, syscall) => {
    expect(errorOf(fetchFailed({ code, syscall }))).toMatchObject({ transient: true, maybeReceived: true })
  })

  it('in the middle of a response has carried it, whatever the code says', () => {
    const error = errorOf(fetchFailed({ code: 'ECONNREFUSED', syscall: 'connect' }), true)
    expect(error.maybeReceived).toBe(true)
  })

  it('may be anything that was thrown', () => {
    expect(errorOf('text').message).toContain('the connection broke before a response arrived (text)')
    expect(errorOf(undefined)).toMatchObject({ name: 'NetworkError', code: null, maybeReceived: true })
  })
})

describe('the cause', () => {
  it('is what was thrown', () => {
    const thrown = fetchFailed({ code: 'ECONNRESET' })
    expect(errorOf(thrown).cause).toBe(thrown)
  })

  it('is left out where it quotes the key, wherever it does', () => {
    expect(errorOf(fetchFailed({ code: 'HPE_INVALID', data: 'GET hunter22' })).cause).toBeUndefined()
    expect(errorOf(fetchFailed({}, 'unexpected hunter22')).cause).toBeUndefined()
  })

  it('is left out of an error of a custom fetch, whose texts are redacted', () => {
    const thrown = Object.assign(new Error('unexpected hunter22'), {
      code: 'hunter22',
      config: { headers: 'hunter22' },
    })
    const error = networkError(line, thrown, { ...circumstances, isCustomFetch: true })
    expect(error.cause).toBeUndefined()
    expect(inspect(error, { depth: 9 })).not.toContain('hunter22')
    expect(error.message).toContain('(***)')
  })
})
