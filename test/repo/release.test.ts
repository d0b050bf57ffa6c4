// The release scripts in a scratch repository: the commit and the tag, the notes, and every refusal.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { root } from '../support/runner/metadata.ts'
import { createRepository, type Repository } from './repositories.ts'

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 1.0.0 (2026-11-20)\n\nThe first: see [modes](docs/modes.md#retries).\n'
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** A repository with the release scripts, whose `npm test` exits with this code. */
function repositoryToRelease(
  test: TestContext,
  { changelog = CHANGELOG, testsExitWith = 0 } = {},
): Repository {
  const name = { name: 'agent-tests', version: '1.0.0' }
  const homepage = 'https://github.com/acme/agent-tests#readme'
  const scripts = { test: `node -e "process.exit(${testsExitWith})"` }
  const repository = createRepository(test, {
    'CHANGELOG.md': changelog,
    'package.json': json({ ...name, type: 'module', homepage, scripts }),
    'package-lock.json': json({ ...name, lockfileVersion: 3, packages: { '': name } }),
  })
  for (const name of ['release', 'release-notes', 'changelog', 'links'])
    cpSync(new URL(`scripts/${name}.ts`, root), join(repository.folder, `scripts/${name}.ts`))
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

describe('release.ts', () => {
  it('commits and tags the version, pushes nothing, and prints what to push', (test) => {
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
    ['an invalid version', '1.1', 'Expected a version such as 1.2.3', () => {}],
    ['uncommitted changes', '1.1.0', 'uncommitted changes', ({ write }) => write({ 'x.ts': '' })],
    ['another branch', '1.1.0', 'made from main', ({ git }) => git('switch', '--create', 'topic')],
    ['an existing tag', '1.1.0', 'already exists', ({ git }) => git('tag', 'v1.1.0')],
    ['a released version', '1.0.0', 'already has version 1.0.0', () => {}],
  ])('refuses %s', ([, version, words, prepare], test) => {
    const repository = repositoryToRelease(test)
    prepare(repository)
    const { status, stderr } = script(repository, 'release', version)
    expect(status).toBe(1)
    expect(stderr).toContain(words)
  })

  it('refuses an empty release', (test) => {
    const repository = repositoryToRelease(test, {
      changelog: '# Changelog\n\n## Unreleased\n\n## 1.0.0 (x)\n',
    })
    expect(script(repository, 'release', '1.1.0').stderr).toContain('nothing under "## Unreleased"')
  })

  it('neither commits nor tags nor leaves changes behind if the tests fail', (test) => {
    const repository = repositoryToRelease(test, { testsExitWith: 1 })
    const before = repository.git('rev-parse', 'HEAD')
    const { status, stderr } = script(repository, 'release', '1.1.0')
    expect(status).toBe(1)
    expect(stderr).toContain('Nothing was released, and all changes are undone.')
    expect(repository.git('rev-parse', 'HEAD')).toBe(before)
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.git('tag')).toBe('')
  })
})

it.for([
  [
    'v1.0.0',
    0,
    'The first: see [modes](https://github.com/acme/agent-tests/blob/v1.0.0/docs/modes.md#retries).',
  ],
  ['v1.1.0', 1, 'package.json says 1.0.0'],
  ['', 1, 'package.json says 1.0.0'],
] as const)('release-notes.ts "%s" exits with %d', ([tag, status, words], test) => {
  const { stdout, stderr, ...result } = script(repositoryToRelease(test), 'release-notes', tag)
  expect(result.status).toBe(status)
  expect(stdout + stderr).toContain(words)
})
