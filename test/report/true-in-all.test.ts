// What no comment may say, whatever became of the tests: over all scenarios, and all merges of two.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeParts } from '../../src/merge.ts'
import { renderComment } from '../../src/report/comment.ts'
import { sentenceText, testName } from '../../src/report/untrusted-markdown.ts'
import { shownLines } from '../../src/results/lines.ts'
import { nextSteps } from '../../src/results/next.ts'
import { plain } from '../../src/results/sentence.ts'
import { headline, summarize, summaryLines, totalsText } from '../../src/results/summary.ts'
import { sharedProblems } from '../../src/results/untested.ts'
import { failingTests, verdictOf } from '../../src/results/verdicts.ts'
import { countTests, type Results } from '../../src/schema.ts'
import { resultsOfScenario, scenarios } from '../fixtures/scenarios.ts'

/** Where GitHub's limit leaves out names, and merging takes long. */
const long = ['thousand-agents', 'hostile-text', 'hostile-causes', 'hostile-comparison']
const names = Object.keys(scenarios).filter((name) => !long.includes(name))
let folder = ''
/** Many scenarios share runs, so that parts are of the same job; `other` ones are not. */
const pathOf = (name: string, which: 'same' | 'other') => join(folder, `${names.indexOf(name)}-${which}.json`)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'true-'))
  for (const name of names) {
    const text = JSON.stringify(resultsOfScenario(name))
    writeFileSync(pathOf(name, 'same'), text)
    writeFileSync(pathOf(name, 'other'), text.replaceAll('"taskId":"', `"taskId":"${name}-`))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(Object.keys(scenarios))('%s', (name) => {
  expect(faultsIn(resultsOfScenario(name))).toEqual([])
})

it.each(names)('%s, merged with each other', { timeout: 60_000 }, async (name) => {
  const faults: string[] = []
  for (const other of names.slice(names.indexOf(name) + 1))
    for (const which of ['same', 'other'] as const) {
      const paths = [pathOf(name, 'same'), pathOf(other, which)]
      const plan = { paths, expected: 2, mode: 'gate', title: 'Agent tests' } as const
      const context = { headSha: null, pullRequest: 42, workflowRunUrl: null }
      const { results } = await mergeParts({ ...plan, ...context })
      faults.push(...faultsIn(results).map((fault) => `${other} (${which}): ${fault}`))
    }
  expect(faults).toEqual([])
})

function faultsIn(results: Results): string[] {
  return [
    ...faultsOfNames(results),
    ...faultsOfCounts(results),
    ...faultsOfVerdicts(results),
    ...faultsOfLines(results),
  ]
}

function faultsOfNames(results: Results): string[] {
  const markdown = renderComment(results, { maxCharacters: 65_536 })
  const tests = results.agents.flatMap(({ run }) => run?.tests ?? [])
  const blocking = tests.filter(({ blocks }) => blocks)
  // GitHub's limit, for which smaller sizes leave out names.
  const isCut = /… and [\d,]+ more/.test(markdown) || !markdown.includes('| Agent |')
  const missing = blocking.filter((test) => !isCut && !markdown.includes(testName(test)))
  const shown = summaryLines(summarize(results)).map(({ text }) => sentenceText(text))
  const titles = markdown.match(/^<summary><b>.*$/gm) ?? []
  const listed = markdown.match(/^- \[?\*\*.*\*\*.* · .*$/gm) ?? []
  return [
    ...missing.map(({ name }) => `lacks the name ${name}`),
    ...shown.filter((line) => markdown.split(line).length !== 2).map((line) => `says twice: ${line}`),
    ...[...titles, ...listed]
      .filter((each, at, all) => all.indexOf(each) !== at)
      .map((each) => `twice: ${each}`),
  ]
}

function faultsOfCounts(results: Results): string[] {
  const { total, passed, failed } = results.totals
  const counts = results.agents.map(({ run }) => (run?.tests.length ? countTests(run) : null))
  const sum = (key: 'total' | 'passed' | 'failed') =>
    counts.reduce((all, each) => all + (each?.[key] ?? 0), 0)
  const text = totalsText(results)
  const numbers = (pattern: RegExp) => Number(pattern.exec(text)?.[1]?.replaceAll(',', '') ?? 0)
  const without = numbers(/([\d,]+)(?: tests?(?: and [\d,]+ agents?)?)? without a result/)
  const unanswered = sharedProblems(results).reduce((all, { tests, notRun }) => all + tests + notRun, 0)
  return [
    ...(sum('total') === total && sum('passed') === passed && sum('failed') === failed
      ? []
      : [`sums differ: ${JSON.stringify(results.totals)} ${sum('total')} ${sum('passed')} ${sum('failed')}`]),
    ...(passed === numbers(/^(?:all )?([\d,]+) /) &&
    failed === numbers(/([\d,]+) failed/) &&
    without === total - passed - failed
      ? []
      : [`${text} for ${total}, ${passed}, ${failed}`]),
    ...(unanswered > without ? [`${unanswered} unanswered of ${without}`] : []),
  ]
}

function faultsOfVerdicts(results: Results): string[] {
  return failingTests(results).flatMap((placed) => {
    const { agent, test } = placed
    const { words, numbers, sign } = verdictOf(results, placed)
    const text = `${plain(words)}. ${plain(numbers)}`
    const { failures = 0, runs = 0 } = test.earlier ?? {}
    const there = test.control?.attempts.filter(({ status }) => status === 'failed').length ?? 0
    const wrong = [
      agent.baseline?.problem === null && agent.baseline.runs.length > 0 && /not compared/.test(text),
      test.control === null && /(?<!not )this change/.test(text),
      /probably a change/.test(text) && (failures > 0 || runs < 10),
      /not this change|failed before, too/.test(text) && there === 0 && 2 * failures <= runs,
      /fails now and then/.test(text) && there === 0 && failures === 0,
      /passed its last/.test(text) && failures > 0,
      (sign === '❌') !== test.blocks,
    ]
    return wrong.includes(true) ? [`of ${test.name}: ${wrong.indexOf(true)}: ${sign} ${text}`] : []
  })
}

function faultsOfLines(results: Results): string[] {
  const summary = summarize(results)
  const top = [plain(headline(summary).facts), ...summaryLines(summary).map(({ text }) => plain(text))].join(
    '\n',
  )
  const named = nextSteps(results, shownLines(summary.lines).shown).map((step) => plain(step))
  const markdown = renderComment(results, { maxCharacters: 65_536 })
  const shown = markdown.match(/^\*\*(?:Next|Also):\*\* /gm)?.length ?? 0
  const hasRun = results.agents.some(({ run }) => run !== null)
  const hasResult = results.totals.passed + results.totals.failed > 0
  const hasControl = results.agents.some(({ control }) => control !== null)
  return [
    ...(hasResult && /No test has a result|Nothing was tested|no agent was tested/.test(top)
      ? [`denies results: ${top}`]
      : []),
    ...(hasRun && /[Nn]o run was started/.test(top) ? [`denies runs: ${top}`] : []),
    ...(results.totals.failed === 0 && /" failed|tests? failed|they failed|broke/.test(top)
      ? [`fails: ${top}`]
      : []),
    ...(!hasControl && /(?<!not |same )this change/.test(top) ? [`blames the change: ${top}`] : []),
    ...(results.verdict !== 'passed' && results.mode !== 'report' && summary.next.length === 0
      ? ['no step']
      : []),
    ...(shown > Math.max(1, named.length) && summary.lines.length > 0
      ? [`steps without a cause: ${summary.next.map((each) => plain(each)).join('\n')}`]
      : []),
  ]
}
