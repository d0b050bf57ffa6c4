// Runs the examples that concern the network through a real proxy: a self-hosted service, and a job with allowed hosts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { quick } from '../../cli/harness.ts'
import { jobOf } from '../../support/runner/workflow.ts'
import { startFaultProxy } from '../faults/fault-proxy.ts'
import { createCertificate, startProxy } from '../proxy/routes.ts'
import { createWorkflowHarness, example, gateSteps } from './workflow-harness.ts'

const SERVICE = 'evaluation.internal.acme.test'

it('reaches the service through the proxy and trusts its certificate, as set in env', async (test) => {
  const workflow = example('self-hosted')
  const harness = await createWorkflowHarness(test, [quick('Support bot')])
  const certificate = await createCertificate(SERVICE)
  const authority = join(harness.temp, 'acme-root.pem')
  writeFileSync(authority, certificate.cert)
  const service = await startFaultProxy({ upstream: harness.simulator.url, rules: [], tls: certificate })
  const proxy = await startProxy()
  test.onTestFinished(() => {
    service.close()
    proxy.stop()
  })

  const names = Object.keys(jobOf(workflow, 'agents').env ?? {})
  expect(names).toEqual(['HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'])
  const result = await harness.run(workflow, 'agents', {
    serviceUrl: `https://${SERVICE}:${service.port}`,
    env: { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authority },
  })
  expect(gateSteps(result)[0]?.inputs['base-url']).toBe(`https://${SERVICE}`)
  expect(result.conclusion).toBe('success')
  expect(new Set(proxy.asked)).toEqual(new Set([`${SERVICE}:${service.port}`]))
  expect(harness.comments()).toHaveLength(1)
})

it('reaches no other hosts than those that the hardened job allows', async (test) => {
  const workflow = example('hardened')
  const harness = await createWorkflowHarness(test, [quick('Support bot', 'one-fails')])
  const proxy = await startProxy()
  test.onTestFinished(() => proxy.stop())
  const at = (host: string, url: string) => `http://${host}:${new URL(url).port}`
  const gitHub = at('api.github.test', harness.github.url)
  const result = await harness.run(workflow, 'agents', {
    serviceUrl: at('service.acme.test', harness.simulator.url),
    env: { HTTP_PROXY: proxy.url, GITHUB_API_URL: gitHub, GITHUB_GRAPHQL_URL: `${gitHub}/graphql` },
  })
  expect(result.conclusion).toBe('failure')
  expect(harness.comments()).toHaveLength(1)
  const allowed = jobOf(workflow, 'agents').steps?.[0]?.with?.['allowed-endpoints']
  const asked = proxy.asked.map((address) =>
    address
      .replace(/:\d+$/, '')
      .replace('github.test', 'github.com')
      .replace(/^service\b/, 'evaluation'),
  )
  const hosts = [...new Set(asked)].map((host) => `${host}:443`)
  expect(hosts.sort()).toEqual(String(allowed).trim().split(/\s+/).sort())
})
