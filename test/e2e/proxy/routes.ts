// The service and GitHub of a harness at addresses that only a proxy can reach, as the inputs and environment of a step.
import type { TestContext } from 'vitest'
import type { StepOptions } from '../../support/runner/run-step.ts'
import { startFaultProxy } from '../faults/fault-proxy.ts'
import type { Harness } from '../harness.ts'
import { type Certificate, createCertificate } from './certificate.ts'

// Names that do not resolve.
export const SERVICE = 'service.acme.test'
export const GITHUB = 'github.acme.test'

export const portOf = (url: string) => new URL(url).port

export const createCertificates = () => createCertificate(SERVICE, GITHUB)

/** The service and GitHub by plain http, under names that only the proxy knows. */
export function byName(harness: Harness, env: Record<string, string>): Partial<StepOptions> {
  const service = `http://${SERVICE}:${portOf(harness.simulator.url)}`
  const github = `http://${GITHUB}:${portOf(harness.github.url)}`
  return {
    with: { 'base-url': service, timeout: '60' },
    env: { GITHUB_API_URL: github, GITHUB_GRAPHQL_URL: `${github}/graphql`, ...env },
  }
}

/** The same by https, with a self-signed certificate. */
export async function byTls(
  harness: Harness,
  tls: Certificate,
  context: TestContext,
  env: Record<string, string>,
) {
  const service = await startFaultProxy({ upstream: harness.simulator.url, rules: [], tls })
  const github = await startFaultProxy({ upstream: harness.github.url, rules: [], tls })
  context.onTestFinished(() => {
    service.close()
    github.close()
  })
  const gitHubUrl = `https://${GITHUB}:${github.port}`
  const step: Partial<StepOptions> = {
    with: { 'base-url': `https://${SERVICE}:${service.port}`, timeout: '60' },
    env: { GITHUB_API_URL: gitHubUrl, GITHUB_GRAPHQL_URL: `${gitHubUrl}/graphql`, ...env },
  }
  return { step, service, github }
}
