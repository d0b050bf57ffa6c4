// A service that restarts: nothing listens at its address for a while.
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fastTime } from '../support/runner/fast-time.ts'
import { createHarness } from './harness.ts'
import { expectPassed } from './step-checks.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

/** Forwards requests to the service. After the first one it closes its port. */
function forward(url: string, closed: (server: Server) => void): Server {
  let isFirst = true
  const server = createServer((received, response) => {
    const { method, headers, url: path } = received
    const upstream = request(new URL(path ?? '', url), { method, headers }, (answer) => {
      const closes = isFirst
      isFirst = false
      response.writeHead(answer.statusCode ?? 500, { ...answer.headers, connection: 'close' })
      answer.pipe(response)
      if (!closes) return
      server.close()
      response.on('close', () => closed(server))
    })
    received.pipe(upstream)
  })
  return server
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) =>
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
}

it('a service that restarts is waited for when its first tests are launched', async (context) => {
  const harness = await createHarness({ agents }, context.onTestFinished)
  // For the step 40 s: longer than any request is retried that may not be repeated for ever.
  const back = async (server: Server) => {
    await wait(2000)
    await listen(server, port)
  }
  const server = forward(harness.simulator.url, (closed) => void back(closed))
  context.onTestFinished(() => void server.close())
  const port = await listen(server, 0)
  const url = `http://127.0.0.1:${port}`
  expectPassed(await harness.run({ env: fastTime(20), with: { 'base-url': url, timeout: '1200' } }))
  expect(harness.requests().filter((each) => each.endsWith('/run'))).toHaveLength(1)
})
