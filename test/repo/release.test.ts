// The release scripts in a scratch repository: the commit and the tag, the notes, and every refusal.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { VERSION } from '../../src/client/core/version.ts'
import { createFolder } from '../support/folders.ts'
import { root } from '../support/runner/metadata.ts'
import { createRepository, publishThisRepository, type Repository } from './repositories.ts'

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 1.0.0 (2026-11-20)\n\nThe first: see [modes](docs/modes.md#retries).\n'
const json = (value: unknown) => JSON.stringify(value, null, 2)

/** A repository with the release scripts, whose `npm test` exits with this code. */
function repositoryToRelease(test: TestContext, testsExitWith = 0): Repository {
  const name = { name: 'agent-tests', version: '1.0.0' }
  const homepage = 'https://github.com/acme/agent-tests#readme'
  const scripts = { test: `node -e "process.exit(${testsExitWith})"` }
  const sources = ['release', 'release-notes', 'changelog', 'links'].map((script) => {
    const path = `scripts/${script}.ts`
    return [path, readFileSync(new URL(path, root), 'utf8')]
  })
  return createRepository(test, {
    'CHANGELOG.md': CHANGELOG,
    'package.json': json({ ...name, type: 'module', homepage, scripts }),
    'package-lock.json': json({ ...name, lockfileVersion: 3, packages: { '': name } }),
    ...Object.fromEntries(sources),
  })
}

function script(
  { folder }: Repository,
  [name, ...args]: readonly string[],
  env: Record<string, string> = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stdout, stderr }
}

/** An environment in which the program gh is this shell script. */
function withGh(test: TestContext, commands: string): Record<string, string> {
  const folder = createFolder({ gh: `#!/bin/sh\n${commands}\n` }, test)
  return { PATH: [folder, process.env['PATH']].join(delimiter) }
}

describe('release.ts', () => {
  it('commits and tags the version, pushes nothing, and prints what to push', (test) => {
    const repository = repositoryToRelease(test)
    const { status, stdout } = script(repository, ['release', '1.1.0'], withGh(test, 'exit 1'))
    expect(status).toBe(0)
    expect(stdout).toContain('git push --atomic origin main v1.1.0')
    expect(stdout).toContain('Not confirmed: that releases are immutable.')
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.git('describe', '--exact-match')).toBe('v1.1.0')
    expect(repository.origin('tag')).toBe('')
    const read = (path: string) => readFileSync(join(repository.folder, path), 'utf8')
    expect(read('CHANGELOG.md')).toMatch(/^## Unreleased\n\n## 1\.1\.0 \(\d{4}-\d\d-\d\d\)\n\n- Faster\.$/m)
    expect(JSON.parse(read('package.json'))).toMatchObject({ version: '1.1.0' })
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: '1.1.0' })
    const notes = script(repository, ['release-notes', 'v1.1.0'])
    expect(notes).toMatchObject({ status: 0, stdout: '- Faster.\n' })
  })

  it.skipIf(process.platform === 'win32')('asks GitHub whether releases are immutable', (test) => {
    const repository = repositoryToRelease(test)
    const answer = '[ "$2" = repos/acme/agent-tests/immutable-releases ] && echo true'
    const { status, stdout } = script(repository, ['release', '1.1.0'], withGh(test, answer))
    expect(status).toBe(0)
    expect(stdout).toContain('git push --atomic origin main v1.1.0')
    expect(stdout).not.toContain('Not confirmed')
  })

  it('refuses what would fail later, and changes nothing', (test) => {
    const repository = repositoryToRelease(test)
    const refuses = (words: string, version = '1.1.0', env = {}) => {
      const before = repository.git('status', '--porcelain')
      const { status, stderr } = script(repository, ['release', version], env)
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(words) })
      expect(repository.git('status', '--porcelain')).toBe(before)
    }
    refuses('Expected a version such as 1.2.3', '1.1')
    refuses('already has version 1.0.0', '1.0.0')
    refuses('empty ident name', '1.1.0', { GIT_AUTHOR_NAME: '' })
    refuses('empty ident name', '1.1.0', { GIT_COMMITTER_NAME: '' })
    repository.write({ 'CHANGELOG.md': CHANGELOG.replace('- Faster.\n', '') })
    repository.commit('Leave nothing to release')
    refuses('nothing under "## Unreleased"')
    repository.git('tag', 'v1.1.0')
    refuses('already exists')
    repository.git('switch', '--create', 'topic')
    refuses('made from main')
    repository.write({ 'x.ts': '' })
    refuses('uncommitted changes')
  })

  it('neither commits nor tags nor leaves changes behind if the tests fail', (test) => {
    const repository = repositoryToRelease(test, 1)
    const before = repository.git('rev-parse', 'HEAD')
    const { status, stderr } = script(repository, ['release', '1.1.0'])
    expect(status).toBe(1)
    expect(stderr).toContain('Nothing was released, and all changes are undone.')
    expect(repository.git('rev-parse', 'HEAD')).toBe(before)
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.git('tag')).toBe('')
  })
})

