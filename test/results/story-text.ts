import { headlineText } from '../../src/results/headline.ts'
import { STEPS_ABOVE } from '../../src/results/next.ts'
import { asSentence, plain } from '../../src/results/sentence.ts'
import type { Story } from '../../src/results/story.ts'

/** The first lines as text. */
export function storyText({ headline, whose, rows, lines, next }: Story): readonly string[] {
  return [
    `${headline.sign} ${headlineText(headline)}`,
    ...[...rows, ...lines].map(({ sign, words }) => `${sign} ${plain(words)}`),
    ...next.slice(0, STEPS_ABOVE).map((step) => `Next: ${plain(asSentence(step), { urls: true })}`),
    ...(whose.length === 0 ? [] : [plain(whose)]),
  ]
}
