// Mode gate-if-worse with a control: what blocks, what runs where, and what happens if the control does not answer.
import { describe, expect, it, type TestContext } from 'vitest'
import type { Flakiness, SimulatedAgent } from '../../simulator/src/index.ts'
import type { StepResult } from '../support/runner/run-step.ts'
import { cancelOnce } from './cancel-step.ts'
import { expectRuleWasKept } from './control-replay.ts'
import type { Fault } from './faults/fault.ts'
import type { FaultProxyOptions, ProxyRequest } from './faults/fault-proxy.ts'
import { AGENT, BROKEN, earlierRuns, FLAKY, KNOWN } from './flaky-agent.ts'
import { createHarness, type Harness, type HarnessOptions } from './harness.ts'
import { junitOf, resultsOf, testNamed } from './results-file.ts'

const PREVIEW = `${AGENT} (preview)`
const ids = {
  [PREVIEW]: '00000000-0000-4000-8000-000000000001',
  [AGENT]: '00000000-0000-4000-8000-000000000002',
}
const inputs = { mode: 'gate-if-worse', agents: PREVIEW, control: AGENT, timeout: '240' }

/** 20 tests, of which none fails unless told; the control has 10 earlier runs. */
function pair(
  onCandidate: Flakiness,
  onControl: Flakiness = {},
  more: Partial<SimulatedAgent> = {},
): SimulatedAgent[] {
  const agent = { scenario: 'flaky', parameters: { tests: 20, durationMs: 100 } } as const
  return [
    { ...agent, name: PREVIEW, uuid: ids[PREVIEW], flakiness: { rate: 0, ...onCandidate } },
    {
      ...agent,
      name: AGENT,
      uuid: ids[AGENT],
      flakiness: { rate: 0, ...onControl },
      history: earlierRuns(10),
      ...more,
    },
  ]
}

const broken = { breaks: { [BROKEN]: 1 } }

async function compare(
  context: TestContext,
  agents: readonly SimulatedAgent[],
  more: Readonly<Record<string, string>> = {},
  options: Partial<HarnessOptions> = {},
) {
  const harness = await createHarness({ agents, concurrency: 8, ...options }, context.onTestFinished)
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
      expect(report).toContain('passed 3 of 3 in the same rounds on Support bot (control)')
    const [attempt] = testNamed(step, BROKEN).control?.attempts ?? []
    expect(attempt).toMatchObject({ status: 'passed', reply: expect.stringMatching(/\w/) })
    expect(resultsOf(step).agents).toMatchObject([{ control: { name: AGENT, problem: null } }])
    expectRuleWasKept(resultsOf(step))
  })

  it('that fails, too, excuses the failure', async (context) => {
    const { step, comment } = await compare(context, pair(broken, { breaks: { [BROKEN]: 11 } }))
    expect([step.exitCode, step.outputs['verdict']]).toEqual([0, 'passed'])
    for (const report of allReports(step, comment)) expect(report).toContain('on the control, too')
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

  const six = (from: number): Flakiness => {
    const names = [BROKEN, KNOWN, FLAKY].flatMap((name) => [name, `${name} (variation 2)`])
    return { breaks: Object.fromEntries(names.map((name) => [name, from])) }
  }

  it('excuses many failures at once that are those of the day', async (context) => {
    const { step, comment } = await compare(context, pair(six(1), six(11)))
    expect([step.exitCode, step.outputs['verdict']]).toEqual([0, 'passed'])
    for (const report of allReports(step, comment)) expect(report).toMatch(/failed on the control, too/i)
    expectRuleWasKept(resultsOf(step))
  })

  it('says of many failures at once that the change is to blame', async (context) => {
    const { step, harness, comment } = await compare(context, pair(six(1)))
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'failed'])
    expect(comment).toMatch(
      /### ❌ Do not merge: 6 of 20 tests .*\n\n\*\*Probably this change:\*\* .* on the control/,
    )
    expect(launchesOf(harness).filter((name) => name === AGENT)).toHaveLength(5)
    expectRuleWasKept(resultsOf(step))
  })

  it('of a new agent without any history is enough', async (context) => {
    const { step } = await compare(context, pair(broken, {}, { history: [] }))
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
  })
})

describe.concurrent('before anything is launched, an error is', () => {
  it.for([
    [
      'an unknown control',
      { control: 'Suport bot' },
      'agent "Suport bot": no agent with that name in this org',
    ],
    ['another mode', { mode: 'gate' }, 'it needs the mode "gate-if-worse"'],
    ['a control without agents', { agents: '' }, 'it needs "agents"'],
    ['another number of controls', { control: `${AGENT}, ${AGENT}` }, 'the number of names differs'],
    ['an agent that is its own control', { agents: AGENT }, 'is its own control'],
    ['an agent that is listed twice', { agents: `${PREVIEW}, ${PREVIEW}` }, 'stands there twice'],
  ] as const)('%s', async ([, more, message], context) => {
    const { step, harness } = await compare(context, pair(broken), more)
    expect(step.exitCode).toBe(1)
    expect(step.log).toContain(message)
    expect(launchesOf(harness)).toEqual([])
  })
})

