import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { afterEach, describe, expect, it } from 'vitest'
import { addSimulator } from '../../simulator/src/command-line.ts'
import { greeting } from '../../simulator/src/greeting.ts'

const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

function simulator(...flags: string[]) {
  // As npm starts it for a user in another folder.
  const env = { ...process.env, INIT_CWD: tmpdir() }
  const child = spawn(process.execPath, ['src/cli.ts', 'simulator', ...flags], { env })
  started.push(child)
  return child
}

/** What has been printed once `end` is in it. */
async function printed(child: ReturnType<typeof simulator>, end: string): Promise<string> {
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    if (output.includes(end)) return output
  }
  throw new Error(`the simulator ended early: ${output}`)
}

it('greets with address, key, agents, and a command that every shell understands', () => {
  const greet = (verbose: boolean) =>
    greeting(
      {
        url: 'http://127.0.0.1:4000',
        apiKey: 'my-key',
        agents: [{ name: "Bob's bot", uuid: 'unseen', scenario: 'two-fail' }],
        annotation: {
          task: 'task-1',
          items: ['item-1', 'item-2'],
          annotators: ['ada'],
          elsewhere: 'other-1',
        },
      },
      'npx agent-tests',
      verbose,
    )
  const words = greet(false)
  expect(words).toContain('http://127.0.0.1:4000')
  expect(words).toContain("Bob's bot  two tests fail")
  expect(words).not.toContain('item-1')
  expect(greet(true)).toContain('  items       item-1, item-2\n')
  expect(words).toContain('AGENT_TESTS_API_KEY=my-key npx agent-tests run --base-url http://127.0.0.1:4000')
  expect(words).toContain(" --agents 'Bob'\\''s bot' ")
  expect(words).toContain("      agents: Bob's bot\n")
})

it.each([
  [['--port', '80a'], "'80a' is invalid. Expected a whole number from 0 to 65535."],
  [['--port', '65536'], 'Expected a whole number from 0 to 65535.'],
  [['--concurrency', '0'], 'Expected a whole number of at least 1, or "unlimited".'],
  [['--api-key', 'my-key'], "'my-key' is invalid. Expected 8 to 1,024 characters"],
  [['--bad-day', 'x'], 'Expected a number from 0 to 100.'],
  [['--test-event', 'edit'], 'Allowed choices are others-first, interrupted, edited, edited-always.'],
  [['--server-version', '2'], 'Allowed choices are current, newer, documented.'],
  [['--speed', '3'], "error: unknown option '--speed'"],
  [
    ['--service', 'voice-form', '--agent', 'A: all-pass'],
    'Option --agent is only for the evaluation service',
  ],
  [['now'], 'too many arguments'],
])('refuses %j, and says what is wrong', async (flags, words) => {
  const command = new Command('simulator').exitOverride().configureOutput({ writeErr: () => undefined })
  addSimulator(command, '')
  await expect(command.parseAsync(flags, { from: 'user' })).rejects.toThrow(words)
})

describe('npm run simulator', () => {
  // Windows has no signals that a process could catch.
  const withSignals = it.skipIf(process.platform === 'win32')
  withSignals.each(['SIGINT', 'SIGTERM'] as const)('serves until %s and ends cleanly', async (signal) => {
    const child = simulator('--api-key', 'my-key-1', '--bad-day', '2.5', '--test-event', 'edited')
    const output = await printed(child, 'poll-interval: 1\n')
    expect(output).toContain(`${resolve('node_modules/.bin/node')} ${resolve('src/cli.ts')} run --base-url`)
    const url = /http:\S+/.exec(output)?.[0]
    const response = await fetch(`${url}/agents`, { headers: { 'x-api-key': 'my-key-1' } })
    expect(await response.json()).toMatchObject({ items: expect.any(Array) })
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('serves the voice-form service', async () => {
    const child = simulator('--service', 'voice-form', '--api-key', 'my-key-1')
    const output = await printed(child, 'limit=1"\n')
    const url = /http:\S+/.exec(output)?.[0]
    const response = await fetch(`${url}/api/v1/workspaces`, {
      headers: { authorization: 'Bearer my-key-1' },
    })
    expect(response.status).toBe(200)
    expect(output).toContain('Clinic intake')
  })

  it('refuses an agent that it cannot read', async () => {
    const child = simulator('--agent', 'Bot')
    expect(await text(child.stderr)).toMatch(/^error: Option --agent: an agent is written as .*, not "Bot"\n/)
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2)
  })

  it('says that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const child = simulator('--port', String(port))
    expect(await text(child.stderr)).toMatch(/error: Option --port: .*EADDRINUSE.*\. Choose another one/)
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2)
    other.close()
  })
})
