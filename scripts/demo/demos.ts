// What the demo runs: agents of the simulated service, and the jobs that test them.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import type { SimulatedAgent } from '../../simulator/src/index.ts'

export interface Job {
  /** What its comment is called. */
  readonly label: string
  /** The files of the workspace, by their paths. */
  readonly files: Readonly<Record<string, string>>
  readonly exitCode: 0 | 1
  /** Those that differ from the demo's. */
  readonly inputs?: Readonly<Record<string, string>>
  /** Its pull request; by default all jobs have the same one. */
  readonly pullRequest?: number
}

export interface Demo {
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

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
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
export const deployed: Demo = {
  agents: [
    'Billing helper: all-pass tests=12 history=10',
    'Support bot: flaky tests=12 rate=0 history=10 break="Refuses a refund after 30 days"@11',
    'Booking assistant: tool-call-failure history=10',
  ].map(readAgentLine),
  inputs: { INPUT_AGENTS: '', ...inputsOf(read('examples/deployed-agents.yml')) },
  ending: 'the test that broke fails the job; the one that failed before does not.',
}

/** One test breaks, one has failed before, and others fail now and then, as they always did. */
export const flaky: Demo = {
  agents: [
    'Support bot: flaky tests=24 rate=0.04 seed=33 history=10 rate="Warranty question with order number"@0.8 break="Refuses a refund after 30 days"@11',
    'Booking assistant: flaky tests=16 rate=0.04 seed=4 history=10',
    'Billing helper: all-pass tests=12 history=10',
  ].map(readAgentLine),
  inputs: { INPUT_MODE: 'gate-if-worse', INPUT_RETRIES: '2' },
  ending: 'only the test that broke fails the job; flaky tests and those that failed before do not.',
}

/** On a bad day, many tests fail on the preview and in production; one is broken on the preview. */
export const controlled: Demo = {
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
export const nightly: Demo = {
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

export const PROMPT = 'prompts/support-bot.md'

/** A prompt that breaks a test, and the next one, which repairs it. */
export const overridden: Demo = {
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

export const TESTS = 'agent-tests/support-bot/returns.yml'
const asks = (name: string, question: string, criteria: string) => `- name: ${name}
  history:
    - { role: user, content: "${question}" }
  evaluators:
    - name: Correctness
      variable_values: { criteria: '${criteria}' }
`
export const handOver = asks(
  'Hands over to a person',
  'I want to speak to a human.',
  'Hands over to "a colleague".',
)
export const limit = asks(
  'Names the limit',
  'I bought it 40 days ago. Can I return it?',
  'Says that the limit is "30 days".',
)
const giftCards = asks(
  'Refuses to take back gift cards',
  'I bought a gift card yesterday. Can I return it?',
  'Refuses, and says that "gift cards" cannot be returned.',
)
export const role = 'Help the customers of an online shop. Hand over to a colleague when asked.\n'
export const prompt = `${role}No refunds after 30 days.\n`
const before = { [PROMPT]: prompt, [TESTS]: handOver + limit }

/** Three pull requests: what they do to the tests of the repository. */
export const tested: Demo = {
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
