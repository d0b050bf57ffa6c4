// The section "What to do next": agents without a clear result, skipped agents, and a job that ended early.
import type { AgentRef, AgentResult, VerdictStatus } from '../gate/results.ts'
import { appUrlOf } from './context.ts'
import { describeUnreadable } from './error-text.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink, runsLink, webLink } from './links.ts'
import type { ReportModel } from './report-model.ts'
import type { Budget } from './size-budget.ts'
import { count, firstFew } from './units.ts'
import { agentNames, inlineText } from './untrusted-markdown.ts'
import { type AbortDescription, capitalized, describeAbort } from './verdict-reasons.ts'

const SENTENCE_LENGTH = 500
/** Agents named per explanation; the rest have a row in the table. */
const NAMES_SHOWN = 5
const SKIPPED = '⏭️'

/** `sentence` is plain, untrusted text that continues the agent's name; `remedy` is our own. */
interface Explanation {
  readonly agent: AgentRef
  readonly sign: string
  readonly sentence: string
  readonly remedy: string
  /** In markdown; shown if the explanation concerns one agent only. */
  readonly link: string | null
}

export function* nextSteps(model: ReportModel, budget: Budget): Iterable<string> {
  const { nonPassing, context, outcome } = model
  const { abortReason, comparison, verdict } = outcome
  const explanations = [
    ...nonPassing.flatMap(
      ({ result }) => explainResult(result, verdict.status, appUrlOf(result.agent, context)) ?? [],
    ),
    ...(comparison?.agents ?? []).flatMap(({ agent, error }) =>
      error === null ? [] : { agent, sign: '⚠️', ...describeUnreadable(error), link: null },
    ),
  ]
  const undetermined = comparison?.classes.undetermined ?? 0
  const unjudged = verdict.status === 'inconclusive' && undetermined > 0
  if (explanations.length === 0 && abortReason === null && !unjudged) return
  yield '\n#### What to do next\n\n'
  const abort = describeAbort(outcome)
  if (abort !== null) yield* abortLines(abort, budget)
  yield* explanationLines(explanations, budget.steps)
  if (unjudged)
    yield '- ⚠️ Some failing tests could not be run again, so it is unclear whether they broke. Each of them says why.<br>→ Re-run this job.\n'
  const rerun = webLink(context.workflowRunUrl)
  // Neither for skipped agents alone, nor before the workflow is edited.
  const helps =
    abortReason === null
      ? unjudged || explanations.some(({ sign }) => sign !== SKIPPED)
      : abortReason.kind !== 'unknown-agents' && abortReason.kind !== 'same-agent'
  if (helps && rerun !== null) yield `\n[Open the workflow run to re-run it](${rerun})\n`
}

function* abortLines({ details, remedy }: AbortDescription, budget: Budget): Iterable<string> {
  const more = (left: number) => `… and ${count(left)} more.`
  const lines = firstFew(
    details,
    Math.max(1, budget.steps),
    (detail) => capitalized(asSentence(detail)),
    more,
  )
  yield `- ⚠️ ${lines.join('<br>')}<br>→ ${remedy}\n`
}

/** Agents with the same explanation share a line. */
function* explanationLines(explanations: readonly Explanation[], most: number): Iterable<string> {
  const groups = [...Map.groupBy(explanations, ({ sentence, remedy }) => `${sentence}\n${remedy}`).values()]
  for (const group of groups.slice(0, most)) {
    const [first] = group
    if (first === undefined) continue
    const { sign, sentence, remedy, link } = first
    const agents = group.map(({ agent }) => agent)
    const open = group.length === 1 && link !== null ? ` ${link}` : ''
    yield `- ${sign} ${agentNames(agents, NAMES_SHOWN)}: ${asSentence(sentence)}<br>→ ${remedy}${open}\n`
  }
  if (groups.length > most)
    yield `- … and ${count(groups.length - most)} more. See the log for all of them.\n`
}

function asSentence(text: string): string {
  const words = inlineText(text, SENTENCE_LENGTH)
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

function explainResult(result: AgentResult, status: VerdictStatus, appUrl: string): Explanation | null {
  const { agent } = result
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed':
    case 'inconclusive': {
      const { run, reason } = result
      // If the verdict is clear, the failing tests explain it.
      if (reason === undefined || (result.outcome === 'failed' && status !== 'inconclusive')) return null
      const { sentence, remedy } = describeReason(reason, run)
      const list = reason.kind === 'maybe-launched' ? `[Open the list of runs](${runsLink(appUrl)})` : null
      const link = run ? `[Open run](${runLink(appUrl, run.taskId)})` : list
      return { agent, sign: '⚠️', sentence, remedy, link }
    }
    case 'skipped':
      return {
        agent,
        sign: SKIPPED,
        sentence: `not ready to run, so skipped: ${result.reason}`,
        remedy:
          'Skipped agents do not count. Make them ready to run, or list only the agents to test in `agents`.',
        link: null,
      }
    default:
      return result satisfies never
  }
}
