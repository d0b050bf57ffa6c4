// Many jobs with a control, each as a process: a bad day hardly ever blocks, a break nearly always, and each job runs what
// the rule asks for, no more.
import { expect, it, type TestContext } from 'vitest'
import type { Flakiness, SimulatedAgent } from '../../simulator/src/index.ts'
import { expectRuleWasKept } from './control-replay.ts'
import { AGENT, BROKEN, earlierRuns, FLAKY, KNOWN } from './flaky-agent.ts'
import { createHarness, tally } from './harness.ts'
import { resultsOf } from './results-file.ts'

const PREVIEW = `${AGENT} (preview)`
const TESTS = 40
/** Jobs at the same time. */
const LANES = 6
// Of about a minute on two idle processors.
const TIMEOUT_MS = 900_000

/** Most tests fail in 2% of their runs, a few more often, and the one that breaks never before. */
const rates = { [BROKEN]: 0, [FLAKY]: 0.2, [KNOWN]: 0.3, 'Refund inside 30 days': 0.1 }

async function verdictOf(context: TestContext, seed: number, badDay: number, onCandidate: Flakiness) {
  const agent = { scenario: 'flaky', parameters: { tests: TESTS, durationMs: 0 } } as const
  const agents: readonly SimulatedAgent[] = [
    { ...agent, name: PREVIEW, flakiness: { rate: 0.02, rates, seed: `preview ${seed}`, ...onCandidate } },
    {
      ...agent,
      name: AGENT,
      flakiness: { rate: 0.02, rates, seed: `production ${seed}` },
      history: earlierRuns(10),
    },
  ]
  const harness = await createHarness({ agents, badDay, concurrency: 8 }, context.onTestFinished)
  const step = await harness.run({
    with: { mode: 'gate-if-worse', agents: PREVIEW, control: AGENT, timeout: '240' },
  })
  const ran = expectRuleWasKept(resultsOf(step))
  const requests = tally(harness)
  expect(requests['POST /agent-tests/agent/…/run']).toBe(1 + ran.rounds + ran.controlRounds)
  expect(requests['POST /agents/resolve']).toBe(1)
  expect(requests['GET /agent-tests/agent/…/runs'] ?? 0).toBe(0)
  expect(step.outputs['executed-tests']).toBe(String(TESTS + ran.candidate + ran.control))
  return step.outputs['verdict']
}

async function verdicts(context: TestContext, jobs: number, badDay: number, onCandidate: Flakiness = {}) {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const ended: (string | undefined)[] = []
    for (let seed = lane; seed < jobs; seed += LANES)
      ended.push(await verdictOf(context, seed, badDay, onCandidate))
    return ended
  })
  const all = (await Promise.all(lanes)).flat()
  expect(all.filter((each) => each !== 'passed' && each !== 'failed')).toEqual([])
  return all.filter((each) => each === 'failed').length
}

it('of 60 unchanged jobs on a day on which tests fail twice as often, at most 3 are blocked', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  expect(await verdicts(context, 60, 2)).toBeLessThanOrEqual(3)
})

it('of 24 jobs that broke one test for good, at least 23 are blocked', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  expect(await verdicts(context, 24, 1, { breaks: { [BROKEN]: 1 } })).toBeGreaterThanOrEqual(23)
})
