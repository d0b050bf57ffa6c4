// Mode gate with retries: what a retry makes of a failing test.
import { describe, expect, it, type TestContext } from 'vitest'
import type { Flakiness } from '../../simulator/src/index.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { BROKEN, FLAKY, FLAKY_ONCE, flakyAgent, launches } from './flaky-agent.ts'
import { APP_URL, createHarness, requestsOf } from './harness.ts'
import { junitOf, testNamed } from './results-file.ts'

interface Case {
  readonly flakiness: Flakiness
  readonly tests?: number
  readonly rules?: readonly ProxyRule[]
  readonly inputs?: Readonly<Record<string, string>>
}

async function harnessFor(context: TestContext, { flakiness, tests = 16, rules = [] }: Case) {
  const agent = flakyAgent(flakiness, { parameters: { tests, durationMs: 200 } })
  return createHarness({ agents: [agent], concurrency: 8, faultProxy: { rules } }, context.onTestFinished)
}

const inputsOf = ({ inputs }: Case) => ({ with: { retries: '2', timeout: '240', ...inputs } })

async function runWithRetries(context: TestContext, given: Case) {
  const harness = await harnessFor(context, given)
  const step = await harness.run(inputsOf(given))
  return { harness, step, comment: harness.comments()[0] ?? '' }
}

const breaks = { [BROKEN]: 11 }

describe.concurrent('a failing test', () => {
  it('that passes a retry is flaky and counts as passed; every report says so', async (context) => {
    const { step, harness, comment } = await runWithRetries(context, { flakiness: FLAKY_ONCE })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({
      verdict: 'passed',
      total: '16',
      passed: '16',
      failed: '0',
      flaky: '1',
      broken: '',
      'executed-tests': '17',
      cost: expect.stringMatching(/^0\.\d+$/),
    })
    expect(launches(harness, step)).toEqual(['all', [FLAKY]])
    expect(comment).toContain('all 16 tests passed, 1 test only on retry')
    expect(comment).toContain(FLAKY)
    expect(comment).toContain('passed on attempt 2')
    for (const report of [step.log, step.summary]) expect(report).toContain(FLAKY)
    expect(step.annotations.map(({ level }) => level)).toEqual(['warning'])

    const { status, attempts } = testNamed(step, FLAKY)
    expect(status).toBe('flaky')
    expect(attempts.map((attempt) => attempt.status)).toEqual(['failed', 'passed'])
    const polled = [...new Set(requestsOf(harness, 'poll').map(({ path }) => path.split('/').at(-1)))]
    expect(attempts.map(({ taskId }) => taskId)).toEqual(polled)
    expect(attempts.map(({ url }) => url)).toEqual(
      polled.map((taskId) => `${APP_URL}/tests?tab=runs&runId=${taskId}`),
    )
    expect(junitOf(step).match(/<flakyFailure /g)).toHaveLength(1)
    expect(junitOf(step)).not.toMatch(/<failure |<rerunFailure /)
  })

  it('that fails every retry is still a failure', async (context) => {
    const { step, harness, comment } = await runWithRetries(context, { flakiness: { breaks } })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', passed: '15', failed: '1', flaky: '0' })
    expect(launches(harness, step)).toEqual(['all', [BROKEN], [BROKEN]])
    expect(comment).toContain('failed 3 of 3 attempts')
    const { status, attempts } = testNamed(step, BROKEN)
    expect(status).toBe('failed')
    expect(attempts.map((attempt) => attempt.status)).toEqual(['failed', 'failed', 'failed'])
    expect(new Set(attempts.map(({ taskId }) => taskId)).size).toBe(3)
    expect(junitOf(step).match(/<failure /g)).toHaveLength(1)
    expect(junitOf(step).match(/<rerunFailure /g)).toHaveLength(2)
  })

  it('is not run again in mode gate unless asked', async (context) => {
    const inputs = { retries: '' }
    const { step, harness } = await runWithRetries(context, { flakiness: { breaks }, inputs })
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1' })
    expect(launches(harness, step)).toEqual(['all'])
  })

  it('is retried in mode report too, which never fails the job', async (context) => {
    const flakiness = { ...FLAKY_ONCE, breaks }
    const { step, harness } = await runWithRetries(context, {
      flakiness,
      inputs: { mode: 'report', retries: '1' },
    })
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1', flaky: '1' })
    expect(launches(harness, step)).toEqual(['all', [BROKEN, FLAKY]])
  })

  it('is not retried if more than half of the tests of its agent failed', async (context) => {
    const names = ['Refund inside 30 days', 'Password reset mail does not arrive', BROKEN]
    const { step, harness } = await runWithRetries(context, {
      tests: 4,
      flakiness: { breaks: Object.fromEntries(names.map((name) => [name, 11])) },
    })
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '3' })
    expect(launches(harness, step)).toEqual(['all'])
    expect(testNamed(step, BROKEN).retrySkipped).toEqual({ kind: 'too-many-failures', message: null })
  })

  it('without an ID that the service can run is not retried, which is said', async (context) => {
    const anonymous = (body: string) =>
      JSON.stringify({
        ...JSON.parse(body),
        results: JSON.parse(body).results.map((row: object) => ({
          ...row,
          test_case_id: null,
          test_uuid: null,
        })),
      })
    const { step, harness, comment } = await runWithRetries(context, {
      flakiness: { breaks },
      rules: [
        ({ kind }) =>
          kind === 'poll' || kind === 'details' ? { kind: 'rewrite', change: anonymous } : undefined,
      ],
    })
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1', flaky: '0' })
    expect(launches(harness, step)).toEqual(['all'])
    expect(testNamed(step, BROKEN).retrySkipped).toEqual({ kind: 'no-id', message: null })
    for (const report of [comment, step.log])
      expect(report).toContain('not run again, because the service reported no ID for this test alone')
  })
})

