// How tests render comments and find parts of them.
import { renderComment } from '../../src/report/comment.ts'
import { storyOf } from '../../src/results/story.ts'
import { type Context, resultsOf, type SampleOutcome } from '../fixtures/samples.ts'

/** In mode `gate-if-worse` if the outcome has a comparison. */
export function comment(
  outcome: SampleOutcome,
  changes: Partial<Context> = {},
  maxCharacters = 65_000,
): string {
  return renderComment(storyOf(resultsOf(outcome, changes)), { maxCharacters })
}

/** The colours of log lines are our own; what is left must not contain control characters. */
export function withoutColors(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\u001B\[(?:1|22|3[1239])m/g, ''))
}
