// What the command line refuses, and how it names the cause.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scenarios } from '../../simulator/src/index.ts'
import { commandLine, createCommandLine, quick, runArguments, startCommand } from './harness.ts'

describe.concurrent('help', () => {
  const help = async (...args: string[]) =>
    startCommand(process.execPath, [commandLine[1], ...args], { cwd: '.', env: {} }).result

  it.for([
    ['run', '0 1 2 3 130 143'],
    ['agents', '0 2 3'],
    ['tests pull', '0 2 3'],
    ['tests check', '0 1 2 3'],
    ['report', '0 2'],
    ['simulator', '0 2'],
  ] as const)('of %s has an example, the exit codes %s and the documents', async ([command, codes]) => {
    const { exitCode, stdout } = await help(...command.split(' '), '--help')
    expect(exitCode).toBe(0)
    const [, listed = ''] = /\nExit codes:\n(.*?)\n\n/s.exec(stdout) ?? []
    expect(listed.match(/^ +\d+/gm)?.map(Number)).toEqual(codes.split(' ').map(Number))
    expect(stdout).toContain(`\nExample:\n  npx --no-install agent-tests ${command} `)
    expect(stdout).toMatch(/\nDocuments: https:\S+\n$/)
  })

  it('of simulator says what happens in each scenario', async () => {
    const { stdout } = await help('simulator', '--help')
    const lines = stdout.split('\n').map((line) => line.trim().replace(/ {2,}/, ' '))
    for (const [name, { description }] of Object.entries(scenarios))
      expect(lines).toContain(`${name} ${description}`)
  })

  it('is what no command prints', async () => {
    const { exitCode, stderr } = await help()
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^Usage: .*Commands:.*Documents: /s)
  })
})

describe.concurrent('options', () => {
  const given = { '--base-url': 'https://service.acme.test', '--app-url': 'https://app.acme.test' }

  it.for<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ['without a key', {}, {}, /^error: AGENT_TESTS_API_KEY is not set\. Create an API key/],
    [
      'with an invalid key',
      {},
      { AGENT_TESTS_API_KEY: 'a b' },
      /^error: AGENT_TESTS_API_KEY: it is no key: it contains a space\./,
    ],
    [
      'with a key in quotes',
      {},
      { AGENT_TESTS_API_KEY: '"sk-12345678"' },
      /^error: AGENT_TESTS_API_KEY: it is no key: it contains "\\""\./,
    ],
    ['with the key as an option', { '--api-key': 'sk-12345678' }, {}, /^error: Option --api-key: other/],
    ['with a wrong mode', { '--mode': 'strict' }, {}, /error: Option --mode: "strict" is not valid/],
    ['with an unknown option', { '--retry': '2' }, {}, /error: unknown option '--retry'\n\(Did you mean/],
    ['with a mistyped key', { '--apikey=sk-12345678': '' }, {}, /unknown option '--apikey'\n/],
    ['with a wrong short option', { '-ksk-12345678': '' }, {}, /unknown option '-k'\n/],
    [
      'with a control alone',
      { '--control': 'A', '--mode': 'gate-if-worse' },
      {},
      /expected one name for each name in --agents/,
    ],
    ['without files', { '--agents': 'A', '--tests': 'no/*' }, {}, /no such files in the working folder, to/],
    ['with a wrong time', { '--baseline-before': 'now' }, {}, /Expected a time such as/],
    ['with a path that is a folder', { '--json': '.' }, {}, /error: Option --json: "\." cannot be written/],
    ['without TLS', {}, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_TLS_REJECT_UNAUTHORIZED=0 turns off/],
  ])('are refused %s', async ([title, options, env, message], test) => {
    const { command } = await createCommandLine(test, commandLine, [])
    const args = Object.entries({ ...given, ...options }).flatMap(([name, value]) =>
      value === '' ? [name] : [name, value],
    )
    const key = title.includes('key') ? {} : { AGENT_TESTS_API_KEY: 'sk-0123456789' }
    const { exitCode, stdout, stderr } = await command(['run', ...args], { ...key, ...env }).result
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('sk-12345678')
  })

  it('of run name the agents', async (test) => {
    const { run } = await createCommandLine(test, commandLine, [])
    const { exitCode, stdout, stderr } = await run(['Billing', "Bob's bot"])
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toBe("error: Agents are named by an option: --agents Billing --agents 'Bob'\\''s bot'\n")
  })

  it.for([
    ['is empty', ' \n', ': the file "change.yml" is empty. Write its text, or remove it.\n'],
    ['has a mistake', 'Bot (new):\n  agent_url:\n', ', "change.yml": line 2: this value is empty.'],
  ] as const)('--override names a file that %s', async ([, text, message], test) => {
    const { folder, run } = await createCommandLine(test, commandLine, [])
    writeFileSync(join(folder, 'change.yml'), text)
    const { exitCode, stderr } = await run(['--override', 'change.yml'])
    expect(stderr).toContain(`error: Option --override${message}`)
    expect(exitCode).toBe(2)
  })

  it.skipIf(process.platform === 'win32')('--override reads a pipe, up to the same size', async (test) => {
    const { simulator, folder } = await createCommandLine(test, commandLine, [])
    const given = runArguments(simulator).join(' ')
    const shell = (content: string) =>
      startCommand('sh', ['-c', `${content} | "${commandLine.join('" "')}" ${given} --override /dev/stdin`], {
        cwd: folder,
        env: { AGENT_TESTS_API_KEY: simulator.apiKey },
      }).result
    expect((await shell("echo '[]'")).stderr).toContain('expected a mapping of copies')
    expect((await shell("yes 'k: a' | head -n 250000")).stderr).toContain('is larger than 1 MiB')
  })

  it('can be repeated', async (test) => {
    const agents = [quick('Support bot'), quick('Billing helper'), quick('Draft', 'one-fails')]
    const { run } = await createCommandLine(test, commandLine, agents)
    const { exitCode, stdout } = await run(['--agents', 'Support bot', '--agents', 'Billing helper'])
    expect(exitCode).toBe(0)
    expect(stdout).toContain('2 agents to test: Support bot, Billing helper\n')
  })
})

