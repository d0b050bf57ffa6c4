// Untrusted texts in a sentence: names of agents and tests, and what the service says. Printers escape them.
import { counted, firstFew } from './format.ts'
import { joined, type Piece, type Said, type Sentence } from './sentence.ts'

/** Untrusted: the name of an agent. */
export function agentName(text: string, url: string | null = null): Piece {
  return { kind: 'agent', text, url }
}

export function strongAgent(text: string): Piece {
  return { kind: 'agent', text, isStrong: true }
}

/** Untrusted: the name of a test, which stands out. */
export function testName(text: string, url: string | null = null): Piece {
  return { kind: 'test', text, isStrong: true, url }
}

export function said(text: string): Said {
  return { kind: 'said', text }
}

/** Untrusted words of the service, in quotes. */
export function quoted(text: string): Sentence {
  return ['"', said(text), '"']
}

/** The name of a test, in quotes. */
export function quotedTest(text: string): Sentence {
  return ['"', { kind: 'test', text }, '"']
}

const AGENTS_LISTED = 3

/** `A and B`, `A, B, C and 2 more agents` */
export function agentList(names: readonly string[]): Sentence {
  // A name is as short as "1 more agent".
  const listed = names.length > AGENTS_LISTED + 1 ? AGENTS_LISTED : names.length
  return joined(firstFew(names, listed, agentName, (left) => counted(left, 'more agent')))
}
