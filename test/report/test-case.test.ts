// How the comment shows one failing test.
import { describe, expect, it } from 'vitest'
import type { TestResult } from '../../src/gate/results.ts'
import { renderComment } from '../../src/report/comment.ts'
import { cancelBooking, lateRefund, missedCall } from '../fixtures/sample-tests.ts'
import { failed, outcome, test as testResult } from '../fixtures/samples.ts'
import { resultsOfScenario } from '../fixtures/scenarios.ts'
import { judge } from '../fixtures/test-results.ts'
import { comment } from './contexts.ts'

const of = (scenario: string) => renderComment(resultsOfScenario(scenario), { maxCharacters: 65_000 })

describe('a failing test', () => {
  const show = (...tests: readonly TestResult[]) => comment(outcome([failed('A', 9, tests)], 1))

  it('reads asked, replied, expected, why; earlier turns are folded in the quote', () => {
    const markdown = show(lateRefund)
    const parts = [
      '> <details>\n> <summary>2 earlier turns',
      '> </details>\n>\n> **Asked:** It is too loud',
      '\n> **Replied:**',
      '\n**Expected:**',
      '\n**Why:**\n\n- ❌ **Policy**',
    ]
    const positions = parts.map((part) => markdown.indexOf(part))
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions).not.toContain(-1)
  })

  it('says how many turns and expectations it leaves out', () => {
    const question = Array.from({ length: 14 }, (_, index) => ({ role: 'user', content: `turn ${index}.` }))
    const criteria = Array.from({ length: 12 }, (_, index) => ({
      evaluator: null,
      text: `criterion ${index}.`,
    }))
    const markdown = show(testResult('t', { question, criteria }))
    expect(markdown).toMatch(
      /> <summary>13 earlier turns<\/summary>\n>\n> … 3 before these\n>\n> \*\*User:\*\* turn 3\./,
    )
    expect(markdown).toMatch(/- criterion 9\.\n- 2 more\n/)
  })

  it('shows failing evaluators first and passing ones on one line', () => {
    const binary = (evaluator: string, match: boolean) => ({
      ...judge,
      evaluator,
      passed: match,
      reasoning: `Reason of ${evaluator}.`,
    })
    const rating = { ...binary('Help', false), passed: null, score: 2, scaleMax: 5, valueName: 'Poor' }
    const evaluators = [binary('Tone', true), rating, binary('Policy', false), binary('Length', true)]
    expect(show(testResult('t', { evaluators }))).toContain(
      '- ❌ **Policy**: Reason of Policy.\n- **Help** (2 of 5, "Poor"): Reason of Help.\n- ✅ Passed: Tone, Length\n',
    )
    const clear = { ...rating, evaluator: 'Clarity', passed: false }
    const short = { ...rating, evaluator: 'Length', score: 5, valueName: null, passed: true }
    expect(show(testResult('t', { evaluators: [short, rating, clear] }))).toContain(
      '- ❌ **Clarity** (2 of 5, "Poor"): Reason of Help.\n- **Help** (2 of 5, "Poor"): Reason of Help.\n- ✅ Passed: Length (5 of 5)\n',
    )
    const mood = { ...rating, scaleMin: -3, scaleMax: 3, score: -1, valueName: null, reasoning: null }
    expect(show(testResult('t', { evaluators: [mood] }))).toContain(
      '- **Help** (&#45;1 on a scale from -3 to 3)\n',
    )
  })

  it('shows each reason once: its own only if no evaluator has one', () => {
    const said = show({ ...lateRefund, reasoning: lateRefund.evaluators[0]?.reasoning ?? '' })
    expect(said.match(/Refunds end after/g)).toHaveLength(1)
    expect(show(lateRefund)).not.toContain('which the policy forbids')
    const silent = lateRefund.evaluators.map((each) => ({ ...each, reasoning: ' ' }))
    expect(show({ ...lateRefund, evaluators: silent })).toContain(
      '\n**Why:** The reply grants a full refund after 45 days, which the policy forbids.\n\n- ❌ **Policy**\n',
    )
  })

  it('shows expected tool calls, the comparison of the service line by line, and the calls made', () => {
    expect(show(cancelBooking)).toContain(
      '> **Called:** `cancel_booking(refund: "none", booking_id: "BK-2041")`\n' +
        '\n**Expected calls:** `cancel_booking(booking_id: "BK-2041", refund: "full")`\n' +
        '\n**Why:** Tool call arguments mismatch:<br>❌ refund: expected "full", got "none"<br>✅ booking_id: "BK-2041"\n',
    )
    expect(show(missedCall)).toContain(
      '**Called:** `search_help_center(query: "where is my order", limit: 3)`, `finish()`',
    )
  })

  it('shows how expected arguments are compared', () => {
    const given = {
      order: { match_type: 'exact', value: '7' },
      why: { match_type: 'llm_judge', criteria: 'says that it was late' },
      n: { match_type: 'any' },
    }
    const expectedToolCalls = [{ tool: 'refund', arguments: JSON.stringify(given) }]
    expect(show(testResult('t', { expectedToolCalls }))).toContain(
      '**Expected calls:** `refund(order: "7", why: says that it was late, n: anything)`',
    )
  })

  it('shows one expectation alone, and several by their evaluators', () => {
    const criteria = [
      { evaluator: 'Correctness', text: 'Names the 30 days.' },
      { evaluator: 'Tone', text: 'Is polite.' },
    ]
    expect(show(testResult('t', { criteria: criteria.slice(0, 1) }))).toContain(
      '\n**Expected:** Names the 30 days.\n',
    )
    expect(show(testResult('t', { criteria }))).toContain(
      '\n**Expected:**\n\n- Correctness: Names the 30 days.\n- Tone: Is polite.\n',
    )
    expect(show(testResult('t'))).not.toContain('Expected')
  })

  it('says which of its evaluators changed since the baseline', () => {
    expect(of('evaluator-changed')).toContain(
      '\n⚠️ The evaluator "Policy" is version 4 now, 3 in the baseline. This may be why it broke.\n',
    )
  })

  it('says how much of a reply was cut', () => {
    expect(show(testResult('t', { reply: 'word '.repeat(400) }))).toMatch(
      /> \*\*Replied:\*\* (word )+w?o?r?d?… \*\(cut: 1,501 more characters\)\*/,
    )
  })

  it('is open up to the third one', () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five']
    const markdown = show(...names.map((name) => ({ ...lateRefund, name })))
    expect(markdown.match(/<details open>/g)).toHaveLength(3)
    expect(markdown).toMatch(/<details>\n<summary><b>Four<\/b>/)
  })

  it('is shown once if it fails in several agents', () => {
    const markdown = of('same-test-in-many-agents')
    expect(markdown).toContain('<summary><b>Refuses a refund after 30 days</b> · in 5 agents</summary>')
    expect(markdown.match(/\*\*Asked:\*\*/g)).toHaveLength(1)
    expect(markdown.match(/❌ \*\*Policy\*\*/g)).toHaveLength(3)
    expect(markdown).toContain(
      '<summary>Also in Support bot Paris, Support bot Madrid, Support bot Rome, Support bot Vienna</summary>',
    )
  })

  it('is counted if the service did not list it', () => {
    expect(of('details-missing')).toContain('#### ❌ 3 tests failed\n')
    expect(of('details-missing')).toContain('… and 1 more failing test that the service did not list.')
    expect(of('details-missing')).toContain(
      'details of its tests could not be read: HTTP 503: upstream unavailable.',
    )
  })
})
