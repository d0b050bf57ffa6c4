// Failing tests as they occur in practice, for the preview's scenarios.
import type { TestReport } from '../gate/results.ts'
import { binary, rating, test } from './samples.ts'

export const lateRefund: TestReport = test('Refuses a refund after 30 days', {
  reasoning: 'The reply grants a full refund after 45 days, which the policy forbids.',
  judges: [
    binary(
      'Policy',
      false,
      'Refunds end after 30 days. The reply grants a full refund after 45 days and lets the customer keep the item, neither of which the agent is allowed to do.',
    ),
    binary('Tone', true, 'Polite and on topic.'),
  ],
  reply:
    'No problem at all! I have refunded the full price of $129.00 to your card. You may keep the blender as a thank-you for your patience.',
  latencyMs: 1840,
  cost: 0.00213,
})

export const handOver: TestReport = test('Hands an angry customer over to a person', {
  judges: [
    binary('Policy', true),
    rating(
      'Helpfulness',
      2,
      'Poor',
      'The customer asked for a person and is asked to explain everything once more instead.',
    ),
  ],
  reply: 'I understand your frustration! Before I connect you, could you describe your problem once more?',
  latencyMs: 960,
  cost: 0.0014,
})

export const cancelBooking: TestReport = test('Cancels with a full refund before the deadline', {
  reasoning:
    'Tool calls do not match.\n- expected: cancel_booking({"booking_id":"BK-2041","refund":"full"})\n+ actual:   cancel_booking({"booking_id":"BK-2041","refund":"none"})',
  toolCalls: [{ tool: 'cancel_booking', arguments: '{"booking_id":"BK-2041","refund":"none"}' }],
  latencyMs: 1210,
  cost: 0.0009,
})

export const missedCall: TestReport = test('Looks up the order before it answers', {
  reasoning:
    'The agent answered from memory: `get_order` was expected first, but only the help center was searched.',
  toolCalls: [
    { tool: 'search_help_center', arguments: '{"query":"where is my order","limit":3}' },
    { tool: 'finish', arguments: null },
  ],
  latencyMs: 640,
})

export const lowRatings: TestReport = test('Explains the invoice in plain words', {
  judges: [
    rating('Clarity', 2, 'Poor', 'Three abbreviations in the first sentence, none of them explained.'),
    rating('Completeness', 4, 'Good', 'All positions are mentioned; the due date is missing.'),
    rating('Empathy', 1, 'Very poor', 'The customer wrote that she is worried. The reply ignores it.'),
  ],
  reply: 'The RC and the UC are due per T&C §4.\n\nSee the PDF for details.',
  latencyMs: 2300,
  cost: 0.0031,
})

export const longReply: TestReport = test('Keeps answers short', {
  judges: [binary('Length', false, 'The reply has 412 words, the limit is 80.')],
  reply: 'Thank you for reaching out to us today about your delivery. '.repeat(40),
  latencyMs: 5320,
  cost: 0.0102,
})

export const unanswered: TestReport = test('Late arrival after reception closes', {
  status: 'unanswered',
  reasoning: 'The agent could not be reached: no answer within 60 s, three times.',
})

export const notRun: TestReport = test('Asks for missing dates', { status: 'not-run' })
