// Jobs that change one copy of an agent at the same moment, and requests that get lost: no verdict is another job's.
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { cancelOnce, describeSignals } from './cancel-step.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, type Harness } from './harness.ts'

/** PAIRS=200 tries so many pairs of jobs. */
const PAIRS = Number(process.env['PAIRS'] ?? 2)

const AGENT = 'Support bot (preview)'
const prompts = {
  good: 'Refunds: 30 days. Call a colleague. Nothing about other customers.',
  bad: 'Be rude.',
}
const agents: readonly SimulatedAgent[] = [AGENT, 'Support bot'].map((name) => ({
  name,
  scenario: 'prompted',
  parameters: { durationMs: 0 },
}))

const step = (prompt: keyof typeof prompts) => ({
  env: fastTime(50),
  with: {
    agents: AGENT,
    override: `${AGENT}: { system_prompt: ${JSON.stringify(prompts[prompt])} }`,
    timeout: '600',
    comment: 'false',
  },
})

const start = (test: TestContext, ...rules: readonly ProxyRule[]) =>
  createHarness({ agents, faultProxy: { rules }, concurrency: 9 }, test.onTestFinished)

const puts = ({ simulator }: Harness) => simulator.journal.filter(({ method }) => method === 'PUT').length

it(`pairs of jobs: no verdict rests on the other's prompt`, async (test) => {
  const outcomes: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 60 })), async (pauses) => {
      // Requests of both jobs overtake each other.
      const rule: ProxyRule = async () => {
        await wait(pauses.next().value ?? 0)
        return undefined
      }
      const harness = await start(test, rule)
      const [good, bad] = await Promise.all([harness.run(step('good')), harness.run(step('bad'))])
      const verdicts = [good.outputs['verdict'], bad.outputs['verdict']]
      expect(['passed', 'inconclusive']).toContain(verdicts[0])
      expect(['failed', 'inconclusive']).toContain(verdicts[1])
      outcomes.push(...verdicts.map(String))
      if (verdicts.includes('inconclusive')) expect(`${good.log}${bad.log}`).toContain('by another job')
    }),
    { numRuns: PAIRS, interruptAfterTimeLimit: 3_600_000 },
  )
  expect(outcomes.filter((verdict) => verdict !== 'inconclusive').length).toBeGreaterThan(0)
})

describeSignals('cancellation', () => {
  it('between the write and the launch starts nothing', async (test) => {
    const hanging: ProxyRule = ({ method, path }) =>
      method === 'GET' && path.startsWith('/agents/') && puts(harness) > 0
        ? { kind: 'hang', performed: true }
        : undefined
    const harness: Harness = await start(test, hanging)
    const { outputs, log } = await cancelOnce(harness, () => puts(harness) > 0, 'SIGINT', step('good'))
    expect(outputs['verdict']).toBe('inconclusive')
    expect(log).toContain('cancelled')
    expect(harness.requests().filter((request) => request.endsWith('/run'))).toEqual([])
  })
})
