// What excuses a failing test: not the runs of the change itself, whenever they were made.
import { describe, expect, it } from 'vitest'
import { AGENT, BROKEN, flakyAgent, openedAnHourAgo } from './flaky-agent.ts'
import { createHarness, HEAD_SHA, PULL_REQUEST } from './harness.ts'
import { testNamed } from './results-file.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Ten nights in which all tests passed, and two of a branch, a day or two ago, that broke one. */
function brokenByBranch(tests: number) {
  const agent = flakyAgent({ breaks: { [BROKEN]: 11 } })
  const history = Array.from({ length: 12 }, () => ({ scenario: 'flaky' as const }))
  return { ...agent, history, parameters: { tests, durationMs: 100 } }
}

/** The first of all tests. */
const ONLY = 'Refund inside 30 days'

const event = openedAnHourAgo()
const inputs = { mode: 'gate-if-worse', timeout: '240' }

describe.concurrent.for([3, 30])('of %i tests, one that two pushes of a branch broke', (tests) => {
  it('blocks the pull request that is opened then', async (context) => {
    const harness = await createHarness({ agents: [brokenByBranch(tests)] }, context.onTestFinished)
    harness.github.commitDates.set(PULL_REQUEST, [daysAgo(2.5), daysAgo(1.5)])
    const step = await harness.run({ with: inputs, event })
    expect([step.exitCode, step.outputs['broken']]).toEqual([1, '1'])
    const { cause, earlier } = testNamed(step, BROKEN)
    expect([cause, earlier?.runs, earlier?.failures, earlier?.later]).toEqual([
      ...['changed', 10, 0],
      { passed: 0, total: 2 },
    ])
    for (const text of [harness.comments()[0] ?? '', step.log])
      expect(text).toContain('failed 5 of 5, before 0 of 10, later 2 of 2; the agent probably changed after ')
  })

  it('blocks the push that merges it', async (context) => {
    const harness = await createHarness({ agents: [brokenByBranch(tests)] }, context.onTestFinished)
    harness.github.commitDates.set(PULL_REQUEST, [daysAgo(2.5)])
    const merged = { merged_at: daysAgo(0), merge_commit_sha: HEAD_SHA, state: 'closed' }
    harness.github.pullRequests.set(PULL_REQUEST, { ...event.pull_request, ...merged })
    const { repository } = event
    const push = {
      ...{ after: HEAD_SHA, ref: 'refs/heads/main' },
      repository: { ...repository, default_branch: 'main', pushed_at: Math.floor(Date.now() / 1000) },
    }
    const step = await harness.run({
      eventName: 'push',
      event: push,
      with: inputs,
      env: { GITHUB_SHA: HEAD_SHA },
    })
    expect([step.exitCode, testNamed(step, BROKEN).cause]).toEqual([1, 'changed'])
  })
})

it.concurrent('a job that is run again is compared as its first attempt was', async (context) => {
  const harness = await createHarness({ agents: [brokenByBranch(3)] }, context.onTestFinished)
  harness.github.workflowRun.firstAttemptAt = daysAgo(2.5)
  const step = await harness.run({
    eventName: 'schedule',
    event: {},
    with: inputs,
    env: { GITHUB_RUN_ATTEMPT: '2' },
  })
  expect([step.exitCode, testNamed(step, BROKEN).earlier?.failures]).toEqual([1, 0])
})

it.concurrent('a date that the author made up decides nothing', async (context) => {
  const harness = await createHarness({ agents: [brokenByBranch(3)] }, context.onTestFinished)
  harness.github.commitDates.set(PULL_REQUEST, ['2001-01-01T00:00:00Z'])
  const step = await harness.run({ with: inputs, event })
  expect([step.exitCode, testNamed(step, BROKEN).earlier?.failures]).toEqual([0, 2])
  expect(step.log).toContain(AGENT)
})

describe.concurrent.for([3, 30])(
  'of %i tests, one that main had broken when a pull request was opened',
  (tests) => {
    it('blocks once six nights have passed', async (context) => {
      const night = (failing: readonly string[]) => ({ scenario: 'flaky' as const, failing })
      const nights = [
        ...Array.from({ length: 6 }, () => night([])),
        ...Array.from({ length: 10 }, () => night([BROKEN])),
      ]
      const agent = {
        ...flakyAgent({ breaks: { [BROKEN]: 17 } }),
        parameters: { tests, durationMs: 100 },
        history: nights,
      }
      const harness = await createHarness({ agents: [agent] }, context.onTestFinished)
      const opened = { ...event, pull_request: { ...event.pull_request, created_at: daysAgo(6.5) } }
      const step = await harness.run({ with: inputs, event: opened })
      const { cause, earlier } = testNamed(step, BROKEN)
      expect([step.exitCode, cause, earlier?.runs, earlier?.failures]).toEqual([1, 'changed', 6, 0])
      expect(step.log).not.toContain('not broken by this change')
    })
  },
)

it.concurrent('the retries of a bad night are one run', async (context) => {
  const night = (day: number) => ({ scenario: 'flaky' as const, launchedAt: Date.now() - day * DAY_MS })
  const bad = Array.from({ length: 6 }, (_, round) => ({ ...night(2 - round / 200), failing: [ONLY] }))
  const history = [...bad.toReversed(), ...Array.from({ length: 9 }, (_, index) => night(3 + index))]
  const agent = {
    ...flakyAgent({ breaks: { [ONLY]: 16 } }),
    parameters: { tests: 1, durationMs: 100 },
    history,
  }
  const harness = await createHarness({ agents: [agent] }, context.onTestFinished)
  const step = await harness.run({ with: { ...inputs, mode: 'gate' }, event })
  expect(testNamed(step, ONLY).earlier).toMatchObject({ runs: 10, failures: 1 })
})
