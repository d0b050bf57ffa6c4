// `npm run demo`: the committed bundle end to end, as the runner starts it, against a simulated service and a fake GitHub. Without options
// and with `--deployed`, it runs the workflow of README.md and that of examples/deployed-agents.yml, so that it shows what they do;
// `--screenshot` takes the pictures of comments and page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { readAgentLine } from '../simulator/src/agent-line.ts'
import { type SimulatedAgent, startSimulator } from '../simulator/src/index.ts'
import { readPageTemplate } from '../src/page-template.ts'
import { htmlPage } from '../src/report/html-page.ts'
import { overviewOf } from '../src/results/overview.ts'
import { startGitHub } from '../test/support/github/github.ts'
import { renderGitHubPage } from './preview/github-page.ts'
import { takePictures } from './preview/screenshot.ts'

const PULL_REQUEST = 42
const HEAD_SHA = '5d2b4860913c7a5e3f1c9a7e2d4b6f8091a3c5e7'
const BASE_SHA = '3f1c9a7e2d4b6f8091a3c5e75d2b4860913c7a5e'
const bundle = fileURLToPath(new URL('../dist/index.js', import.meta.url))
const outputFolder = fileURLToPath(new URL('../demo-output/', import.meta.url))

interface Job {
  /** What its comment is called. */
  readonly label: string
  /** The files of the workspace, by their paths. */
  readonly files: Readonly<Record<string, string>>
  readonly exitCode: 0 | 1
  /** Its pull request; by default all jobs have the same one. */
  readonly pullRequest?: number
}

interface Demo {
  readonly agents: readonly SimulatedAgent[]
  readonly inputs: Readonly<Record<string, string>>
  /** By default there is one, without files, which fails. */
  readonly jobs?: readonly Job[]
  /** The files before the pull requests. */
  readonly base?: Job['files']
  /** Whether they run on the default branch, without a pull request. */
  readonly isNightly?: true
  /** By how much all failure rates are higher today. */
  readonly badDay?: number
  /** What the exit code means. */
  readonly ending: string
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const [, readmeWorkflow = ''] = /^```yaml\n(.*?)^```$/ms.exec(read('README.md')) ?? []

/** The inputs of a workflow, apart from key and addresses. */
function inputsOf(workflow: string): Demo['inputs'] {
  const { steps } = parse(workflow).jobs.agents
  const step = steps.find(({ uses = '' }) => uses.includes('/agent-tests@'))
  const given = Object.entries<string>(step.with).filter(
    ([name]) => !/^(api-key|base-url|app-url)$/.test(name),
  )
  return Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))
}

/** One test breaks, and one has always failed. */
const deployed: Demo = {
  agents: [
    'Billing helper: all-pass tests=12 history=10',
    'Support bot: flaky tests=12 rate=0 history=10 break="Refuses a refund after 30 days"@11',
    'Booking assistant: tool-call-failure history=10',
  ].map(readAgentLine),
  inputs: { INPUT_AGENTS: '', ...inputsOf(read('examples/deployed-agents.yml')) },
  ending: 'the test that broke fails the job; the one that failed before does not.',
}

/** One test breaks, one has failed before, and others fail now and then, as they always did. */
const flaky: Demo = {
  agents: [
    'Support bot: flaky tests=24 rate=0.04 seed=33 history=10 rate="Warranty question with order number"@0.8 break="Refuses a refund after 30 days"@11',
    'Booking assistant: flaky tests=16 rate=0.04 seed=4 history=10',
    'Billing helper: all-pass tests=12 history=10',
  ].map(readAgentLine),
  inputs: { INPUT_MODE: 'gate-if-worse', INPUT_RETRIES: '2' },
  ending: 'only the test that broke fails the job; flaky tests and those that failed before do not.',
}

/** On a bad day, many tests fail on the preview and in production; one is broken on the preview. */
const controlled: Demo = {
  agents: [
    'Support bot (preview): flaky tests=40 rate=0.08 seed=21 break="Refuses a refund after 30 days"@1',
    'Support bot: flaky tests=40 rate=0.08 seed=22 rate="Refuses a refund after 30 days"@0',
  ].map(readAgentLine),
  inputs: {
    INPUT_MODE: 'gate-if-worse',
    INPUT_AGENTS: 'Support bot (preview)',
    INPUT_CONTROL: 'Support bot',
  },
  badDay: 3,
  ending: 'only the test that the change broke fails the job; what fails on a bad day does not.',
}

