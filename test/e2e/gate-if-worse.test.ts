// Mode gate-if-worse: which failures block, what is retried, and that no re-run turns a break green.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import {
  AGENT,
  BROKEN,
  earlierRuns,
  FLAKY,
  FLAKY_ONCE,
  flakyAgent,
  KNOWN,
  launches,
  openedAnHourAgo,
} from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { testNamed } from './results-file.ts'

const GENEROUS = '240'

async function compare(
  context: TestContext,
  agents: readonly SimulatedAgent[],
  inputs: Readonly<Record<string, string>> = {},
) {
  const harness = await createHarness({ agents, concurrency: 8 }, context.onTestFinished)
  const run = (env: Readonly<Record<string, string>> = {}) =>
    harness.run({
      with: { mode: 'gate-if-worse', timeout: GENEROUS, ...inputs },
      event: openedAnHourAgo(),
      env,
    })
  const step = await run()
  return { harness, run, step, comment: harness.comments()[0] ?? '' }
}

describe.concurrent('gate-if-worse', () => {
  it('fails if a test broke; known failures and flaky tests do not block', async (context) => {
    const rates = { ...FLAKY_ONCE.rates, [KNOWN]: 1 }
    const agent = flakyAgent({ ...FLAKY_ONCE, rates, breaks: { [BROKEN]: 11 } })
    const { step, harness, comment } = await compare(context, [agent])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      verdict: 'failed',
      total: '16',
      passed: '14',
      failed: '2',
      flaky: '1',
      broken: '1',
      // All 16 tests, then two again, then one of them.
      'executed-tests': '19',
      'pass-rate': '81.3',
      'previous-pass-rate': '93.8',
    })
    expect(comment).toContain('1 of 16 tests broke')
    expect(comment).toContain('failed 3 of 3 attempts')
    expect(comment).toContain('passed all of its last 10 runs')
    expect(comment).toContain('Not blocking: 1 known failure, 1 flaky test')
    expect(comment.indexOf('1 test broke')).toBeLessThan(comment.indexOf('#### ➖ 1 known failure'))
    expect(launches(harness, step)).toEqual(['all', [BROKEN, FLAKY], [BROKEN]])
    const classes = [BROKEN, KNOWN, FLAKY].map((name) => testNamed(step, name).baseline?.class)
    expect(classes).toEqual(['broken', 'known-failure', 'flaky'])
  })

  it('fails again when the job is re-run three times and the pull request is pushed to twice', async (context) => {
    const { step, run, harness } = await compare(context, [flakyAgent({ breaks: { [BROKEN]: 11 } })])
    const again = [
      { GITHUB_RUN_ATTEMPT: '2' },
      { GITHUB_RUN_ATTEMPT: '3' },
      { GITHUB_RUN_ATTEMPT: '4' },
      { GITHUB_RUN_ID: '1002' },
      { GITHUB_RUN_ID: '1003' },
    ]
    const steps = [step]
    for (const env of again) steps.push(await run(env))
    for (const each of steps) {
      expect(each.exitCode).toBe(1)
      expect(each.outputs).toMatchObject({
        verdict: 'failed',
        broken: '1',
        'pass-rate': '93.8',
        'previous-pass-rate': '100.0',
      })
    }
    expect(launches(harness, step)).toEqual(steps.flatMap(() => ['all', [BROKEN], [BROKEN]]))
    expect(harness.comments()).toHaveLength(1)
  })

  it('passes with a flaky test, and names it', async (context) => {
    const { step, harness, comment } = await compare(context, [flakyAgent(FLAKY_ONCE)])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({
      verdict: 'passed',
      passed: '16',
      failed: '0',
      flaky: '1',
      broken: '0',
      'pass-rate': '93.8',
      'previous-pass-rate': '100.0',
    })
    expect(comment).toContain('all 16 tests passed, 1 test only on retry')
    for (const report of [comment, step.summary, step.log]) expect(report).toContain(FLAKY)
    expect(step.annotations).toMatchObject([
      { level: 'warning', message: expect.stringContaining(`- ${FLAKY} (flaky; passed on attempt 2;`) },
    ])
    expect(launches(harness, step)).toEqual(['all', [FLAKY]])
  })

  it('passes with a known failure and a failing new test, and retries neither', async (context) => {
    const added = `${BROKEN} (variation 2)`
    const agent = flakyAgent(
      { rates: { [KNOWN]: 1 }, breaks: { [added]: 1 } },
      { history: earlierRuns(10, { parameters: { tests: 10 } }) },
    )
    const { step, harness, comment } = await compare(context, [agent])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({
      verdict: 'passed',
      failed: '2',
      broken: '0',
      // Of the ten compared tests.
      'pass-rate': '90.0',
      'previous-pass-rate': '90.0',
    })
    expect(comment).toContain('Good to merge, no test broke')
    expect(testNamed(step, added).baseline).toEqual({ class: 'new', failures: 0, runs: 0 })
    expect(testNamed(step, KNOWN).baseline).toEqual({ class: 'known-failure', failures: 10, runs: 10 })
    expect(launches(harness, step)).toEqual(['all'])
  })

  it('fails at once if many tests fail together, and retries nothing', async (context) => {
    const names = [BROKEN, KNOWN, FLAKY]
    const agent = flakyAgent({ breaks: Object.fromEntries(names.map((name) => [name, 11])) })
    const { step, harness, comment } = await compare(context, [agent])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({ verdict: 'failed', failed: '3', broken: '0', 'pass-rate': '81.3' })
    expect(comment).toContain('Expected from earlier runs: fewer than 0.1 failures.')
    expect(launches(harness, step)).toEqual(['all'])
  })

  it('passes if a test fails too often to say that it got worse, and says so', async (context) => {
    // Failed in five of ten runs: not more than half, so it is no known failure.
    const history = [...earlierRuns(5, { failing: [BROKEN] }), ...earlierRuns(5)]
    const agent = flakyAgent({ breaks: { [BROKEN]: 11 } }, { history })
    const { step, harness, comment } = await compare(context, [agent])
    expect(step.exitCode).toBe(0)
    expect(step.outputs).toMatchObject({ verdict: 'passed', failed: '1', broken: '0' })
    expect(testNamed(step, BROKEN).baseline).toEqual({ class: 'unreliable', failures: 5, runs: 10 })
    expect(comment).toContain('failed 6 of 6 attempts')
    expect(step.annotations.map(({ level }) => level)).toContain('warning')
    expect(launches(harness, step)).toEqual(['all', ...Array.from({ length: 5 }, () => [BROKEN])])
  })

  it('compares all agents together, and retries each on its own', async (context) => {
    const other = flakyAgent({ breaks: { [BROKEN]: 11 } }, { name: `${AGENT} (EU)` })
    const { step, harness } = await compare(context, [flakyAgent({ rates: { [KNOWN]: 1 } }), other])
    expect(step.exitCode).toBe(1)
    expect(step.outputs).toMatchObject({
      verdict: 'failed',
      broken: '1',
      'pass-rate': '93.8',
      'previous-pass-rate': '96.9',
    })
    expect(launches(harness, step)).toEqual(['all', 'all', [BROKEN], [BROKEN]])
  })

  it('is inconclusive if an agent is, and still fails if a test of another one broke', async (context) => {
    const outage = { name: 'Beta', scenario: 'fails-as-run', parameters: { durationMs: 200 } } as const
    const { step } = await compare(context, [flakyAgent({}), outage])
    expect(step.outputs).toMatchObject({ verdict: 'inconclusive', failed: '0' })
    expect(step.exitCode).toBe(1)
    const both = await compare(context, [flakyAgent({ breaks: { [BROKEN]: 11 } }), outage])
    expect(both.step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
  })

  it('with retries: 0, retries only to tell whether a test broke', async (context) => {
    const { step, harness } = await compare(context, [flakyAgent({ breaks: { [BROKEN]: 11 } })], {
      retries: '0',
    })
    expect(step.outputs).toMatchObject({ verdict: 'failed', broken: '1' })
    expect(launches(harness, step)).toEqual(['all', [BROKEN], [BROKEN]])
  })
})
