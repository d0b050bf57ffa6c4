// The table of agents: a row per agent, worst first, and a row of totals. Narrow enough for a phone.

import { groupOf, signOf, standingOf } from '../results/causes.ts'
import { costText, count, counted, firstFew } from '../results/format.ts'
import type { AgentView, Overview } from '../results/overview.ts'
import { problemWords, toldOf } from '../results/problems.ts'
import { capitalized, plain } from '../results/sentence.ts'
import type { Size } from '../results/sizes.ts'
import { type Counts, countTests, type ResultsAgent } from '../schema.ts'
import { agentName, linkTo } from './untrusted-markdown.ts'

const NONE = '–'

export function* agentTable({ agents, results }: Overview, { names }: Size): Iterable<string> {
  const { costUsd, totals } = results
  if (agents.length === 0 || names === 0) return
  const row = (cells: readonly string[]) =>
    `| ${(costUsd === null ? cells.slice(0, 2) : cells).join(' | ')} |`
  const isClean = ({ agent }: AgentView) =>
    standingOf(agent) === 'passed' && agent.run?.tests.every((test) => groupOf(test) === 'passed')
  const clean = agents.filter(isClean)
  // One row needs no more space than the one that would stand for it.
  const listed = clean.length > 1 ? agents.filter((view) => !isClean(view)) : agents
  const rows = listed.slice(0, names).map(({ agent }) => row(cellsOf(agent)))
  // Nobody knows how many tests the others have.
  const isWhole = results.agents.every(({ outcome, run }) => outcome === 'skipped' || run?.tests.length)
  const passed = passedCell(totals)
  const total = [
    'Total',
    passed === null || isWhole ? (passed ?? NONE) : count(totals.passed),
    costText(results) ?? NONE,
  ].map((cell) => `**${cell}**`)
  yield [
    row(['Agent', 'Passed', 'Cost']),
    row([':--', '--:', '--:']),
    ...rows,
    ...(clean.length > 1 ? [row(cleanCells(clean, names))] : []),
    ...(agents.length > 1 ? [row(total)] : []),
  ].join('\n')
  if (listed.length > names) yield `… and ${counted(listed.length - names, 'more agent')}.`
}

/** All agents that passed everything at once. */
function cleanCells(clean: readonly AgentView[], mostNames: number): string[] {
  const tests = clean.reduce((sum, { agent }) => sum + (agent.run?.tests.length ?? 0), 0)
  const costs = clean.flatMap(({ agent }) => agent.costUsd ?? [])
  const costUsd = costs.length === 0 ? null : costs.reduce((sum, each) => sum + each, 0)
  const isCostWhole = clean.every(({ agent }) => agent.isCostWhole)
  const names = firstFew(clean, mostNames, ({ agent }) => linkTo(agentName(agent), agent.run?.url ?? ''))
  return [
    `✅&nbsp;${names.join(', ')}`,
    `${count(tests)}/${count(tests)}`,
    costText({ costUsd, isCostWhole }) ?? NONE,
  ]
}

function cellsOf(agent: ResultsAgent): string[] {
  const { run, problem } = agent
  const name = run === null ? agentName(agent) : linkTo(agentName(agent), run.url)
  // Lines say why tests have no result.
  const isUnfinished = problem !== null && toldOf(problem) === 'tests'
  const counts = run && countTests(run)
  const passed =
    counts && (isUnfinished ? `${count(counts.passed)}/${count(counts.total)}` : passedCell(counts))
  const label = problem === null || isUnfinished ? null : capitalized(plain([problemWords(problem).short]))
  return [
    // The sign stays on the first line of a long name.
    `${signOf(agent)}&nbsp;${name}`,
    [passed, label].filter((part) => part !== null).join('<br>') || NONE,
    costText(agent) ?? NONE,
  ]
}

/** `11/12`; null if no test has a result, so that an outage does not read as failures. */
function passedCell({ total, passed, failed }: Counts): string | null {
  return passed + failed === 0 ? null : `${count(passed)}/${count(total)}`
}