/** A test breaks, and stays broken. */
const nightly: Demo = {
  agents: [
    'Support bot: flaky tests=12 rate=0 history=10 break="Refuses a refund after 30 days"@11',
    'Billing helper: all-pass tests=12 history=10',
  ].map(readAgentLine),
  inputs: { INPUT_AGENTS: '', INPUT_MODE: 'gate-if-worse', INPUT_ISSUE: 'true' },
  isNightly: true,
  jobs: [
    { label: 'issue of the first night', files: {}, exitCode: 1 },
    { label: 'issue of the second night', files: {}, exitCode: 1 },
    { label: 'issue of the third night', files: {}, exitCode: 0 },
  ],
  ending: 'on the third night, the test is known to fail, and the issue stays open until it passes.',
}

const PROMPT = 'prompts/support-bot.md'

/** A prompt that breaks a test, and the next one, which repairs it. */
const overridden: Demo = {
  agents: ['Support bot (preview): prompted', 'Support bot: prompted'].map(readAgentLine),
  inputs: { INPUT_AGENTS: '', ...inputsOf(readmeWorkflow) },
  jobs: [
    {
      label: 'failing comment',
      files: { [PROMPT]: 'Hand over to a colleague when asked. Never speak of other customers.' },
      exitCode: 1,
    },
    {
      label: 'repaired comment',
      files: {
        [PROMPT]:
          'Hand over to a colleague when asked. Never speak of other customers. No refunds after 30 days.',
      },
      exitCode: 0,
    },
  ],
  ending: 'the first prompt forgets the 30 days and breaks a test, the second one repairs it.',
}

const TESTS = 'agent-tests/support-bot/returns.yml'
const asks = (name: string, question: string, criteria: string) => `- name: ${name}
  history:
    - { role: user, content: "${question}" }
  evaluators:
    - name: Correctness
      variable_values: { criteria: '${criteria}' }
`
const handOver = asks('Hands over to a person', 'I want to speak to a human.', 'Hands over to "a colleague".')
const limit = asks(
  'Names the 30 days',
  'I bought it 40 days ago. Can I return it?',
  'Says that the limit is "30 days".',
)
const giftCards = asks(
  'Refuses to take back gift cards',
  'I bought a gift card yesterday. Can I return it?',
  'Refuses, and says that "gift cards" cannot be returned.',
)
const role = 'Help the customers of an online shop. Hand over to a colleague when asked.\n'
const prompt = `${role}No refunds after 30 days.\n`
const before = { [PROMPT]: prompt, [TESTS]: handOver + limit }

/** Three pull requests: what they do to the tests of the repository. */
const tested: Demo = {
  agents: ['Support bot (preview): prompted', 'Support bot: prompted'].map((line) => ({
    ...readAgentLine(line),
    config: { system_prompt: prompt },
  })),
  inputs: {
    INPUT_MODE: 'gate-if-worse',
    INPUT_AGENTS: '',
    INPUT_OVERRIDE: `Support bot (preview): { system_prompt: { file: ${PROMPT} } }`,
    INPUT_TESTS: 'agent-tests/support-bot/*.yml',
    'INPUT_SKIP-UNCHANGED': 'true',
  },
  jobs: [
    {
      label: 'comment on an added test',
      files: {
        [PROMPT]: `${prompt}Never take back gift cards.\n`,
        [TESTS]: handOver + limit + giftCards,
      },
      ...{ exitCode: 0, pullRequest: 42 },
    },
    {
      label: 'comment on a removed test',
      files: { [PROMPT]: role, [TESTS]: handOver },
      ...{ exitCode: 0, pullRequest: 43 },
    },
    {
      label: 'comment on code alone',
      files: { ...before, 'src/shop.ts': 'export const open = true\n' },
      ...{ exitCode: 0, pullRequest: 44 },
    },
  ],
  base: before,
  ending:
    'the added test fails without the new prompt, and passes with it; a removed test is named; where only code changes, nothing runs.',
}

