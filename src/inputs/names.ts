// Names that nearly are another name: which one is meant, and how two names differ that look alike.
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

/** As a sentence, with what to look for if nobody can see how the names differ. */
export function didYouMean(wanted: string, meant: string): string {
  const difference = hiddenDifference(wanted, meant)
  return `Did you mean ${quoted(meant)}?${difference === null ? '' : ` Yours has ${difference}.`}`
}

/**
 * What `name` has where `other` looks the same, as `U+00A0 instead of a space after "Support"`; null if the difference can be
 * seen.
 */
export function hiddenDifference(name: string, other: string): string | null {
  if (name === other || asItLooks(name) !== asItLooks(other)) return null
  const [given, known] = [lettersOf(name), lettersOf(other)]
  const differing = given.findIndex((letter, i) => letter !== known[i])
  const at = differing === -1 ? given.length : differing
  const [mine = '', theirs = ''] = [given[at], known[at]]
  const place = at === 0 ? 'at the start' : `after ${quoted(given.slice(0, at).join(''))}`
  if (theirs === '' || isInvisible(mine) || (isBlank(mine) && !isBlank(theirs)))
    return `${shown(mine)} too many ${place}`
  if (mine === '' || isInvisible(theirs) || (isBlank(theirs) && !isBlank(mine)))
    return `${shown(theirs)} missing ${place}`
  return `${shown(mine)} instead of ${shown(theirs)} ${place}`
}

const isBlank = (letter: string) => asItLooks(letter) === ''
const isInvisible = (letter: string) => letter !== '' && asItLooks(`.${letter}.`) === '..'

/** `U+0075 U+0308` */
export function codePoints(text: string): string {
  return Array.from(
    text,
    (each) => `U+${each.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ')
}

const shown = (letter: string) =>
  letter === ' ' ? 'a space' : /^[!-~]$/.test(letter) ? `"${letter}"` : codePoints(letter)

/** A letter with its marks is one, however it is encoded. */
const lettersOf = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)

/** Letters of other alphabets, and others, with the ones that they look like. */
const alphabets = [
  ['АВЕЅЗІЈКМНОРСТУХаеѕіјорсухһԁԛԝ', 'ABES3IJKMHOPCTYXaesijopcyxhdqw'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοινυ', 'ABEZHIKMNOPTYXoivu'],
] as const
const lookalikes = new Map(
  alphabets.flatMap(([from, to]) => Array.from(from, (letter, i) => [letter, to[i] ?? letter] as const)),
)

/** The same for names that look alike. */
function asItLooks(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, (each) => (/\s/.test(each) ? ' ' : ''))
    .replace(/\p{L}/gu, (letter) => lookalikes.get(letter) ?? letter)
    .replace(/[I1|ı]/g, 'l')
    .replaceAll('0', 'O')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[‘’‚′`]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether a name that nobody has is written as in another form of list, or as a word for all. */
export function isOfOtherForm(name: string): boolean {
  return /^(?:["'`“‘[{]|[-*]\s|(?:\*|all)$)|["'`”’\]}]$|;|\s#/i.test(name)
}

/** What names its values, in YAML and JSON: neither a list nor a single value. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `Support bot` of `Support bot (preview)`; empty if the name is not that of a copy. */
export function originalName(copy: string): string {
  return /^(.*\S)\s*\([^()]*[^()\s][^()]*\)$/s.exec(copy)?.[1] ?? ''
}
