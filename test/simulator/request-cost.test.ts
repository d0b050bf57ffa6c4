import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { serving } from './serving.ts'

const agents = [{ name: 'Support bot', scenario: 'all-pass' }] as const

/** Sends all requests in one packet, so that they arrive together, and waits for the last response. */
function sendTogether(url: string, requests: readonly { path: string; key?: string }[]): Promise<string[]> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(
    requests
      .map(({ path, key }) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${key ? `X-API-Key: ${key}\r\n` : ''}\r\n`)
      .join(''),
  )
  return new Promise((resolve, reject) => {
    let received = ''
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received += String(chunk)
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
      if (statuses.length < requests.length) return
      socket.destroy()
      resolve(statuses)
    })
  })
}

describe('a server whose requests have a cost', () => {
  it('works on one request at a time, in order of arrival', async () => {
    const { simulator } = await serving({ agents, requestMs: 400 })
    const before = performance.now()
    const paths = ['/agents?offset=0', '/agents?offset=1', '/agents?offset=2']
    await sendTogether(
      simulator.url,
      paths.map((path) => ({ path, key: simulator.apiKey })),
    )
    expect(performance.now() - before).toBeGreaterThan(3 * 400 - 2)
    expect(simulator.journal.map(({ query }) => query['offset'])).toEqual(['0', '1', '2'])
  })

  it('also works on a wrong key, but not on requests without a key', async () => {
    const { simulator } = await serving({ agents, requestMs: 400 })
    const before = performance.now()
    const statuses = await sendTogether(simulator.url, [
      { path: '/agents' },
      { path: '/public-api/openapi.json' },
      { path: '/agents', key: 'guessed' },
    ])
    expect(statuses).toEqual(['403', '200', '401'])
    expect(performance.now() - before).toBeGreaterThan(398)
  })
})
