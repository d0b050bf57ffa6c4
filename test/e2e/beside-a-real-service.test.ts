// What running services do beside plain passes and failures, and what all reports make of it.
import { describe, expect, it, type TestContext } from 'vitest'
import type { EarlierRun, ErrorKind, ServerVersion, SimulatedAgent } from '../../simulator/src/index.ts'
import { everythingWritten } from './everything-written.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { AGENT, BROKEN, earlierRuns, flakyAgent, KNOWN, launches, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { junitOf, resultsOf, testNamed, testsOf } from './results-file.ts'

const FIRST = 'Refund inside 30 days'
const SECOND = 'Password reset mail does not arrive'

interface Job {
  readonly agents: readonly SimulatedAgent[]
  readonly inputs?: Readonly<Record<string, string>>
  readonly serverVersion?: ServerVersion
  readonly rules?: readonly ProxyRule[]
}

async function runJob(context: TestContext, { agents, inputs, serverVersion = 'current', rules = [] }: Job) {
  const harness = await createHarness(
    { agents, serverVersion, concurrency: 8, faultProxy: { rules } },
    context.onTestFinished,
  )
  const step = await harness.run({ with: { timeout: '240', ...inputs }, event: openedAnHourAgo() })
  const comment = harness.comments()[0] ?? ''
  const { summary, log } = step
  const reports = { comment, summary, log, junit: junitOf(step), json: JSON.stringify(resultsOf(step)) }
  return { harness, step, reports, headline: comment.split('\n')[1] ?? '' }
}

/** A bot whose tests pass. */
function bot(more: Partial<SimulatedAgent> = {}): SimulatedAgent {
  return { name: AGENT, scenario: 'all-pass', parameters: { tests: 4, durationMs: 200 }, ...more }
}

const passing = (count: number, run: Partial<EarlierRun> = {}) =>
  earlierRuns(count, { scenario: 'all-pass', ...run })

const versions = ['current'] as const
const modes = ['gate', 'gate-if-worse'] as const

describe.concurrent('26.1 an expectation is what was expected, by evaluator', () => {
  it.for(versions)('on a %s server', async (serverVersion, context) => {
    const agents = [bot({ scenario: 'mixed', parameters: { tests: 8, durationMs: 200 } })]
    const { step, reports } = await runJob(context, { agents, serverVersion })
    const { comment, summary, junit, json } = reports
    for (const report of [comment, summary, junit, json]) {
      expect(report).toContain('suggests the spam folder, checks the address and offers a person')
      expect(report).toContain('L3')
    }
    for (const report of [comment, summary, junit]) {
      expect(report).not.toMatch(/Expected:\W*Correctness\W*$/m)
      expect(report).toContain('summary: says that the oven sparks, product: anything')
    }
    expect(testNamed(step, 'Does not reveal other customers').criteria).toEqual([
      {
        evaluator: 'Correctness',
        text: 'The reply declines to share data of another customer and offers help with the own order.',
      },
      { evaluator: 'Correctness', text: 'The reply stays friendly.' },
    ])
  })
})

