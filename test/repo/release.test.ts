// A release, rehearsed: the commit and the tag that the script makes, and what release.yml does with them.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { ownWorkflow, setStage } from '../e2e/examples/stage.ts'
import { root } from '../support/runner/metadata.ts'
import { createRepository, type Repository } from './repositories.ts'

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 1.0.0 (2026-11-20)\n\nThe first.\n'
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** A repository with this one's scripts, and with tests that pass or do not. */
function repositoryToRelease(
  test: TestContext,
  { changelog = CHANGELOG, testsExitWith = 0 } = {},
): Repository {
  const name = { name: 'agent-tests', version: '1.0.0' }
  const scripts = { test: `node -e "process.exit(${testsExitWith})"` }
  const repository = createRepository(test, {
    'CHANGELOG.md': changelog,
    'package.json': json({ ...name, type: 'module', scripts }),
    'package-lock.json': json({ ...name, lockfileVersion: 3, packages: { '': name } }),
  })
  for (const path of ['scripts/release.ts', 'scripts/release-notes.ts', 'scripts/changelog.ts'])
    cpSync(new URL(path, root), join(repository.folder, path))
  repository.commit('Add the scripts')
  repository.git('push', 'origin', 'main')
  return repository
}

function script({ folder }: Repository, name: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the script', () => {
  it('commits and tags the version with its notes, pushes nothing, and says what to push', (test) => {
    const repository = repositoryToRelease(test)
    const { status, stdout } = script(repository, 'release', '1.1.0')
    expect(status).toBe(0)
    expect(stdout).toContain('git push --atomic origin main v1.1.0')
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.git('describe', '--exact-match')).toBe('v1.1.0')
    expect(repository.origin('tag')).toBe('')
    const read = (path: string) => readFileSync(join(repository.folder, path), 'utf8')
    expect(read('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 1\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n- Faster\.$/m)
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.1.0' })
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: '1.1.0' })
    expect(script(repository, 'release-notes', 'v1.1.0')).toMatchObject({ status: 0, stdout: '- Faster.\n' })
  })

  it.for<[string, string, string, (repository: Repository) => void]>([
    ['a version that is none', '1.1', 'Expected a version such as 1.2.3', () => {}],
    ['what is not committed', '1.1.0', 'not committed', ({ write }) => write({ 'x.ts': '' })],
    ['another branch', '1.1.0', 'made from main', ({ git }) => git('switch', '--create', 'topic')],
    ['a tag that is there', '1.1.0', 'is there already', ({ git }) => git('tag', 'v1.1.0')],
    ['a version that is out', '1.0.0', 'has version 1.0.0 already', () => {}],
  ])('refuses %s', ([, version, words, prepare], test) => {
    const repository = repositoryToRelease(test)
    prepare(repository)
    const { status, stderr } = script(repository, 'release', version)
    expect(status).toBe(1)
    expect(stderr).toContain(words)
  })

  it('refuses to release nothing', (test) => {
    const repository = repositoryToRelease(test, {
      changelog: '# Changelog\n\n## Unreleased\n\n## 1.0.0 (x)\n',
    })
    expect(script(repository, 'release', '1.1.0').stderr).toContain('nothing under "## Unreleased"')
  })

  it('neither commits nor tags where the tests fail', (test) => {
    const repository = repositoryToRelease(test, { testsExitWith: 1 })
    const before = repository.git('rev-parse', 'HEAD')
    expect(script(repository, 'release', '1.1.0').status).toBe(1)
    expect(repository.git('rev-parse', 'HEAD')).toBe(before)
    expect(repository.git('tag')).toBe('')
  })
})

it.for([
  ['v1.0.0', 0, 'The first.'],
  ['v1.1.0', 1, 'package.json says 1.0.0'],
  ['', 1, 'package.json says 1.0.0'],
] as const)('the notes of "%s" end with exit code %d', ([tag, status, words], test) => {
  const { stdout, stderr, ...result } = script(repositoryToRelease(test), 'release-notes', tag)
  expect(result.status).toBe(status)
  expect(stdout + stderr).toContain(words)
})

describe.skipIf(process.platform === 'win32')('release.yml (its scripts are for bash)', () => {
  const workflow = ownWorkflow('release')

  /** Pushes a tag and plays the job that publishes. */
  async function publish(test: TestContext, repository: Repository, tag: string) {
    const stage = await setStage(test)
    const commit = repository.git('rev-parse', `${tag}^{commit}`)
    repository.git('push', 'origin', tag)
    repository.write({ 'release/agent-tests-client.tgz': '', 'release/notes.md': '' })
    const played = await stage.play(workflow, 'publish', {
      eventName: 'push',
      event: { ref: `refs/tags/${tag}` },
      env: { GITHUB_REF_NAME: tag, GITHUB_SHA: commit },
      contexts: { needs: { verify: { result: 'success', outputs: {} } } },
      workspace: repository.folder,
    })
    return { played, commit, gh: stage.toolCalls() }
  }

  it('publishes with notes and the packed client, and moves the tag of the major version', async (test) => {
    const repository = createRepository(test, { 'package.json': '{}' })
    repository.git('tag', 'v1.0.0')
    repository.git('tag', 'v1')
    repository.git('push', 'origin', 'v1')
    repository.write({ 'package.json': '{ }' })
    repository.commit('Change')
    repository.git('tag', '--annotate', 'v1.10.0', '--message', 'v1.10.0')
    const { played, commit, gh } = await publish(test, repository, 'v1.10.0')
    expect(played.conclusion).toBe('success')
    expect(gh).toEqual([
      'gh release create v1.10.0 release/agent-tests-client.tgz --verify-tag --title v1.10.0 --notes-file release/notes.md',
    ])
    expect(repository.origin('rev-parse', 'v1')).toBe(commit)
    expect(repository.origin('cat-file', '-t', 'v1')).toBe('commit')
  })

  it('leaves the tag of the major version at a newer release', async (test) => {
    const repository = createRepository(test, { 'package.json': '{}' })
    const fix = repository.git('rev-parse', 'HEAD')
    repository.write({ 'package.json': '{ }' })
    const newer = repository.commit('Change')
    for (const tag of ['v1.10.0', 'v1']) repository.git('tag', tag)
    repository.git('push', 'origin', 'v1', 'v1.10.0')
    repository.git('tag', 'v1.9.1', fix)
    const { played } = await publish(test, repository, 'v1.9.1')
    expect(played.conclusion).toBe('success')
    expect(repository.origin('rev-parse', 'v1')).toBe(newer)
  })

  it('publishes nothing that was not verified', async (test) => {
    const stage = await setStage(test)
    const contexts = { needs: { verify: { result: 'failure', outputs: {} } } }
    expect((await stage.play(workflow, 'publish', { contexts })).conclusion).toBe('skipped')
  })
})
