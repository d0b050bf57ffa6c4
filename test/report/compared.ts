// Comments of mode gate-if-worse, for the tests of what they say of earlier runs.
import { comparisonOf } from '../../src/gate/comparison.ts'
import type { AgentResult, Comparison, GateOutcome, ServiceError } from '../../src/gate/results.ts'
import type { ReportContext } from '../../src/report/context.ts'
import { renderComment } from '../../src/report/page.ts'
import { outcome } from '../fixtures/samples.ts'

const context: ReportContext = {
  title: 'Agent tests',
  appUrl: 'https://app.example.com',
  mode: 'gate-if-worse',
  timeoutSeconds: 1800,
  headSha: null,
  workflowRunUrl: null,
}

type Lists = Pick<Comparison, 'compared' | 'withoutHistory' | 'unreadable'>

/** Those results after 4 s beside earlier runs; a list that is left out is empty. */
export function compared(results: readonly AgentResult[], lists: Partial<Lists>): GateOutcome {
  const comparison = comparisonOf({ compared: [], withoutHistory: [], unreadable: [], ...lists })
  return outcome(results, 4_000, null, comparison)
}

export function unread({ agent }: AgentResult, error: ServiceError): Comparison['unreadable'][number] {
  return { agent, error }
}

export function comment(of: GateOutcome, maxCharacters = 65_000): string {
  return renderComment(of, context, { maxCharacters })
}
