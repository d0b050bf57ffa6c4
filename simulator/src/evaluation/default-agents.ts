// The agents of a workspace that nobody described.
import type { SimulatedAgent } from './agent.ts'

/** One agent for each scenario. The one that hangs comes last, since nothing runs behind it. */
export const defaultAgents: readonly SimulatedAgent[] = [
  { name: 'Billing helper', scenario: 'all-pass' },
  { name: 'Order tracker', scenario: 'one-fails' },
  { name: 'Support bot', scenario: 'two-fail' },
  { name: 'Booking assistant', scenario: 'tool-call-failure' },
  { name: 'IT help desk', scenario: 'rating' },
  { name: 'Clinic front desk', scenario: 'mixed', parameters: { shared: true } },
  { name: 'Order tracker (EU)', scenario: 'unanswered' },
  { name: 'Order tracker (US)', scenario: 'half-down' },
  { name: 'Billing helper (beta)', scenario: 'agent-down' },
  { name: 'Support bot (other model)', scenario: 'model-key-rejected' },
  { name: 'Booking assistant (new judge)', scenario: 'judge-down' },
  { name: 'Clinic front desk (new tests)', scenario: 'defective-test' },
  { name: 'Support bot (new tests)', scenario: 'unconfigured' },
  { name: 'IT help desk (beta)', scenario: 'odd-measures' },
  { name: 'Clinic front desk (pilot)', scenario: 'flaky' },
  { name: 'Support bot (preview)', scenario: 'prompted' },
  { name: 'Booking assistant (staging)', scenario: 'not-verified' },
  { name: 'Clinic front desk (draft)', scenario: 'no-tests' },
  { name: 'Billing helper (partner)', scenario: 'other-workspace' },
  { name: 'IT help desk (nightly)', scenario: 'fails-as-run' },
  { name: 'Order tracker (canary)', scenario: 'cancelled' },
  { name: 'Billing helper (sandbox)', scenario: 'done-with-error' },
  { name: 'Support bot (trial)', scenario: 'vanishes' },
  { name: 'Support bot (large model)', scenario: 'slow' },
  { name: 'Booking assistant (legacy)', scenario: 'hangs' },
]
