// What is said of a failing test that a report names once, in whole sentences behind its name.
import type { ResultsAgent, ResultsTest } from '../schema.ts'
import { count, earlierText } from './format.ts'
import { type Sentence, say } from './sentence.ts'
import { tally } from './test-texts.ts'

interface FailingTest {
  readonly agent: ResultsAgent
  readonly test: ResultsTest
}

/** `fails 5 of 5 with this pull request's prompt, 0 of 3 without it`. @param tested such as `this pull request` */
export function besideControl(
  { agent: { override }, test }: FailingTest,
  control: NonNullable<ResultsTest['control']>,
  tested: string,
): Sentence {
  const there = tally(control.attempts)
  const [first, ...others] = override?.keys ?? []
  const key = first?.key ?? ''
  const what = others.length > 0 ? 'configuration' : (testedNames[key] ?? key)
  const change = first === undefined ? tested : `${tested}'s ${what}`
  // A copy is compared with its original, which nobody has to name.
  const name = override === null ? say` (${{ kind: 'agent', text: control.name }})` : []
  return say`${failsText(test)} with ${change}, ${there.failed} of ${there.answered} without it${name}`
}

const testedNames: Readonly<Record<string, string>> = {
  system_prompt: 'prompt',
  agent_url: 'preview',
  'llm.model': 'model',
}

/** `passed its last 10 runs and fails 3 of 3 now` */
export function earlierAndNow({ test }: Pick<FailingTest, 'test'>): string {
  const { failures = 0, runs = 0 } = test.earlier ?? {}
  return `${earlierText(failures, runs)} and ${failsText(test)} now`
}

/** `fails 3 of 3`; a single attempt says less. */
function failsText({ attempts }: ResultsTest): string {
  const { failed, answered } = tally(attempts)
  return answered <= 1 ? 'failed once' : `fails ${count(failed)} of ${count(answered)}`
}

/** `passed its last 10 runs and fails 3 of 3 now. Support bot, or something it needs, probably changed`: continues with when. */
export function changedText({ agent, test }: FailingTest, sure: string): Sentence {
  const name = { kind: 'agent', text: agent.name } as const
  return say`${earlierAndNow({ test })}. ${name}, or something it needs, ${sure} changed`
}
