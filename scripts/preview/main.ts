// `npm run preview`: renders comment and summary of every scenario as GitHub shows them, and the page; `--screenshot` takes pictures.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { renderComment, renderSummary } from '../../src/report/comment.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import type { Results } from '../../src/results/schema.ts'
import { resultsOfScenario, scenarios } from '../../test/fixtures/scenarios.ts'
import { buildPage } from '../build-page.ts'
import { renderGitHubPage } from './github-page.ts'
import { takePictures } from './screenshot.ts'

const { values } = parseArgs({
  options: {
    screenshot: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log('npm run preview -- [--only <scenario>] [--screenshot]\n\nScenarios:')
  for (const name of Object.keys(scenarios)) console.log(`  ${name}`)
} else {
  await preview(path.resolve('preview'))
}

async function preview(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const template = await buildPage()
  const chosen = Object.keys(scenarios).filter((name) => values.only === undefined || name === values.only)
  if (chosen.length === 0)
    throw new Error(`No scenario "${values.only}". Known: ${Object.keys(scenarios).join(', ')}`)
  const pages = await Promise.all(
    chosen.map((name) => writeScenario(path.join(folder, name), resultsOfScenario(name), template)),
  )
  console.log(`${pages.flat().length} pages in ${folder}`)
  if (values.screenshot) await takePictures(pages.flat(), console.log)
}

/** @returns the HTML files written */
async function writeScenario(prefix: string, results: Results, template: string): Promise<string[]> {
  const markdown = {
    comment: renderComment(results, { maxCharacters: 65_000 }),
    summary: renderSummary(results, { maxBytes: 1024 * 1024 }),
  }
  const files = Object.entries(markdown).map(async ([report, text]) => {
    const file = `${prefix}.${report}`
    await writeFile(`${file}.md`, text)
    await writeFile(`${file}.html`, await renderGitHubPage(text, path.basename(file)))
    return `${file}.html`
  })
  const page = `${prefix}.page.html`
  await writeFile(page, htmlPage(results, { template }))
  return [...(await Promise.all(files)), page]
}
