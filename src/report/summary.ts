// The job summary, as markdown: the comment's parts with more room.
import type { GateOutcome } from '../gate/results.ts'
import type { ReportContext } from './context.ts'
import { renderPage } from './page.ts'

/** GitHub shows nothing at all of a summary that is too large, and line ends may be added on the way to it. */
const RESERVED_BYTES = 4096

/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
export function renderSummary(
  outcome: GateOutcome,
  context: ReportContext,
  { maxBytes }: { readonly maxBytes: number },
): string {
  const max = maxBytes - Math.min(RESERVED_BYTES, maxBytes / 10)
  return renderPage(outcome, context, { max, measure: (text) => Buffer.byteLength(text) })
}
