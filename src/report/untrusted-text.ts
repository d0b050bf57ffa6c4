// The one module through which names, replies, reasons and error bodies pass on their way into any report.
// Here: what every target needs, and the doors to plain text, log, XML and JSON. Markdown: untrusted-markdown.ts.

const escapeSequences = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Controls, bidirectional and zero-width characters, tags, noncharacters; not those that choose an emoji's look. */
const invisibles =
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB]--[\n\t\uFE0E\uFE0F]]/gv
/** More combining marks on one letter than any language uses climb over the neighbouring lines. */
const markTowers = /(\p{M}{4})\p{M}+/gu

/** Breaks a word for machines, not for the eye: what it stands in is no mention, reference or address any more. */
export const breaker = '\u200B'

/** A text that may have been cut: `leftOut` counts the characters (UTF-16 units) that are missing. */
export interface CutText {
  readonly text: string
  readonly leftOut: number
}

/**
 * Cleans a text and cuts it to at most `maxLength` UTF-16 units, the `…` that marks a cut included. Keeps line
 * breaks (as `\n`), drops what cannot be seen or would move the cursor, and never leaves half a surrogate pair.
 */
export function cutText(text: string, maxLength: number): CutText {
  return cut(text, maxLength, (cleaned) => cleaned.trim())
}

/** The same on one line: every run of white space becomes one space. */
export function cutLine(text: string, maxLength: number): string {
  return cut(text, maxLength, (cleaned) => cleaned.replace(/\s+/g, ' ').trim()).text
}

/**
 * For the runner's log: one line. The runner obeys `##[command]` anywhere in a line and `::command::` at its start,
 * so whoever writes the line puts a word of its own before this text.
 */
export function logText(text: string, maxLength: number): string {
  return cutLine(text, maxLength).replace(/##(?=\[)/g, `##${breaker}`)
}

/** For XML: only characters that XML 1.0 allows, and no `]]>`, which the serializer leaves as it is. */
export function xmlText(text: string, maxLength: number): string {
  return cutText(text, maxLength).text.replaceAll(']]>', ']] >')
}

/** For JSON: whole and unchanged, but without the lone surrogates that strict parsers refuse. */
export function dataText(text: string): string {
  return text.toWellFormed()
}

function cut(text: string, maxLength: number, tidy: (cleaned: string) => string): CutText {
  // Of a field of a megabyte only the start is read: cleaning rarely drops three characters of four.
  const reach = maxLength * 4 + 64
  const tidied = tidy(clean(text.slice(0, reach)))
  if (text.length <= reach && tidied.length <= maxLength) return { text: tidied, leftOut: 0 }
  const kept = tidied.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')
  return { text: `${kept}…`, leftOut: text.length - kept.length }
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(escapeSequences, '')
    .replace(lineBreaks, '\n')
    .replace(invisibles, '')
    .replace(markTowers, '$1')
}
