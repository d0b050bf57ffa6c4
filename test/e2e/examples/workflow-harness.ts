// Runs the jobs of a workflow on a pull request, against a simulated evaluation service and a fake GitHub.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'vitest'
import { type SimulatedAgent, type Simulator, startSimulator } from '../../../simulator/src/index.ts'
import { VERSION } from '../../../src/client/version.ts'
import { commandLine } from '../../cli/harness.ts'
import { type GitHub, startGitHub } from '../../support/github/github.ts'
import type { Contexts } from '../../support/runner/expressions.ts'
import type { JobStepResult, Texts } from '../../support/runner/job-state.ts'
import { root } from '../../support/runner/metadata.ts'
import { type JobResult, runJob } from '../../support/runner/run-job.ts'
import { readWorkflow, type Workflow } from '../../support/runner/workflow.ts'
import { PULL_REQUEST, pullRequestEvent } from '../harness.ts'

export interface RunOptions {
  readonly eventName?: string
  readonly event?: unknown
  readonly matrix?: Readonly<Record<string, unknown>> | null
  readonly contexts?: Contexts
  readonly env?: Texts
  /** Replaces `https://evaluation….acme.test` in the workflow. Default: the simulator's address. */
  readonly serviceUrl?: string
}

export interface WorkflowHarness {
  readonly simulator: Simulator
  readonly github: GitHub
  /** RUNNER_TEMP, until the end of the test. */
  readonly temp: string
  /** GITHUB_WORKSPACE, empty, until the end of the test. */
  readonly workspace: string
  /** Runs a job of a workflow, by default for the event `pull_request`. */
  run(workflow: Workflow, job: string, options?: RunOptions): Promise<JobResult>
  comments(): string[]
  /** Uploads a file, as the inputs of `upload-artifact` say, and downloads it to the folder `parts`. */
  artifact(inputs: Texts): void
  /** The calls of `gh`, which is replaced by a stub that prints the variable GH_PRINTS. */
  toolCalls(): string[]
}

/** Closed at the end of the test, so that tests can run concurrently. */
export async function createWorkflowHarness(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  agents: readonly SimulatedAgent[] = [],
): Promise<WorkflowHarness> {
  const simulator = await startSimulator({ agents, concurrency: Number.POSITIVE_INFINITY })
  const github = await startGitHub()
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-harness-'))
  const [temp, bin, workspace] = ['temp', 'bin', 'workspace'].map((name) => join(folder, name))
  if (temp === undefined || bin === undefined || workspace === undefined) throw new Error('no folders')
  for (const path of [temp, bin, workspace]) mkdirSync(path)
  const calls = join(folder, 'tool-calls')
  installStub('gh', bin, calls)
  installCommandLine(bin, simulator.url)
  installPackage(bin)
  onTestFinished(async () => {
    await simulator.close()
    await github.close()
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    simulator,
    github,
    temp,
    workspace,
    comments: () => github.comments(PULL_REQUEST).map(({ body }) => body),
    artifact({ name = '', path = '' }) {
      const part = join(workspace, 'parts', name)
      mkdirSync(part, { recursive: true })
      copyFileSync(path, join(part, basename(path)))
    },
    toolCalls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    run: (workflow, job, { serviceUrl = simulator.url, contexts, env, ...options } = {}) =>
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

/** Reads `examples/<name>.yml`. */
export function example(name: string): Workflow {
  return readWorkflow(new URL(`examples/${name}.yml`, root))
}

/** The steps that ran the action, in order. */
export function gateSteps({ steps }: JobResult): JobStepResult[] {
  return steps.filter(({ step, result }) => result !== null && step.uses === 'org/agent-tests@v1')
}

function folderOf(uses: string): URL | null {
  const folders = { '': '', '/simulator': 'simulator/', '/merge': 'merge/' }
  const found = Object.entries(folders).find(([path]) => uses === `org/agent-tests${path}@v1`)
  return found === undefined ? null : new URL(found[1], root)
}

/** Points the action at the simulator; everything else is as in the workflow. */
function redirected(given: Texts, serviceUrl: string): Texts {
  const address = given['base-url'] ?? ''
  return /^https:\/\/evaluation\.([a-z]+\.)?acme\.test$/.test(address)
    ? { ...given, 'base-url': serviceUrl, 'poll-interval': '1' }
    : given
}

/** A command that records its arguments and prints a text. */
function installStub(name: string, folder: string, calls: string): void {
  writeFileSync(
    join(folder, name),
    `#!/bin/sh\nprintf '%s\\n' "${name} $*" >> '${calls}'\nprintf '%s' "$GH_PRINTS"\n`,
  )
  chmodSync(join(folder, name), 0o755)
}

/** The `npx` of a machine that downloads the command line from a release, with the address of the simulator. */
function installCommandLine(folder: string, url: string): void {
  const release = `https://repository.example/owner/agent-tests/releases/download/v${VERSION}/agent-tests-${VERSION}.tgz`
  const [node, script] = commandLine
  const npx = `#!/bin/bash
case "$1 $2 $3" in "--yes --ignore-scripts ${release}") shift 3 ;; *) exit 9 ;; esac
exec '${node}' '${script}' "\${@/#https:*evaluation.acme.test/${url}}"
`
  writeFileSync(join(folder, 'npx'), npx)
  chmodSync(join(folder, 'npx'), 0o755)
}

/** An `npm install --prefix <folder>` that installs the client of this repository, and the `node` that runs the tests. */
function installPackage(folder: string): void {
  const manifest = { type: 'module', exports: './client/index.ts' }
  const npm = `#!/bin/sh
mkdir -p "$3/node_modules/agent-tests-client" && cd "$3/node_modules/agent-tests-client"
echo '${JSON.stringify(manifest)}' > package.json
ln -s '${fileURLToPath(new URL('src/client', root))}' client
`
  writeFileSync(join(folder, 'npm'), npm)
  chmodSync(join(folder, 'npm'), 0o755)
  symlinkSync(process.execPath, join(folder, 'node'))
}
