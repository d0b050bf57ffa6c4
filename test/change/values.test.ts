// Whose each value of `override` is: a report calls the change's only what the tested commit has, to the byte.
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readCheckouts } from '../../src/change/checkouts.ts'
import { placeOf } from '../../src/change/files.ts'
import { gitHubRepository } from '../../src/change/git.ts'
import { testedValues } from '../../src/change/values.ts'
import { systemClock } from '../../src/client/core/clock.ts'
import { GitHubApi } from '../../src/github/api.ts'
import { eventOf, readPullRequest } from '../../src/github/event.ts'
import { overrides, readOverrides } from '../../src/inputs/override.ts'
import { workspaceReader } from '../../src/inputs/workspace.ts'
import { createFolder } from '../support/folders.ts'
import type { GitFiles } from '../support/github/git.ts'
import { startGitHub } from '../support/github/github.ts'

const HEAD = 'a'.repeat(40)
const PROMPT = 'prompts/bot.md'
const LFS = 'version https://git-lfs.github.com/spec/v1\noid sha256:'
const ELSEWHERE = '[remote "origin"]\n\turl = https://github.com/acme/prompts\n'

interface Job {
  /** The values of a copy, as YAML. */
  readonly values?: string
  readonly eventName?: string
  /** What the tested commit has. */
  readonly commit?: GitFiles
  readonly workspace?: Readonly<Record<string, string>>
  /** Made by a step or a checkout: by path, where they lead. */
  readonly links?: Readonly<Record<string, string>>
  readonly workflowSha?: string
  readonly isRefused?: boolean
}

async function originsOf({
  values = `{ system_prompt: { file: ${PROMPT} } }`,
  eventName = 'pull_request',
  commit = { [PROMPT]: 'Be polite.\n' },
  workspace: files = { [PROMPT]: 'Be polite.\n' },
  links = {},
  ...more
}: Job) {
  const github = await startGitHub()
  onTestFinished(() => github.close())
  if (more.isRefused) github.faults.push(() => ({ status: 403, body: { message: 'No' } }))
  const main = github.git.commit({ 'old.txt': '' })
  github.git.commit(commit, [main], HEAD)
  const workspace = createFolder({ '.git/HEAD': HEAD, ...files })
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(workspace, path))
  const isOfPull = eventName.startsWith('pull_request')
  const payload = isOfPull ? { pull_request: { number: 7, head: { sha: HEAD } } } : {}
  const sha = isOfPull ? main : HEAD
  const event = eventOf({ eventName, payload, sha })
  const { workflowSha = null } = more
  const job = { event, owner: 'acme', repo: 'shop', workspace, sha, workflowSha, runAttempt: 1 }
  const access = { token: github.token, apiUrl: github.url, fetch, clock: systemClock }
  const api = new GitHubApi(access, { signal: new AbortController().signal, totalMs: 60_000 })
  const repository = gitHubRepository(job, api)
  const pullRequest = isOfPull ? readPullRequest(7, payload.pull_request) : null
  const given = overrides(`Bot (preview): ${values}`)
  const override = readOverrides('value' in given ? given.value : [], {
    readFile: workspaceReader(workspace),
    inRepository: (file) => placeOf(file, workspace).path,
  })
  if ('error' in override) throw new Error(override.error)
  const used = override.value.flatMap((each) => each.files)
  const asked = { job, pullRequest, repository }
  const checkouts = await readCheckouts(used, asked)
  if ('wrong' in checkouts) throw new Error(checkouts.wrong)
  const found = await testedValues(override.value, false, { ...asked, checkouts })
  if ('wrong' in found) return found.wrong
  return found.flatMap(({ keys }) => keys.map(({ key: _, ...each }) => each))
}

const from = (origin: string, file: string | null = PROMPT, of: string | null = null) => [
  { origin, file, of },
]
const inFile = (file: string) => `{ system_prompt: { file: ${file} } }`
const library = { 'library/.git/HEAD': 'f'.repeat(40), 'library/p.md': 'Be polite.' }

