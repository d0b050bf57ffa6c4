// The workspace that `npm run simulator` serves: one agent for each scenario.
import type { SimulatedAgent } from './agent.ts'

/** Those that a first try should name come first; the one that hangs comes last, behind it nothing would run. */
export const defaultAgents: readonly SimulatedAgent[] = [
  { name: 'Billing helper', scenario: 'all-pass' },
  { name: 'Order tracker', scenario: 'one-fails' },
  { name: 'Support bot', scenario: 'two-fail' },
  { name: 'Booking assistant', scenario: 'tool-call-failure' },
  { name: 'IT help desk', scenario: 'rating' },
  { name: 'Clinic front desk', scenario: 'mixed', parameters: { shared: true } },
  { name: 'Order tracker (EU)', scenario: 'unanswered' },
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
