// Jobs that change one copy of an agent at the same moment, and requests that get lost: no verdict is another job's.
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import { fastTime } from '../support/runner/fast-time.ts'
import { cancelOnce, describeSignals } from './cancel-step.ts'
import type { Fault } from './faults/fault.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { createHarness, type Harness, requestsOf } from './harness.ts'

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

const step = (prompt: keyof typeof prompts, more: Readonly<Record<string, string>> = {}) => ({
  env: fastTime(50),
  with: {
    agents: AGENT,
    override: `${AGENT}: { system_prompt: ${JSON.stringify(prompts[prompt])} }`,
    timeout: '600',
    comment: 'false',
    ...more,
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

describe.concurrent('a write that', () => {
  const once = (fault: Fault): ProxyRule => {
    let isFirst = true
    return ({ method }) => {
      if (method !== 'PUT' || !isFirst) return undefined
      isFirst = false
      return fault
    }
  }

  it.for<[string, Fault]>([
    ['is answered HTTP 500 and arrives late', { kind: 'answer', status: 500, performed: { afterMs: 300 } }],
    ['is performed, but not answered', { kind: 'reset', performed: true }],
  ])('%s is repeated with a mark of its own', async ([, fault], test) => {
    const harness = await start(test, once(fault))
    const { outputs } = await harness.run(step('good'))
    expect(outputs['verdict']).toBe('passed')
    const marks = (harness.faultProxy?.journal ?? []).flatMap(({ method, body }) =>
      method === 'PUT' ? [JSON.parse(body).config.agent_tests] : [],
    )
    expect(new Set(marks).size).toBe(marks.length)
    expect(marks.length).toBeGreaterThan(1)
  })

  it('is answered HTTP 500 every time is sent five times, and nothing is launched', async (test) => {
    const failing: ProxyRule = ({ method }) =>
      method === 'PUT' ? { kind: 'answer', status: 500, performed: true } : undefined
    const harness = await start(test, failing)
    const { outputs, log } = await harness.run(step('good'))
    expect(outputs).toMatchObject({ verdict: 'inconclusive', 'executed-tests': '0' })
    expect(log).toMatch(/could not be started: .*HTTP 500/)
    expect(puts(harness)).toBe(5)
    expect(requestsOf(harness, 'launch')).toEqual([])
  })
})

it("another agent's record in place of the original's is not copied", async (test) => {
  let harness: Harness | null = null
  let reads = 0
  const mixedUp: ProxyRule = ({ method, path }) => {
    const [copy, original] = harness?.simulator.agents ?? []
    if (method !== 'GET' || path !== `/agents/${original?.uuid}`) return undefined
    reads += 1
    const ofOther = { uuid: copy?.uuid, config: { system_prompt: '', agent_headers: { 'X-Of': 'another' } } }
    const change = (body: string) => JSON.stringify({ ...JSON.parse(body), ...ofOther })
    return reads === 1 ? { kind: 'rewrite', change } : undefined
  }
  harness = await start(test, mixedUp)
  const { outputs } = await harness.run(step('good'))
  expect([outputs['verdict'], reads]).toEqual(['passed', 2])
  const written = (harness.faultProxy?.journal ?? []).filter(({ method }) => method === 'PUT')
  expect(written.map(({ body }) => JSON.parse(body).config)).toEqual([
    expect.not.objectContaining({ agent_headers: expect.anything() }),
  ])
})

it.for([
  [1, 'passed', '8'],
  [3, 'inconclusive', '0'],
] as const)(
  'a run does not count if somebody else writes during its launch: %i times, then %s',
  async ([times, verdict, executed], test) => {
    let harness: Harness | null = null
    const interfere: ProxyRule = async ({ kind, nth }) => {
      const { url = '', apiKey = '', agents: [copy] = [] } = harness?.simulator ?? {}
      if (kind !== 'launch' || nth > times) return undefined
      const body = JSON.stringify({ config: { system_prompt: prompts.bad } })
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      await fetch(`${url}/agents/${copy?.uuid}`, { method: 'PUT', headers, body })
      return undefined
    }
    harness = await start(test, interfere)
    const { outputs, log } = await harness.run(step('good'))
    expect(outputs).toMatchObject({ verdict, 'executed-tests': executed })
    expect(log.match(/this run does not count/g)).toHaveLength(times)
    expect(log.includes('was used by another job at the same moment')).toBe(times === 3)
  },
)

it('an original that is deleted between rounds leaves the verdict open', async (test) => {
  let harness: Harness | null = null
  let launches = 0
  const deleting: ProxyRule = ({ kind }) => {
    if (kind === 'launch' && ++launches === 2) harness?.simulator.deleteAgent('Support bot')
    return undefined
  }
  harness = await start(test, deleting)
  const { outputs } = await harness.run(step('bad', { mode: 'gate-if-worse', control: 'Support bot' }))
  expect(outputs['verdict']).toBe('inconclusive')
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
