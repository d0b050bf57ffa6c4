// What a page says of agents without a result or a comparison, of skipped ones, and of a stop: what happened, and what to do next.
import type { AbortReason, AgentResult, Comparison, VerdictStatus } from '../gate/results.ts'
import { describeUnreadable } from './describe-comparison.ts'
import type { Detail } from './detail.ts'
import { asSentence, type Explanation, explanationLines } from './explanations.ts'
import { describeProblem } from './inconclusive-reasons.ts'
import { runLink, runsLink } from './links.ts'
import type { PageModel } from './page-model.ts'
import { count } from './units.ts'
import { describeAbort } from './verdict-reasons.ts'

export function* withoutResult(model: PageModel, detail: Detail): Iterable<string> {
  const { attention, comparison, context, outcome } = model
  const { status } = outcome.verdict
  const results = attention.flatMap(({ result }) => explainResult(result, status, context.appUrl) ?? [])
  const comparisons = comparison === null ? [] : explainUnreadable(comparison)
  if (results.length + comparisons.length === 0 && outcome.abortReason === null) return
  const missing = { result: results.length > 0, comparison: comparisons.length > 0 }
  yield `\n#### ${sectionTitle(status, missing)}\n\n`
  if (outcome.abortReason !== null) yield* stopLines(outcome.abortReason, detail)
  yield* explanationLines([...results, ...comparisons], detail.agents)
}

function sectionTitle(word: VerdictStatus, missing: { result: boolean; comparison: boolean }): string {
  switch (word) {
    case 'inconclusive':
      return 'What to do next'
    case 'failed':
      if (!missing.comparison) return 'Without a result'
      return missing.result ? 'Without a result or a comparison' : 'Without a comparison'
    case 'passed':
      return 'Skipped'
    default:
      return word satisfies never
  }
}

function* stopLines(stop: AbortReason, detail: Detail): Iterable<string> {
  const { details, remedy } = describeAbort(stop)
  const shown = details.slice(0, Math.max(1, detail.agents))
  const lines = shown.map(asSentence)
  if (shown.length < details.length) lines.push(`… and ${count(details.length - shown.length)} more.`)
  yield `- ⚠️ ${lines.join('<br>')}<br>→ ${remedy}\n`
}

function explainUnreadable({ unreadable }: Comparison): Explanation[] {
  return unreadable.map(({ agent, error }) => ({
    agent,
    sign: '⚠️',
    ...describeUnreadable(error),
    link: null,
  }))
}

function explainResult(result: AgentResult, word: VerdictStatus, appUrl: string): Explanation | null {
  const { agent } = result
  switch (result.outcome) {
    case 'passed':
      return null
    case 'failed': {
      // Where the verdict is clear, it takes nothing but the failing tests to explain it.
      if (word !== 'inconclusive' || result.reason === undefined) return null
      const { sentence, remedy } = describeProblem(result.reason, result.run)
      const consequence = `${sentence}; its pass rate is no measure`
      return { agent, sign: '⚠️', sentence: consequence, remedy, link: runLink(appUrl, result.run.taskId) }
    }
    case 'inconclusive': {
      const { sentence, remedy } = describeProblem(result.reason, result.run)
      return { agent, sign: '⚠️', sentence, remedy, link: linkOf(result, appUrl) }
    }
    case 'skipped':
      return {
        agent,
        sign: '⏭️',
        sentence: `skipped, it cannot run: ${result.reason}`,
        remedy: 'It was not counted. Make it ready to run, or list the agents to test in `agents`.',
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
