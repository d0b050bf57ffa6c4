// The section on agents without a clear result, skipped agents, and a job that ended early: what happened, what to do.
import type { AbortReason, AgentRef, AgentResult, Comparison, VerdictStatus } from '../gate/results.ts'
import { describeUnreadable } from './baseline-comparison.ts'
import { describeReason } from './inconclusive-reasons.ts'
import { runLink, runsLink } from './links.ts'
import type { PageModel } from './page-model.ts'
import type { Budget } from './size-budget.ts'
import { count } from './units.ts'
import { agentNames, inlineText } from './untrusted-markdown.ts'
import { describeAbort } from './verdict-reasons.ts'

const SENTENCE_LENGTH = 500
/** Agents named per explanation; the rest have a row in the table. */
const NAMES_SHOWN = 5

/** `sentence` is plain, untrusted text that continues the agent's name; `remedy` is our own. */
interface Explanation {
  readonly agent: AgentRef
  readonly sign: string
  readonly sentence: string
  readonly remedy: string
  /** Shown if the explanation concerns one agent only. */
  readonly link: string | null
}

export function* inconclusiveSection(model: PageModel, budget: Budget): Iterable<string> {
  const { nonPassing, comparison, context, outcome } = model
  const { status } = outcome.verdict
  const results = nonPassing.flatMap(({ result }) => explainResult(result, status, context.appUrl) ?? [])
  const comparisons = comparison === null ? [] : explainUnreadable(comparison)
  if (results.length + comparisons.length === 0 && outcome.abortReason === null) return
  yield `\n#### ${sectionTitle(status, { result: results.length > 0, comparison: comparisons.length > 0 })}\n\n`
  if (outcome.abortReason !== null) yield* abortLines(outcome.abortReason, budget)
  yield* explanationLines([...results, ...comparisons], budget.agents)
}

function sectionTitle(status: VerdictStatus, missing: { result: boolean; comparison: boolean }): string {
  switch (status) {
    case 'inconclusive':
      return 'What to do next'
    case 'failed':
      if (!missing.comparison) return 'Inconclusive'
      return missing.result ? 'Inconclusive or not compared' : 'Not compared'
    case 'passed':
      return 'Skipped'
    default:
      return status satisfies never
  }
}

function* abortLines(reason: AbortReason, budget: Budget): Iterable<string> {
  const { details, remedy } = describeAbort(reason)
  const shown = details.slice(0, Math.max(1, budget.agents))
  const lines = shown.map(asSentence)
  if (shown.length < details.length) lines.push(`… and ${count(details.length - shown.length)} more.`)
  yield `- ⚠️ ${lines.join('<br>')}<br>→ ${remedy}\n`
}

/** Agents with the same explanation share a line. */
function* explanationLines(explanations: readonly Explanation[], most: number): Iterable<string> {
  const groups = [...Map.groupBy(explanations, ({ sentence, remedy }) => `${sentence}\n${remedy}`).values()]
  for (const group of groups.slice(0, most)) {
    const [first] = group
    if (first === undefined) continue
    const { sign, sentence, remedy, link } = first
    const names = agentNames(
      group.map(({ agent }) => agent),
      NAMES_SHOWN,
    )
    const open = group.length === 1 && link !== null ? ` [Open run](${link})` : ''
    yield `- ${sign} ${names}: ${asSentence(sentence)}<br>→ ${remedy}${open}\n`
  }
  if (groups.length > most)
    yield `- … and ${count(groups.length - most)} more explanations. See the log for all of them.\n`
}

function asSentence(text: string): string {
  const words = inlineText(text, SENTENCE_LENGTH)
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

function explainUnreadable({ unreadable }: Comparison): Explanation[] {
  return unreadable.map(({ agent, error }) => ({
    agent,
    sign: '⚠️',
    ...describeUnreadable(error),
    link: null,
  }))
}

function explainResult(result: AgentResult, status: VerdictStatus, appUrl: string): Explanation | null {
  const { agent } = result
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed': {
      // If the verdict is clear, the failing tests explain it.
      if (status !== 'inconclusive' || result.reason === undefined) return null
      const { sentence, remedy } = describeReason(result.reason, result.run)
      const consequence = `${sentence}, so its pass rate cannot be compared`
      return { agent, sign: '⚠️', sentence: consequence, remedy, link: runLink(appUrl, result.run.taskId) }
    }
    case 'inconclusive': {
      const { sentence, remedy } = describeReason(result.reason, result.run)
      return { agent, sign: '⚠️', sentence, remedy, link: linkOf(result, appUrl) }
    }
    case 'skipped':
      return {
        agent,
        sign: '⏭️',
        sentence: `skipped because it cannot run: ${result.reason}`,
        remedy: 'It does not count. Make it ready to run, or list the agents to test in `agents`.',
        link: null,
      }
    default:
      return result satisfies never
  }
}

function linkOf(result: AgentResult & { outcome: 'inconclusive' }, appUrl: string): string | null {
  if (result.run !== null) return runLink(appUrl, result.run.taskId)
  return result.reason.kind === 'maybe-launched' ? runsLink(appUrl) : null
}
