// The files that the options name: a command that is refused changes none of them.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { writeFiles } from '../support/folders.ts'
import { commandLine, createCommandLine, quick, startCommand } from './harness.ts'

/** In a folder with the results file of a run, `parts/a.json`. */
async function withResults(test: TestContext) {
  const { folder, run, command } = await createCommandLine(test, commandLine, [quick('Support bot')])
  await run(['--json', 'parts/a.json'])
  const file = join(folder, 'parts/a.json')
  const before = readFileSync(file, 'utf8')
  return { folder, run, command, before, now: () => readFileSync(file, 'utf8') }
}

describe.concurrent('a command that is refused leaves its inputs as they are', () => {
  it.for([
    ['a file cannot be written', ['--html', '.'], /^error: Option --html: "\." cannot be written/],
    [
      'a folder cannot be created',
      ['--html', 'file/x/y.html'],
      /Option --html: "file\/x\/y\.html" cannot be/,
    ],
    [
      'two are the same',
      ['--json', 'new', '--html', './new'],
      /cannot be written \(it is the file of --json/,
    ],
  ] as const)('if %s', async ([, args, message], test) => {
    const { folder, run, before, now } = await withResults(test)
    writeFileSync(join(folder, 'file'), '')
    const { exitCode, stderr } = await run(args)
    expect(stderr).toMatch(message)
    expect(exitCode).toBe(2)
    expect(now()).toBe(before)
  })

  // Windows may not allow links.
  it.skipIf(process.platform === 'win32').for([
    ['--json', 'change.yml'],
    ['--markdown', './prompts/a.md'],
    ['--junit', 'prompts/b.md'],
    // Of a link, which is read in its place.
    ['--html', 'prompts/c.md'],
  ] as const)('if %s names %s, which --override reads', async ([option, path], test) => {
    const { folder, run } = await createCommandLine(test, commandLine, [])
    const copy = 'Support bot (preview)'
    const files = '[{ file: prompts/a.md }, { file: prompts/b.md }, { file: link.md }]'
    writeFiles(folder, {
      ...{ 'prompts/a.md': 'Be nice.', 'prompts/b.md': 'Be nice.', 'prompts/c.md': 'Be nice.' },
      'change.yml': `${copy}: { default_inputs: { prompts: ${files} } }`,
    })
    symlinkSync('prompts/c.md', join(folder, 'link.md'))
    const before = readFileSync(join(folder, path), 'utf8')
    const { exitCode, stderr } = await run(['--agents', copy, '--override', 'change.yml', option, path])
    expect(stderr).toBe(
      `error: Option ${option}: "${path}" cannot be written (this command reads it). Choose another path.\n`,
    )
    expect(exitCode).toBe(2)
    expect(readFileSync(join(folder, path), 'utf8')).toBe(before)
  })

  it('and creates no file', async (test) => {
    const { folder, run } = await createCommandLine(test, commandLine, [])
    const { exitCode } = await run(['--junit', 'new/a.xml', '--html', '.'])
    expect(exitCode).toBe(2)
    expect(existsSync(join(folder, 'new/a.xml'))).toBe(false)
  })

  it('if a page would replace its results file', async (test) => {
    const { command, before, now } = await withResults(test)
    const args = ['report', 'parts/a.json', '--html', './parts/a.json', '--no-open']
    const { exitCode, stderr } = await command(args).result
    expect(stderr).toBe('error: Option --html: "./parts/a.json" is the results file. Choose another path.\n')
    expect(exitCode).toBe(2)
    expect(now()).toBe(before)
  })
})

it('a file name with control characters or a turned direction is escaped in messages', async (test) => {
  const { command } = await createCommandLine(test, commandLine, [])
  const { exitCode, stderr } = await command(['report', 'a\u202Eb\u001Bc.json']).result
  expect(exitCode).toBe(2)
  expect(stderr).toContain('"a\\u{202e}b\\u001bc.json" cannot be read')
})

it('a longer file of an earlier run is replaced', async (test) => {
  const { folder, run } = await createCommandLine(test, commandLine, [quick('Support bot')])
  writeFiles(folder, { 'out/a.json': 'x'.repeat(1_000_000) })
  expect((await run(['--json', 'out/a.json'])).exitCode).toBe(0)
  expect(JSON.parse(readFileSync(join(folder, 'out/a.json'), 'utf8'))).toMatchObject({ verdict: 'passed' })
})

it('`-` is standard output, and everything else goes to standard error', async (test) => {
  const { run } = await createCommandLine(test, commandLine, [quick('Support bot')])
  const { stdout, stderr } = await run(['--json', '-', '--quiet'])
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'passed' })
  expect(stderr).toMatch(/^Results\n/)
})

it('`-` is standard output of a page, too', async (test) => {
  const { command } = await withResults(test)
  const { exitCode, stdout, stderr } = await command(['report', 'parts/a.json', '--html', '-']).result
  expect([exitCode, stderr, stdout.slice(0, 15)]).toEqual([0, '', '<!doctype html>'])
})

it.skipIf(process.platform !== 'linux')('a full disk behind standard output is an error', async (test) => {
  const { folder } = await withResults(test)
  const written = '"$0" "$1" report parts/a.json --html - > /dev/full'
  const shell = startCommand('/bin/sh', ['-c', written, ...commandLine], { cwd: folder, env: {} })
  const { exitCode, stderr } = await shell.result
  expect([exitCode, stderr]).toEqual([2, 'Error: ENOSPC: no space left on device, write\n'])
})
