// The texts of conversations: a test without them, which evaluators' reasons quote, and how many a job has space for.
import type { ResultsAttempt } from '../../schema.ts'
import type { JudgedTest } from '../cause.ts'

export function withoutConversation<Test extends Omit<JudgedTest, 'outcome'>>(test: Test): Test {
  const nothing = { reasoning: null, reply: null }
  const withoutTexts = (attempts: readonly ResultsAttempt[]) =>
    attempts.map((each) => ({ ...each, ...nothing }))
  const { earlier, control } = test
  const lastPassed = earlier?.lastPassed ? { ...earlier.lastPassed, reply: null } : null
  return {
    ...test,
    ...nothing,
    question: [],
    criteria: [],
    toolCalls: [],
    expectedToolCalls: [],
    evaluators: test.evaluators.map((each) => ({ ...each, reasoning: null })),
    attempts: withoutTexts(test.attempts),
    control: control && { ...control, attempts: withoutTexts(control.attempts) },
    earlier: earlier && { ...earlier, lastPassed },
    edits: test.edits.map(withoutText),
  }
}

export function withoutText(edit: JudgedTest['edits'][number]): JudgedTest['edits'][number] {
  return { ...edit, before: null, now: null }
}

/** More would need too much memory here, and in the browser that shows the page. */
const MAX_JOB_CHARACTERS = 30_000_000

/** The first tests that it is given, run by run, keep their conversations, as many as fit. */
export class ConversationLimit {
  #left: number

  constructor(maxCharacters = MAX_JOB_CHARACTERS) {
    this.#left = maxCharacters
  }

  /** Whether a test has lost its conversation. */
  get isExceeded(): boolean {
    return this.#left < 0
  }

  /** Within a run, those of tests that passed are the first to go. */
  applyTo(tests: readonly JudgedTest[]): readonly JudgedTest[] {
    const important = tests.toSorted(
      (a, b) => Number(a.outcome === 'passed') - Number(b.outcome === 'passed'),
    )
    const fitting = new Set(important.filter((test) => this.keeps(conversationLength(test))))
    return tests.map((test) => (fitting.has(test) ? test : withoutConversation(test)))
  }

  /** Whether so many characters still fit. */
  keeps(characters: number): boolean {
    if (!this.isExceeded) this.#left -= characters
    return !this.isExceeded
  }
}

/** In characters of JSON. */
function conversationLength(test: JudgedTest): number {
  return JSON.stringify(test).length - JSON.stringify(withoutConversation(test)).length
}
