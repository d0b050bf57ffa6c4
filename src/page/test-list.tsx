// The list of tests and agents. Only the lines around those in view are in the document: 10,000 would be slow.
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { standingOf, standings } from '../results/causes.ts'
import { count } from '../results/format.ts'
import { problemWords } from '../results/problems.ts'
import { capitalized, plain } from '../results/sentence.ts'
import { countTests } from '../schema.ts'
import type { Entry, ListLine } from './filter.ts'
import { selectedBy } from './list-keys.ts'
import { isTest, type Model, type PageAgent, type PageTest, sectionTitle } from './model.ts'
import { groupName, StatusBar, StatusIcon } from './status.tsx'

/** Pixels; panes.css has the same. */
const LINE_HEIGHT = 44
/** Higher than any screen. */
const DRAWN = 120
const DRAWN_ABOVE = 12

interface TestListProps {
  readonly results: Model['results']
  readonly lines: readonly ListLine[]
  readonly shown: readonly Entry[]
  readonly selected: string | null
  /** Whether to name the agents of tests. */
  readonly hasAgent: boolean
  readonly onSelect: (anchor: string) => void
  /** Selects and scrolls to the details. */
  readonly onOpen: (anchor: string) => void
  /** Moves the focus to the details. */
  readonly onEnter: () => void
}

export function TestList({
  results,
  lines,
  shown,
  selected,
  hasAgent,
  onSelect,
  onOpen,
  onEnter,
}: TestListProps) {
  const list = useRef<HTMLDivElement>(null)
  const [topLine, setTopLine] = useState(0)
  const index = lines.findIndex((line) => line.kind === 'entry' && line.entry.anchor === selected)
  useLayoutEffect(() => {
    if (list.current && index >= 0) show(list.current, index)
  }, [index])
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = selectedBy(
      event.key,
      shown,
      shown.findIndex(({ anchor }) => anchor === selected),
    )
    if (entry === null && event.key !== 'Enter') return
    event.preventDefault()
    if (entry === null) onEnter()
    else onSelect(entry.anchor)
  }
  if (lines.length === 0) return <EmptyList />
  const first = Math.max(0, Math.min(topLine - DRAWN_ABOVE, lines.length - DRAWN))
  const drawn = lines.slice(first, first + DRAWN).map((_, offset) => first + offset)
  // The selected line stays in the document: assistive technology follows it.
  const positions = index < 0 || drawn.includes(index) ? drawn : [...drawn, index]
  return (
    <div
      class="list"
      id="tests"
      role="listbox"
      aria-label="Tests and agents"
      aria-activedescendant={index < 0 ? undefined : `line-${index}`}
      tabIndex={0}
      ref={list}
      onKeyDown={onKeyDown}
      onScroll={({ currentTarget }) => setTopLine(Math.floor(currentTarget.scrollTop / LINE_HEIGHT))}
    >
      <div class="list-space" role="presentation" style={{ height: `${lines.length * LINE_HEIGHT}px` }}>
        {positions.map((position) => {
          const line = lines[position]
          return (
            line && (
              <ListLineView
                key={line.kind === 'title' ? line.section : `entry ${line.entry.anchor}`}
                results={results}
                line={line}
                position={position}
                of={shown.length}
                isSelected={position === index}
                hasAgent={hasAgent}
                onOpen={onOpen}
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
    <p class="list empty" id="tests" tabIndex={-1}>
      No test matches. Clear the search or the filters.
    </p>
  )
}

/** Scrolls a line into view, if it is not. Other than `scrollIntoView`, it leaves the page where it is. */
function show(list: HTMLElement, index: number): void {
  const top = index * LINE_HEIGHT
  list.scrollTop = Math.min(
    top - LINE_HEIGHT,
    Math.max(top + LINE_HEIGHT - list.clientHeight, list.scrollTop),
  )
}

interface ListLineProps {
  readonly results: Model['results']
  readonly line: ListLine
  readonly position: number
  readonly of: number
  readonly isSelected: boolean
  /** Whether to name the agents of tests. */
  readonly hasAgent: boolean
  readonly onOpen: (anchor: string) => void
}

function ListLineView({ results, line, position, of, isSelected, hasAgent, onOpen }: ListLineProps) {
  const style = { top: `${position * LINE_HEIGHT}px` }
  if (line.kind === 'title')
    return (
      <div class="line section-title" role="presentation" style={style}>
        {sectionTitle(results, line.section)}
      </div>
    )
  const { entry, place } = line
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys of all its items.
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its active item.
    <div
      id={`line-${position}`}
      role="option"
      aria-selected={isSelected}
      aria-posinset={place}
      aria-setsize={of}
      class={isTest(entry) ? 'line test-line' : 'line agent-line'}
      style={style}
      onClick={() => onOpen(entry.anchor)}
    >
      {isTest(entry) ? <TestItem test={entry} hasAgent={hasAgent} /> : <AgentLine agent={entry} />}
    </div>
  )
}

const ICONS = {
  blocks: 'changed',
  inconclusive: 'no-result',
  'does-not-block': 'older',
  skipped: 'skipped',
  passed: 'passed',
} as const

function AgentLine({ agent: { record, tests, counts } }: { readonly agent: PageAgent }) {
  const { passed, total } =
    record.run === null || record.run.tests.length === 0 ? { passed: 0, total: 0 } : countTests(record.run)
  const whyNoNumbers =
    record.problem === null
      ? standings[standingOf(record)].label
      : capitalized(plain([problemWords(record.problem).short]))
  return (
    <>
      <StatusIcon group={ICONS[standingOf(record)]} />
      <span class="name two-lines" dir="auto">
        {record.name}
      </span>
      {total > 0 ? (
        <>
          <StatusBar counts={{ ...counts, 'no-result': counts['no-result'] + total - tests.length }} />
          <span class="number">
            {count(passed)}/{count(total)}
            <span class="hidden"> passed</span>
          </span>
        </>
      ) : (
        <span class="muted">{whyNoNumbers}</span>
      )}
    </>
  )
}

interface TestLineProps {
  readonly test: PageTest
  readonly hasAgent: boolean
}

function TestItem({ test: { record, group, section, agent }, hasAgent }: TestLineProps) {
  return (
    <>
      <StatusIcon group={group} blocks={section === 'blocks'} />
      <span class="hidden">{groupName(group)}: </span>
      <span class="name two-lines" dir="auto">
        {record.name?.trim() || record.id}
      </span>
      {hasAgent && (
        <span class="muted of-agent two-lines" dir="auto">
          {agent.record.name}
        </span>
      )}
    </>
  )
}
