// A forward proxy, and the service and GitHub of a harness at addresses that only a proxy can reach, as the inputs and environment
// of a step.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { generate } from 'selfsigned'
import type { TestContext } from 'vitest'
import type { StepOptions } from '../../support/runner/run-step.ts'
import { startFaultProxy } from '../faults/fault-proxy.ts'
import type { Harness } from '../harness.ts'

// Names that do not resolve.
export const SERVICE = 'service.acme.test'
export const GITHUB = 'github.acme.test'

export const portOf = (url: string) => new URL(url).port

export const createCertificates = () => createCertificate(SERVICE, GITHUB)

/** The service and GitHub by plain http, under names that only the proxy knows. */
export function byName(harness: Pick<Harness, 'simulator' | 'github'>, env: Record<string, string>) {
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

/** Self-signed, as companies have them for their own hosts. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** @param hosts the names that it is valid for */
async function createCertificate(...hosts: readonly string[]): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) },
    ],
  })
  return { key, cert }
}

export type ForwardProxy = Awaited<ReturnType<typeof startProxy>>

export async function startProxy() {
  const program = fileURLToPath(new URL('forward-proxy.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  /** `host:port` of every request to it, in order. */
  const asked: string[] = []
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject).once('exit', () => reject(new Error('The proxy did not start.')))
    createInterface(child.stdout).on('line', (line) => {
      if (/^\d+$/.test(line)) resolve(Number(line))
      else asked.push(line)
    })
  })
  return { url: `http://127.0.0.1:${port}`, asked, stop: () => void child.kill() }
}
