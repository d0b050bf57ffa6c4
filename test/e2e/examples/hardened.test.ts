// Runs the example with allowed hosts through a real proxy.
import { expect, it } from 'vitest'
import { jobOf } from '../../support/runner/workflow.ts'
import { startProxy } from '../proxy/routes.ts'
import { brokenAgent, createWorkflowHarness, example } from './workflow-harness.ts'

it('reaches no other hosts than those that the hardened job allows', async (test) => {
  const workflow = example('hardened')
  const harness = await createWorkflowHarness(test, [brokenAgent])
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
