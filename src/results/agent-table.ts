// The table of agents in a report.
import { type Counts, countTests, type Results, type ResultsAgent } from '../schema.ts'
import { type Block, inLines, paragraph, type TableRow } from './blocks.ts'
import { groupOf, signOf, standingOf } from './causes.ts'
import { costText, count, counted, firstFew } from './format.ts'
import type { AgentView, Overview } from './overview.ts'
import { problemWords, toldOf } from './problems.ts'
import { capitalized, plain, type Sentence, separated } from './sentence.ts'
import type { Budget } from './sizes.ts'

const NONE = '–'

/** A row per agent, worst first, and a row of totals. Narrow enough for a phone. */
export function* agentTable({ agents, results }: Overview, { items }: Budget): Iterable<Block> {
  const { costUsd, totals } = results
  if (agents.length === 0 || items === 0) return
  const isClean = ({ agent }: AgentView) =>
    standingOf(agent) === 'passed' && agent.run?.tests.every((test) => groupOf(test) === 'passed')
  const clean = agents.filter(isClean)
  // One row needs no more space than the one that would stand for it.
  const listed = clean.length > 1 ? agents.filter((view) => !isClean(view)) : agents
  // Nobody knows how many tests the others have.
  const isWhole = results.agents.every(({ outcome, run }) => outcome === 'skipped' || run?.tests.length)
  const passed = passedCell(totals)
  const total = ['Total', passed === null || isWhole ? passed : count(totals.passed), costText(results)]
  const rows: TableRow[] = [
    ...listed.slice(0, items).map(({ agent }) => rowOf(results, agent)),
    ...(clean.length > 1 ? [cleanRow(clean, items)] : []),
    ...(agents.length > 1
      ? [{ cells: total.map((text): Sentence => [{ kind: 'strong', text: text ?? NONE }]) }]
      : []),
  ]
  const columns = [{ title: 'Agent' }, { title: 'Passed', isNumber: true }, { title: 'Cost', isNumber: true }]
  const shown = costUsd === null ? 2 : 3
  yield {
    kind: 'table',
    head: columns.slice(0, shown),
    rows: rows.map(({ cells, ...row }) => ({ ...row, cells: cells.slice(0, shown) })),
  }
  if (listed.length > items) yield paragraph([`… and ${counted(listed.length - items, 'more agent')}.`])
}

/** All agents that passed everything at once. */
function cleanRow(clean: readonly AgentView[], mostNames: number): TableRow {
  const tests = clean.reduce((sum, { agent }) => sum + (agent.run?.tests.length ?? 0), 0)
  const costs = clean.flatMap(({ agent }) => agent.costUsd ?? [])
  const costUsd = costs.length === 0 ? null : costs.reduce((sum, each) => sum + each, 0)
  const isCostWhole = clean.every(({ agent }) => agent.isCostWhole)
  const names = firstFew(clean, mostNames, ({ agent }) => agentLink(agent))
  return {
    sign: '✅',
    cells: [
      separated(names, ', '),
      [`${count(tests)}/${count(tests)}`],
      [costText({ costUsd, isCostWhole }) ?? NONE],
    ],
  }
}

function rowOf(results: Results, agent: ResultsAgent): TableRow {
  const { run, problem } = agent
  // Lines say why tests have no result.
  const isUnfinished = problem !== null && toldOf(problem) === 'tests'
  const counts = run && countTests(run)
  const passed =
    counts && (isUnfinished ? `${count(counts.passed)}/${count(counts.total)}` : passedCell(counts))
  const label = problem === null || isUnfinished ? [] : [capitalized(plain([problemWords(problem).short]))]
  const result = inLines([passed === null ? [] : [passed], label])
  return {
    sign: signOf(results, agent),
    cells: [[agentLink(agent)], result.length === 0 ? [NONE] : result, [costText(agent) ?? NONE]],
  }
}

function agentLink({ name, run }: ResultsAgent): Sentence[number] {
  return { kind: 'agent', text: name, url: run?.url ?? null }
}

/** `11/12`; null if no test has a result, so that an outage does not read as failures. */
function passedCell({ total, passed, failed }: Counts): string | null {
  return passed + failed === 0 ? null : `${count(passed)}/${count(total)}`
}
