// Runs the legs of the example, and the last job, whose check is required.
import { describe, expect, it } from 'vitest'
import { quick } from '../../cli/harness.ts'
import { jobOf, matrixLegs } from '../../support/runner/workflow.ts'
import { pullRequestEvent } from '../harness.ts'
import { createWorkflowHarness, example } from './workflow-harness.ts'

describe
  .skipIf(process.platform === 'win32')
  .concurrent('the example matrix (its jobs are for Linux)', () => {
    const workflow = example('matrix')
    const legs = matrixLegs(jobOf(workflow, 'agents'))

    it('comments once for each leg', async (test) => {
      const harness = await createWorkflowHarness(test, [quick('Support bot')])
      const key = harness.simulator.apiKey
      const contexts = { secrets: { PRODUCTION_API_KEY: key, STAGING_API_KEY: key } }
      for (const matrix of legs) {
        const { conclusion } = await harness.run(workflow, 'agents', { matrix, contexts })
        expect(conclusion).toBe('success')
      }
      expect(harness.comments()).toEqual([
        expect.stringMatching(/staging.*all 3 tests passed/),
        expect.stringMatching(/production.*all 3 tests passed/),
      ])
    })

    it.for([
      ['success', 'success'],
      ['failure', 'failure'],
      ['cancelled', 'failure'],
      ['skipped', 'failure'],
    ])('if the legs end with %s, its check is a %s', async ([result, conclusion], test) => {
      const harness = await createWorkflowHarness(test)
      const contexts = { needs: { agents: { result } } }
      expect(await harness.run(workflow, 'check', { contexts })).toMatchObject({ conclusion })
    })

    it('skips its check with the legs, on drafts', async (test) => {
      const harness = await createWorkflowHarness(test)
      const event = { pull_request: { ...pullRequestEvent.pull_request, draft: true } }
      const contexts = { needs: { agents: { result: 'skipped' } } }
      for (const job of ['agents', 'check'])
        expect(await harness.run(workflow, job, { event, contexts })).toMatchObject({ conclusion: 'skipped' })
    })

    it('does not send the key of staging to production', async (test) => {
      const harness = await createWorkflowHarness(test)
      const contexts = { secrets: { STAGING_API_KEY: 'staging-key' } }
      const keys = legs.map(async (matrix) => {
        const { steps } = await harness.run(workflow, 'agents', { matrix, contexts })
        return [matrix?.['environment'], steps[0]?.inputs['api-key']]
      })
      expect(await Promise.all(keys)).toEqual([
        ['staging', 'staging-key'],
        ['production', ''],
      ])
    })
  })
