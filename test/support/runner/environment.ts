// The environment of a step: the runner's variables, and of this machine's only what processes need to start.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StepFiles } from './files.ts'
import { root } from './metadata.ts'

export interface JobFacts {
  readonly eventName: string
  readonly workspace: string
}

/** Without these, processes do not start on Windows. */
const FROM_THE_MACHINE = ['PATH', 'SYSTEMROOT', 'COMSPEC', 'HOME', 'USERPROFILE'].filter(
  (name) => process.env[name] !== undefined,
)

export function stepEnvironment(
  { eventName, workspace }: JobFacts,
  files: StepFiles,
): Record<string, string> {
  return {
    ...Object.fromEntries(FROM_THE_MACHINE.map((name) => [name, process.env[name] ?? ''])),
    // Saves a fifth of the time that the bundle needs to start.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', root)),
    // Removed with the step.
    TMPDIR: files.temp,
    TEMP: files.temp,
    TMP: files.temp,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__run',
    GITHUB_ACTION_REF: 'v1',
    GITHUB_ACTION_REPOSITORY: 'acme/agent-tests',
    GITHUB_API_URL: 'http://127.0.0.1:9',
    GITHUB_ENV: files.env,
    GITHUB_EVENT_NAME: eventName,
    GITHUB_EVENT_PATH: files.event,
    GITHUB_GRAPHQL_URL: 'http://127.0.0.1:9/graphql',
    GITHUB_JOB: 'agents',
    GITHUB_OUTPUT: files.output,
    GITHUB_PATH: files.path,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '1001',
    ...shaOf(workspace, eventName),
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_STATE: files.state,
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/ci.yml@refs/pull/7/merge',
    GITHUB_WORKSPACE: workspace,
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: files.temp,
    RUNNER_TRACKING_ID: 'github_0e0d7b5c-4c5e-4d6a-9a55-1c2b3d4e5f60',
  }
}

/** On these events, the runner names the commit that actions/checkout checks out by default; on others, it is the default branch's. */
const OF_CHANGE = /^(?:pull_request(?:_review(?:_\w+)?)?|merge_group|push)$/

function shaOf(workspace: string, eventName: string): Record<string, string> {
  const head = join(workspace, '.git', 'HEAD')
  if (!existsSync(head)) return {}
  return { GITHUB_SHA: OF_CHANGE.test(eventName) ? readFileSync(head, 'utf8').trim() : 'b'.repeat(40) }
}
