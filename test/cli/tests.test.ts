// `agent-tests tests`: linked tests become files, which are checked, and which a run makes on the service.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { INPUT_DEFAULTS } from '../../src/inputs/inputs.ts'
import { writeFiles } from '../support/folders.ts'
import { commandLine, createCommandLine, quick } from './harness.ts'

async function commands(test: TestContext, ...agents: SimulatedAgent[]) {
  const line = await createCommandLine(test, commandLine, agents)
  const { url, apiKey } = line.simulator
  const service = { AGENT_TESTS_API_KEY: apiKey, AGENT_TESTS_BASE_URL: url }
  const tests = (args: readonly string[], env = {}) =>
    line.command(['tests', ...args], { ...service, ...env }).result
  const write = (file: string, text: string) => writeFiles(line.folder, { [file]: text })
  const read = (file: string) => readFileSync(join(line.folder, file), 'utf8')
  return { ...line, tests, write, read }
}

const FILE = 'agent-tests/support-bot/tests.yml'

describe.concurrent('tests', () => {
  it('become files, which a run makes on the service', async (test) => {
    const { tests, run, read, write, simulator } = await commands(test, quick('Support bot'))
    const pull = (...more: string[]) => tests(['pull', 'Support bot', '--to', 'agent-tests', ...more])
    expect(await pull()).toMatchObject({
      exitCode: 0,
      stdout: `Reading 3 tests of Support bot\nSupport bot: 3 tests, ${FILE} (written)\n`,
      stderr: '',
    })
    const text = read(FILE)
    expect(text.split('\n\n').map((entry) => /- name: (.*)/.exec(entry)?.[1])).toEqual([
      'Password reset mail does not arrive',
      'Refund inside 30 days',
      'Refuses a refund after 30 days',
    ])
    expect((await pull()).stdout).toContain('(unchanged)')
    expect(
      simulator.journal.every(({ method, path }) => method === 'GET' || path === '/agents/resolve'),
    ).toBe(true)

    expect(await tests(['check'])).toMatchObject({
      exitCode: 0,
      stdout: '3 tests in 1 file\nNo errors. The service has 0 of them, a run makes the other 3.\n',
      stderr: '',
    })
    const before = await tests(['check', '--verbose'])
    expect(before.stdout).toMatch(
      /^3 tests in 1 file\nNo errors\. The service has 0 of them \(✓\), a run makes the other 3 \(\+\):\n(\+ agent-tests\/support-bot\/tests\.yml:\d+: .*\n){3}$/,
    )
    const { exitCode, stdout } = await run(['--agents', 'Support bot', '--tests', 'agent-tests/*/*.yml'])
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('all 3 tests passed')])
    expect((await tests(['check', FILE])).stdout).toContain('The service has 3 of them')

    write(FILE, text.replaceAll('content: ', 'content: By the way, '))
    expect(await pull()).toMatchObject({
      exitCode: 2,
      stderr: `error: "${FILE}" exists and differs. Add --force to replace it.\n`,
    })
    expect(read(FILE)).toContain('By the way')
    expect((await pull('--force')).exitCode).toBe(0)
    expect(read(FILE)).toBe(text)
  })

  it('of an agent that is not there: the advice names no option that the command lacks', async (test) => {
    const { tests } = await commands(test, quick('Support bot'))
    expect(await tests(['pull', 'Suport bot', '--to', 'agent-tests'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^error: .*did you mean "Support bot".*\n→ Correct these names: commas or lines separate them; .*\.\n$/,
      ),
    })
  })

  it('are not written through links, with --force either', async (test) => {
    const { tests, folder } = await commands(test, quick('Support bot'))
    const outside = join(folder, 'outside')
    mkdirSync(outside)
    const links = [
      ['a', '../outside', 'a/support-bot'],
      ['b', join(outside, 'gone.yml'), 'b/support-bot/tests.yml'],
      ['c', 'outside', 'c'],
    ] as const
    for (const [to, target, link] of links) {
      mkdirSync(join(folder, link, '..'), { recursive: true })
      symlinkSync(target, join(folder, link))
      for (const force of [[], ['--force']]) {
        const { exitCode, stderr } = await tests(['pull', 'Support bot', '--to', to, ...force])
        const first = `error: "${link}" is a link. Remove it, or give --to a folder without links.\n`
        expect([exitCode, stderr.slice(0, first.length)]).toEqual([2, first])
      }
    }
    expect(readdirSync(outside)).toEqual([])
    const ofAgent = await tests(['pull', 'Support bot', '--to', join(folder, 'd')])
    expect([ofAgent.exitCode, existsSync(join(folder, 'd/support-bot/tests.yml'))]).toEqual([0, true])
  })

  it.for(['COM¹', 'lpt³', 'com9'])(
    'of an agent with a name that Windows reserves: %s',
    async (name, test) => {
      const { tests, folder } = await commands(test, quick(name))
      expect((await tests(['pull', name, '--to', 't'])).exitCode).toBe(0)
      expect(readdirSync(join(folder, 't'))).toEqual([`agent-${name.toLowerCase()}`])
    },
  )

  it('that a file cannot express are named', async (test) => {
    const { tests } = await commands(test, { name: 'Support bot', scenario: 'defective-test' })
    const { exitCode, stdout, stderr } = await tests(['pull', 'Support bot', '--to', 'agent-tests'])
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Support bot: 7 tests, ')])
    expect(stderr).toMatch(/^warning: ".*" is not written: "evaluators" is empty\. Write at least one\.\n$/)
  })

  it('are checked without a key, too, with all errors at once', async (test) => {
    const { tests, write, simulator, folder } = await commands(test, quick('Support bot'))
    write(FILE, '- name: A\n  history:\n    - { role: user, content: Hi }\n  evaluator: Tone\n')
    write('agent-tests/more.yml', '- name: [B')
    const offline = { AGENT_TESTS_API_KEY: '', AGENT_TESTS_BASE_URL: '' }
    const wrong = await tests(['check'], offline)
    expect(wrong).toMatchObject({ exitCode: 1, stdout: '' })
    expect(wrong.stderr).toMatch(
      /^error: agent-tests\/more\.yml:1: not valid YAML: .*\n {2}1 \| - name: \[B\nWrite it like this:\n {2}- name: (?:.*\n)+? {6}- name: Correctness\nerror: agent-tests\/support-bot\/tests\.yml:4: "evaluator" is unknown here\. Did you mean "evaluators"\?\n {2}3 \| .*\n {2}4 \| {3}evaluator: Tone\nWrite it like this:\n {4}evaluators:\n {6}- name: Correctness\n→ 2 errors\. Correct them, and check again\.\n$/,
    )
    const judged = (name: string) =>
      `- name: A\n  history: [{ role: user, content: "::error::" }]\n  evaluators: [{ name: ${name} }]\n`
    write(FILE, judged('Tome'))
    const right = await tests(['check', 'agent-tests/*/*.yml'], offline)
    expect([right.exitCode, right.stdout]).toEqual([
      0,
      expect.stringMatching(/^1 test in 1 file\nNo errors in the files\. To check evaluators/),
    ])
    rmSync(join(folder, 'agent-tests/more.yml'))
    // The publisher of the action may have set an address.
    if (INPUT_DEFAULTS['base-url'].endsWith('.example'))
      expect(await tests(['check'], { AGENT_TESTS_BASE_URL: '' })).toMatchObject({
        exitCode: 0,
        stdout: '1 test in 1 file\nNo errors in the files. Evaluators not checked: --base-url is missing.\n',
        stderr: '',
      })
    expect(simulator.journal).toEqual([])
    expect(await tests(['check', '--base-url', `${simulator.url}/wrong`])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(
        /^error: the evaluators cannot be read: .*\n→ Correct the path of `--base-url`: a server answers there/,
      ),
    })
    const online = await tests(['check', 'Support bot: agent-tests/*/*.yml'])
    expect([online.exitCode, online.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^error: agent-tests\/support-bot\/tests\.yml:3: the service has no evaluator "Tome"\. Did you mean "Tone"\?\n {2}2 \| .*::error::.*\n {2}3 \| /,
      ),
    ])
  })

  it('of two agents do not end in one folder, and other mistakes cost no request', async (test) => {
    const { tests, simulator } = await commands(test, quick('Support bot'))
    for (const [args, message] of [
      [
        ['pull', 'Support bot', 'support-bot', '--to', 't'],
        /^error: "Support bot" and "support-bot" would both be written to "t.support-bot"/,
      ],
      [['pull', 'Support bot'], /^error: required option '--to <folder>' not specified/],
      [
        ['check', 'none/*.yml'],
        /^error: "none\/\*\.yml" matches no file\. There are no such files in the working folder, to which patterns are relative\.\n→ 1 error\./,
      ],
      [['check'], /^error: there is no file agent-tests\/\*\*\/\*\.yml/],
    ] as const) {
      const { exitCode, stdout, stderr } = await tests(args)
      expect([exitCode, stdout, stderr]).toEqual([
        args[1] === 'none/*.yml' ? 1 : 2,
        '',
        expect.stringMatching(message),
      ])
    }
    expect(simulator.journal).toEqual([])
  })
})
