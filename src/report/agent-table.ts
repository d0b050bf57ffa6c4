// The table of agents: a row per agent, worst first, and a row of totals. Narrow enough for a phone.
import { firstAttempts, sparkline } from './baseline-text.ts'
import { appUrlOf } from './context.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink, shareLink } from './links.ts'
import type { AgentView, ReportModel } from './report-model.ts'
import type { Budget } from './size-budget.ts'
import { count, counted, dollars, latency, signed, tokens } from './units.ts'
import { agentName, inlineText } from './untrusted-markdown.ts'

const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️', skipped: '⏭️' } as const
/** Of failing tests that do not block. */
const EXCUSED = '⚠️'
/** In larger tables the passing agents are folded below. */
const UNFOLDED_AGENTS = 12
const LABEL_LENGTH = 40
const NONE = '–'

export interface TableOptions {
  /** The summary has space for another column. */
  readonly tokens: boolean
}

interface Column {
  readonly head: string
  readonly cell: (view: AgentView) => string
  readonly total: string
}

export function* agentTable(model: ReportModel, budget: Budget, options: TableOptions): Iterable<string> {
  const { nonPassing, passing, outcome } = model
  if (outcome.results.length === 0) return
  const columns = columnsOf(model, options)
  const folded = outcome.results.length > UNFOLDED_AGENTS
  yield `\n${tableHead(columns)}`
  for (const view of nonPassing.slice(0, budget.agents)) yield row(columns, ({ cell }) => cell(view))
  if (!folded)
    for (const view of passing.slice(0, budget.passing)) yield row(columns, ({ cell }) => cell(view))
  if (outcome.results.length > 1) yield row(columns, ({ total }) => (total === '' ? '' : `**${total}**`))
  const hidden = nonPassing.slice(budget.agents)
  if (hidden.length > 0) yield `\n${hiddenAgents(hidden)}\n`
  if (folded && passing.length > 0) yield* foldedTable(passing, columns, budget)
}

function* foldedTable(
  passing: readonly AgentView[],
  columns: readonly Column[],
  budget: Budget,
): Iterable<string> {
  const shown = passing.slice(0, budget.passing)
  if (shown.length === 0) {
    yield `\n✅ ${counted(passing.length, 'agent')} passed; their rows are left out to keep this short.\n`
    return
  }
  yield `\n<details>\n<summary>✅ ${counted(passing.length, 'agent')} passed</summary>\n\n${tableHead(columns)}`
  for (const view of shown) yield row(columns, ({ cell }) => cell(view))
  if (shown.length < passing.length) yield `\n… and ${count(passing.length - shown.length)} more.\n`
  yield '\n</details>\n'
}

function columnsOf(model: ReportModel, options: TableOptions): readonly Column[] {
  const { context, outcome, totalCost, maxP95LatencyMs } = model
  const hasTokens = options.tokens && outcome.results.some(({ run }) => (run?.meanTokens ?? null) !== null)
  // As in the headline: without agents that have no counts.
  const { passed, total } = outcome.verdict.totals
  const { inconclusive } = outcome.verdict.agents
  const all: readonly (Column | false)[] = [
    {
      head: 'Agent',
      cell: (view) => agentCell(view, appUrlOf(view.result.agent, context)),
      total: 'Total',
    },
    {
      head: 'Passed',
      cell: passedCell,
      total: `${total > 0 ? ofAll(passed, total) : NONE}${inconclusive > 0 ? ` · ${count(inconclusive)} inconclusive` : ''}`,
    },
    maxP95LatencyMs !== null && {
      head: 'p95',
      cell: ({ result: { run } }) => known(run?.p95LatencyMs, latency),
      total: latency(maxP95LatencyMs),
    },
    totalCost !== null && {
      head: 'Cost',
      cell: ({ costUsd }) => known(costUsd, dollars),
      total: dollars(totalCost),
    },
    hasTokens && {
      head: 'Tokens / test',
      cell: ({ result: { run } }) => known(run?.meanTokens, tokens),
      total: '',
    },
  ]
  return all.filter((column) => column !== false)
}

function tableHead(columns: readonly Column[]): string {
  return `${row(columns, ({ head }) => head)}${row(columns, (_, index) => (index === 0 ? ':--' : '--:'))}`
}

function row(columns: readonly Column[], cell: (column: Column, index: number) => string): string {
  return `| ${columns.map(cell).join(' | ')} |\n`
}

function agentCell({ result, excused }: AgentView, appUrl: string): string {
  const { outcome, agent, run } = result
  // The sign stays on the first line of a long name.
  const name = `${excused ? EXCUSED : signs[outcome]}&nbsp;`
  if (run === null) return `${name}${agentName(agent)}`
  const shared = run.shareToken === null ? '' : ` ([public](${shareLink(appUrl, run.shareToken)}))`
  return `${name}[${agentName(agent)}](${runLink(appUrl, run.taskId)})${shared}`
}

/** `10/12 (−2)` with the difference from the newest earlier run if it has the same number of tests, and the trend. */
function passedCell({ result, earlier }: AgentView): string {
  if (result.outcome === 'skipped') return 'Skipped'
  const { run } = result
  const counts = run?.counts ?? null
  const numbers = counts === null ? null : ofAll(counts.passed, counts.total)
  if (result.outcome === 'inconclusive') {
    const label = inlineText(describeReason(result.reason, run).label, LABEL_LENGTH)
    return numbers === null ? label : `${numbers} · ${label}`
  }
  const [newest] = earlier?.runs ?? []
  if (earlier === null || newest === undefined || run === null || counts === null) return numbers ?? NONE
  const difference = newest.total === counts.total ? counts.passed - newest.passed : 0
  // Earlier runs have no retries, which make any run look better.
  const onlyByRetries = difference > 0 && firstAttempts(run).passed < counts.passed
  return `${numbers}${onlyByRetries ? '' : signed(difference, count)}<br>${sparkline(earlier, run)}`
}

function ofAll(passed: number, total: number): string {
  return `${count(passed)}/${count(total)}`
}

function known(value: number | null | undefined, words: (value: number) => string): string {
  return value === null || value === undefined ? NONE : words(value)
}

function hiddenAgents(hidden: readonly AgentView[]): string {
  const parts = (['failed', 'inconclusive', 'skipped'] as const)
    .map((outcome) => [hidden.filter(({ result }) => result.outcome === outcome).length, outcome] as const)
    .filter(([agents]) => agents > 0)
    .map(([agents, outcome]) => `${count(agents)} ${outcome}`)
  return `… and ${counted(hidden.length, 'more agent')}: ${parts.join(', ')}.`
}
