// What this run was compared with (mode `gate-if-worse`): per agent how many earlier runs, from when, with links.
import type { AgentBaseline } from '../gate/results.ts'
import { baselineText, isStale, staleText } from './baseline-text.ts'
import { appUrlOf } from './context.ts'
import { runLink } from './links.ts'
import type { PageModel } from './page-model.ts'
import type { Budget } from './size-budget.ts'
import { count, counted, day } from './units.ts'
import { agentName, agentNames } from './untrusted-markdown.ts'

const NAMES_SHOWN = 20
const RUNS_LINKED = 3

export function* baselineSection({ outcome, context }: PageModel, budget: Budget): Iterable<string> {
  const { comparison } = outcome
  if (comparison === null) return
  const readable = comparison.agents.filter(({ error }) => error === null)
  const compared = readable.filter(({ runs }) => runs.length > 0)
  const without = readable.filter(({ runs }) => runs.length === 0).map(({ agent }) => agent)
  const stale = compared.filter((each) => isStale(each, context.now))
  for (const each of stale.slice(0, Math.max(1, budget.steps)))
    yield `\n⚠️ **${agentName(each.agent)}**: ${staleText(each, context.now)}. Run its tests regularly, for example every night, so that they can be compared with recent results.\n`
  if (without.length > 0)
    yield `\nNo earlier run to compare with: ${agentNames(without, NAMES_SHOWN)}. The next run will be compared with this one.\n`
  const shown = compared.slice(0, budget.passing)
  if (shown.length === 0) return
  yield `\n<details>\n<summary>Baseline: earlier runs of ${counted(compared.length, 'agent')}, ${counted(comparison.comparedTests, 'test')} compared</summary>\n\n`
  for (const each of shown)
    yield `- ${agentName(each.agent)}: ${baselineText(each)}${links(each, appUrlOf(each.agent, context))}\n`
  if (shown.length < compared.length) yield `\n… and ${count(compared.length - shown.length)} more.\n`
  yield '\n</details>\n'
}

function links({ runs }: AgentBaseline, appUrl: string): string {
  const shown = runs
    .slice(0, RUNS_LINKED)
    .flatMap(({ taskId, createdAt }) =>
      taskId === null ? [] : [`[${createdAt === null ? 'run' : day(createdAt)}](${runLink(appUrl, taskId)})`],
    )
  return shown.length === 0 ? '' : ` (${shown.join(', ')}${runs.length > RUNS_LINKED ? ', …' : ''})`
}
