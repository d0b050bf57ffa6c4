import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProxiedFetch } from '../../src/runner/fetch.ts'
import { serve } from '../client/test-server.ts'
import { CLOSED_PORT } from '../support/closed-port.ts'

interface Asked {
  readonly target: string
  readonly authorization: string | undefined
}

let service: Server
let proxy: Server
let asked: Asked[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    response.end(
      JSON.stringify({ url: request.url, host: request.headers.host, key: request.headers['x-api-key'] }),
    )
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  // The proxy answers plain http by itself, and tunnels everything else to the service.
  proxy = createServer((request, response) => {
    const { url = '', headers } = request
    asked.push({ target: `${request.method} ${url}`, authorization: headers['proxy-authorization'] })
    response.end(JSON.stringify({ url, host: headers.host, key: headers['x-api-key'] }))
  })
  proxy.on('connect', (request, client) => {
    asked.push({ target: `CONNECT ${request.url}`, authorization: request.headers['proxy-authorization'] })
    const upstream = connect(portOf(service), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
})

afterAll(() => {
  for (const server of [service, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

beforeEach(() => {
  asked = []
})

// A name that does not resolve: only the proxy can reach the service.
const unresolvable = 'http://service.invalid/agents'
const direct = () => `http://127.0.0.1:${portOf(service)}/agents`
const proxyUrl = (credentials = '') => `http://${credentials}127.0.0.1:${portOf(proxy)}`
const targets = () => asked.map(({ target }) => target)

describe('with a proxy', () => {
  test.each(['http_proxy', 'HTTP_PROXY'])(
    'in %s, it gets requests over http with their headers',
    async (name) => {
      const response = await createProxiedFetch({ [name]: proxyUrl() })(unresolvable, {
        headers: { 'X-API-Key': 'sk-1' },
      })
      expect(await response.json()).toEqual({
        url: unresolvable,
        host: 'service.invalid',
        key: 'sk-1',
      })
      expect(asked).toEqual([{ target: `GET ${unresolvable}`, authorization: undefined }])
    },
  )

  test.each(['https_proxy', 'HTTPS_PROXY', 'HTTP_PROXY'])(
    'in %s, it opens a tunnel for requests over https',
    async (name) => {
      const noTls = createProxiedFetch({ [name]: proxyUrl() })('https://service.invalid/agents', {})
      await expect(noTls).rejects.toThrow()
      expect(targets()).toEqual(['CONNECT service.invalid:443'])
    },
  )

  test('in HTTPS_PROXY alone, requests over http do not use it', async () => {
    const env = { HTTPS_PROXY: proxyUrl() }
    expect((await createProxiedFetch(env)(direct().replace('127.0.0.1', '0.0.0.0'), {})).status).toBe(200)
    expect(asked).toEqual([])
  })

  test('whose lower-case variable is empty, the upper-case one counts', async () => {
    await createProxiedFetch({ http_proxy: '', HTTP_PROXY: proxyUrl() })(unresolvable, {})
    expect(asked).toHaveLength(1)
  })

  test('that needs credentials, it gets those of its address', async () => {
    await createProxiedFetch({ http_proxy: proxyUrl('ada:hunter%2F2@') })(unresolvable, {})
    expect(asked).toMatchObject([{ authorization: `Basic ${btoa('ada:hunter/2')}` }])
  })

  test('may be given without http://', async () => {
    await createProxiedFetch({ http_proxy: proxyUrl().replace('http://', '') })(unresolvable, {})
    expect(asked).toHaveLength(1)
  })

  test('that is down, a request fails: it does not go around it', async () => {
    const send = createProxiedFetch({ HTTP_PROXY: CLOSED_PORT })
    for (const address of [unresolvable, 'https://service.invalid:2/agents'])
      expect(await send(address, {}).catch(inspect)).toMatch(/ECONNREFUSED.*hostname: '127\.0\.0\.1'/s)
  })

  test('that does not answer, a request ends when it is aborted', async () => {
    const silent = createServer()
    const connected = new Promise((resolve) => silent.on('connection', resolve))
    silent.on('connect', () => undefined)
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const stop = new AbortController()
    const env = { https_proxy: `http://127.0.0.1:${portOf(silent)}` }
    const sent = createProxiedFetch(env)('https://service.invalid/agents', { signal: stop.signal })
    await connected
    stop.abort(new Error('given up'))
    await expect(sent).rejects.toThrow('given up')
    silent.closeAllConnections()
    silent.close()
  })

  test.each([' ada:p@ss:w%rd@', 'ada:p%40ss%3Aw%25rd@'])(
    'may have odd characters in its password: %s',
    async (user) => {
      const address = user.startsWith(' ') ? ` ${proxyUrl(user.trim())} ` : proxyUrl(user)
      await createProxiedFetch({ HTTP_PROXY: address })(unresolvable, {})
      expect(asked).toMatchObject([{ authorization: `Basic ${btoa('ada:p@ss:w%rd')}` }])
    },
  )

  test.each(['http://ada:hunter2@my proxy', 'gopher://ada:hunter2@proxy', 'http://%ff:hunter2@proxy'])(
    'whose address is invalid, a request fails without quoting it: %s',
    async (address) => {
      const error = await createProxiedFetch({ http_proxy: address })(unresolvable, {}).catch(
        (thrown: unknown) => thrown,
      )
      expect(String(error)).toBe('Error: http_proxy is not an address of a proxy')
      expect(error).not.toHaveProperty('cause')
    },
  )
})

describe('the proxy is not used', () => {
  test('if none is set', async () => {
    const response = await createProxiedFetch({})(direct(), {})
    expect(await response.json()).toMatchObject({ url: '/agents' })
  })

  test.each(['127.0.0.1', 'localhost'])('for this machine (%s)', async (host) => {
    const url = direct().replace('127.0.0.1', host)
    expect((await createProxiedFetch({ http_proxy: proxyUrl() })(url, {})).status).toBe(200)
    expect(asked).toEqual([])
  })

  test.each([
    'service.invalid',
    '.invalid',
    'other.test, SERVICE.invalid:80',
    '*',
    'other.test,*',
    'http://service.invalid:80/',
    'other.test;service.invalid.',
    'other.test|invalid:*',
  ])('for a host in no_proxy: %s', async (hosts) => {
    const env = { http_proxy: proxyUrl(), no_proxy: hosts }
    expect(await createProxiedFetch(env)(unresolvable, {}).catch(inspect)).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect(asked).toEqual([])
  })
})

test.each([
  ['192.0.2.0/24', true],
  ['other.test 192.0.2.77/32', true],
  ['2001:db8::/32', true],
  ['2001:db8::1', true],
  ['[2001:db8::1]', true],
  ['192.0.3.0/24, 192.0.2.0/33, 192.0.2.0/x, /24', false],
])('a network in no_proxy: %s', async (networks, isDirect) => {
  const host = networks.includes('::') ? '[2001:db8::1]' : '192.0.2.77'
  const env = { http_proxy: proxyUrl(), no_proxy: networks }
  await createProxiedFetch(env)(`http://${host}/`, { signal: AbortSignal.timeout(1000) }).catch(
    () => undefined,
  )
  expect(asked).toHaveLength(isDirect ? 0 : 1)
})

test.each([
  ['is cut short', 1000],
  ['has no end', undefined],
])('a body that %s is rejected', async (_, length) => {
  const { url } = await serve((response) => {
    response.writeHead(200, length === undefined ? {} : { 'content-length': length })
    response.write('{', () => response.destroy())
  })
  const response = await createProxiedFetch({})(url)
  await expect(response.text()).rejects.toThrow('terminated')
})

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
