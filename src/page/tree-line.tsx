// One line of the tree: an agent with its counts, or a test with its status.

import { count, latency } from '../report/units.ts'
import type { Line } from './filter.ts'
import { type Agent, isTest, type Test } from './model.ts'
import { groupName, StatusBar, StatusIcon } from './status.tsx'

/** Pixels; page.css has the same. */
export const LINE_HEIGHT = 36

interface TreeLineProps {
  readonly line: Line
  readonly position: number
  readonly isSelected: boolean
  readonly isCollapsed: boolean
  readonly onOpen: (anchor: string) => void
  readonly onToggle: (anchor: string) => void
}

export function TreeLine({ line, position, isSelected, isCollapsed, onOpen, onToggle }: TreeLineProps) {
  const { entry, place, of } = line
  const isAgent = !isTest(entry)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its items.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active item.
    <div
      id={`line-${position}`}
      role="treeitem"
      aria-level={isAgent ? 1 : 2}
      aria-selected={isSelected}
      aria-posinset={place}
      aria-setsize={of}
      aria-expanded={isAgent && entry.tests.length > 0 ? !isCollapsed : undefined}
      class={isAgent ? 'line agent-line' : 'line test-line'}
      style={{ top: `${position * LINE_HEIGHT}px` }}
      onClick={() => onOpen(entry.anchor)}
    >
      {isAgent ? (
        <AgentLine agent={entry} isCollapsed={isCollapsed} onToggle={() => onToggle(entry.anchor)} />
      ) : (
        <TestLine test={entry} />
      )}
    </div>
  )
}

interface AgentLineProps {
  readonly agent: Agent
  readonly isCollapsed: boolean
  readonly onToggle: () => void
}

const GROUP_OF_OUTCOME = {
  passed: 'passed',
  failed: 'failing',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
} as const

function AgentLine({ agent: { record, tests, counts }, isCollapsed, onToggle }: AgentLineProps) {
  const toggle = (event: Event) => {
    event.stopPropagation()
    onToggle()
  }
  const listed = { passed: counts.passed + counts.flaky, total: tests.length }
  const { passed, total } = record.run?.counts ?? listed
  return (
    <>
      <span
        class={`arrow ${tests.length === 0 ? 'none' : isCollapsed ? 'closed' : 'open'}`}
        aria-hidden="true"
        onClick={toggle}
      />
      {tests.length === 0 && <StatusIcon group={GROUP_OF_OUTCOME[record.outcome]} />}
      <span class="name" dir="auto">
        {record.name}
      </span>
      {total > 0 ? (
        <>
          <StatusBar counts={barCounts(record, counts)} />
          <span class="number">
            {count(passed)}/{count(total)}
            <span class="hidden"> passed</span>
          </span>
        </>
      ) : (
        <span class="muted">{record.problem?.label ?? record.outcome}</span>
      )}
    </>
  )
}

/** Of all tests, also of those that are not listed. */
function barCounts({ run }: Agent['record'], listed: Agent['counts']): Agent['counts'] {
  if (!run?.counts) return listed
  const { passed, failed } = run.counts
  const failing = Math.max(listed.failing, failed - listed.broken)
  return { ...listed, failing, passed: Math.max(listed.passed, passed - listed.flaky) }
}

function TestLine({ test: { record, group } }: { readonly test: Test }) {
  return (
    <>
      <StatusIcon group={group} />
      <span class="hidden">{groupName(group)}: </span>
      <span class="name" dir="auto">
        {record.name?.trim() || 'Unnamed test'}
      </span>
      <span class="number muted">{record.latencyMs === null ? '' : latency(record.latencyMs)}</span>
    </>
  )
}
