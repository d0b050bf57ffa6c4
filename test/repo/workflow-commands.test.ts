// The scripts of this repository's own workflows. Jobs run here as they are written, in a fresh copy and without a network;
// for every other script, a list says where it runs, or why it cannot.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { parse } from 'yaml'
import { root } from '../client/installed-package.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import type { Contexts } from '../support/runner/expressions.ts'
import { root as rootUrl } from '../support/runner/metadata.ts'
import { type JobResult, runJob } from '../support/runner/run-job.ts'
import { gitIn, publishThisRepository } from './repositories.ts'
import { actionFiles, jobsOf, ownWorkflows } from './workflow-files.ts'

const REHEARSED = [
  'ci: dist',
  'ci: action',
  'ci: ci',
  'release: verify',
  'release: publish',
  'dependabot-dist: commit',
]

const CI_RUN = '.ci/run runs it'
const PROXY = 'needs two fixed ports; test/e2e/proxy.test.ts uses this proxy'

/** How the other scripts begin. */
const ELSEWHERE: readonly (readonly [script: string, where: string])[] = [
  ['npm ci', CI_RUN],
  ['npx --yes deno@2.9.6 publish --dry-run', CI_RUN],
  ['npm run check', 'npm test begins with it'],
  ['node node_modules/vitest/vitest.mjs run', 'npm test runs these tests'],
  ['npm audit signatures', 'asks sigstore.dev, which is no registry'],
  ['nohup node test/e2e/proxy/forward-proxy.ts', PROXY],
  ['sort "$RUNNER_TEMP/proxy.log"', PROXY],
  ['npm publish', 'needs an account on npm'],
]

const jobs = ownWorkflows.flatMap((file) =>
  jobsOf(file).map((job) => ({ ...job, id: `${/(\w[\w-]*)\.yml/.exec(file.path)?.[1]}: ${job.name}` })),
)

it('every script of a workflow is rehearsed here, or runs elsewhere', () => {
  const others = jobs.filter(({ id }) => !REHEARSED.includes(id)).flatMap(({ job }) => job.steps ?? [])
  const ofActions = actionFiles.flatMap(({ text }) => parse(text).runs.steps ?? [])
  const scripts = [...others, ...ofActions].flatMap(({ run }) =>
    run === undefined ? [] : [String(run).trim()],
  )
  const starts = ELSEWHERE.map(([start]) => start)
  expect(scripts.filter((script) => !starts.some((start) => script.startsWith(start)))).toEqual([])
  expect(starts.filter((start) => !scripts.some((script) => script.startsWith(start)))).toEqual([])
  const lines = readFileSync(join(root, '.ci/run'), 'utf8').split('\n')
  const promised = ELSEWHERE.flatMap(([start, where]) => (where === CI_RUN ? [start] : []))
  expect(promised.filter((start) => !lines.some((line) => line.startsWith(start)))).toEqual([])
})

let published = ''
beforeAll(() => {
  published = publishThisRepository()
})
afterAll(() => rmSync(published, { recursive: true, force: true }))

