// Jobs with tests in files of the workspace, on two agents that follow their prompts.
import { setTimeout as wait } from 'node:timers/promises'
import type { TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { createHarness, type HarnessOptions, HEAD_SHA } from './harness.ts'

const FACTOR = 5
export const FILE = 'agent-tests/refunds.yml'
export const COPY = 'Support bot (preview)'
const quick = { parameters: { durationMs: 0 } }
const agents: readonly SimulatedAgent[] = [
  { name: COPY, scenario: 'prompted', ...quick },
  { name: 'Support bot', scenario: 'prompted', ...quick },
]

/** Passes if the agent's prompt has the words. */
export const asks = (name: string, words: string) => `- name: ${name}
  history:
    - { role: user, content: "${name}?" }
  evaluators:
    - name: Correctness
      variable_values: { criteria: 'Says "${words}".' }
`
/** Production, without the words. */
export const failing: readonly SimulatedAgent[] = agents.map((agent) => ({
  ...agent,
  config: { system_prompt: 'Hand over.' },
}))
export const withPrompt = (prompt: string) => ({
  agents: COPY,
  override: `${COPY}: { system_prompt: "${prompt}" }`,
})
export const worse = { mode: 'gate-if-worse', control: 'Support bot' }

type Texts = Readonly<Record<string, string>>

export async function start(test: TestContext, files: Texts, options: Partial<HarnessOptions> = {}) {
  const workspace = createFolder(files, test)
  const write = (path: string, text: string) => writeFiles(workspace, { [path]: text })
  /** Checks out the merge of the pull request, which has these files, into its base. */
  const change = (before: Texts, now: Texts = files) => {
    const base = harness.github.git.commit(before)
    const head = harness.github.git.commit(now, [base], HEAD_SHA)
    write('.git/HEAD', harness.github.git.commit(now, [base, head]))
    writeFiles(workspace, now)
  }
  const sleep = (ms: number) => wait(ms / FACTOR, undefined, { ref: false })
  const harness = await createHarness({ agents, sleep, ...options }, test.onTestFinished)
  const startJob = (inputs: Readonly<Record<string, string>> = {}, step = {}) =>
    harness.start({
      workspace,
      env: fastTime(FACTOR),
      ...step,
      with: { agents: 'Support bot', tests: 'agent-tests/*.yml', timeout: '18000', ...inputs },
    })
  const run = (...job: Parameters<typeof startJob>) => startJob(...job).result
  change(files)
  return {
    ...harness,
    workspace,
    write,
    change,
    start: startJob,
    run,
    report: () => harness.comments().at(-1) ?? '',
  }
}
