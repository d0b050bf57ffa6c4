// Cleans untrusted text (names, replies, reasons, error bodies) for plain text and the log.
// Every report uses this module; untrusted-markdown.ts builds on it.
import { terminalSequence } from '../client/core/redactor.ts'
import { cutBehindWord } from '../results/sentence.ts'

/** More than any line of a report needs. */
export const LINE_LENGTH = 1000

const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Control, bidirectional, zero-width and tag characters, noncharacters; not those that choose an emoji's style. */
const invisible =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\uFE0E\uFE0F]]/v
/** Scripts in which zero-width joiners choose the shape of letters. */
const joiningScripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
const joining = `[${joiningScripts
  .split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`
/** Whole emoji and joined letters, whose invisible characters belong to the text; or one that does not. */
const invisibles = new RegExp(
  `(\\p{RGI_Emoji}|(?<=${joining})[\\u200C\\u200D](?=${joining}))|${invisible.source}`,
  'gv',
)
/** Without anything to clean. */
const plainCharacters = /^[\n\t -~]*$/
/** More combining marks on a letter than any language uses; they would overlap the lines above and below. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu

/** Invisible. Inserted into mentions, references and addresses, it keeps GitHub from linking them. */
export const breaker = '\u200B'

/** Text that may have been cut; `leftOut` is the number of missing characters (UTF-16 units). */
interface CutText {
  readonly text: string
  readonly leftOut: number
}

/**
 * Cleans a text and cuts it to at most `maxLength` UTF-16 units, including the `…` that marks a cut. Keeps line breaks
 * (as `\n`), removes invisible and control characters, and never splits a surrogate pair.
 */
export function cutText(text: string, maxLength: number): CutText {
  return cutCleaned(text, maxLength, (cleaned) => cleaned.trim())
}

/** The same on one line: each run of whitespace becomes one space. */
export function cutLine(text: string, maxLength: number): string {
  const cut = cutCleaned(text, maxLength, (cleaned) => cleaned.replace(/\s+/g, ' ').trim())
  return cut.leftOut === 0 ? cut.text : cutBehindWord(cut.text)
}

/**
 * One line for the runner's log, with its escapes not longer than that. The runner executes `##[command]` anywhere in a line and
 * `::command::` at its start, so callers must put text of their own before this.
 */
export function logText(text: string, maxLength = LINE_LENGTH): string {
  const escaped = cutLine(text, maxLength).replace(/##(?=\[)/g, `##${breaker}`)
  return escaped.slice(0, maxLength).toWellFormed()
}

export const NAME_LENGTH = 100

/** Of an agent or a test, for the log and annotations. */
export function plainName({ name, id = '' }: { readonly name: string | null; readonly id?: string }): string {
  return logText(name ?? id, NAME_LENGTH) || '(without a name)'
}

/** For XML and HTML, of text that was cut: it has only characters that XML allows. */
export function escapeMarkup(cleaned: string): string {
  return cleaned
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function cutCleaned(text: string, maxLength: number, tidy: (cleaned: string) => string): CutText {
  // Bounds the work on huge fields. Cleaning rarely removes three of four characters.
  const reach = maxLength * 4 + 64
  const tidied = tidy(clean(text.slice(0, reach)))
  if (text.length <= reach && tidied.length <= maxLength) return { text: tidied, leftOut: 0 }
  const kept = tidied.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')
  return { text: `${kept}…`, leftOut: text.length - kept.length }
}

function clean(text: string): string {
  // Most texts, so that the slower steps are for the others.
  if (plainCharacters.test(text)) return text
  const visible = text.toWellFormed().replace(terminalSequence, '').replace(lineBreaks, '\n')
  // Looking for emoji is slow, and most texts have no invisible characters.
  return (invisible.test(visible) ? visible.replace(invisibles, '$1') : visible).replace(stackedMarks, '$1')
}
