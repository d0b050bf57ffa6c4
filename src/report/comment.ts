// The comment and the job summary, as markdown: the same sections, with as much detail as fits.
import type { AgentBaseline, GateOutcome } from '../gate/results.ts'
import { agentTable } from './agent-table.ts'
import { baselineText, isStale, staleText } from './baseline-text.ts'
import { appUrlOf, type ReportContext } from './context.ts'
import { decisiveTests, otherTests } from './failing-tests.ts'
import { headline } from './headline.ts'
import { commitText, runLink, webLink } from './links.ts'
import { nextSteps } from './next-steps.ts'
import { type ReportModel, reportModel } from './report-model.ts'
import { type Budget, fitToLimit, type Limit } from './size-budget.ts'
import { testSquares, trendChart } from './summary-charts.ts'
import { count, counted, day } from './units.ts'
import { agentName, agentNames } from './untrusted-markdown.ts'

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
  return renderReport(reportModel(outcome, context), 'comment', {
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
  return renderReport(reportModel(outcome, context), 'summary', { max, measure: Buffer.byteLength })
}

/** For the first line of an existing comment while tests for a newer commit are running. Not for a new comment. */
export function progressNotice({
  headSha,
  workflowRunUrl,
}: Pick<ReportContext, 'headSha' | 'workflowRunUrl'>): string {
  const link = webLink(workflowRunUrl)
  const where = link === null ? '' : ` ([workflow run](${link}))`
  return `⏳ Tests for ${commitText(headSha) ?? 'a new commit'} are running${where}. The results below are from an earlier run.`
}

type Kind = 'comment' | 'summary'

function renderReport(model: ReportModel, kind: Kind, limit: Limit): string {
  return fitToLimit((budget) => sections(model, kind, budget), limit) ?? headline(model)
}

function* sections(model: ReportModel, kind: Kind, budget: Budget): Iterable<string> {
  const inconclusive = model.outcome.verdict.status === 'inconclusive'
  yield headline(model)
  if (inconclusive) yield* nextSteps(model, budget)
  yield* decisiveTests(model, budget)
  yield* agentTable(model, budget, { tokens: kind === 'summary' })
  if (kind === 'summary') {
    yield* testSquares(model, budget)
    yield* trendChart(model)
  }
  if (!inconclusive) yield* nextSteps(model, budget)
  yield* otherTests(model, budget)
  yield* baselineSection(model, budget)
}

const NAMES_SHOWN = 20
const RUNS_LINKED = 3

/** What this run was compared with, in mode `gate-if-worse`. */
function* baselineSection({ outcome, context }: ReportModel, budget: Budget): Iterable<string> {
  const { comparison } = outcome
  if (comparison === null) return
  const readable = comparison.agents.filter(({ error }) => error === null)
  const compared = readable.filter(({ runs }) => runs.length > 0)
  const without = readable.filter(({ runs }) => runs.length === 0).map(({ agent }) => agent)
  const stale = compared.filter((each) => isStale(each, context.now))
  for (const each of stale.slice(0, Math.max(1, budget.steps)))
    yield `\n⚠️ **${agentName(each.agent)}**: ${staleText(each, context.now)}. Run its tests regularly, for example every night, so that they can be compared with recent results.\n`
  if (without.length > 0)
    yield `\nNo earlier run to compare with: ${agentNames(without, NAMES_SHOWN)}. Later jobs are compared with this one; on pull requests, only if these are opened after it.\n`
  const shown = compared.slice(0, budget.passing)
  if (shown.length === 0) return
  yield `\n<details>\n<summary>Baseline: earlier runs of ${counted(compared.length, 'agent')}, ${counted(comparison.comparedTests, 'test')} compared</summary>\n\n`
  for (const each of shown)
    yield `- ${agentName(each.agent)}: ${baselineText(each)}${earlierLinks(each, appUrlOf(each.agent, context))}\n`
  if (shown.length < compared.length) yield `\n… and ${count(compared.length - shown.length)} more.\n`
  yield '\n</details>\n'
}

function earlierLinks({ runs }: AgentBaseline, appUrl: string): string {
  const shown = runs
    .slice(0, RUNS_LINKED)
    .flatMap(({ taskId, createdAt }) =>
      taskId === null ? [] : [`[${createdAt === null ? 'run' : day(createdAt)}](${runLink(appUrl, taskId)})`],
    )
  return shown.length === 0 ? '' : ` (${shown.join(', ')}${runs.length > RUNS_LINKED ? ', …' : ''})`
}
