// Two records for a refactoring: what the reports make of results, and what the gate makes of jobs. Write them before and after it,
// then compare: `npx node test/support/record.ts` says how.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { createModel } from '../../src/page/model.ts'
import { annotationsOf } from '../../src/report/annotations.ts'
import { renderComment, renderSummary } from '../../src/report/comment.ts'
import { htmlPage } from '../../src/report/html-page.ts'
import { junitXml } from '../../src/report/junit.ts'
import { lastLines, resultsLines } from '../../src/report/log.ts'
import { eventLines } from '../../src/report/log-events.ts'
import { resultsJson } from '../../src/report/results-json.ts'
import { fullPrompt } from '../../src/results/prompt.ts'
import { storyOf } from '../../src/results/story.ts'
import { toResults } from '../../src/run.ts'
import type { Results } from '../../src/schema.ts'
import { context } from '../fixtures/samples.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'
import { runAgents } from '../gate/gate-harness.ts'
import * as random from '../gate/random-jobs.ts'
import { resultsInPage } from './page-results.ts'

type Files = Readonly<Record<string, string>>

/** How much of a comparison is shown. */
const [CHANGES_SHOWN, LINES_SHOWN] = [30, 12]

// What a refactoring of gate/ and results/ renames is called here and nowhere below: the functions that the records are about.

/** A job's results and requests, and what its log says meanwhile. */
async function jobFiles({ agents, setting }: random.Job) {
  const ran = await runAgents(agents, { random: 0.5, ...setting })
  const { mode = 'gate', timeoutSeconds = 1800 } = setting
  const { title, headSha, filesOf, about, pullRequest, workflowRunUrl, documentsUrl } = context
  const tested = { headSha, filesOf, about, pullRequest }
  const job = { title, mode, timeoutSeconds, ...tested, workflowRunUrl, documentsUrl }
  const results = toResults(ran.outcome, job, 'failing')
  const lines = ran.events.flatMap(({ at, event }) => eventLines(event).map((line) => `${at} s: ${line}`))
  const requests = ran.calls.map(({ atMs, what, agent, ...call }) =>
    [`${atMs / 1000} s:`, what, agent, JSON.stringify(call)].join(' '),
  )
  return {
    'results.json': pretty(resultsJson(results)),
    'comment.md': renderComment(storyOf(results), { maxCharacters: 65_536 }),
    'live-log.txt': lines.join('\n'),
    'requests.txt': requests.join('\n'),
  }
}

function reportFiles(made: Results): Files {
  // As another job reads them from a file.
  const results: Results = JSON.parse([...resultsJson(made)].join(''))
  const template = '__WITHOUT_SCRIPT__<script id="data">__PAGE_DATA__</script>'
  const page = htmlPage(storyOf(results), template).join('')
  const { entries, tests, counts, evaluators, story } = createModel(results)
  const addresses = entries.map(({ section, anchor }) => `${section} ${anchor}`)
  const pageUrl = 'https://github.com/acme/shop/actions/runs/4711/artifacts/9'
  const small = [20_000, 8000, 3000, 1000].map((maxCharacters) =>
    renderComment(storyOf(results), { maxCharacters }),
  )
  return {
    'results.json': pretty(resultsJson(results)),
    'comment.md': renderComment(storyOf(results), { maxCharacters: 65_536, pageUrl }),
    'comments-small.md': small.join('\n\n=====\n\n'),
    'summary.md': renderSummary(storyOf(results), { maxBytes: 1024 * 1024, pageUrl }),
    'log.txt': [...resultsLines(storyOf(results)), ...lastLines(storyOf(results))].join('\n'),
    'annotations.json': JSON.stringify(annotationsOf(storyOf(results)), null, 1),
    'junit.xml': [...junitXml(storyOf(results))].join(''),
    'page.html': page.slice(0, page.indexOf('<script')),
    'page-data.json': pretty(resultsJson(resultsInPage(page))),
    'page-list.json': JSON.stringify({ addresses, counts, evaluators }, null, 1),
    'page-prompt.txt': fullPrompt(story, new Set(tests.slice(0, 20).map(({ record }) => record))).join('\n'),
  }
}

