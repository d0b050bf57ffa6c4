import { describe, expect, it } from 'vitest'
import { readAgentLine } from '../../simulator/src/agent-line.ts'

describe('an agent line', () => {
  it('has all parameters of a flaky agent', () => {
    const rates = 'rate=0.02 rate="Refund inside 30 days"@0.5'
    const agent = readAgentLine(
      `Team A: support: flaky ${rates} seed=7 history=2 break="Refund inside 30 days"@3 tests=20`,
    )
    expect(agent).toEqual({
      name: 'Team A: support',
      scenario: 'flaky',
      parameters: { tests: 20 },
      flakiness: {
        rate: 0.02,
        seed: 7,
        rates: { 'Refund inside 30 days': 0.5 },
        breaks: { 'Refund inside 30 days': 3 },
      },
      history: [
        { scenario: 'flaky', parameters: { tests: 20 } },
        { scenario: 'flaky', parameters: { tests: 20 } },
      ],
    })
  })

  it('gives other scenarios a history, too', () => {
    expect(readAgentLine('Support bot: two-fail history=1').history).toEqual([
      { scenario: 'two-fail', parameters: {} },
    ])
  })

  it.each([
    ['flaky rate=2', 'unknown parameter "rate=2"'],
    ['flaky rate=often', 'unknown parameter'],
    ['flaky break="Refund inside 30 days"', 'unknown parameter'],
    ['flaky break="Refund inside 30 days"@0', 'a test breaks at a run of 1 or more, not 0'],
    ['flaky break="None"@3', 'agent "Support bot" has no test "None"'],
    ['flaky failing=1', 'scenario "flaky" has no fixed outcomes'],
    ['flaky unanswered=1', 'takes no failing, unanswered, not-run or unconfigured tests; set rate or break'],
    ['flaky not-run=1', 'scenario "flaky" has no fixed outcomes'],
    ['flaky unconfigured=1 history=2', 'scenario "flaky" has no fixed outcomes'],
    ['all-pass rate=0.5', 'rate, seed and break need the scenario flaky, not "all-pass"'],
  ])('%j is an error that says what is wrong', (rest, message) => {
    expect(() => readAgentLine(`Support bot: ${rest}`)).toThrow(message)
  })
})
