// The report on the run history as sections of sentences and tables, for a terminal and as Markdown.
import { linkTo, proseWithCode, testName } from '../report/untrusted-markdown.ts'
import { logText } from '../report/untrusted-text.ts'
import { count, counted, firstFew, percentage } from '../results/format.ts'
import type { AgentReport, HistoryReport, RunRef, RunReport, TestReport } from './analysis.ts'

/** Our own text, a name as the service has it, or the time of a run of an agent. */
type Cell = string | { readonly name: string } | RunTime

interface RunTime {
  readonly text: string
  readonly agent: string
  readonly run: RunRef
}

interface ReportSection {
  readonly title: string
  /** Plain text; may contain untrusted names, and our own code between backticks. */
  readonly sentences: readonly string[]
  readonly head?: readonly string[]
  readonly rows?: readonly (readonly Cell[])[]
}

const ROWS = 10
const NAMES = 3
const CELL_LENGTH = 60
/** A terminal has so many, and a log shows more. */
const COLUMNS = 80
/** So many characters of a name are left at least. */
const LEAST_OF_NAME = 12

/** Each line starts with a sign, because a runner executes lines that start with `::`. */
export function historyLines(report: HistoryReport): string[] {
  const parts = reportSections(report)
  const runs = parts
    .flatMap(({ rows = [] }) => rows.flat())
    .flatMap((cell) => (typeof cell !== 'string' && 'run' in cell ? [cell] : []))
    .map(({ agent, run }) => `  · ${shortName(agent)}, ${minuteOf(run)}: ${run.url}`)
  return [
    ...parts.flatMap(sectionLines),
    ...(runs.length === 0 ? [] : ['■ Runs', ...[...new Set(runs)].sort(), '']),
  ]
}

function sectionLines({ title, sentences, head = [], rows = [] }: ReportSection): string[] {
  const widths = widthsOf(head, rows)
  const lines = [head, ...rows].map((row) =>
    row.map((cell, column) => cellText(cell, widths[column]).padEnd(widths[column] ?? 0)).join('  '),
  )
  return [
    `■ ${title}`,
    ...sentences.map((sentence) => `  · ${logText(sentence)}`),
    ...(rows.length === 0 ? [] : ['', ...lines.map((line) => `  | ${line.trimEnd()}`)]),
    '',
  ]
}

/** Names are cut, the longest first, until a line fits. */
function widthsOf(head: readonly string[], rows: readonly (readonly Cell[])[]): readonly number[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => cellText(row[column] ?? '').length)),
  )
  const isName = (column: number) => rows.some((row) => Object.hasOwn(Object(row[column]), 'name'))
  const names = widths.flatMap((_, column) => (isName(column) ? column : []))
  const left = COLUMNS - '  | '.length - widths.reduce((sum, width) => sum + width + 2, -2)
  for (let over = -left; over > 0; over -= 1) {
    const longest = names.reduce((a, b) => ((widths[b] ?? 0) > (widths[a] ?? 0) ? b : a), names[0] ?? 0)
    widths[longest] = Math.max(LEAST_OF_NAME, (widths[longest] ?? 0) - 1)
  }
  return widths
}

function cellText(cell: Cell, width = CELL_LENGTH): string {
  if (typeof cell === 'string') return cell
  if (!('name' in cell)) return cell.text
  const name = shortName(cell.name)
  return name.length <= width
    ? name
    : `${name
        .slice(0, width - 1)
        .toWellFormed()
        .trimEnd()}…`
}

function shortName(name: string): string {
  return logText(name, CELL_LENGTH) || '(without a name)'
}

/** For a job summary or an issue. */
export function historyMarkdown(report: HistoryReport): string {
  const parts = reportSections(report).flatMap(({ title, sentences, head = [], rows = [] }) => {
    const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cellMarkdown))]
    const table = lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
    const prose = sentences.map((sentence) => proseWithCode(sentence))
    return [`### ${title}`, ...prose, ...(rows.length === 0 ? [] : [table])]
  })
  return `## Run history of the agents\n\n${parts.join('\n\n')}\n`
}

function cellMarkdown(cell: Cell): string {
  if (typeof cell === 'string') return cell
  return 'name' in cell ? testName({ name: cell.name, id: '' }) : linkTo(cell.text, cell.run.url)
}

function reportSections(report: HistoryReport): ReportSection[] {
  const errors = report.agents.flatMap(({ name, error }) => (error === null ? [] : `${name}: ${error}.`))
  if (errors.length === report.agents.length)
    return [{ title: 'The run history cannot be read', sentences: errors }]
  if (report.gate.runs === 0) return [switchOn(report, errors)]
  return [switchOn(report, errors), ...blockedRuns(report), fixFirst(report), failingNow(report)]
}

