// Runs the legs of the example, each with a simulator of its own, and merges their files.
import { describe, expect, it, type TestContext } from 'vitest'
import { jobOf, matrixLegs } from '../../support/runner/workflow.ts'
import { createWorkflowHarness, example } from './workflow-harness.ts'

describe.skipIf(process.platform === 'win32').concurrent('the example try-merging (for Linux)', () => {
  const workflow = example('try-merging')

  async function run(test: TestContext, changed: Readonly<Record<string, unknown>> = {}) {
    const harness = await createWorkflowHarness(test)
    const contexts = { secrets: {}, needs: { agents: { result: 'success' } } }
    for (const leg of matrixLegs(jobOf(workflow, 'agents'))) {
      const matrix = { ...leg, ...(leg?.['environment'] === 'staging' && changed) }
      const { conclusion, steps } = await harness.run(workflow, 'agents', { matrix, contexts })
      expect(conclusion).toBe('success')
      harness.artifact(steps[2]?.inputs ?? {})
    }
    return { harness, merged: await harness.run(workflow, 'merge', { contexts }) }
  }

  it('passes with one comment', async (test) => {
    const { harness, merged } = await run(test)
    expect(merged.conclusion).toBe('success')
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toMatch(/10 tests passed/)
    expect(harness.comments()[0]).not.toMatch(/duplicate/i)
  })

  it('fails if the agents of a leg fail', async (test) => {
    const { harness, merged } = await run(test, { agents: 'Support bot: two-fail tests=5' })
    expect(merged.conclusion).toBe('failure')
    expect(harness.comments()[0]).toMatch(/### ❌ .*Do not merge: .* failed/)
  })
})
