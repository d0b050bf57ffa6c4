// What the runner provides, and the workflow commands that it understands; @actions/core loads an HTTP stack, which takes long.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
import { readFileSync } from 'node:fs'

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** What makes a run in this environment unsafe or impossible, and what to do; null if nothing does. */
export function environmentError(env: EnvironmentVariables): string | null {
  const wrong = [proxyOf(env, 'HTTP_PROXY'), proxyOf(env, 'HTTPS_PROXY')].find(
    (each) => each?.address === null,
  )
  // Without the value, which may hold a password.
  if (wrong)
    return `${wrong.variable} is not an address of a proxy. Correct it, such as http://proxy.acme.test:3128, or remove it. In a user name or a password, write @ as %40, : as %3A, / as %2F and # as %23.`
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return null
  return (
    'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of TLS certificates, so anyone on the network could read the API key. ' +
    'Remove it; for a private certificate authority, set NODE_EXTRA_CA_CERTS (in a workflow, in the `env:` of the job).'
  )
}

/** The proxy that a variable names; null without one. The lower-case name wins. `address`: null if it is none. */
export function proxyOf(env: EnvironmentVariables, name: 'HTTP_PROXY' | 'HTTPS_PROXY') {
  const variable = [name.toLowerCase(), name].find((each) => env[each]?.trim())
  if (variable === undefined) return null
  const given = env[variable]?.trim() ?? ''
  // `proxy.acme.test:3128` is what many write, and what curl understands; as a `%` in a password.
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`
  const address = full.replace(/%(?![\da-f]{2})/gi, '%25')
  return { variable, address: isProxyAddress(address) ? address : null }
}

function isProxyAddress(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address)
    // The client decodes them.
    return /^(?:https?|socks5?):$/.test(protocol) && decodeURIComponent(username + password).isWellFormed()
  } catch {
    return false
  }
}

/** An input's raw value, trimmed; an empty string if it is not set. Hyphens stay in the variable's name. */
export function readInput(env: EnvironmentVariables, name: string): string {
  return (env[`INPUT_${name.toUpperCase()}`] ?? '').trim()
}

/** The inputs that the workflow sets, whether action.yml has them or not, and those that have a default there. */
export function givenInputs(env: EnvironmentVariables): string[] {
  return Object.keys(env).flatMap((name) => /^INPUT_(.+)/.exec(name)?.[1]?.toLowerCase() ?? [])
}

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
  /** RUNNER_TEMP, null if it is not set. */
  readonly tempFolder: string | null
  /** The page of this workflow run, null outside a runner. */
  readonly workflowRunUrl: string | null
  /** What the words of the reports mean, in the repository of this action; null if the runner does not name it. */
  readonly wordsUrl: string | null
}

export function readEnvironment(env: EnvironmentVariables): Environment {
  const [owner = '', repo = ''] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const runId = env['GITHUB_RUN_ID'] ?? ''
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com'
  const actionRepository = env['GITHUB_ACTION_REPOSITORY'] ?? ''
  const actionFiles = `${server}/${actionRepository}/blob/${env['GITHUB_ACTION_REF'] || 'HEAD'}`
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
    tempFolder: env['RUNNER_TEMP'] || null,
    workflowRunUrl: owner && repo && runId ? `${server}/${owner}/${repo}/actions/runs/${runId}` : null,
    wordsUrl: actionRepository ? `${actionFiles}/docs/reports.md#what-the-words-mean` : null,
  }
}

/** Without a readable event there is no pull request to comment on. */
function readPayload(path: string | undefined): unknown {
  if (path === undefined || path === '') return null
  try {
    // Some tools write a byte-order mark, which JSON does not allow.
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}

/** An annotation of the job, or of a file of the repository. */
export function errorCommand(
  title: string,
  message: string,
  { file, line }: { readonly file?: string | null; readonly line?: number | null } = {},
): string {
  const properties = Object.entries({ title, file, line }).flatMap(([name, value]) =>
    value == null ? [] : `${name}=${escapeData(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  )
  return `::error ${properties.join(',')}::${escapeData(message)}`
}

/** Makes the runner show `secret` as `***` from here on. */
export function maskCommand(secret: string): string {
  return `::add-mask::${escapeData(secret)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
