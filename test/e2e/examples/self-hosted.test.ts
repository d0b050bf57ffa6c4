// The example for a self-hosted service, with a real proxy and a certificate that no machine trusts by itself.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { jobOf } from '../../support/runner/workflow.ts'
import { startFront } from '../faults/front.ts'
import { createCertificate } from '../proxy/certificate.ts'
import { startProxy } from '../proxy/start-proxy.ts'
import { example, gateSteps, quick, setStage } from './stage.ts'

const SERVICE = 'evaluation.internal.acme.test'

it('reaches a service by the proxy alone and trusts its certificate, by what the job sets in env', async (test) => {
  const workflow = example('self-hosted')
  const stage = await setStage(test, [quick('Support bot')])
  const certificate = await createCertificate(SERVICE)
  const authority = join(stage.temp, 'acme-root.pem')
  writeFileSync(authority, certificate.cert)
  const service = await startFront({ upstream: stage.simulator.url, rules: [], tls: certificate })
  const proxy = await startProxy()
  test.onTestFinished(() => {
    service.shut('at once')
    proxy.stop()
  })

  const names = Object.keys(jobOf(workflow, 'agents').env ?? {})
  expect(names).toEqual(['HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS'])
  const played = await stage.play(workflow, 'agents', {
    serviceUrl: `https://${SERVICE}:${service.port}`,
    env: { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authority },
  })
  expect(gateSteps(played)[0]?.inputs['base-url']).toBe(`https://${SERVICE}`)
  expect(played.conclusion).toBe('success')
  expect(new Set(proxy.asked)).toEqual(new Set([`${SERVICE}:${service.port}`]))
  expect(stage.comments()).toHaveLength(1)
})
