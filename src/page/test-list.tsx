// The tree of agents and tests. Only the lines in view are in the document, so that 100,000 scroll smoothly.
import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Line } from './filter.ts'
import { treeKey } from './tree-keys.ts'
import { LINE_HEIGHT, TreeLine } from './tree-line.tsx'

export interface TestListProps {
  readonly lines: readonly Line[]
  readonly collapsed: ReadonlySet<string>
  readonly selected: string | null
  readonly onSelect: (anchor: string) => void
  /** Selects and scrolls to the details. */
  readonly onOpen: (anchor: string) => void
  readonly onToggle: (anchor: string) => void
  /** Moves the focus to the details. */
  readonly onEnter: () => void
}

export function TestList(props: TestListProps) {
  const { lines, collapsed, selected, onSelect, onOpen, onToggle, onEnter } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { first, last, show } = useVisibleLines(scroller, lines.length)
  const index = useMemo(() => lines.findIndex(({ entry }) => entry.anchor === selected), [lines, selected])
  useLayoutEffect(() => show(index), [index])
  const onKeyDown = (event: KeyboardEvent) => {
    const action = treeKey(event.key, { lines, collapsed, index })
    if (action === null) return
    event.preventDefault()
    if (action.kind === 'select') onSelect(action.anchor)
    else if (action.kind === 'toggle') onToggle(action.anchor)
    else onEnter()
  }
  // The selected line stays in the document: assistive technology follows it.
  const inView = Array.from({ length: last - first }, (_, place) => first + place)
  const positions = [...new Set([...inView, Math.max(0, index)])].sort((a, b) => a - b)
  if (lines.length === 0) return <EmptyList />
  return (
    <div
      class="tree"
      id="tests"
      role="tree"
      aria-label="Agents and tests"
      aria-activedescendant={index < 0 ? undefined : `line-${index}`}
      tabIndex={0}
      ref={scroller}
      onKeyDown={onKeyDown}
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

/** Lines beyond the edges, so that scrolling shows no gaps. */
const EXTRA = 12

interface VisibleLines {
  /** The first line to draw, and the one after the last. */
  readonly first: number
  readonly last: number
  /** Scrolls a line into view; does nothing if it is. */
  readonly show: (index: number) => void
}

/** Which lines of a scrolled list are in view. */
function useVisibleLines(scroller: RefObject<HTMLElement | null>, count: number): VisibleLines {
  const [view, setView] = useState({ top: 0, height: 800 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer.disconnect()
    }
  }, [count === 0])
  const first = Math.max(0, Math.floor(view.top / LINE_HEIGHT) - EXTRA)
  const last = Math.min(count, Math.ceil((view.top + view.height) / LINE_HEIGHT) + EXTRA)
  const show = (index: number) => {
    const element = scroller.current
    if (element === null || index < 0) return
    const top = index * LINE_HEIGHT
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + LINE_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top + LINE_HEIGHT - element.clientHeight
  }
  return { first: Math.min(first, last), last, show }
}
