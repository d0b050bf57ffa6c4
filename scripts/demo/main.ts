// `npm run demo`: the first week of docs/first-week.md. Its options show other jobs: `--override` those of the workflow of README.md,
// `--deployed` that of examples/deployed-agents.yml. `--screenshot` takes pictures of comments and page.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readPageTemplate } from '../../src/files.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { storyOf } from '../../src/results/story.ts'
import { renderGitHubPage, renderThread } from '../preview/github-page.ts'
import { takePictures } from '../preview/screenshot.ts'
import { controlled, type Demo, deployed, flaky, nightly, overridden, tested } from './demos.ts'
import { firstWeek } from './first-week.ts'
import { type EndedJob, runDemo, withoutAddresses, withoutLinks } from './run-demo.ts'

const outputFolder = fileURLToPath(new URL('../../demo-output/', import.meta.url))
const demos = { override: overridden, tests: tested, deployed, control: controlled, flaky, nightly }
const flag = { type: 'boolean', default: false } as const
const options = {
  ...{ override: flag, deployed: flag, flaky: flag, control: flag, tests: flag, nightly: flag },
  ...{ verbose: flag, screenshot: flag },
}
const { values, positionals } = parseArgs({ options, strict: false })
const unknown = [...Object.keys(values).filter((name) => !(name in options)), ...positionals]
if (unknown.length > 0) {
  console.error(
    `The demo has no option ${unknown.join(', ')}. It has --${Object.keys(options).join(', --')}.`,
  )
  process.exit(2)
}

rmSync(outputFolder, { recursive: true, force: true })
mkdirSync(outputFolder, { recursive: true })
const chosen = Object.entries(demos).find(([name]) => values[name])?.[1]
const isAsExpected = chosen === undefined ? await showFirstWeek() : await show(chosen)
process.exitCode = isAsExpected ? 0 : 1

/** The headline of each comment, all comments on one page, and the page of the first job that is red. */
async function showFirstWeek(): Promise<boolean> {
  console.log('Your first week, as in docs/first-week.md. It takes half a minute.\n')
  const running = firstWeek.map(({ demo }) => runDemo(demo, outputFolder))
  const all: EndedJob[] = []
  const comments = []
  for (const [index, { title }] of firstWeek.entries()) {
    const name = `${index + 1}. ${title}`
    console.log(name)
    for (const ended of (await running[index]) ?? []) {
      all.push(ended)
      comments.push({ name, markdown: shownComment(ended) })
      tellDetails(ended)
      console.log(`   ${headlineOf(ended)}`)
    }
  }
  const thread = join(outputFolder, 'first-week.html')
  writeFileSync(thread, await renderThread('Your first week', comments))
  console.log(`\nAll of these comments as GitHub shows them: ${thread}`)
  const red = all.filter(({ exitCode }) => exitCode !== 0).slice(0, 1)
  const pages = red.map(writePage)
  console.log(`The page to review conversations of the first red job: ${pages[0]}`)
  await end([thread, ...pages])
  return all.every(isExpected)
}

async function show(demo: Demo): Promise<boolean> {
  const all = await runDemo(demo, outputFolder)
  for (const ended of all) {
    tellDetails(ended)
    if (!values['verbose']) console.log(`${headlineOf(ended)}\n`)
  }
  const codes = all.map(({ exitCode }) => exitCode)
  const shown = new Set(codes).size === 1 ? `${codes[0]}` : codes.join(', then ')
  console.log(`Exit code ${shown}: ${demo.ending}`)
  if (values['verbose']) console.log('Links (…) are left out: the service and GitHub are simulated.')
  const files = []
  for (const [nth, ended] of all.entries()) {
    files.push(await writeComment(ended, all.length > 1 ? `comment-${nth + 1}` : 'comment'))
    console.log(`The ${ended.job.label} as GitHub shows it: ${files.at(-1)}`)
  }
  // One without tests has no conversations.
  for (const ended of all.filter(({ outputs }) => /^total = [1-9]/m.test(outputs))) {
    files.push(writePage(ended))
    const which = all.length > 1 ? ` beside the ${ended.job.label}` : ''
    console.log(`The page to review conversations${which}: ${files.at(-1)}`)
  }
  await end(files)
  return all.every(isExpected)
}

function isExpected({ job, exitCode, comment }: EndedJob): boolean {
  return exitCode === job.exitCode && comment !== ''
}

function headlineOf({ comment }: EndedJob): string {
  const [headline = '### No comment was written.'] = /^### .*/m.exec(withoutAddresses(comment)) ?? []
  return headline.slice('### '.length)
}

/** What only `--verbose` prints. */
function tellDetails({ log, comment, outputs }: EndedJob): void {
  if (!values['verbose']) return
  const sections = {
    'The log of the step, as the runner receives it': log.map(withoutAddresses).join('\n'),
    'The comment on the pull request': withoutAddresses(comment) || 'None was written.',
    'The outputs, as later steps read them': outputs,
    'The end': '',
  }
  for (const [heading, text] of Object.entries(sections))
    console.log(`\n──── ${heading} ${'─'.repeat(Math.max(4, 72 - heading.length))}\n\n${text}`)
}

async function end(files: readonly string[]): Promise<void> {
  if (values['screenshot']) await takePictures(files, console.log)
  if (!values['verbose'])
    console.log(
      'The log, the text of the comment and the outputs: add --verbose, as in npm run demo -- --verbose',
    )
}

/** @returns the page that shows the comment as GitHub does */
async function writeComment(ended: EndedJob, name: string): Promise<string> {
  const file = join(outputFolder, `${name}.html`)
  writeFileSync(file, await renderGitHubPage(shownComment(ended), 'The comment on the pull request'))
  return file
}

function shownComment({ comment }: EndedJob): string {
  return values['screenshot'] ? comment : withoutLinks(comment)
}

/** @returns the page to review conversations, written anew without links that lead nowhere */
function writePage({ outputs }: EndedJob): string {
  const file = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(outputs)?.[1] ?? ''
  const results = readFileSync(file('results-file'), 'utf8')
  const shown = JSON.parse(values['screenshot'] ? results : withoutAddresses(results))
  writeFileSync(file('report-file'), htmlPage(storyOf(shown), readPageTemplate()).join(''))
  return file('report-file')
}
