// The first lines of a page: may I merge? And what this is about.
import type { Comparison, Counts, Outcome } from '../gate/results.ts'
import { passedOf } from './describe-comparison.ts'
import { webLink } from './links.ts'
import { isIncomplete, type PageModel } from './page-model.ts'
import { count, counted, duration, percentages } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️' } as const
const TITLE_LENGTH = 120

/** The heading and the line under it. Never cut: it is bounded by itself. */
export function headline(model: PageModel): string {
  const { outcome } = model
  return `### ${signs[outcome.verdict.status]} ${verdictInWords(model)}\n\n${subject(model)}\n`
}

function verdictInWords(model: PageModel): string {
  const { outcome, context, comparison } = model
  const gate = context.mode !== 'report'
  const { status, totals } = outcome.verdict
  switch (status) {
    case 'passed':
      if (comparison !== null) return `Good to merge: ${notWorse(model, comparison)}`
      return `${gate ? 'Good to merge: all' : 'All'} ${counted(totals.total, 'test')} passed ${over(model)}`
    case 'failed':
      if (comparison !== null) return `Do not merge: ${worse(model, comparison)}`
      return `${gate ? 'Do not merge: ' : ''}${failedTests(totals)} ${over(model)}`
    case 'inconclusive':
      return `${gate ? 'Do not merge yet' : 'No clear result'}: ${whyInconclusive(model)}`
    default:
      return status satisfies never
  }
}

/** With the tests of the compared agents alone, which both rates are about. */
function notWorse(model: PageModel, { compared, now, before }: Comparison): string {
  if (compared.length === 0)
    return `nothing to compare with, ${passedOf(model.outcome.verdict.totals)} ${over(model)}`
  const [nowPercent, beforePercent] = percentages(now, before)
  return `not worse, ${passedOf(now)} (${nowPercent}, before ${beforePercent}) ${over(model, compared.length)}`
}

function worse(model: PageModel, { compared, now, before }: Comparison): string {
  const [nowPercent, beforePercent] = percentages(now, before)
  const from = `from ${beforePercent} (${count(before.passed)} of ${count(before.total)})`
  const to = `to ${nowPercent} (${count(now.passed)} of ${count(now.total)})`
  return `pass rate fell ${from} ${to} ${over(model, compared.length)}`
}

/** @param agents those that the words before are about, where these are not all */
function over(model: PageModel, agents?: number): string {
  const all = agentsThatCount(model)
  const some = agents === undefined || agents === all ? '' : `${count(agents)} of `
  return `over ${some}${counted(all, 'agent')} in ${duration(model.outcome.durationMs)}`
}

function whyInconclusive(model: PageModel): string {
  const { results, abortReason, durationMs, verdict } = model.outcome
  const stopped = abortReason === null ? null : describeAbort(abortReason).headline
  if (results.length === 0) return stopped ?? 'nothing was tested'
  const unsure = [unreadHistories(model), incompleteRuns(model)].filter((part) => part !== null)
  if (verdict.agents.inconclusive === 0) {
    if (unsure.length > 0) return `${unsure.join(', ')}, ${failedTests(verdict.totals)} ${over(model)}`
    return stopped ?? verdictReasons(model.outcome).join(', ')
  }
  if (stopped !== null) return `${stopped} after ${duration(durationMs)}, ${withoutResult(model)}`
  const tests = verdict.totals.total === 0 ? [] : [failedTests(verdict.totals)]
  return [`${withoutResult(model)} in ${duration(durationMs)}`, ...unsure, ...tests].join(', ')
}

function failedTests({ failed, total }: Counts): string {
  return `${count(failed)} of ${counted(total, 'test')} failed`
}

function withoutResult(model: PageModel): string {
  const missing = model.outcome.verdict.agents.inconclusive
  const all = agentsThatCount(model)
  if (all === 1) return 'the agent gave no result'
  if (missing === all) return `none of ${count(all)} agents gave a result`
  return `${count(missing)} of ${count(all)} agents gave no result`
}

function unreadHistories(model: PageModel): string | null {
  const unread = model.comparison?.unreadable.length ?? 0
  if (unread === 0) return null
  const all = agentsThatCount(model)
  if (unread === all) return 'no run history could be read'
  return `the run history of ${count(unread)} of ${count(all)} agents could not be read`
}

function incompleteRuns(model: PageModel): string | null {
  const incomplete = model.attention.filter(({ result }) => isIncomplete(result)).length
  if (incomplete === 0) return null
  const all = agentsThatCount(model)
  return all === 1
    ? 'the run is incomplete'
    : `the run of ${count(incomplete)} of ${count(all)} agents is incomplete`
}

/** Skipped agents were not asked for by name, and nothing of theirs ran. */
function agentsThatCount({ outcome }: PageModel): number {
  return outcome.results.length - outcome.verdict.agents.skipped
}

function subject({ outcome, context }: PageModel): string {
  const { headSha, workflowRunUrl, mode, title } = context
  const workflowRun = workflowRunUrl === null ? null : webLink(workflowRunUrl)
  const parts = [
    `**${inlineText(title, TITLE_LENGTH)}**`,
    agentsByOutcome(outcome.verdict.agents),
    headSha !== null && /^[0-9a-f]{7,64}$/i.test(headSha) ? `commit \`${headSha.slice(0, 7)}\`` : null,
    workflowRun === null ? null : `[workflow run](${workflowRun})`,
    mode === 'report' ? 'report only, the job is not blocked' : null,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function agentsByOutcome(agents: Readonly<Record<Outcome, number>>): string | null {
  const parts = [
    agents.failed > 0 ? `${count(agents.failed)} failed` : null,
    agents.inconclusive > 0 ? `${count(agents.inconclusive)} without a result` : null,
    agents.skipped > 0 ? `${count(agents.skipped)} skipped` : null,
    agents.passed > 0 ? `${count(agents.passed)} passed` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : `agents: ${parts.join(', ')}`
}
