// Runs the legs of the example, moves their files as the artifact actions do, and merges them.
import { describe, expect, it, type TestContext } from 'vitest'
import { quick } from '../../cli/harness.ts'
import { jobOf, matrixLegs } from '../../support/runner/workflow.ts'
import { createWorkflowHarness, example } from './workflow-harness.ts'

describe
  .skipIf(process.platform === 'win32')
  .concurrent('the example matrix (its jobs are for Linux)', () => {
    const workflow = example('matrix')

    /** Runs the legs that are not left out, and the last job. */
    async function run(test: TestContext, leftOut: readonly string[] = [], result = 'success') {
      const harness = await createWorkflowHarness(test, [quick('Support bot')])
      const key = harness.simulator.apiKey
      const contexts = { secrets: { PRODUCTION_API_KEY: key, STAGING_API_KEY: key }, needs: {} }
      const legs = matrixLegs(jobOf(workflow, 'agents')).filter(
        (matrix) => !leftOut.includes(String(matrix?.['environment'])),
      )
      for (const matrix of legs) {
        const { conclusion, steps } = await harness.run(workflow, 'agents', { matrix, contexts })
        expect(conclusion).toBe('success')
        harness.artifact(steps[1]?.inputs ?? {})
      }
      const needs = { agents: { result } }
      return { harness, merged: await harness.run(workflow, 'merge', { contexts: { ...contexts, needs } }) }
    }

    it('merges the legs into one comment and one green check', async (test) => {
      const { harness, merged } = await run(test)
      expect(merged.conclusion).toBe('success')
      expect(harness.comments()).toEqual([expect.stringContaining('all 6 tests passed in 2 agents')])
      expect(harness.comments()[0]).toContain('Support bot (agents-production)')
    })

    it('fails if legs were skipped', async (test) => {
      const { harness, merged } = await run(test, ['staging', 'production'], 'skipped')
      expect(merged.conclusion).toBe('failure')
      expect(harness.comments()[0]).toContain('2 missing parts')
    })

    it('fails if the legs were cancelled after the upload', async (test) => {
      const { merged } = await run(test, [], 'cancelled')
      expect(merged.conclusion).toBe('failure')
      expect(merged.steps[1]?.conclusion).toBe('success')
      expect(merged.steps.at(-1)?.result?.log).toContain('The result of the job agents is cancelled.')
    })

    it('does not send the key of staging to production', async (test) => {
      const harness = await createWorkflowHarness(test)
      const contexts = { secrets: { STAGING_API_KEY: 'staging-key' } }
      const keys = matrixLegs(jobOf(workflow, 'agents')).map(async (matrix) => {
        const { steps } = await harness.run(workflow, 'agents', { matrix, contexts })
        return [matrix?.['environment'], steps[0]?.inputs['api-key']]
      })
      expect(await Promise.all(keys)).toEqual([
        ['staging', 'staging-key'],
        ['production', ''],
      ])
    })
  })
