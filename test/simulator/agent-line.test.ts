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
    ['agent-down=3', { kind: 'agent-down', runs: [3, 3] }],
    ['half-down=1-3', { kind: 'half-down', runs: [1, 3] }],
    ['model-key-rejected=11-', { kind: 'model-key-rejected', runs: [11, Number.POSITIVE_INFINITY] }],
    ['judge-down=0s-30s', { kind: 'judge-down', seconds: [0, 30] }],
    ['judge-timeout=30s-', { kind: 'judge-timeout', seconds: [30, Number.POSITIVE_INFINITY] }],
    [
      'no-evaluators="Refund inside 30 days"@1-',
      { kind: 'no-evaluators', test: 'Refund inside 30 days', runs: [1, Number.POSITIVE_INFINITY] },
    ],
  ])('says what goes wrong in which runs: %s', (parameter, outage) => {
    expect(readAgentLine(`Support bot: all-pass ${parameter}`).outages).toEqual([outage])
  })

  it('can change the failure rate from a run on', () => {
    const agent = readAgentLine('Support bot: flaky rate=0.02 rate=0.2@31')
    expect(agent.flakiness).toMatchObject({ rate: 0.02, later: { rate: 0.2, from: 31 } })
  })

  it('can have tests that were rewritten', () => {
    const agent = readAgentLine('Support bot: all-pass rewritten=31 rewritten="Refund inside 30 days"@3')
    expect(agent.rewrites).toEqual([{ from: 31 }, { from: 3, test: 'Refund inside 30 days' }])
  })

  it('needs a scenario that exists', () => {
    expect(() => readAgentLine('Bot')).toThrow('an agent is written as "<name>: <scenario>", not "Bot"')
    const unknown = 'unknown scenario "goes-well"; choose one of all-pass,'
    expect(() => readAgentLine('Bot: goes-well')).toThrow(unknown)
  })

  it.each([
    ['flaky speed=2', 'unknown parameter "speed=2"; use tests=20 (also tests, failing,'],
    ['flaky rate=2', 'rate must be a number from 0 to 1, not "2"'],
    ['flaky rate="Refund inside 30 days"@0.5@31', 'rate must be a number from 0 to 1'],
    ['flaky break="Refund inside 30 days"', 'break must be "<test>"@<its first failing run>'],
    ['flaky break=11', 'break must be "<test>"@<its first failing run>, not "11"'],
    [
      'all-pass rewritten=some',
      'rewritten must be the first run after it, as in 31 or "<test>"@31, not "some"',
    ],
    ['all-pass rewritten="None"@3', 'agent "Support bot" has no test "None"'],
    ['all-pass edited=some', 'edited must be the first run after it, as in 31 or "<test>"@31, not "some"'],
    ['all-pass edited="None"@3', 'agent "Support bot" has no test "None"'],
    ['all-pass tests=some', 'tests must be a whole number, not "some"'],
    ['all-pass agent-down=always', 'agent-down must be runs, as in 3, 1-3 or 11-, or seconds, as in 0s-30s'],
    ['all-pass judge-down=0s-3', 'judge-down must be runs'],
    ['all-pass agent-down=6-4', 'agent-down must be runs, as in 3, 1-3 or 11-'],
    ['all-pass agent-down=30s-10s', 'agent-down must be runs'],
    ['all-pass judge-down="None"@3', 'agent "Support bot" has no test "None"'],
    ['flaky break="Refund inside 30 days"@0', 'a test breaks at a run of 1 or more, not 0'],
    ['flaky break="None"@3', 'agent "Support bot" has no test "None"'],
    ['flaky failing=1', 'scenario "flaky" has no fixed outcomes'],
    [
      'flaky unanswered=1',
      'takes no failing, unanswered, not-run, defective or unconfigured tests; set rate or break',
    ],
    ['all-pass rate=0.5', 'rate, seed and break need the scenario flaky, not "all-pass"'],
  ])('%j is an error that says what is wrong', (rest, message) => {
    expect(() => readAgentLine(`Support bot: ${rest}`)).toThrow(message)
  })
})
