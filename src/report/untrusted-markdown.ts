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
 * `<span>$</span>`, GitHub's way to write a dollar sign that starts no formula.
 */
export function inlineText(text: string, maxLength: number): string {
  return isolate(escapeMarkdown(cutLine(text, maxLength)))
}

/** The same, with line breaks kept as `<br>`. `leftOut` is the number of characters cut off. */
export function blockText(text: string, maxLength: number): { markdown: string; leftOut: number } {
  const cut = cutText(text, maxLength)
  const lines = cut.text.replace(/\n\s*\n/g, '\n\n').split('\n')
  return {
    markdown: lines.map((line) => isolate(escapeMarkdown(line.trim()))).join('<br>'),
    leftOut: cut.leftOut,
  }
}

/** A code span for paragraphs and list items, not for table cells, which need `|` escaped. Empty if the text is. */
export function codeSpan(text: string, maxLength: number): string {
  const line = withoutMentions(cutLine(text, maxLength))
  if (line === '') return ''
  const longestRun = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const ticks = '`'.repeat(longestRun + 1)
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** Lines as they are. */
export function codeBlock(text: string, maxLength: number): string {
  const lines = withoutMentions(cutText(text, maxLength).text)
  const longestRun = Math.max(2, ...(lines.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longestRun + 1)
  return `${fence}text\n${lines}\n${fence}`
}

/** How a place writes what stands out, code and links; prose is the same in all. */
interface Markup {
  readonly strong: (text: string) => string
  readonly code: (text: string) => string
  readonly link: (text: string, address: string) => string
}

const inProse: Markup = {
  strong: (text) => `**${text}**`,
  code: (text) => codeSpan(text, CODE_LENGTH),
  link: linkTo,
}
/** A `|` in a code span would end the cell. */
const inCell: Markup = { ...inProse, code: (text) => `<code>${inlineText(text, CODE_LENGTH)}</code>` }
/** Within a `<summary>`, nothing is markdown. */
const inSummary: Markup = {
  strong: (text) => `<b>${text}</b>`,
  code: inCell.code,
  link: (text, address) => {
    const url = webLink(address)
    return url === null ? text : `<a href="${url}">${text}</a>`
  },
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

function pieceText(
  piece: ReturnType<typeof ofJob>[number],
  nameLength: number,
  { strong, code, link }: Markup,
): string {
  if (piece === lineBreak) return '<br>'
  if (typeof piece === 'string') return money.test(piece) ? piece : withSpaces(piece)
  switch (piece.kind) {
    case 'strong':
      return strong(piece.text)
    case 'code':
      return code(piece.text)
    case 'agent':
    case 'test': {
      const length = piece.kind === 'agent' ? Math.min(nameLength, SHORT_NAME_LENGTH) : nameLength
      const name = nameText(shortened(piece.text, length), length) || '(without a name)'
      return link(piece.isStrong ? strong(name) : name, piece.url ?? '')
    }
    // IDs and addresses in it are copied.
    case 'said':
      return withSpaces(piece.text).replaceAll(breaker, '<span></span>')
    case 'link': {
      const text = withSpaces(piece.text)
      return link(piece.isStrong ? strong(text) : text, piece.url)
    }
    default:
      return piece satisfies never
  }
}

/** Those around it are kept: they are between pieces, or what is wrong with a name. */
function withSpaces(text: string): string {
  return text.replace(/\S(?:.*\S)?/s, (inner) => inlineText(inner, PIECE_LENGTH)).replace(/\s/g, ' ')
}

/** The markdown as a link; alone if the address is none. */
export function linkTo(markdown: string, address: string): string {
  const url = webLink(address)
  return url === null ? markdown : `[${markdown}](${url})`
}

/**
 * Readers copy names, so they must not contain invisible characters: an empty element keeps GitHub from linking, and one with a
 * direction of its own keeps the name from turning the paragraph around.
 */
export function nameText(name: string, maxLength: number): string {
  const text = escapeMarkdown(cutLine(name, maxLength)).replaceAll(breaker, '<span></span>')
  return rightToLeft.test(text) ? `<span dir="auto">${text}</span>` : text
}

function escapeMarkdown(line: string): string {
  return withoutMentions(line)
    .replace(/#(?=\w)/g, `#${breaker}`)
    .replace(linkStarts, `$&${breaker}`)
    .replace(emojiNames, `:${breaker}`)
    .replace(commits, `$&${breaker}`)
    .replace(markup, asEntities)
    .replace(blockMarks, asEntities)
    .replaceAll('$', '<span>$</span>')
}

/** Notification mails quote code as plain text, so mentions must be broken there, too. */
function withoutMentions(text: string): string {
  return text.replaceAll('@', `@${breaker}`)
}

function asEntities(characters: string): string {
  return Array.from(characters, (character) => `&#${character.codePointAt(0)};`).join('')
}

/** Keeps right-to-left text from reordering the numbers that follow it. */
function isolate(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
