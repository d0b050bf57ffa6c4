// What was said and done: the turns that the agent was given, its reply, its tool calls.
import type { ResultsTest, ToolCall } from '../results/schema.ts'
import { callText } from '../results/test-reason.ts'
import { Text } from './text.tsx'

type ConversationProps = Pick<ResultsTest, 'question' | 'reply'>

export function Conversation({ question, reply }: ConversationProps) {
  if (question.length === 0 && reply === null) return null
  return (
    <section aria-labelledby="conversation-title">
      <h3 id="conversation-title">Conversation</h3>
      <ol class="turns">
        {question.map(({ role, content }, index) => (
          <li key={index} class={`turn ${SIDES[role.toLowerCase()] ?? 'assistant'}`}>
            <span class="role" dir="auto">
              {role.toLowerCase() === 'assistant' ? 'Agent' : role}
            </span>
            <Text text={content} />
          </li>
        ))}
        {reply !== null && (
          <li class="turn reply assistant">
            <span class="role">Agent: reply under test</span>
            <Text text={reply} />
          </li>
        )}
      </ol>
    </section>
  )
}

const SIDES: Readonly<Record<string, string>> = {
  user: 'user',
  human: 'user',
  customer: 'user',
  system: 'system',
}

type ToolCallsProps = Pick<ResultsTest, 'expectedToolCalls' | 'toolCalls'>

/** The service compares them: its reason says what differs. */
export function ToolCalls({ expectedToolCalls, toolCalls }: ToolCallsProps) {
  if (expectedToolCalls.length + toolCalls.length === 0) return null
  return (
    <section aria-labelledby="calls-title">
      <h3 id="calls-title">Tool calls</h3>
      <div class="calls">
        {expectedToolCalls.length > 0 && <Calls title="Expected" calls={expectedToolCalls} />}
        <Calls title="Called" calls={toolCalls} />
      </div>
    </section>
  )
}

function Calls({ title, calls }: { readonly title: string; readonly calls: readonly ToolCall[] }) {
  return (
    <div class="card">
      <h4>{title}</h4>
      {calls.length === 0 && <p class="muted">No tool was called.</p>}
      <ol>
        {calls.map((call, index) => (
          <li key={index} class="text code" dir="auto">
            {callText(call)}
          </li>
        ))}
      </ol>
    </div>
  )
}
