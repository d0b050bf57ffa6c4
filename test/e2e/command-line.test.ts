// The packed package, installed in an empty folder: its command line on every Node that is installed.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { commandLine, createCommandLine, quick, startCommand } from '../cli/harness.ts'
import { nodesOf } from '../support/nodes.ts'
import { resultsInPage } from '../support/page-results.ts'

const installed = inject('installed')
const [, script] = commandLine

it.concurrent.for(nodesOf(22, 24, 26))(
  'writes every report, and creates the folder, on Node $version',
  async ({ path }, test) => {
    const agents = [quick('Support bot', 'one-fails'), quick('Billing helper')]
    const { run, folder } = await createCommandLine(test, [path, script], agents)
    const formats = ['json', 'junit', 'html', 'markdown']
    const { exitCode } = await run(formats.flatMap((format) => [`--${format}`, `reports/agents.${format}`]))
    expect(exitCode).toBe(1)
    const read = (format: string) => readFileSync(join(folder, `reports/agents.${format}`), 'utf8')
    expect(JSON.parse(read('json'))).toMatchObject({ verdict: 'failed', totals: { total: 6, failed: 1 } })
    expect(read('junit')).toContain('<testsuite name="Support bot" tests="3" failures="1"')
    expect(resultsInPage(read('html')).agents.map(({ name }) => name)).toContain('Billing helper')
    expect(read('markdown')).toMatch(/^### /)
  },
)

describe.concurrent('a run', () => {
  it('has exit code 0 in mode report, and colors in a pipe only if FORCE_COLOR is set', async (test) => {
    const { run } = await createCommandLine(test, commandLine, [quick('Support bot', 'one-fails')])
    const plain = await run(['--mode', 'report'])
    expect(plain).toMatchObject({ exitCode: 0, stderr: '' })
    expect(plain.stdout).toContain('\nResults\nℹ️ Report only: ')
    expect(plain.stdout).not.toContain('\u001B')
    expect((await run([], { FORCE_COLOR: '1' })).stdout).toContain('\u001B[31m✗')
  })

  it('compares with runs before a time, in mode gate-if-worse', async (test) => {
    const parameters = { tests: 3, durationMs: 0 }
    const history = Array.from({ length: 10 }, () => ({ scenario: 'all-pass', parameters }) as const)
    const agent = { ...quick('Support bot', 'one-fails'), history }
    const { run } = await createCommandLine(test, commandLine, [agent])
    const compared = await run(['--mode', 'gate-if-worse'])
    expect(compared.stdout).toMatch(/baseline of 10 runs .*❌ Failed: .* before 0 of 10/s)
    // No run is older, and later ones excuse nothing.
    const before2020 = await run(['--mode', 'gate-if-worse', '--baseline-before', '2020-01-01T00:00:00Z'])
    expect(before2020.stdout).toMatch(/baseline of 10 runs .*❌ Failed: .* before 1 of 10/s)
  })
})

it('writes all results to a pipe that is read late', async () => {
  const parameters = { tests: 300, durationMs: 0 }
  const { start } = await createCommandLine({ onTestFinished }, commandLine, [
    { name: 'Support bot', scenario: 'all-pass', parameters },
  ])
  const { child, printed, result } = start(['--details', 'all', '--json', '-'])
  child.stdout?.pause()
  await printed(/^Results$/m)
  // Longer than connections get to end by themselves.
  await setTimeout(2000)
  expect(child.exitCode).toBeNull()
  child.stdout?.resume()
  const { exitCode, stdout } = await result
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout).totals).toMatchObject({ total: 300, passed: 300 })
})

it.for(nodesOf(20))('says on Node $version, which is too old, what it needs', async ({ path, version }) => {
  const { exitCode, stdout, stderr } = await startCommand(path, [script, '--help'], { cwd: '.', env: {} })
    .result
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
  expect(stderr).toBe(`error: agent-tests needs Node.js 22.13 or newer, and this is ${version.slice(1)}.\n`)
})

describe('an error that no command expects is told in a line, and no code,', () => {
  it('of a folder that cannot be made', async (test) => {
    const { simulator, folder, command } = await createCommandLine(test, commandLine, [quick('Support bot')])
    writeFileSync(join(folder, 'file'), '')
    const args = ['tests', 'pull', 'Support bot', '--to', 'file/folder', '--base-url', simulator.url]
    const { exitCode, stderr } = await command(args, { AGENT_TESTS_API_KEY: simulator.apiKey }).result
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^Error: E\w+: .* '.*folder.*'\n$/)])
  })

  it.for([
    ["new Error('late')", 'Internal error: late. Please report it: this is a bug in agent-tests.', 3],
    ["Object.assign(new Error('read EIO'), { syscall: 'read' })", 'Error: read EIO', 2],
  ])('thrown while nothing waits for it: %s', async ([thrown, line, code]) => {
    const late = `data:text/javascript,const timer = setInterval(() => { if (process.listenerCount('uncaughtException') === 0) return; clearInterval(timer); throw ${thrown} }, 50)`
    const env = { NODE_OPTIONS: `--import="${late.replaceAll('"', '\\"')}"` }
    const { exitCode, stderr } = await startCommand(process.execPath, [script, 'simulator'], {
      cwd: '.',
      env,
    }).result
    expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: `${line}\n` })
  })
})

it('has nothing of GitHub, and with the licenses of what is in it', () => {
  const folder = join(installed.folder, 'node_modules/agent-tests')
  expect(readFileSync(join(folder, 'commands.js'), 'utf8')).not.toMatch(/@actions\/|octokit/)
  expect(readFileSync(join(folder, 'licenses.txt'), 'utf8').match(/^(commander|undici|zod)$/gm)).toEqual([
    'commander',
    'undici',
    'zod',
  ])
})
