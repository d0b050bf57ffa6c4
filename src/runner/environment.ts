// What the runner says of the job: its inputs, its event, and where it runs.
import { readFileSync } from 'node:fs'

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** An input's raw value, trimmed; an empty string if it is not set. Hyphens stay in the variable's name. */
export function readInput(env: EnvironmentVariables, name: string): string {
  return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim()
}

/** The inputs that the workflow sets, whether action.yml has them or not, and those that have a default there. */
export function givenInputs(env: EnvironmentVariables): string[] {
  return Object.keys(env).flatMap((name) => /^INPUT_(.+)/.exec(name)?.[1]?.toLowerCase() ?? [])
}

const GITHUB = 'https://github.com'

export interface Environment {
  readonly eventName: string
  /** The event's payload, unchecked; null if it cannot be read. */
  readonly payload: unknown
  /** GITHUB_API_URL. */
  readonly apiUrl: string
  readonly owner: string
  readonly repo: string
  readonly workflowRef: string
  /** The folder of the checked-out files. */
  readonly workspace: string
  readonly job: string
  readonly action: string
  readonly runId: number
  readonly runAttempt: number
  /** GITHUB_SHA, null if it is not set. */
  readonly sha: string | null
  /** GITHUB_WORKFLOW_SHA: the commit that has the workflow. */
  readonly workflowSha: string | null
  /** RUNNER_TEMP, null if it is not set. */
  readonly tempFolder: string | null
  /** The page of this workflow run, null outside a runner. */
  readonly workflowRunUrl: string | null
  /** The files of this action in its repository; null if the runner does not name it, or elsewhere than on github.com. */
  readonly documentsUrl: string | null
}

export function readEnvironment(env: EnvironmentVariables): Environment {
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const runId = env['GITHUB_RUN_ID'] ?? ''
  const server = env['GITHUB_SERVER_URL'] || GITHUB
  const actionRepository = env['GITHUB_ACTION_REPOSITORY'] ?? ''
  const actionFiles = `${GITHUB}/${actionRepository}/blob/${env['GITHUB_ACTION_REF'] || 'HEAD'}`
  // Another server may have the action from github.com: its repository need not be there.
  const hasFiles = actionRepository !== '' && server === GITHUB
  return {
    eventName: env['GITHUB_EVENT_NAME'] ?? '',
    payload: readPayload(env['GITHUB_EVENT_PATH']),
    apiUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
    owner,
    repo,
    workflowRef: env['GITHUB_WORKFLOW_REF'] ?? '',
    workspace: env['GITHUB_WORKSPACE'] || '.',
    job: env['GITHUB_JOB'] ?? '',
    action: env['GITHUB_ACTION'] ?? '',
    runId: Number(runId) || 0,
    runAttempt: Number(env['GITHUB_RUN_ATTEMPT']) || 1,
    sha: env['GITHUB_SHA'] || null,
    workflowSha: env['GITHUB_WORKFLOW_SHA'] || null,
    tempFolder: env['RUNNER_TEMP'] || null,
    workflowRunUrl: owner && repo && runId ? `${server}/${owner}/${repo}/actions/runs/${runId}` : null,
    documentsUrl: hasFiles ? actionFiles : null,
  }
}

/** Without a readable event there is no pull request to comment on. */
function readPayload(path: string | undefined): unknown {
  if (path === undefined || path === '') return null
  try {
    // Some tools write a byte-order mark, which JSON does not allow.
    // Some servers write `null` for an event without a payload.
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) ?? {}
  } catch {
    return null
  }
}
