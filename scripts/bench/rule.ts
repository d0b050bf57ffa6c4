// `npm run bench:rule`: how often the rules of `gate-if-worse` block, with and without a reason. Prints the Markdown tables of
// docs/internals/statistics.md, and that of docs/modes.md.
import { parseArgs } from 'node:util'
import { countFailures, testsToCountAgain } from '../../src/gate/history/failure-count.ts'
import { judgeFailure, todayOf } from '../../src/gate/history/rule.ts'
import { worstShare } from './control-bound.ts'
import {
  type ControlledFigures,
  type ControlledSituation,
  type Suite,
  simulateControlled,
} from './control-trials.ts'
import { breakCleanest, countsOf, type History, type Rule } from './excuse-trials.ts'
import { type GateFigures, simulateGate } from './gate-trials.ts'
import { table } from './markdown.ts'
import { changeCleanest } from './rule-random.ts'
import { type Day, type Figures, type Situation, simulate } from './rule-trials.ts'

const usage = `npm run bench:rule [-- options]
  --trials <number>   pull requests per figure; 2000 unless set
  --seed <number>     of the random numbers; 1 unless set`

interface Run {
  readonly gate: (tests: number, change: Change, inputs: Parameters<typeof simulateGate>[2]) => GateFigures
  readonly alone: (situation: Situation) => Figures
  readonly controlled: (situation: ControlledSituation) => ControlledFigures
}

const times = (factor: number) => (rates: Float64Array) => {
  for (const [index, rate] of rates.entries()) rates[index] = Math.min(1, rate * factor)
}
const plus = (points: number) => (rates: Float64Array) => {
  for (const [index, rate] of rates.entries()) rates[index] = Math.min(1, rate + points)
}
const cleanest = (tests: number, rate: number) => (rates: Float64Array) => changeCleanest(rates, tests, rate)
/** Tests are in no order: the first ones are random. */
const random = (tests: number, rate: number) => (rates: Float64Array) => void rates.fill(rate, 0, tests)
const randomShare = (share: number) => (rates: Float64Array) =>
  random(Math.max(1, Math.round(share * rates.length)), 1)(rates)

type Change = (rates: Float64Array) => void
const onCandidate =
  (change: Change) =>
  ({ candidate }: Suite) =>
    change(candidate)
const onBoth =
  (change: Change) =>
  ({ candidate, control }: Suite) => {
    change(control)
    candidate.set(control)
  }
const brokenThatFailed = (rate: number) => (suite: Suite) => {
  random(1, rate)(suite.control)
  random(1, 1)(suite.candidate)
}

const controlled: Readonly<Record<string, Omit<ControlledSituation, 'tests'>>> = {
  unchanged: {},
  'day × 2': { change: onBoth(times(2)) },
  'day × 3': { change: onBoth(times(3)) },
  'whole runs fail 30%': { failingRuns: 0.3 },
  '20 tests fail 50% on both': { change: onBoth(random(20, 0.5)) },
  '1 never failed, now always': { change: brokenThatFailed(0) },
  '10 clean ones now 60%': { change: onCandidate(cleanest(10, 0.6)) },
  '5 clean ones now 80%': { change: onCandidate(cleanest(5, 0.8)) },
  '10% now always': { change: onCandidate(randomShare(0.1)) },
  'all +30 points': { change: onCandidate(plus(0.3)) },
  '30 clean ones now 30%': { change: onCandidate(cleanest(30, 0.3)) },
}

function withControl({ controlled: run }: Run): string {
  const rows = [5, 30, 100, 300, 1000].map((tests) => [
    `${tests}`,
    ...Object.values(controlled).map((situation) => percent(run({ tests, ...situation }).blocked)),
  ])
  return table(['Tests', ...Object.keys(controlled)], rows)
}

/** How often an outage starts in a round, and stays in the next. */
const often = { starts: 0.2, stays: 0.8 }
const long = { starts: 0.1, stays: 0.95 }

const special: Readonly<Record<string, Omit<ControlledSituation, 'tests'>>> = {
  'a test that fails 1% now always fails': { change: brokenThatFailed(0.01) },
  'a test that fails 5% now always fails': { change: brokenThatFailed(0.05) },
  'total break': { change: onCandidate(plus(1)) },
  'unchanged, but the candidate is down for rounds': { outages: { of: ['candidate'], ...often } },
  'unchanged, but the control is': { outages: { of: ['control'], ...often } },
  'unchanged, but either side is': { outages: { of: ['candidate', 'control'], ...often } },
  'the candidate, for longer': { outages: { of: ['candidate'], ...long } },
  'the control, for longer': { outages: { of: ['control'], ...long } },
  'either side, for longer': { outages: { of: ['candidate', 'control'], ...long } },
}

