// Explanations on a page: what happened to which agents, and what to do next. Agents that share one stand together.
import type { AgentRef } from '../gate/results.ts'
import { agentNames } from './names.ts'
import { count } from './units.ts'
import { inlineText } from './untrusted-markdown.ts'

const SENTENCE_LENGTH = 500
/** Of agents that share one explanation, so many are named; each has a row in the table. */
const NAMES_SHOWN = 5

/** `sentence` is plain, untrusted text that goes on after the agent's name; `remedy` is ours. */
export interface Explanation {
  readonly agent: AgentRef
  readonly sign: string
  readonly sentence: string
  readonly remedy: string
  /** Shown where the agent stands alone. */
  readonly link: string | null
}

/** @param most of the explanations, each for any number of agents */
export function* explanationLines(explanations: readonly Explanation[], most: number): Iterable<string> {
  const groups = [...Map.groupBy(explanations, ({ sentence, remedy }) => `${sentence}\n${remedy}`).values()]
  const shown = groups.slice(0, most)
  for (const group of shown) yield groupLine(group)
  if (shown.length < groups.length)
    yield `- … and ${count(groups.length - shown.length)} more explanations: the log has them.\n`
}

/** An untrusted sentence, ended as one. */
export function asSentence(text: string): string {
  const words = inlineText(text, SENTENCE_LENGTH)
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

function groupLine(group: readonly Explanation[]): string {
  const [first] = group
  if (first === undefined) return ''
  const { sign, sentence, remedy, link } = first
  const names = agentNames(
    group.map(({ agent }) => agent),
    NAMES_SHOWN,
  )
  const open = group.length === 1 && link !== null ? ` [Open run](${link})` : ''
  return `- ${sign} ${names}: ${asSentence(sentence)}<br>→ ${remedy}${open}\n`
}
