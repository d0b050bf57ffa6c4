// Which files a pattern matches, in the workspace and in a commit; and what is told where it matches none.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { readTests, testFiles } from '../../src/test-files/files.ts'
import { canMatchIn, filesMatching, preparedPattern } from '../../src/test-files/patterns.ts'
import { createFolder } from '../support/folders.ts'

const filesOf = (pattern: string, ...paths: readonly string[]) =>
  filesMatching(preparedPattern(pattern), createFolder(Object.fromEntries(paths.map((path) => [path, '-']))))

describe('a pattern', () => {
  it.for<[pattern: string, path: string]>([
    ['./t//*.yml', 't/a.yml'],
    ['x/../t/*.yml', 't/a.yml'],
    ['t\\*.yml', 't/a.yml'],
    ['t/**/', 't/sub/a.yml'],
    ['{t,u}/*.yml', 'u/a.yml'],
    ['agent-tests/Support bot (preview)/*.yml', 'agent-tests/Support bot (preview)/a.yml'],
    ['(group)/**/*.yml', '(group)/x (v2)/a.yml'],
    ['t/[a].yml', 't/[a].yml'],
    ['t/{a}.yml', 't/{a}.yml'],
    ['a|b/*.yml', 'a|b/x.yml'],
  ])('%s matches %s', ([pattern, path]) => {
    expect(filesOf(pattern, path, 'other/b.md')).toEqual([path])
  })

  it.for<[pattern: string, path: string]>([
    ['(a|b)/*.yml', 'a/x.yml'],
    ['@(t)/*.yml', 't/a.yml'],
    ['!(u)/*.yml', 't/a.yml'],
    ['!t/*.yml', 'u/a.yml'],
    ['T/*.yml', 't/a.yml'],
  ])('%s does not match %s', ([pattern, path]) => {
    expect([filesOf(pattern, path), preparedPattern(pattern).matches(path)]).toEqual([[], false])
  })

  it.for([
    ['agent-tests/*.yml', ['agent-tests'], ['agent-tests/bot', 'src', 'agent-tests2', 'agent']],
    ['agent-tests/**/a.yml', ['agent-tests', 'agent-tests/bot/x'], ['src']],
    [
      'agent-tests/*/b?/*.yml',
      ['agent-tests', 'agent-tests/a/b1'],
      ['agent-tests/a/c1', 'agent-tests/a/b1/d'],
    ],
    ['a/b/c.yml', ['a', 'a/b'], ['a/c', 'a/b/d']],
    ['a/b{c,d}/*.yml', ['a', 'a/x'], ['b']],
    ['**/*.yml', ['a', 'a/b'], []],
    ['*.yml', [], ['a']],
  ] as const)('%s can match in some folders only', ([pattern, yes, no]) => {
    const can = (folder: string) => canMatchIn(preparedPattern(pattern), folder)
    expect([yes.every(can), no.some(can)]).toEqual([true, false])
  })

  test('finds what it matches, and is looked for in the folders of what it matches', () => {
    const name = fc.constantFrom('a', 'b', '(a)', '[b]', '{a}', 'a b', '*')
    const parts = fc.array(name, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(parts, parts, (path, pattern) => {
        const file = `${path.join('/')}.yml`
        const prepared = preparedPattern(`${pattern.join('/')}.yml`)
        const found = process.platform === 'win32' ? [] : filesOf(prepared.text, file)
        if (process.platform !== 'win32') expect(found.length > 0).toBe(prepared.matches(file))
        const folders = path.slice(0, -1).map((_, i) => path.slice(0, i + 1).join('/'))
        if (prepared.matches(file)) expect(folders.filter((each) => !canMatchIn(prepared, each))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})

/** What is said of a pattern, with the lines to write if its form is wrong. */
function told(pattern: string, workspace = createFolder({ 't/a.yml': '-', 't/b.yml': '-' })) {
  const read = readTests(pattern, ['Support bot'], testFiles(workspace))
  return read.ok ? [] : read.errors.map(({ message, example }) => [message, ...example])
}

describe('where it matches no file', () => {
  it.for([
    '!t/b.yml',
    't/a.yml, t/b.yml',
    't/a.yml; t/b.yml',
    't/{a,c}.yml,t/b.yml',
    '“t/*.yml”',
    "'t/a.yml'",
    '- t/*.yml',
    '# mine',
    't/*.yml # mine',
    't/(a|b).yml',
    '["t/a.yml"]',
    'file://t/*.yml',
    '/t/*.yml',
    'C:\\t\\*.yml',
    '@t/a.yml',
  ])('%s is told how patterns are written', (pattern) => {
    expect(told(pattern)).toEqual([
      [
        `${JSON.stringify(pattern)} matches no file. Write one pattern per line, relative to the workspace, without quotes, brackets, commas, dashes, "!" and comments.`,
        'agent-tests/support-bot/*.yml',
        'agent-tests/all-bots/*.yml',
      ],
    ])
  })

  it.for(['t/*.yaml', 't/(a).yml', 't/[slug]/*.yml', 't/@all/#1/x:y.yml'])(
    '%s is told what is nearby, and no form',
    (pattern) => {
      const message = `"${pattern}" matches no file. Nearby in the workspace: t/a.yml, t/b.yml.`
      expect(told(pattern)).toEqual([[message]])
    },
  )

  it.for(['t', 't/', './t'])('a folder, %s, is told how to name its files', (pattern) => {
    expect(told(pattern)).toEqual([
      [`"${pattern}" matches no file. For all in this folder, write t/**/*.yml.`],
    ])
  })

  it('an empty workspace is one without a checkout', () => {
    expect(told('t/*.yml', createFolder({}))[0]?.[0]).toMatch(/Check out the repository first/)
  })

  it('a repository without such a file may have lost it by the change', () => {
    const [[message, ...form] = []] = told('t/*.yml', createFolder({ '.git/HEAD': '-' }))
    expect(message).toMatch(/If a change removes the last one, remove the pattern, too\.$/)
    expect(form).toEqual([])
  })
})

test.runIf(process.platform === 'linux')('a file whose name is not UTF-8 is to be renamed', () => {
  const workspace = createFolder({ 't/a.yml': '-' })
  writeFileSync(
    Buffer.concat([Buffer.from(join(workspace, 't/b')), Buffer.of(0xff), Buffer.from('.yml')]),
    '-',
  )
  expect(told('t/*.yml', workspace)).toEqual([['t/b\ufffd.yml has a name that is not UTF-8. Rename it.']])
})

test.skipIf(process.platform === 'win32')('a file behind a link is named where it is', () => {
  const workspace = createFolder({ 'two/a.yml': '-', 'two/sub/b.yml': '-' })
  symlinkSync('two', join(workspace, 't'))
  symlinkSync('two/a.yml', join(workspace, 'l.yml'))
  expect(
    [told('t/*.yml', workspace), told('l.yml', workspace), told('t/sub/*.yml', workspace)].flat(),
  ).toEqual([
    ['t/a.yml is behind the link t. Name two/*.yml.'],
    ['l.yml is behind the link l.yml. Name two/a.yml.'],
    ['t/sub/b.yml is behind the link t. Name two/sub/*.yml.'],
  ])
})
