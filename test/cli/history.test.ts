// `agent-tests history` on simulated histories.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import type { SimulatedAgent, SimulatorOptions } from '../../simulator/src/index.ts'
import type { HistoryReport } from '../../src/history/analysis.ts'
import { INPUT_DEFAULTS } from '../../src/inputs/inputs.ts'
import { commandLine, createCommandLine } from './harness.ts'

const histories = {
  stable: readAgentLine('Support stable: flaky history=40 seed=1'),
  rewritten: readAgentLine('Support rewritten: flaky rate=0.02 rate=0.25@31 rewritten=31 history=40 seed=2'),
  flaky: readAgentLine('Support flaky: flaky rate=0 rate="Refund inside 30 days"@0.3 history=40 seed=4'),
  broken: readAgentLine('Support broken: flaky rate=0 break="Refund inside 30 days"@1 history=40 seed=5'),
}

/** Newest first: it failed in the second and the third run, and in the last two. */
const FAILING = 'Refund inside 30 days'
const counted: SimulatedAgent = {
  ...readAgentLine('Support counted: flaky rate=0'),
  history: Array.from('xx.....xx.', (sign) => ({
    scenario: 'flaky',
    failing: sign === 'x' ? [FAILING] : [],
  })),
}

async function history(test: TestContext, agents: readonly SimulatedAgent[], options: SimulatorOptions = {}) {
  const line = await createCommandLine(test, commandLine, agents, options)
  const { url, apiKey } = line.simulator
  const run = (args: readonly string[] = [], env = {}) => {
    const addresses = ['--base-url', url, '--app-url', 'https://app.acme.test']
    return line.command(['history', ...addresses, ...args], { AGENT_TESTS_API_KEY: apiKey, ...env }).result
  }
  const read = (name: string) => readFileSync(join(line.folder, name), 'utf8')
  return { ...line, run, read }
}

describe.skipIf(process.platform === 'win32').concurrent('history', () => {
  it('says of each agent what its history shows', async (test) => {
    const { run, read, simulator } = await history(test, [...Object.values(histories), counted])
    const { exitCode, stdout, stderr } = await run(['--json', 'h.json', '--markdown', 'h.md'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(simulator.journal.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'GET agents',
      ...Array(5).fill('GET runs'),
    ])
    const report: HistoryReport = JSON.parse(read('h.json'))
    const markdown = read('h.md')
    const { runs, tests } = report.agents.at(-1) ?? expect.fail()
    expect(runs.map(({ passed, failed }) => [passed, ...failed])).toEqual([
      [8],
      ...[1, 2].map(() => [7, FAILING]),
      ...Array(5).fill([8]),
      ...[8, 9].map(() => [7, FAILING]),
    ])
    const [ninth, last] = runs.slice(-2).map(({ taskId, url, createdAt }) => ({ taskId, url, createdAt }))
    const figures = { runs: 10, failures: 4, changes: 3, lastFailure: last, failingSince: ninth }
    expect(tests).toEqual([{ name: FAILING, ...figures }])
    const streaks = report.agents.flatMap((agent) => agent.tests.flatMap((each) => each.failingSince ?? []))
    for (const text of [stdout, markdown]) for (const { url } of streaks) expect(text).toContain(url)
    const addresses = stdout.match(/https:\S+/g) ?? []
    expect(addresses).toHaveLength(new Set(addresses).size)
    const judged = report.agents
      .flatMap(({ runs }) => runs)
      .filter(({ blockedByGateIfWorse }) => blockedByGateIfWorse !== null)
    const blocked = judged.filter(({ blockedByGateIfWorse }) => blockedByGateIfWorse).length
    expect(report.gateIfWorse).toEqual({ runs: judged.length, blocked })
    expect(stdout).toContain(
      `Of 170 complete runs, \`gate\` would have blocked ${report.gate.blocked}. Of the ${judged.length} that are followed by enough others, \`gate-if-worse\` would have blocked about ${blocked}.`,
    )
    expect(stdout).toContain('Recommended mode: `gate-if-worse`.')
    expect(stdout).toMatch(
      /Which runs would `gate` have blocked\? \(10 of \d+\)\n\n {2}\| Run .*\n {2}\| 20\S+ \d\d:\d\d +Support \w+ +[A-Z]/,
    )
    expect(stdout).toMatch(/\| Support broken +40 +40 +0 +87\.5%\n/)
    for (const row of stdout.match(/^ {2}\| .*$/gm) ?? []) expect(row.length).toBeLessThanOrEqual(80)
    expect(stdout).toMatch(
      /What to fix first.*\n\n.*\n {2}\| Refund inside 30\S* ?\S* +Support broken +40 of 40 +0 /,
    )
    expect(stdout).toMatch(/Refund inside 30 days +Support broken +20\S+ \d\d:\d\d or earlier\n/)
  })

  it('reads the agents and the number of runs that it is given', async (test) => {
    const { run, read, simulator } = await history(test, [histories.stable, histories.flaky])
    const { exitCode } = await run(['--agents', 'Support flaky', '--runs', '7', '--json', 'h.json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(read('h.json'))).toMatchObject({
      maxRuns: 7,
      gate: { runs: 7 },
      recommendedMode: null,
      agents: [{ name: 'Support flaky' }],
    })
    expect(simulator.journal.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  it('says of which agents the history cannot be read', async (test) => {
    const { run } = await history(test, [readAgentLine('Moved: other-workspace'), histories.flaky])
    const { exitCode, stdout } = await run()
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/· Moved: the run history could not be read: HTTP 403/)
    expect(stdout).toContain('Of 40 complete runs')
  })

  it('is inconclusive if no history can be read', async (test) => {
    const { run } = await history(test, [histories.flaky], { serverVersion: 'older' })
    const { exitCode, stdout } = await run()
    expect(exitCode).toBe(3)
    expect(stdout).toMatch(
      /^■ The run history cannot be read\n {2}· Support flaky: the run history could not be read: HTTP 404.*\. Older versions of the service have no run history\.\n\n$/,
    )
  })

  it.for<[string, readonly string[], Record<string, string>, number, RegExp]>([
    ['an unknown agent', ['--agents', 'Support flak'], {}, 2, /did you mean "Support flaky"\?/],
    ['a wrong number of runs', ['--runs', '0'], {}, 2, /--runs.*Expected a whole number of at least 1/],
    [
      'no address',
      ['--app-url', ''],
      {},
      2,
      /^error: Option --app-url is missing\. Set it, or AGENT_TESTS_APP_URL\./,
    ],
  ])('refuses %s', async ([what, args, env, code, message], test) => {
    // The publisher of the action may have set one.
    test.skip(what === 'no address' && !INPUT_DEFAULTS['app-url'].endsWith('.example'))
    const { run } = await history(test, [histories.flaky])
    const { exitCode, stdout, stderr } = await run(args, env)
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).toMatch(message)
  })
})
