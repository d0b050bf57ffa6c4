// What was said: the turns that the agent was given, and its reply.
import type { ResultsTest } from '../report/results-schema.ts'

interface ConversationProps {
  readonly turns: ResultsTest['question']
  readonly reply: string | null
}

export function Conversation({ turns, reply }: ConversationProps) {
  if (turns.length === 0 && reply === null) return null
  return (
    <section aria-labelledby="conversation-title">
      <h3 id="conversation-title">Conversation</h3>
      <ol class="turns">
        {turns.map(({ role, content }, index) => (
          <Turn key={index} role={role} content={content} />
        ))}
        {reply !== null && (
          <li class="turn reply assistant">
            <span class="role">Agent: reply under test</span>
            <p class="text" dir="auto">
              {reply}
            </p>
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

function Turn({ role, content }: { readonly role: string; readonly content: string }) {
  return (
    <li class={`turn ${SIDES[role.toLowerCase()] ?? 'assistant'}`}>
      <span class="role" dir="auto">
        {role.toLowerCase() === 'assistant' ? 'Agent' : role}
      </span>
      <p class="text" dir="auto">
        {content}
      </p>
    </li>
  )
}
