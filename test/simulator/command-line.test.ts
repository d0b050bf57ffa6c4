import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '../../simulator/src/command-line.ts'
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

describe('flags', () => {
  it('are optional', () => {
    expect(readCommandLine([])).toEqual({
      kind: 'serve',
      options: { port: 0, concurrency: 1, serverVersion: 'current', requestMs: 0 },
    })
  })

  it('set what they name', () => {
    const flags =
      '--port 8080 --concurrency unlimited --api-key my-key --server-version current --request-ms 260 --seed x --bad-day 2.5'
    expect(readCommandLine(flags.split(' '))).toEqual({
      kind: 'serve',
      options: {
        port: 8080,
        concurrency: Number.POSITIVE_INFINITY,
        apiKey: 'my-key',
        serverVersion: 'current',
        requestMs: 260,
        seed: 'x',
        badDay: 2.5,
      },
    })
  })

  it.each([
    [['--port', '80a'], '--port must be a number from 0 to 65535, not "80a"'],
    [['--port', '65536'], '--port must be a number from 0 to 65535, not "65536"'],
    [['--concurrency', '0'], '--concurrency must be a whole number of 1 or more, or "unlimited", not "0"'],
    [['--agent', 'Support bot'], '--agent: an agent is written as "<name>: <scenario>", not "Support bot"'],
    [['--bad-day', 'x'], '--bad-day must be a number from 0 to 100, not "x"'],
    [['--server-version', '2'], '--server-version must be one of current, newer, older, not "2"'],
    [['--request-ms', 'slow'], '--request-ms must be a number from 0 to 60000, not "slow"'],
    [['--api-key', 'a b'], '--api-key may only contain letters, digits and _ . ~ + / = -'],
    [['--speed', '3'], "Unknown option '--speed'"],
    [['--service', 'mail'], '--service must be one of evaluation, voice-form, not "mail"'],
    [['--service', 'voice-form', '--agent', 'A: all-pass'], '--agent is only for the evaluation service'],
    [['now'], 'Unexpected argument'],
  ])('%j is an error that says what is wrong', (flags, message) => {
    expect(readCommandLine(flags)).toEqual({ kind: 'error', message: expect.stringContaining(message) })
  })
})

it('greets with address, key, agents, and a command that every shell understands', () => {
  const words = greeting(
    {
      url: 'http://127.0.0.1:4000',
      apiKey: 'my-key',
      agents: [{ name: "Bob's bot", uuid: 'unseen', scenario: 'two-fail' }],
      annotation: { task: 'task-1', items: ['item-1', 'item-2'], annotators: ['ada'] },
    },
    'npx agent-tests',
  )
  expect(words).toContain('http://127.0.0.1:4000')
  expect(words).toContain("Bob's bot  two tests fail")
  expect(words).toContain('  items       item-1, item-2\n')
  expect(words).toContain('AGENT_TESTS_API_KEY=my-key npx agent-tests run --base-url http://127.0.0.1:4000')
  expect(words).toContain(" --agents 'Bob'\\''s bot' ")
  expect(words).toContain("      agents: Bob's bot\n")
})

describe('npm run simulator', () => {
  // Windows has no signals that a process could catch.
  const withSignals = it.skipIf(process.platform === 'win32')
  withSignals.each(['SIGINT', 'SIGTERM'] as const)('serves until %s and ends cleanly', async (signal) => {
    const child = simulator('--api-key', 'my-key')
    const output = await printed(child, 'poll-interval: 1\n')
    expect(output).toContain(`${resolve('node_modules/.bin/node')} ${resolve('src/cli.ts')} run --base-url`)
    const url = /http:\S+/.exec(output)?.[0]
    const response = await fetch(`${url}/agents`, { headers: { 'x-api-key': 'my-key' } })
    expect(await response.json()).toMatchObject({ items: expect.any(Array) })
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('serves the voice-form service', async () => {
    const child = simulator('--service', 'voice-form', '--api-key', 'my-key')
    const output = await printed(child, 'limit=1"\n')
    const url = /http:\S+/.exec(output)?.[0]
    const response = await fetch(`${url}/api/v1/workspaces`, { headers: { authorization: 'Bearer my-key' } })
    expect(response.status).toBe(200)
    expect(output).toContain('Clinic intake')
  })

  it('explains its flags', async () => {
    const child = simulator('--help')
    expect(await text(child.stdout)).toContain('--server-version')
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0)
  })

  it.each([
    ['an unknown flag', ['--speed'], "Unknown option '--speed'"],
    ['a wrong value', ['--concurrency', 'none'], '--concurrency must be'],
  ])('refuses %s and says where the flags are', async (_, flags, words) => {
    const child = simulator(...flags)
    const message = await text(child.stderr)
    expect(message).toContain(words)
    expect(message).toContain('--help')
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2)
  })

  it('says that a port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const child = simulator('--port', String(port))
    expect(await text(child.stderr)).toMatch(/could not start: --port: .*EADDRINUSE.*\. Choose another one/)
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2)
    other.close()
  })
})
