// What the runner, the workflow's env and GitHub may get wrong. Where the job runs, its verdict never changes, and warnings say the
// cause.
import { describe, expect, it } from 'vitest'
import { type FaultRule, type GitHubFault, startGitHub } from '../support/github/github.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import { everythingWritten } from './everything-written.ts'
import { createHarness, warningsOf } from './harness.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

describe.concurrent('the environment', () => {
  it('without certificate checks is refused before any request, also in mode report', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const step = await harness.run({ with: { mode: 'report' }, env })
    expect(step.exitCode).toBe(1)
    expect(step.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0 turns off the check of TLS certificates'),
    ])
    expect(harness.requests()).toEqual([])
  })

  it('that breaks the action is an internal error, which does not show the key', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const script = `Date.now = () => { throw new Error('no time for ' + process.env['INPUT_API-KEY']) }`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(script)}"` }
    const step = await harness.run({ env })
    expect(step.annotations.map(({ message }) => message)).toEqual([
      expect.stringContaining('no time for ***. Please report it'),
    ])
    expect(everythingWritten(step, harness)).not.toContain(harness.simulator.apiKey)
  })

  it('may name files that cannot be written: the rest is written', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const missing = '/no/such/folder/file'
    const step = await harness.run({ env: { GITHUB_OUTPUT: missing, GITHUB_STEP_SUMMARY: missing } })
    expect(step.exitCode).toBe(0)
    const advice = "Check that the runner's disk is not full and its folders are writable."
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      `The outputs could not be written: Missing file at path: ${missing}. ${advice}`,
      `The job summary could not be written: Unable to access summary file: '${missing}'. ${advice}`,
    ])
    expect(step.log).toContain('Alpha')
    expect(harness.comments()).toHaveLength(1)
  })

  it('need not name any files', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_STEP_SUMMARY: '', GITHUB_OUTPUT: '', RUNNER_TEMP: '' } })
    expect({ exitCode: step.exitCode, warnings: warningsOf(step) }).toEqual({ exitCode: 0, warnings: [] })
    expect(harness.comments()).toHaveLength(1)
  })
})

describe.concurrent('GitHub', () => {
  const expectPassed = (step: StepResult) => {
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', failed: '0', verdict: 'passed' })
    expect(step.summary).toContain('Alpha')
  }
  const onCreation =
    (fault: GitHubFault): FaultRule =>
    ({ method, path }) =>
      method === 'POST' && path !== '/graphql' ? fault : undefined

  it.for([
    [403, { message: 'Resource not accessible by integration' }],
    [404, { message: 'Not Found' }],
  ] as const)('may refuse the comment with %d', async ([status, body], context) => {
    const faults = [onCreation({ status, body })]
    const harness = await createHarness({ agents, github: { faults } }, context.onTestFinished)
    const step = await harness.run()
    expectPassed(step)
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        / \(HTTP 40[34]\)\. Check that the job, .* has `permissions: pull-requests: write`\. The/,
      ),
    ])
    expect(step.raw).not.toContain(harness.github.token)
  })

  it('may redirect to another host, which gets no request', async (context) => {
    const other = await startGitHub()
    context.onTestFinished(() => other.close())
    const faults = [onCreation({ status: 307, headers: { location: `${other.url}/x` }, body: {} })]
    const harness = await createHarness({ agents, github: { faults } }, context.onTestFinished)
    const step = await harness.run()
    expectPassed(step)
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringContaining(', which gets no token'),
    ])
    expect(other.journal).toEqual([])
  })
})
