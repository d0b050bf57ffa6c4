// The nightly example: gate and issue.
import { describe, expect, it, type TestContext } from 'vitest'
import { readAgentLine } from '../../../simulator/src/agent-line.ts'
import { createWorkflowHarness, example } from './workflow-harness.ts'

const steady = 'Support bot: all-pass history=40 duration-ms=100'
const broken = 'Booking assistant: one-fails duration-ms=100'

describe.skipIf(process.platform === 'win32').concurrent('nightly-report', () => {
  async function night(test: TestContext, lines: readonly string[]) {
    const agents = lines.map(readAgentLine)
    const passes = { scenario: 'all-pass' } as const
    const withHistory = agents.map((agent) =>
      agent.scenario === 'one-fails'
        ? { ...agent, history: Array.from({ length: 10 }, () => passes) }
        : agent,
    )
    const harness = await createWorkflowHarness(test, withHistory)
    const repository = { id: 1, full_name: 'acme/shop', default_branch: 'main', owner: { login: 'acme' } }
    const event = { schedule: '17 3 * * *', repository }
    const result = await harness.run(example('nightly-report'), 'agents', { eventName: 'schedule', event })
    return [result.conclusion, ...harness.github.issues.all.map(({ title }) => title)]
  }

  it('opens no issue if all is well', async (test) => {
    expect(await night(test, [steady])).toEqual(['success'])
  })

  it('fails and opens an issue if a test broke', async (test) => {
    expect(await night(test, [steady, broken])).toEqual([
      'failure',
      expect.stringMatching(/^Agent tests on main: failing$/),
    ])
  })

  it('fails without an issue if the result is inconclusive', async (test) => {
    expect(await night(test, ['Moved: other-workspace'])).toEqual(['failure'])
  })
})
