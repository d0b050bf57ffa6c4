// Files of the workspace: which are read, and what is said of what a checkout leaves in place of a text.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workspaceReader } from '../../src/inputs/workspace.ts'
import { createFolder, writeFiles } from '../support/folders.ts'

test.skipIf(process.platform === 'win32')('are read up to 1 MiB, and not from outside', () => {
  const texts = ['.git/config', 'vendor/.GIT/config', '.github/prompt.md', '.gitignore']
  const workspace = join(createFolder({ secret: 'secret' }), 'workspace')
  writeFiles(workspace, {
    ...Object.fromEntries(texts.map((path) => [path, 'text'])),
    'prompts/a.md': '\uFEFFBe polité.\n',
    'empty.md': ' \n',
    'most.md': 'a'.repeat(1024 * 1024),
    'more.md': 'a'.repeat(1024 * 1024 + 1),
    '..name': 'inside',
  })
  symlinkSync('../secret', join(workspace, 'link'))
  symlinkSync('../..', join(workspace, 'prompts/out'))
  symlinkSync('prompts/a.md', join(workspace, 'inner'))
  symlinkSync('loop', join(workspace, 'loop'))
  symlinkSync('../.git', join(workspace, 'prompts/folder'))
  symlinkSync('.git/config', join(workspace, 'config.md'))
  const read = workspaceReader(workspace)
  expect(read('prompts/a.md')).toEqual({ value: 'Be polité.\n' })
  expect(read('inner')).toEqual({ value: 'Be polité.\n' })
  expect(read(join(workspace, 'inner'))).toEqual({ value: 'Be polité.\n' })
  expect(read('..name')).toEqual({ value: 'inside' })
  expect(read('most.md')).toHaveProperty('value.length', 1024 * 1024)
  for (const path of ['../secret', 'link', 'prompts/out/secret', '/etc/passwd', '..'])
    expect(read(path), path).toEqual({ error: 'is outside of the workspace. Name a file in it.' })
  for (const path of ['.git/config', 'vendor/.GIT/config', 'prompts/folder/config', 'config.md'])
    expect(read(path)).toEqual({ error: expect.stringMatching(/^is under \.git, where a checkout/) })
  for (const path of ['.github/prompt.md', '.gitignore']) expect(read(path)).toEqual({ value: 'text' })
  expect(read('more.md')).toEqual({ error: 'is larger than 1 MiB. Shorten or split it.' })
  expect(read('empty.md')).toEqual({ error: 'is empty. Write its text, or remove it.' })
  expect(read('prompts')).toEqual({ error: 'is a folder. Name a file.', isMissing: true })
  for (const path of ['none.md', 'loop', 'a\0b'])
    expect(read(path)).toEqual({ error: expect.stringContaining('cannot be read'), isMissing: true })
})

const text = 'You are a bot.\nSag „Grüß dich“.\n'
const oid = `sha256:${'4d7a2146'.repeat(8)}`
const conflict = '<<<<<<< HEAD\nBe kind.\n=======\nBe brief.\n>>>>>>> change\n'

test.each<[string, string | Buffer, string | RegExp]>([
  ['CRLF', text.replaceAll('\n', '\r\n'), text],
  ['CR', text.replaceAll('\n', '\r'), text],
  ['a byte order mark', `\ufeff${text}`, text],
  ['front matter, which is a part of it', `---\nmodel: a\n---\n${text}`, `---\nmodel: a\n---\n${text}`],
  ['Latin-1', Buffer.from('Grüße', 'latin1'), /^is not UTF-8 text\. Save it as UTF-8\.$/],
  [
    'UTF-16',
    Buffer.from(text, 'utf16le'),
    /^contains NUL characters, as files in UTF-16 .* Save it as UTF-8/,
  ],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${text}`, 'utf16le'), /UTF-16 .* Save it as UTF-8/],
  ['UTF-16 of big-endian systems', Buffer.from(text, 'utf16le').swap16(), /UTF-16 .* Save it as UTF-8/],
  ['UTF-16 in another alphabet', Buffer.from('Ты бот.\n', 'utf16le'), /UTF-16 .* Save it as UTF-8/],
  ['a NUL character', `${text}\0`, /^contains NUL characters/],
  ['what git-crypt encrypted', Buffer.from('\0GITCRYPT\0abc'), /encrypted files/],
  [
    'a pointer of Git LFS',
    `version https://git-lfs.github.com/spec/v1\noid ${oid}\nsize 12345\n`,
    /^is a Git LFS pointer.*`lfs: true` for actions\/checkout/,
  ],
  [
    'one of an older version, with CRLF and an extension',
    `version https://hawser.github.com/spec/v1\r\next-0-foo ${oid}\r\noid ${oid}\r\nsize 1\r\n`,
    /^is a Git LFS pointer/,
  ],
  ['a pointer of a later version', `version of 2027\nsize 1\noid ${oid}\n`, /^is a Git LFS pointer/],
  [
    'a text about such pointers',
    `${text}The line oid ${oid} names the bytes.\n`,
    `${text}The line oid ${oid} names the bytes.\n`,
  ],
  [
    'a text that is longer than any pointer',
    `oid ${oid}\n${text.repeat(40)}`,
    `oid ${oid}\n${text.repeat(40)}`,
  ],
  ['an unresolved conflict', `${text}${conflict}`, /^has the conflict markers .* Resolve the conflict/],
  [
    'one with the common text, without names',
    `<<<<<<<\n${text}||||||| 1a2b3c4\n=======\n>>>>>>>\n`,
    /^has the conflict markers/,
  ],
  [
    'a conflict that it shows, indented',
    `${text}${conflict.replaceAll(/^/gm, '  ')}`,
    `${text}${conflict.replaceAll(/^/gm, '  ')}`,
  ],
  ['headings in Setext style', `FAQ\n=======\n${text}>>>>>>> more\n`, `FAQ\n=======\n${text}>>>>>>> more\n`],
  ['markers in another order', `>>>>>>> a\n=======\n<<<<<<< b\n`, `>>>>>>> a\n=======\n<<<<<<< b\n`],
])('a file in %s', (_, content, expected) => {
  const folder = createFolder({})
  writeFileSync(join(folder, 'prompt.md'), content)
  expect(workspaceReader(folder)('prompt.md')).toEqual(
    typeof expected === 'string' ? { value: expected } : { error: expect.stringMatching(expected) },
  )
})