function withControlInCorners({ controlled: run }: Run): string {
  const rows = Object.entries(special).map(([name, situation]) => [
    name,
    ...[30, 100, 300].map((tests) => percent(run({ tests, ...situation }).blocked)),
  ])
  return table(['', '30 tests', '100', '300'], rows)
}

function costOfControl({ controlled: run }: Run): string {
  const situations = {
    unchanged: {},
    'whole runs fail 30%': { failingRuns: 0.3 },
    'total break': special['total break'],
  }
  const rows = [5, 30, 99, 100, 300, 1000].map((tests) => [
    `${tests}`,
    ...Object.values(situations).flatMap((situation) => {
      const { executions, rounds } = run({ tests, ...situation })
      return [meanAndMost(executions), meanAndMost(rounds)]
    }),
  ])
  return table(['Tests', ...Object.keys(situations).flatMap((name) => [name, 'rounds'])], rows)
}

function bounds(): string {
  const rows = [1, 3, 15, 18, 100].map((of) => [
    `${of}`,
    percent(worstShare(of, 20 * of)),
    percent(worstShare(of, of)),
  ])
  return table(['Unchanged tests that failed', 'of twenty times as many', 'of as many'], rows)
}

const alone: Readonly<Record<string, Omit<Situation, 'tests' | 'runs'>>> = {
  unchanged: {},
  'day × 1.5': { change: times(1.5) },
  'day × 2': { change: times(2) },
  'day × 3': { change: times(3) },
  'attempts of one test correlated, 0.1': { correlation: 0.1 },
  'attempts of one test correlated, 0.3': { correlation: 0.3 },
  'all fail in the first run, an outage': { firstRunFails: true },
  'a tool of 3 tests is down for the whole job': { change: random(3, 1) },
  '1 clean test always fails now': { change: cleanest(1, 1) },
  '1 random test always fails now': { change: random(1, 1) },
  '5% of the tests always fail now': { change: randomShare(0.05) },
  '10% of the tests always fail now': { change: randomShare(0.1) },
  '20% of the tests always fail now': { change: randomShare(0.2) },
  '10 clean tests now fail 60%': { change: cleanest(10, 0.6) },
  'all +5 points': { change: plus(0.05) },
  'total break': { change: plus(1) },
}
const sizes = [5, 30, 100, 300, 1000]

function withHistory({ alone: run }: Run): string {
  const rows = Object.entries(alone).map(([name, situation]) => [
    name,
    ...sizes.map((tests) => percent(run({ tests, runs: 10, ...situation }).blocked)),
  ])
  return table(['', ...sizes.map((tests) => `${tests} tests`)], rows)
}

const histories: Readonly<Record<string, Situation['runs']>> = {
  '1 run': 1,
  '2 runs': 2,
  '3 runs': 3,
  '5 runs': 5,
  '10 runs': 10,
  '10 runs, a fifth of the tests 1': (index) => (index % 5 === 4 ? 1 : 10),
}

/** `unchanged / day × 2 / 1 random test always fails`, and where 5% / 10% / 20% do. */
function withFewRuns({ alone: run }: Run): string {
  const row = (name: string, tests: number, changes: readonly Change[]) => [
    name,
    ...Object.values(histories).map((runs) =>
      changes.map((change) => percent(run({ tests, runs, change }).blocked)).join(' / '),
    ),
  ]
  const rows = sizes.map((tests) => row(`${tests}`, tests, [() => {}, times(2), random(1, 1)]))
  const many = [0.05, 0.1, 0.2].map(randomShare)
  const ofMany = [30, 100, 300].map((tests) => row(`${tests}, 5% / 10% / 20% always fail now`, tests, many))
  return table(['Tests', ...Object.keys(histories)], [...rows, ...ofMany])
}

