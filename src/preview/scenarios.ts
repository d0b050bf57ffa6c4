// What the preview shows: an outcome for each situation that a report has to explain.
import type { AgentResult, GateOutcome } from '../gate/results.ts'
import type { ReportContext } from '../report/context.ts'
import { comparedOutcomes } from './compared-scenarios.ts'
import { hostileAgent, hostileRefusal, hostileTexts } from './hostile-texts.ts'
import {
  billing,
  booking,
  everyProblem,
  foreignNames,
  helpDesk,
  manyAgents,
  measured,
  noTests,
  overdue,
  queued,
  support,
  thousandAgents,
  unverified,
} from './sample-agents.ts'
import {
  cancelBooking,
  lateRefund,
  longReply,
  lowRatings,
  missedCall,
  notRun,
  unanswered,
} from './sample-tests.ts'
import { failed, httpFault, inconclusive, outcome, passed, run, skipped, test } from './samples.ts'

export interface Scenario {
  readonly outcome: GateOutcome
  readonly context: ReportContext
}

const context: ReportContext = {
  title: 'Agent tests',
  appUrl: 'https://app.example.com',
  mode: 'gate',
  timeoutSeconds: 1800,
  headSha: '3f9c2d17ab04e5d8c6b1907f2a4e8d5c3b6a9f01',
  workflowRunUrl: 'https://github.com/acme/shop/actions/runs/4711',
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  'all-pass': scenario([billing, helpDesk, passed('Support bot', 12, measured)], 72_000),
  'one-agent-passes': scenario([billing], 41_000),
  'one-fails': scenario([billing, failed('Support bot', 12, [lateRefund], measured)], 58_000),
  mixed: scenario([billing, support, unverified, booking, helpDesk], 94_000),
  ratings: scenario([failed('Invoice explainer', 6, [lowRatings, longReply], measured)], 33_000),
  'tool-calls': scenario([failed('Order agent', 4, [cancelBooking, missedCall])], 21_000),
  'many-agents': scenario(manyAgents(), 640_000),
  'timed-out': scenario([billing, overdue, queued], 1_800_000),
  problems: scenario(everyProblem(), 210_000),
  unfinished: scenario(
    [
      inconclusive(
        'Booking assistant',
        { kind: 'unfinished-tests', withoutVerdict: 2 },
        run('Booking assistant', {
          counts: { total: 8, passed: 6, failed: 0 },
          tests: [unanswered, notRun],
        }),
      ),
      failed('Support bot', 12, [lateRefund, unanswered]),
    ],
    50_000,
  ),
  'details-missing': scenario(
    [
      failed('Support bot', 12, [test('Refuses a refund after 30 days'), test('Hands over')], {
        counts: { total: 12, passed: 9, failed: 3 },
        detailsFault: httpFault(503, 'upstream unavailable', '/agent-tests/run/1'),
      }),
    ],
    50_000,
  ),
  'thousand-agents': scenario(thousandAgents(), 3_900_000),
  'hostile-text': scenario([...hostileTexts.map(hostileAgent), ...hostileTexts.map(hostileRefusal)], 60_000, {
    title: hostileTexts.join(' '),
  }),
  'right-to-left-and-cjk': scenario(foreignNames(), 47_000, { title: 'Agent tests (staging, ar)' }),
  'report-mode': scenario([billing, support], 94_000, { mode: 'report' }),
  'report-mode-unclear': scenario([billing, overdue], 1_800_000, { mode: 'report' }),
  'all-skipped': scenario([skipped('Draft bot', noTests), skipped('Other draft', noTests)], 2_000),
  'unknown-agents': {
    context,
    outcome: outcome([], 400, {
      kind: 'unknown-agents',
      unknown: [
        { name: 'Suport bot', nearest: 'Support bot' },
        { name: 'Cheese sommelier', nearest: null },
      ],
    }),
  },
  'authentication-failed': {
    context,
    outcome: outcome([], 300, {
      kind: 'authentication',
      fault: httpFault(401, 'Invalid or revoked API key'),
    }),
  },
  'no-agents': { context, outcome: outcome([], 300, { kind: 'no-agents' }) },
  'service-unreachable': {
    context,
    outcome: outcome([], 31_000, {
      kind: 'select-failed',
      fault: {
        kind: 'network',
        message: 'GET https://api.example.com/agents: getaddrinfo ENOTFOUND api.example.com',
        reason: null,
        status: null,
        code: 'ENOTFOUND',
      },
    }),
  },
  'cannot-run': scenario([unverified], 900),
  cancelled: {
    context,
    outcome: outcome(
      [
        billing,
        inconclusive(
          'Travel planner',
          { kind: 'stopped', by: 'signal' },
          run('Travel planner', { status: 'in_progress' }),
        ),
        inconclusive('Menu adviser', { kind: 'stopped', by: 'signal' }),
      ],
      65_000,
      { kind: 'signal', signal: 'SIGINT' },
    ),
  },
  ...Object.fromEntries(
    Object.entries(comparedOutcomes).map(([name, outcome]) => [
      name,
      { outcome, context: { ...context, mode: 'gate-if-worse' } },
    ]),
  ),
}

function scenario(
  results: readonly AgentResult[],
  durationMs: number,
  changes: Partial<ReportContext> = {},
): Scenario {
  return { outcome: outcome(results, durationMs), context: { ...context, ...changes } }
}