/** Every fixture, and some without conversations. */
function fixtures(): Record<string, Results> {
  const named = Object.keys(scenarios).map((name) => [name, resultsOfScenario(name)] as const)
  const without = ['all-details', 'worse', 'control-one-broke'].map(
    (name) => [`${name}, details none`, resultsOfScenario(name, { details: 'none' })] as const,
  )
  return Object.fromEntries([...named, ...without])
}

function pretty(json: Iterable<string>): string {
  return JSON.stringify(JSON.parse([...json].join('')), null, 1)
}

// What follows knows the names of files only.

/** @param from a record whose results are rendered in place of those that the fixtures give now */
function writeReports(folder: string, from: string | undefined): void {
  const results = from === undefined ? fixtures() : recordedResults(path.join(from, 'reports'))
  for (const [name, each] of Object.entries(results)) writeFiles(path.join(folder, name), reportFiles(each))
}

function recordedResults(folder: string): Record<string, Results> {
  const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name, 'results.json'), 'utf8'))
  return Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]))
}

/** Random jobs by kind, each kind from its own sample, so that a change to one leaves the others as they were. */
async function writeJobs(folder: string): Promise<void> {
  const kinds = {
    service: [random.serviceJob, 300],
    control: [random.controlJob, 150],
    override: [random.overrideJob, 150],
    history: [random.historyJob, 150],
    large: [random.largeJob, 6],
  } as const
  for (const [kind, [jobs, numRuns]] of Object.entries(kinds)) {
    const startedAt = performance.now()
    for (const [index, job] of fc.sample<random.Job>(jobs, { seed: 1, numRuns }).entries()) {
      const name = `${kind}-${String(index + 1).padStart(3, '0')}`
      writeFiles(path.join(folder, name), await jobFiles(job))
    }
    console.log(`  ${numRuns} jobs of kind ${kind}: ${Math.round(performance.now() - startedAt)} ms`)
  }
}

function writeFiles(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), `${text}\n`)
}

/** Each distinct change once, the most frequent first, with the first file that has it. */
function compare(one: string, other: string): void {
  const args = [
    'diff',
    '--no-index',
    '--no-ext-diff',
    '--no-color',
    '--no-renames',
    '--unified=0',
    '--',
    one,
    other,
  ]
  const { stdout, stderr } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (stderr !== '') throw new Error(stderr)
  const files = stdout.split(/^diff --git .*\n/m).slice(1)
  const changes = new Map<string, string[]>()
  const kinds = new Map<string, number>()
  for (const file of files) {
    const [header = '', ...hunks] = file.split(/^@@.*\n/m)
    // If only one record has a file, the other line names none. Git ends names with spaces by a tab.
    const name = /^(?:---|\+\+\+) .*((?:reports|jobs)\/[^/\n]+\/[^/\t\n]+)/m.exec(header)?.[1] ?? header
    const kind = name.replace(/\/.*\//, '/…/')
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    for (const change of hunks) changes.set(change, [...(changes.get(change) ?? []), name])
  }
  const frequent = [...changes].sort(([, a], [, b]) => b.length - a.length)
  for (const [change, names] of frequent.slice(0, CHANGES_SHOWN)) {
    console.log(`\n${names.length} × (first in ${names[0]})`)
    for (const line of change.trimEnd().split('\n').slice(0, LINES_SHOWN)) console.log(line.slice(0, 300))
  }
  console.log(`\n${files.length} files differ, ${changes.size} distinct changes`)
  for (const [kind, count] of kinds) console.log(`  ${kind}: ${count}`)
  if (files.length > 0) {
    console.log(`All of them: git ${args.join(' ')}`)
    process.exitCode = 1
  }
}

const USAGE = `npx node test/support/record.ts write <new folder, such as build/before> [<record>]
  What the reports make of all fixtures (of the results in <record>, if it is given), and the gate of random jobs.
npx node test/support/record.ts compare <record> <record>
  Which files differ, and each distinct change once.`

const [command, first, second] = process.argv.slice(2)
if (command === 'write' && first !== undefined) {
  // A folder that exists could hold files of another record.
  mkdirSync(path.dirname(first), { recursive: true })
  mkdirSync(first)
  const startedAt = performance.now()
  writeReports(path.join(first, 'reports'), second)
  console.log(`  reports: ${Math.round(performance.now() - startedAt)} ms`)
  await writeJobs(path.join(first, 'jobs'))
} else if (command === 'compare' && first !== undefined && second !== undefined) compare(first, second)
else console.log(USAGE)