/** What a month is like: its days and nights, and what its changes break. */
const days: readonly Day[] = [
  { share: 0.7, factor: 1 },
  { share: 0.2, factor: 2 },
  { share: 0.1, factor: 3 },
]
const breaks: readonly Change[] = [
  random(1, 1),
  random(3, 1),
  random(1, 0.6),
  cleanest(10, 0.6),
  plus(0.2),
  plus(1),
]
/** The share of pull requests that break something, in a month and in a quiet one. */
const BROKEN = [0.1, 0.03]

/** `true reds / the same in a quiet month / breaks missed`. @param rule the share that it blocks on days like this */
function ofMonths(rule: (change: Change, day: Change) => number): string {
  const onDays = (change: Change) =>
    days.reduce((sum, { share, factor }) => sum + share * rule(change, times(factor)), 0)
  const found = breaks.reduce((sum, change) => sum + onDays(change), 0) / breaks.length
  const wrong = onDays(() => {})
  const right = BROKEN.map((broken) => (broken * found) / (broken * found + (1 - broken) * wrong))
  return [...right, 1 - found].map(percent).join(' / ')
}

const both = (first: Change, second: Change) => (rates: Float64Array) => {
  first(rates)
  second(rates)
}

function months(run: Run): string {
  const rows = [12, 50, 200].map((tests) => {
    const gate = ofMonths((change, day) => run.gate(tests, both(day, change), {}).blocked)
    const alone = [2, 10].map((runs) =>
      ofMonths((change, day) => run.alone({ tests, runs, nights: days, change: both(day, change) }).blocked),
    )
    const controlled = ofMonths((change, day) => {
      const onSides = (suite: Suite) => {
        onBoth(day)(suite)
        onCandidate(change)(suite)
      }
      return run.controlled({ tests, change: onSides }).blocked
    })
    return [`${tests}`, gate, ...alone, controlled]
  })
  const head = ['`gate` without retries', '2 baseline runs', '10 baseline runs', 'with a control']
  return table(['Tests', ...head], rows)
}

/** 30 tests of 20 seconds, one at a time. */
function ofModes(run: Run): string {
  const tests = 30
  type Trials = Pick<GateFigures, 'blocked' | 'executions'>
  const alone = (change: Change): Trials => {
    const { blocked, retries } = run.alone({ tests, runs: 10, change })
    return { blocked, executions: retries }
  }
  const controlled = (change: Change, isBroken: boolean): Trials =>
    run.controlled({ tests, change: (isBroken ? onCandidate : onBoth)(change) })
  const modes: Readonly<Record<string, (change: Change, isBroken: boolean) => Trials>> = {
    '`gate`': (change) => run.gate(tests, change, {}),
    '`gate`, `retries: 2`': (change) => run.gate(tests, change, { retries: 2 }),
    '`gate`, `pass-rate: 90`': (change) => run.gate(tests, change, { passRate: 90 }),
    '`gate-if-worse`, 10 baseline runs': alone,
    '`gate-if-worse` with a control': controlled,
  }
  const rows = Object.entries(modes).map(([name, trials]) => {
    const [unchanged, badDay] = [() => {}, times(2)].map((change) => trials(change, false))
    const [one, some, all] = [cleanest(1, 1), cleanest(3, 1), plus(1)].map((change) => trials(change, true))
    const minutes = [unchanged, one, all].map((each) => {
      const { executions = [] } = each ?? {}
      return Math.round(2 * ((tests + mean(executions)) / 3)) / 2
    })
    return [
      name,
      ...[unchanged, badDay, one, some, all].map((each) => percent(each?.blocked ?? 0)),
      minutes.join(' / '),
    ]
  })
  return table(
    [
      'Mode',
      'unchanged',
      'on a bad day (× 2)',
      'one test broke',
      '10% broke',
      'all broke',
      'minutes: unchanged / one broke / all broke',
    ],
    rows,
  )
}

function costOfRetries({ gate, alone }: Run): string {
  const rows = sizes.map((tests) => [
    `${tests}`,
    percent(gate(tests, () => {}, {}).blocked),
    meanAndMost(alone({ tests, runs: 10 }).retries),
  ])
  return table(['Tests', '`gate` without retries blocks', 'retries of `gate-if-worse`'], rows)
}

