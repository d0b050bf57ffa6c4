// One square per test of each failing agent, for the summary: how much failed, at a glance.
import type { RunResult } from '../gate/results.ts'
import type { PageModel } from './page-model.ts'
import type { Budget } from './size-budget.ts'
import { agentName } from './untrusted-markdown.ts'

/** Larger suites would fill the page. */
const MOST_TESTS = 200
const MOST_AGENTS = 50

export function* testSquares({ nonPassing }: PageModel, budget: Budget): Iterable<string> {
  const rows = nonPassing
    .slice(0, Math.min(budget.agents, MOST_AGENTS))
    .flatMap(({ result: { agent, run } }) => {
      const squares = run === null ? '' : squaresOf(run)
      return squares === '' ? [] : [`${agentName(agent)}<br>${squares}`]
    })
  if (rows.length === 0) return
  yield '\n#### Tests of the agents that did not pass\n\n🟥 failed · 🟨 flaky · ⬜ no result · 🟩 passed\n'
  for (const row of rows) yield `\n${row}\n`
}

/** Empty if there is nothing to count, or too much. */
function squaresOf({ counts, tests }: RunResult): string {
  if (counts === null || counts.total > MOST_TESTS) return ''
  const flaky = Math.min(counts.passed, tests.filter(({ status }) => status === 'flaky').length)
  const unfinished = Math.max(0, counts.total - counts.passed - counts.failed)
  return [
    '🟥'.repeat(counts.failed),
    '🟨'.repeat(flaky),
    '⬜'.repeat(unfinished),
    '🟩'.repeat(counts.passed - flaky),
  ].join('')
}
