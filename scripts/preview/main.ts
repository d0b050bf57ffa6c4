// `npm run preview`: renders comment and summary of every state as GitHub shows them, the page, and a sheet of all comments; `--screenshot`
// takes pictures.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { formatNotice } from '../../src/github/marker.ts'
import { progressNotice, renderComment, renderSummary } from '../../src/report/comment.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { storyOf } from '../../src/results/story.ts'
import type { Results } from '../../src/schema.ts'
import { resultsOfScenario, scenarios } from '../../test/fixtures/scenarios.ts'
import { buildPage } from '../build-page.ts'
import { renderGitHubPage, renderSheet } from './github-page.ts'
import { takePictures } from './screenshot.ts'

const { values } = parseArgs({
  options: {
    screenshot: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log('npm run preview -- [--only <state>] [--screenshot]\n\nStates:')
  for (const { name } of await states()) console.log(`  ${name}`)
} else {
  await preview(path.resolve('preview'))
}

/** A comment on the sheet: a scenario, or what only a job can bring about. */
interface State {
  readonly name: string
  readonly results: Results
  readonly pageUrl: string | null
  readonly isRunning?: boolean
}

async function states(): Promise<State[]> {
  const pageUrl = 'https://github.com/acme/shop/actions/runs/4711/artifacts/9'
  const [broke, passed] = [resultsOfScenario('one-broke'), resultsOfScenario('all-pass')]
  const original = { name: 'Support bot', uuid: 'original' }
  const prompt = { key: 'system_prompt', file: 'prompts/support-bot.md', of: '3f9c2d1', differs: true }
  const override = { original, keys: [{ ...prompt, origin: 'change' as const }], differs: true }
  const paired = resultsOfScenario('control-one-broke')
  const overridden = { ...paired, agents: paired.agents.map((agent) => ({ ...agent, override })) }
  return [
    ...Object.keys(scenarios).map((name) => ({ name, results: resultsOfScenario(name), pageUrl: null })),
    { name: 'with-page', results: broke, pageUrl },
    { name: 'passed-with-page', results: passed, pageUrl },
    { name: 'running', results: passed, pageUrl: null, isRunning: true },
    { name: 'overridden', results: overridden, pageUrl },
  ]
}

async function preview(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const template = await buildPage()
  const all = await states()
  const chosen = all.filter(({ name }) => values.only === undefined || name === values.only)
  if (chosen.length === 0)
    throw new Error(`No state "${values.only}". Known: ${all.map(({ name }) => name).join(', ')}`)
  const comments = chosen.map((state) => ({ name: state.name, markdown: commentOf(state) }))
  const pages = await Promise.all(
    chosen.map((state) => writeState(path.join(folder, state.name), state, template)),
  )
  const sheet = path.join(folder, 'index.html')
  writeFileSync(sheet, await renderSheet(comments))
  console.log(`${pages.flat().length} pages, all comments in ${sheet}`)
  if (values.screenshot) await takePictures([sheet, ...pages.flat()], console.log)
}

function commentOf({ results, pageUrl, isRunning }: State): string {
  const comment = renderComment(storyOf(results), { maxCharacters: 65_000, pageUrl })
  return isRunning ? formatNotice(progressNotice(results), comment) : comment
}

/** @returns the HTML files written */
async function writeState(prefix: string, state: State, template: string): Promise<string[]> {
  const { results, pageUrl } = state
  const markdown = {
    comment: commentOf(state),
    summary: renderSummary(storyOf(results), { maxBytes: 1024 * 1024, pageUrl }),
  }
  const files = Object.entries(markdown).map(async ([report, text]) => {
    const file = `${prefix}.${report}`
    writeFileSync(`${file}.md`, text)
    writeFileSync(`${file}.html`, await renderGitHubPage(text, path.basename(file)))
    return `${file}.html`
  })
  const page = `${prefix}.page.html`
  writeFileSync(page, htmlPage(storyOf(results), template).join(''))
  return [...(await Promise.all(files)), page]
}