interface Run {
  readonly status: string
  readonly test_uuids: readonly string[]
  readonly results: readonly { readonly name: string }[]
}

describe.concurrent('a retry that passes does not count', () => {
  const failing = { test_uuid: 'other', name: 'Another test', passed: false }
  const cases: readonly (readonly [string, (run: Run) => object])[] = [
    [
      'if its run also has another test, which failed',
      ({ test_uuids: uuids, results }) => ({
        test_uuids: [...uuids, 'other'],
        results: [...results, failing],
        total_tests: 2,
        failed: 1,
      }),
    ],
    ['if its run is linked to another test', () => ({ test_uuids: ['other'] })],
    [
      'if its row has another name',
      ({ results }) => ({ results: results.map((row) => ({ ...row, name: 'Another' })) }),
    ],
    ['if its run has far more tests than rows', () => ({ total_tests: 1e15 })],
  ]

  it.for(cases)('%s', async ([, change], context) => {
    const rewrite = (body: string) => {
      const run: Run = JSON.parse(body)
      return run.status === 'done' && run.test_uuids.length === 1
        ? JSON.stringify({ ...run, ...change(run) })
        : body
    }
    const rules: ProxyRule[] = [
      ({ kind }) =>
        kind === 'poll' || kind === 'details' ? { kind: 'rewrite', change: rewrite } : undefined,
    ]
    const { step, harness, comment } = await runWithRetries(context, { flakiness: FLAKY_ONCE, rules })
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', total: '16', failed: '1', flaky: '0' })
    expect(launches(harness, step)).toEqual(['all', [FLAKY]])
    const { status, attempts, retrySkipped } = testNamed(step, FLAKY)
    expect([status, attempts, retrySkipped?.kind]).toEqual(['failed', [], 'lost'])
    for (const report of [comment, step.log]) expect(report).toContain('the retry gave no result')
  })
})
