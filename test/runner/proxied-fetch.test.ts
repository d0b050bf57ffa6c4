import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createProxiedFetch } from '../../src/runner/proxied-fetch.ts'

let service: Server
let proxy: Server
let tunnels: { target: string; authorization: string | undefined }[] = []

beforeAll(async () => {
  service = createServer((request, response) => {
    response.end(JSON.stringify({ url: request.url, key: request.headers['x-api-key'] }))
  })
  await listening(service)
  proxy = createServer()
  proxy.on('connect', (request, client) => {
    tunnels.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    const upstream = connect(portOf(service), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  await listening(proxy)
})

afterAll(() => {
  for (const server of [service, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

beforeEach(() => {
  tunnels = []
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) {
    vi.stubEnv(name, '')
    vi.stubEnv(name.toUpperCase(), '')
  }
})
afterEach(() => {
  vi.unstubAllEnvs()
})

// Names that resolve nowhere: only the proxy knows the way to the service.
const unresolvable = 'http://service.invalid/agents'
const direct = () => `http://127.0.0.1:${portOf(service)}/agents`
const throughProxy = (credentials = '') => `http://${credentials}127.0.0.1:${portOf(proxy)}`

describe('with a proxy', () => {
  test.each(['http_proxy', 'HTTP_PROXY'])(
    'in %s, requests go through it with all that they carry',
    async (name) => {
      vi.stubEnv(name, throughProxy())
      const answer = await createProxiedFetch()(unresolvable, { headers: { 'X-API-Key': 'sk-1' } })
      expect(await answer.json()).toEqual({ url: '/agents', key: 'sk-1' })
      expect(tunnels).toEqual([{ target: 'service.invalid:80', authorization: undefined }])
    },
  )

  test('of https, requests over https ask it for a tunnel', async () => {
    vi.stubEnv('https_proxy', throughProxy())
    const noTls = createProxiedFetch()('https://service.invalid/agents')
    await expect(noTls).rejects.toThrow()
    expect(tunnels.map(({ target }) => target)).toEqual(['service.invalid:443'])
  })

  test('that wants credentials, it is given them', async () => {
    vi.stubEnv('http_proxy', throughProxy('ada:hunter2@'))
    expect((await createProxiedFetch()(new URL(unresolvable))).status).toBe(200)
    expect(tunnels).toMatchObject([{ authorization: `Basic ${btoa('ada:hunter2')}` }])
  })

  test('a request object goes through it too', async () => {
    vi.stubEnv('http_proxy', throughProxy())
    expect((await createProxiedFetch()(new Request(unresolvable))).status).toBe(200)
    expect(tunnels).toHaveLength(1)
  })

  test('that is not there, a request fails: it does not go around it', async () => {
    vi.stubEnv('http_proxy', 'http://127.0.0.1:1')
    const refused = { cause: { code: 'ECONNREFUSED' } }
    await expect(createProxiedFetch()(unresolvable)).rejects.toMatchObject(refused)
  })
})

describe('a request goes straight', () => {
  test('where no proxy is named', async () => {
    expect(await (await createProxiedFetch()(direct())).json()).toEqual({ url: '/agents' })
  })

  test('to this machine itself', async () => {
    vi.stubEnv('http_proxy', throughProxy())
    expect((await createProxiedFetch()(direct())).status).toBe(200)
    expect(tunnels).toEqual([])
  })

  test.each(['service.invalid', '.invalid', 'other.test, SERVICE.invalid:80', '*'])(
    'to a host that no_proxy names: %s',
    async (hosts) => {
      vi.stubEnv('http_proxy', throughProxy())
      vi.stubEnv('no_proxy', hosts)
      const unresolved = expect.objectContaining({ code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) })
      await expect(createProxiedFetch()(unresolvable)).rejects.toMatchObject({ cause: unresolved })
      expect(tunnels).toEqual([])
    },
  )
})

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}
