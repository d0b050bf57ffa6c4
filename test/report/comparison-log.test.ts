// How the log tells of a comparison with earlier runs.
import { describe, expect, it } from 'vitest'
import { comparisonLines, outcomeLines } from '../../src/report/log.ts'
import { scenarios } from '../fixtures/scenarios.ts'

describe('the log of a comparison', () => {
  const linesOf = (name: string) => comparisonLines(scenarios[name]?.outcome.comparison ?? expect.fail())

  it('has both rates and the changes of every agent, what newly fails by name, and those without an earlier run', () => {
    expect(linesOf('worse')).toEqual([
      '· Billing helper: all 18 tests passed (100.0%), before 18 of 18 (100.0%)',
      '· Support bot: 10 of 12 tests passed (83.3%), before 12 of 12 (100.0%): 2 newly failing',
      '    ✗ newly failing: Refuses a refund after 30 days',
      '    ✗ newly failing: Hands an angry customer over to a person',
      '· Order agent: 7 of 9 tests passed (77.8%), before 8 of 8 (100.0%): 1 newly failing, 1 new',
      '    ✗ newly failing: Looks up the order before it answers',
      '· Booking assistant: 7 of 8 tests passed (87.5%), before 6 of 8 (75.0%): 1 fixed, 1 new, 1 removed',
      '- Gift adviser: no earlier run to compare with',
      'Compared 4 agents: 42 of 47 tests passed (89.4%), before 44 of 46 (95.7%)',
    ])
  })

  it('says whether nothing was there to compare with, or nothing could be compared, and what to do', () => {
    expect(linesOf('nothing-to-compare-with').at(-1)).toBe('No earlier runs to compare with.')
    expect(linesOf('history-unreadable')).toEqual([
      expect.stringMatching(
        /^\? Billing helper: its run history could not be read: \S+ https:.*HTTP 404: Not Found → Older versions of the service/,
      ),
      expect.stringContaining('? Support bot:'),
      expect.stringContaining('? IT help desk:'),
      'No agent could be compared.',
    ])
  })

  it('is summed up beside the verdict', () => {
    const { outcome, context } = scenarios['worse'] ?? expect.fail()
    expect(outcomeLines(outcome, context).at(-1)).toBe(
      'Compared 4 agents: 42 of 47 tests passed (89.4%), before 44 of 46 (95.7%)',
    )
  })
})
