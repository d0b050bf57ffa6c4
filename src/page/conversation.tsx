// What was said: the turns that the agent was given, and its reply.

import { beforeAndNow, isUser, lastQuestion } from '../results/evidence.ts'
import { counted } from '../results/format.ts'
import { isFlaky, type ResultsTest } from '../schema.ts'
import { Text } from './text.tsx'

interface ConversationProps {
  readonly test: ResultsTest
  /** On paper, nothing can be unfolded. */
  readonly isPrinted: boolean
}

/** What was asked and replied; the turns before that are folded. */
export function ConversationView({ test, isPrinted }: ConversationProps) {
  const { question, reply } = test
  if (question.length === 0 && reply === null) return null
  const asked = lastQuestion(test)
  const earlier = question.slice(0, asked)
  return (
    <section aria-labelledby="conversation-title">
      <h3 id="conversation-title">Conversation</h3>
      {earlier.length > 0 && (
        <details class="earlier" open={isPrinted}>
          <summary>{counted(earlier.length, 'earlier turn')}</summary>
          <ol class="turns">{earlier.map(turn)}</ol>
        </details>
      )}
      <ol class="turns">{question.slice(asked).map(turn)}</ol>
      <Replies test={test} />
    </section>
  )
}

/** The failing reply, beside a passing one of the control or of another attempt, if there is one. */
function Replies({ test }: { readonly test: ResultsTest }) {
  const { before, now } = beforeAndNow(test)
  const failing = now !== null && (
    <div key="failing" class={`turn reply ${before === null ? '' : 'failing'}`}>
      <span class="role">
        {before === null ? 'Agent: reply under test' : isFlaky(test) ? 'First: not passed' : 'Now: failed'}
      </span>
      <Text text={now} />
    </div>
  )
  if (before === null) return <div class="replies">{failing}</div>
  const passing = (
    <div key="passing" class="turn passing">
      <span class="role" dir="auto">
        {isFlaky(test)
          ? 'Then: passed'
          : before.whose === null
            ? 'Before: passed'
            : `Without the change: passed (${before.whose})`}
      </span>
      <Text text={before.reply} />
    </div>
  )
  return <div class="replies">{isFlaky(test) ? [failing, passing] : [passing, failing]}</div>
}

function turn({ role, content }: ResultsTest['question'][number], index: number) {
  return (
    <li key={index} class={`turn ${sideOf(role)}`}>
      <span class="role" dir="auto">
        {role.toLowerCase() === 'assistant' ? 'Agent' : role}
      </span>
      <Text text={content} />
    </li>
  )
}

function sideOf(role: string): string {
  if (isUser(role)) return 'user'
  return role.toLowerCase() === 'system' ? 'system' : 'assistant'
}
