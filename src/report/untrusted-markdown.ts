// The doors of untrusted text into GitHub's markdown: as prose, as a code span, as a fence.
import { breaker, cutLine, cutText } from './untrusted-text.ts'

/** Every character that means something to markdown or HTML; `_` only where it does not stand inside a word. */
const markup = /[&<>`*~[\]\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
/** What at the start of a line opens a heading, a list, a rule or a table's second row; and a heading's end. */
const blockMarks = /^(?:[-+=#:]|\d+(?=[.)]))|(?<=\s)#+$/g
/** GitHub links these by itself, after decoding entities: addresses, `GH-1`, advisories. */
const linkStarts = /:(?=\/\/)|www(?=\.)|(?<![a-z0-9])(?:GH|GHSA|CVE)-/gi
/** `:tada:` would become a picture. */
const emojiNames = /:(?=[\w+-]+:)/g
/** Seven hexadecimal digits are a commit; six in a row are none. */
const commits = /[0-9a-f]{6}(?=[0-9a-f])/gi
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * One line of prose. What comes back may stand in a paragraph, a list item, a table cell, and inside an HTML
 * element alike: it holds no markup but `<span>$</span>`, GitHub's own way to write a dollar that starts no formula.
 */
export function inlineText(text: string, maxLength: number): string {
  return isolate(neutralise(cutLine(text, maxLength)))
}

/** Prose that keeps its line breaks, as `<br>`; for the same places. `leftOut` counts the characters cut off. */
export function blockText(text: string, maxLength: number): { markdown: string; leftOut: number } {
  const cut = cutText(text, maxLength)
  const lines = cut.text.replace(/\n\s*\n/g, '\n\n').split('\n')
  return {
    markdown: lines.map((line) => isolate(neutralise(line.trim()))).join('<br>'),
    leftOut: cut.leftOut,
  }
}

/** A code span, for paragraphs and list items only: a table cell would need its `|` escaped. Empty for no text. */
export function codeSpan(text: string, maxLength: number): string {
  const line = withoutMentions(cutLine(text, maxLength))
  if (line === '') return ''
  const ticks = '`'.repeat(longestRunOfTicks(line) + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** A fenced block. It has to start a line of its own that nothing indents. `leftOut` as for `blockText`. */
export function fence(
  text: string,
  language: 'diff' | 'text',
  maxLength: number,
): { markdown: string; leftOut: number } {
  const cut = cutText(text, maxLength)
  const content = withoutMentions(cut.text)
  const ticks = '`'.repeat(Math.max(3, longestRunOfTicks(content) + 1))
  return { markdown: `${ticks}${language}\n${content}\n${ticks}`, leftOut: cut.leftOut }
}

function neutralise(line: string): string {
  return withoutMentions(line)
    .replace(/#(?=\w)/g, `#${breaker}`)
    .replace(linkStarts, `$&${breaker}`)
    .replace(emojiNames, `:${breaker}`)
    .replace(commits, `$&${breaker}`)
    .replace(markup, asEntities)
    .replace(blockMarks, asEntities)
    .replaceAll('$', '<span>$</span>')
}

/** Mails quote as plain text what a comment shows as code: so mentions are broken there, too. */
function withoutMentions(text: string): string {
  return text.replaceAll('@', `@${breaker}`)
}

function asEntities(characters: string): string {
  return Array.from(characters, (character) => `&#${character.codePointAt(0)};`).join('')
}

/** Keeps right-to-left text from rearranging the numbers that follow it on its line. */
function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

function longestRunOfTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}
