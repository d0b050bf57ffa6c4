// A run in a pipe: signals, a closed output; and the page of its results.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { resultsInPage } from '../support/page-results.ts'
import { commandLine, createCommandLine, quick } from './harness.ts'

// Windows has no signals that a process could catch, and no shell.
const posix = it.skipIf(process.platform === 'win32')

describe.concurrent('the end', () => {
  posix.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('after %s has exit code %i, and everything known is written', async ([signal, code], test) => {
    const { start, folder } = await createCommandLine(test, commandLine, [
      { name: 'Alpha', scenario: 'hangs' },
      quick('Beta'),
    ])
    const running = start(['--json', 'results.json'])
    await running.printed(/✓ Beta/)
    const signalledAt = performance.now()
    running.child.kill(signal)
    const { exitCode, stdout } = await running.result
    // Its timeout is a minute.
    expect(performance.now() - signalledAt).toBeLessThan(30_000)
    expect(exitCode).toBe(code)
    expect(stdout).toMatch(/\? Alpha: .*still running.*runId=/s)
    const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))
    expect(results).toMatchObject({
      verdict: 'inconclusive',
      decision: { endedEarly: { kind: 'cancelled' } },
    })
  })

  it('is 3 after an exception, which does not show the key', async (test) => {
    const { run, simulator } = await createCommandLine(test, commandLine, [quick('Alpha')])
    const script = `Date.now = () => { throw new Error('no time for ' + process.env.AGENT_TESTS_API_KEY) }`
    const NODE_OPTIONS = `--import "data:text/javascript,${encodeURIComponent(script)}"`
    const { exitCode, stderr } = await run([], { NODE_OPTIONS })
    expect([exitCode, stderr.includes(simulator.apiKey)]).toEqual([3, false])
    expect(stderr).toContain('Internal error: no time for ***.')
  })

  it('is 2 if no later run would start either', async (test) => {
    const agents = [quick('Support bot', 'one-fails'), quick('Support bot (preview)', 'one-fails')]
    const { run, folder } = await createCommandLine(test, commandLine, agents)
    writeFileSync(join(folder, 'o.yml'), 'Support bot (preview): { system_prompt: Be nice. }')
    const misfit = await run(['--agents', 'Support bot (preview)', '--override', 'o.yml'])
    expect(misfit).toMatchObject({ exitCode: 2, stdout: expect.stringContaining('system_prompt') })
    expect((await run(['--agents', 'Nobody'])).exitCode).toBe(2)
  })

  it('is the same if nobody reads the output', async (test) => {
    const { start, folder } = await createCommandLine(test, commandLine, [quick('Support bot', 'one-fails')])
    const running = start(['--json', 'results.json'])
    await running.printed(/Select agents/)
    running.child.stdout?.destroy()
    const { exitCode, stderr } = await running.result
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
    expect(JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))).toMatchObject({
      verdict: 'failed',
    })
  })
})

it('reports name the commit of a prompt, as long as it has the file so', async (test) => {
  const config = { system_prompt: 'Old.' }
  const agents = ['Support bot', 'Support bot (preview)'].map((name) => ({ ...quick(name), config }))
  const { run, folder } = await createCommandLine(test, commandLine, agents)
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@acme.test', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  const prompt = join(folder, 'p.md')
  writeFileSync(prompt, 'Be polite.\n')
  writeFileSync(join(folder, 'o.yml'), 'Support bot (preview): { system_prompt: { file: p.md } }')
  const originOf = async () => {
    await run(['--override', 'o.yml', '--json', 'r.json'])
    const [agent] = JSON.parse(readFileSync(join(folder, 'r.json'), 'utf8')).agents
    return agent.override.keys[0]
  }
  expect(await originOf()).toMatchObject({ origin: 'unknown', of: null })
  git('init', '-q')
  git('add', 'p.md')
  git('commit', '-qm', 'Add')
  expect(await originOf()).toMatchObject({ origin: 'commit', of: git('rev-parse', 'HEAD') })
  writeFileSync(prompt, 'Be rude.\n')
  expect(await originOf()).toMatchObject({ origin: 'unknown', of: null })
})

it('no report contains the key, wherever the service returns it', async (test) => {
  const agents = [quick('Bot of simulator-key-5b1f0c6e9a72', 'one-fails')]
  const { run, folder } = await createCommandLine(test, commandLine, agents)
  const formats = ['json', 'junit', 'html', 'markdown']
  const { stdout } = await run(formats.flatMap((format) => [`--${format}`, `agents.${format}`]))
  const written = formats.map((format) => readFileSync(join(folder, `agents.${format}`), 'utf8'))
  const inPage = JSON.stringify(resultsInPage(written[2] ?? ''))
  const reports = [stdout, ...written.filter((_, index) => index !== 2), inPage]
  for (const report of reports) {
    expect(report).toContain('Bot of ')
    expect(report).not.toContain('5b1f0c6e9a72')
  }
})

describe.concurrent('report', () => {
  posix('writes the page of a results file and opens it, or says that it cannot', async (test) => {
    const agents = [quick('Support bot', 'one-fails')]
    const { run, folder, command } = await createCommandLine(test, commandLine, agents)
    await run(['--json', 'results.json'])
    const open = (opener: string) => {
      const bin = mkdtempSync(join(folder, 'bin-'))
      for (const name of opener === '' ? [] : ['xdg-open', 'open'])
        writeFileSync(join(bin, name), `#!/bin/sh\n${opener}\n`, { mode: 0o755 })
      return command(['report', 'results.json'], { PATH: bin }).result
    }
    const written = { exitCode: 0, stdout: 'results.html\n' }
    expect(await open('echo "$1" > opened')).toMatchObject({ ...written, stderr: '' })
    await vi.waitFor(() => readFileSync(join(folder, 'opened')))
    const page = resultsInPage(readFileSync(join(folder, 'results.html'), 'utf8'))
    expect(page.agents.map(({ name }) => name)).toEqual(['Support bot'])
    expect(await open('')).toMatchObject({
      ...written,
      stderr: expect.stringMatching(/^warning: no browser could be started \(.*open cannot be run\)\.\n$/),
    })
  })

  it('refuses other files', async (test) => {
    const { folder, command } = await createCommandLine(test, commandLine, [])
    writeFileSync(join(folder, 'package.json'), '{"version":"1.0.0"}')
    const { exitCode, stderr } = await command(['report', 'package.json', '--no-open']).result
    expect(exitCode).toBe(2)
    expect(stderr).toContain('error: "package.json" is not a results file of agent-tests')
  })
})
