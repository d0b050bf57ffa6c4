// The first lines of a page: may I merge? And what this is about.
import type { Outcome } from '../gate/results.ts'
import { describeStop } from './describe-stop.ts'
import { webLink } from './links.ts'
import type { PageModel } from './page-model.ts'
import { count, counted, duration } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'

const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️' } as const
const TITLE_LENGTH = 120

/** The heading and the line under it. Never cut: it is bounded by itself. */
export function headline(model: PageModel): string {
  const { outcome } = model
  return `### ${signs[outcome.verdict.word]} ${verdictInWords(model)}\n\n${subject(model)}\n`
}

function verdictInWords(model: PageModel): string {
  const { outcome, context } = model
  const gate = context.mode === 'gate'
  const { word, totals } = outcome.verdict
  const over = `over ${counted(agentsThatCount(model), 'agent')} in ${duration(outcome.durationMs)}`
  switch (word) {
    case 'passed':
      return `${gate ? 'Good to merge: all' : 'All'} ${counted(totals.total, 'test')} passed ${over}`
    case 'failed':
      return `${gate ? 'Do not merge: ' : ''}${count(totals.failed)} of ${counted(totals.total, 'test')} failed ${over}`
    case 'inconclusive':
      return `${gate ? 'Do not merge yet' : 'No clear result'}: ${whyInconclusive(model)}`
    default:
      return word satisfies never
  }
}

function whyInconclusive(model: PageModel): string {
  const { results, stop, durationMs, verdict } = model.outcome
  const stopped = stop === null ? null : describeStop(stop).headline
  if (results.length === 0) return stopped ?? 'nothing was tested'
  if (verdict.agents.inconclusive === 0) return stopped ?? 'no agent could be run'
  if (stopped !== null) return `${stopped} after ${duration(durationMs)}, ${withoutResult(model)}`
  const tests = verdict.totals.total === 0 ? '' : `, 0 of ${counted(verdict.totals.total, 'test')} failed`
  return `${withoutResult(model)} in ${duration(durationMs)}${tests}`
}

function withoutResult(model: PageModel): string {
  const missing = model.outcome.verdict.agents.inconclusive
  const all = agentsThatCount(model)
  if (all === 1) return 'the agent gave no result'
  if (missing === all) return `none of ${count(all)} agents gave a result`
  return `${count(missing)} of ${count(all)} agents gave no result`
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
