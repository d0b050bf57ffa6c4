// Runs the jobs of a demo: the committed bundle, as the runner starts it, against a simulated service and a fake GitHub.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startSimulator } from '../../simulator/src/index.ts'
import { startGitHub } from '../../test/support/github/github.ts'
import type { Demo, Job } from './demos.ts'

const PULL_REQUEST = 42
const HEAD_SHA = '5d2b4860913c7a5e3f1c9a7e2d4b6f8091a3c5e7'
const BASE_SHA = '3f1c9a7e2d4b6f8091a3c5e75d2b4860913c7a5e'
const bundle = fileURLToPath(new URL('../../dist/index.js', import.meta.url))
const repo = { id: 1, full_name: 'acme/shop', owner: { login: 'acme' } }

export interface EndedJob {
  readonly job: Job
  readonly exitCode: number | null
  /** Of the step, including the workflow commands that a runner would act on. */
  readonly log: readonly string[]
  /** The text of the comment, or at night of the issue; empty if there is none. */
  readonly comment: string
  readonly outputs: string
}

/** @param temp where the action writes its files */
export async function runDemo(demo: Demo, temp: string): Promise<readonly EndedJob[]> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-tests-demo-'))
  const { agents, badDay, jobs = [{ label: 'comment', files: {}, exitCode: 1 }] } = demo
  const simulator = await startSimulator({ agents, badDay, concurrency: 2 })
  const github = await startGitHub()
  const baseCommit = github.git.commit(demo.base ?? {}, [], BASE_SHA)

  async function runJob(job: Job, index: number): Promise<EndedJob> {
    const event = demo.isNightly ? schedule : pullRequestEvent(job)
    const files = createStepFiles(folder, temp, { job, event })
    const head = github.git.commit(job.files, [baseCommit], HEAD_SHA)
    const env = {
      ...inputVariables(demo),
      'INPUT_API-KEY': simulator.apiKey,
      'INPUT_BASE-URL': simulator.url,
      ...job.inputs,
      'INPUT_GITHUB-TOKEN': github.token,
      ...runnerVariables(files),
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_EVENT_NAME: demo.isNightly ? 'schedule' : 'pull_request',
      GITHUB_RUN_ID: `${1001 + index}`,
      // As GitHub merges it.
      GITHUB_SHA: github.git.commit(job.files, [baseCommit, head]),
    }
    const { exitCode, log } = await runBundle(env)
    const written = demo.isNightly ? github.issues.all : github.comments(job.pullRequest ?? PULL_REQUEST)
    const outputs = readFileSync(files.output, 'utf8').replace(
      /^(.+?)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm,
      '$1 = $3',
    )
    return { job, exitCode, log, comment: written.at(-1)?.body ?? '', outputs }
  }

  try {
    const ended = []
    for (const [index, job] of jobs.entries()) ended.push(await runJob(job, index))
    return ended
  } finally {
    await simulator.close()
    await github.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The inputs that the demo gives, and those that every demo has. */
function inputVariables({ agents, inputs }: Demo): Record<string, string> {
  return {
    INPUT_AGENTS: agents.map(({ name }) => name).join('\n'),
    'INPUT_APP-URL': 'https://app.acme.test',
    ...inputs,
    'INPUT_POLL-INTERVAL': '1',
    INPUT_TIMEOUT: '60',
    INPUT_MATRIX: 'null',
  }
}

const schedule = { schedule: '17 3 * * *', repository: { ...repo, default_branch: 'main' } }

const pullRequestEvent = ({ pullRequest = PULL_REQUEST }: Job) => ({
  action: 'synchronize',
  pull_request: {
    number: pullRequest,
    created_at: new Date(Date.now() - 60 * 60 * 1000).toISOString(),
    head: { sha: HEAD_SHA, ref: 'change', repo },
    base: { sha: BASE_SHA, repo },
  },
})

interface StepFiles {
  readonly output: string
  readonly summary: string
  readonly event: string
  readonly workspace: string
  readonly temp: string
}

function createStepFiles(
  folder: string,
  temp: string,
  { job, event }: { readonly job: Job; readonly event: object },
): StepFiles {
  const files = {
    output: join(folder, 'output'),
    summary: join(folder, 'summary.md'),
    event: join(folder, 'event.json'),
    workspace: join(folder, 'workspace'),
    temp,
  }
  writeFileSync(files.output, '')
  writeFileSync(files.summary, '')
  writeFileSync(files.event, JSON.stringify(event))
  for (const [path, text] of Object.entries(job.files)) {
    mkdirSync(dirname(join(files.workspace, path)), { recursive: true })
    writeFileSync(join(files.workspace, path), text)
  }
  return files
}

function runnerVariables(files: StepFiles): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__run',
    GITHUB_ACTION_REPOSITORY: 'acme/agent-tests',
    GITHUB_ACTION_REF: 'v1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_EVENT_PATH: files.event,
    GITHUB_JOB: 'agents',
    GITHUB_OUTPUT: files.output,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/ci.yml@refs/pull/42/merge',
    GITHUB_WORKSPACE: files.workspace,
    RUNNER_TEMP: files.temp,
  }
}

async function runBundle(env: Record<string, string>): Promise<Pick<EndedJob, 'exitCode' | 'log'>> {
  const child = spawn(process.execPath, [bundle], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const log: string[] = []
  for await (const line of createInterface({ input: child.stdout })) log.push(line)
  const [exitCode] = await closed
  return { exitCode, log }
}

/** Links to the simulated service, its web application and GitHub would lead nowhere. */
export function withoutAddresses(text: string): string {
  const address = /(, )?https?:\/\/(?:127\.0\.0\.1|app\.acme\.test|github\.com\/(?:acme|org)\/)[^\s)"<>]*/g
  return text.replace(address, (_, comma) => (comma === undefined ? '…' : ''))
}

/** Without links that lead nowhere. */
export function withoutLinks(comment: string): string {
  return withoutAddresses(comment).replace(/\[([^\]]*)\]\(…\)|<a href="…">(.*?)<\/a>/g, '$1$2')
}
