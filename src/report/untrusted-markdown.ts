// Untrusted text as GitHub markdown: prose, code spans, links, and the names of agents, tests and evaluators.

import { lineBreak } from '../results/blocks.ts'
import { webLink } from '../results/links.ts'
import { ofJob, type Sentence, shortened } from '../results/sentence.ts'
import { breaker, cutLine, cutText } from './untrusted-text.ts'

const SHORT_NAME_LENGTH = 80
/** A test is looked up by its name, so no usual one is cut where there is space. */
export const WHOLE_NAME_LENGTH = 1000
/** Lines of an input, with two names. */
const CODE_LENGTH = 400
const PIECE_LENGTH = 300

/** Characters with a meaning in markdown or HTML; `_` only outside of words. */
const markup = /[&<>`*~[\]\\|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
/** Characters that start a heading, list, rule, table delimiter row or bot command; and those that end a heading. */
const blockMarks = /^(?:[-+=#/]|:(?=-)|\d+(?=[.)](?:\s|$)))|(?<=\s)#+$/g
/** GitHub links these automatically, after decoding entities: addresses, `GH-1`, advisories. */
const linkStarts = /:(?=\/\/)|www(?=\.)|(?<![a-z0-9])(?:GH|GHSA|CVE)-/gi
/** `:tada:` would become an emoji; the second colon may be one that follows the text. */
const emojiNames = /:(?=[\w+-]+(?::|$))/g
/** GitHub links seven hexadecimal digits as a commit. */
const commits = /[0-9a-f]{6}(?=[0-9a-f])/gi
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Nko}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * One line of prose for a paragraph, list item, table cell or HTML element. It contains no markup except for
 * `<span>$</span>`, GitHub's way to write a dollar sign that starts no formula, and elements without a meaning: readers copy names and
 * addresses, so that no invisible character can keep GitHub from linking them; right-to-left text has a direction of its own.
 */
export function inlineText(text: string, maxLength: number): string {
  return escaped(cutLine(text, maxLength))
}

/** The same, with line breaks kept as `<br>`. `leftOut` is the number of characters cut off. */
export function blockText(text: string, maxLength: number): { markdown: string; leftOut: number } {
  const cut = cutText(text, maxLength)
  const lines = cut.text.replace(/\n\s*\n/g, '\n\n').split('\n')
  return { markdown: lines.map((line) => escaped(line.trim())).join('<br>'), leftOut: cut.leftOut }
}

/** A code span for paragraphs and list items, not for table cells, which need `|` escaped. Empty if the text is. */
export function codeSpan(text: string, maxLength: number): string {
  const line = withoutMentions(cutLine(text, maxLength))
  if (line === '') return ''
  const ticks = fenceOf(line, 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** Lines as they are. */
export function codeBlock(text: string, maxLength: number): string {
  const lines = withoutMentions(cutText(text, maxLength).text)
  const fence = fenceOf(lines, 3)
  return `${fence}text\n${lines}\n${fence}`
}

/** More backticks than the text has in a row. */
function fenceOf(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? []
  return '`'.repeat(Math.max(least, ...runs.map(({ length }) => length + 1)))
}

/** How a place writes what stands out, code and links; prose is the same in all. */
interface Markup {
  readonly strong: (text: string) => string
  readonly code: (text: string) => string
  readonly link: (text: string, url: string) => string
}

const inProse: Markup = {
  strong: (text) => `**${text}**`,
  code: (text) => codeSpan(text, CODE_LENGTH),
  link: (text, url) => `[${text}](${url})`,
}
/** A `|` in a code span would end the cell. */
const inCell: Markup = { ...inProse, code: (text) => `<code>${inlineText(text, CODE_LENGTH)}</code>` }
/** Within a `<summary>`, nothing is markdown. */
const inSummary: Markup = {
  strong: (text) => `<b>${text}</b>`,
  code: inCell.code,
  link: (text, url) => `<a href="${url}">${text}</a>`,
}

/** A sentence of results/; the names in it are cut to `nameLength`. Numbers and kinds in it may come from a file. */
export function sentenceText(sentence: Sentence, nameLength = SHORT_NAME_LENGTH, markup = inProse): string {
  return ofJob(sentence)
    .map((piece) => pieceText(piece, nameLength, markup))
    .join('')
}

export function cellText(sentence: Sentence): string {
  return sentenceText(sentence, SHORT_NAME_LENGTH, inCell)
}

export function summaryText(sentence: Sentence): string {
  return sentenceText(sentence, WHOLE_NAME_LENGTH, inSummary)
}

/** A sum of money alone, which starts no formula. */
const money = /^(?:at least )?\$[\d.]+$/

function pieceText(piece: ReturnType<typeof ofJob>[number], nameLength: number, markup: Markup): string {
  if (piece === lineBreak) return '<br>'
  if (typeof piece === 'string') return money.test(piece) ? piece : withSpaces(piece)
  switch (piece.kind) {
    case 'strong':
      return markup.strong(piece.text)
    case 'code':
      return markup.code(piece.text)
    case 'said':
      return withSpaces(piece.text)
    case 'link':
      return linked(withSpaces(piece.text), piece, markup)
    case 'agent':
    case 'test': {
      const length = piece.kind === 'agent' ? Math.min(nameLength, SHORT_NAME_LENGTH) : nameLength
      return linked(inlineText(shortened(piece.text, length), length) || '(without a name)', piece, markup)
    }
    default:
      return piece satisfies never
  }
}

/** Those around it are kept: they are between pieces, or what is wrong with a name. */
function withSpaces(text: string): string {
  return text.replace(/\S(?:.*\S)?/s, (inner) => inlineText(inner, PIECE_LENGTH)).replace(/\s/g, ' ')
}

/** Alone if the address is none of the web. */
function linked(
  text: string,
  { url = null, isStrong = false }: { readonly url?: string | null; readonly isStrong?: boolean },
  { strong, link }: Markup,
): string {
  const shown = isStrong ? strong(text) : text
  const address = webLink(url)
  return address === null ? shown : link(shown, address)
}

function escaped(line: string): string {
  const text = withoutMentions(line)
    .replace(/#(?=\w)/g, `#${breaker}`)
    .replace(linkStarts, `$&${breaker}`)
    .replace(emojiNames, `:${breaker}`)
    .replace(commits, `$&${breaker}`)
    .replace(markup, asEntities)
    .replace(blockMarks, asEntities)
    .replaceAll('$', '<span>$</span>')
    .replaceAll(breaker, '<span></span>')
  return rightToLeft.test(text) ? `<span dir="auto">${text}</span>` : text
}

/** Notification mails quote code as plain text, so mentions must be broken there, too. */
function withoutMentions(text: string): string {
  return text.replaceAll('@', `@${breaker}`)
}

function asEntities(characters: string): string {
  return Array.from(characters, (character) => `&#${character.codePointAt(0)};`).join('')
}
