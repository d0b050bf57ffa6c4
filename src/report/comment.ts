// The comment on a pull request, as markdown.
import type { GateOutcome } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { renderPage } from './page.ts'

/**
 * @param limit `maxCharacters` in UTF-16 units, as GitHub counts a comment's body. What does not fit is left out by
 * importance, and its number said; below some 6,000 characters only the headline may come back.
 */
export function renderComment(
  outcome: GateOutcome,
  context: ReportContext,
  { maxCharacters }: { readonly maxCharacters: number },
): string {
  return renderPage(outcome, context, { max: maxCharacters, measure: (text) => text.length })
}
