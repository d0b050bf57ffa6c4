// Healthy agents behind a connection that now and then loses a request. `FAULT_JOBS=200 npm run test:faults` runs more jobs.
import { expect, it } from 'vitest'
import type { Fault } from './fault.ts'
import type { FaultPlan } from './fault-plan.ts'
import { brokenRules } from './oracle.ts'
import { randomOf } from './random.ts'
import { transientError } from './random-faults.ts'
import { runPlan } from './run-plan.ts'

const JOBS = Number(process.env['FAULT_JOBS'] ?? 4)
const CONCURRENCY = 4
const ERROR_RATE = 0.05

function planOf(seed: number): FaultPlan {
  return {
    seed,
    profile: 'occasional',
    apiKey: `sk-transient/${seed}+0123456789`,
    control: null,
    agents: Array.from('ABCDE', (letter, index) => ({
      name: `Agent ${letter}`,
      uuid: `${String(index).repeat(8)}-0000-4000-8000-000000000000`,
      scenario: 'all-pass',
      parameters: { tests: 4, durationMs: 300 },
      history: Array.from({ length: 3 }, () => ({ scenario: 'all-pass' }) as const),
    })),
    named: false,
    mode: 'gate',
    retries: 0,
    timeoutSeconds: 240,
    onPullRequest: false,
    slots: Number.POSITIVE_INFINITY,
    listShape: 'items',
    serverVersion: (['newer', 'current', 'documented'] as const)[seed % 3] ?? 'newer',
    outages: [],
    faultFor({ kind, nth }, subject) {
      const random = randomOf(seed, `transient ${kind} ${subject} ${nth}`)
      return random.chance(ERROR_RATE) ? transientError(random) : undefined
    },
  }
}

function isRepeated(fault: Fault): boolean {
  return fault.kind === 'answer' && fault.status === 503
}

it(`${JOBS} jobs with 5% transient errors pass, unless the response to a launch was lost`, async () => {
  const waiting = Array.from({ length: JOBS }, (_, index) => index + 1)
  const wrong: string[] = []
  const runNext = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const plan = planOf(seed)
      const result = await runPlan(plan)
      const { verdict, passed } = result.step.outputs
      const isLost = result.journal.some(
        ({ kind, fault }) => kind === 'launch' && fault !== null && !isRepeated(fault),
      )
      const isRight = isLost ? verdict === 'inconclusive' : verdict === 'passed' && passed === '20'
      const broken = [
        ...brokenRules(plan, result),
        ...(isRight ? [] : [`${verdict} with ${passed} passed tests`]),
      ]
      wrong.push(...broken.map((rule) => `seed ${seed}: ${rule}`))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runNext))
  expect(wrong).toEqual([])
}, 7_200_000)
