// Names that nearly are another name: which one is meant.
import { closestMatch } from 'leven'
import { quoted } from './values.ts'

/** Longer names are not searched for: that takes the product of their lengths. */
const MAX_NAME_LENGTH = 100

/** The nearest of `names`, whatever the case and the kind of spaces; null if more than a third of `wanted` differs in all of them. */
export function closestName(wanted: string, names: readonly string[]): string | null {
  const fold = (name: string) => asItLooks(name).toLowerCase()
  const folded = fold(wanted)
  if (folded.length > MAX_NAME_LENGTH) return null
  const candidates = names.map(fold)
  const maxDistance = Math.max(folded.length > 1 ? 1 : 0, Math.floor(folded.length / 3))
  const nearest = closestMatch(folded, candidates, { maxDistance })
  return nearest === undefined ? null : (names[candidates.indexOf(nearest)] ?? null)
}

/** Which of `names` is meant, as a sentence; if none is close, what else to say. */
export function suggestion(wanted: string, names: readonly string[], otherwise: string): string {
  const close = closestName(wanted, names)
  return close === null ? otherwise : didYouMean(wanted, close)
}

/** As a sentence, which also tells where nobody can see how the names differ. */
export function didYouMean(wanted: string, meant: string): string {
  return `Did you mean ${quoted(meant)}?${looksAlike(wanted, meant) ? ` ${UNSEEN_DIFFERENCE}` : ''}`
}

export const UNSEEN_DIFFERENCE = 'They differ in spaces, or in characters that look alike: copy the name.'

export function looksAlike(name: string, other: string): boolean {
  return name !== other && asItLooks(name) === asItLooks(other)
}

function asItLooks(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, (each) => (/\s/.test(each) ? ' ' : ''))
    .replace(/\s+/g, ' ')
    .trim()
}

/** What names its values, in YAML and JSON: neither a list nor a single value. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Support bot` of `Support bot (preview)`; empty if the name is not that of a copy. */
export function originalName(copy: string): string {
  return /^(.*\S)\s*\([^()]*[^()\s][^()]*\)$/s.exec(copy)?.[1] ?? ''
}