describe.concurrent('a control that gives no answer makes failing tests inconclusive', () => {
  const onLaunch =
    (agent: keyof typeof ids, nth: number, fault: Fault) =>
    (request: ProxyRequest): Fault | undefined =>
      request.path.endsWith(`/${ids[agent]}/run`) && request.nth === nth ? fault : undefined
  const faultProxy = (rule: (request: ProxyRequest) => Fault | undefined) => ({
    faultProxy: { rules: [rule] },
  })

  function expectInconclusive(step: StepResult, comment: string, why: string): void {
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
    expect(testNamed(step, BROKEN).group).toBe('undetermined')
    const [, summary, log] = allReports(step, comment)
    for (const report of [comment, summary, log]) expect(report).toContain(why)
  }

  it('because it is not verified', async (context) => {
    const unverified = { name: AGENT, uuid: ids[AGENT], scenario: 'not-verified' } as const
    const agents = [...pair(broken).slice(0, 1), unverified]
    const { step, comment } = await compare(context, agents)
    expectInconclusive(step, comment, 'cannot run (HTTP 400)')
  })

  it('because it was deleted between two rounds', async (context) => {
    const rule = ({ path, nth }: ProxyRequest): Fault | undefined =>
      path.endsWith(`/${ids[AGENT]}/run`) && nth > 1
        ? { kind: 'answer', status: 404, body: '{"detail":"Agent not found"}' }
        : undefined
    const { step, comment, harness } = await compare(context, pair(broken), {}, faultProxy(rule))
    expectInconclusive(step, comment, 'Agent not found')
    expect(comment).toContain('passed 1 of 1 in the same rounds on Support bot (control)')
    expect(launchesOf(harness).filter((name) => name === AGENT)).toHaveLength(1)
  })

  it('because the deadline came first', async (context) => {
    const slow = { parameters: { tests: 20, durationMs: 120_000 } }
    const { step, comment } = await compare(context, pair(broken, {}, slow), { timeout: '20' })
    expectInconclusive(step, comment, 'after 20s')
    // The other side of the pair has ended.
    expect(testNamed(step, BROKEN).attempts).toHaveLength(3)
  })

  it('because of max-tests', async (context) => {
    const { step, comment } = await compare(context, pair(broken), { 'max-tests': '24' })
    // Which of the two is launched first is a coin.
    for (const report of allReports(step, comment))
      expect(report).toContain('the job may run no more than 24 tests')
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', 'executed-tests': '24' })
  })

  it('because its run leaves the test out', async (context) => {
    const runs = new Set<string>()
    const onResponse: FaultProxyOptions['onResponse'] = ({ path }, { body }) => {
      if (path.endsWith(`/${ids[AGENT]}/run`)) runs.add(JSON.parse(body.toString()).task_id)
    }
    const empty = (body: string) =>
      JSON.stringify({ ...JSON.parse(body), results: [], total_tests: 0, passed: 0, failed: 0 })
    const rule = ({ path }: ProxyRequest): Fault | undefined =>
      [...runs].some((id) => path.endsWith(`/run/${id}`)) ? { kind: 'rewrite', change: empty } : undefined
    const proxy = { faultProxy: { rules: [rule], onResponse } }
    const { step, comment } = await compare(context, pair(broken), {}, proxy)
    expectInconclusive(step, comment, 'control')
  })

  it('because the key was refused, which ends the job', async (context) => {
    const rule = onLaunch(AGENT, 1, { kind: 'answer', status: 401, body: '{"detail":"Invalid API key"}' })
    const { step, comment } = await compare(context, pair(broken), {}, faultProxy(rule))
    expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
    expect(comment).toContain('authentication failed (HTTP 401)')
  })

  it.skipIf(process.platform === 'win32')(
    'because the job was cancelled between two launches',
    async (context) => {
      const rule = onLaunch(AGENT, 1, { kind: 'hang', performed: false })
      const options = { agents: pair(broken), concurrency: 8, ...faultProxy(rule) }
      const harness = await createHarness(options, context.onTestFinished)
      const isAsked = () => harness.faultProxy?.journal.some(({ fault }) => fault !== null) ?? false
      const step = await cancelOnce(harness, isAsked, 'SIGTERM', { with: inputs })
      expect([step.exitCode, step.outputs['verdict']]).toEqual([1, 'inconclusive'])
      expect(harness.comments()[0]).toContain('the job was cancelled')
      expect(testNamed(step, BROKEN).group).toBe('undetermined')
    },
  )
})
