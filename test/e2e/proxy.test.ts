// Through a forward proxy, a process of its own, as on self-hosted runners; and with certificates that only a company knows.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import type { StepOptions } from '../support/runner/run-step.ts'
import { startFaultProxy } from './faults/fault-proxy.ts'
import { createHarness, type Harness } from './harness.ts'
import { type Certificate, createCertificate } from './proxy/certificate.ts'
import { type ForwardProxy, startProxy } from './proxy/start-proxy.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

// Names that resolve nowhere: only the proxy knows the way.
const SERVICE = 'service.acme.test'
const GITHUB = 'github.acme.test'

const portOf = (url: string) => new URL(url).port

let proxy: ForwardProxy
let certificate: Certificate
let folder: string
let authorities: string

beforeAll(async () => {
  proxy = await startProxy()
  certificate = await createCertificate(SERVICE, GITHUB)
  folder = mkdtempSync(join(tmpdir(), 'agent-tests-proxy-'))
  authorities = join(folder, 'company.pem')
  writeFileSync(authorities, certificate.cert)
})

afterAll(() => {
  proxy.stop()
  rmSync(folder, { recursive: true })
})

/** The world's service and GitHub under their names, by plain http. */
function byName(harness: Harness, env: Record<string, string>): Partial<StepOptions> {
  const service = `http://${SERVICE}:${portOf(harness.simulator.url)}`
  const github = `http://${GITHUB}:${portOf(harness.github.url)}`
  return {
    with: { 'base-url': service },
    env: { GITHUB_API_URL: github, GITHUB_GRAPHQL_URL: `${github}/graphql`, ...env },
  }
}

/** The same behind TLS, with the certificate that nobody knows. */
async function behindTls(harness: Harness, context: TestContext, env: Record<string, string>) {
  const service = await startFaultProxy({ upstream: harness.simulator.url, rules: [], tls: certificate })
  const github = await startFaultProxy({ upstream: harness.github.url, rules: [], tls: certificate })
  context.onTestFinished(() => {
    service.close('now')
    github.close('now')
  })
  const gitHubUrl = `https://${GITHUB}:${github.port}`
  const step: Partial<StepOptions> = {
    with: { 'base-url': `https://${SERVICE}:${service.port}` },
    env: { GITHUB_API_URL: gitHubUrl, GITHUB_GRAPHQL_URL: `${gitHubUrl}/graphql`, ...env },
  }
  return { step, service, github }
}

async function deadAddress(): Promise<string> {
  const gone = await startProxy()
  gone.stop()
  return gone.url
}

describe.concurrent('a proxy', () => {
  it.for(['HTTP_PROXY', 'http_proxy'])(
    'leads to the service and to GitHub by plain http (%s)',
    async (name, context) => {
      const harness = await createHarness({ agents }, context.onTestFinished)
      const step = await harness.run(byName(harness, { [name]: proxy.url }))
      expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
      expect(harness.comments()).toHaveLength(1)
      expect(proxy.asked).toContain(`${SERVICE}:${portOf(harness.simulator.url)}`)
      expect(proxy.asked).toContain(`${GITHUB}:${portOf(harness.github.url)}`)
    },
  )

  it('leads to both by https, and sees nothing of what passes', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const env = { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authorities }
    const { step: options, service, github } = await behindTls(harness, context, env)
    const step = await harness.run(options)
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(step.annotations).toEqual([])
    expect(harness.comments()).toHaveLength(1)
    expect(proxy.asked).toContain(`${SERVICE}:${service.port}`)
    expect(proxy.asked).toContain(`${GITHUB}:${github.port}`)
  })

  it('that asks for a name and a password gets those of its address, and nobody else does', async (context) => {
    const guarded = await startProxy('--user', 'runner:s3cret/word')
    context.onTestFinished(() => guarded.stop())
    const harness = await createHarness({ agents }, context.onTestFinished)
    const address = `http://runner:s3cret%2Fword@127.0.0.1:${guarded.port}`
    const step = await harness.run(byName(harness, { HTTP_PROXY: address }))
    expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
    expect(harness.comments()).toHaveLength(1)
    for (const { headers } of harness.simulator.journal)
      expect(headers['proxy-authorization']).toBeUndefined()
    for (const secret of ['s3cret/word', 's3cret%2Fword']) expect(step.raw).not.toContain(secret)
  })

  // Other systems do not connect to 0.0.0.0, which here stands for "an address that is no loopback, yet this machine".
  describe.skipIf(process.platform === 'win32')('is passed by', () => {
    const direct = (harness: Harness, env: Record<string, string>): Partial<StepOptions> => ({
      with: { 'base-url': `http://0.0.0.0:${portOf(harness.simulator.url)}`, timeout: '5' },
      env: { GITHUB_API_URL: `http://0.0.0.0:${portOf(harness.github.url)}`, ...env },
    })

    it.for(['0.0.0.0', 'else.test, 0.0.0.0', '*'])('for what NO_PROXY names (%s)', async (names, context) => {
      const harness = await createHarness({ agents }, context.onTestFinished)
      const step = await harness.run(direct(harness, { HTTP_PROXY: await deadAddress(), NO_PROXY: names }))
      expect(step.outputs).toMatchObject({ passed: '3', verdict: 'passed' })
      expect(harness.comments()).toHaveLength(1)
    })

    it('for nothing else', async (context) => {
      const harness = await createHarness({ agents }, context.onTestFinished)
      const dead = await deadAddress()
      const step = await harness.run(direct(harness, { HTTP_PROXY: dead, NO_PROXY: 'else.test' }))
      expect(step.outputs).toMatchObject({ verdict: 'inconclusive' })
      expect(harness.simulator.journal).toEqual([])
      expect(harness.github.journal).toEqual([])
    })
  })
})