it.for<[what: string, expected: unknown, job: Job]>([
  ['a file of the tested commit', from('change', PROMPT, HEAD), {}],
  [
    'the same with other line ends',
    from('change', PROMPT, HEAD),
    { workspace: { [PROMPT]: 'Be polite.\r\n' } },
  ],
  [
    'what a pointer of LFS names',
    from('change', PROMPT, HEAD),
    { commit: { [PROMPT]: `${LFS}bb378c2c6596bfc8b9f4dcf2e5a8fa822589712f60acbd00ea435ac9696396a7` } },
  ],
  ['a file that a step wrote over', from('step'), { workspace: { [PROMPT]: 'Be rude.' } }],
  [
    'a file that a step made',
    from('step', 'build/p.md'),
    { values: inFile('build/p.md'), workspace: { 'build/p.md': 'Be polite.\n' } },
  ],
  ['a file of a commit without a pull request', from('commit', PROMPT, HEAD), { eventName: 'push' }],
  [
    'the same that a step wrote over',
    from('step'),
    { eventName: 'schedule', workspace: { [PROMPT]: 'Be rude.' } },
  ],
  [
    'a file of a checkout of another repository',
    from('repository', 'library/p.md', 'acme/prompts'),
    { values: inFile('library/p.md'), workspace: { ...library, 'library/.git/config': ELSEWHERE } },
  ],
  [
    'a file of a submodule',
    from('repository', 'sub/p.md'),
    {
      values: inFile('sub/p.md'),
      commit: { sub: { submodule: 'e'.repeat(40) } },
      workspace: { 'sub/.git': 'gitdir: x', 'sub/p.md': 'Be polite.' },
    },
  ],
  ['a file if GitHub does not answer', from('unknown'), { isRefused: true }],
  ['a value of the input', from('workflow', null), { values: '{ llm: { model: gpt } }', workflowSha: HEAD }],
  [
    'one of the default branch',
    from('default-branch', null),
    { values: '{ llm: { model: gpt } }', workflowSha: 'd'.repeat(40) },
  ],
  [
    'a value of a file and of the input',
    from('workflow'),
    { values: `{ default_inputs: { a: { file: ${PROMPT} }, b: 1 } }` },
  ],
  [
    'a value of two files',
    from('step'),
    {
      values: `{ default_inputs: { a: { file: ${PROMPT} }, b: { file: made.md } } }`,
      workspace: { [PROMPT]: 'Be polite.\n', 'made.md': 'x' },
    },
  ],
  [
    'a file behind a link of the commit',
    from('change', 'p.md', HEAD),
    {
      commit: { [PROMPT]: { link: '../p.md' }, 'p.md': 'Be polite.' },
      workspace: { 'p.md': 'Be polite.', 'prompts/x': '' },
      links: { [PROMPT]: '../p.md' },
    },
  ],
  [
    'a file that no commit has, behind a link that a step made',
    `${PROMPT} is a link to made.md, which the tested commit does not have with these bytes. Name a file that the repository has.`,
    { workspace: { 'made.md': 'Be polite.', 'prompts/x': '' }, links: { [PROMPT]: '../made.md' } },
  ],
  [
    'a file that a step wrote behind a link of the commit',
    `${PROMPT} is a link to .env, which the tested commit does not have with these bytes. Name a file that the repository has.`,
    {
      commit: { [PROMPT]: { link: '../.env' } },
      workspace: { '.env': 'KEY=1', 'prompts/x': '' },
      links: { [PROMPT]: '../.env' },
    },
  ],
  [
    'the same behind a link that a step made',
    `now/bot.md is a link to .env, which the tested commit does not have with these bytes. Name a file that the repository has.`,
    {
      values: inFile('now/bot.md'),
      commit: { [PROMPT]: { link: '../.env' } },
      workspace: { '.env': 'KEY=1', 'prompts/x': '' },
      links: { [PROMPT]: '../.env', now: 'prompts' },
    },
  ],
])('%s', async ([_, expected, job]) => {
  expect(await originsOf(job)).toEqual(expected)
})
