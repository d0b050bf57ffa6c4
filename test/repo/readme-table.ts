// Reads a table of the README.

/** The rows under a heading whose first cell is code. Cells are trimmed, and `\|` is unescaped. */
export function tableUnder(markdown: string, heading: string): string[][] {
  const lines = markdown.split(/\r?\n/)
  const start = lines.findIndex((line) => line.replace(/^#+\s+/, '') === heading && line.startsWith('#'))
  if (start < 0) throw new Error(`The README has no heading "${heading}"`)
  const end = lines.findIndex((line, index) => index > start && /^#+\s/.test(line))
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
}
