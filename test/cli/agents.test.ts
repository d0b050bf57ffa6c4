// `agent-tests agents`: names and readiness, without a run.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent, SimulatorOptions } from '../../simulator/src/index.ts'
import { startFaultProxy } from '../e2e/faults/fault-proxy.ts'
import { CLOSED_PORT } from '../support/closed-port.ts'
import { commandLine, createCommandLine, quick, startCommand } from './harness.ts'

describe.concurrent('agents', () => {
  const workspace: readonly SimulatedAgent[] = [
    { ...quick('Support bot'), history: [{ scenario: 'all-pass' }] },
    quick('Draft', 'not-verified'),
    quick('::error::Billing'),
    { name: 'Empty', scenario: 'no-tests' },
    quick('Own', 'prompted'),
    quick('Moved', 'other-workspace'),
  ]

  async function list(test: TestContext, options: SimulatorOptions = {}, agents = workspace) {
    const line = await createCommandLine(test, commandLine, agents, options)
    const { url, apiKey } = line.simulator
    const start = (args: readonly string[] = [], env = {}) =>
      line.command(['agents', '--base-url', url, ...args], { AGENT_TESTS_API_KEY: apiKey, ...env }).result
    return { ...line, start }
  }

  /** The address of the same service without the routes that end so. */
  async function withoutRoutes(test: TestContext, upstream: string, ...ends: readonly string[]) {
    const missing = { kind: 'answer', status: 404, body: '{"detail":"Not Found"}' } as const
    const proxy = await startFaultProxy({
      upstream,
      rules: [({ path }) => (ends.some((end) => path.endsWith(end)) ? missing : undefined)],
    })
    test.onTestFinished(() => proxy.close())
    return proxy.url
  }

  it('says which agents are ready, and what the service supports', async (test) => {
    const { start, folder, simulator } = await list(test)
    const { exitCode, stdout, stderr } = await start(['--json', 'agents.json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toBe(
      `6 agents of the workspace of this key
✓ Support bot: ready, 3 tests
! Draft: not ready, because its connection is not verified: verify it in the web application
✓ ::error::Billing: ready, 3 tests
! Empty: not ready, because no tests are linked to it: link some in the web application, or run files of tests with --tests
✓ Own: ready, 3 tests
! Moved: not ready, because its tests cannot be read (HTTP 403): it may be in another workspace
What this service supports, tried with Support bot:
✓ the configuration of the agent: can be read
- whether it can be changed is not tried: \`--override\` needs that, and no other option
✓ its linked tests: can be read
✓ the evaluators: can be read
✓ its run history: can be read
✓ its newest run: can be read
Written: agents.json
`,
    )
    expect(simulator.journal.every(({ method }) => method === 'GET')).toBe(true)
    const { agents } = JSON.parse(readFileSync(join(folder, 'agents.json'), 'utf8'))
    expect(agents.slice(2, 4)).toEqual([
      { name: '::error::Billing', uuid: expect.any(String), ready: true, tests: 3, obstacles: [] },
      {
        name: 'Empty',
        uuid: expect.any(String),
        ready: false,
        tests: 0,
        obstacles: [expect.stringMatching(/^no tests are linked to it/)],
      },
    ])
  })

  it('says with --costs what the last run of each agent took and cost, from one request for each', async (test) => {
    const retry = { scenario: 'all-pass', parameters: { tests: 1 } } as const
    const history = [{ scenario: 'all-pass' }, retry] as const
    const agents = [{ ...quick('Support bot'), history }, quick('New')]
    const { start, simulator } = await list(test, {}, agents)
    const { stdout } = await start(['--costs', '--json', '-'])
    const { agents: listed } = JSON.parse(stdout)
    const lastRun = { tests: 3, durationMs: expect.any(Number), costUsd: expect.any(Number) }
    expect(listed).toMatchObject([{ lastRun }, { lastRun: null }])
    const reads = simulator.journal.filter(({ path }) => path.endsWith('/runs'))
    // One more to find out whether the service has a run history.
    expect(reads).toHaveLength(agents.length + 1)
    const url = await withoutRoutes(test, simulator.url, '/runs')
    const [known, unknown] = await Promise.all([start(['--costs']), start(['--costs', '--base-url', url])])
    expect(known.stdout).toMatch(
      /\n✓ Support bot: ready, 3 tests, last run: 3 tests, [\d.]+m?s, \$0\.\d+\n✓ New: .*, last run: none found\n/,
    )
    expect(unknown.stdout).toContain(', last run: none found\n')
  })

  it('reads only the agents that it is asked about', async (test) => {
    const { start } = await list(test)
    const { stdout } = await start(['--agents', 'Draft'])
    expect(stdout).toMatch(
      /^1 agent of .*\n! Draft: .*\nWhat .* tried with Draft:\n(.*\n){5}- its newest run: /,
    )
    const { exitCode, stderr } = await start(['--agents', 'draft'])
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/did you mean "Draft".*\n→ Correct these names: commas or lines separate them/)
  })

  it('says what a service does not support', async (test) => {
    const { start, simulator } = await list(test, { serverVersion: 'documented' })
    const url = await withoutRoutes(test, simulator.url, '/runs', '/tests')
    const { exitCode, stdout } = await start(['--base-url', url])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('\n- Empty: the service does not say whether it is ready\n')
    expect(stdout).toMatch(/\n! its run history: .*, so `gate-if-worse` needs `--control`/)
    expect(stdout).toContain('\n- its newest run: not known, because its run history cannot be read\n')
  })

  it('names the key if it is wrong', async (test) => {
    const { start } = await list(test)
    const { exitCode, stdout, stderr } = await start([], { AGENT_TESTS_API_KEY: 'another-key-0815' })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(
      /^error: authentication failed \(HTTP 401\): the service says "Invalid or revoked API key"\n→ Check the API key/,
    )
    expect(stderr).not.toContain('another-key-0815')
  })

  it.for<[string, RequestListener | null, RegExp]>([
    [
      'nothing listens',
      null,
      /^! .*nothing accepts connections.*\. Check the address; trying for up to 2m\.$/m,
    ],
    [
      'nothing answers',
      () => undefined,
      /^! No answer from 127\.0\.0\.1:\d+ yet, after 5s\. .* up to 2m\.$/m,
    ],
    ['a web page answers', (_, page) => page.end('<!doctype html>'), /^! .* is an HTML page .* up to 3s\.$/m],
  ])('says soon that %s', async ([, answer, message], test) => {
    let url = CLOSED_PORT
    if (answer !== null) {
      const server = createServer(answer).listen(0, '127.0.0.1')
      test.onTestFinished(() => void server.close())
      await once(server, 'listening')
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    }
    const command = [commandLine[1], 'agents', '--base-url', url]
    const settings = { cwd: '.', env: { AGENT_TESTS_API_KEY: 'sk-0123456789' } }
    const { child, printed, result } = startCommand(process.execPath, command, settings)
    await printed(message)
    child.kill()
    await result
  })

  it('says that the workspace is empty', async (test) => {
    const { start } = await list(test, {}, [])
    const { exitCode, stderr } = await start()
    expect(exitCode).toBe(3)
    expect(stderr).toContain('error: no agent to test: the workspace of this API key has no agents')
  })

  it('checks options, key and file before it sends a request', async (test) => {
    const { start, simulator } = await list(test)
    for (const [args, message] of [
      [['--api-key', 'sk-12345678'], 'error: Option --api-key: other users'],
      [['--json', '.'], 'error: Option --json: "." cannot be written'],
    ] as const) {
      const { exitCode, stdout, stderr } = await start(args)
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr).toContain(message)
    }
    expect(simulator.journal).toEqual([])
  })
})
