import { describe, expect, it } from 'vitest'
import type { VerdictStatus } from '../src/gate/results.ts'
import { outcomeOf } from '../src/results-outcome.ts'
import { outcomeOfTests as outcome, resultsText as textOf } from './fixtures/results-texts.ts'
import { sampleOutcome } from './fixtures/sample-outcome.ts'
import { scenarios } from './fixtures/scenarios.ts'

const passed = textOf(outcome('Ada', 'passed', 'flaky'))
const failed = textOf(outcome('Bob', 'passed', 'failed'))

describe('a file that contradicts itself', () => {
  type Change = (file: ReturnType<typeof JSON.parse>) => void
  it.each<[string, string, Change, VerdictStatus]>([
    [
      'a verdict better than its tests',
      failed,
      (file) => {
        file.verdict = 'passed'
      },
      'failed',
    ],
    [
      'a verdict worse than its tests',
      passed,
      (file) => {
        file.verdict = 'failed'
      },
      'failed',
    ],
    [
      'totals without the failing test',
      failed,
      (file) => {
        file.totals.failed = 0
      },
      'failed',
    ],
    [
      'totals with more failing tests',
      passed,
      (file) => {
        file.totals.failed = 1
      },
      'inconclusive',
    ],
    [
      'everything but the tests says passed',
      failed,
      (file) => {
        file.verdict = 'passed'
        file.totals = { total: 2, passed: 2, failed: 0, flaky: 0 }
        file.agentTotals = { passed: 1, failed: 0, inconclusive: 0, skipped: 0 }
        file.agents[0].outcome = 'passed'
        file.agents[0].run.counts = { total: 2, passed: 2, failed: 0 }
      },
      'failed',
    ],
    [
      'an agent that is skipped although it ran',
      failed,
      (file) => {
        file.agents[0].outcome = 'skipped'
      },
      'failed',
    ],
    [
      'no counts',
      passed,
      (file) => {
        file.agents[0].run.counts = null
      },
      'inconclusive',
    ],
  ])('is never better than its tests: %s', (_what, text, change, status) => {
    const file = JSON.parse(text)
    change(file)
    expect(outcomeOf(file)).toMatchObject({ contradictory: true, outcome: { verdict: { status } } })
  })

  it('in mode gate-if-worse: broken tests that it does not count', () => {
    const file = JSON.parse(textOf(sampleOutcome))
    file.comparison.classes.broken = 0
    expect(outcomeOf(file).outcome.comparison?.classes.broken).toBe(1)
  })
})

it.each(Object.entries(scenarios))(
  'the results file of the scenario "%s" means what its outcome means',
  (_name, { outcome: given }) => {
    const file = JSON.parse(textOf(given))
    const read = outcomeOf(file)
    expect(read.contradictory).toBe(false)
    expect(read.outcome.verdict).toEqual(given.verdict)
  },
)
