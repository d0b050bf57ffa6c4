// The entry of the page: reads its data and draws it.
import { render } from 'preact'
import { counted } from '../results/units.ts'
import { AgentDetail } from './agent-detail.tsx'
import { App } from './app.tsx'
import type { Entry } from './filter.ts'
import { createModel, isTest, type Model, type PageData } from './model.ts'
import { type Note, type Notes, noteStore } from './notes.ts'
import { TestDetail } from './test-detail.tsx'

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`#${id} is missing`)
  return found
}

/** From base64 and gzip: src/report/html-page.ts writes it. */
async function readData(): Promise<PageData> {
  const packed = atob(element('data').textContent ?? '')
  const bytes = new Uint8Array(packed.length)
  for (let index = 0; index < packed.length; index += 1) bytes[index] = packed.charCodeAt(index)
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return await new Response(unpacked).json()
}

/** Names of matrix legs can be long. */
const MAX_TITLE = 100

function draw(data: PageData): void {
  const model = createModel(data)
  document.title = `${model.results.verdict}: ${model.results.title}`.slice(0, MAX_TITLE)
  const store = noteStore(model.results, () => localStorage)
  let printed: PrintedProps = { results: model.results, shown: [], notes: {} }
  const remember = (shown: readonly Entry[], notes: Notes) => {
    printed = { results: model.results, shown, notes }
  }
  render(<App model={model} store={store} onShown={remember} />, element('app'))
  addEventListener('beforeprint', () => render(<Printed {...printed} />, element('print')))
  addEventListener('afterprint', () => render(null, element('print')))
}

readData().then(draw, (error) => {
  element('app').textContent =
    `The data of this page cannot be read (${error}). Download the whole file again, and open it in a current browser.`
})

/** On paper there is no list to choose from: all shown that did not pass is printed in full, with the notes. */
const MAX_PRINTED = 200

interface PrintedProps {
  readonly results: Model['results']
  /** As the filters leave them; if all of their tests passed, these are printed. */
  readonly shown: readonly Entry[]
  readonly notes: Notes
}

function Printed({ results, shown, notes }: PrintedProps) {
  const important = shown.filter(
    (entry) =>
      (entry.section !== 'passed' && entry.section !== 'agents') || notes[entry.anchor] !== undefined,
  )
  const printable = important.length > 0 ? important : shown.filter(isTest)
  const listed = printable.slice(0, MAX_PRINTED)
  const left = shown.filter(isTest).length - listed.filter(isTest).length
  return (
    <>
      {listed.map((entry) => (
        <article key={entry.anchor} class="printed">
          {isTest(entry) ? (
            <TestDetail test={entry} results={results} isPrinted />
          ) : (
            <AgentDetail agent={entry} />
          )}
          <PrintedNote note={notes[entry.anchor]} />
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
