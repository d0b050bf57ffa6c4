// The entry of the page: reads its data and draws it.
import { render } from 'preact'
import type { PageData } from '../report/page-data.ts'
import { App } from './app.tsx'
import { createModel, type Test } from './model.ts'
import { noteStore } from './notes.ts'
import { TestDetail } from './test-detail.tsx'

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`#${id} is missing`)
  return found
}

const data: PageData = JSON.parse(element('data').textContent ?? '')
const model = createModel(data)
document.title = `${model.job.verdict}: ${model.job.title}`

let shown: readonly Test[] = []
const store = noteStore(model.job, () => localStorage)
const remember = (tests: readonly Test[]) => {
  shown = tests
}
render(<App model={model} store={store} onShown={remember} />, element('app'))

addEventListener('beforeprint', () => render(<PrintedTests tests={shown} />, element('print')))
addEventListener('afterprint', () => render(null, element('print')))

/** On paper there is no list to choose from: every shown test that did not pass is printed in full. */
const MAX_PRINTED = 200

/** @param tests as the filters leave them; if all of them passed, they are printed */
function PrintedTests({ tests }: { readonly tests: readonly Test[] }) {
  const failing = tests.filter(({ group }) => group !== 'passed')
  const printed = (failing.length > 0 ? failing : tests).slice(0, MAX_PRINTED)
  const left = tests.length - printed.length
  return (
    <>
      {printed.map((test) => (
        <article key={test.anchor} class="printed">
          <TestDetail test={test} />
        </article>
      ))}
      {left > 0 && <p>{left} more tests are not printed. Filter the list to print others.</p>}
    </>
  )
}
