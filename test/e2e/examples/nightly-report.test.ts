// The nightly example: gate and issue.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { readAgentLine } from '../../../simulator/src/agent-line.ts'
import { createWorkflowHarness, example, gateSteps } from './workflow-harness.ts'

const steady = 'Support bot: all-pass history=40 duration-ms=100'
const broken = 'Booking assistant: one-fails duration-ms=100'
const TITLE = 'Nightly agent tests need attention'

describe.skipIf(process.platform === 'win32').concurrent('nightly-report', () => {
  async function night(test: TestContext, lines: readonly string[], openIssue = '') {
    const agents = lines.map(readAgentLine)
    const passes = { scenario: 'all-pass' } as const
    const withHistory = agents.map((agent) =>
      agent.scenario === 'one-fails' ? { ...agent, history: [passes, passes, passes] } : agent,
    )
    const harness = await createWorkflowHarness(test, withHistory)
    const result = await harness.run(example('nightly-report'), 'agents', {
      eventName: 'schedule',
      event: { schedule: '17 3 * * *' },
      env: { GH_PRINTS: openIssue, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop' },
    })
    const calls = harness.toolCalls().map((call) => call.split(' ').slice(0, 3).join(' '))
    const body = () => readFileSync(join(harness.workspace, 'issue.md'), 'utf8')
    return { ...harness, result, calls, body }
  }

  it('opens no issue if all is well', async (test) => {
    const { result, github, calls } = await night(test, [steady])
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(['success', 'skipped'])
    expect(gateSteps(result)[0]?.outputs['verdict']).toBe('passed')
    expect({ calls, requests: github.journal }).toEqual({ calls: [], requests: [] })
  })

  it('fails and opens an issue if a test broke', async (test) => {
    const { result, calls, body, toolCalls } = await night(test, [steady, broken])
    expect(result.conclusion).toBe('failure')
    expect(gateSteps(result)[0]?.outputs['verdict']).toBe('failed')
    expect(calls).toEqual(['gh issue list', 'gh issue create'])
    expect(toolCalls()[1]).toContain(`--title ${TITLE} `)
    expect(body()).toMatch(/^Verdict: \*\*failed\*\*\.\n.*actions\/runs\/\d+\)/)
  })

  it('updates the issue that is open', async (test) => {
    const { calls } = await night(test, [steady, broken], '12')
    expect(calls).toEqual(['gh issue list', 'gh issue edit'])
  })

  it('opens an issue if the verdict is inconclusive', async (test) => {
    const { result, calls, body } = await night(test, ['Moved: other-workspace'])
    expect({ conclusion: result.conclusion, calls }).toEqual({
      conclusion: 'failure',
      calls: ['gh issue list', 'gh issue create'],
    })
    expect(body()).toMatch(/^Verdict: \*\*inconclusive\*\*\.\n/)
  })
})