describe.concurrent('what does not work ends in words that say what to set', () => {
  it('a proxy that is down', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const dead = await deadAddress()
    const options = byName(harness, { HTTP_PROXY: dead })
    const step = await harness.run({ ...options, with: { ...options.with, timeout: '5' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain(`nothing accepts connections at 127.0.0.1 port ${portOf(dead)} (ECONNREFUSED)`)
    expect(step.log).toContain('HTTPS_PROXY')
    expect(step.annotations.find(({ title }) => title.includes('No comment'))?.message).toMatch(
      /ECONNREFUSED.*HTTPS_PROXY/,
    )
  })

  it('a proxy that asks for a password', async (context) => {
    const guarded = await startProxy('--user', 'runner:word')
    context.onTestFinished(() => guarded.stop())
    const harness = await createHarness({ agents }, context.onTestFinished)
    const options = byName(harness, { HTTP_PROXY: guarded.url })
    const step = await harness.run({ ...options, with: { ...options.with, timeout: '5' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain('proxy CONNECT failed (HTTP 407)')
  })

  it('a proxy that opens no way to the service', async (context) => {
    const closed = await startProxy('--refuse')
    context.onTestFinished(() => closed.stop())
    const harness = await createHarness({ agents }, context.onTestFinished)
    const options = byName(harness, { HTTP_PROXY: closed.url })
    const step = await harness.run({ ...options, with: { ...options.with, timeout: '5' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain('proxy CONNECT failed (HTTP 403)')
  })

  it('a proxy whose address is none', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const options = byName(harness, { HTTP_PROXY: 'runner:s3cret@my proxy' })
    const step = await harness.run({ ...options, with: { ...options.with, timeout: '5' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain('HTTPS_PROXY')
    expect(step.raw).not.toContain('s3cret')
  })

  it('a certificate that nobody has signed, of the service and of GitHub', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const { step: options, service } = await behindTls(harness, context, { HTTPS_PROXY: proxy.url })
    const step = await harness.run(options)
    expect(step.exitCode).toBe(1)
    expect(service.journal).toEqual([])
    expect(step.log).toContain("the server's certificate was refused (DEPTH_ZERO_SELF_SIGNED_CERT)")
    expect(step.log).toContain('NODE_EXTRA_CA_CERTS')
    expect(step.annotations.find(({ title }) => title.includes('No comment'))?.message).toContain(
      'NODE_EXTRA_CA_CERTS',
    )
  })

  it('nobody at the address of the service', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const dead = await deadAddress()
    const step = await harness.run({ with: { 'base-url': dead, timeout: '5' } })
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain(`nothing accepts connections at 127.0.0.1 port ${portOf(dead)} (ECONNREFUSED)`)
    expect(harness.comments()[0]).toContain('base-url')
  })
})
