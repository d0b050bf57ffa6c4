// The nightly example: gate, run history and issue.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { readAgentLine } from '../../../simulator/src/agent-line.ts'
import { createWorkflowHarness, example, gateSteps } from './workflow-harness.ts'

const steady = 'Support bot: all-pass history=40 duration-ms=100'
const broken = 'Booking assistant: one-fails duration-ms=100'
const TITLE = 'Nightly agent tests need attention'

describe.skipIf(process.platform === 'win32').concurrent('nightly-report', () => {
  async function night(
    test: TestContext,
    lines: readonly string[],
    openIssue = '',
    workflow = example('nightly-report'),
  ) {
    const agents = lines.map(readAgentLine)
    const passes = { scenario: 'all-pass' } as const
    const withHistory = agents.map((agent) =>
      agent.scenario === 'one-fails' ? { ...agent, history: [passes, passes, passes] } : agent,
    )
    const harness = await createWorkflowHarness(test, withHistory)
    const result = await harness.run(workflow, 'agents', {
      eventName: 'schedule',
      event: { schedule: '17 3 * * *' },
      env: { GH_PRINTS: openIssue, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop' },
    })
    const [, history, issue] = result.steps
    const calls = harness.toolCalls().map((call) => call.split(' ').slice(0, 3).join(' '))
    const body = () => readFileSync(join(harness.workspace, 'issue.md'), 'utf8')
    return { ...harness, result, history, issue, calls, body }
  }

  it('shows the history, and opens no issue if all is well', async (test) => {
    const { result, history, issue, github, calls } = await night(test, [steady])
    expect(result.conclusion).toBe('success')
    expect(gateSteps(result)[0]?.outputs['verdict']).toBe('passed')
    expect(history?.result?.summary).toContain('Of 41 complete runs, `gate` would have blocked 0')
    expect({ issue: issue?.outcome, calls, requests: github.journal }).toEqual({
      issue: 'skipped',
      calls: [],
      requests: [],
    })
  })

  it('fails and opens an issue if a test broke', async (test) => {
    const { result, calls, body, toolCalls } = await night(test, [steady, broken])
    expect(result.conclusion).toBe('failure')
    expect(gateSteps(result)[0]?.outputs['verdict']).toBe('failed')
    expect(calls).toEqual(['gh issue list', 'gh issue create'])
    expect(toolCalls()[1]).toContain(`--title ${TITLE} `)
    expect(body()).toMatch(/^Verdict: \*\*failed\*\*\.\n.*actions\/runs\/\d+\)/)
    expect(body()).toContain('### What to fix first')
  })

  it('updates the issue that is open', async (test) => {
    const { calls } = await night(test, [steady, broken], '12')
    expect(calls).toEqual(['gh issue list', 'gh issue edit'])
  })

  it('fails without an issue if only the run history cannot be read', async (test) => {
    const notReleased = JSON.stringify(example('nightly-report')).replaceAll(
      /-\d+\.\d+\.\d+\.tgz/g,
      '-0.9.9.tgz',
    )
    const { result, calls } = await night(test, [steady], '', JSON.parse(notReleased))
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(['success', 'failure', 'skipped'])
    expect({ conclusion: result.conclusion, calls }).toEqual({ conclusion: 'failure', calls: [] })
  })

  it('opens an issue if the verdict is inconclusive, also without a readable run history', async (test) => {
    const { result, calls, history, body } = await night(test, ['Moved: other-workspace'])
    expect({ conclusion: result.conclusion, history: history?.outcome, calls }).toEqual({
      conclusion: 'failure',
      history: 'failure',
      calls: ['gh issue list', 'gh issue create'],
    })
    expect(body()).toMatch(/^Verdict: \*\*inconclusive\*\*\.\n/)
  })
})
