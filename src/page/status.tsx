// What a status looks like: an icon with a shape of its own, and a word.
import type { Group } from './model.ts'

const GROUP_NAMES: Readonly<Record<Group, string>> = {
  broken: 'Broken',
  failing: 'Failing',
  flaky: 'Flaky',
  inconclusive: 'Inconclusive',
  passed: 'Passed',
}

export function groupName(group: Group): string {
  return GROUP_NAMES[group]
}

const CROSS = 'M5 5l6 6M11 5l-6 6'
const SHAPES: Readonly<Record<Group | 'skipped', string>> = {
  broken: CROSS,
  failing: CROSS,
  flaky: 'M4.5 9a3.6 3.6 0 1 0 1-3.6M4.6 3.4v2.4H7',
  inconclusive: 'M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3M8 11.4v.2',
  passed: 'M4.6 8.4l2.3 2.3 4.5-5',
  skipped: 'M5 8h6',
}

/** Filled for broken tests, so that they stand out among other failures. */
export function StatusIcon({ group }: { readonly group: Group | 'skipped' }) {
  return (
    <svg class={`icon ${group}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="7.2" />
      <path d={SHAPES[group]} />
    </svg>
  )
}

export function StatusBadge({ group }: { readonly group: Group }) {
  return (
    <span class={`badge ${group}`}>
      <StatusIcon group={group} />
      {groupName(group)}
    </span>
  )
}

/** `8` passed, `1` flaky … as one bar. The numbers are said elsewhere. */
export function StatusBar({ counts }: { readonly counts: Readonly<Record<Group, number>> }) {
  const groups = (Object.keys(GROUP_NAMES) as Group[]).filter((group) => counts[group] > 0)
  return (
    <span class="status-bar" aria-hidden="true">
      {groups.map((group) => (
        <span key={group} class={group} style={{ flexGrow: counts[group] }} />
      ))}
    </span>
  )
}
