// Mode gate-if-worse with a control: what blocks, what runs where, and what the reports say of it.
import { describe, expect, it, type TestContext } from 'vitest'
import type { Flakiness, SimulatedAgent } from '../../simulator/src/index.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import { AGENT, BROKEN, FLAKY, KNOWN } from './flaky-agent.ts'
import { createHarness, type Harness } from './harness.ts'
import { junitOf, resultsOf, testNamed } from './results-file.ts'

const PREVIEW = `${AGENT} (preview)`
const ids = {
  [PREVIEW]: '00000000-0000-4000-8000-000000000001',
  [AGENT]: '00000000-0000-4000-8000-000000000002',
}
const inputs = { mode: 'gate-if-worse', agents: PREVIEW, control: AGENT, timeout: '240' }

/** 20 tests, of which none fails unless told. */
function pair(onCandidate: Flakiness, onControl: Flakiness = {}): SimulatedAgent[] {
  const agent = { scenario: 'flaky', parameters: { tests: 20, durationMs: 100 } } as const
  return [
    { ...agent, name: PREVIEW, uuid: ids[PREVIEW], flakiness: { rate: 0, ...onCandidate } },
    { ...agent, name: AGENT, uuid: ids[AGENT], flakiness: { rate: 0, ...onControl } },
  ]
}

async function compare(context: TestContext, agents: readonly SimulatedAgent[]) {
  const harness = await createHarness({ agents, concurrency: 8 }, context.onTestFinished)
  const step = await harness.run({ with: inputs })
  return { harness, step, comment: harness.comments()[0] ?? '' }
}

/** The launches in the order of arrival. */
function launchesOf({ simulator }: Harness): string[] {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return simulator.journal.flatMap(({ method, path }) => {
    const id = /^\/agent-tests\/agent\/([^/]+)\/run$/.exec(path)?.[1]
    return method === 'POST' && id !== undefined ? [names.get(id) ?? id] : []
  })
}

function allReports(step: StepResult, comment: string): string[] {
  const annotations = step.annotations.map(({ message }) => message).join('\n')
  return [comment, step.summary, step.log, annotations, junitOf(step)]
}

describe.concurrent('a control', () => {
  it('that passes where the agent keeps failing proves a break', async (context) => {
    const { step, harness, comment } = await compare(context, pair({ breaks: { [BROKEN]: 1 } }))
    expect(step.exitCode).toBe(1)
    // All 20 tests, then one four times, and three times on the control.
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1', 'executed-tests': '27' })
    expect(launchesOf(harness).filter((name) => name === AGENT)).toHaveLength(3)
    for (const report of allReports(step, comment))
      expect(report).toContain('Support bot (control) passed 3 of 3 in the same rounds')
    const [attempt] = testNamed(step, BROKEN).control?.attempts ?? []
    expect(attempt).toMatchObject({ status: 'passed', reply: expect.stringMatching(/\w/) })
    expect(resultsOf(step).agents).toMatchObject([{ control: { name: AGENT, problem: null } }])
  })

  it('excuses many failures at once that are those of the day', async (context) => {
    const names = [BROKEN, KNOWN, FLAKY].flatMap((name) => [name, `${name} (variation 2)`])
    const breaks = Object.fromEntries(names.map((name) => [name, 1]))
    const { step, comment } = await compare(context, pair({ breaks }, { breaks }))
    expect([step.exitCode, step.outputs['verdict']]).toEqual([0, 'passed'])
    for (const report of [comment, step.summary, step.log, junitOf(step)])
      expect(report).toMatch(/failed on the control, too/i)
  })
})
