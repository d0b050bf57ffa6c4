// What a page says of the earlier runs: the two rates, and test by test what changed, the kinds that matter most first.
import type { Comparison } from '../gate/results.ts'
import { type Change, type ChangedAgent, isNewAndFailing } from './changes.ts'
import { ratesInWords } from './describe-comparison.ts'
import type { Detail } from './detail.ts'
import { agentName, agentNames, testName } from './names.ts'
import type { PageModel } from './page-model.ts'
import { count } from './units.ts'

const signs = { newlyFailing: '❌', fixed: '✅', added: '➕', removed: '➖' } as const
/** Folds are open as long as there are no more tests in them than this. */
const OPEN_UP_TO = 10
/** Each has a row in the table. */
const NAMES_SHOWN = 20

export function* whatChanged({ comparison, changes }: PageModel, detail: Detail): Iterable<string> {
  if (comparison === null) return
  const { compared, withoutHistory } = comparison
  // Why a history could not be read stands among what to do next.
  if (compared.length + withoutHistory.length === 0) return
  const words = changes.map((change) => change.words).join(', ')
  yield `\n#### What changed${words === '' ? '' : `: ${words}`}\n`
  if (compared.length > 0) yield `\n${rates(comparison, words === '')}\n`
  yield* folds(changes, detail)
  if (withoutHistory.length > 0)
    yield `\nNo earlier run to compare with: ${agentNames(withoutHistory, NAMES_SHOWN)}. The next run can be compared with this one.\n`
}

function rates(comparison: Comparison, unchanged: boolean): string {
  const others = comparison.withoutHistory.length + comparison.unreadable.length > 0
  const whose = others ? 'Of the agents with an earlier run, ' : ''
  const nothing = unchanged ? ' No test is newly failing, fixed, new or removed.' : ''
  return `${whose}${ratesInWords(comparison)}.${nothing}`
}

function* folds(changes: readonly Change[], detail: Detail): Iterable<string> {
  let above = 0
  for (const change of changes) {
    above += change.total
    yield* fold(change, { open: above <= OPEN_UP_TO, detail })
  }
}

function* fold(
  { kind, words, total, agents }: Change,
  { open, detail }: { readonly open: boolean; readonly detail: Detail },
): Iterable<string> {
  const most = kind === 'newlyFailing' ? detail.newlyFailing : detail.changes
  if (most === 0 || detail.agents === 0) return
  yield `\n<details${open ? ' open' : ''}>\n<summary>${signs[kind]} <b>${words}</b></summary>\n\n`
  let shown = 0
  for (const each of agents.slice(0, detail.agents)) {
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
