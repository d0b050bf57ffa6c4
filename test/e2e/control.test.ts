// Mode gate-if-worse with a control: what blocks, what runs where, and what the reports say of it.
import { describe, expect, it, type TestContext } from 'vitest'
import type { Flakiness, SimulatedAgent } from '../../simulator/src/index.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import { cancelOnce } from './cancel-step.ts'
import { expectRuleWasKept } from './control-replay.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
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

const broken = { breaks: { [BROKEN]: 1 } }

async function compare(
  context: TestContext,
  agents: readonly SimulatedAgent[],
  more: Readonly<Record<string, string>> = {},
  rules: readonly ProxyRule[] = [],
) {
  const harness = await createHarness(
    { agents, concurrency: 8, faultProxy: { rules } },
    context.onTestFinished,
  )
  const step = await harness.run({ with: { ...inputs, ...more } })
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
    const { step, harness, comment } = await compare(context, pair(broken))
    expect(step.exitCode).toBe(1)
    // All 20 tests, then one four times, and three times on the control.
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1', 'executed-tests': '27' })
    expect(launchesOf(harness).filter((name) => name === AGENT)).toHaveLength(3)
    for (const report of allReports(step, comment))
      expect(report).toContain('Support bot (control) passed 3 of 3 in the same rounds')
    const [attempt] = testNamed(step, BROKEN).control?.attempts ?? []
    expect(attempt).toMatchObject({ status: 'passed', reply: expect.stringMatching(/\w/) })
    expect(resultsOf(step).agents).toMatchObject([{ control: { name: AGENT, problem: null } }])
    expectRuleWasKept(resultsOf(step))
  })

  it('to which no failing test is linked is the wrong agent, and excuses nothing', async (context) => {
    const booking = { name: 'Booking helper', scenario: 'all-pass' } as const
    const agents = [...pair(broken).slice(0, 1), booking]
    const { step, harness, comment } = await compare(context, agents, { control: booking.name })
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
    expect(launchesOf(harness)).toEqual([PREVIEW])
    for (const report of allReports(step, comment))
      expect(report).toContain('Booking helper (control) is linked to none of the failing tests')
  })

  it('excuses many failures at once that are those of the day', async (context) => {
    const names = [BROKEN, KNOWN, FLAKY].flatMap((name) => [name, `${name} (variation 2)`])
    const breaks = Object.fromEntries(names.map((name) => [name, 1]))
    const { step, comment } = await compare(context, pair({ breaks }, { breaks }))
    expect([step.exitCode, step.outputs['verdict']]).toEqual([0, 'passed'])
    for (const report of [comment, step.summary, step.log, junitOf(step)])
      expect(report).toMatch(/failed on the control, too/i)
    expectRuleWasKept(resultsOf(step))
  })

  it('that is deleted between two rounds makes failing tests inconclusive', async (context) => {
    const gone: ProxyRule = ({ path, nth }) =>
      path.endsWith(`/${ids[AGENT]}/run`) && nth > 1
        ? { kind: 'answer', status: 404, body: '{"detail":"Agent not found"}' }
        : undefined
    const { step, comment, harness } = await compare(context, pair(broken), {}, [gone])
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
    expect(testNamed(step, BROKEN).outcome).toBe('undecided')
    for (const report of [comment, step.summary, step.log]) expect(report).toContain('Agent not found')
    expect(comment).toContain('Support bot (control) passed 1 of 1 in the same rounds')
    expect(launchesOf(harness).filter((name) => name === AGENT)).toHaveLength(1)
  })

  it.skipIf(process.platform === 'win32')('can be cancelled between two launches', async (context) => {
    const hangs: ProxyRule = ({ path, nth }) =>
      path.endsWith(`/${ids[AGENT]}/run`) && nth === 1 ? { kind: 'hang', performed: false } : undefined
    const options = { agents: pair(broken), concurrency: 8, faultProxy: { rules: [hangs] } }
    const harness = await createHarness(options, context.onTestFinished)
    const isAsked = () => harness.faultProxy?.journal.some(({ fault }) => fault !== null) ?? false
    const step = await cancelOnce(harness, isAsked, 'SIGTERM', { with: inputs })
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
    expect(harness.comments()[0]).toContain('the job was cancelled')
    expect(testNamed(step, BROKEN).outcome).toBe('undecided')
  })
})
