// What only the summary has space for: a square per test of each failing agent, and the trend as a chart.
import { firstAttempts } from '../results/baseline-text.ts'
import type { Overview } from '../results/overview.ts'
import type { PassRate, ResultsRun } from '../results/schema.ts'
import type { Budget } from './size-budget.ts'
import { agentName, agentNames } from './untrusted-markdown.ts'

/** Larger suites would fill the page. */
const MOST_TESTS = 200
const MOST_AGENTS = 50

export function* testSquares({ nonPassing }: Overview, budget: Budget): Iterable<string> {
  const rows = nonPassing.slice(0, Math.min(budget.agents, MOST_AGENTS)).flatMap(({ agent }) => {
    const squares = agent.run === null ? '' : squaresOf(agent.run)
    return squares === '' ? [] : [`${agentName(agent)}<br>${squares}`]
  })
  if (rows.length === 0) return
  yield '\n#### Tests of the agents that did not pass\n\n🟥 failed · 🟨 flaky · ⬜ no result · 🟩 passed\n'
  for (const row of rows) yield `\n${row}\n`
}

/** Empty if there is nothing to count, or too much, or if the counts contradict each other. */
function squaresOf({ counts, tests }: ResultsRun): string {
  if (counts === null || counts.total > MOST_TESTS) return ''
  const flaky = Math.min(counts.passed, tests.filter(({ status }) => status === 'flaky').length)
  const unfinished = counts.total - counts.passed - counts.failed
  if (unfinished < 0) return ''
  return [
    '🟥'.repeat(counts.failed),
    '🟨'.repeat(flaky),
    '⬜'.repeat(unfinished),
    '🟩'.repeat(counts.passed - flaky),
  ].join('')
}

const AGENTS_NAMED = 10
/** Mermaid's own is hardly visible on white. */
const LINE_COLOR = '%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "#2da44e"}}}}%%'

/** On events without a pull request, such as a nightly run. Mermaid, with the numbers as text for everyone else. */
export function* trendChart({ results, nonPassing, passing }: Overview): Iterable<string> {
  const runs = [...nonPassing, ...passing].flatMap(({ agent }) => {
    const { run, baseline } = agent
    return run === null || !baseline?.runs.length ? [] : [{ agent, run, earlier: baseline.runs }]
  })
  if (results.pullRequest !== null || runs.length === 0) return
  const longest = Math.max(...runs.map(({ earlier }) => earlier.length))
  const ages = Array.from({ length: longest }, (_, index) => longest - index)
  const before = ages.map((age) => percentOf(runs.flatMap(({ earlier }) => earlier[age - 1] ?? [])))
  const rates = [...before, percentOf(runs.map(({ run }) => firstAttempts(run)))]
  const agents = agentNames(
    runs.map(({ agent }) => agent),
    AGENTS_NAMED,
  )
  yield `\n#### Pass rate of the last runs\n\nFirst attempts of ${agents}, oldest run first: ${rates.map((rate) => `${rate}%`).join(', ')} (this run).\n`
  yield `\n\`\`\`mermaid
${LINE_COLOR}
xychart-beta
  x-axis "runs ago" [${ages.map((age) => `"${age}"`).join(', ')}, "this run"]
  y-axis "tests passed (%)" 0 --> 100
  line [${rates.join(', ')}]
\`\`\`
`
}

/** Rounded down, so that 100 means all. */
function percentOf(rates: readonly PassRate[]): number {
  const sum = (key: keyof PassRate) => rates.reduce((total, rate) => total + rate[key], 0)
  return sum('total') === 0 ? 0 : Math.floor((100 * sum('passed')) / sum('total'))
}
