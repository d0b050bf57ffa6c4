// The section "What changed": both pass rates, and the tests that changed since the earlier runs.
import type { Comparison } from '../gate/results.ts'
import { type ChangedAgent, type ChangeGroup, isNewAndFailing, passRates } from './baseline-comparison.ts'
import type { PageModel } from './page-model.ts'
import type { Budget } from './size-budget.ts'
import { count } from './units.ts'
import { agentName, agentNames, testName } from './untrusted-markdown.ts'

const signs = { newlyFailing: '❌', fixed: '✅', added: '➕', removed: '➖' } as const
/** Lists are open as long as they and those above hold no more tests than this. */
const OPEN_UP_TO = 10
/** The rest have a row in the table. */
const NAMES_SHOWN = 20

export function* baselineSection({ comparison, changes }: PageModel, budget: Budget): Iterable<string> {
  if (comparison === null) return
  const { compared, withoutHistory } = comparison
  // Why a history could not be read is explained in the inconclusive section.
  if (compared.length + withoutHistory.length === 0) return
  const title = changes.map((change) => change.title).join(', ')
  yield `\n#### What changed${title === '' ? '' : `: ${title}`}\n`
  if (compared.length > 0) yield `\n${rates(comparison, title === '')}\n`
  yield* folds(changes, budget)
  if (withoutHistory.length > 0)
    yield `\nNo earlier run to compare with: ${agentNames(withoutHistory, NAMES_SHOWN)}. The next run will be compared with this one.\n`
}

function rates(comparison: Comparison, unchanged: boolean): string {
  const others = comparison.withoutHistory.length + comparison.unreadable.length > 0
  const whose = others ? 'Of the agents with an earlier run, ' : ''
  const nothing = unchanged ? ' No test is newly failing, fixed, new or removed.' : ''
  return `${whose}${passRates(comparison)}.${nothing}`
}

function* folds(changes: readonly ChangeGroup[], budget: Budget): Iterable<string> {
  let above = 0
  for (const change of changes) {
    above += change.total
    yield* fold(change, { open: above <= OPEN_UP_TO, budget })
  }
}

function* fold(
  { kind, title, total, agents }: ChangeGroup,
  { open, budget }: { readonly open: boolean; readonly budget: Budget },
): Iterable<string> {
  const most = kind === 'newlyFailing' ? budget.newlyFailing : budget.changes
  if (most === 0 || budget.agents === 0) return
  yield `\n<details${open ? ' open' : ''}>\n<summary>${signs[kind]} <b>${title}</b></summary>\n\n`
  let shown = 0
  for (const each of agents.slice(0, budget.agents)) {
    const tests = each.tests.slice(0, most)
    shown += tests.length
    yield `- **${agentName(each.agent)}**\n`
    for (const test of tests) yield `  - ${changedTest(test, each)}\n`
  }
  if (shown < total) yield `\n… and ${count(total - shown)} more.\n`
  yield '\n</details>\n'
}

function changedTest(test: string, agent: ChangedAgent): string {
  const name = testName({ name: test, id: null })
  return isNewAndFailing(agent, test) ? `${name} (failing)` : name
}
