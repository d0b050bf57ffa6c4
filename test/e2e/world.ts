// A world for one scenario: an evaluation service, a GitHub, and a pull request, all on loopback.
import { onTestFinished } from 'vitest'
import {
  type SimulatedAgent,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../simulator/src/index.ts'
import { type GitHub, type GitHubOptions, startGitHub } from '../support/github/github.ts'
import { type RunningStep, type StepOptions, type StepResult, startStep } from '../support/runner/run-step.ts'
import { type Front, type FrontOptions, startFront } from './faults/front.ts'

export const APP_URL = 'https://app.acme.test/w/42'
export const PULL_REQUEST = 7
export const HEAD_SHA = '3f1c9a7e5d2b4860913c7a5e2d4b6f8091a3c5e7'

export const pullRequestEvent = {
  action: 'synchronize',
  number: PULL_REQUEST,
  pull_request: {
    number: PULL_REQUEST,
    head: { sha: HEAD_SHA, repo: { full_name: 'acme/shop', fork: false } },
    base: { repo: { full_name: 'acme/shop' } },
    user: { login: 'dana' },
  },
  repository: { full_name: 'acme/shop' },
  sender: { login: 'dana' },
}

export interface World {
  readonly simulator: Simulator
  readonly github: GitHub
  /** Between the bundle and the service, where the options name rules; else null. */
  readonly front: Front | null
  /** Starts the bundle on the pull request, with an interval of 1 s, over all agents unless `with` says otherwise. */
  start(options?: Partial<StepOptions>): RunningStep
  run(options?: Partial<StepOptions>): Promise<StepResult>
  /** The comments on the pull request, oldest first. */
  comments(): string[]
  /** Lines `METHOD /path` of what the service was asked, each once a request. */
  requests(): string[]
}

export interface WorldOptions extends Omit<SimulatorOptions, 'agents'> {
  readonly agents: readonly SimulatedAgent[]
  readonly github?: GitHubOptions
  readonly front?: Omit<FrontOptions, 'upstream'>
}

/** @param atTheEnd ends the world; tests that run side by side pass their own context's `onTestFinished` */
export async function createWorld(
  { github: gitHubOptions, front: frontOptions, ...options }: WorldOptions,
  atTheEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<World> {
  const simulator = await startSimulator(options)
  const github = await startGitHub(gitHubOptions)
  const front = frontOptions ? await startFront({ ...frontOptions, upstream: simulator.url }) : null
  atTheEnd(async () => {
    front?.shut('at once')
    await simulator.close()
    await github.close()
  })

  const start: World['start'] = (step = {}) =>
    startStep({
      eventName: 'pull_request',
      event: pullRequestEvent,
      githubToken: github.token,
      ...step,
      with: {
        'api-key': simulator.apiKey,
        'base-url': front?.url ?? simulator.url,
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
    front,
    start,
    run: (step) => start(step).result,
    comments: () => github.comments(PULL_REQUEST).map(({ body }) => body),
    requests: () => simulator.journal.map(({ method, path }) => `${method} ${path}`),
  }
}

/** How often each kind of request was made, ids aside. */
export function tally(world: World): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const request of world.requests()) {
    const kind = request.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}
