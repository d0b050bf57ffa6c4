// Retries that go wrong: refused, lost, hanging, cancelled, of other tests. The test keeps its first result, and the reports say why.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, type TestContext } from 'vitest'
import type { Flakiness } from '../../simulator/src/index.ts'
import type { Fault } from './faults/fault.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { BROKEN, FLAKY, FLAKY_ONCE, flakyAgent, launches } from './flaky-agent.ts'
import { APP_URL, createHarness, type Harness, requestsOf } from './harness.ts'
import { testNamed } from './results-file.ts'

const inputs = { retries: '2', timeout: '240' }

const breaks = { [BROKEN]: 11 }

function harnessFor(
  context: TestContext,
  rule: ProxyRule,
  flakiness: Flakiness = { breaks },
): Promise<Harness> {
  const agents = [flakyAgent(flakiness)]
  return createHarness({ agents, concurrency: 8, faultProxy: { rules: [rule] } }, context.onTestFinished)
}

async function runWithRetries(
  context: TestContext,
  rule: ProxyRule,
  more: Readonly<Record<string, string>> = {},
  flakiness?: Flakiness,
) {
  const harness = await harnessFor(context, rule, flakiness)
  const step = await harness.run({ with: { ...inputs, ...more } })
  return { harness, step, comment: harness.comments()[0] ?? '' }
}

/** The first launch is of all tests, the second is the first retry. */
const onRetryLaunch =
  (fault: Fault): ProxyRule =>
  ({ kind, nth }) =>
    kind === 'launch' && nth === 2 ? fault : undefined

/** Reads of retries, which are runs of one test. */
const onRetryPoll = (fault: Fault): ProxyRule => {
  const runs = new Set<string>()
  return ({ kind, path }) => {
    if (kind !== 'poll' && kind !== 'details') return undefined
    runs.add(path)
    return [...runs].indexOf(path) > 0 ? fault : undefined
  }
}

describe.concurrent('a retry that gives no answer leaves the test failed', () => {
  const answer = (status: number, body: string): Fault => ({ kind: 'answer', status, body })
  const ended = (status: string): Fault => ({
    kind: 'rewrite',
    change: (body) => JSON.stringify({ ...JSON.parse(body), status, passed: null, failed: null }),
  })
  const cases: readonly (readonly [string, ProxyRule, 'refused' | 'lost', string])[] = [
    ['refused (400)', onRetryLaunch(answer(400, '{"detail":"Quota used up"}')), 'refused', 'Quota used up'],
    ['whose run fails', onRetryPoll(ended('failed')), 'lost', 'the run failed'],
    ['whose run is cancelled on the service', onRetryPoll(ended('cancelled')), 'lost', 'cancelled'],
    ['that gets lost (404)', onRetryPoll(answer(404, '{"detail":"Task not found"}')), 'lost', '404'],
  ]

  it.for(cases)('%s', async ([, rule, kind, words], context) => {
    const { step, harness, comment } = await runWithRetries(context, rule)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', passed: '15', failed: '1', flaky: '0' })
    const { retrySkipped, attempts } = testNamed(step, BROKEN)
    expect(retrySkipped).toMatchObject({ kind, message: expect.stringContaining(words) })
    expect(attempts).toEqual([])
    for (const report of [comment, step.log]) expect(report).toContain(words)
    expect(requestsOf(harness, 'launch')).toHaveLength(2)
  })

  it.for<[string, Fault]>([
    ['HTTP 503', answer(503, 'busy')],
    ['a lost response', { kind: 'reset', performed: true }],
  ])('but it is repeated after %s', async ([, fault], context) => {
    const { step } = await runWithRetries(context, onRetryLaunch(fault), { retries: '1' }, FLAKY_ONCE)
    expect(step.outputs).toMatchObject({ verdict: 'passed', flaky: '1' })
    expect(step.outputs['executed-tests']).toBe(fault.kind === 'reset' ? '18' : '17')
  })

  it('that hangs until the timeout', async (context) => {
    const never = (body: string) =>
      JSON.stringify({ ...JSON.parse(body), status: 'in_progress', results: [], passed: 0, failed: 0 })
    const { step, harness, comment } = await runWithRetries(
      context,
      onRetryPoll({ kind: 'rewrite', change: never }),
      {
        timeout: '60',
      },
    )
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1' })
    expect(testNamed(step, BROKEN).retrySkipped).toMatchObject({ kind: 'lost' })
    for (const report of [comment, step.log]) expect(report).toContain('timed out after 1m')
    // The retry keeps the workspace's slot, so it is linked.
    const retry = requestsOf(harness, 'poll').at(-1)?.path.split('/').at(-1)
    expect(comment).toContain(`[open retry](${APP_URL}/tests?tab=runs&runId=${retry})`)
    expect(requestsOf(harness, 'launch')).toHaveLength(2)
  })

  it.skipIf(process.platform === 'win32')('when the job is cancelled meanwhile', async (context) => {
    const harness = await harnessFor(context, onRetryPoll({ kind: 'hang', performed: true }))
    const running = harness.start({ with: inputs })
    const polledRuns = () => new Set(requestsOf(harness, 'poll').map(({ path }) => path)).size
    while (polledRuns() < 2) await wait(20)
    running.kill('SIGINT')
    const step = await running.result
    const comment = harness.comments()[0] ?? ''
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1' })
    const retry = requestsOf(harness, 'poll').at(-1)?.path.split('/').at(-1)
    for (const report of [comment, step.summary, step.log]) {
      expect(report).toContain('cancelled')
      expect(report).toContain(`${APP_URL}/tests?tab=runs&runId=${retry}`)
    }
    expect(requestsOf(harness, 'launch')).toHaveLength(2)
  })

  it('is inconclusive in mode gate-if-worse, where the retry would have decided', async (context) => {
    const refused = onRetryLaunch(answer(400, '{"detail":"Quota used up"}'))
    const { step, comment } = await runWithRetries(context, refused, { mode: 'gate-if-worse' })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '1', broken: '0' })
    expect(comment).toContain('Quota used up')
    expect(comment).toContain('Do not merge yet')
  })
})

interface Run {
  readonly status: string
  readonly test_uuids: readonly string[]
}

describe.concurrent('a retry that passes does not count', () => {
  const cases: readonly (readonly [string, (run: Run) => object])[] = [
    ['if its run is linked to another test', () => ({ test_uuids: ['other'] })],
    ['if its run has no row of it', () => ({ results: [], passed: 0, total_tests: 1 })],
  ]

  it.for(cases)('%s', async ([, change], context) => {
    const rewrite = (body: string) => {
      const run: Run = JSON.parse(body)
      return run.status === 'done' && run.test_uuids.length === 1
        ? JSON.stringify({ ...run, ...change(run) })
        : body
    }
    const rule: ProxyRule = ({ kind }) =>
      kind === 'poll' || kind === 'details' ? { kind: 'rewrite', change: rewrite } : undefined
    const { step, harness, comment } = await runWithRetries(context, rule, {}, FLAKY_ONCE)
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', total: '16', failed: '1', flaky: '0' })
    expect(launches(harness, step)).toEqual(['all', [FLAKY]])
    const { status, attempts, retrySkipped } = testNamed(step, FLAKY)
    expect([status, attempts, retrySkipped?.kind]).toEqual(['failed', [], 'lost'])
    for (const report of [comment, step.log]) expect(report).toContain('the retry gave no result')
  })
})
