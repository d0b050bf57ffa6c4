// The first lines of a comment: whether to merge, and what was tested.
import type { Comparison, Counts, Outcome } from '../gate/results.ts'
import { passedOf } from './baseline-comparison.ts'
import { webLink } from './links.ts'
import { isIncomplete, type PageModel } from './page-model.ts'
import { count, counted, duration, percentages } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'
import { describeAbort, verdictReasons } from './verdict-reasons.ts'

const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️' } as const
const TITLE_LENGTH = 120

/** The heading and the line below it. Always shown whole; its length is bounded. */
export function headline(model: PageModel): string {
  const { outcome } = model
  return `### ${signs[outcome.verdict.status]} ${verdictText(model)}\n\n${subject(model)}\n`
}

function verdictText(model: PageModel): string {
  const { outcome, context, comparison } = model
  const gate = context.mode !== 'report'
  const { status, totals } = outcome.verdict
  switch (status) {
    case 'passed':
      if (comparison !== null) return `Good to merge: ${notWorse(model, comparison)}`
      return `${gate ? 'Good to merge: ' : ''}${passedOf(totals)} ${across(model)}`
    case 'failed':
      if (comparison !== null) return `Do not merge: ${worse(model, comparison)}`
      return `${gate ? 'Do not merge: ' : ''}${failedTests(totals)} ${across(model)}`
    case 'inconclusive':
      return `${gate ? 'Do not merge yet' : 'No clear result'}: ${whyInconclusive(model)}`
    default:
      return status satisfies never
  }
}

/** Counts the tests of the compared agents only, as both pass rates do. */
function notWorse(model: PageModel, { compared, now, before }: Comparison): string {
  if (compared.length === 0)
    return `nothing to compare with, ${passedOf(model.outcome.verdict.totals)} ${across(model)}`
  const [nowPercent, beforePercent] = percentages(now, before)
  return `not worse, ${passedOf(now)} (${nowPercent}, before ${beforePercent}) ${across(model, compared.length)}`
}

function worse(model: PageModel, { compared, now, before }: Comparison): string {
  const [nowPercent, beforePercent] = percentages(now, before)
  const from = `from ${beforePercent} (${count(before.passed)} of ${count(before.total)})`
  const to = `to ${nowPercent} (${count(now.passed)} of ${count(now.total)})`
  return `pass rate fell ${from} ${to} ${across(model, compared.length)}`
}

/** @param agents how many agents the words before are about, if not all */
function across(model: PageModel, agents?: number): string {
  const all = testedAgents(model)
  const some = agents === undefined || agents === all ? '' : `${count(agents)} of `
  return `across ${some}${counted(all, 'agent')} in ${duration(model.outcome.durationMs)}`
}

function whyInconclusive(model: PageModel): string {
  const { results, abortReason, durationMs, verdict } = model.outcome
  const aborted = abortReason === null ? null : describeAbort(abortReason).headline
  if (results.length === 0) return aborted ?? 'nothing was tested'
  const uncertain = [unreadHistories(model), incompleteRuns(model)].filter((part) => part !== null)
  if (verdict.agents.inconclusive === 0) {
    if (uncertain.length > 0)
      return `${uncertain.join(', ')}, ${failedTests(verdict.totals)} ${across(model)}`
    return aborted ?? verdictReasons(model.outcome).join(', ')
  }
  if (aborted !== null) return `${aborted} after ${duration(durationMs)}, ${inconclusiveAgents(model)}`
  const tests = verdict.totals.failed === 0 ? [] : [failedTests(verdict.totals)]
  return [`${inconclusiveAgents(model)} in ${duration(durationMs)}`, ...uncertain, ...tests].join(', ')
}

function failedTests({ failed, total }: Counts): string {
  return `${count(failed)} of ${counted(total, 'test')} failed`
}

function inconclusiveAgents(model: PageModel): string {
  const missing = model.outcome.verdict.agents.inconclusive
  const all = testedAgents(model)
  if (all === 1) return 'the agent was inconclusive'
  if (missing === all) return `all ${count(all)} agents were inconclusive`
  return `${count(missing)} of ${count(all)} agents ${missing === 1 ? 'was' : 'were'} inconclusive`
}

function unreadHistories(model: PageModel): string | null {
  const unread = model.comparison?.unreadable.length ?? 0
  if (unread === 0) return null
  const all = testedAgents(model)
  if (unread === all) return 'no run history could be read'
  return `the run history of ${count(unread)} of ${count(all)} agents could not be read`
}

function incompleteRuns(model: PageModel): string | null {
  const incomplete = model.nonPassing.filter(({ result }) => isIncomplete(result)).length
  if (incomplete === 0) return null
  const all = testedAgents(model)
  return all === 1
    ? 'the run is incomplete'
    : `the run of ${count(incomplete)} of ${count(all)} agents is incomplete`
}

/** Without skipped agents, which did not run. */
function testedAgents({ outcome }: PageModel): number {
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
    mode === 'report' ? 'report only, does not fail the job' : null,
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

function agentsByOutcome(agents: Readonly<Record<Outcome, number>>): string | null {
  const parts = [
    agents.failed > 0 ? `${count(agents.failed)} failed` : null,
    agents.inconclusive > 0 ? `${count(agents.inconclusive)} inconclusive` : null,
    agents.skipped > 0 ? `${count(agents.skipped)} skipped` : null,
    agents.passed > 0 ? `${count(agents.passed)} passed` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : `agents: ${parts.join(', ')}`
}
