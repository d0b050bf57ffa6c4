// How a command ends.
import type { AbortReason, GateOutcome } from '../gate/model.ts'
import type { Mode } from '../inputs/inputs.ts'
import type { Results } from '../schema.ts'

/** What the process ends with; documented in docs/cli.md. After a signal it is 128 and the signal's number. */
export const EXIT = { passed: 0, failed: 1, usage: 2, inconclusive: 3 } as const

const FOR_GOOD: ReadonlySet<AbortReason['kind']> = new Set(['key', 'names', 'wrong-override'])

/** The code of a job that ended before anything was launched: 2 if no later run would start either. */
export function abortCode({ kind }: Pick<AbortReason, 'kind'>): number {
  return FOR_GOOD.has(kind) ? EXIT.usage : EXIT.inconclusive
}

/** @param outcome null of a merge */
export function exitCodeOf(
  { verdict }: Pick<Results, 'verdict'>,
  mode: Mode,
  outcome: Pick<GateOutcome, 'abortReason' | 'results'> | null,
): number {
  if (mode === 'report') return EXIT.passed
  const reason = outcome?.results.length === 0 ? outcome.abortReason : null
  return reason === null ? EXIT[verdict] : abortCode(reason)
}

/** @returns the exit code */
export function refuse(messages: readonly string[]): number {
  for (const message of messages) console.error(`error: ${message}`)
  return EXIT.usage
}
