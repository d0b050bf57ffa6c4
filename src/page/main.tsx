// The entry of the page: reads its data and draws it.
import { render } from 'preact'
import type { PageData } from '../report/page-data.ts'
import { counted } from '../report/units.ts'
import { AgentDetail } from './agent-detail.tsx'
import { App } from './app.tsx'
import type { ShownAgent } from './filter.ts'
import { createModel } from './model.ts'
import { type Note, type Notes, noteStore } from './notes.ts'
import { TestDetail } from './test-detail.tsx'

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`#${id} is missing`)
  return found
}

const data: PageData = JSON.parse(element('data').textContent ?? '')
const model = createModel(data)
document.title = `${model.job.verdict}: ${model.job.title}`

const store = noteStore(model.job, () => localStorage)
let printed: PrintedProps = { shown: [], notes: {} }
const remember = (shown: readonly ShownAgent[], notes: Notes) => {
  printed = { shown, notes }
}
render(<App model={model} store={store} onShown={remember} />, element('app'))

addEventListener('beforeprint', () => render(<Printed {...printed} />, element('print')))
addEventListener('afterprint', () => render(null, element('print')))

/** On paper there is no list to choose from: all shown that did not pass is printed in full, with the notes. */
const MAX_PRINTED = 200

interface PrintedProps {
  /** As the filters leave them; if all of their tests passed, these are printed. */
  readonly shown: readonly ShownAgent[]
  readonly notes: Notes
}

function Printed({ shown, notes }: PrintedProps) {
  const agents = shown.flatMap(({ agent }) => (agent.record.outcome === 'inconclusive' ? agent : []))
  const tests = shown.flatMap((each) => each.tests)
  const important = tests.filter(({ group, anchor }) => group !== 'passed' || notes[anchor] !== undefined)
  const listed = (important.length > 0 ? important : tests).slice(0, MAX_PRINTED)
  const left = tests.length - listed.length
  return (
    <>
      {agents.map((agent) => (
        <article key={agent.anchor} class="printed">
          <AgentDetail agent={agent} />
        </article>
      ))}
      {listed.map((test) => (
        <article key={test.anchor} class="printed">
          <TestDetail test={test} />
          <PrintedNote note={notes[test.anchor]} />
        </article>
      ))}
      {left > 0 && <p>{counted(left, 'more test')} not printed. Filter the list to print others.</p>}
    </>
  )
}

const OPINIONS = { agree: 'Agrees with this result.', disagree: 'Disagrees with this result.' } as const

function PrintedNote({ note }: { readonly note: Note | undefined }) {
  if (note === undefined) return null
  return (
    <section class="card">
      <h3>Note</h3>
      <p class="text" dir="auto">
        {note.opinion && `${OPINIONS[note.opinion]} `}
        {note.comment}
      </p>
    </section>
  )
}
