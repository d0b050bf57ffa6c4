// Reads and writes CHANGELOG.md: sections `## Unreleased` and `## 1.2.3 (2026-11-21)`, newest first.

const UNRELEASED = '## Unreleased\n'

/** The text under a version's heading; null if it is missing or empty. */
export function notesOf(version: string, changelog: string): string | null {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((text) => text.startsWith(`${version} (`))
  const notes = section?.slice(section.indexOf('\n')).trim() ?? ''
  return notes === '' ? null : notes
}

/**
 * Moves the unreleased changes under a version's heading.
 * @param date as 2026-11-21
 * @throws if there are no unreleased changes, or if the version exists
 */
export function released(version: string, date: string, changelog: string): string {
  const start = changelog.indexOf(UNRELEASED)
  const unreleased = start < 0 ? '' : (changelog.slice(start + UNRELEASED.length).split(/^## /m)[0] ?? '')
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased".')
  if (notesOf(version, changelog) !== null) throw new Error(`CHANGELOG.md already has version ${version}.`)
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${date})\n`)
}
