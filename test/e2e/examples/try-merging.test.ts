// Runs the legs of the example, each with a simulator of its own, and merges their files.
import { expect, it } from 'vitest'
import { jobOf, matrixLegs } from '../../support/runner/workflow.ts'
import { createWorkflowHarness, example } from './workflow-harness.ts'

it.skipIf(process.platform === 'win32')(
  'the example try-merging (for Linux) passes with one comment',
  async (test) => {
    const workflow = example('try-merging')
    const harness = await createWorkflowHarness(test)
    const contexts = { secrets: {}, needs: { agents: { result: 'success' } } }
    for (const matrix of matrixLegs(jobOf(workflow, 'agents'))) {
      const { conclusion, steps } = await harness.run(workflow, 'agents', { matrix, contexts })
      expect(conclusion).toBe('success')
      harness.artifact(steps[2]?.inputs ?? {})
    }
    const merged = await harness.run(workflow, 'merge', { contexts })
    expect(merged.conclusion).toBe('success')
    expect(harness.comments()).toEqual([expect.stringMatching(/10 tests passed/)])
    expect(harness.comments()[0]).not.toMatch(/duplicate/i)
  },
)