it('release-notes.ts prints the notes of the version, with links that work anywhere, and refuses another tag', (test) => {
  const repository = repositoryToRelease(test)
  const link = 'https://github.com/acme/agent-tests/blob/v1.0.0/docs/modes.md#retries'
  const notes = script(repository, ['release-notes', 'v1.0.0'])
  expect(notes).toMatchObject({ status: 0, stdout: `The first: see [modes](${link}).\n` })
  for (const tag of ['v1.1.0', '']) {
    const { status, stderr } = script(repository, ['release-notes', tag])
    const words = expect.stringContaining('package.json says 1.0.0')
    expect({ status, stderr }).toEqual({ status: 1, stderr: words })
  }
})

it('set-version.ts leaves no older version in a document or an example', (test) => {
  const folder = publishThisRepository()
  test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const run = (command: string, ...args: readonly string[]) =>
    spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  writeFileSync(
    join(folder, 'package.json'),
    manifest.replace(`"version": "${VERSION}"`, '"version": "987.6.5"'),
  )
  expect(run(process.execPath, 'scripts/set-version.ts')).toMatchObject({ status: 0, stderr: '' })
  expect(run('git', 'grep', '-nF', VERSION, '--', 'docs', 'examples').stdout).toBe('')
  expect(run('git', 'grep', '-hoF', 'releases/download/v987.6.5', '--', 'examples/ci').stdout).not.toBe('')
})

describe('set-publisher.ts', () => {
  it('is not needed for tests, which name no publisher', () => {
    // In brackets, so that it does not find itself.
    const { stdout } = spawnSync(
      'git',
      ['grep', '-nIE', 'org/agent-test[s]|repository[.]example', '--', 'test'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    expect(stdout).toBe('')
  })

  it('names the repository wherever a placeholder stands, again if it moves, and refuses another word', (test) => {
    const folder = publishThisRepository()
    test.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const run = (command: string, ...args: readonly string[]) =>
      spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
    expect(run(process.execPath, 'scripts/set-publisher.ts', 'acme')).toMatchObject({
      status: 2,
      stderr: 'Expected a repository such as acme/agent-tests, not "acme".\n',
    })
    for (const repository of ['ada/agents', 'acme/bot-tests']) {
      const named = run(process.execPath, 'scripts/set-publisher.ts', repository)
      expect(named).toMatchObject({ status: 0, stderr: '' })
      const placeholders =
        '["`]org["`]|\\borg/agent-test[s]|repository[.]example|Replace: org|Until there is|<your fork>'
      const files = ['--', ':!scripts/set-publisher.ts', ':!test']
      expect(run('git', 'grep', '-nIE', placeholders, ...files).stdout).toBe('')
      const text = (path: string) => readFileSync(join(folder, path), 'utf8')
      for (const path of ['README.md', 'examples/nightly-report.yml', 'examples/test-a-prompt.yml'])
        expect(text(path)).toMatch(new RegExp(`^ *- uses: ${repository}@v1$`, 'm'))
      expect(text('.github/CODEOWNERS')).toContain(` @${repository}-maintainers\n`)
    }
    expect(run('git', 'diff', '--name-only', '--', 'test').stdout).toBe('')
  })
})
