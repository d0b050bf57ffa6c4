// Every complete workflow in README and docs runs as pasted, and succeeds if the agents pass.
import { describe, expect, it } from 'vitest'
import { documentedWorkflows, jobsOf } from '../../repo/workflow-files.ts'
import { createWorkflowHarness, gateSteps, quick } from './workflow-harness.ts'

const jobs = documentedWorkflows.flatMap(jobsOf).filter(({ job }) => job.strategy === undefined)

describe.skipIf(process.platform === 'win32').concurrent('documented workflows', () => {
  it.for(jobs)('$path', async ({ job, name, workflow }, test) => {
    const named = (job.steps ?? []).flatMap((step) => String(step.with?.['agents'] ?? '').split(/[,\n]/))
    const agents = [...new Set(named.map((agent) => agent.trim()))].filter((agent) => agent !== '')
    const harness = await createWorkflowHarness(
      test,
      (agents.length === 0 ? ['Support bot'] : agents).map((agent) => quick(agent)),
    )
    const result = await harness.run(workflow, name)
    expect(result.conclusion).toBe('success')
    expect(gateSteps(result)).not.toEqual([])
  })
})
