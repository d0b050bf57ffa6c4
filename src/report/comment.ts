// The comment and the job summary, as markdown: the same sections, with as much detail as fits.
import { baselineText, staleText } from '../results/baseline-text.ts'
import { explanation, headline, headlineText } from '../results/headline.ts'
import { webLink } from '../results/links.ts'
import { costChangeOf, maxP95LatencyMs } from '../results/measures.ts'
import { type NextStep, nextSteps, type Problem } from '../results/next-steps.ts'
import { type Overview, overviewOf } from '../results/overview.ts'
import { DEFAULT_TITLE, type Results, type ResultsAgent } from '../results/schema.ts'
import {
  count,
  counted,
  dollars,
  duration,
  firstFew,
  latency,
  percentage,
  signed,
  wholePercent,
} from '../results/units.ts'
import { capitalized } from '../results/verdict-reasons.ts'
import { agentTable } from './agent-table.ts'
import { decisiveTests, otherTests } from './failing-tests.ts'
import { type Budget, fitToLimit, type Limit } from './size-budget.ts'
import { testSquares, trendChart } from './summary-charts.ts'
import { agentName, agentNames, inlineText, linkTo, proseWithCode } from './untrusted-markdown.ts'

/** GitHub shows nothing of a summary that is too large, and line endings may be added on the way. */
const SUMMARY_RESERVE_BYTES = 4096

/**
 * @param limit `maxCharacters` in UTF-16 units, as GitHub counts them. The least important details are left out until
 * the comment fits, and the comment says how many. Below about 6,000 characters it may be the headline alone.
 */
export function renderComment(
  results: Results,
  { maxCharacters, pageUrl = null }: { readonly maxCharacters: number; readonly pageUrl?: string | null },
): string {
  return renderReport(overviewOf(results, pageUrl), 'comment', {
    max: maxCharacters,
    measure: (text) => text.length,
  })
}

/** @param limit `maxBytes` of UTF-8 that the summary file may hold */
export function renderSummary(
  results: Results,
  { maxBytes, pageUrl = null }: { readonly maxBytes: number; readonly pageUrl?: string | null },
): string {
  const max = maxBytes - Math.min(SUMMARY_RESERVE_BYTES, maxBytes / 10)
  return renderReport(overviewOf(results, pageUrl), 'summary', { max, measure: Buffer.byteLength })
}

/** The first line of an existing comment while tests for a newer commit are running. Not for a new comment. */
export function progressNotice({
  title,
  headSha,
  workflowRunUrl,
}: Pick<Results, 'title' | 'headSha' | 'workflowRunUrl'>): string {
  const link = webLink(workflowRunUrl)
  const where = link === null ? '' : ` ([workflow run](${link}))`
  return `### ⏳ ${titleText(title)}Testing ${commitText(headSha) ?? 'a new commit'}${where}`
}

/** `staging: `; empty for a job without a title of its own. */
function titleText(title: string): string {
  return title === DEFAULT_TITLE ? '' : `${inlineText(title, TITLE_LENGTH)}: `
}

type Kind = 'comment' | 'summary'

function renderReport(overview: Overview, kind: Kind, limit: Limit): string {
  return fitToLimit((budget) => sections(overview, kind, budget), limit) ?? heading(overview)
}

function* sections(overview: Overview, kind: Kind, budget: Budget): Iterable<string> {
  const inconclusive = overview.results.verdict === 'inconclusive'
  yield heading(overview)
  if (inconclusive) yield* stepsSection(overview, budget)
  yield* decisiveTests(overview, budget)
  yield* agentTable(overview, budget, { wide: kind === 'summary' })
  yield measures(overview.results)
  if (kind === 'summary') {
    yield* testSquares(overview, budget)
    yield* trendChart(overview)
  }
  if (!inconclusive) yield* stepsSection(overview, budget)
  yield* otherTests(overview, budget)
  yield* baselineSection(overview.results, budget)
}

const HEADLINE_LENGTH = 500
const TITLE_LENGTH = 120

/** The headline and the lines below it. Always shown whole; its length is bounded. */
function heading(overview: Overview): string {
  const { results } = overview
  const line = headline(overview)
  const lines = explanation(results).map((sentences) =>
    sentences.map((text) => inlineText(text, SENTENCE_LENGTH)).join(' '),
  )
  lines.push(links(overview))
  return `### ${line.sign} ${titleText(results.title)}${inlineText(headlineText(line), HEADLINE_LENGTH)}\n\n${lines.join('<br>\n')}\n`
}

