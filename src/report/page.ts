// The comment and the job summary, as markdown: the same sections, with as much detail as fits.
import type { GateOutcome } from '../gate/results.ts'
import { agentTable } from './agent-table.ts'
import { baselineSection } from './baseline-section.ts'
import type { ReportContext } from './context.ts'
import { failingTests } from './failing-tests.ts'
import { headline } from './headline.ts'
import { inconclusiveSection } from './inconclusive-section.ts'
import { type PageModel, pageModel } from './page-model.ts'
import { type Budget, fitToLimit, type Limit } from './size-budget.ts'

/** GitHub shows nothing of a summary that is too large, and line endings may be added on the way. */
const SUMMARY_RESERVE_BYTES = 4096

/**
 * @param limit `maxCharacters` in UTF-16 units, as GitHub counts them. The least important details are left out until
 * the comment fits, and the comment says how many. Below about 6,000 characters it may be the headline alone.
 */
export function renderComment(
  outcome: GateOutcome,
  context: ReportContext,
  { maxCharacters }: { readonly maxCharacters: number },
): string {
  return renderPage(outcome, context, { max: maxCharacters, measure: (text) => text.length })
}

/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
export function renderSummary(
  outcome: GateOutcome,
  context: ReportContext,
  { maxBytes }: { readonly maxBytes: number },
): string {
  const max = maxBytes - Math.min(SUMMARY_RESERVE_BYTES, maxBytes / 10)
  return renderPage(outcome, context, { max, measure: (text) => Buffer.byteLength(text) })
}

function renderPage(outcome: GateOutcome, context: ReportContext, limit: Limit): string {
  const model = pageModel(outcome, context)
  const compares = model.comparison !== null
  return fitToLimit((budget) => sections(model, budget), limit, { compares }) ?? headline(model)
}

function* sections(model: PageModel, budget: Budget): Iterable<string> {
  yield headline(model)
  const inconclusive = model.outcome.verdict.status === 'inconclusive'
  if (inconclusive) yield* inconclusiveSection(model, budget)
  yield* baselineSection(model, budget)
  yield* agentTable(model, budget)
  if (!inconclusive) yield* inconclusiveSection(model, budget)
  yield* failingTests(model, budget)
}
