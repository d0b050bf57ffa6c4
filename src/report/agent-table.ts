// The table of agents: a row per agent, worst first, and a row of totals. Narrow enough for a phone.
import { firstAttempts } from '../results/baseline-text.ts'
import { maxP95LatencyMs } from '../results/measures.ts'
import type { AgentView, Overview } from '../results/overview.ts'
import type { PassRate, Results, ResultsAgent, ResultsRun } from '../results/schema.ts'
import { count, counted, dollars, latency, signed, tokens } from '../results/units.ts'
import type { Budget } from './size-budget.ts'
import { agentName, inlineText, linkTo } from './untrusted-markdown.ts'

const signs = { passed: '✅', failed: '❌', inconclusive: '⚠️', skipped: '⏭️' } as const
/** Of failing tests that do not block. */
const EXCUSED = '⚠️'
/** In larger tables the passing agents are folded below. */
const UNFOLDED_AGENTS = 12
/** Of agents that did not pass; the others are folded. */
const UNFOLDED_ROWS = 20
const LABEL_LENGTH = 40
const NONE = '–'
/** Narrow enough for a phone. */
const TREND_RUNS = 4
/** If no agent is slower, latency is not worth a column; else it takes the place of cost. */
const FAST_MS = 3000

export interface TableOptions {
  /** The summary has space for more columns; a comment has to fit on a phone. */
  readonly wide: boolean
}

interface Column {
  readonly head: string
  readonly cell: (view: AgentView) => string
  readonly total: string
}

export function* agentTable(overview: Overview, budget: Budget, options: TableOptions): Iterable<string> {
  const { nonPassing, passing, results } = overview
  const { agents } = results
  if (agents.length === 0) return
  const columns = columnsOf(results, options)
  const folded = agents.length > UNFOLDED_AGENTS
  yield `\n${tableHead(columns)}`
  const rows = nonPassing.slice(0, budget.agents).map((view) => row(columns, ({ cell }) => cell(view)))
  yield* rows.slice(0, UNFOLDED_ROWS)
  if (!folded)
    for (const view of passing.slice(0, budget.passing)) yield row(columns, ({ cell }) => cell(view))
  if (agents.length > 1) yield row(columns, ({ total }) => (total === '' ? '' : `**${total}**`))
  const more = rows.slice(UNFOLDED_ROWS)
  if (more.length > 0) {
    yield `\n<details>\n<summary>${counted(more.length, 'more agent')} that did not pass</summary>\n\n${tableHead(columns)}`
    yield* more
    yield '\n</details>\n'
  }
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

function columnsOf(results: Results, options: TableOptions): readonly Column[] {
  const { agents, costUsd: totalCost } = results
  const p95 = maxP95LatencyMs(results)
  const isSlow = (p95 ?? 0) > FAST_MS
  const hasTokens = options.wide && agents.some(({ run }) => (run?.meanTokens ?? null) !== null)
  // As in the headline: without agents that have no counts.
  const { passed, total } = results.totals
  const { inconclusive } = results.agentTotals
  const all: readonly (Column | false)[] = [
    { head: 'Agent', cell: agentCell, total: 'Total' },
    {
      head: 'Passed',
      cell: passedCell,
      total: `${total > 0 ? ofAll(passed, total) : NONE}${inconclusive > 0 ? `<br>${count(inconclusive)}&nbsp;inconclusive` : ''}`,
    },
    p95 !== null &&
      p95 > FAST_MS && {
        head: 'p95',
        cell: ({ agent: { run } }) => known(run?.p95LatencyMs, latency),
        total: latency(p95 ?? 0),
      },
    totalCost !== null &&
      (options.wide || !isSlow) && {
        head: 'Cost',
        cell: ({ agent: { costUsd } }) => known(costUsd, dollars),
        total: dollars(totalCost),
      },
    hasTokens && {
      head: 'Tokens / test',
      cell: ({ agent: { run } }) => known(run?.meanTokens, tokens),
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

function agentCell({ agent, excused }: AgentView): string {
  const { outcome, run } = agent
  // The sign stays on the first line of a long name.
  const name = `${excused ? EXCUSED : signs[outcome]}&nbsp;`
  if (run === null) return `${name}${agentName(agent)}`
  const shared = run.publicUrl === null ? '' : ` (${linkTo('public', run.publicUrl)})`
  return `${name}${linkTo(agentName(agent), run.url)}${shared}`
}

/** `10/12 (−2)` with the difference from the newest earlier run if it has the same number of tests, and the trend. */
function passedCell({ agent: { outcome, problem, run, baseline } }: AgentView): string {
  const counts = run?.counts ?? null
  const numbers = counts === null ? null : ofAll(counts.passed, counts.total)
  if (outcome === 'inconclusive' || outcome === 'skipped') {
    const label = inlineText(problem?.label ?? '', LABEL_LENGTH)
    return numbers === null ? label : `${numbers}<br>${label}`
  }
  // An agent's problem does not disappear behind a failing test.
  if (problem !== null) return `${numbers ?? NONE}<br>${inlineText(problem.label, LABEL_LENGTH)}`
  const [newest] = baseline?.runs ?? []
  if (baseline === null || newest === undefined || run === null || counts === null) return numbers ?? NONE
  const difference = newest.total === counts.total ? counts.passed - newest.passed : 0
  // Earlier runs have no retries, which make any run look better.
  const onlyByRetries = difference > 0 && firstAttempts(run).passed < counts.passed
  return `${numbers}${onlyByRetries ? '' : signed(difference, count)}${trend(baseline, run)}`
}

/** `🟩🟩🟨🟩🟥`: the first attempts of the last few runs, oldest first, then those of this one. Empty if it is constant. */
function trend({ runs }: NonNullable<ResultsAgent['baseline']>, run: ResultsRun): string {
  const squares = [...runs.slice(0, TREND_RUNS).toReversed(), firstAttempts(run)].map(square)
  return new Set(squares).size < 2 ? '' : `<br>${squares.join('')}`
}

/** Green only if all tests passed, red if most did not. */
function square({ passed, total }: PassRate): string {
  if (total > 0 && passed === total) return '🟩'
  return passed * 2 >= total && passed > 0 ? '🟨' : '🟥'
}

function ofAll(passed: number, total: number): string {
  return `${count(passed)}/${count(total)}`
}

function known(value: number | null | undefined, words: (value: number) => string): string {
  return value === null || value === undefined ? NONE : words(value)
}

function hiddenAgents(hidden: readonly AgentView[]): string {
  const parts = (['failed', 'inconclusive', 'skipped'] as const)
    .map((outcome) => [hidden.filter(({ agent }) => agent.outcome === outcome).length, outcome] as const)
    .filter(([agents]) => agents > 0)
    .map(([agents, outcome]) => `${count(agents)} ${outcome}`)
  return `… and ${counted(hidden.length, 'more agent')}: ${parts.join(', ')}.`
}
