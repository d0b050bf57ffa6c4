// Pull requests on a repository whose main has a prompt, and a service that has the prompt that somebody published last.
import { setTimeout as wait } from 'node:timers/promises'
import type { TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import type { GitFiles } from '../support/github/git.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import type { StepOptions } from '../support/runner/run-step.ts'
import { configure, createHarness, type HarnessOptions, HEAD_SHA } from './harness.ts'

export const COPY = 'Support bot (preview)'
export const PROMPT = 'prompts/support-bot.md'
const FACTOR = 5

/** Of the 8 tests, one asks for each of these; all others pass. */
export const [REFUNDS, HANDOVER, PRIVACY] = [
  '30 days.',
  'Hand over to a colleague.',
  'Nothing about other customers.',
] as const
export const ALL = `${REFUNDS} ${HANDOVER} ${PRIVACY}`

const quick = { scenario: 'prompted', parameters: { durationMs: 0 } } as const

/** A copy, and the agent on the service with the prompt that was published last. */
export const bots = (published: string): readonly SimulatedAgent[] => [
  { name: COPY, ...quick },
  { name: 'Support bot', ...quick, config: { system_prompt: published } },
]

/** @param published the prompt of the agent on the service */
export async function start(test: TestContext, published: string, options: Partial<HarnessOptions> = {}) {
  const workspace = createFolder({ 'README.md': '' }, test)
  const sleep = (ms: number) => wait(ms / FACTOR, undefined, { ref: false })
  const harness = await createHarness({ agents: bots(published), sleep, ...options }, test.onTestFinished)
  const { simulator, github } = harness
  /** Makes a commit the newest one of main. */
  const push = (files: GitFiles) => {
    const before = github.branches.get('main')
    const commit = github.git.commit(files, before === undefined ? [] : [before])
    github.branches.set('main', commit)
    return commit
  }
  const checkOutCommit = (commit: string, files: Readonly<Record<string, string>> = {}) =>
    writeFiles(workspace, { '.git/HEAD': commit, ...files })
  /** Checks out GitHub's merge of a pull request with these files into what is the newest commit of main. */
  const checkOut = (files: GitFiles, workspaceFiles: Readonly<Record<string, string>> = {}) => {
    const base = github.branches.get('main') ?? ''
    const head = github.git.commit(files, [base], HEAD_SHA)
    const texts = Object.entries(files).flatMap(([path, file]) =>
      typeof file === 'string' ? [[path, file]] : [],
    )
    checkOutCommit(github.git.commit(files, [base, head]), {
      ...Object.fromEntries(texts),
      ...workspaceFiles,
    })
  }
  const run = (inputs: Readonly<Record<string, string>> = {}, step: Partial<StepOptions> = {}) =>
    harness.run({
      workspace,
      ...step,
      env: { ...fastTime(FACTOR), ...step.env },
      with: {
        mode: 'gate-if-worse',
        override: `${COPY}: { system_prompt: { file: ${PROMPT} } }`,
        timeout: '3600',
        ...inputs,
      },
    })
  return {
    ...harness,
    workspace,
    publish: (system_prompt: string) => configure(simulator, 'Support bot', { system_prompt }),
    push,
    checkOut,
    checkOutCommit,
    run,
    report: () => (harness.comments().at(-1) ?? '').replace(/[\u2068\u2069]/g, ''),
    launches: () => harness.requests().filter((request) => /^POST .*\/run$/.test(request)).length,
  }
}
