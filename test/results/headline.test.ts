// The first line: what it says of failing tests agrees in number with what it names.
import { expect, it } from 'vitest'
import { storyOf, storyText } from '../../src/results/story.ts'
import type { ResultsAgent } from '../../src/schema.ts'
import { comparedOutcome, judged } from '../fixtures/baselines.ts'
import { failed, resultsOf, test } from '../fixtures/samples.ts'

const agentWith = (name: string, ...tests: string[]) =>
  failed(
    name,
    12,
    tests.map((each) => judged(test(each), 'edited')),
  )

it.each<[string, ResultsAgent[], string]>([
  ['one test', [agentWith('Bot', 'A')], '1 of 12 tests was edited, and failed'],
  [
    'one test of two agents',
    [agentWith('Bot', 'A'), agentWith('Sales', 'A')],
    '2 of 24 tests were edited, and failed in both agents',
  ],
  ['many', [agentWith('Bot', 'A', 'B', 'C')], '3 of 12 tests were edited, and failed'],
])('%s', (_, agents, said) => {
  const [headline] = storyText(storyOf(resultsOf(comparedOutcome(agents, 1))))
  expect(headline).toContain(said)
})
