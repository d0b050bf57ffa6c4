// Prints blocks as lines of text: the log of a job, and what a command shows. Each starts with a sign or our own words, because the runner
// executes lines that start with `::` and what follows may be untrusted.
import { styleText } from 'node:util'
import { type Block, type Excerpt, lineBreak, type Table } from '../results/blocks.ts'
import { excerptText } from '../results/evidence.ts'
import { webLink } from '../results/links.ts'
import { ofJob, plain, type Sentence, separated, type Wording } from '../results/sentence.ts'
import { logText } from './untrusted-text.ts'

const EXCERPT_LENGTH = 300

/** Logs of runners show colors although they are no terminals. The command line removes them where its output does not. */
export function paint(format: 'red' | 'green' | 'yellow' | 'bold', text: string): string {
  return styleText(format, text, { validateStream: false })
}

/** @param wording that of a job, or of a command */
export function textLines(blocks: readonly Block[], wording: Wording = ofJob): string[] {
  return blocks.flatMap((block) => printed(block, wording))
}

function printed(block: Block, wording: Wording): string[] {
  const line = (sentence: Sentence) => logText(plain(wording(sentence), { urls: true }))
  switch (block.kind) {
    case 'heading': {
      const title = block.title === null ? '' : `${block.title}: `
      return [`${block.sign} ${paint('bold', logText(`${title}${plain(wording(block.words))}`))}`]
    }
    case 'paragraph':
      // The log is where its links lead, or has their addresses.
      if (block.isSmall) return [`· ${line(block.words.filter(isNoLink)).replace(/[ ·]+$/, '')}`]
      return linesOf(block.words).map((each) => `· ${line(each)}`)
    case 'list': {
      const items = block.items.flatMap(({ sign = '·', words, excerpts = [] }) => [
        `${sign} ${line(words)}`,
        ...indented(excerpts.map(excerptLine)),
      ])
      return block.title === undefined ? items : [`· ${logText(block.title)}`, ...indented(items)]
    }
    case 'table':
      return tableLines(block, line)
    case 'code':
      return block.text.split('\n').map((each) => `| ${logText(each)}`)
    case 'evidence':
      return [...block.reasons, ...block.asked, ...block.replies].map(excerptLine)
    case 'fold':
      return [`· ${line(block.title)}`, ...indented(textLines(block.blocks, wording))]
    default:
      return block satisfies never
  }
}

const isNoLink = (piece: Sentence[number]) => typeof piece === 'string' || piece.kind !== 'link'

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

function linesOf(words: Sentence): Sentence[] {
  const end = words.indexOf(lineBreak)
  return end < 0 ? [words] : [words.slice(0, end), ...linesOf(words.slice(end + 1))]
}

/** `❌ Support bot: passed 11/12, cost $0.034, https://app.example.com/…` */
function tableLines({ head, rows }: Table, line: (words: Sentence) => string): string[] {
  return rows.map(({ sign = '·', cells: [first = [], ...others] }) => {
    const texts = others.map((cell, at) => {
      const text = line(separated(linesOf(cell)))
      return /^(?:[\d$]|once$)/.test(text) ? `${head[at + 1]?.title.toLowerCase()} ${text}` : text
    })
    const [only, ...more] = first
    const isOne = typeof only === 'object' && only.kind === 'agent' && more.length === 0
    const url = webLink((isOne && only.url) || null)
    return `${sign} ${line(first)}: ${[...texts, url].filter((text) => text && text !== '–').join(', ')}`
  })
}

function excerptLine(excerpt: Excerpt): string {
  return `· ${logText(excerptText(excerpt), EXCERPT_LENGTH)}`
}
