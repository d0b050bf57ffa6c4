// Jobs of this repository's own workflows that do something only now and then, as they are written, in a fresh copy and without a
// network. CI itself runs the others with each commit.
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
import { root } from '../client/installed-package.ts'
import { createFolder, writeFiles } from '../support/folders.ts'
import type { Contexts } from '../support/runner/expressions.ts'
import { runJob } from '../support/runner/run-job.ts'
import { gitIn, publishThisRepository } from './repositories.ts'
import { jobsOf, ownWorkflows } from './workflow-files.ts'

const jobs = ownWorkflows.flatMap((file) =>
  jobsOf(file).map((job) => ({ ...job, id: `${/(\w[\w-]*)\.yml/.exec(file.path)?.[1]}: ${job.name}` })),
)

let published = ''
beforeAll(() => {
  published = publishThisRepository()
})
afterAll(() => rmSync(published, { recursive: true, force: true }))

// The scripts are for bash.
describe.skipIf(process.platform === 'win32').concurrent('rehearsals', { timeout: 600_000 }, () => {
  it('of CI: one job that did not succeed fails the check', async (test) => {
    const { run } = freshCopy(test)
    const needs = { check: { result: 'success' }, dist: { result: 'success' } }
    expect(await run('ci: ci', { needs })).toEqual(succeeded)
    const cancelled = { ...needs, dist: { result: 'cancelled' } }
    expect(await run('ci: ci', { needs: cancelled })).toMatchObject({ conclusion: 'failure' })
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
    cpSync(join(copy.folder, 'dist'), join(copy.temp, 'built'), { recursive: true })
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
    const mutable = await copy.run('release: publish', {}, { ...env, GH_PRINTS: 'false' })
    expect(mutable).toMatchObject({ conclusion: 'failure' })
    expect(copy.origin('tag')).toBe('v1.2.3')
    expect(await copy.run('release: publish', {}, { ...env, GH_PRINTS: 'true' })).toEqual(succeeded)
    expect(copy.origin('rev-parse', 'v1')).toBe(env.GITHUB_SHA)
    expect(copy.called().slice(-3)).toEqual([
      expect.stringMatching(/^gh release create v1\.2\.3 .* release\/agent-tests-1\.2\.3\.tgz /),
      'gh release edit v1.2.3 --draft=false',
      'gh release view v1.2.3 --json isImmutable --jq .isImmutable',
    ])
  })
})

const succeeded = expect.objectContaining({ conclusion: 'success' })

/** A clone with an origin of its own, both removed at the end of the test. */
function freshCopy(test: TestContext) {
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
  writeFiles(bin, { gh: `#!/bin/sh\necho "gh $*" >> '${calls}'\nprintf '%s' "$GH_PRINTS"\n` })
  return {
    folder,
    /** RUNNER_TEMP. */
    temp,
    git,
    origin: gitIn(bare),
    /** The calls of `gh`, which does nothing. */
    called: () => readFileSync(calls, 'utf8').trim().split('\n'),
    run(id: string, contexts: Contexts = {}, env = {}) {
      const found = jobs.find((each) => each.id === id) ?? expect.fail(id)
      return runJob({
        workflow: found.workflow,
        job: found.name,
        eventName: 'push',
        event: {},
        githubToken: 'token-of-the-job',
        contexts,
        env: { ...env, PATH: [bin, process.env['PATH']].join(delimiter) },
        folderOf: () => null,
        workspace: folder,
        temp,
      })
    },
  }
}