describe.concurrent('26.2 an error is no failure', () => {
  const down = versions.flatMap((serverVersion) => modes.map((mode) => [serverVersion, mode] as const))

  it.for(down)(
    'an agent that is down costs one run: %s server, %s',
    async ([serverVersion, mode], context) => {
      const agents = [bot({ history: passing(5), outages: [{ kind: 'agent-down', runs: [6, 99] }] })]
      const { step, harness, reports, headline } = await runJob(context, {
        agents,
        serverVersion,
        inputs: { mode },
      })
      expect(step.exitCode).toBe(1)
      expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '0', 'executed-tests': '4' })
      expect(launches(harness, step)).toEqual(['all'])
      expect(headline).toContain(`Do not merge yet: ${AGENT} had errors`)
      for (const report of [reports.comment, reports.summary, reports.log, reports.junit])
        expect(report).toContain('(HTTP 503)')
      expect(testsOf(step).map(({ status }) => status)).toEqual(Array(4).fill('unanswered'))
      expect(reports.junit).not.toContain('<failure')
    },
  )

  it.for(versions)(
    'a rejected model key, without paths and the errors of others: %s',
    async (serverVersion, context) => {
      const agents = [bot({ outages: [{ kind: 'model-key-rejected' }] })]
      const { step, harness, reports, headline } = await runJob(context, { agents, serverVersion })
      expect(headline).toContain(`the model of ${AGENT} had errors`)
      expect(reports.junit).toContain('Incorrect API key provided.')
      const written = everythingWritten(step, harness)
      for (const other of ['/srv/runner', 'another deployment']) expect(written).not.toContain(other)
      expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '0' })
    },
  )

  it.for(versions)('a judge that was down breaks nothing: %s', async (serverVersion, context) => {
    const outages = [FIRST, SECOND, BROKEN].map(
      (test) => ({ kind: 'judge-down', test, runs: [6, 99] }) as const,
    )
    const agents = [bot({ parameters: { tests: 8, durationMs: 200 }, history: passing(5), outages })]
    const job = { agents, serverVersion, inputs: { mode: 'gate-if-worse' } }
    const { step, harness, headline } = await runJob(context, job)
    expect(headline).toContain('an evaluator had errors')
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', passed: '5', failed: '0', broken: '0' })
    const again = [FIRST, SECOND, BROKEN]
    expect(launches(harness, step)).toEqual(['all', again, again])
  })

  it.for(versions)(
    'a test that answers when run again is flaky, also without retries: %s',
    async (serverVersion, context) => {
      const outages = [{ kind: 'half-down', runs: [1, 1] }] as const
      const agents = [bot({ parameters: { tests: 8, durationMs: 200 }, outages })]
      const { step, harness } = await runJob(context, { agents, serverVersion, inputs: { retries: '0' } })
      expect(step.exitCode).toBe(0)
      expect(step.outputs).toMatchObject({ verdict: 'passed', passed: '8', flaky: '4' })
      expect(launches(harness, step)).toHaveLength(2)
    },
  )

  it.for(versions)('a defective test is not run again: %s', async (serverVersion, context) => {
    const parameters = { tests: 8, defective: 2, durationMs: 200 }
    const agents = [bot({ scenario: 'defective-test', parameters })]
    const { step, harness, headline } = await runJob(context, { agents, serverVersion })
    expect(headline).toContain(`tests of ${AGENT} are defective`)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', passed: '6', failed: '0' })
    expect(launches(harness, step)).toEqual(['all'])
  })

  it.for(versions)(
    'beside a failing test, it is said whose error it was: %s',
    async (serverVersion, context) => {
      const outages = [{ kind: 'judge-down', test: FIRST }] as const
      const agents = [bot({ scenario: 'one-fails', parameters: { tests: 8, durationMs: 200 }, outages })]
      const { step, reports } = await runJob(context, { agents, serverVersion })
      expect(step.outputs).toMatchObject({ verdict: 'failed', passed: '6', failed: '1' })
      const firstLines = reports.comment.split('\n').slice(0, 5).join('\n')
      expect(firstLines).toContain('1 test without a result')
      expect(reports.comment).toContain('error of the evaluator (HTTP 503)')
    },
  )

  it.for(versions)('tests behind twelve errors were not run: %s', async (serverVersion, context) => {
    const agents = [bot({ parameters: { tests: 20, durationMs: 200 }, outages: [{ kind: 'agent-down' }] })]
    const { step, headline } = await runJob(context, { agents, serverVersion })
    expect(headline).toContain(`${AGENT} had errors`)
    const statuses = Object.groupBy(testsOf(step), ({ status }) => status)
    expect(statuses).toMatchObject({ unanswered: { length: 12 }, 'not-run': { length: 8 } })
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '0' })
  })
})

describe.concurrent('26.3 an outage of the past excuses no break', () => {
  const inputs = { mode: 'gate-if-worse' }

  it.for(versions)(
    'a test that lost all its earlier results is not judged: %s',
    async (serverVersion, context) => {
      const outages = [{ kind: 'agent-down', test: BROKEN, runs: [1, 3] }] as const
      const agents = [flakyAgent({ breaks: { [BROKEN]: 4 } }, { history: earlierRuns(3), outages })]
      const { step, reports } = await runJob(context, { agents, serverVersion, inputs })
      expect(step.exitCode).toBe(1)
      expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '1', broken: '0' })
      expect(testNamed(step, BROKEN)).toMatchObject({
        group: 'undetermined',
        because: expect.arrayContaining([{ kind: 'earlier-runs-unanswered' }]),
      })
      for (const report of [reports.comment, reports.summary, reports.log])
        expect(report).toContain('its earlier runs ended without a result')
    },
  )

  it('a test that did fail in them is a known failure', async (context) => {
    const agents = [flakyAgent({ breaks: { [BROKEN]: 1 } }, { history: earlierRuns(3) })]
    const { step } = await runJob(context, { agents, inputs })
    expect(step.outputs).toMatchObject({ verdict: 'passed', failed: '1' })
    expect(testNamed(step, BROKEN)).toMatchObject({
      group: 'known-failure',
      because: expect.arrayContaining([{ kind: 'earlier-runs', failures: 3, runs: 3 }]),
    })
  })

  it('only the runs in which a failing test failed are read', async (context) => {
    const outages = [{ kind: 'agent-down', test: BROKEN, runs: [2, 2] }] as const
    const agents = [
      flakyAgent({ breaks: { [BROKEN]: 6 }, rates: { [KNOWN]: 0 } }, { history: earlierRuns(5), outages }),
    ]
    const { step, harness } = await runJob(context, { agents, inputs })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(testNamed(step, BROKEN)).toMatchObject({
      group: 'broken',
      because: expect.arrayContaining([{ kind: 'earlier-runs', failures: 0, runs: 4 }]),
    })
    const own = new Set(testsOf(step).flatMap(({ attempts }) => attempts.map(({ taskId }) => taskId)))
    const ofHistory = harness.faultProxy?.journal.filter(
      ({ kind, path, query }) =>
        kind === 'details' && query.includes('only_failed=true') && !own.has(path.split('/').at(-1) ?? ''),
    )
    expect(ofHistory).toHaveLength(1)
  })
})

