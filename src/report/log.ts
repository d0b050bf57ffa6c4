// Lines at the end of the job's log. Each starts with a sign, because the runner executes lines that start with `::`
// and what follows may be untrusted.
import { staleText } from '../results/baseline-text.ts'
import {
  agentNotes,
  blocks,
  byStatusText,
  classText,
  type GroupedTest,
  groupedTests,
  groupTexts,
  groupTitle,
  isExcused,
  unlistedFailures,
} from '../results/groups.ts'
import { explanation, headline } from '../results/headline.ts'
import { webLink } from '../results/links.ts'
import { overviewOf } from '../results/overview.ts'
import type { Results, ResultsAgent, ResultsTest } from '../results/schema.ts'
import { reasonLines } from '../results/test-reason.ts'
import { count, counted, duration, firstFew } from '../results/units.ts'
import { logText } from './untrusted-text.ts'

const NAME_LENGTH = 100
const SENTENCE_LENGTH = 1000
const REASON_LENGTH = 300
/** Per agent; the comment and the results file have more. */
const TESTS_SHOWN = 20
const REASON_LINES = 5

export const paint = {
  red: (text: string) => `\u001B[31m${text}\u001B[0m`,
  green: (text: string) => `\u001B[32m${text}\u001B[0m`,
  yellow: (text: string) => `\u001B[33m${text}\u001B[0m`,
  bold: (text: string) => `\u001B[1m${text}\u001B[0m`,
}
const signs = {
  passed: paint.green('✓'),
  failed: paint.red('✗'),
  inconclusive: paint.yellow('?'),
  skipped: paint.yellow('-'),
} as const

/**
 * Each agent that did not pass at once, with its tests; whose fault it is; the addresses of their runs; at the end the verdict.
 * @param notes lines to print before the verdict
 */
export function resultsLines(results: Results, notes: readonly string[] = []): string[] {
  return [
    ...results.agents.flatMap((agent) => agentLines(agent, results)),
    ...staleLines(results),
    ...abortLines(results),
    ...explanationLines(results),
    ...runLines(results),
    ...notes,
    verdictLine(results),
  ]
}

export function agentName({ name }: Pick<ResultsAgent, 'name'>): string {
  return logText(name, NAME_LENGTH) || '(agent without a name)'
}

export function resultLine(agent: ResultsAgent, sign: string = signs[agent.outcome]): string {
  const { outcome, problem } = agent
  const remedy = outcome === 'inconclusive' && problem !== null ? ` → ${adviceText(problem.remedy)}` : ''
  return `${sign} ${agentName(agent)}: ${resultText(agent)}${remedy}`
}

function resultText({ outcome, problem, run }: ResultsAgent): string {
  if (outcome === 'inconclusive' || outcome === 'skipped')
    return problem === null ? outcome : logText(problem.message, SENTENCE_LENGTH)
  if (run === null) return outcome
  const { counts, durationMs } = run
  const numbers =
    counts === null ? '' : `, ${count(counts.passed)} of ${counted(counts.total, 'test')} passed`
  return `${outcome}${numbers} in ${duration(durationMs)}`
}

function adviceText(remedy: string): string {
  return logText(remedy, SENTENCE_LENGTH)
}

function agentLines(agent: ResultsAgent, { comparison }: Results): string[] {
  const grouped = groupedTests(agent, comparison)
  if (isOmitted(agent, comparison)) return []
  const shown = grouped.slice(0, TESTS_SHOWN)
  const more = grouped.length - shown.length + unlistedFailures(agent)
  const sign = isExcused(agent, grouped, comparison) ? paint.yellow('!') : signs[agent.outcome]
  return [
    resultLine(agent, sign),
    ...(agent.outcome === 'failed' ? problemLines(agent) : []),
    ...shown.filter(({ group }) => group !== 'unfinished').flatMap(testLines),
    ...unfinishedLines(shown.filter(({ group }) => group === 'unfinished')),
    ...agentNotes(agent).map((note) => `    ${paint.yellow('!')} ${logText(note, SENTENCE_LENGTH)}`),
    ...(more > 0 ? [`    … and ${counted(more, 'more test')} that did not pass`] : []),
  ]
}

/** The log has shown agents as they ended, before any retries. */
function isOmitted(agent: ResultsAgent, comparison: Results['comparison']): boolean {
  const wasRetried = agent.run?.tests.some(({ attempts }) => attempts.length > 0)
  return agent.outcome === 'passed' && groupedTests(agent, comparison).length === 0 && !wasRetried
}