/** Up to which number of tests a total break passes, of which some always failed: no randomness. */
function totalBreaks(): string {
  const largest = (runs: number, knownOf: (tests: number) => number) =>
    Math.max(
      0,
      ...Array.from({ length: 100 }, (_, i) => i + 2).filter((size) => passes(size, knownOf(size), runs)),
    )
  const rows = [1, 2, 3, 4, 5, 10].map((runs) => [
    `${runs}`,
    ...[() => 1, (tests: number) => Math.floor(tests / 2)].map(
      (knownOf) => `${largest(runs, knownOf) || 'none'}`,
    ),
  ])
  return table(['Baseline runs', 'one', 'half of the tests'], rows)
}

function passes(size: number, known: number, runs: number): boolean {
  const tests = Array.from({ length: size }, (_, index) => ({
    ...{ agent: '', name: `${index}`, failures: index < known ? runs : 0, runs, isNew: false },
    ...{ failed: 1, passed: false },
  }))
  const counts = [tests, testsToCountAgain(tests)].map((each) => countFailures(each, tests))
  if (counts.every(({ isTooMany }) => isTooMany)) return false
  for (let failed = 1; ; failed++) {
    // Tests that failed before do not run again.
    const state = tests.map((test) => (test.failures > 0 ? test : { ...test, failed }))
    const clean = state.at(-1)
    const became = clean && judgeFailure(clean, true, todayOf(state), 2)
    if (became !== 'retry') return became !== 'broke'
  }
}

const sections: Readonly<Record<string, (run: Run) => string>> = {
  'What each mode costs and finds, of docs/modes.md': ofModes,
  'Months: red verdicts that are true, and breaks that are missed': months,
  'With a control: share blocked': withControl,
  'With a control: corners': withControlInCorners,
  'With a control: test executions beyond the first run, and rounds': costOfControl,
  'With a control: the bound for tests that answer alike': bounds,
  'Without a control: share blocked, 10 baseline runs': withHistory,
  'Without a control: share blocked, by baseline runs': withFewRuns,
  'Without a control: runs that excuse nothing': withExcuses,
  'Without a control: what retries cost': costOfRetries,
  'Without a control: the largest suite in which a total break passes beside tests that always failed':
    totalBreaks,
}

const excuses: Readonly<Record<string, readonly [History, Rule | null]>> = {
  'ten usual nights': [{}, null],
  'three pushes before the pull request; without the cut-off at its first commit': [{ pushes: 3 }, 'cut-off'],
  'four nights of a broken main, then six of a repaired one; without later runs': [
    { brokenNights: 4, laterNights: 6 },
    'later runs',
  ],
  'nine broken nights, then six': [{ brokenNights: 9, laterNights: 6 }, 'later runs'],
  'five retries of each run, after a bad night; each retry a run': [
    { brokenNights: 1, isRetried: true },
    'retries',
  ],
  'all of these': [{ pushes: 3, brokenNights: 4, laterNights: 6, isRetried: true }, null],
}

function withExcuses({ alone }: Run): string {
  const blocked = (tests: number, history: History, without: Rule | null) => {
    const earlier = countsOf(history, without)
    return percent(alone({ tests, runs: 10, earlier, change: breakCleanest(history) }).blocked)
  }
  const rows = Object.entries(excuses).map(([name, [history, rule]]) => [
    name,
    ...[1, 3, 30, 100].map((tests) =>
      [history, { ...history, isBroken: true }]
        .flatMap((each) =>
          [null, ...(rule === null ? [] : [rule])].map((without) => blocked(tests, each, without)),
        )
        .join(' / '),
    ),
  ])
  return table(['', '1 test', '3 tests', '30 tests', '100 tests'], rows)
}

/** @param ascending of each job */
function meanAndMost(ascending: readonly number[]): string {
  const average = mean(ascending)
  return `${average.toFixed(average < 10 ? 1 : 0)} / ${ascending[Math.floor(0.95 * ascending.length)]}`
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function percent(share: number): string {
  const value = 100 * share
  return value.toFixed(value > 0 && value < 9.95 ? 1 : 0)
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is not a positive number\n${usage}`)
  return value
}

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(usage)
else {
  const [trials, seed] = [wholeNumber(values.trials), wholeNumber(values.seed)]
  const run: Run = {
    gate: (tests, change, inputs) => simulateGate(tests, change, inputs, trials, seed),
    alone: (situation) => simulate(situation, trials, seed),
    controlled: (situation) => simulateControlled(situation, trials, seed),
  }
  for (const [title, print] of Object.entries(sections)) console.log(`### ${title}\n\n${print(run)}\n`)
}
