// Mode gate with retries: what a retry makes of a failing test.
import { describe, expect, it, type TestContext } from 'vitest'
import type { Flakiness } from '../../simulator/src/index.ts'
import type { ProxyRule } from './faults/fault-proxy.ts'
import { AGENT, BROKEN, FLAKY, FLAKY_ONCE, flakyAgent, launches } from './flaky-agent.ts'
import { APP_URL, createHarness, requestsOf } from './harness.ts'
import { junitOf, testNamed } from './results-file.ts'

/** Changes the answers about runs. */
const onReads =
  (change: (body: string) => string): ProxyRule =>
  ({ kind }) =>
    kind === 'poll' || kind === 'details' ? { kind: 'rewrite', change } : undefined

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

interface Run {
  readonly status: string
  readonly test_uuids: readonly string[]
  readonly passed: number | null
  readonly results: readonly { readonly name: string }[]
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
    expect(step.annotations).toMatchObject([{ level: 'warning', title: `${AGENT}: 1 flaky test` }])
    expect(step.annotations[0]?.message).toContain(`- ${FLAKY} (flaky; passed on attempt 2)`)

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
    expect(attempts.map(({ reply, reasoning }) => [typeof reply, typeof reasoning])).toEqual(
      attempts.map(() => ['string', 'string']),
    )
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
    expect(testNamed(step, BROKEN).retrySkipped).toMatchObject({ kind: 'too-many-failures' })
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
      rules: [onReads(anonymous)],
    })
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '1', flaky: '0' })
    expect(launches(harness, step)).toEqual(['all'])
    expect(testNamed(step, BROKEN).retrySkipped).toMatchObject({ kind: 'no-id' })
    for (const report of [comment, step.log])
      expect(report).toContain('not run again, because the service reported no ID for this test alone')
  })
})

describe.concurrent('an unanswered test', () => {
  /** The first run gets no answer for one test. */
  const losesOneAnswer = (body: string) => {
    const run: Run = JSON.parse(body)
    if (run.test_uuids.length === 1) return body
    const results = run.results.map((row) =>
      row.name === FLAKY ? { ...row, passed: null, unanswered: true } : row,
    )
    const counts = run.status === 'done' && { passed: (run.passed ?? 0) - 1, unanswered_tests: 1 }
    return JSON.stringify({ ...run, results, ...counts })
  }

  it.for(['gate', 'gate-if-worse'])(
    'that passes when run again passed, in mode %s',
    async (mode, context) => {
      const { step, harness } = await runWithRetries(context, {
        flakiness: {},
        inputs: { mode },
        rules: [onReads(losesOneAnswer)],
      })
      expect(step.exitCode).toBe(0)
      expect(step.outputs).toMatchObject({ verdict: 'passed', passed: '16', failed: '0', flaky: '0' })
      expect(testNamed(step, FLAKY).attempts.map(({ status }) => status)).toEqual(['unanswered', 'passed'])
      expect(launches(harness, step)).toEqual(['all', [FLAKY]])
    },
  )
})

describe.concurrent('retries that are not from 0 to 5', () => {
  it.for(['-1', '6', '1.5', 'many'])('are an error before any request: %s', async (retries, context) => {
    const { step, harness } = await runWithRetries(context, { flakiness: {}, inputs: { retries } })
    expect(step.exitCode).toBe(1)
    expect(step.annotations).toMatchObject([{ level: 'error' }])
    expect(step.annotations[0]?.message).toMatch(/^Input "retries": .*0 to 5/)
    expect(harness.requests()).toEqual([])
  })
})
