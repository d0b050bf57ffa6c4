import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  checkedOutCommit,
  isOfOtherRepository,
  pathInRepository,
  repositoryOf,
} from '../../src/inputs/repository.ts'
import { createFolder } from '../support/folders.ts'

test.each([
  ['a.yml', '', 'a.yml'],
  ['./t//a.yml', '', 't/a.yml'],
  ['x/../shop/t/a.yml', 'shop/', 't/a.yml'],
  ['shop/inner/t/a.yml', 'shop/', 'inner/t/a.yml'],
  ['other/t/a.yml', '', 'other/t/a.yml'],
])('%s is in the outermost repository on the way, or in the workspace', (file, folder, path) => {
  const workspace = createFolder({ 'shop/.git/HEAD': '', 'shop/inner/.git': 'gitdir: elsewhere' })
  expect([repositoryOf(file, workspace), pathInRepository(file, workspace)]).toEqual([folder, path])
  expect(pathInRepository(join(workspace, file), workspace)).toBe(path)
})

test('the workspace is the outermost one', () => {
  const workspace = createFolder({ '.git/HEAD': '', 'shop/.git/HEAD': '' })
  expect(pathInRepository('shop/a.yml', workspace)).toBe('shop/a.yml')
})

test.skipIf(process.platform === 'win32')('a file behind a link is where it leads', () => {
  const workspace = createFolder({ 't/a.yml': '' })
  symlinkSync('t', join(workspace, 'u'))
  symlinkSync(workspace, join(workspace, 'w'))
  expect(pathInRepository('u/a.yml', workspace)).toBe('t/a.yml')
  expect(pathInRepository(join(workspace, 't/a.yml'), join(workspace, 'w'))).toBe('t/a.yml')
})

const SHA = `${'c0ffee'.repeat(6)}cafe`

test.each<[Record<string, string>, string | null]>([
  [{ '.git/HEAD': `${SHA}\n` }, SHA],
  [{ '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': SHA }, SHA],
  [{ '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `${SHA} refs/heads/main` }, null],
  [{ '.git/HEAD': 'ref: refs/heads/.invalid\n', '.git/reftable/tables.list': '' }, null],
  [{ '.git/HEAD': 'ref: refs/../other\n', '.git/other': SHA }, null],
  [{ '.git': 'gitdir: ../.git/worktrees/shop' }, null],
  [{ '.git/HEAD': 'c0ffee' }, null],
  [{}, null],
])('of %j, the commit is %s', (files, commit) => {
  expect(checkedOutCommit(createFolder(files))).toBe(commit)
})

test.each<[url: string | null, isOther: boolean]>([
  ['https://github.com/acme/shop', false],
  ['https://github.com/Acme/Shop.git', false],
  ['git@github.com:acme/shop.git', false],
  ['https://token:x@github.com/acme/shop/', false],
  ['https://github.com/acme/shop-fork', true],
  ['git@github.com:dana/shop.git', true],
  [null, false],
])('the origin %s is another repository than acme/shop: %s', (url, isOther) => {
  const config = `[core]\n\tbare = false\n${url === null ? '' : `[remote "origin"]\n\turl = ${url}\n`}`
  expect(isOfOtherRepository(createFolder({ '.git/config': config }), 'acme/shop')).toBe(isOther)
  expect(isOfOtherRepository(createFolder(), 'acme/shop')).toBe(false)
})
