// What is wrong with the input `accept`, as only the outcome shows.
import { describe, expect, it } from 'vitest'
import { outcomeWarnings } from '../src/outcome-warnings.ts'
import { issueText } from '../src/results/problems.ts'
import { allDetails } from './fixtures/all-details.ts'

describe('a warning is', () => {
  const agent = 'Booking assistant'
  const failing = 'Cancels with a full refund before the deadline'
  const passing = 'Moves a booking'
  const correct = 'Remove this line, or correct the name; case, spaces and quotes matter.'

  it.each<[string, string, boolean, string[]]>([
    [agent, failing, false, []],
    [agent, failing, true, ['has expired. Remove this line.']],
    // It may be flaky.
    [agent, passing, false, []],
    [agent, passing, true, ['has expired. Remove this line.']],
    [agent, 'No such test', false, [`matches no test of this agent. ${correct}`]],
    ['No such agent', failing, false, [`matches none of the tested agents. ${correct}`]],
    [
      `- ${agent}`,
      failing,
      false,
      [`matches none of the tested agents. Did you mean "${agent}"? ${correct}`],
    ],
    ['No such agent', failing, true, ['has expired. Remove this line.']],
  ])('a line that is out of date: %s / %s, expired: %s', (name, test, expired, texts) => {
    const accept = [{ agent: name, test, until: '2026-12-03', expired }]
    const warnings = (agents: string[], matrix: Record<string, string> | null = null) =>
      outcomeWarnings({ accept, agents, matrix }, allDetails).map(issueText)
    const expected = texts.map((text) => `Input "accept": "${name} / ${test} until 2026-12-03" ${text}`)
    expect(warnings([])).toEqual(expected)
    expect(warnings([agent])).toEqual(expected)
    // The legs of a matrix, which list their agents, share the lines.
    expect(warnings([agent], { model: 'large' })).toEqual(name === agent || expired ? expected : [])
  })
})