function problemLines({ problem }: ResultsAgent): string[] {
  if (problem === null) return []
  return [
    `    ${paint.yellow('!')} ${logText(problem.message, SENTENCE_LENGTH)} → ${adviceText(problem.remedy)}`,
  ]
}

function testLines({ test, group }: GroupedTest): string[] {
  const sign = blocks(group) ? paint.red('✗') : paint.yellow(group === 'flaky' ? '↻' : '!')
  const described = classText({ test, group })
  const lines = firstFew(
    reasonLines(test),
    REASON_LINES,
    (line) => `        · ${logText(line, REASON_LENGTH)}`,
    (left) => `        … and ${counted(left, 'more line')}`,
  )
  return [
    `    ${sign} ${testName(test)}${described === '' ? '' : ` (${logText(described, REASON_LENGTH)})`}`,
    ...(test.reply?.trim() ? [`        · Replied: ${logText(test.reply, REASON_LENGTH)}`] : []),
    ...lines,
  ]
}

/** A line per cause, with the names of its tests below it. */
function unfinishedLines(tests: readonly GroupedTest[]): string[] {
  return [...byStatusText(tests, ({ test }) => test)].flatMap(([text, same]) => [
    `    ${paint.yellow('!')} ${groupTitle('unfinished', same.length)}: ${logText(text, REASON_LENGTH)}`,
    ...same.map(({ test }) => `        · ${testName(test)}`),
  ])
}

function testName({ name, id }: ResultsTest): string {
  return logText(name ?? id, NAME_LENGTH) || '(test without a name)'
}

function staleLines(results: Results): string[] {
  if (results.comparison === null) return []
  return results.agents.flatMap((agent) => {
    const text = staleText(agent, results)
    return text === null ? [] : [`${paint.yellow('!')} ${agentName(agent)}: ${text}`]
  })
}

function abortLines({ abortReason }: Results): string[] {
  if (abortReason === null) return []
  const { details, remedy } = abortReason
  return [
    ...details.map((detail) => `${paint.yellow('!')} ${logText(detail, SENTENCE_LENGTH)}`),
    `→ ${adviceText(remedy)}`,
  ]
}

/** Whose fault it is, what does not block, the next step, and the totals; none of them if nothing was tested. */
function explanationLines(results: Results): string[] {
  const { verdict, totals, title, durationMs } = results
  const sentences = explanation(results).flat()
  const unfinished = totals.total - totals.passed - totals.failed
  const flaky = totals.flaky > 0 ? ` (${count(totals.flaky)} of them flaky)` : ''
  const numbers = [
    `${count(totals.passed)} of ${counted(totals.total, 'test')} passed${flaky}`,
    `${count(totals.failed)} failed`,
    ...(unfinished > 0 ? [`${count(unfinished)} without a result`] : []),
  ]
  return [
    ...sentences.map((text) => `${paint.yellow('!')} ${logText(text, SENTENCE_LENGTH)}`),
    ...(verdict === 'failed' ? [`→ ${groupTexts.failing.note}`] : []),
    ...(totals.total > 0
      ? [`Totals of ${logText(title, NAME_LENGTH)}: ${numbers.join(', ')}, in ${duration(durationMs)}`]
      : []),
  ]
}

/** The addresses of the runs of agents that are listed above; a terminal shows them as links. */
function runLines({ agents, comparison }: Results): string[] {
  const links = agents.flatMap((agent) => {
    const link = webLink(agent.run?.url ?? null)
    return link === null || isOmitted(agent, comparison) ? [] : [`  · ${agentName(agent)}: ${link}`]
  })
  return links.length === 0 ? [] : ['Runs:', ...links]
}

/** `✗ FAILED: 4 of 32 tests failed in 3 of 4 agents`, `✓ PASSED, no test broke: …` */
function verdictLine(results: Results): string {
  const { verdict, mode } = results
  const { advice, facts } = headline(overviewOf(results))
  const [why] = /(?<=^Good to merge), .*/.exec(advice) ?? ['']
  const report = mode === 'report' ? ' (report only, does not block)' : ''
  const text = `${verdict.toUpperCase()}${why}${report}: ${facts}`
  return `${signs[verdict]} ${paint.bold(logText(text, SENTENCE_LENGTH))}`
}
