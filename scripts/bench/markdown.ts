// Tables in Markdown.

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

export const number = (value: number) => value.toLocaleString('en')
export const percent = (share: number) => `${(100 * share).toFixed(1)}%`
export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
export const milliseconds = (ms: number) => `${ms.toFixed(0)} ms`
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
