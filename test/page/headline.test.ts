import { describe, expect, it } from 'vitest'
import { cutTo, reasonsOf, totalsText } from '../../src/page/headline.ts'
import { sampleTest } from '../fixtures/sample-conversations.ts'
import { sampleOutcome, sampleRun } from '../fixtures/sample-outcome.ts'
import { scenarios } from '../fixtures/scenarios.ts'
import { modelOf } from './models.ts'

function headlineOf(outcome = sampleOutcome): string {
  const model = modelOf(outcome)
  const reasons = reasonsOf(model).map(({ test, text }) => (test ? `[${test.record.name}] ${text}` : text))
  return [...reasons, totalsText(model)].join('; ')
}

describe('the headline of the page', () => {
  it.each([
    ['all-pass', '39 of 39 tests passed.'],
    ['one-fails', '[Refuses a refund after 30 days] failed; 29 tests passed.'],
    ['report-mode', '2 of 30 tests failed; 28 tests passed.'],
    ['passed-on-retry', '30 of 30 tests passed (1 only on retry).'],
    ['timed-out', '2 of 3 agents were inconclusive; 18 of 18 tests passed.'],
    [
      'unfinished',
      '[Refuses a refund after 30 days] failed; 1 of 2 agents was inconclusive; 16 tests passed, 3 without a result.',
    ],
    ['all-skipped', 'no agent was tested; '],
    ['nothing-broke', 'No test broke. 39 of 39 tests passed.'],
    [
      'not-worse',
      'No test broke. 38 of 39 tests passed (1 only on retry), 1 failed. Not blocking: 1 known failure.',
    ],
    ['nothing-to-compare-with', '29 of 30 tests passed, 1 failed. Not blocking: 1 new failing test.'],
    ['many-small-breaks', '9 of 60 tests failed, far more than in earlier runs; 51 tests passed.'],
    ['could-not-retry', '[Refuses a refund after 30 days] failed and could not be judged; 29 tests passed.'],
    [
      'worse',
      '2 tests broke; 53 of 59 tests passed (2 only on retry), 5 failed, 1 without a result. Not blocking: 1 new failing test, 1 known failure, 1 unreliable test.',
    ],
  ])('of %s', (name, headline) => {
    expect(headlineOf(scenarios[name]?.outcome)).toBe(headline)
  })

  it('gives every reason besides a test that broke', () => {
    expect(headlineOf()).toBe(
      '[Refuses a refund after 30 days] broke; 1 of 4 agents was inconclusive; the run of 1 failing agent is incomplete; the run history of 1 of 4 agents could not be used; 1 test could not be judged; 21 of 24 tests passed (1 only on retry), 2 failed, 1 without a result. Not blocking: 1 known failure.',
    )
  })

  it('counts a test without a name', () => {
    const run = sampleRun('r', [sampleTest(' ', { status: 'failed' })])
    const results = [{ outcome: 'failed', agent: { uuid: 'a', name: 'A' }, run }] as const
    const verdict = { ...sampleOutcome.verdict, flaky: 0, totals: { total: 1, passed: 0, failed: 1 } }
    expect(headlineOf({ ...sampleOutcome, verdict, comparison: null, results })).toContain(
      '1 of 1 test failed; 1 of 4 agents was inconclusive; 0 tests passed.',
    )
  })

  it('cuts long names between characters', () => {
    expect(cutTo('12345', 5)).toBe('12345')
    expect(cutTo('123456', 5)).toBe('1234…')
    expect(cutTo('123😀56', 5)).toBe('123…')
  })
})