// The scripts are for bash.
describe.skipIf(process.platform === 'win32').concurrent('rehearsals', { timeout: 600_000 }, () => {
  it('of CI: the action says what the workflow asserts, and one job that did not succeed fails the check', async (test) => {
    const copy = freshCopy(test)
    expect(await copy.run('ci: action')).toEqual(succeeded)
    const needs = { check: { result: 'success' }, dist: { result: 'success' } }
    expect(await copy.run('ci: ci', { needs })).toEqual(succeeded)
    const cancelled = { ...needs, dist: { result: 'cancelled' } }
    expect(await copy.run('ci: ci', { needs: cancelled })).toMatchObject({ conclusion: 'failure' })
  })

  it('of CI and Dependabot: a stale dist fails CI, and is committed to the branch', async (test) => {
    const copy = freshCopy(test)
    expect(await copy.run('ci: dist')).toEqual(succeeded)
    appendFileSync(join(copy.folder, 'dist/index.js'), '// of newer dependencies\n')
    const { conclusion, steps } = await copy.run('ci: dist')
    expect([conclusion, steps.flatMap(({ result }) => result?.annotations ?? [])]).toMatchObject([
      'failure',
      [{ title: 'dist is stale' }],
    ])
    for (const dist of ['dist', 'simulator/dist'])
      cpSync(join(copy.folder, dist), join(copy.temp, 'built', dist), { recursive: true })
    copy.git('restore', '.')
    const branch = 'dependabot/npm_and_yarn/tools'
    const workflow_run = {
      ...{ conclusion: 'failure', event: 'pull_request', id: 1, head_sha: 'a', head_branch: branch },
      ...{ actor: { login: 'dependabot[bot]' }, head_repository: { full_name: 'acme/shop' } },
    }
    expect(await copy.run('dependabot-dist: commit', { github: { event: { workflow_run } } })).toEqual(
      succeeded,
    )
    expect(copy.origin('show', '--name-only', '--format=%s', branch)).toBe('Rebuild dist\n\ndist/index.js')
    expect(copy.called()).toEqual([`gh workflow run ci.yml --ref ${branch}`])
  })

  it('of a release: its files are built, and the tag of the major version moves to it', async (test) => {
    const copy = freshCopy(test)
    execFileSync(process.execPath, ['scripts/release.ts', '1.2.3'], { cwd: copy.folder, stdio: 'pipe' })
    copy.git('push', '--atomic', 'origin', 'main', 'v1.2.3')
    const env = { GITHUB_REF_NAME: 'v1.2.3', GITHUB_SHA: copy.git('rev-parse', 'HEAD') }
    expect(await copy.run('release: verify', {}, env)).toEqual(succeeded)
    expect(globSync('*.*', { cwd: copy.temp }).sort()).toEqual([
      'agent-tests-1.2.3.tgz',
      'agent-tests-client-1.2.3.tgz',
      'api-reference.tar.gz',
      'notes.md',
      'sbom.cdx.json',
    ])
    expect(readFileSync(join(copy.temp, 'notes.md'), 'utf8')).toBe('- Faster.\n')
    cpSync(copy.temp, join(copy.folder, 'release'), { recursive: true })
    expect(await copy.run('release: publish', {}, env)).toEqual(succeeded)
    expect(copy.origin('rev-parse', 'v1')).toBe(env.GITHUB_SHA)
    expect(copy.called()).toEqual([
      expect.stringMatching(/^gh release create v1\.2\.3 .* release\/agent-tests-1\.2\.3\.tgz /),
      'gh release edit v1.2.3 --draft=false',
    ])
  })
})

/** Of the actions that the rehearsed jobs use. */
const FOLDERS = new Map([
  ['./', rootUrl],
  ['./simulator', new URL('simulator/', rootUrl)],
])

const succeeded = expect.objectContaining({ conclusion: 'success' })

interface Copy {
  readonly folder: string
  /** RUNNER_TEMP. */
  readonly temp: string
  git(...args: readonly string[]): string
  origin(...args: readonly string[]): string
  run(job: string, contexts?: Contexts, env?: Readonly<Record<string, string>>): Promise<JobResult>
  /** The calls of `gh`, which does nothing. */
  called(): string[]
}

/** A clone with an origin of its own, both removed at the end of the test. */
function freshCopy(test: TestContext): Copy {
  const parent = createFolder({}, test)
  const [folder, bare] = [join(parent, 'work'), join(parent, 'origin.git')]
  const [temp, bin] = [join(parent, 'temp'), join(parent, 'bin')]
  for (const each of [temp, bin]) mkdirSync(each)
  const git = gitIn(folder)
  gitIn(parent)('clone', '--quiet', '--bare', published, bare)
  gitIn(parent)('clone', '--quiet', bare, folder)
  git('config', 'user.name', 'Dana')
  git('config', 'user.email', 'dana@acme.test')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const calls = join(parent, 'calls')
  writeFileSync(calls, '')
  writeFiles(bin, { gh: `#!/bin/sh\necho "gh $*" >> '${calls}'\n` })
  return {
    folder,
    temp,
    git,
    origin: gitIn(bare),
    called: () => readFileSync(calls, 'utf8').trim().split('\n'),
    run(id, contexts = {}, env = {}) {
      const found = jobs.find((each) => each.id === id) ?? expect.fail(id)
      return runJob({
        workflow: found.workflow,
        job: found.name,
        eventName: 'push',
        event: {},
        githubToken: 'token-of-the-job',
        contexts,
        env: { ...env, PATH: [bin, process.env['PATH']].join(delimiter) },
        folderOf: (uses) => FOLDERS.get(uses) ?? null,
        workspace: folder,
        temp,
      })
    },
  }
}
