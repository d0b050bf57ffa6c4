// The first lines of every report as text, for tables of what is said.
import { expect, it } from 'vitest'
import type { GateOutcome } from '../../src/gate/results.ts'
import type { Results } from '../../src/results/schema.ts'
import { asSentence, type Piece, plain } from '../../src/results/words/sentence.ts'
import { blameLine, headline, nextLines } from '../../src/results/words/story.ts'
import { resultsOf } from '../fixtures/samples.ts'

/** A situation, and its lines: sign, advice and facts; whose fault it is; each next step. */
export type Row = readonly [string, GateOutcome, ...string[]]

export function tells(rows: readonly Row[]): void {
  for (const [what, given, ...lines] of rows)
    it(what, () => {
      expect(told(resultsOf(given))).toEqual(lines)
    })
}

export function told(results: Results): readonly string[] {
  const { sign, advice, facts } = headline(results)
  const blame = blameLine(results)
  return [
    `${sign} ${advice}: ${plain(facts)}`,
    ...(blame === null ? [] : [plain(blame)]),
    ...nextLines(results).map((line) => plain(asSentence(line).filter(isNoLink)).trim()),
  ]
}

/** Where to click is not part of the sentence. */
function isNoLink(piece: Piece): boolean {
  return typeof piece === 'string' || piece.kind !== 'link'
}
