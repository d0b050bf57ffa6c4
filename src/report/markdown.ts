// Prints blocks as GitHub markdown: the comment, the summary, the issue.
import type { Block, ListItem, Table } from '../results/blocks.ts'
import { plain, type Sentence } from '../results/sentence.ts'
import { cellText, codeBlock, inlineText, sentenceText, summaryText } from './untrusted-markdown.ts'

const JOB_TITLE_LENGTH = 60
/** What fits into one line of 760 pixels, else into three on a phone; names in it are cut. */
const ONE_LINE = 66
const THREE_LINES_ON_PHONE = 90
const SHORTEST_NAME = 24
const LONGEST_NAME = 50
const CODE_LENGTH = 20_000

export function markdown(blocks: readonly Block[]): string {
  return blocks.map(printed).join('\n\n')
}

function printed(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `### ${block.sign} ${headingText(block.title, block.words)}`
    case 'paragraph':
      return block.isSmall ? `<sub>${sentenceText(block.words)}</sub>` : sentenceText(block.words)
    case 'list':
      return block.items.map(itemText).join('\n')
    case 'table':
      return tableText(block)
    case 'code':
      return codeBlock(block.text, CODE_LENGTH)
    case 'fold': {
      const title = summaryText(block.title)
      const start = `<details${block.isOpen ? ' open' : ''}>\n<summary>${title}</summary>`
      return block.blocks.length === 0 ? title : `${start}\n\n${markdown(block.blocks)}\n\n</details>`
    }
    default:
      return block satisfies never
  }
}

function headingText(title: string | null, words: Sentence): string {
  const start = title === null ? '' : `${inlineText(title, JOB_TITLE_LENGTH)}: `
  const names = words.filter((piece) => typeof piece === 'object').length
  const fixed = start.length + plain(words, { nameLength: 1 }).length
  const left = (fixed + SHORTEST_NAME > ONE_LINE ? THREE_LINES_ON_PHONE : ONE_LINE) - fixed
  const each = Math.floor(left / Math.max(1, names))
  return `${start}${sentenceText(words, Math.min(LONGEST_NAME, Math.max(SHORTEST_NAME, each)))}`
}

function itemText({ sign, words }: ListItem): string {
  return `- ${sign === undefined ? '' : `${sign} `}${sentenceText(words)}`
}

function tableText({ head, rows }: Table): string {
  return [
    rowText(head.map(({ title }) => title)),
    rowText(head.map(({ isNumber }) => (isNumber ? '--:' : ':--'))),
    ...rows.map(({ sign, cells: [first = [], ...others] }) => {
      // The sign stays on the first line of a long name.
      const start = sign === undefined ? '' : `${sign}&nbsp;`
      return rowText([`${start}${cellText(first)}`, ...others.map(cellText)])
    }),
  ].join('\n')
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
