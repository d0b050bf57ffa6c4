// The files that the runner names: one that cannot be written is a warning, and the rest is written.
import { describe, expect, it } from 'vitest'
import { createHarness, type HarnessOptions } from './harness.ts'
import { warningsOf } from './step-checks.ts'

const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: { durationMs: 200, tests: 3 } }] as const

describe.concurrent('the files of the runner', () => {
  const inNoFolder = '/no/such/folder/file'

  it('a missing summary file is a warning, and the comment is written', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_STEP_SUMMARY: inNoFolder } })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    expect(warningsOf(step).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The job summary could not be written/),
    ])
    expect(harness.comments()).toHaveLength(1)
  })

  it('a missing output file is a warning, and the rest is written', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_OUTPUT: inNoFolder } })
    expect(step.exitCode).toBe(0)
    expect(warningsOf(step)[0]?.message).toMatch(/^The outputs could not be written/)
    expect(step.summary).toContain('Alpha')
    expect(harness.comments()).toHaveLength(1)
  })

  it('none of them need to be set', async (context) => {
    const harness = await createHarness({ agents }, context.onTestFinished)
    const step = await harness.run({ env: { GITHUB_STEP_SUMMARY: '', GITHUB_OUTPUT: '', RUNNER_TEMP: '' } })
    expect(step.exitCode).toBe(0)
    expect(harness.comments()).toHaveLength(1)
  })

  it('reports of thousands of failing tests fit the limits of GitHub', async (context) => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      name: `Agent ${index}`,
      scenario: 'two-fail' as const,
      parameters: { tests: 200, failing: 200, durationMs: 0 },
    }))
    const options: HarnessOptions = { agents: many, concurrency: Number.POSITIVE_INFINITY }
    const harness = await createHarness(options, context.onTestFinished)
    const step = await harness.run({ with: { timeout: '120' } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '4000', failed: '4000', verdict: 'failed' })
    // The runner emulator shows nothing of a summary above the limit, and annotates it.
    expect(step.summary).toContain('Agent 19')
    expect(warningsOf(step)).toEqual([])
    expect(harness.comments()[0]?.length).toBeLessThanOrEqual(65_536)
    expect(harness.comments()[0]).toContain('4,000')
  })
})
