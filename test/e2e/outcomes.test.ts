// What becomes of agents, in gate and in report: each test is the committed bundle as a process.
import { describe, expect, it } from 'vitest'
import type { OutageKind, SimulatedAgent } from '../../simulator/src/index.ts'
import { everythingWritten } from './everything-written.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { APP_URL, createHarness, requestsOf, tally } from './harness.ts'
import { junitOf, resultsOf, testsOf } from './results-file.ts'

const quick = { durationMs: 300, tests: 3 }
const LAUNCH = 'POST /agent-tests/agent/…/run'

const versions = ['current', 'documented'] as const

it('leaves out times and costs below 0, which servers with two clocks send', async (context) => {
  const agents = [{ name: 'Alpha', scenario: 'one-fails', parameters: quick }] as const
  const negative = (body: string) =>
    JSON.stringify(JSON.parse(body), (key, value: unknown) =>
      ['latency_ms', 'cost', 'p95', 'mean'].includes(key) && typeof value === 'number' ? -5000 : value,
    )
  const rule: ProxyRule = ({ kind }) =>
    kind === 'poll' || kind === 'details' ? { kind: 'rewrite', change: negative } : undefined
  const faultProxy = { rules: [rule] }
  const step = await (await createHarness({ agents, faultProxy }, context.onTestFinished)).run()
  expect(step.outputs).toMatchObject({ total: '3', failed: '1', verdict: 'failed' })
  expect(new Set(junitOf(step).match(/ time="[^"]*"/g))).toEqual(new Set([' time="0.000"']))
  expect(resultsOf(step)).toMatchObject({ costUsd: null })
})

describe.concurrent.each(versions)('when every test passes on a %s server', (serverVersion) => {
  const agents = [
    { name: 'Alpha', scenario: 'all-pass', parameters: quick },
    { name: 'Beta', scenario: 'all-pass', parameters: quick },
  ] as const

  it('succeeds, with counts, summary and comment, and launches each agent once with an empty object', async (context) => {
    const harness = await createHarness({ agents, serverVersion }, context.onTestFinished)
    const step = await harness.run({ with: { agents: 'Beta, Alpha' } })
    expect(step.log).toContain('Alpha')
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ total: '6', passed: '6', failed: '0', verdict: 'passed' })
    expect(step.annotations).toEqual([])
    // Where nothing failed, nothing else is read.
    const { 'GET /agent-tests/run/…': polls, ...others } = tally(harness)
    expect([polls, others]).toEqual([expect.any(Number), { 'POST /agents/resolve': 1, [LAUNCH]: 2 }])
    const launches = harness.simulator.journal.filter(({ path }) => path.endsWith('/run'))
    expect(launches.map(({ body }) => body)).toEqual([{}, {}])
    const [comment] = harness.comments()
    for (const report of [comment, step.summary]) {
      expect(report).toContain('Alpha')
      expect(report).toContain('Beta')
      expect(report?.indexOf('Beta')).toBeLessThan(report?.indexOf('Alpha') ?? 0)
    }
    expect(comment).toContain(`${APP_URL}/tests?tab=runs&runId=`)
  })

  it('but a launch that the service may have received is lost, fails, and never sends it again', async (context) => {
    let launched = 0
    const reset: ProxyRule = ({ kind }) => {
      launched += kind === 'launch' ? 1 : 0
      return kind === 'launch' && launched === 1 ? { kind: 'reset', performed: true } : undefined
    }
    const options = { agents, serverVersion, concurrency: 2, faultProxy: { rules: [reset] } }
    const harness = await createHarness(options, context.onTestFinished)
    const step = await harness.run({ with: { agents: 'Alpha,Beta' } })
    expect(requestsOf(harness, 'launch')).toHaveLength(2)
    expect(tally(harness)[LAUNCH]).toBe(2)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '3', passed: '3', verdict: 'inconclusive' })
    for (const report of [step.log, step.summary, harness.comments()[0]])
      expect(report).toContain('may have started')
  })
})

describe.concurrent.each(versions)('when tests fail on a %s server', (serverVersion) => {
  const agents = [
    { name: 'Alpha', scenario: 'all-pass', parameters: quick },
    { name: 'Beta', scenario: 'two-fail', parameters: quick },
  ] as const

  it('fails the job in gate mode and says which tests and why', async (context) => {
    const harness = await createHarness({ agents, serverVersion, concurrency: 2 }, context.onTestFinished)
    const step = await harness.run()
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ total: '6', passed: '4', failed: '2', verdict: 'failed' })
    expect(step.annotations).toMatchObject([{ level: 'error', title: expect.stringContaining('Beta') }])
    const details = harness.simulator.journal.filter(
      ({ query }) => query['only_failed'] === 'true' && query['compact'] !== 'true',
    )
    expect(details).toHaveLength(1)
    expect(harness.comments()).toHaveLength(1)
    expect(harness.comments()[0]).toContain('<details')
    const known = testsOf(step).filter(({ question }) => question.length > 0)
    expect(known.map(({ failed }) => failed)).toEqual([true, true])
  })

  it('succeeds in report mode and says the same, with the conversations that details asks for', async (context) => {
    const harness = await createHarness({ agents, serverVersion, concurrency: 2 }, context.onTestFinished)
    const step = await harness.run({ with: { mode: 'report', details: 'all' } })
    expect(step.exitCode).toBe(0)
    expect(step.outputs['verdict']).toBe('failed')
    expect(harness.comments()[0]).toContain('Beta')
    expect(testsOf(step).filter(({ question }) => question.length > 0)).toHaveLength(6)
  })
})

it('a run that could not be read at the first attempt is said to be so, without a count', async (context) => {
  const unreadable: ProxyRule = ({ kind }) =>
    kind === 'poll' ? { kind: 'answer', status: 422, body: '{"detail":"no such run"}' } : undefined
  const agents = [{ name: 'Alpha', scenario: 'all-pass', parameters: quick }] as const
  const harness = await createHarness({ agents, faultProxy: { rules: [unreadable] } }, context.onTestFinished)
  const step = await harness.run()
  expect(step.outputs['verdict']).toBe('inconclusive')
  for (const report of [step.log, step.summary, harness.comments()[0]])
    expect(report).toContain('could not be read (HTTP 422: "no such run")')
})

it('errors of tests have neither addresses and paths of a service nor the errors of others', async (context) => {
  const kinds: readonly OutageKind[] = [
    'agent-unreachable',
    'agent-timeout',
    'agent-crash',
    'model-key-rejected',
  ]
  const agents = kinds.map(
    (kind): SimulatedAgent => ({
      name: `Support bot ${kind}`,
      scenario: 'all-pass',
      parameters: { tests: 4, durationMs: 200 },
      outages: [{ kind }],
    }),
  )
  const harness = await createHarness({ agents, concurrency: 8 }, context.onTestFinished)
  const step = await harness.run({ with: { timeout: '240' } })
  const written = everythingWritten(step, harness)
  for (const secret of ['simulated-agent-token', '/srv/runner', 'another deployment'])
    expect(written).not.toContain(secret)
  expect(junitOf(step)).toContain('Incorrect API key provided.')
  for (const report of [step.log, junitOf(step), JSON.stringify(resultsOf(step))])
    expect(report).toContain('Could not connect to agent at https://agents.example: connection refused')
})
