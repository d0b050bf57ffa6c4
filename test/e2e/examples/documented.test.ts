// Every complete workflow in README and docs runs as pasted, and succeeds if the agents pass.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { quick } from '../../cli/harness.ts'
import { documentedWorkflows, jobsOf } from '../../repo/workflow-files.ts'
import { createWorkflowHarness, gateSteps } from './workflow-harness.ts'

const jobs = documentedWorkflows.flatMap(jobsOf).filter(({ job }) => job.strategy === undefined)

/** Agents of the scenario `prompted` pass with it. */
const PASSING_PROMPT = 'Within 30 days, hand over to a colleague. Never speak of other customers.'

describe.skipIf(process.platform === 'win32').concurrent('documented workflows', () => {
  it.for(jobs)('$path', async ({ job, name, workflow }, test) => {
    const named = (job.steps ?? []).flatMap(({ with: given }) => [
      ...['agents', 'control'].flatMap((input) => String(given?.[input] ?? '').split(/[,\n]/)),
      ...Object.keys(parse(String(given?.['override'] ?? '{}'))).flatMap((copy) => [
        copy,
        copy.replace(/ \(.*/, ''),
      ]),
    ])
    const agents = [...new Set(named.map((agent) => agent.trim()))].filter((agent) => agent !== '')
    const harness = await createWorkflowHarness(
      test,
      (agents.length === 0 ? ['Support bot'] : agents).map((agent) => quick(agent, 'prompted')),
    )
    mkdirSync(join(harness.workspace, 'prompts'))
    writeFileSync(join(harness.workspace, 'prompts/support-bot.md'), PASSING_PROMPT)
    const result = await harness.run(workflow, name)
    expect(result.conclusion).toBe('success')
    expect(gateSteps(result)).not.toEqual([])
  })
})
