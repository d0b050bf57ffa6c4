/** As coding agents find what failed: 30 lines around the last one with such a word. */
export function snippet(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => /error|fail|timeout|assert|exception|fatal|panic/i.test(line))
  return lines.slice(Math.max(0, last - 29), last + 1)
}