it('accepted tests do not block, and warnings name the option', async (test) => {
  const { run } = await createCommandLine(test, commandLine, [quick('Support bot', 'two-fail')])
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const failing = (await run()).stdout.match(/(?<=^· )Ref.*(?= · Open)/gm) ?? []
  expect(failing).toHaveLength(2)
  const lines = [...failing, 'Another test'].map((name) => `Support bot / ${name} until ${until}`)
  const { exitCode, stdout, stderr } = await run(lines.flatMap((line) => ['--accept', line]))
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/✅ Passed: 1 of 3 tests passed; 2 accepted failures\n/)
  expect(stderr).toMatch(/^warning: Option --accept: "Support bot \/ Another test until .*" matches no test/)
})

describe.concurrent('addresses', () => {
  it('may come from the environment, and options win', async (test) => {
    const { simulator, command } = await createCommandLine(test, commandLine, [quick('Support bot')])
    const key = { AGENT_TESTS_API_KEY: simulator.apiKey }
    const run = (env: object, ...args: string[]) =>
      command(['run', '--poll-interval', '1', ...args], { ...key, ...env }).result
    const app = { AGENT_TESTS_APP_URL: 'https://app.acme.test' }
    const both = await run({ ...app, AGENT_TESTS_BASE_URL: simulator.url })
    expect(both.exitCode).toBe(0)
    expect(both.stdout).toContain('https://app.acme.test/tests?tab=runs')
    const wrong = await run({ ...app, AGENT_TESTS_BASE_URL: 'ftp://acme.test' })
    expect(wrong.stderr).toMatch(/^error: Option --base-url: /)
    const option = await run({ ...app, AGENT_TESTS_BASE_URL: 'ftp://acme.test' }, '--base-url', simulator.url)
    expect(option.exitCode).toBe(0)
  })
})

it('says after some seconds that nothing answers', async (test) => {
  const { run } = await createCommandLine(test, commandLine, [])
  const silent = createServer().listen(0, '127.0.0.1')
  test.onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const args = ['--timeout', '8', '--base-url', 'https://service.acme.test']
  const { exitCode, stdout } = await run(args, { HTTPS_PROXY: `http://127.0.0.1:${port}` })
  expect(exitCode).toBe(3)
  expect(stdout).toMatch(
    /! No answer from service\.acme\.test yet, after 5s\. Check the address; .*8s\..*check that/s,
  )
})
