// The table of agents in a report.
import { type Counts, countTests, type ResultsAgent } from '../schema.ts'
import { type Block, inLines, paragraph, type TableRow } from './blocks.ts'
import { standingOf, standings } from './causes.ts'
import { costText, count, counted } from './format.ts'
import { problemWords, toldOf } from './problems.ts'
import { capitalized, plain } from './sentence.ts'
import type { Budget } from './sizes.ts'
import type { Story } from './story.ts'
import { agentName } from './untrusted.ts'

const NONE = '–'

/** A row per agent, worst first. Narrow enough for a phone. */
export function* agentTable(story: Story, { items }: Budget): Iterable<Block> {
  const { agents, results } = story
  if (agents.length === 0 || items === 0) return
  const rows = agents.slice(0, items).map(({ agent }) => rowOf(story, agent))
  const columns = [{ title: 'Agent' }, { title: 'Passed', isNumber: true }, { title: 'Cost', isNumber: true }]
  const shown = results.costUsd === null ? 2 : 3
  yield {
    kind: 'table',
    head: columns.slice(0, shown),
    rows: rows.map(({ cells, ...row }) => ({ ...row, cells: cells.slice(0, shown) })),
  }
  if (agents.length > items) yield paragraph([`… and ${counted(agents.length - items, 'more agent')}.`])
}

function rowOf({ results, findings }: Story, agent: ResultsAgent): TableRow {
  const { name, run, problem } = agent
  // Lines say why tests have no result.
  const isUnfinished = problem !== null && toldOf(problem) === 'tests'
  const counts = run && countTests(run)
  const passed =
    counts && (isUnfinished ? `${count(counts.passed)}/${count(counts.total)}` : passedCell(counts))
  const label = problem === null || isUnfinished ? [] : [capitalized(plain([problemWords(problem).short]))]
  const result = inLines([passed === null ? [] : [passed], label])
  const at = results.agents.indexOf(agent)
  // As its first line has it.
  const line = findings.find(({ row, problem, agents }) => (row ?? problem) !== null && agents.includes(at))
  return {
    sign: line?.sign ?? standings[standingOf(agent)].sign,
    cells: [[agentName(name, run?.url)], result.length === 0 ? [NONE] : result, [costText(agent) ?? NONE]],
  }
}

/** `11/12`; null if no test has a result, so that an outage does not read as failures. */
function passedCell({ total, passed, failed }: Counts): string | null {
  return passed + failed === 0 ? null : `${count(passed)}/${count(total)}`
}
