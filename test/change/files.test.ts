import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkedOutCommit, isLinked, otherRepository, placeOf } from '../../src/change/files.ts'
import { createFolder } from '../support/folders.ts'

test.each([
  ['a.yml', '', 'a.yml'],
  ['./t//a.yml', '', 't/a.yml'],
  ['x/../shop/t/a.yml', 'shop/', 't/a.yml'],
  ['shop/inner/t/a.yml', 'shop/', 'inner/t/a.yml'],
  ['other/t/a.yml', '', 'other/t/a.yml'],
  ['shop/library/t/a.yml', 'shop/library/', 't/a.yml'],
])('%s is in the innermost checkout on the way, or in the workspace', (file, folder, path) => {
  const workspace = createFolder({
    ...{ 'shop/.git/HEAD': '', 'shop/inner/.git': 'gitdir: elsewhere', 'shop/library/.git/HEAD': '' },
  })
  expect(placeOf(file, workspace)).toEqual({ folder, path })
  expect(placeOf(join(workspace, file), workspace)).toEqual({ folder, path })
})

test('a checkout in that of the workspace has its own files', () => {
  const workspace = createFolder({ '.git/HEAD': '', 'shop/.git/HEAD': '' })
  expect(placeOf('shop/a.yml', workspace).path).toBe('a.yml')
})

test.skipIf(process.platform === 'win32')('a file behind a link is where it leads', () => {
  const workspace = createFolder({ 't/a.yml': '' })
  symlinkSync('t', join(workspace, 'u'))
  symlinkSync(workspace, join(workspace, 'w'))
  expect(placeOf('u/a.yml', workspace).path).toBe('t/a.yml')
  expect(placeOf(join(workspace, 't/a.yml'), join(workspace, 'w')).path).toBe('t/a.yml')
})

test.skipIf(process.platform === 'win32')('a link is found anywhere on the way to a file', () => {
  const workspace = createFolder({ 'pr/t/x.txt': '', 'made/a.txt': '' })
  symlinkSync('pr/t', join(workspace, 'now'))
  symlinkSync('../../made/a.txt', join(workspace, 'pr/t/b.txt'))
  for (const file of ['now/x.txt', 'pr/t/b.txt', './now/../now/b.txt', join(workspace, 'now/x.txt')])
    expect([file, isLinked(file, workspace)]).toEqual([file, true])
  for (const file of ['pr/t/x.txt', join(workspace, 'made/a.txt')])
    expect([file, isLinked(file, workspace)]).toEqual([file, false])
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

test.each<[url: string | null, other: string | null]>([
  ['https://github.com/acme/shop', null],
  ['https://github.com/Acme/Shop.git', null],
  ['git@github.com:acme/shop.git', null],
  ['https://token:x@github.com/acme/shop/', null],
  ['https://github.com/acme/shop-fork', 'acme/shop-fork'],
  ['git@github.com:dana/shop.git', 'dana/shop'],
  [null, null],
])('with the origin %s, the other repository than acme/shop is %s', (url, other) => {
  const config = `[core]\n\tbare = false\n${url === null ? '' : `[remote "origin"]\n\turl = ${url}\n`}`
  expect(otherRepository(createFolder({ '.git/config': config }), 'acme/shop')).toBe(other)
  expect(otherRepository(createFolder(), 'acme/shop')).toBe(null)
})
