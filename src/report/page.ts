// The comment and the job summary, as markdown: the same sections, with as much detail as fits.
import type { GateOutcome } from '../gate/results.ts'
import { agentTable } from './agent-table.ts'
import { baselineSection } from './baseline-section.ts'
import type { ReportContext } from './context.ts'
import { blockingTests, otherTests } from './failing-tests.ts'
import { headline } from './headline.ts'
import { webLink } from './links.ts'
import { nextSteps } from './next-steps.ts'
import { type PageModel, pageModel } from './page-model.ts'
import { type Budget, fitToLimit, type Limit } from './size-budget.ts'
import { testSquares, trendChart } from './summary-charts.ts'

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
  return renderPage(pageModel(outcome, context), 'comment', {
    max: maxCharacters,
    measure: (text) => text.length,
  })
}

/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
export function renderSummary(
  outcome: GateOutcome,
  context: ReportContext,
  { maxBytes }: { readonly maxBytes: number },
): string {
  const max = maxBytes - Math.min(SUMMARY_RESERVE_BYTES, maxBytes / 10)
  return renderPage(pageModel(outcome, context), 'summary', { max, measure: Buffer.byteLength })
}

/** For the first line of an existing comment while tests for a newer commit are running. Not for a new comment. */
export function progressNotice({
  headSha,
  workflowRunUrl,
}: Pick<ReportContext, 'headSha' | 'workflowRunUrl'>): string {
  const commit =
    headSha !== null && /^[0-9a-f]{7,64}$/i.test(headSha)
      ? `commit \`${headSha.slice(0, 7)}\``
      : 'a new commit'
  const link = workflowRunUrl === null ? null : webLink(workflowRunUrl)
  const where = link === null ? '' : ` ([workflow run](${link}))`
  return `⏳ Tests for ${commit} are running${where}. The results below are from an earlier run.`
}

type Kind = 'comment' | 'summary'

function renderPage(model: PageModel, kind: Kind, limit: Limit): string {
  return fitToLimit((budget) => sections(model, kind, budget), limit) ?? headline(model)
}

function* sections(model: PageModel, kind: Kind, budget: Budget): Iterable<string> {
  const inconclusive = model.outcome.verdict.status === 'inconclusive'
  yield headline(model)
  if (inconclusive) yield* nextSteps(model, budget)
  yield* blockingTests(model, budget)
  yield* agentTable(model, budget, { tokens: kind === 'summary' })
  if (kind === 'summary') {
    yield* testSquares(model, budget)
    yield* trendChart(model)
  }
  if (!inconclusive) yield* nextSteps(model, budget)
  yield* otherTests(model, budget)
  yield* baselineSection(model, budget)
}
