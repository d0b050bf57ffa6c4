// The report on the run history as Markdown, for a job summary or an issue.
import { linkTo, proseWithCode, testName } from '../report/untrusted-markdown.ts'
import type { HistoryReport } from './analysis.ts'
import { type Cell, sections, type Table } from './sections.ts'

const SENTENCE_LENGTH = 1000

export function historyMarkdown(report: HistoryReport): string {
  const parts = sections(report).flatMap(({ title, sentences, tables }) => [
    `### ${title}`,
    ...sentences.map((sentence) => proseWithCode(sentence, SENTENCE_LENGTH)),
    ...tables.flatMap(tableMarkdown),
  ])
  return `## Run history of the agents\n\n${parts.join('\n\n')}\n`
}

function tableMarkdown({ caption, head, rows }: Table): string[] {
  if (rows.length === 0) return []
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cellMarkdown))]
  const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  return caption === null ? [table] : [`**${caption}**`, table]
}

function cellMarkdown(cell: Cell): string {
  if (typeof cell === 'string') return cell
  return 'name' in cell ? testName({ name: cell.name, id: '' }) : linkTo(cell.text, cell.url)
}
