// The report on the run history as sections of sentences and tables; lines.ts and markdown.ts print them.
import { count, counted, firstFew, percentage } from '../results/units.ts'
import type { AgentReport, HistoryReport, RunRef, TestReport } from './analysis.ts'
import type { Decline, Failures } from './decline.ts'

/** Plain text; may contain untrusted names, and our own code between backticks. */
export type Sentence = string

/** Our own text, or a name as the service has it; `url` links it. */
export type Cell = string | { readonly name: string } | { readonly text: string; readonly url: string }

export interface Table {
  readonly caption: string | null
  readonly head: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export interface Section {
  readonly title: string
  readonly sentences: readonly Sentence[]
  readonly tables: readonly Table[]
}

const ROWS = 5
const MORE_ROWS = 10
const NAMES = 3
/** Runs in the chart of an agent. */
const CHART_RUNS = 40
const BARS = '▁▂▃▄▅▆▇█'
/** Of a test with fewer runs, none says that it always fails. */
const MIN_RUNS = 3

export function sections(report: HistoryReport): Section[] {
  return [switchOn(report), fixFirst(report), failingNow(report), declining(report)]
}

function switchOn(report: HistoryReport): Section {
  const { completeRuns, blocked, agents } = report
  const { gate, gateIfWorse, gateIfWorseLikely } = blocked
  const cleared = gateIfWorse - gateIfWorseLikely
  const errors = agents.flatMap(({ name, error }) =>
    error === null ? [] : `${name}: ${error.message}. ${error.remedy}`,
  )
  const numbers = [
    `Of your last ${counted(completeRuns, 'complete run')}, \`gate\` would have blocked ${count(gate)}, and \`gate-if-worse\` at most ${count(gateIfWorse)}.`,
    ...(cleared === 0
      ? []
      : [
          `In ${count(cleared)} of these ${count(gateIfWorse)}, each of the tests passed in the next run, as it might have on a retry.`,
        ]),
    recommendation(report),
    'Each run is judged as a job of its own, against the runs before it. The run history has no retries and counts outages as failures, so the numbers are upper bounds.',
  ]
  const sentences = completeRuns === 0 ? ['There are no complete runs in the run history.'] : numbers
  return {
    title: 'Can you switch it on?',
    sentences: [...sentences, ...errors],
    tables: [agentTable(agents), blockedTable(agents)],
  }
}

function recommendation({ recommendedMode }: HistoryReport): Sentence {
  switch (recommendedMode) {
    case 'gate':
      return 'Recommended mode: `gate`. Tests fail so rarely here that each failure can block.'
    case 'gate-if-worse':
      return 'Recommended mode: `gate-if-worse`. It blocks if a test that used to pass keeps failing.'
    case 'report':
      return 'Recommended mode: `report` for now, because the others would block too often. First correct the tests that are listed below.'
    case null:
      return 'These are too few runs to recommend a mode. Run the tests in mode `report` until there are 10, for example every night.'
    default:
      return recommendedMode satisfies never
  }
}

function agentTable(agents: readonly AgentReport[]): Table {
  const shown = agents.filter(({ runs }) => runs.length > 0)
  return {
    caption: null,
    head: ['Agent', 'Complete runs', 'gate blocks', 'gate-if-worse blocks at most', 'Pass rate'],
    rows: shown.map(({ name, runs, blocked }) => {
      const newest = runs.at(-1)
      const rate = newest === undefined ? '' : (percentage(newest) ?? '')
      const numbers = [runs.length, blocked.gate, blocked.gateIfWorse].map(count)
      return [{ name }, ...numbers, `${sparkline(runs.slice(-CHART_RUNS))} ${rate}`]
    }),
  }
}

/** One bar per run, oldest first, from 0% to 100%. */
function sparkline(runs: readonly { readonly passed: number; readonly total: number }[]): string {
  return runs.map(({ passed, total }) => BARS[Math.floor((7 * passed) / total)]).join('')
}

function blockedTable(agents: readonly AgentReport[]): Table {
  const blocked = agents.flatMap(({ name, runs }) =>
    runs.flatMap(({ blockedByGateIfWorse: block, ...run }) => (block === null ? [] : { name, run, block })),
  )
  const order = blocked.sort(
    (a, b) =>
      Number(a.block.passedNext) - Number(b.block.passedNext) ||
      b.run.createdAt.localeCompare(a.run.createdAt),
  )
  return {
    caption: captionOf('Runs that `gate-if-worse` might have blocked', order, MORE_ROWS),
    head: ['Run', 'Agent', 'Tests', 'In the next run'],
    rows: order.slice(0, MORE_ROWS).map(({ name, run, block: { tests, tooManyFailures, passedNext } }) => {
      const names = firstFew(tests, NAMES, (test) => test.name).join(', ')
      const next = passedNext ? 'passed' : tests.some((test) => test.passedNext === false) ? 'failed' : ''
      return [dateLink(run), { name }, tooManyFailures ? 'too many failed at once' : { name: names }, next]
    }),
  }
}

interface AgentTest {
  readonly agent: string
  readonly test: TestReport
}

function testsOf({ agents }: HistoryReport): AgentTest[] {
  return agents.flatMap(({ name, tests }) => tests.map((test) => ({ agent: name, test })))
}

function fixFirst(report: HistoryReport): Section {
  const tests = testsOf(report)
  const alwaysFails = ({ test }: AgentTest) => test.alwaysFails && test.runs >= MIN_RUNS
  const by = (value: (test: TestReport) => number) => (a: AgentTest, b: AgentTest) =>
    value(b.test) - value(a.test)
  const changing = tests.filter(({ test }) => test.changes > 1).sort(by(({ changes }) => changes))
  const sometimes = tests
    .filter((each) => !alwaysFails(each))
    .sort(by(({ failures, runs }) => failures / runs))
  return {
    title: 'What to fix first',
    sentences: tests.length === 0 ? ['None of the tests has failed.'] : [],
    tables: [
      testTable('Always fail', tests.filter(alwaysFails)),
      testTable('Fail most often', sometimes),
      testTable('Change most often between passed and failed', changing),
    ],
  }
}

function testTable(caption: string, tests: readonly AgentTest[]): Table {
  return {
    caption: captionOf(caption, tests, ROWS),
    head: ['Test', 'Agent', 'Failed', 'Changes', 'Last failure'],
    rows: tests
      .slice(0, ROWS)
      .map(({ agent, test }) => [
        { name: test.name },
        { name: agent },
        `${count(test.failures)} of ${counted(test.runs, 'run')}`,
        count(test.changes),
        dateLink(test.lastFailure),
      ]),
  }
}

function failingNow(report: HistoryReport): Section {
  const failing = testsOf(report).flatMap(({ agent, test }) =>
    test.failingSince === null ? [] : { agent, test, since: test.failingSince },
  )
  const order = failing.sort((a, b) => b.since.createdAt.localeCompare(a.since.createdAt))
  return {
    title: 'Since when?',
    sentences: [
      failing.length === 0
        ? 'No test failed in the newest run of its agent.'
        : `${counted(failing.length, 'test')} failed in the newest run of ${failing.length === 1 ? 'its agent' : 'their agents'}.`,
    ],
    tables: [
      {
        caption: captionOf('First run of the current failures', order, MORE_ROWS),
        head: ['Test', 'Agent', 'Failing since'],
        rows: order
          .slice(0, MORE_ROWS)
          .map(({ agent, test, since }) => [
            { name: test.name },
            { name: agent },
            dateLink(since, test.alwaysFails ? 'at least ' : ''),
          ]),
      },
    ],
  }
}

function declining({ agents }: HistoryReport): Section {
  const known = agents.filter(({ runs }) => runs.length > 0)
  const unknown = known.filter(({ decline }) => decline === null)
  const worse = known.flatMap(({ name, decline }) =>
    decline?.isDeclining === true ? declineText(name, decline) : [],
  )
  const names = firstFew(unknown, MORE_ROWS, ({ name }) => name).join(', ')
  return {
    title: 'Is it declining?',
    sentences: [
      ...worse,
      ...(worse.length === 0 && unknown.length < known.length ? ['No agent is declining.'] : []),
      ...(unknown.length === 0
        ? []
        : [
            `Fewer than 20 runs can be compared, so nothing is known of ${names}. Runs from before tests were rewritten do not count.`,
          ]),
    ],
    tables: [],
  }
}

export function declineText(name: string, { newest, before }: Decline): Sentence {
  const share = ({ failed, total }: Failures) => percentage({ passed: failed, total }) ?? ''
  return `${name} is declining: ${share(newest)} of the results failed in its newest ${newest.runs} runs, ${share(before)} in the ${before.runs} before.`
}

function captionOf(text: string, rows: readonly unknown[], shown: number): string {
  return rows.length > shown ? `${text} (${count(shown)} of ${count(rows.length)})` : text
}

function dateLink({ createdAt, url }: RunRef, before = ''): Cell {
  return { text: `${before}${createdAt.slice(0, 10)}`, url }
}
