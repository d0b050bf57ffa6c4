// What a group of tests looks like: an icon with a shape of its own, and the words of all reports.

import { causes, groupOrder, groupTitle, type TestGroup } from '../results/causes.ts'
import { capitalized } from '../results/sentence.ts'
import type { GroupCounts } from './model.ts'

/** What became of a test, as the comment calls it: `Probably this change`, `Not this change`, `Flaky` */
export function groupName(group: TestGroup): string {
  return capitalized(causes[group].label)
}

const CROSS = 'M5 5l6 6M11 5l-6 6'
const SHAPES: Readonly<Record<TestGroup | 'skipped', string>> = {
  yours: CROSS,
  changed: CROSS,
  new: 'M8 4.8v6.4M4.8 8h6.4',
  edited: 'M5 11l1-3 4-4 2 2-4 4z',
  unsteady: 'M5 8h6',
  older: 'M5 8h6',
  undecided: 'M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.3M8 11.4v.2',
  accepted: 'M5.2 4.8v6.4M5.2 5.2h5.2l-1.4 1.7 1.4 1.7H5.2',
  flaky: 'M4.5 9a3.6 3.6 0 1 0 1-3.6M4.6 3.4v2.4H7',
  'no-result': 'M4.8 8v.1M8 8v.1M11.2 8v.1',
  passed: 'M4.6 8.4l2.3 2.3 4.5-5',
  skipped: 'M4.8 5.2L7.6 8l-2.8 2.8M8.6 5.2L11.4 8l-2.8 2.8',
}

interface StatusProps {
  readonly group: TestGroup
  /** Red, whatever the cause. */
  readonly blocks?: boolean
}

/** Filled for what a change broke, so that it stands out among other failures. */
export function StatusIcon({
  group,
  blocks = false,
}: Omit<StatusProps, 'group'> & { readonly group: TestGroup | 'skipped' }) {
  return (
    <svg
      class={`icon ${group}${blocks ? ' blocks' : ''}`}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="7.2" />
      <path d={SHAPES[group]} />
    </svg>
  )
}

/** @param tests how many; without it, the badge is that of a single test */
export function StatusBadge({ group, tests, blocks = false }: StatusProps & { readonly tests?: number }) {
  return (
    <span class={`badge ${group}${blocks ? ' blocks' : ''}`}>
      <StatusIcon group={group} blocks={blocks} />
      {tests === undefined ? groupName(group) : groupTitle(group, tests)}
    </span>
  )
}

/** `8` passed, `1` flaky … as one bar. The numbers are said elsewhere. */
export function StatusBar({ counts }: { readonly counts: GroupCounts }) {
  return (
    <span class="status-bar" aria-hidden="true">
      {groupOrder
        .filter((group) => counts[group] > 0)
        .map((group) => (
          <span key={group} class={group} style={{ flexGrow: counts[group] }} />
        ))}
    </span>
  )
}