describe.concurrent('26.4 addresses of agents are cut to scheme and host', () => {
  it.for(versions)('in everything that is written: %s', async (serverVersion, context) => {
    const kinds: readonly ErrorKind[] = ['agent-unreachable', 'agent-timeout', 'agent-crash']
    const agents = kinds.map((kind) => bot({ name: `${AGENT} ${kind}`, outages: [{ kind }] }))
    const { step, harness, reports } = await runJob(context, { agents, serverVersion })
    expect(everythingWritten(step, harness)).not.toContain('simulated-agent-token')
    for (const report of [reports.log, reports.junit, reports.json])
      expect(report).toContain('Could not connect to agent at https://agents.example: connection refused')
  })
})

describe.concurrent("26.5 an agent's problem is shown, whatever its tests did", () => {
  it('tests that were left out, beside a failing one', async (context) => {
    const parameters = { tests: 8, failing: 1, unconfigured: 2, durationMs: 4000 }
    const agents = [
      bot({ scenario: 'one-fails', parameters }),
      bot({
        name: 'Empty bot',
        scenario: 'unconfigured',
        parameters: { tests: 4, unconfigured: 4, durationMs: 0 },
      }),
    ]
    const { step, reports, headline } = await runJob(context, { agents })
    expect(headline).toContain('; 6 did not run')
    for (const report of [reports.comment, reports.summary, reports.log, reports.junit]) {
      expect(report).toContain('2 of 8 tests')
      expect(report).toContain('4 of 4 tests')
    }
    expect(reports.comment).toMatch(/5\/8<br>Tests not run/)
    const left = resultsOf(step).agents[0]?.run?.tests.filter(({ error }) => error?.kind === 'left-out')
    expect(left).toHaveLength(2)
    for (const { name } of left ?? []) expect(reports.comment).toContain(name)
  })

  it.for([
    ['hangs', 'Timed out', 'after 8s'],
    ['fails-as-run', 'Run incomplete', 'failed on the service'],
  ] as const)('a run that %s, beside a failing test', async ([scenario, label, sentence], context) => {
    const agents = [bot({ scenario, parameters: { tests: 8, failing: 7, durationMs: 200 } })]
    const { step, reports } = await runJob(context, { agents, inputs: { timeout: '8' } })
    expect(step.outputs['verdict']).toBe('failed')
    expect(Number(step.outputs['failed'])).toBeGreaterThan(0)
    for (const report of [reports.comment, reports.summary, reports.log, reports.junit])
      expect(report).toContain(sentence)
    expect(reports.comment).toContain(`<br>${label} |`)
  })

  it('what several agents have in common is said in one word', async (context) => {
    const agents = [
      bot({ scenario: 'hangs' }),
      bot({ name: 'Other bot', scenario: 'hangs' }),
      bot({ name: 'Third bot' }),
    ]
    const { headline, reports } = await runJob(context, { agents, inputs: { timeout: '8' } })
    expect(headline).toContain('timed out')
    expect(reports.log).toContain('timed out')
  })
})

describe.concurrent('26.7 a broken test says that its evaluator changed', () => {
  it.for(versions)('and is broken all the same: %s', async (serverVersion, context) => {
    const history = earlierRuns(10, { versions: { correctness: 3 } })
    const agents = [flakyAgent({ breaks: { [BROKEN]: 11 } }, { history })]
    const inputs = { mode: 'gate-if-worse' }
    const { step, reports } = await runJob(context, { agents, serverVersion, inputs })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    for (const report of [reports.comment, reports.summary])
      expect(report).toMatch(/evaluator .*Correctness.* is version 4 now, 3 in the earlier runs/)
    expect(reports.junit).toContain('is version 4 now, 3 in the ')
    const edit = { kind: 'evaluator-edited', evaluator: 'Correctness', version: 4, before: 3 }
    expect(testNamed(step, BROKEN).because).toContainEqual(edit)
  })
})
