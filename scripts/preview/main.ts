// `npm run preview`: renders the comment and the summary of every scenario as GitHub shows them; `--screenshot` takes pictures.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { renderComment, renderSummary } from '../../src/report/page.ts'
import { type Scenario, scenarios } from '../../test/fixtures/scenarios.ts'
import { renderGitHubPage, type Theme } from './github-page.ts'
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
  const chosen = Object.entries(scenarios).filter(
    ([name]) => values.only === undefined || name === values.only,
  )
  if (chosen.length === 0)
    throw new Error(`No scenario "${values.only}". Known: ${Object.keys(scenarios).join(', ')}`)
  const pages = await Promise.all(chosen.map(([name, scenario]) => writeScenario(folder, name, scenario)))
  console.log(`${pages.flat().length} pages in ${folder}`)
  if (values.screenshot) await takePictures(pages.flat(), console.log)
}

/** @returns the HTML files written */
async function writeScenario(
  folder: string,
  name: string,
  { outcome, context }: Scenario,
): Promise<string[]> {
  const comment = renderComment(outcome, context, { maxCharacters: 65_000 })
  const summary = renderSummary(outcome, context, { maxBytes: 1024 * 1024 })
  await writeFile(path.join(folder, `${name}.md`), comment)
  await writeFile(path.join(folder, `${name}.summary.md`), summary)
  return [
    await writePage(path.join(folder, `${name}.light.html`), comment, 'light'),
    await writePage(path.join(folder, `${name}.dark.html`), comment, 'dark'),
    await writePage(path.join(folder, `${name}.summary.html`), summary, 'light'),
  ]
}

async function writePage(file: string, markdown: string, theme: Theme): Promise<string> {
  const title = path.basename(file, '.html').replaceAll('.', ', ')
  await writeFile(file, await renderGitHubPage(markdown, { theme, title }))
  return file
}
