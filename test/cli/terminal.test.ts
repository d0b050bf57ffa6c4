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

/** @param size of the terminal, as `stty` takes it */
function startOnTerminal(
  { simulator, folder }: CommandLine,
  {
    size = 'cols 80 rows 24',
    env = {},
  }: {
    readonly size?: string
    readonly env?: Record<string, string>
  } = {},
) {
  const command = [...commandLine, ...runArguments(simulator)].map(quoted).join(' ')
  const args = ['--quiet', '--return', '--command', `stty ${size}; exec ${command}`, '/dev/null']
  const given = { AGENT_TESTS_API_KEY: simulator.apiKey, TERM: 'xterm', ...env }
  return startCommand('script', args, { cwd: folder, env: given })
}

/** What was drawn in place, line by line; of later frames, what has changed. */
const framesOf = (output: string) =>
  [...output.matchAll(/\u001B\[\?2026h(.*?)\u001B\[\?2026l/gs)].map(([, frame = '']) =>
    stripVTControlCharacters(frame).split('\r\n'),
  )

describe.runIf(isLinux && (hasScript || process.env['CI'] !== undefined)).concurrent('on a terminal', () => {
  it('the progress is redrawn in place, and only results stay', async (test) => {
    const slow = (name: string, scenario: 'all-pass' | 'one-fails' = 'all-pass') =>
      ({ name, scenario, parameters: { tests: 3, durationMs: 3000 } }) as const
    const agents = [slow('Support bot'), slow('Slow bot', 'one-fails'), slow('Billing helper')]
    const line = await createCommandLine(test, commandLine, agents, { concurrency: 1 })
    const { stdout, exitCode } = await startOnTerminal(line).result
    const frames = framesOf(stdout)
    expect(frames.flat()).toContainEqual(expect.stringMatching(/ queued, number 1$/))
    expect(frames.flat()).toContainEqual(expect.stringMatching(/bot .* [12]\/3.*█+░+$/))
    expect(frames.flat()).toContainEqual(
      expect.stringMatching(/^Run tests, \d+s: \d of 3 agents done, 1 running/),
    )
    const kept = stripVTControlCharacters(stdout.replace(/\u001B\[\?2026h.*?\u001B\[\?2026l/gs, ''))
    expect(kept).toMatch(/✓ Support bot: passed.*❌ Failed: /s)
    expect(kept).toContain('✗ Slow bot: failed')
    expect(kept).not.toMatch(/queued|running/)
    expect(exitCode).toBe(1)
  })

  it.for([
    ['a terminal that cannot move its cursor', { env: { TERM: 'dumb' } }],
    ['a terminal that does not tell its size', { size: 'cols 0 rows 0' }],
    ['CI', { env: { CI: 'true' } }],
  ] as const)('it prints plain lines on %s', async ([, terminal], test) => {
    const line = await createCommandLine(test, commandLine, [quick('Support bot')])
    const { stdout } = await startOnTerminal(line, terminal).result
    expect(stdout).not.toContain('\u001B[?2026h')
    expect(stdout).toContain('▶ Support bot: running')
  })

  it.for([
    ['colors, and names as links to the runs', { TERM_PROGRAM: 'ghostty' }, true],
    ['neither with NO_COLOR and without links', { NO_COLOR: '1' }, false],
  ] as const)('it has %s', async ([, env, isRich], test) => {
    const line = await createCommandLine(test, commandLine, [quick('Support bot', 'one-fails')])
    const { stdout } = await startOnTerminal(line, { env }).result
    expect(stdout.includes('\u001B[31m✗')).toBe(isRich)
    const url = String.raw`http://127\.0\.0\.1:\d+/tests\?\S+`
    const link = isRich
      ? `\u001B\\]8;;${url}\u0007Support bot\u001B\\]8;;\u0007`
      : `Support bot:\r\n {4}${url}`
    expect(stdout).toMatch(new RegExp(`\n {2}· ${link}\r\n`))
    for (const text of stripVTControlCharacters(stdout).split('\r\n'))
      if (!/^\s*http/.test(text)) expect(text.length).toBeLessThanOrEqual(80)
  })

  it('Ctrl+C ends it, with the runs that continue, and leaves the terminal usable', async (test) => {
    const line = await createCommandLine(test, commandLine, [{ name: 'Alpha', scenario: 'hangs' }])
    const running = startOnTerminal(line)
    await running.printed(/Alpha.*░/)
    running.child.stdin?.write('\u0003')
    const { stdout, exitCode } = await running.result
    expect(stdout).toMatch(/ Alpha: .*still running/)
    expect(exitCode).toBe(130)
    expect(stdout).not.toContain('\u001B[?25l')
  })
})