function links({ results: { workflowRunUrl, title }, pageUrl }: Overview): string {
  const workflowRun = webLink(workflowRunUrl)
  const parts = [
    pageUrl && `**${linkTo('Open the conversations', pageUrl)}**`,
    workflowRun && `[Workflow run](${workflowRun})`,
    title === DEFAULT_TITLE && `**${title}**`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The tested commit, null if it is unknown. */
function commitText(headSha: string | null): string | null {
  return /^[0-9a-f]{7,64}$/i.test(headSha ?? '') ? `commit \`${headSha?.slice(0, 7)}\`` : null
}

/** What was tested, and what it took: for those who look for it, so below what failed. */
function measures(results: Results): string {
  const { totals, executedTests, costUsd, durationMs, headSha } = results
  const p95 = maxP95LatencyMs(results)
  const parts = [
    commitText(headSha),
    executedTests > totals.total && `${count(executedTests)} tests executed, retries included`,
    passRates(results),
    p95 !== null && `slowest p95 ${latency(p95)}`,
    costUsd !== null && `cost ${dollars(costUsd)}${signed(costChangeOf(results), wholePercent)}`,
    `took ${duration(durationMs)}`,
  ]
  return `\n${parts.filter(Boolean).join(' · ')}\n`
}

/** Null if nothing was compared. */
function passRates({ comparison, totals }: Results): string | null {
  const now = comparison && percentage(comparison.now)
  const before = comparison && percentage(comparison.before)
  if (comparison === null || now === null || before === null) return null
  const compared = comparison.now.total
  const which = compared < totals.total ? ` of ${counted(compared, 'compared test')}` : ''
  return `first attempts${which} passed: ${now}, before ${before}`
}

const SENTENCE_LENGTH = 500
/** Agents named per step; the rest have a row in the table. */
const STEP_NAMES_SHOWN = 5
const PROBLEMS_SHOWN = 10

function* stepsSection(overview: Overview, budget: Budget): Iterable<string> {
  const next = nextSteps(overview)
  if (next === null) return
  const { abort, steps, undetermined, rerun } = next
  yield '\n#### What to do next\n\n'
  if (abort !== null) {
    const more = (left: number) => `… and ${count(left)} more.`
    const sentence = (detail: string) => capitalized(asSentence(detail))
    const details = firstFew(abort.details, Math.max(1, budget.steps), sentence, more)
    yield `- ⚠️ ${details.join('<br>')}<br>→ ${advice(abort.remedy)}\n`
  }
  for (const step of steps.slice(0, budget.steps)) yield stepLine(step)
  if (steps.length > budget.steps)
    yield `- … and ${count(steps.length - budget.steps)} more. See the log for all of them.\n`
  if (undetermined)
    yield '- ⚠️ Each inconclusive test below says why.<br>→ Re-run this job, or look into the tests.\n'
  const workflowRun = webLink(overview.results.workflowRunUrl)
  if (rerun && workflowRun !== null) yield `\n[Open the workflow run to re-run it](${workflowRun})\n`
}

function stepLine({ kind, problems, remedy }: NextStep): string {
  const sign = kind === 'skipped' ? '⏭️' : '⚠️'
  const more = (left: number) => `… and ${counted(left, 'more problem')}`
  const lines = firstFew(problems, PROBLEMS_SHOWN, (problem) => `${sign} ${problemText(problem)}`, more)
  return `- ${lines.join('<br>')}<br>→ ${advice(remedy)}\n`
}

function problemText({ agents, message, url }: Problem): string {
  const hasRun = agents.some(({ run }) => run !== null)
  const open = url === null ? '' : ` ${linkTo(hasRun ? 'Open run' : 'Open the list of runs', url)}`
  return `${agentNames(agents, STEP_NAMES_SHOWN)}: ${asSentence(message)}${open}`
}

function asSentence(text: string): string {
  const words = inlineText(text, SENTENCE_LENGTH)
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

function advice(remedy: string): string {
  return proseWithCode(remedy, SENTENCE_LENGTH)
}

const NAMES_SHOWN = 20
const RUNS_LINKED = 3

/** What this run was compared with, in mode `gate-if-worse`. */
function* baselineSection(results: Results, budget: Budget): Iterable<string> {
  const { comparison, agents } = results
  if (comparison === null) return
  const readable = agents.flatMap(({ baseline, ...agent }) =>
    baseline === null || baseline.error !== null ? [] : [{ ...agent, baseline }],
  )
  const compared = readable.filter(({ baseline }) => baseline.runs.length > 0)
  const hasControl = comparison.control !== null
  const without = hasControl ? [] : readable.filter(({ baseline }) => baseline.runs.length === 0)
  const stale = compared.flatMap((agent) => {
    const text = staleText(agent, results)
    return text === null ? [] : [{ agent, text }]
  })
  for (const { agent, text } of stale.slice(0, Math.max(1, budget.steps)))
    yield `\n⚠️ **${agentName(agent)}**: ${text}. Run its tests regularly, for example every night, so that they can be compared with recent results.\n`
  if (without.length > 0)
    yield `\nNo earlier run to compare with: ${agentNames(without, NAMES_SHOWN)}. Later jobs are compared with this one; on pull requests, only if these are opened after it.\n`
  const recent = without.filter(({ baseline }) => baseline.tooRecent > 0)
  if (recent.length > 0)
    yield `\nLeft out as too recent, since they may contain this change: ${recent
      .slice(0, NAMES_SHOWN)
      .map((agent) => `${counted(agent.baseline.tooRecent, 'run')} of ${agentName(agent)}`)
      .join(', ')}.\n`
  const shown = compared.slice(0, budget.passing)
  if (shown.length === 0) return
  yield `\n<details>\n<summary>Baseline: earlier runs of ${hasControl ? 'the controls of ' : ''}${counted(compared.length, 'agent')}, ${counted(comparison.comparedTests, 'test')} compared</summary>\n\n`
  for (const agent of shown)
    yield `- ${agentName(agent)}: ${inlineText(baselineText(agent.baseline), TITLE_LENGTH)}${earlierLinks(agent.baseline)}\n`
  if (shown.length < compared.length) yield `\n… and ${count(compared.length - shown.length)} more.\n`
  yield '\n</details>\n'
}

function earlierLinks({ runs }: NonNullable<ResultsAgent['baseline']>): string {
  const shown = runs
    .slice(0, RUNS_LINKED)
    .flatMap(({ url, createdAt }) =>
      url === null ? [] : [linkTo(inlineText(createdAt?.slice(0, 10) ?? 'run', TITLE_LENGTH), url)],
    )
  return shown.length === 0 ? '' : ` (${shown.join(', ')}${runs.length > RUNS_LINKED ? ', …' : ''})`
}
