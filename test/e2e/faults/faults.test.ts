// Random fault plans, each checked against the oracle. `FAULT_SEED=17 npm run test:faults` runs and prints a single plan,
// `FAULT_COUNT=2000` runs more of them, as CI does.
import { describe, it, vi } from 'vitest'
import { type FaultPlan, faultPlan } from './fault-plan.ts'
import { brokenRules } from './oracle.ts'
import { type PlanResult, runPlan } from './run-plan.ts'

const wanted = process.env['FAULT_SEED']
const count = Number(process.env['FAULT_COUNT'] ?? 28)
const seeds = wanted === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [Number(wanted)]

// Plans mostly wait.
vi.setConfig({ testTimeout: 900_000, maxConcurrency: 16 })

function show({ seed, profile, mode, agents, outages }: FaultPlan, { step, journal }: PlanResult): void {
  const lines = journal.map(
    ({ method, path, query, nth, atMs, fault }) =>
      `${Math.round(atMs)} ms ${method} ${path}${query} (${nth}) ${JSON.stringify(fault)}`,
  )
  const described = agents.map(({ name, scenario }) => `${name}: ${scenario}`).join(', ')
  const head = `FAULT_SEED=${seed}, ${profile}, ${mode}, ${described}, closed ${JSON.stringify(outages)}`
  console.log([head, ...lines.map((line) => line.slice(0, 300)), step.raw].join('\n'))
}

describe('under any faults, the verdict is true, each agent has one outcome, and nothing is launched twice', () => {
  it.concurrent.for(seeds)('FAULT_SEED=%i', async (seed, { expect }) => {
    const plan = faultPlan(seed)
    const result = await runPlan(plan)
    const broken = brokenRules(plan, result)
    if (broken.length > 0 || wanted !== undefined) show(plan, result)
    expect(broken, `rerun with: FAULT_SEED=${seed} npm run test:faults`).toEqual([])
  })
})
