// The entry of the page: reads its data and draws it.
import { render } from 'preact'
import { counted } from '../results/format.ts'
import type { Results } from '../schema.ts'
import { AgentDetail } from './agent-detail.tsx'
import { App } from './app.tsx'
import type { Entry } from './filter.ts'
import { createModel, isTest, type Model } from './model.ts'
import { TestDetail } from './test-detail.tsx'

function elementOf(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`#${id} is missing`)
  return found
}

/** From base64, deflated: src/report/html-page.ts writes it. */
async function readData(): Promise<Results> {
  const packed = atob(elementOf('data').textContent ?? '')
  const bytes = new Uint8Array(packed.length)
  for (let index = 0; index < packed.length; index += 1) bytes[index] = packed.charCodeAt(index)
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return await new Response(unpacked).json()
}

/** Names of matrix legs can be long. */
const MAX_TITLE = 100

function draw(data: Results): void {
  const model = createModel(data)
  document.title = `${model.results.verdict}: ${model.results.title}`.slice(0, MAX_TITLE)
  let printed: readonly Entry[] = []
  const remember = (shown: readonly Entry[]) => {
    printed = shown
  }
  render(<App model={model} onShown={remember} />, elementOf('app'))
  addEventListener('beforeprint', () => render(<Printed model={model} shown={printed} />, elementOf('print')))
  addEventListener('afterprint', () => render(null, elementOf('print')))
}

readData().then(draw, (error) => {
  elementOf('app').textContent =
    `The data of this page cannot be read (${error}). Download the whole file again, and open it in a current browser.`
})

/** On paper there is no list to choose from: all shown that did not pass is printed in full. */
const MAX_PRINTED = 200

interface PrintedProps {
  readonly model: Model
  /** As the filters leave them; if all of their tests passed, these are printed. */
  readonly shown: readonly Entry[]
}

function Printed({ model, shown }: PrintedProps) {
  const important = shown.filter(({ section }) => section !== 'passed' && section !== 'agents')
  const printable = important.length > 0 ? important : shown.filter(isTest)
  const listed = printable.slice(0, MAX_PRINTED)
  const left = shown.filter(isTest).length - listed.filter(isTest).length
  return (
    <>
      {listed.map((entry) => (
        <article key={entry.anchor} class="printed">
          {isTest(entry) ? (
            <TestDetail test={entry} model={model} isPrinted />
          ) : (
            <AgentDetail agent={entry} />
          )}
        </article>
      ))}
      {left > 0 && <p>{counted(left, 'more test')} not printed. Filter the list to print others.</p>}
    </>
  )
}
