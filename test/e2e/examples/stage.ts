// The stage for a workflow: a simulated service with the agents that the test names, a served GitHub, and a pull request.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { TestContext } from 'vitest'
import { type SimulatedAgent, type Simulator, startSimulator } from '../../../simulator/src/index.ts'
import { type GitHub, startGitHub } from '../../support/github/github.ts'
import type { Contexts } from '../../support/runner/expressions.ts'
import type { PlayedStep, Texts } from '../../support/runner/job-progress.ts'
import { root } from '../../support/runner/metadata.ts'
import { type PlayedJob, runJob } from '../../support/runner/run-job.ts'
import { readWorkflow, type Workflow } from '../../support/runner/workflow.ts'
import { PULL_REQUEST, pullRequestEvent } from '../world.ts'

export interface Play {
  readonly eventName?: string
  readonly event?: unknown
  readonly matrix?: Readonly<Record<string, unknown>> | null
  readonly contexts?: Contexts
  readonly env?: Texts
  /** Where the workflow says `https://evaluation….acme.test`: the simulator's address unless told otherwise. */
  readonly serviceUrl?: string
}

export interface Stage {
  readonly simulator: Simulator
  readonly github: GitHub
  /** RUNNER_TEMP, until the end of the test. */
  readonly temp: string
  /** Plays a job of a workflow, on the pull request unless told otherwise. */
  play(workflow: Workflow, job: string, options?: Play): Promise<PlayedJob>
  comments(): string[]
  /** What was asked of `gh`, which does nothing here: a call each. */
  toolCalls(): string[]
}

/** Ends with the test whose context is given: tests that mostly wait can do so side by side. */
export async function setStage(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  agents: readonly SimulatedAgent[] = [],
): Promise<Stage> {
  const simulator = await startSimulator({ agents, concurrency: Number.POSITIVE_INFINITY })
  const github = await startGitHub()
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-stage-'))
  const [temp, bin, workspace] = ['temp', 'bin', 'workspace'].map((name) => join(folder, name))
  if (temp === undefined || bin === undefined || workspace === undefined) throw new Error('no folders')
  for (const path of [temp, bin, workspace]) mkdirSync(path)
  const calls = join(folder, 'tool-calls')
  installIdleTool('gh', bin, calls)
  onTestFinished(async () => {
    await simulator.close()
    await github.close()
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    simulator,
    github,
    temp,
    comments: () => github.comments(PULL_REQUEST).map(({ body }) => body),
    toolCalls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    play: (workflow, job, { serviceUrl = simulator.url, contexts, env, ...options } = {}) =>
      runJob({
        eventName: 'pull_request',
        event: pullRequestEvent,
        workspace,
        ...options,
        ...{ workflow, job, temp },
        githubToken: github.token,
        contexts: { secrets: { AGENT_TESTS_API_KEY: simulator.apiKey }, ...contexts },
        env: {
          PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
          GITHUB_API_URL: github.url,
          GITHUB_GRAPHQL_URL: github.graphqlUrl,
          ...env,
        },
        folderOf,
        inputsOf: (given) => redirected(given, serviceUrl),
      }),
  }
}

/** The example of this name. */
export function example(name: string): Workflow {
  return readWorkflow(new URL(`examples/${name}.yml`, root))
}

/** The steps that called the action, in order. */
export function gateSteps({ steps }: PlayedJob): PlayedStep[] {
  return steps.filter(({ step, result }) => result !== null && step.uses === 'org/agent-tests@v1')
}

/** Agents whose runs take a moment only. */
export function quick(
  name: string,
  scenario: SimulatedAgent['scenario'] = 'all-pass',
  tests = 3,
): SimulatedAgent {
  return { name, scenario, parameters: { tests, durationMs: 100 } }
}

function folderOf(uses: string): URL | null {
  if (uses === 'org/agent-tests/simulator@v1') return new URL('simulator/', root)
  return uses === 'org/agent-tests@v1' ? root : null
}

/** The service's address is the one thing of a workflow that cannot be as it stands. */
function redirected(given: Texts, serviceUrl: string): Texts {
  const address = given['base-url'] ?? ''
  return /^https:\/\/evaluation\.([a-z]+\.)?acme\.test$/.test(address)
    ? { ...given, 'base-url': serviceUrl, 'poll-interval': '1' }
    : given
}

/** Writes down what it is asked, and does nothing. */
function installIdleTool(name: string, folder: string, calls: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> '${calls}'\n`)
  chmodSync(join(folder, name), 0o755)
}
