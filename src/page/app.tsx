// The whole page: header, charts, the list on the left, the selected test or agent on the right.
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { AgentDetail } from './agent-detail.tsx'
import { type Entry, NO_FILTER } from './filter.ts'
import { Filters } from './filters.tsx'
import { Header } from './header.tsx'
import { type Neighbor, selectedBy, usePageKeys } from './list-keys.ts'
import { isTest, type Model } from './model.ts'
import { JobOverview } from './overview.tsx'
import { enterDetails, leaveDetails, useChoices } from './state.ts'
import { TestDetail } from './test-detail.tsx'
import { TestList } from './test-list.tsx'

interface AppProps {
  readonly model: Model
  /** Told what the list shows. */
  readonly onShown: (shown: readonly Entry[]) => void
}

export function App({ model, onShown }: AppProps) {
  const pane = useRef<HTMLElement>(null)
  const { selected, select, isDeadLink, filter, changeFilter, search, shown, lines } = useChoices(
    model,
    (place) => (place === 'list' ? focusList() : scrollToDetails(pane)),
  )
  useLayoutEffect(() => onShown(shown), [shown])
  const open = (anchor: string) => {
    select(anchor)
    if (isNarrow()) enterDetails()
    scrollToDetails(pane)
  }
  const index = shown.findIndex(({ anchor }) => anchor === selected)
  const openNeighbor = (key: Neighbor) => {
    const entry = selectedBy(key, shown, index)
    if (entry !== null) open(entry.anchor)
  }
  usePageKeys(openNeighbor)
  return (
    <>
      <a class="skip" href="#tests">
        Skip to the tests
      </a>
      <Header model={model} />
      <main>
        {isDeadLink && <p class="notice">This page has no such test.</p>}
        <JobOverview model={model} onOpen={open} />
        {model.agents.length === 0 ? (
          <p class="empty" id="tests" tabIndex={-1}>
            No agent was tested.
          </p>
        ) : (
          <div class="panes">
            <section class="list-pane" aria-label="Tests">
              <Filters
                model={model}
                filter={filter}
                shown={shown.filter(isTest).length}
                onChange={changeFilter}
                onSearch={search}
                onLeave={focusList}
                onFirst={() => focusFirst(shown, select)}
              />
              <TestList
                results={model.results}
                lines={lines}
                shown={shown}
                selected={selected}
                hasAgent={model.agents.length > 1}
                onSelect={select}
                onOpen={open}
                onEnter={() => document.getElementById('detail-title')?.focus()}
              />
            </section>
            <DetailPane
              model={model}
              selected={selected}
              index={index}
              shown={shown.length}
              onNeighbor={openNeighbor}
              onShowAll={() => changeFilter(NO_FILTER)}
              pane={pane}
            />
          </div>
        )}
      </main>
    </>
  )
}

interface DetailPaneProps {
  readonly model: Model
  readonly selected: string | null
  /** Its place in the list; negative if the list does not show it. */
  readonly index: number
  /** How many entries the list shows. */
  readonly shown: number
  readonly onNeighbor: (key: Neighbor) => void
  readonly onShowAll: () => void
  readonly pane: RefObject<HTMLElement | null>
}

/** The right side: the selected test or agent. */
function DetailPane({ model, selected, index, shown, onNeighbor, onShowAll, pane }: DetailPaneProps) {
  const entry = selected === null ? undefined : model.byAnchor.get(selected)
  if (entry === undefined) return null
  return (
    <section class="detail-pane" aria-label="Details" ref={pane}>
      <nav class="detail-nav" aria-label="Details">
        <button type="button" class="link back" onClick={() => leaveDetails() || focusList()}>
          Back to the list
        </button>
        <button
          type="button"
          class="chip"
          title="Press k"
          aria-keyshortcuts="k"
          aria-disabled={index <= 0}
          onClick={() => onNeighbor('ArrowUp')}
        >
          Previous
        </button>
        <button
          type="button"
          class="chip"
          title="Press j"
          aria-keyshortcuts="j"
          aria-disabled={index === shown - 1}
          onClick={() => onNeighbor('ArrowDown')}
        >
          Next
        </button>
      </nav>
      {index < 0 && (
        <p class="notice">
          The list does not show this {isTest(entry) ? 'test' : 'agent'}: it does not match the filter.{' '}
          <button type="button" class="link" onClick={onShowAll}>
            Show all
          </button>
        </p>
      )}
      {isTest(entry) ? <TestDetail test={entry} model={model} /> : <AgentDetail agent={entry} />}
    </section>
  )
}

/** Whether the details are below the list. */
function isNarrow(): boolean {
  return matchMedia('(max-width: 899px)').matches
}

function focusList(): void {
  document.getElementById('tests')?.focus()
}

function focusFirst([first]: readonly Entry[], select: (anchor: string) => void): void {
  if (first !== undefined) select(first.anchor)
  focusList()
}

/** Scrolls to the start of the details, which follow below the list on a phone, and elsewhere if it is above the screen. */
function scrollToDetails({ current: element }: RefObject<HTMLElement | null>): void {
  if (element === null) return
  if (isNarrow() || element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'start' })
}
