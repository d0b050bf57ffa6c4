// The baseline of mode gate-if-worse: where it ends on each event, and what the reader sees of it.
import { describe, expect, it, type TestContext } from 'vitest'
import type { SimulatedAgent } from '../../simulator/src/index.ts'
import type { StepOptions } from '../support/runner/run-step.ts'
import { AGENT, BROKEN, earlierRuns, flakyAgent } from './flaky-agent.ts'
import { createHarness, HEAD_SHA, PULL_REQUEST } from './harness.ts'
import { resultsOf, testNamed } from './results-file.ts'

const DAY_MS = 86_400_000
const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000

/** A job in which a test breaks. Half an hour before, it failed in more runs than a baseline has. */
async function runAfterBadRuns(
  context: TestContext,
  agent: SimulatedAgent,
  job: Pick<StepOptions, 'eventName' | 'event'>,
  badRuns = 12,
) {
  const harness = await createHarness({ agents: [agent], concurrency: 8 }, context.onTestFinished)
  for (let number = 0; number < badRuns; number += 1)
    harness.simulator.addRun(AGENT, {
      scenario: 'all-pass',
      failing: [BROKEN],
      launchedAt: hoursAgo(0.5) + number,
    })
  const step = await harness.run({ with: { mode: 'gate-if-worse', timeout: '240' }, ...job })
  return { step, comment: harness.comments()[0] ?? '' }
}

const mergeGroup = {
  head_ref: `refs/heads/gh-readonly-queue/main/pr-${PULL_REQUEST}-${HEAD_SHA}`,
  head_sha: HEAD_SHA,
}
const anHourAgo = () => new Date(hoursAgo(1)).toISOString()

describe.concurrent('the baseline ends', () => {
  const cases: readonly (readonly [string, string, () => object, 'broken' | 'known-failure'])[] = [
    ['at the push', 'push', () => ({ repository: { pushed_at: Math.floor(hoursAgo(1) / 1000) } }), 'broken'],
    [
      'at the head commit of a merge group',
      'merge_group',
      () => ({ merge_group: { ...mergeGroup, head_commit: { timestamp: anHourAgo() } } }),
      'broken',
    ],
    ['at the start of a scheduled job', 'schedule', () => ({ schedule: '17 3 * * *' }), 'known-failure'],
  ]

  it.for(cases)('%s', async ([, eventName, event, expected], context) => {
    // The bad runs and the history are 22 runs, so the break starts at run 23.
    const agent = flakyAgent({ breaks: { [BROKEN]: 23 } })
    const { step } = await runAfterBadRuns(context, agent, { eventName, event: event() })
    const failures = expected === 'broken' ? 0 : 10
    expect(testNamed(step, BROKEN).baseline).toEqual({ class: expected, failures, runs: 10 })
    expect(step.exitCode).toBe(expected === 'broken' ? 1 : 0)
  })
})

describe.concurrent('the reader sees', () => {
  const startingDaysAgo = (days: number) =>
    flakyAgent(
      {},
      {
        history: earlierRuns(10).map((run, age) => ({
          ...run,
          launchedAt: Date.now() - (days + age) * DAY_MS,
        })),
      },
    )
  const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

  it('how many runs the baseline has, from when to when, and links to the newest', async (context) => {
    const { step, comment } = await runAfterBadRuns(context, startingDaysAgo(3), {}, 0)
    const text = `10 runs from ${dayOf(12)} to ${dayOf(3)}`
    const runs = resultsOf(step).agents[0]?.baseline?.runs ?? []
    expect(runs).toHaveLength(10)
    const links = runs.slice(0, 3).map(({ url }, age) => `[${dayOf(3 + age)}](${url})`)
    for (const report of [comment, step.summary])
      expect(report).toContain(`- Support bot: ${text} (${links.join(', ')}, …)`)
    expect(step.log).toContain(`Support bot: baseline of ${text}`)
  })

  it.for([
    [13, false],
    [15, true],
  ] as const)('whether its newest run is older than 14 days: %i days', async ([days, isOld], context) => {
    const { step, comment } = await runAfterBadRuns(context, startingDaysAgo(days), {}, 0)
    expect(step.outputs).toMatchObject({ verdict: 'passed' })
    for (const report of [comment, step.summary, step.log])
      expect(report.includes(`the newest earlier run is ${days} days old`)).toBe(isOld)
  })
})