const flag = { type: 'boolean', default: false } as const
const options = {
  ...{ deployed: flag, flaky: flag, control: flag, tests: flag, nightly: flag },
  ...{ verbose: flag, screenshot: flag },
}
const { values, positionals } = parseArgs({ options, strict: false })
const unknown = [...Object.keys(values).filter((name) => !(name in options)), ...positionals]
if (unknown.length > 0) {
  console.error(
    `The demo has no option ${unknown.join(', ')}. It has --${Object.keys(options).join(', --')}.`,
  )
  process.exit(2)
}
const chosen = { tests: tested, deployed, control: controlled, flaky, nightly }
const option = (['tests', 'deployed', 'control', 'flaky', 'nightly'] as const).find((each) => values[each])
const demo = option === undefined ? overridden : chosen[option]

const repo = { id: 1, full_name: 'acme/shop', owner: { login: 'acme' } }
const jobs = demo.jobs ?? [{ label: 'comment', files: {}, exitCode: 1 }]
const eventOf = ({ pullRequest = PULL_REQUEST }: Job) => ({
  action: 'synchronize',
  pull_request: {
    number: pullRequest,
    created_at: new Date(Date.now() - 60 * 60 * 1000).toISOString(),
    head: { sha: HEAD_SHA, ref: 'change', repo },
    base: { sha: BASE_SHA, repo },
  },
})

interface Addresses {
  readonly service: string
  readonly apiKey: string
  readonly github: string
  readonly graphql: string
  readonly token: string
}

interface StepFiles {
  readonly output: string
  readonly summary: string
  readonly event: string
  readonly workspace: string
  readonly temp: string
}

/** A step's environment: the inputs with their defaults, and the runner's variables. */
function stepEnvironment(addresses: Addresses, files: StepFiles, job: Job): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    'INPUT_API-KEY': addresses.apiKey,
    INPUT_AGENTS: demo.agents.map(({ name }) => name).join('\n'),
    'INPUT_BASE-URL': addresses.service,
    'INPUT_APP-URL': 'https://app.acme.test',
    ...demo.inputs,
    'INPUT_POLL-INTERVAL': '1',
    INPUT_TIMEOUT: '60',
    'INPUT_GITHUB-TOKEN': addresses.token,
    INPUT_MATRIX: 'null',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION: '__run',
    GITHUB_ACTION_REPOSITORY: 'acme/agent-tests',
    GITHUB_ACTION_REF: 'v1',
    GITHUB_API_URL: addresses.github,
    GITHUB_GRAPHQL_URL: addresses.graphql,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_EVENT_NAME: demo.isNightly ? 'schedule' : 'pull_request',
    GITHUB_EVENT_PATH: files.event,
    GITHUB_JOB: 'agents',
    GITHUB_OUTPUT: files.output,
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: `${1001 + jobs.indexOf(job)}`,
    GITHUB_SHA: mergeCommit(job),
    GITHUB_STEP_SUMMARY: files.summary,
    GITHUB_WORKFLOW_REF: 'acme/shop/.github/workflows/ci.yml@refs/pull/42/merge',
    GITHUB_WORKSPACE: files.workspace,
    RUNNER_TEMP: files.temp,
  }
}

function createStepFiles(folder: string, job: Job): StepFiles {
  const files = {
    output: join(folder, 'output'),
    summary: join(folder, 'summary.md'),
    event: join(folder, 'event.json'),
    workspace: join(folder, 'workspace'),
    temp: outputFolder,
  }
  writeFileSync(files.output, '')
  writeFileSync(files.summary, '')
  const schedule = { schedule: '17 3 * * *', repository: { ...repo, default_branch: 'main' } }
  writeFileSync(files.event, JSON.stringify(demo.isNightly ? schedule : eventOf(job)))
  for (const [path, text] of Object.entries(job.files)) {
    mkdirSync(dirname(join(files.workspace, path)), { recursive: true })
    writeFileSync(join(files.workspace, path), text)
  }
  return files
}

/** Links to the simulated service, its web application and GitHub would lead nowhere. */
function withoutAddresses(text: string): string {
  const address = /(, )?https?:\/\/(?:127\.0\.0\.1|app\.acme\.test|github\.com\/(?:acme|org)\/)[^\s)"<>]*/g
  return text.replace(address, (_, comma) => (comma === undefined ? '…' : ''))
}

/** Prints its log, including the workflow commands that a runner would act on. */
async function runBundle(env: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, [bundle], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) detail(withoutAddresses(line))
  const [exitCode] = await closed
  return exitCode
}

/** All that only `--verbose` prints. */
function detail(text: string): void {
  if (values.verbose) console.log(text)
}

