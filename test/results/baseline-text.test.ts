// The earlier runs of an agent, in words.
import { describe, expect, it } from 'vitest'
import { baselineText, nothingToCompareWith, staleText } from '../../src/results/baseline-text.ts'
import { baselineFor, withoutEarlierRuns } from '../fixtures/baselines.ts'
import { support } from '../fixtures/sample-agents.ts'
import { endedAt, outcome, passed, resultsOf } from '../fixtures/samples.ts'

const DAY_MS = 86_400_000

/** The baseline of runs so many days ago; null if the service does not say when. */
function baselineOf(daysAgo: readonly (number | null)[]) {
  const earlier = baselineFor(
    support,
    daysAgo.map(() => 12),
  )
  const runs = earlier.runs.map((run, index) => {
    const days = daysAgo[index] ?? null
    return { ...run, createdAt: days === null ? null : endedAt - days * DAY_MS }
  })
  const results = resultsOf(outcome([support], 1000, { earlierRuns: [{ ...earlier, runs }] }))
  const [agent] = results.agents
  if (agent?.baseline == null) throw new Error('no baseline')
  return { results, agent, baseline: agent.baseline }
}

describe('the earlier runs', () => {
  it.each([
    ['3 runs from 2026-11-11 to 2026-11-20', [1, 10, 2]],
    ['2 runs on 2026-11-20', [1, 1]],
    ['2 runs', [null, null]],
    ['2 runs on 2026-11-20', [null, 1]],
  ])('are %s', (text, daysAgo) => {
    expect(baselineText(baselineOf(daysAgo).baseline)).toBe(text)
  })

  it.each([
    [[14], null],
    [[15], 'the newest earlier run is 15 days old'],
    [[null, 20, 16], 'the newest earlier run is 16 days old'],
    [[null], null],
    [[], null],
  ])('are stale from two weeks on: %j', (daysAgo, text) => {
    const { agent, results } = baselineOf(daysAgo)
    expect(staleText(agent, results)).toBe(text)
    const control = { uuid: 'production', name: 'Production', problem: null }
    expect(staleText({ ...agent, control }, results)).toBeNull()
  })

  it('are missing, or those of one agent too recent', () => {
    const agents = [passed('A', 1), passed('B', 1)]
    const reason = (tooRecent: number) =>
      nothingToCompareWith(
        resultsOf(
          outcome(agents, 1, {
            earlierRuns: agents.map((each, index) => withoutEarlierRuns(each, index * tooRecent)),
          }),
        ),
      )
    expect(reason(0)).toBe('there are no earlier results to compare with')
    expect(reason(2)).toBe('the earlier runs are too recent to compare with')
    expect(nothingToCompareWith(resultsOf(outcome(agents, 1)))).toBe(reason(0))
  })
})
