// The whole page: header, charts, the list on the left, the selected test or agent on the right.
import { useLayoutEffect, useRef } from 'preact/hooks'
import { latenciesOf, trendOf } from './chart-data.ts'
import { Chart, CostPerAgent, LatencyHistogram, TrendBars } from './charts.tsx'
import { DetailPane, focusDetails, scrollToDetails } from './detail-pane.tsx'
import type { ShownAgent } from './filter.ts'
import { Filters } from './filters.tsx'
import { Header } from './header.tsx'
import { HeatMap } from './heat-map.tsx'
import type { Model } from './model.ts'
import { NoteBar } from './note-form.tsx'
import { exportNotes, type NoteStore, type Notes } from './notes.ts'
import { useList, useNotes, useSelection } from './state.ts'
import { TestList } from './test-list.tsx'

interface AppProps {
  readonly model: Model
  readonly store: NoteStore
  /** Told what the list shows, and the notes. */
  readonly onShown: (shown: readonly ShownAgent[], notes: Notes) => void
}

export function App({ model, store, onShown }: AppProps) {
  const [selected, select] = useSelection(model)
  const { filter, changeFilter, collapsed, toggle, lines, shown } = useList(model, selected)
  const { notes, noteOn, setNote, isSaved } = useNotes(store)
  useLayoutEffect(() => onShown(shown, notes), [shown, notes])
  const pane = useRef<HTMLElement>(null)
  const open = (anchor: string) => {
    select(anchor)
    scrollToDetails(pane)
  }
  if (model.agents.length === 0) return <EmptyPage model={model} onOpen={open} />
  return (
    <>
      <a class="skip" href="#tests">
        Skip to the tests
      </a>
      <Header model={model} onOpen={open} />
      <main>
        <Overview model={model} onOpen={open} />
        <div class="panes">
          <section class="list-pane" aria-label="Tests">
            <Filters
              model={model}
              filter={filter}
              shown={shown.reduce((sum, { tests }) => sum + tests.length, 0)}
              onChange={changeFilter}
            />
            <TestList
              lines={lines}
              collapsed={collapsed}
              selected={selected}
              onSelect={select}
              onOpen={open}
              onToggle={toggle}
              onEnter={focusDetails}
            />
            <NoteBar notes={notes} isSaved={isSaved} exportText={() => exportNotes(model, notes)} />
          </section>
          <DetailPane model={model} selected={selected} noteOn={noteOn} onNote={setNote} pane={pane} />
        </div>
      </main>
    </>
  )
}

/** The job ended before it knew its agents: the header says why. */
function EmptyPage({ model, onOpen }: OverviewProps) {
  return (
    <>
      <Header model={model} onOpen={onOpen} />
      <main>
        <p class="empty">No agent was tested.</p>
      </main>
    </>
  )
}

/** The charts under the header. */
interface OverviewProps {
  readonly model: Model
  readonly onOpen: (anchor: string) => void
}

function Overview({ model, onOpen }: OverviewProps) {
  const latencies = latenciesOf(model)
  const { comparison } = model.job
  const trend = trendOf(model.agents, comparison?.now)
  const hasCosts = model.agents.some(({ record }) => record.costUsd)
  if (model.evaluators.length + latencies.length === 0 && !hasCosts && trend.length < 2) return null
  return (
    <details class="overview" open={globalThis.innerWidth > 700}>
      <summary>Overview</summary>
      <div class="charts">
        {model.evaluators.length > 0 && <HeatMap model={model} onOpen={onOpen} />}
        {latencies.length > 0 && <LatencyHistogram latencies={latencies} />}
        {hasCosts && <CostPerAgent agents={model.agents} onOpen={onOpen} />}
        {trend.length > 1 && (
          <Chart
            title="Pass rate"
            note={`first attempts${comparison === null ? '' : ' of the compared tests'}`}
          >
            <TrendBars points={trend} />
          </Chart>
        )}
      </div>
    </details>
  )
}