function heading(text: string): void {
  detail(`\n──── ${text} ${'─'.repeat(Math.max(4, 72 - text.length))}\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'agent-tests-demo-'))
rmSync(outputFolder, { recursive: true, force: true })
mkdirSync(outputFolder, { recursive: true })
const simulator = await startSimulator({ agents: demo.agents, badDay: demo.badDay, concurrency: 2 })
const github = await startGitHub()
const baseCommit = github.git.commit(demo.base ?? {}, [], BASE_SHA)

/** Of the pull request's files in a job into its base, as GitHub makes it. */
function mergeCommit({ files }: Job): string {
  const head = github.git.commit(files, [baseCommit], HEAD_SHA)
  return github.git.commit(files, [baseCommit, head])
}

async function runJob(job: Job) {
  const files = createStepFiles(folder, job)
  const addresses = {
    service: simulator.url,
    apiKey: simulator.apiKey,
    github: github.url,
    graphql: github.graphqlUrl,
    token: github.token,
  }
  heading('The log of the step, as the runner receives it')
  const exitCode = await runBundle(stepEnvironment(addresses, files, job))
  const comments = demo.isNightly ? github.issues.all : github.comments(job.pullRequest ?? PULL_REQUEST)
  const written = comments.at(-1)?.body ?? ''
  const comment = withoutAddresses(written)
  heading(demo.isNightly ? 'The issue' : 'The comment on the pull request')
  detail(comment || 'None was written.')
  heading('The outputs, as later steps read them')
  const outputs = readFileSync(files.output, 'utf8').replace(
    /^(.+?)<<(\S+)\r?\n([\s\S]*?)\r?\n\2$/gm,
    '$1 = $3',
  )
  detail(outputs)
  heading('The end')
  if (!values.verbose)
    console.log(`${/^### .*/m.exec(comment)?.[0].slice('### '.length) ?? 'No comment was written.'}\n`)
  return { job, exitCode, comment, shown: values.screenshot ? written : comment, outputs }
}

/** @returns the page that shows the comment as GitHub does */
async function writeComment(text: string, name: string): Promise<string> {
  const file = join(outputFolder, `${name}.html`)
  const shown = text.replace(/\[([^\]]*)\]\(…\)|<a href="…">(.*?)<\/a>/g, '$1$2')
  writeFileSync(file, await renderGitHubPage(shown, 'The comment on the pull request'))
  return file
}

/** @returns the page to review conversations, written anew without links that lead nowhere */
function writePage(outputs: string): string {
  const file = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(outputs)?.[1] ?? ''
  const results = readFileSync(file('results-file'), 'utf8')
  const shown = JSON.parse(values.screenshot ? results : withoutAddresses(results))
  writeFileSync(file('report-file'), htmlPage(overviewOf(shown), readPageTemplate()).join(''))
  return file('report-file')
}

try {
  const ended = []
  for (const job of jobs) ended.push(await runJob(job))
  const codes = ended.map(({ exitCode }) => exitCode)
  const all = new Set(codes).size === 1 ? `${codes[0]}` : codes.join(', then ')
  console.log(`Exit code ${all}: ${demo.ending}`)
  detail('Links (…) are left out: the service and GitHub are simulated.')

  const files = await Promise.all(
    ended.map(({ shown }, nth) => writeComment(shown, ended.length > 1 ? `comment-${nth + 1}` : 'comment')),
  )
  for (const [nth, { label }] of jobs.entries()) console.log(`The ${label} as GitHub shows it: ${files[nth]}`)
  // One without tests has no conversations.
  for (const { job, outputs } of ended.filter((each) => /^total = [1-9]/m.test(each.outputs))) {
    const page = writePage(outputs)
    files.push(page)
    console.log(
      `The page to review conversations${ended.length > 1 ? ` beside the ${job.label}` : ''}: ${page}`,
    )
  }
  if (values.screenshot) await takePictures(files, console.log)
  if (!values.verbose)
    console.log(
      'The log, the text of the comment and the outputs: add --verbose, as in npm run demo -- --verbose',
    )
  const isAsExpected = ended.every(
    ({ job, exitCode, comment }) => exitCode === job.exitCode && comment !== '',
  )
  process.exitCode = isAsExpected ? 0 : 1
} finally {
  await simulator.close()
  await github.close()
  rmSync(folder, { recursive: true, force: true })
}
