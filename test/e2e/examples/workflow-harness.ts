// Runs the jobs of a workflow on a pull request, against a simulated evaluation service and a fake GitHub.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'
import { type SimulatedAgent, startSimulator } from '../../../simulator/src/index.ts'
import { quick } from '../../cli/harness.ts'
import { createFolder, writeFiles } from '../../support/folders.ts'
import { startGitHub } from '../../support/github/github.ts'
import type { Contexts } from '../../support/runner/expressions.ts'
import { publisher, root } from '../../support/runner/metadata.ts'
import { type JobResult, type JobStepResult, runJob, type Texts } from '../../support/runner/run-job.ts'
import { readWorkflow, type Workflow } from '../../support/runner/workflow.ts'
import { PULL_REQUEST, pullRequestEvent } from '../harness.ts'

interface RunOptions {
  readonly eventName?: string
  readonly event?: unknown
  readonly matrix?: Readonly<Record<string, unknown>> | null
  readonly contexts?: Contexts
  readonly env?: Texts
  /** Replaces `https://evaluation….acme.test` in the workflow. Default: the simulator's address. */
  readonly serviceUrl?: string
}

const VARIABLES = {
  STAGING_BASE_URL: 'https://evaluation.staging.acme.test',
  STAGING_APP_URL: 'https://app.staging.acme.test',
  PRODUCTION_BASE_URL: 'https://evaluation.acme.test',
  PRODUCTION_APP_URL: 'https://app.acme.test',
  AGENT_TESTS_BASE_URL: 'https://evaluation.acme.test',
  AGENT_TESTS_APP_URL: 'https://app.acme.test',
}

const passes = { scenario: 'all-pass' } as const
/** A test of it broke. */
export const brokenAgent: SimulatedAgent = {
  ...quick('Support bot', 'one-fails'),
  history: [passes, passes, passes],
}

/** Closed at the end of the test, so that tests can run concurrently. */
export async function createWorkflowHarness(
  test: Pick<TestContext, 'onTestFinished'>,
  agents: readonly SimulatedAgent[] = [],
) {
  const simulator = await startSimulator({ agents, concurrency: Number.POSITIVE_INFINITY })
  const github = await startGitHub()
  const folder = createFolder({}, test)
  const [temp, bin, workspace] = [join(folder, 'temp'), join(folder, 'bin'), join(folder, 'workspace')]
  for (const path of [temp, bin, workspace]) mkdirSync(path)
  const calls = join(folder, 'tool-calls')
  writeFiles(bin, {
    gh: `#!/bin/sh\nprintf '%s\\n' "gh $*" >> '${calls}'\nprintf '%s' "$GH_PRINTS"\n`,
    npm: NPM,
  })
  symlinkSync(process.execPath, join(bin, 'node'))
  test.onTestFinished(async () => {
    await simulator.close()
    await github.close()
  })

  return {
    simulator,
    github,
    /** RUNNER_TEMP, until the end of the test. */
    temp,
    /** GITHUB_WORKSPACE, empty, until the end of the test. */
    workspace,
    comments: () => github.comments(PULL_REQUEST).map(({ body }) => body),
    /** The calls of `gh`, which is replaced by a stub that prints the variable GH_PRINTS. */
    toolCalls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    /** Runs a job of a workflow, by default for the event `pull_request`. */
    run: (
      workflow: Workflow,
      job: string,
      { serviceUrl = simulator.url, contexts, env, ...options }: RunOptions = {},
    ) =>
      runJob({
        eventName: 'pull_request',
        event: pullRequestEvent,
        workspace,
        ...options,
        ...{ workflow, job, temp },
        githubToken: github.token,
        contexts: { secrets: { AGENT_TESTS_API_KEY: simulator.apiKey }, vars: VARIABLES, ...contexts },
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

/** Reads `examples/<name>.yml`. */
export function example(name: string): Workflow {
  return readWorkflow(new URL(`examples/${name}.yml`, root))
}

/** The steps that ran the action, in order. */
export function gateSteps({ steps }: JobResult): JobStepResult[] {
  return steps.filter(({ step, result }) => result !== null && step.uses === `${publisher}@v1`)
}

function folderOf(uses: string): URL | null {
  return uses === `${publisher}@v1` ? root : null
}

/** Points the action at the simulator; everything else is as in the workflow. */
function redirected(given: Texts, serviceUrl: string): Texts {
  const address = given['base-url'] ?? ''
  return /^https:\/\/evaluation\.([a-z]+\.)?acme\.test$/.test(address)
    ? { ...given, 'base-url': serviceUrl, 'poll-interval': '1' }
    : given
}

/** An `npm install --prefix <folder>` that installs the client of this repository. */
const NPM = `#!/bin/sh
mkdir -p "$3/node_modules/agent-tests-client" && cd "$3/node_modules/agent-tests-client"
echo '${JSON.stringify({ type: 'module', exports: './client/index.ts' })}' > package.json
ln -s '${fileURLToPath(new URL('src/client', root))}' client
`
