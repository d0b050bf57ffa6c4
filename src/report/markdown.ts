// Prints blocks as GitHub markdown: the comment, the summary, the issue.
import type { Block, Evidence, Excerpt, ListItem, Table } from '../results/blocks.ts'
import { counted } from '../results/format.ts'
import { plain, type Sentence } from '../results/sentence.ts'
import {
  blockText,
  cellText,
  codeBlock,
  codeSpan,
  inlineText,
  sentenceText,
  summaryText,
  WHOLE_NAME_LENGTH,
} from './untrusted-markdown.ts'

const JOB_TITLE_LENGTH = 60
/** What fits into one line of 760 pixels, with names cut to no less than so much. */
const HEADING_LENGTH = 66
const SHORTEST_NAME = 24
const CODE_LENGTH = 20_000
const REASON_LENGTH = 700
const TURN_LENGTH = 400
const CALL_LENGTH = 300
/** What two columns of a phone hold without scrolling for long. */
const CELL_LENGTH = 600
const CELL_LINES = 4

/** @param nameLength of tests; in folds, they are whole */
export function markdown(blocks: readonly Block[], nameLength?: number): string {
  return blocks.map((block) => printed(block, nameLength)).join('\n\n')
}

function printed(block: Block, nameLength?: number): string {
  switch (block.kind) {
    case 'heading':
      return `### ${block.sign} ${headingText(block.title, block.words)}`
    case 'paragraph': {
      const text = sentenceText(block.words, nameLength)
      return block.isSmall ? `<sub>${text}</sub>` : text
    }
    case 'list': {
      const items = block.items.map((item) => itemText(item, nameLength)).join('\n')
      return block.title === undefined ? items : `**${block.title}**\n\n${items}`
    }
    case 'table':
      return tableText(block)
    case 'code':
      return codeBlock(block.text, CODE_LENGTH)
    case 'evidence':
      return evidenceText(block)
    case 'fold': {
      const title = summaryText(block.title)
      const start = `<details${block.isOpen ? ' open' : ''}>\n<summary>${title}</summary>`
      return block.blocks.length === 0
        ? title
        : `${start}\n\n${markdown(block.blocks, WHOLE_NAME_LENGTH)}\n\n</details>`
    }
    default:
      return block satisfies never
  }
}

function headingText(title: string | null, words: Sentence): string {
  const start = title === null ? '' : `${inlineText(title, JOB_TITLE_LENGTH)}: `
  const names = words.filter((piece) => typeof piece === 'object').length
  const fixed = start.length + plain(words, { nameLength: 1 }).length
  const each = Math.floor((HEADING_LENGTH - fixed) / Math.max(1, names))
  return `${start}${sentenceText(words, Math.max(SHORTEST_NAME, each))}`
}

function itemText({ sign, words, excerpts = [] }: ListItem, nameLength?: number): string {
  const texts = [sentenceText(words, nameLength), ...excerpts.map((each) => excerptText(each, TURN_LENGTH))]
  return `- ${sign === undefined ? '' : `${sign} `}${texts.join('<br>')}`
}

function tableText({ head, rows }: Table): string {
  const cells = rows.map(({ sign, cells: [first = [], ...others] }) => {
    // The sign stays on the first line of a long name.
    const start = sign === undefined ? '' : `${sign}&nbsp;`
    return [`${start}${cellText(first)}`, ...others.map(cellText)]
  })
  const alignment = head.map(({ isNumber }) => (isNumber ? '--:' : ':--'))
  return gridText([head.map(({ title }) => title), alignment, ...cells])
}

function gridText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Why, then the question as a quote, and the replies before and now side by side, if there is space. */
function evidenceText({ asked, replies, reasons }: Evidence): string {
  const isTable = replies.length > 1 && replies.every(({ texts }) => texts.every(fitsIntoCell))
  const quoted = [...asked, ...(isTable ? [] : replies)].map((each) => excerptText(each, TURN_LENGTH))
  const parts = [
    reasons.map((each) => excerptText(each, REASON_LENGTH)).join('<br>'),
    quoted.length > 0 ? `> ${quoted.join('\n>\n> ')}` : '',
    isTable ? replyTable(replies) : '',
  ]
  return parts.filter(Boolean).join('\n\n')
}

/** Lists, code and long words make a column of half a phone unreadable. */
function fitsIntoCell(text: string): boolean {
  return text.length <= CELL_LENGTH && text.split('\n').length <= CELL_LINES && !/\S{40}/.test(text)
}

function replyTable(replies: readonly Excerpt[]): string {
  const titles = replies.map(({ title, about }) => [title, about].filter(Boolean).join(': '))
  const cells = replies.map(({ texts }) => texts.map((text) => cutText(text, CELL_LENGTH)).join('<br>'))
  return gridText([titles, replies.map(() => ':--'), cells])
}

/** `**Why it failed** (Policy): …` */
function excerptText({ title, about, texts, isCode = false }: Excerpt, length: number): string {
  const shown = texts.map((text) => (isCode ? codeSpan(text, CALL_LENGTH) : cutText(text, length)))
  const isList = shown.length > 1 && !isCode
  const text = isList ? shown.map((each) => `<br>• ${each}`).join('') : ` ${shown.join(', ')}`
  const name = inlineText(title, TURN_LENGTH)
  if (about !== undefined)
    return `**${name}** (${inlineText(about, TURN_LENGTH)})${texts.length === 0 ? '' : `:${text}`}`
  return texts.length === 0 ? `**${name}**` : `**${name}:**${text}`
}

function cutText(text: string, maxLength: number): string {
  const { markdown: cut, leftOut } = blockText(text, maxLength)
  return leftOut > 0 ? `${cut} *(${counted(leftOut, 'more character')})*` : cut
}
