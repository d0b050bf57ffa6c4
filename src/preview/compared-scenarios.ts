// What the preview shows of mode gate-if-worse: outcomes beside those of earlier runs.
import { comparisonOf } from '../gate/comparison.ts'
import type { AgentResult, Comparison, GateOutcome } from '../gate/results.ts'
import { hostileComparison, hostileTexts } from './hostile-texts.ts'
import { billing, booking, helpDesk, manyAgents, measured, overdue, support } from './sample-agents.ts'
import { cancelBooking, handOver, lateRefund, missedCall, unanswered } from './sample-tests.ts'
import { comparedWith, failed, httpFault, outcome, passed } from './samples.ts'

const asBefore = comparedWith(billing, { passed: 18, total: 18 })
const novice = passed('Gift adviser', 5, measured)
const order = failed('Order agent', 9, [missedCall, cancelBooking], measured)
const incomplete: AgentResult = {
  ...failed('Support bot', 12, [lateRefund, unanswered], measured),
  problem: { kind: 'unfinished-tests', withoutVerdict: 1 },
}
const noHistory = httpFault(404, 'Not Found', '/agent-tests/agent/1/runs')

export const comparedOutcomes: Readonly<Record<string, GateOutcome>> = {
  'not-worse': compared([billing, support, helpDesk], 94_000, {
    compared: [
      asBefore,
      comparedWith(
        support,
        { passed: 10, total: 12 },
        { newlyFailing: [nameOf(handOver)], fixed: ['Greets returning customers by name'] },
      ),
      comparedWith(helpDesk, { passed: 9, total: 9 }),
    ],
  }),
  better: compared([billing, booking, helpDesk], 88_000, {
    compared: [
      comparedWith(
        billing,
        { passed: 15, total: 16 },
        { fixed: ['Explains a partial payment'], added: ['Splits an invoice', 'Reads an IBAN back'] },
      ),
      comparedWith(
        booking,
        { passed: 6, total: 8 },
        {
          fixed: ['Moves a booking to another day'],
          added: ['Offers the summer discount'],
          removed: ['Offers the winter discount'],
        },
      ),
      comparedWith(helpDesk, { passed: 9, total: 9 }),
    ],
  }),
  worse: compared([billing, support, order, booking, novice], 94_000, {
    compared: [
      asBefore,
      comparedWith(support, { passed: 12, total: 12 }, { newlyFailing: [lateRefund, handOver].map(nameOf) }),
      comparedWith(
        order,
        { passed: 8, total: 8 },
        { newlyFailing: [nameOf(missedCall)], added: [nameOf(cancelBooking)] },
      ),
      comparedWith(
        booking,
        { passed: 6, total: 8 },
        {
          fixed: ['Moves a booking to another day'],
          added: ['Offers the summer discount'],
          removed: ['Offers the winter discount'],
        },
      ),
    ],
    withoutHistory: [novice],
  }),
  'worse-many-agents': worseMany(),
  'nothing-to-compare-with': compared([billing, support], 60_000, { withoutHistory: [billing, support] }),
  'history-unreadable': compared([billing, support, helpDesk], 60_000, {
    unreadable: [billing, support, helpDesk].map(({ agent }) => ({ agent, fault: noHistory })),
  }),
  'history-partly-unreadable': compared([billing, support, overdue], 1_800_000, {
    compared: [comparedWith(billing, { passed: 18, total: 18 })],
    unreadable: [{ agent: support.agent, fault: httpFault(403, 'Not allowed', '/agent-tests/agent/2/runs') }],
  }),
  'incomplete-run': compared([billing, incomplete], 60_000, {
    compared: [asBefore, comparedWith(incomplete, { passed: 10, total: 12 })],
  }),
  'hostile-comparison': hostileComparison(hostileTexts),
}

function worseMany(): GateOutcome {
  const results = manyAgents()
  const finished = results.filter(({ outcome }) => outcome !== 'skipped')
  return compared(results, 640_000, {
    compared: finished.map((result, index) => {
      const newlyFailing = result.outcome === 'failed' ? [lateRefund, handOver].map(nameOf) : []
      const fixed = index % 20 === 0 ? ['Greets returning customers by name'] : []
      const added = index % 5 === 0 ? ['Offers the summer discount'] : []
      const removed = index % 5 === 0 ? ['Offers the winter discount'] : []
      const before = { passed: 12 - fixed.length, total: 12 }
      return comparedWith(result, before, { newlyFailing, fixed, added, removed })
    }),
  })
}

interface Parts {
  readonly compared?: Comparison['compared']
  readonly withoutHistory?: readonly AgentResult[]
  readonly unreadable?: Comparison['unreadable']
}

function compared(
  results: readonly AgentResult[],
  durationMs: number,
  { compared = [], withoutHistory = [], unreadable = [] }: Parts,
): GateOutcome {
  const parts = { compared, withoutHistory: withoutHistory.map(({ agent }) => agent), unreadable }
  return outcome(results, durationMs, null, comparisonOf(parts))
}

function nameOf({ name }: { readonly name: string | null }): string {
  return name ?? ''
}
