// The entry of the page: reads its data and draws it.
import { render } from 'preact'
import type { PageData } from '../report/page-data.ts'
import { App } from './app.tsx'
import { createModel, type Test } from './model.ts'
import { noteStore } from './notes.ts'
import { PrintedTests } from './printed-tests.tsx'

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
