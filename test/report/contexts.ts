// The context of reports in tests, and how tests render comments and find parts of them.
import type { GateOutcome } from '../../src/gate/results.ts'
import { renderComment } from '../../src/report/comment.ts'
import type { ReportContext } from '../../src/report/context.ts'
import { now } from '../fixtures/baselines.ts'

export const context: ReportContext = {
  title: 'Agent tests',
  appUrl: 'https://app.example.com',
  mode: 'gate',
  timeoutSeconds: 1800,
  headSha: null,
  workflowRunUrl: null,
  now,
}

/** In mode `gate-if-worse` if the outcome has a comparison. */
export function comment(
  outcome: GateOutcome,
  changes: Partial<ReportContext> = {},
  maxCharacters = 65_000,
): string {
  const mode = outcome.comparison === null ? 'gate' : 'gate-if-worse'
  return renderComment(outcome, { ...context, mode, ...changes }, { maxCharacters })
}

export function headingOf(markdown: string): string {
  return markdown.split('\n')[0] ?? ''
}

/** The colours of log lines are our own; what is left must not contain control characters. */
export function withoutColors(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\u001B\[(?:3[123]|0)m/g, ''))
}