function switchOn(report: HistoryReport, errors: readonly string[]): ReportSection {
  const { gate, gateIfWorse, agents } = report
  return {
    title: 'Can you switch it on?',
    sentences: [
      ...(gate.runs === 0
        ? ['There are no complete runs in the run history. Run the tests first, for example every night.']
        : [
            `Of ${counted(gate.runs, 'complete run')}, \`gate\` would have blocked ${count(gate.blocked)}. Of the ${count(gateIfWorse.runs)} that are followed by enough others, \`gate-if-worse\` would have blocked about ${count(gateIfWorse.blocked)}.`,
            recommendation(report),
            'This is an estimate: a test blocks if it failed in a run and in as many later ones as it would have been run again. Failures that come together block more often than that, and a break that was repaired at once is not in it.',
          ]),
      ...errors,
    ],
    head: ['Agent', 'Runs', 'gate blocks', 'gate-if-worse', 'Newest passed'],
    rows: agents.filter(({ runs }) => runs.length > 0).map(agentCells),
  }
}

function recommendation({ recommendedMode }: HistoryReport): string {
  switch (recommendedMode) {
    case 'gate':
      return 'Recommended mode: `gate`. Tests fail so rarely here that each failure can block.'
    case 'gate-if-worse':
      return 'Recommended mode: `gate-if-worse`. It blocks if a test that used to pass keeps failing.'
    case 'report':
      return 'Recommended mode: `report` for now, because the others would block too often. First correct the tests that are listed below.'
    case null:
      return 'These are too few runs to recommend a mode. Run the tests in mode `report` until there are more, for example every night.'
    default:
      return recommendedMode satisfies never
  }
}

function agentCells({ name, runs }: AgentReport): Cell[] {
  const blocked = [
    runs.filter(({ failed }) => failed.length > 0),
    runs.filter(({ blockedByGateIfWorse }) => blockedByGateIfWorse),
  ]
  const newest = runs.at(-1)
  const rate = newest === undefined ? '' : (percentage(newest) ?? '')
  return [{ name }, ...[runs, ...blocked].map((some) => count(some.length)), rate]
}

/** A section for each mode that would have blocked any run; the newest runs first. */
function blockedRuns({ agents }: HistoryReport): ReportSection[] {
  const runs = agents
    .flatMap(({ name, runs }) => runs.map((run) => ({ name, run })))
    .sort((a, b) => b.run.createdAt.localeCompare(a.run.createdAt))
  const section = (
    mode: string,
    blocked: typeof runs,
    testsOfRun: (run: RunReport) => readonly string[],
  ) => ({
    title: titleOf(`Which runs would \`${mode}\` have blocked?`, blocked),
    sentences: [],
    head: ['Run (UTC)', 'Agent', 'Tests'],
    rows: blocked
      .slice(0, ROWS)
      .map(({ name, run }) => [runTime(name, run), { name }, blockingTests(testsOfRun(run))]),
  })
  return [
    section(
      'gate',
      runs.filter(({ run }) => run.failed.length > 0),
      ({ failed }) => failed,
    ),
    section(
      'gate-if-worse',
      runs.filter(({ run }) => run.blockedByGateIfWorse),
      ({ broken }) => broken,
    ),
  ].filter(({ rows }) => rows.length > 0)
}

function blockingTests(names: readonly string[]): Cell {
  if (names.length === 0) return 'too many failed at once'
  return { name: firstFew(names, NAMES, (name) => name).join(', ') }
}

function allTests({ agents }: HistoryReport) {
  return agents.flatMap(({ name: agent, tests }) => tests.map((test) => ({ agent, ...test })))
}

function fixFirst(report: HistoryReport): ReportSection {
  const share = ({ failures, runs }: TestReport) => failures / runs
  const tests = allTests(report).sort((a, b) => share(b) - share(a) || b.changes - a.changes)
  return {
    title: titleOf('What to fix first', tests),
    sentences: tests.length === 0 ? ['None of the tests has failed.'] : [],
    head: ['Test', 'Agent', 'Failed', 'Changes', 'Last (UTC)'],
    rows: tests
      .slice(0, ROWS)
      .map(({ name, agent, failures, runs, changes, lastFailure }) => [
        { name },
        { name: agent },
        `${count(failures)} of ${count(runs)}`,
        count(changes),
        runTime(agent, lastFailure),
      ]),
  }
}

function failingNow(report: HistoryReport): ReportSection {
  const failing = allTests(report)
    .flatMap(({ failingSince: since, ...test }) => (since === null ? [] : { ...test, since }))
    .sort((a, b) => b.since.createdAt.localeCompare(a.since.createdAt))
  return {
    title: titleOf('Since when?', failing),
    sentences: failing.length === 0 ? ['No test failed in the newest run of its agent.'] : [],
    head: ['Test', 'Agent', 'Since (UTC)'],
    rows: failing
      .slice(0, ROWS)
      .map(({ name, agent, since, failures, runs }) => [
        { name },
        { name: agent },
        runTime(agent, since, failures === runs ? ' or earlier' : ''),
      ]),
  }
}

function titleOf(text: string, rows: readonly unknown[]): string {
  return rows.length > ROWS ? `${text} (${count(ROWS)} of ${count(rows.length)})` : text
}

function runTime(agent: string, run: RunRef, after = ''): RunTime {
  return { text: `${minuteOf(run)}${after}`, agent, run }
}

function minuteOf({ createdAt }: RunRef): string {
  return createdAt.slice(0, 16).replace('T', ' ')
}
