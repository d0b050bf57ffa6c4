// Agents as they occur in practice, one by one and by the thousand, for the preview's scenarios.
import type { AgentResult } from '../gate/results.ts'
import { cancelBooking, handOver, lateRefund } from './sample-tests.ts'
import { failed, httpFault, inconclusive, passed, run, skipped } from './samples.ts'

export const measured = { p95LatencyMs: 1840, meanCostUsd: 0.00213, meanTokens: 1240 }
const notVerified = 'Agent connection not verified. Call POST /agents/{agent_uuid}/verify-connection first.'
export const noTests = 'No tests linked to this agent. Link tests first or provide test_uuids.'

export const billing = passed('Billing helper', 18, {
  p95LatencyMs: 1320,
  meanCostUsd: 0.0017,
  meanTokens: 980,
})
export const helpDesk = passed('IT help desk', 9, { p95LatencyMs: 780, meanCostUsd: 0.0008, meanTokens: 610 })
export const support = failed('Support bot', 12, [lateRefund, handOver], measured)
export const booking = failed('Booking assistant', 8, [cancelBooking], {
  p95LatencyMs: 12_400,
  meanCostUsd: 0.013,
  meanTokens: 15_800,
  shareToken: 'pub-7f3a',
})
export const unverified = inconclusive('Order tracker', {
  kind: 'cannot-run',
  fault: httpFault(400, notVerified, '/agent-tests/agent/1/run'),
})
export const overdue = inconclusive(
  'Travel planner',
  { kind: 'timed-out', timeoutSeconds: 1800 },
  run('Travel planner', { status: 'in_progress', plannedTests: 40 }),
)
export const queued = inconclusive(
  'Menu adviser',
  { kind: 'timed-out', timeoutSeconds: 1800 },
  run('Menu adviser', { status: 'queued', plannedTests: 12 }),
)

export function manyAgents(): AgentResult[] {
  return Array.from({ length: 40 }, (_, index) => {
    const name = `Regional support bot ${String(index + 1).padStart(2, '0')}`
    if (index === 33) return skipped(name, noTests)
    return index % 9 === 4 ? failed(name, 12, [lateRefund, handOver], measured) : passed(name, 12, measured)
  })
}

export function thousandAgents(): AgentResult[] {
  const tests = Array.from({ length: 100 }, (_, index) => ({
    ...(index % 2 === 0 ? lateRefund : cancelBooking),
    name: `Scenario ${index + 1}: answers within policy and calls the right tool`,
  }))
  return Array.from({ length: 1000 }, (_, index) =>
    failed(`Store assistant ${index + 1}`, 120, tests, measured),
  )
}

export function foreignNames(): AgentResult[] {
  return [
    failed('مساعد الحجز (النسخة 2)', 8, [{ ...lateRefund, name: 'يرفض الاسترداد بعد 30 يومًا' }], measured),
    failed(
      'בוט תמיכה 3',
      12,
      [{ ...handOver, reply: 'אני מבין את התסכול שלך! 3 פריטים ב-20 שקל.' }],
      measured,
    ),
    failed('予約アシスタント', 9, [{ ...cancelBooking, name: '期限前のキャンセルは全額返金する' }], measured),
    passed('客服机器人', 14, measured),
    passed('예약 도우미 👩‍💻', 7, measured),
  ]
}

export function everyProblem(): AgentResult[] {
  const fault = httpFault(503, 'no slot free', '/agent-tests/agent/1/run')
  const ended = (name: string, status: string) => run(name, { status })
  return [
    unverified,
    inconclusive('Launch refused', {
      kind: 'not-launched',
      fault: httpFault(403, 'This resource belongs to a different workspace'),
    }),
    inconclusive('Launch unclear', {
      kind: 'maybe-launched',
      fault: {
        ...fault,
        kind: 'timeout',
        status: null,
        reason: null,
        message: 'POST https://api.example.com/agent-tests/agent/1/run: no answer within 30 s',
      },
    }),
    inconclusive('Too late', { kind: 'not-launched-in-time', timeoutSeconds: 1800 }),
    inconclusive('Run failed', { kind: 'run-failed' }, ended('Run failed', 'failed')),
    inconclusive('Run cancelled', { kind: 'run-cancelled' }, ended('Run cancelled', 'cancelled')),
    inconclusive('Run error', { kind: 'run-error' }, ended('Run error', 'done')),
    inconclusive(
      'Odd status',
      { kind: 'unknown-status', status: 'hibernating' },
      ended('Odd status', 'hibernating'),
    ),
    inconclusive('No counts', { kind: 'no-counts' }, ended('No counts', 'done')),
    inconclusive('No tests', { kind: 'no-tests' }, ended('No tests', 'done')),
    inconclusive('Contradiction', { kind: 'contradictory-counts' }, ended('Contradiction', 'done')),
    overdue,
    queued,
    inconclusive(
      'Deleted meanwhile',
      { kind: 'lost', fault: httpFault(404, 'Task not found') },
      ended('Deleted meanwhile', 'in_progress'),
    ),
    inconclusive('Flaky', { kind: 'unreadable', fault, attempts: 10 }, ended('Flaky', 'in_progress')),
    skipped('Draft bot', noTests),
  ]
}
