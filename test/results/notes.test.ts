// The earlier runs of an agent, in words.
import { describe, expect, it } from 'vitest'
import { publishedBaseline } from '../../src/gate/history/baseline.ts'
import { agentNotes, baselineText } from '../../src/results/notes.ts'
import { plain } from '../../src/results/sentence.ts'
import { baselineFor } from '../fixtures/baselines.ts'
import { support } from '../fixtures/sample-agents.ts'
import { endedAt } from '../fixtures/samples.ts'

const DAY_MS = 86_400_000

/** The baseline of runs so many days ago. */
function baselineOf(daysAgo: readonly number[]) {
  const earlier = baselineFor(
    support,
    daysAgo.map(() => 12),
  )
  const runs = earlier.runs.map((run, index) => {
    const days = daysAgo[index] ?? 0
    const createdAt = new Date(endedAt - days * DAY_MS).toISOString()
    return { run: { ...run, createdAt }, evaluators: new Map(), isUnread: false, isLater: false }
  })
  const none = { otherRuns: 0, gone: null, problem: null }
  const read = {
    earlier: runs,
    withoutResult: 0,
    histories: new Map(),
    tooRecent: 0,
    startedAt: endedAt,
    ...none,
  }
  return { agent: support, baseline: publishedBaseline(read, null, endedAt).baseline }
}

describe('the earlier runs', () => {
  it.each([
    ['3 runs from 2026-11-11 to 2026-11-20', [1, 10, 2]],
    ['2 runs on 2026-11-20', [1, 1]],
  ])('are %s', (text, daysAgo) => {
    expect(baselineText(baselineOf(daysAgo).baseline)).toBe(text)
  })

  it.each([
    [[14], 0, '14 days old; run its tests regularly, for example every night'],
    [[20, 16], 0, '16 days old; run its tests regularly, for example every night'],
    [[40], 15, '40 days old; 15 later runs may contain the change, and excuse nothing'],
    [[13], 0, null],
    [[], 0, null],
  ])('are stale from two weeks on: %j', (daysAgo, tooRecent, text) => {
    const { agent, baseline } = baselineOf(daysAgo)
    const notes = agentNotes({ ...agent, baseline: { ...baseline, tooRecent } }).map((note) => plain(note))
    expect(notes).toEqual(text === null ? [] : [expect.stringContaining(`its newest earlier run is ${text}`)])
  })
})
