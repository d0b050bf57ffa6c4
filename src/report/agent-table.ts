// The table of agents: a row per agent, worst first, and a row of totals. Narrow enough for a phone.

import { count, counted, dollars } from '../results/format.ts'
import type { Overview } from '../results/order.ts'
import { problemWords } from '../results/problems.ts'
import { capitalized } from '../results/sentence.ts'
import { standingOf, standingWords } from '../results/test-outcomes.ts'
import { type Counts, countTests, type ResultsAgent } from '../schema.ts'
import type { Size } from './size.ts'
import { agentName, linkTo } from './untrusted-markdown.ts'

const NONE = '–'

export function* agentTable({ agents, results }: Overview, { names }: Size): Iterable<string> {
  const { costUsd, totals } = results
  if (agents.length === 0 || names === 0) return
  const row = (cells: readonly string[]) =>
    `| ${(costUsd === null ? cells.slice(0, 2) : cells).join(' | ')} |`
  const rows = agents.slice(0, names).map(({ agent }) => row(cellsOf(agent)))
  // Nobody knows how many tests the others have.
  const isWhole = results.agents.every(({ outcome, run }) => outcome === 'skipped' || run?.tests.length)
  const passed = passedText(totals)
  const total = [
    'Total',
    passed === null || isWhole ? (passed ?? NONE) : count(totals.passed),
    known(costUsd),
  ].map((cell) => `**${cell}**`)
  yield [
    row(['Agent', 'Passed', 'Cost']),
    row([':--', '--:', '--:']),
    ...rows,
    ...(agents.length > 1 ? [row(total)] : []),
  ].join('\n')
  if (agents.length > names) yield `… and ${counted(agents.length - names, 'more agent')}.`
}

function cellsOf(agent: ResultsAgent): string[] {
  const { run, problem, costUsd } = agent
  const name = run === null ? agentName(agent) : linkTo(agentName(agent), run.url)
  const passed = run && passedText(countTests(run))
  const label = problem === null ? null : capitalized(problemWords(problem).short)
  return [
    // The sign stays on the first line of a long name.
    `${standingWords[standingOf(agent)].sign}&nbsp;${name}`,
    [passed, label].filter((part) => part !== null).join('<br>') || NONE,
    known(costUsd),
  ]
}

/** `11/12`; null if no test has a result, so that an outage does not read as failures. */
function passedText({ total, passed, failed }: Counts): string | null {
  return passed + failed === 0 ? null : `${count(passed)}/${count(total)}`
}

function known(costUsd: number | null): string {
  return costUsd === null ? NONE : dollars(costUsd)
}
