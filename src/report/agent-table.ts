// The table of a page: a row per agent, worst first, and a row of totals.
import type { PassRate } from '../gate/results.ts'
import type { Detail } from './detail.ts'
import { describeProblem } from './inconclusive-reasons.ts'
import { runLink, shareLink } from './links.ts'
import { agentName } from './names.ts'
import { type AgentView, type Columns, failedCount, type PageModel } from './page-model.ts'
import { count, counted, dollars, latency, tokens } from './units.ts'

const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️', skipped: '⏭️' } as const
/** Up to here passing agents stand in the table itself; more of them are folded away under it. */
const UNFOLDED_AGENTS = 12
const NONE = '–'

export function* agentTable(model: PageModel, detail: Detail): Iterable<string> {
  const { attention, passing, outcome } = model
  if (outcome.results.length === 0) return
  const folded = outcome.results.length > UNFOLDED_AGENTS
  yield `\n${tableHead(model.columns)}`
  for (const view of attention.slice(0, detail.agents)) yield row(view, model)
  if (!folded) for (const view of passing.slice(0, detail.passing)) yield row(view, model)
  if (outcome.results.length > 1) yield totalsRow(model)
  const hidden = attention.slice(detail.agents)
  if (hidden.length > 0) yield `\n${hiddenAgents(hidden)}\n`
  if (folded && passing.length > 0) yield* foldedTable(model, detail)
}

function* foldedTable(model: PageModel, detail: Detail): Iterable<string> {
  const { passing, columns } = model
  const shown = passing.slice(0, detail.passing)
  if (shown.length === 0) {
    yield `\n✅ ${counted(passing.length, 'agent')} passed; the rows are left out to keep this short.\n`
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
  // Beside other totals than its own, a sum of what was before would mislead.
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
      return describeProblem(result.reason, result.run).label
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

/** The earlier run's count, as the link to it. */
function beforeCell({ standing }: AgentView, appUrl: string): string {
  switch (standing?.kind) {
    case undefined:
      return NONE
    case 'compared':
      return `[${ofAll(standing.comparison.before)}](${runLink(appUrl, standing.comparison.earlierTaskId)})`
    case 'no-earlier-run':
      return 'no earlier run'
    case 'unreadable':
      return 'unreadable'
    default:
      return standing satisfies never
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
    [having('inconclusive'), 'without a result'],
    [having('skipped'), 'skipped'],
  ] as const
  const words = parts.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`)
  return `… and ${counted(hidden.length, 'more agent')}: ${words.join(', ')}.`
}
