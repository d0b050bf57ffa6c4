// How reports get shorter where space is limited: each step is reached, and none before the one above it is too long.
import { describe, expect, it } from 'vitest'
import { plain } from '../../src/results/sentence.ts'
import { storyOf } from '../../src/results/story.ts'
import { comparedOutcome, judged, steadyBaseline } from '../fixtures/baselines.ts'
import { failed, resultsOf, test } from '../fixtures/samples.ts'

/** Tests of which the same is said are one finding. */
const sameTests = (failures: number, tests: number, name: string) =>
  Array.from({ length: tests }, (_, index) =>
    judged(test(`${failures}${index} ${name}`), 'failed-before', { failures }),
  )

/** How each line begins, of findings that all block. */
function linesOf(findings: number, tests: number, name: string): string[] {
  const all = Array.from({ length: findings }, (_, index) => sameTests(index + 1, tests, name)).flat()
  const agent = failed('Support bot', 100, all)
  const results = resultsOf(comparedOutcome([agent], 1, [steadyBaseline(agent)]), { mode: 'gate' })
  return storyOf(results).lines.map(({ words }) => plain(words))
}

describe('the first lines', () => {
  const long = 'x'.repeat(60)

  it.each([
    ['tell four findings in full', 4, 1, 'A', ['10 A', '20 A', '30 A', '40 A']],
    ['of more, tell three in full', 5, 1, 'A', ['10 A', '20 A', '30 A', 'Also failed']],
    ['tell fewer in full if they are longer', 5, 2, long, ['10 x', '20 x', 'Also failed']],
    ['always tell one in full', 5, 5, long, ['10 x', 'Also failed']],
  ])('%s', (_, findings, tests, name, starts) => {
    expect(linesOf(findings, tests, name).map((line) => /^(?:Also failed|.{4})/.exec(line)?.[0])).toEqual(
      starts,
    )
  })

  it.each([
    ['all others, if they fit', 5, 1, 'A', /^Also failed: 40 A \(.*\) and 50 A \(.*\)\.$/],
    ['as many others as fit', 9, 1, long, /^Also failed: 40 x+ \(failed before, too\) and 5 more tests\.$/],
    ['how many others there are', 5, 5, long, /^Also failed: 20 tests\.$/],
  ])('name %s', (_, findings, tests, name, last) => {
    expect(linesOf(findings, tests, name).at(-1)).toMatch(last)
  })
})
