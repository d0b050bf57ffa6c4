// What the reader sees of the baseline of mode gate-if-worse.
import { expect, it } from 'vitest'
import { earlierRuns, flakyAgent } from './flaky-agent.ts'
import { createHarness } from './harness.ts'
import { resultsOf } from './results-file.ts'

const DAY_MS = 86_400_000

it('says how many runs the baseline has, from when to when, and links to the newest', async (context) => {
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

  const harness = await createHarness(
    { agents: [startingDaysAgo(3)], concurrency: 8 },
    context.onTestFinished,
  )
  const step = await harness.run({ with: { mode: 'gate-if-worse', timeout: '240' } })
  const comment = harness.comments()[0] ?? ''
  const text = `10 runs from ${dayOf(12)} to ${dayOf(3)}`
  const runs = resultsOf(step).agents[0]?.baseline?.runs ?? []
  expect(runs).toHaveLength(10)
  const links = runs.slice(0, 3).map(({ url }, age) => `[${dayOf(3 + age)}](${url})`)
  for (const report of [comment, step.summary])
    expect(report).toContain(`- Support bot: ${text} (${links.join(', ')}, …)`)
  expect(step.log).toContain(`Support bot: baseline of ${text}`)
})
