// A test without its conversation, which evaluators' reasons quote: for `details: none`, and for what the page has no space for.
import type { ResultsTest } from '../schema.ts'

export function withoutConversation({ evaluators, attempts, control, ...test }: ResultsTest): ResultsTest {
  const withoutTexts = (each: ResultsTest['attempts'][number]) => ({ ...each, reasoning: null, reply: null })
  return {
    ...test,
    reasoning: null,
    reply: null,
    question: [],
    criteria: [],
    toolCalls: [],
    expectedToolCalls: [],
    evaluators: evaluators.map((each) => ({ ...each, reasoning: null })),
    attempts: attempts.map(withoutTexts),
    control: control && { ...control, attempts: control.attempts.map(withoutTexts) },
  }
}
