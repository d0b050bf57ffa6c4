// Through a forward proxy, as on self-hosted runners, on both versions of Node; what does not work is explained with what to set.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CLOSED_PORT } from '../support/closed-port.ts'
import { nodesOf } from '../support/nodes.ts'
import { createHarness, warningsOf } from './harness.ts'
import {
  byName,
  byTls,
  type Certificate,
  createCertificates,
  type ForwardProxy,
  GITHUB,
  portOf,
  SERVICE,
  startProxy,
} from './proxy/routes.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

let proxy: ForwardProxy
let certificate: Certificate
let folder: string
let authorities: string

// Many processes per test: on a busy machine they take their time.
vi.setConfig({ testTimeout: 240_000 })

beforeAll(async () => {
  proxy = await startProxy()
  certificate = await createCertificates()
  folder = mkdtempSync(join(tmpdir(), 'agent-tests-proxy-'))
  authorities = join(folder, 'company.pem')
  writeFileSync(authorities, certificate.cert)
})

afterAll(() => {
  proxy.stop()
  rmSync(folder, { recursive: true })
})

describe.concurrent.each(nodesOf(24, 26))('a proxy on Node $version', ({ path: node }) => {
  it('forwards requests to the service and to GitHub by plain http', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ node, ...byName(harness, { HTTP_PROXY: proxy.url }) })
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(harness.comments()).toHaveLength(1)
    expect(proxy.asked).toContain(`${SERVICE}:${portOf(harness.simulator.url)}`)
    expect(proxy.asked).toContain(`${GITHUB}:${portOf(harness.github.url)}`)
  })

  it('tunnels requests to both by https', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authorities }
    const { step: options, service, github } = await byTls(harness, certificate, context, env)
    const step = await harness.run({ node, ...options })
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(step.annotations).toEqual([])
    expect(harness.comments()).toHaveLength(1)
    expect(proxy.asked).toContain(`${SERVICE}:${service.port}`)
    expect(proxy.asked).toContain(`${GITHUB}:${github.port}`)
  })
})

it('an error says what to set if the proxy is down', async (context) => {
  const harness = await createHarness({ agents }, context.onTestFinished)
  const { with: inputs, env = {} } = byName(harness, { HTTP_PROXY: CLOSED_PORT })
  // Errors are retried until the timeout.
  const step = await harness.run({ with: { ...inputs, timeout: '8' }, env })
  expect(step.exitCode).toBe(1)
  expect(step.log).toContain(
    `nothing accepts connections at the proxy, 127.0.0.1 port ${portOf(CLOSED_PORT)} (ECONNREFUSED)`,
  )
  expect(step.log).toContain('HTTPS_PROXY')
  expect(warningsOf(step).map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/ECONNREFUSED.*HTTPS_PROXY/),
  )
})

it('an error of a certificate says what is wrong with the file of certificates that is set', async (context) => {
  const harness = await createHarness({ agents }, context.onTestFinished)
  const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: '/no/such/company.pem' }
  const { step: options } = await byTls(harness, certificate, context, env)
  const step = await harness.run(options)
  const cause = 'NODE_EXTRA_CA_CERTS, "/no/such/company.pem", cannot be read (ENOENT)'
  expect(step.annotations.map(({ level, message }) => [level, message])).toEqual([
    [
      'error',
      expect.stringContaining(`was refused (DEPTH_ZERO_SELF_SIGNED_CERT): self-signed certificate. ${cause}`),
    ],
    ['warning', expect.stringContaining(`GitHub could not be reached (self-signed certificate. ${cause}`)],
  ])
})
