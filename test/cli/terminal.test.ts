// A run on a terminal, which `script` of util-linux provides.
import { spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  type CommandLine,
  commandLine,
  createCommandLine,
  quick,
  runArguments,
  startCommand,
} from './harness.ts'

const hasScript = spawnSync('script', ['--version']).status === 0
const isLinux = process.platform === 'linux'
if (isLinux && !hasScript)
  console.warn('Not tested: the command line on a terminal. Install `script` (util-linux).')

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

function startOnTerminal(
  { simulator, folder }: CommandLine,
  {
    env = {},
  }: {
    readonly env?: Record<string, string>
  } = {},
) {
  const command = [...commandLine, ...runArguments(simulator)].map(quoted).join(' ')
  const args = ['--quiet', '--return', '--command', `stty cols 80 rows 24; exec ${command}`, '/dev/null']
  const given = { AGENT_TESTS_API_KEY: simulator.apiKey, TERM: 'xterm', ...env }
  return startCommand('script', args, { cwd: folder, env: given })
}

describe.runIf(isLinux && (hasScript || process.env['CI'] !== undefined)).concurrent('on a terminal', () => {
  it('it prints a line for each change, and moves no cursor', async (test) => {
    const line = await createCommandLine(test, commandLine, [quick('Support bot')])
    const { stdout } = await startOnTerminal(line).result
    expect(stdout).toContain('▶ Support bot: running')
    expect(stdout).not.toMatch(/\u001B\[[\d?;]*[A-HJKSThl]/)
  })

  it.for([
    ['colors', {}, true],
    ['none with NO_COLOR', { NO_COLOR: '1' }, false],
  ] as const)('it has %s', async ([, env, isRich], test) => {
    const line = await createCommandLine(test, commandLine, [quick('Support bot', 'one-fails')])
    const { stdout } = await startOnTerminal(line, { env }).result
    expect(stdout.includes('\u001B[31m✗')).toBe(isRich)
    expect(stdout).toMatch(/\n❌ Support bot: passed [\s\S]*?http:\/\/127\.0\.0\.1:\d+\/tests\?\S+\r\n/)
    for (const text of stripVTControlCharacters(stdout).split('\r\n'))
      if (!/^\s*http/.test(text)) expect(text.length).toBeLessThanOrEqual(80)
  })

  it('Ctrl+C ends it, with the runs that continue, and leaves the terminal usable', async (test) => {
    const line = await createCommandLine(test, commandLine, [{ name: 'Alpha', scenario: 'hangs' }])
    const running = startOnTerminal(line)
    await running.printed(/▶ Alpha/)
    running.child.stdin?.write('\u0003')
    const { stdout, exitCode } = await running.result
    expect(stdout).toMatch(/ Alpha: .*still running/)
    expect(exitCode).toBe(130)
    expect(stdout).not.toContain('\u001B[?25l')
  })
})
