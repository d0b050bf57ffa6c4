// The tree of agents and tests. Only the lines around those in view are in the document: 10,000 would be slow.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { unlistedFailures } from '../results/groups.ts'
import { count, latency } from '../results/units.ts'
import type { Line } from './filter.ts'
import { type Agent, type GroupCounts, isTest, type Test, UNNAMED } from './model.ts'
import { groupName, StatusBar, StatusIcon } from './status.tsx'
import { treeKey } from './tree-keys.ts'

/** Pixels; panes.css has the same. */
const LINE_HEIGHT = 36
/** Higher than any screen. */
const DRAWN = 120
const DRAWN_ABOVE = 12

interface LineActions {
  /** Selects and scrolls to the details. */
  readonly onOpen: (anchor: string) => void
  readonly onToggle: (anchor: string) => void
}

interface TestListProps extends LineActions {
  readonly lines: readonly Line[]
  readonly collapsed: ReadonlySet<string>
  readonly selected: string | null
  readonly onSelect: (anchor: string) => void
  /** Moves the focus to the details. */
  readonly onEnter: () => void
}

export function TestList(props: TestListProps) {
  const { lines, collapsed, selected, onSelect, onOpen, onToggle, onEnter } = props
  const tree = useRef<HTMLDivElement>(null)
  const [topLine, setTopLine] = useState(0)
  const index = lines.findIndex(({ entry }) => entry.anchor === selected)
  useLayoutEffect(() => {
    if (tree.current && index >= 0) show(tree.current, index)
  }, [index])
  const onKeyDown = (event: KeyboardEvent) => {
    const action = treeKey(event.key, { lines, collapsed, index })
    if (action === null) return
    event.preventDefault()
    if (action.kind === 'select') onSelect(action.anchor)
    else if (action.kind === 'toggle') onToggle(action.anchor)
    else onEnter()
  }
  if (lines.length === 0) return <EmptyList />
  const first = Math.max(0, Math.min(topLine - DRAWN_ABOVE, lines.length - DRAWN))
  const drawn = lines.slice(first, first + DRAWN).map((_, offset) => first + offset)
  // The selected line stays in the document: assistive technology follows it.
  const positions = index < 0 || drawn.includes(index) ? drawn : [...drawn, index]
  return (
    <div
      class="tree"
      id="tests"
      role="tree"
      aria-label="Agents and tests"
      aria-activedescendant={index < 0 ? undefined : `line-${index}`}
      tabIndex={0}
      ref={tree}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setTopLine(Math.floor(currentTarget.scrollTop / LINE_HEIGHT))}
    >
      <div class="tree-space" role="presentation" style={{ height: `${lines.length * LINE_HEIGHT}px` }}>
        {positions.map((position) => {
          const line = lines[position]
          return (
            line && (
              <TreeLine
                key={line.entry.anchor}
                line={line}
                position={position}
                isSelected={position === index}
                isCollapsed={collapsed.has(line.entry.anchor)}
                onOpen={onOpen}
                onToggle={onToggle}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

function EmptyList() {
  return (
    <p class="tree empty" id="tests" tabIndex={-1}>
      No test matches. Clear the search or the filters.
    </p>
  )
}

/** Scrolls a line into view, if it is not. Other than `scrollIntoView`, it leaves the page where it is. */
function show(tree: HTMLElement, index: number): void {
  const top = index * LINE_HEIGHT
  tree.scrollTop = Math.min(top, Math.max(top + LINE_HEIGHT - tree.clientHeight, tree.scrollTop))
}

interface TreeLineProps extends LineActions {
  readonly line: Line
  readonly position: number
  readonly isSelected: boolean
  readonly isCollapsed: boolean
}

function TreeLine({ line, position, isSelected, isCollapsed, onOpen, onToggle }: TreeLineProps) {
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

const GROUP_OF_OUTCOME = {
  passed: 'passed',
  failed: 'failing',
  inconclusive: 'unfinished',
  skipped: 'skipped',
} as const

interface AgentLineProps {
  readonly agent: Agent
  readonly isCollapsed: boolean
  readonly onToggle: () => void
}

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
function barCounts(record: Agent['record'], listed: GroupCounts): GroupCounts {
  const { total, passed, failed } = record.run?.counts ?? { total: 0, passed: 0, failed: 0 }
  return {
    ...listed,
    failing: listed.failing + unlistedFailures(record),
    unfinished: Math.max(listed.unfinished, total - passed - failed),
    passed: Math.max(listed.passed, passed - listed.flaky),
  }
}

function TestLine({ test: { record, group } }: { readonly test: Test }) {
  return (
    <>
      <StatusIcon group={group} />
      <span class="hidden">{groupName(group)}: </span>
      <span class="name" dir="auto">
        {record.name?.trim() || UNNAMED}
      </span>
      <span class="number muted">{record.latencyMs === null ? '' : latency(record.latencyMs)}</span>
    </>
  )
}
