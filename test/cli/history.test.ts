// `agent-tests history` on simulated histories, against figures that are computed without it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'
import type { SimulatorOptions } from '../../simulator/src/index.ts'
import type { AgentReport, HistoryReport } from '../../src/history/analysis.ts'
import { expectedOf, type Item } from '../history/oracle.ts'
import { createCommandLine, fromSource, startCommand } from './harness.ts'

const histories = {
  stable: 'Support stable: flaky history=40 seed=1',
  declining: 'Support declining: flaky rate=0.02 rate=0.25@31 history=40 seed=2',
  rewritten: 'Support rewritten: flaky rate=0.02 rate=0.25@31 rewritten=31 history=40 seed=2',
  flaky: 'Support flaky: flaky rate=0 rate="Refund inside 30 days"@0.3 history=40 seed=4',
  broken: 'Support broken: flaky rate=0 break="Refund inside 30 days"@1 history=40 seed=5',
}

async function history(test: TestContext, lines: readonly string[], options: SimulatorOptions = {}) {
  const line = await createCommandLine(test, fromSource, lines.map(readAgentLine), options)
  const { url, apiKey } = line.simulator
  const run = (args: readonly string[] = [], env = {}) => {
    const addresses = ['--base-url', url, '--app-url', 'https://app.acme.test']
    const command = [fromSource[1], 'history', ...addresses, ...args]
    const settings = { cwd: line.folder, env: { AGENT_TESTS_API_KEY: apiKey, ...env } }
    return startCommand(process.execPath, command, settings).result
  }
  const read = (name: string) => readFileSync(join(line.folder, name), 'utf8')
  /** The service's own history of an agent, oldest first. */
  const itemsOf = async ({ uuid }: AgentReport): Promise<Item[]> => {
    const path = `${url}/agent-tests/agent/${uuid}/runs?limit=1000`
    const response = await fetch(path, { headers: { 'X-API-Key': apiKey } })
    const { items }: { items: Item[] } = JSON.parse(await response.text())
    return items.reverse()
  }
  return { ...line, run, read, itemsOf }
}

describe.skipIf(process.platform === 'win32').concurrent('history', () => {
  it('says of each agent what its history shows', async (test) => {
    const { run, read, itemsOf, simulator } = await history(test, Object.values(histories))
    const { exitCode, stdout, stderr } = await run(['--json', 'h.json', '--markdown', 'h.md'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(simulator.journal.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
      'GET agents',
      ...Array(5).fill('GET runs'),
    ])
    const report: HistoryReport = JSON.parse(read('h.json'))
    const [likely, markdown] = [{ count: 0 }, read('h.md')]
    for (const agent of report.agents) {
      const expected = expectedOf(await itemsOf(agent))
      const blocks = agent.runs.flatMap(({ taskId, blockedByGateIfWorse: block }) =>
        block === null ? [] : { uuid: taskId, tooMany: block.tooManyFailures, tests: block.tests },
      )
      expect(blocks).toEqual(expected.gateIfWorse)
      expect(agent.runs.flatMap((each) => (each.blockedByGate ? each.taskId : []))).toEqual(expected.gate)
      const tests = agent.tests.map(({ alwaysFails, lastFailure, failingSince, ...each }) => {
        expect(alwaysFails).toBe(each.failures === each.runs)
        return { ...each, lastFailure: lastFailure.taskId, failingSince: failingSince?.taskId ?? null }
      })
      const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)
      expect(tests.toSorted(byName)).toEqual(expected.tests.toSorted(byName))
      expect(agent.decline?.isDeclining ?? false).toBe(expected.isDeclining)
      for (const { tooMany, tests } of expected.gateIfWorse)
        if (tooMany || tests.some(({ passedNext }) => passedNext !== true)) likely.count += 1
      // Each link to a streak's first run is printed.
      for (const { failingSince } of agent.tests)
        if (failingSince !== null)
          for (const text of [stdout, markdown])
            expect(text).toContain(`https://app.acme.test/tests?tab=runs&runId=${failingSince.taskId}`)
    }
    const sums = report.agents.map(({ blocked }) => blocked)
    const total = (of: 'gate' | 'gateIfWorse') => sums.reduce((sum, blocked) => sum + blocked[of], 0)
    expect(report.blocked).toEqual({
      gate: total('gate'),
      gateIfWorse: total('gateIfWorse'),
      gateIfWorseLikely: likely.count,
    })
    expect(stdout).toContain(
      `Of your last 200 complete runs, \`gate\` would have blocked ${total('gate')}, and \`gate-if-worse\` at most ${total('gateIfWorse')}.`,
    )
    expect(stdout).toContain('Recommended mode: `gate-if-worse`.')
    expect(stdout).toMatch(/\| Support broken +40 +40 +0 +▇{40} \d/)
    expect(stdout).toMatch(/Always fail\n.*\n {2}\| Refund inside 30 days +Support broken +40 of 40 runs +0 /)
    expect(stdout).toMatch(/Change most often.*\n.*\n {2}\| Refund inside 30 days +Support flaky /)
    expect(stdout).toMatch(/Refund inside 30 days +Support broken +at least 20/)
    for (const text of [stdout, markdown]) {
      expect(text.match(/.* is declining.*/g)).toEqual([
        expect.stringMatching(
          /Support declining is declining: \d\d\.\d% of the results failed in its newest 10 runs, \d\.\d% in the 30 before\./,
        ),
      ])
      expect(text).toContain('so nothing is known of Support rewritten.')
    }
  })

  it('reads the agents and the number of runs that it is given', async (test) => {
    const { run, read, simulator } = await history(test, [histories.stable, histories.flaky])
    const { exitCode } = await run(['--agents', 'Support flaky', '--runs', '7', '--json', 'h.json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(read('h.json'))).toMatchObject({
      maxRuns: 7,
      completeRuns: 7,
      recommendedMode: null,
      agents: [{ name: 'Support flaky' }],
    })
    expect(simulator.journal.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  it('says of which agents the history cannot be read', async (test) => {
    const { run } = await history(test, ['Moved: other-workspace', histories.flaky])
    const { exitCode, stdout } = await run()
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/· Moved: the run history could not be read: HTTP 403/)
    expect(stdout).toContain('Of your last 40 complete runs')
  })

  it('is inconclusive if no history can be read', async (test) => {
    const { run } = await history(test, [histories.flaky], { serverVersion: 'older' })
    const { exitCode, stdout } = await run()
    expect(exitCode).toBe(3)
    expect(stdout).toContain('There are no complete runs in the run history.')
    expect(stdout).toMatch(/the run history could not be read: HTTP 404.*Older versions of the service/)
  })

  it.for<[string, readonly string[], Record<string, string>, number, RegExp]>([
    ['a wrong key', [], { AGENT_TESTS_API_KEY: 'another-key-0815' }, 3, /^error: authentication failed/],
    ['an unknown agent', ['--agents', 'Support flak'], {}, 3, /did you mean "Support flaky"\?/],
    ['a wrong number of runs', ['--runs', '0'], {}, 2, /--runs.*Expected a whole number of at least 1/],
    ['no address', ['--app-url', ''], {}, 2, /^error: Option --app-url: /],
  ])('refuses %s', async ([, args, env, code, message], test) => {
    const { run } = await history(test, [histories.flaky])
    const { exitCode, stdout, stderr } = await run(args, env)
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: '' })
    expect(stderr).toMatch(message)
  })
})
