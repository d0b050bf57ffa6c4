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

/** The sentences behind `matches no file.`, and the lines to write. */
function told(pattern: string, workspace = createFolder({ 't/a.yml': '-', 't/b.yml': '-' })) {
  const read = readTests(pattern, ['Support bot'], testFiles(workspace))
  return read.ok
    ? []
    : read.errors.map(({ message, example }) => [message.replace(/^".*?" matches no file\. /, ''), example])
}

describe('where it matches no file', () => {
  const finds = 'That finds t/a.yml, t/b.yml.'
  const near = 'Nearby: t/a.yml, t/b.yml.'
  const excludes = 'A pattern with ! excludes nothing. Write patterns that match only the files that count.'
  const comma = 'A comma does not separate patterns. Write one pattern per line.'
  const quotes = 'The quotes are part of the pattern here. Write it without quotes.'
  const dash = 'The dash is part of the pattern here. Write one pattern per line, without "- ".'
  const brackets = 'Brackets are part of the pattern here. Write one pattern per line, without [ ].'
  const spaces = 'Spaces and ; do not separate patterns. Write one pattern per line.'
  const prefix = 'What stands before the path is part of the pattern here. Write the path alone.'
  const parentheses = 'Parentheses are part of a name. For one of several, write {a,b}.'
  const usual = ['agent-tests/support-bot/*.yml', 'agent-tests/all-bots/*.yml']

  it.for<[pattern: string, message: string, instead: readonly string[]]>([
    ['!t/b.yml', `${excludes} ${near}`, usual],
    ['t/a.yml, t/b.yml', `${comma} ${finds}`, ['t/a.yml', 't/b.yml']],
    ['t/a.yml,', `${comma} That finds t/a.yml.`, ['t/a.yml']],
    ['t/{a,c}.yml,t/b.yml', `${comma} ${finds}`, ['t/{a,c}.yml', 't/b.yml']],
    ['“t/*.yml”', `${quotes} ${finds}`, ['t/*.yml']],
    ['"t/*.yml"', `${quotes} ${finds}`, ['t/*.yml']],
    ["'t/a.yml'", `${quotes} That finds t/a.yml.`, ['t/a.yml']],
    ['- t/*.yml', `${dash} ${finds}`, ['t/*.yml']],
    ['# mine', `A # begins no comment here. Remove this line. ${near}`, usual],
    ['t/*.yml # mine', `A # begins no comment here. Remove what follows. ${finds}`, ['t/*.yml']],
    ['t/', `It is a folder. Write t/**/*.yml. ${finds}`, ['t/**/*.yml']],
    ['t/(a|b).yml', `${parentheses} ${finds}`, ['t/{a,b}.yml']],
    ['["t/a.yml", \'t/b.yml\']', `${brackets} ${finds}`, ['t/a.yml', 't/b.yml']],
    ['- "t/*.yml" # mine', `${dash} ${finds}`, ['t/*.yml']],
    ['t/a.yml; t/b.yml', `${spaces} ${finds}`, ['t/a.yml', 't/b.yml']],
    ['file://t/*.yml', `${prefix} ${finds}`, ['t/*.yml']],
    ['/t/*.yml', `It is an absolute path. Write it relative to the workspace. ${finds}`, ['t/*.yml']],
    ['t/(a|b.yml', `${parentheses} ${near}`, usual],
    ['t/*.yaml', `Expected a pattern such as agent-tests/*.yml, relative to the workspace. ${near}`, usual],
  ])('%s: %s', ([pattern, message, instead]) => {
    expect(told(pattern)).toEqual([[message, instead]])
  })

  it('an absolute path is told relative to the workspace', () => {
    const workspace = createFolder({ 't/a.yml': '-' })
    const message = 'It is an absolute path. Write it relative to the workspace. That finds t/a.yml.'
    expect(told(join(workspace, 't/*.yml'), workspace)).toEqual([[message, ['t/*.yml']]])
  })

  it('a folder is told with the ending that its files have', () => {
    const message = 'It is a folder. Write t/**/*.yaml. That finds t/a.yaml.'
    expect(told('t', createFolder({ 't/a.yaml': '-' }))).toEqual([[message, ['t/**/*.yaml']]])
  })

  it.for(['[...slug]', '[a-z]', '{a,b}', 'a{1..3}'])(
    'a folder that is called %s is told with ?',
    (folder) => {
      const name = folder.replace(/[[\]{},]/g, '?')
      const files = createFolder({ [`t/${folder}/a.yml`]: '-' })
      const special = '[ ] and { } are special. For those of a name, write ?.'
      const [lines, whole] = [[`t/${name}/*.yml`], [`t/${name}/**/*.yml`]]
      const finds = `That finds t/${folder}/a.yml.`
      expect(told(`t/${folder}/*.yml`, files)).toEqual([[`${special} ${finds}`, lines]])
      expect(told(`t/${folder}`, files)).toEqual([[`It is a folder. Write ${whole[0]}. ${finds}`, whole]])
    },
  )

  it('an empty workspace is one without a checkout', () => {
    expect(told('t/*.yml', createFolder({}))[0]?.[0]).toMatch(/Check out the repository first/)
  })

  it('a repository without such a file may have lost it by the change', () => {
    const message =
      'The repository has no such files. If a change removes the last one, remove the pattern, too.'
    expect(told('t/*.yml', createFolder({ '.git/HEAD': '-' }))).toEqual([[message, usual]])
  })
})

test.runIf(process.platform === 'linux')('a file whose name is not UTF-8 is to be renamed', () => {
  const workspace = createFolder({ 't/a.yml': '-' })
  writeFileSync(
    Buffer.concat([Buffer.from(join(workspace, 't/b')), Buffer.of(0xff), Buffer.from('.yml')]),
    '-',
  )
  expect(told('t/*.yml', workspace)).toEqual([
    ['t/b\ufffd.yml has a name that is not UTF-8. Rename it.', expect.anything()],
  ])
})

test.skipIf(process.platform === 'win32')('a file behind a link is named where it is', () => {
  const workspace = createFolder({ 'two/a.yml': '-', 'two/sub/b.yml': '-' })
  symlinkSync('two', join(workspace, 't'))
  symlinkSync('two/a.yml', join(workspace, 'l.yml'))
  expect(
    [told('t/*.yml', workspace), told('l.yml', workspace), told('t/sub/*.yml', workspace)].flat(),
  ).toEqual([
    ['t/a.yml is behind the link t. Name two/*.yml.', ['two/*.yml']],
    ['l.yml is behind the link l.yml. Name two/a.yml.', ['two/a.yml']],
    ['t/sub/b.yml is behind the link t. Name two/sub/*.yml.', ['two/sub/*.yml']],
  ])
})
