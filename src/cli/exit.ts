// How a command ends.
import type { Problem, Results } from '../schema.ts'
import { printError } from './display.ts'

/** What the process ends with; documented in docs/cli.md. After a signal it is 128 and the signal's number. */
export const EXIT = { passed: 0, failed: 1, usage: 2, inconclusive: 3 } as const

/** Time for connections to end by themselves. */
export const END_MS = 1000

const FOR_GOOD: ReadonlySet<Problem['kind']> = new Set(['key', 'names', 'wrong-override', 'wrong-inputs'])

/** The code of a job that ended before anything was launched: 2 if no later run would start either. */
export function abortCode({ kind }: Pick<Problem, 'kind'>): number {
  return FOR_GOOD.has(kind) ? EXIT.usage : EXIT.inconclusive
}

export function exitCodeOf({
  verdict,
  mode,
  agents,
  decision,
}: Pick<Results, 'verdict' | 'mode' | 'agents' | 'decision'>): number {
  if (mode === 'report') return EXIT.passed
  const early = agents.length === 0 ? decision.endedEarly : null
  return early ? abortCode(early) : EXIT[verdict]
}

/** @returns the exit code */
export function refuse(messages: readonly string[]): number {
  printError(...messages.map((message) => `error: ${message}`))
  return EXIT.usage
}
