// The report on the run history for a terminal.
import { logText } from '../report/untrusted-text.ts'
import type { HistoryReport } from './analysis.ts'
import { type Cell, sections, type Table } from './sections.ts'

const NAME_LENGTH = 60
const SENTENCE_LENGTH = 1000

export function historyLines(report: HistoryReport): string[] {
  return sections(report).flatMap(({ title, sentences, tables }) => [
    `■ ${title}`,
    ...sentences.map((sentence) => `  · ${logText(sentence, SENTENCE_LENGTH)}`),
    ...tables.flatMap(tableLines),
    '',
  ])
}

/** Each line starts with a sign, because a runner executes lines that start with `::`. */
function tableLines({ caption, head, rows }: Table): string[] {
  if (rows.length === 0) return []
  const texts = [head, ...rows].map((row) => row.map(cellText))
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  const lines = texts.map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
  return ['', ...(caption === null ? [] : [`  ${caption}`]), ...lines.map((line) => `  | ${line.trimEnd()}`)]
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell
  return 'name' in cell ? logText(cell.name, NAME_LENGTH) || '(without a name)' : `${cell.text} ${cell.url}`
}
