import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createOctokit } from '../../src/github/octokit.ts'
import { type GitHub, startGitHub } from '../support/github/github.ts'

let github: GitHub
let proxy: Server
const tunnels: string[] = []

beforeAll(async () => {
  github = await startGitHub()
  const port = Number(new URL(github.url).port)
  proxy = createServer()
  proxy.on('connect', (request, client) => {
    tunnels.push(request.url ?? '')
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  vi.stubEnv('http_proxy', `http://127.0.0.1:${address.port}`)
  vi.stubEnv('no_proxy', '')
  // A name that resolves nowhere: only the proxy knows the way.
  vi.stubEnv('GITHUB_API_URL', 'http://github.invalid')
})

afterAll(async () => {
  await github.close()
  proxy.closeAllConnections()
  proxy.close()
})

test('GitHub is reached through the proxy that the environment names', async () => {
  const octokit = await createOctokit({ token: github.token })
  const issue = { owner: 'acme', repo: 'shop', issue_number: 7 }
  expect((await octokit.rest.issues.createComment({ ...issue, body: 'hello' })).status).toBe(201)
  expect(github.comments(7)).toMatchObject([{ body: 'hello' }])
  expect(tunnels).toEqual(['github.invalid:80'])
})
