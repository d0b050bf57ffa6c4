// Many jobs with a control, each as a process: a bad day hardly ever blocks, a break nearly always, and each job runs what
// the rule asks for, no more. `CONTROL_JOBS=60` runs more of them.
import { expect, it, type TestContext } from 'vitest'
import { mulberry32 } from '../../scripts/bench/rule-random.ts'
import type { Flakiness, SimulatedAgent } from '../../simulator/src/index.ts'
import { expectRuleWasKept } from './control-replay.ts'
import { AGENT, BROKEN, FLAKY, KNOWN } from './flaky-agent.ts'
import { createHarness, tally } from './harness.ts'
import { resultsOf } from './results-file.ts'

const JOBS = Number(process.env['CONTROL_JOBS'] ?? 4)
const PREVIEW = `${AGENT} (preview)`
const TESTS = 40
/** Jobs at the same time: they wait for polls, mostly. */
const LANES = 8
const TIMEOUT_MS = 900_000

/** Most tests fail in 2% of their runs, a few more often. */
const rates = { [FLAKY]: 0.2, [KNOWN]: 0.3, 'Refund inside 30 days': 0.1 }

interface Day {
  /** How many times as often tests fail in each run. */
  readonly factorOf?: (random: () => number) => number
  readonly onCandidate?: Flakiness
}

async function verdictOf(context: TestContext, seed: number, { factorOf = () => 1, onCandidate }: Day) {
  const agent = { scenario: 'flaky', parameters: { tests: TESTS, durationMs: 0 } } as const
  const agents: readonly SimulatedAgent[] = [
    { ...agent, name: PREVIEW, flakiness: { rate: 0.02, rates, seed: `preview ${seed}`, ...onCandidate } },
    { ...agent, name: AGENT, flakiness: { rate: 0.02, rates, seed: `production ${seed}` } },
  ]
  const random = mulberry32(seed)
  const service = { agents, badDay: () => factorOf(random), concurrency: 8, seed: `${seed}` }
  const harness = await createHarness(service, context.onTestFinished)
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

async function blocked(context: TestContext, jobs: number, day: Day) {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const ended: (string | undefined)[] = []
    for (let seed = lane; seed < jobs; seed += LANES) ended.push(await verdictOf(context, seed, day))
    return ended
  })
  const all = (await Promise.all(lanes)).flat()
  expect(all.filter((each) => each !== 'passed' && each !== 'failed')).toEqual([])
  return all.filter((each) => each === 'failed').length
}

it.for<[string, (random: () => number) => number]>([
  ['on a day on which tests fail twice as often', () => 2],
  ['if all tests of a run fail in 30% of them', (random) => (random() < 0.3 ? 100 : 1)],
])('of unchanged jobs %s, at most 5% are blocked', { timeout: TIMEOUT_MS }, async ([, factorOf], context) => {
  expect(await blocked(context, JOBS, { factorOf })).toBeLessThanOrEqual(Math.ceil(JOBS / 20))
})

it('of jobs that broke one test for good, nearly all are blocked', {
  timeout: TIMEOUT_MS,
}, async (context) => {
  const jobs = Math.ceil(0.4 * JOBS)
  const found = await blocked(context, jobs, { onCandidate: { breaks: { [BROKEN]: 1 } } })
  expect(found).toBeGreaterThanOrEqual(Math.min(jobs, Math.floor(0.96 * jobs)))
})
