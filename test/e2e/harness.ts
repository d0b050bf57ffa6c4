// Runs the bundle for one scenario: a simulated evaluation service, a fake GitHub and a pull request, all on loopback.
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import {
  type SimulatedAgent,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../simulator/src/index.ts'
import { type GitHubOptions, startGitHub } from '../support/github/github.ts'
import { type StepOptions, type StepResult, startStep } from '../support/runner/run-step.ts'
import {
  type FaultProxyOptions,
  type ProxyJournalEntry,
  type RequestKind,
  startFaultProxy,
} from './faults/fault-proxy.ts'

export const APP_URL = 'https://app.acme.test/w/42'
export const PULL_REQUEST = 7
export const HEAD_SHA = '3f1c9a7e5d2b4860913c7a5e2d4b6f8091a3c5e7'

const repository = { id: 1, full_name: 'acme/shop', owner: { login: 'acme' }, default_branch: 'main' }

export const pullRequestEvent = {
  action: 'synchronize',
  number: PULL_REQUEST,
  pull_request: {
    number: PULL_REQUEST,
    created_at: new Date().toISOString(),
    head: { sha: HEAD_SHA, ref: 'change', repo: repository },
    base: { sha: 'b'.repeat(40), ref: 'main', repo: repository },
    user: { login: 'dana' },
  },
  repository,
  sender: { login: 'dana' },
}

export type Harness = Awaited<ReturnType<typeof createHarness>>

export interface HarnessOptions extends Omit<SimulatorOptions, 'agents'> {
  readonly agents: readonly SimulatedAgent[]
  readonly github?: GitHubOptions
  readonly faultProxy?: Omit<FaultProxyOptions, 'upstream'>
}

/** @param atTheEnd registers the clean-up; concurrent tests pass the `onTestFinished` of their context */
export async function createHarness(
  { github: gitHubOptions, faultProxy: faultProxyOptions, ...options }: HarnessOptions,
  atTheEnd: (end: () => Promise<void>) => void = onTestFinished,
) {
  const simulator = await startSimulator(options)
  const github = await startGitHub(gitHubOptions)
  const faultProxy = faultProxyOptions
    ? await startFaultProxy({ ...faultProxyOptions, upstream: simulator.url })
    : null
  atTheEnd(async () => {
    faultProxy?.close()
    await simulator.close()
    await github.close()
  })

  /** Starts the bundle on the pull request. Defaults: all agents, a poll interval of 1 s, a timeout of 20 s. */
  const start = (step: Partial<StepOptions> = {}) =>
    startStep({
      eventName: 'pull_request',
      event: pullRequestEvent,
      githubToken: github.token,
      ...step,
      with: {
        'api-key': simulator.apiKey,
        'base-url': faultProxy?.url ?? simulator.url,
        'app-url': APP_URL,
        'poll-interval': '1',
        timeout: '20',
        ...step.with,
      },
      env: { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: github.graphqlUrl, ...step.env },
    })

  return {
    simulator,
    github,
    /** Between the bundle and the service; null without the option `faultProxy`. */
    faultProxy,
    start,
    run: (step?: Partial<StepOptions>) => start(step).result,
    /** The comments on the pull request, oldest first. */
    comments: () => github.comments(PULL_REQUEST).map(({ body }) => body),
    /** The requests to the service, as `METHOD /path`. */
    requests: () => simulator.journal.map(({ method, path }) => `${method} ${path}`),
  }
}

/** Number of requests by method and path, with ids replaced by `…`. */
export function tally(harness: Pick<Harness, 'requests'>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const request of harness.requests()) {
    const kind = request.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** The requests of a kind, in the order of arrival at the fault proxy. */
export function requestsOf(harness: Harness, kind: RequestKind): readonly ProxyJournalEntry[] {
  return harness.faultProxy?.journal.filter((request) => request.kind === kind) ?? []
}

export const warningsOf = (step: StepResult) => step.annotations.filter(({ level }) => level === 'warning')

/** The configuration that an agent has on the service. */
export async function configOf(simulator: Simulator, name: string) {
  const response = await fetch(addressOf(simulator, name), { headers: { 'x-api-key': simulator.apiKey } })
  const { config }: { readonly config: Record<string, unknown> } = await response.json()
  return config
}

/** Gives an agent another configuration, as somebody in the web application does. */
export async function configure(simulator: Simulator, name: string, config: object) {
  const headers = { 'x-api-key': simulator.apiKey, 'content-type': 'application/json' }
  await fetch(addressOf(simulator, name), { method: 'PUT', headers, body: JSON.stringify({ config }) })
}

/** A request of somebody else. @throws Error if it is refused */
export async function callService(
  { url, apiKey }: Pick<Simulator, 'url' | 'apiKey'>,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status}`)
  return response.json()
}

const list = z.object({ items: z.array(z.looseObject({ uuid: z.string(), name: z.string() })) })

/** The path of the test or evaluator with this name; null if there is none. */
export async function pathOf(
  simulator: Simulator,
  path: '/tests' | '/evaluators',
  name: string,
): Promise<string | null> {
  const { items } = list.parse(await callService(simulator, 'GET', path))
  const found = items.find((each) => each.name === name)
  return found === undefined ? null : `${path}/${found.uuid}`
}

function addressOf({ url, agents }: Simulator, name: string): string {
  return `${url}/agents/${agents.find((agent) => agent.name === name)?.uuid}`
}
