// What holds of the first lines, whatever the results.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plain } from '../../src/results/words/sentence.ts'
import { blameLine, headline, storyText } from '../../src/results/words/story.ts'
import { resultsOf } from '../fixtures/samples.ts'
import { anyOutcome } from './any-outcome.ts'

const SIGNS = { passed: /^(?:✅|⚠️) /, inconclusive: /^⚠️ /, failed: /^❌ / } as const

test('any results have one headline, and one line of blame with a next step unless all is green', () => {
  fc.assert(
    fc.property(anyOutcome(), (given) => {
      const results = resultsOf(given)
      const { verdict, agents, story } = results
      const lines = storyText(results)
      expect(lines[0]).toMatch(SIGNS[verdict])
      const failing = agents
        .flatMap(({ run }) => run?.tests ?? [])
        .filter(({ status }) => status === 'failed')
      const isGreen = verdict === 'passed' && failing.every(({ group }) => group === 'accepted')
      expect(blameLine(results) === null).toBe(isGreen)
      expect(headline(results).sign === '✅').toBe(isGreen)
      expect(story.next.length === 0).toBe(isGreen)
      expect(lines.length).toBe(isGreen ? 1 : 2 + story.next.length)
      const sentences = lines.flatMap((line) => line.split(/(?<=[.!?])\s/))
      expect(sentences).toEqual([...new Set(sentences)])
      expect(lines[1] ?? '').not.toContain(plain(headline(results).facts))
      expect(lines.join('\n')).not.toMatch(/undefined|null|NaN|\[object/)
    }),
    { numRuns: 500 },
  )
})
