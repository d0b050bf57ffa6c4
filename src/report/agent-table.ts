// The table of agents: a row per agent, worst first, and a row of totals.
import type { PassRate } from '../gate/results.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink, shareLink } from './links.ts'
import { type AgentView, type Columns, failedCount, type PageModel } from './page-model.ts'
import type { Budget } from './size-budget.ts'
import { count, counted, dollars, latency, tokens } from './units.ts'
import { agentName } from './untrusted-markdown.ts'

const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️', skipped: '⏭️' } as const
/** In larger tables the passing agents are folded below. */
const UNFOLDED_AGENTS = 12
const NONE = '–'

export function* agentTable(model: PageModel, budget: Budget): Iterable<string> {
  const { nonPassing, passing, outcome } = model
  if (outcome.results.length === 0) return
  const folded = outcome.results.length > UNFOLDED_AGENTS
  yield `\n${tableHead(model.columns)}`
  for (const view of nonPassing.slice(0, budget.agents)) yield row(view, model)
  if (!folded) for (const view of passing.slice(0, budget.passing)) yield row(view, model)
  if (outcome.results.length > 1) yield totalsRow(model)
  const hidden = nonPassing.slice(budget.agents)
  if (hidden.length > 0) yield `\n${hiddenAgents(hidden)}\n`
  if (folded && passing.length > 0) yield* foldedTable(model, budget)
}

function* foldedTable(model: PageModel, budget: Budget): Iterable<string> {
  const { passing, columns } = model
  const shown = passing.slice(0, budget.passing)
  if (shown.length === 0) {
    yield `\n✅ ${counted(passing.length, 'agent')} passed; their rows are left out to keep this short.\n`
    return
  }
  yield `\n<details>\n<summary>✅ ${counted(passing.length, 'agent')} passed</summary>\n\n${tableHead(columns)}`
  for (const view of shown) yield row(view, model)
  if (shown.length < passing.length) yield `\n… and ${count(passing.length - shown.length)} more.\n`
  yield '\n</details>\n'
}

function tableHead(columns: Columns): string {
  const heads = cells(columns, {
    agent: 'Agent',
    result: 'Result',
    passed: 'Passed',
    before: 'Before',
    latency: 'p95 latency',
    cost: 'Cost / test',
    tokens: 'Tokens / test',
    run: 'Run',
  })
  const aligns = cells(columns, {
    agent: ':--',
    result: ':--',
    passed: '--:',
    before: '--:',
    latency: '--:',
    cost: '--:',
    tokens: '--:',
    run: ':--',
  })
  return `${heads}${aligns}`
}

function row(view: AgentView, { columns, context }: PageModel): string {
  const { result } = view
  const { run } = result
  return cells(columns, {
    agent: `${signs[result.outcome]} ${agentName(result.agent)}`,
    result: resultWords(view),
    passed: passedCell(view),
    before: beforeCell(view, context.appUrl),
    latency: known(run?.p95LatencyMs, latency),
    cost: known(run?.meanCostUsd, dollars),
    tokens: known(run?.meanTokens, tokens),
    run: run === null ? NONE : links(context.appUrl, run),
  })
}

function totalsRow({ outcome, columns, comparison }: PageModel): string {
  const { totals } = outcome.verdict
  // If only some agents were compared, the sum of the earlier counts would not match the totals.
  const comparable = comparison !== null && comparison.now.total === totals.total
  return cells(columns, {
    agent: `**All ${counted(outcome.results.length, 'agent')}**`,
    result: totals.failed > 0 ? `**${count(totals.failed)} failed**` : '',
    passed: totals.total > 0 ? `**${ofAll(totals)}**` : NONE,
    before: comparable ? `**${ofAll(comparison.before)}**` : '',
    latency: '',
    cost: '',
    tokens: '',
    run: '',
  })
}

type Cells = Readonly<Record<'agent' | 'result' | 'passed' | keyof Columns, string>>

function cells(columns: Columns, row: Cells): string {
  const shown = [row.agent, row.result, row.passed]
  if (columns.before) shown.push(row.before)
  if (columns.latency) shown.push(row.latency)
  if (columns.cost) shown.push(row.cost)
  if (columns.tokens) shown.push(row.tokens)
  if (columns.run) shown.push(row.run)
  return `| ${shown.join(' | ')} |\n`
}

function resultWords(view: AgentView): string {
  const { result } = view
  switch (result.outcome) {
    case 'passed':
      return 'Passed'
    case 'failed':
      return `${count(failedCount(view))} failed`
    case 'inconclusive':
      return describeReason(result.reason, result.run).label
    case 'skipped':
      return 'Skipped'
    default:
      return result satisfies never
  }
}

function passedCell({ result }: AgentView): string {
  const counts = result.run?.counts
  if (counts) return ofAll(counts)
  return known(result.run?.plannedTests, (planned) => `${NONE} / ${count(planned)}`)
}

/** The earlier run's count, linked to that run. */
function beforeCell({ baseline }: AgentView, appUrl: string): string {
  switch (baseline?.kind) {
    case undefined:
      return NONE
    case 'compared':
      return `[${ofAll(baseline.comparison.before)}](${runLink(appUrl, baseline.comparison.earlierTaskId)})`
    case 'no-earlier-run':
      return 'no earlier run'
    case 'unreadable':
      return 'unreadable'
    default:
      return baseline satisfies never
  }
}

function ofAll({ passed, total }: PassRate): string {
  return `${count(passed)} / ${count(total)}`
}

function links(appUrl: string, run: { readonly taskId: string; readonly shareToken: string | null }): string {
  const open = `[open](${runLink(appUrl, run.taskId)})`
  return run.shareToken === null ? open : `${open}, [public](${shareLink(appUrl, run.shareToken)})`
}

function known(value: number | null | undefined, words: (value: number) => string): string {
  return value === null || value === undefined ? NONE : words(value)
}

function hiddenAgents(hidden: readonly AgentView[]): string {
  const having = (outcome: string) => hidden.filter(({ result }) => result.outcome === outcome).length
  const parts = [
    [having('failed'), 'failed'],
    [having('inconclusive'), 'inconclusive'],
    [having('skipped'), 'skipped'],
  ] as const
  const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`)
  return `… and ${counted(hidden.length, 'more agent')}: ${words.join(', ')}.`
}
