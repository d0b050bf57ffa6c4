// Every workflow that README and docs show whole, pasted and run: with agents that pass, it succeeds.
import { describe, expect, it } from 'vitest'
import { documentedWorkflows, jobsOf } from '../../repo/workflow-files.ts'
import { gateSteps, quick, setStage } from './stage.ts'

const jobs = documentedWorkflows.flatMap(jobsOf).filter(({ job }) => job.strategy === undefined)

describe.skipIf(process.platform === 'win32').concurrent('documented workflows', () => {
  it.for(jobs)('$path', async ({ job, name, workflow }, test) => {
    const named = (job.steps ?? []).flatMap((step) => String(step.with?.['agents'] ?? '').split(/[,\n]/))
    const agents = [...new Set(named.map((agent) => agent.trim()))].filter((agent) => agent !== '')
    const stage = await setStage(
      test,
      (agents.length === 0 ? ['Support bot'] : agents).map((agent) => quick(agent)),
    )
    const played = await stage.play(workflow, name)
    expect(played.conclusion).toBe('success')
    expect(gateSteps(played)).not.toEqual([])
  })
})
