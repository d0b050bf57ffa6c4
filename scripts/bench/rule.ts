// `npm run bench:rule`: how often the rule of `gate-if-worse` blocks, with and without a reason. Prints the Markdown
// tables of docs/statistics.md.
import { parseArgs } from 'node:util'
import { type ControlledSituation, ordinaryControlled, simulateControlled } from './control-trials.ts'
import { table } from './markdown.ts'
import { type Figures, ordinary, type Situation, simulate } from './rule-trials.ts'

const usage = `npm run bench:rule [-- options]
  --trials <number>   pull requests per figure; 10000 unless set
  --seed <number>     of the random numbers; 1 unless set`

type Run = (situation: Partial<Situation>) => Figures

const suites = [5, 20, 100, 200].flatMap((tests) =>
  [0.01, 0.02, 0.05, 0.1].map((failureRate) => ({ tests, failureRate })),
)
const suiteHead = ['Tests', 'Failure rate']
const suiteCells = ({ tests, failureRate }: (typeof suites)[number]) => [`${tests}`, `${100 * failureRate}%`]

const rules: Readonly<Record<string, keyof Figures>> = {
  'any test fails': 'anyFailure',
  'pass rate below the newest earlier run': 'lowerPassRate',
  'newly failing, retried twice': 'newlyFailing',
  'this rule': 'shipped',
}

const breaks: readonly Partial<Situation>[] = [
  ...[1, 0.6].flatMap((brokenRate) => [1, 2, 10].map((broken) => ({ broken, brokenRate }))),
  { worse: 0.05 },
]
const breakHead = breaks.map(({ broken, brokenRate = 1, worse }) =>
  worse === undefined
    ? `${broken} ${broken === 1 ? 'fails' : 'fail'} ${brokenRate === 1 ? 'always' : `${100 * brokenRate}%`}`
    : `all +${100 * worse} points`,
)

const histories = [0, 1, 3, 5, 10, 20]

const days: readonly (readonly [string, Partial<Situation>])[] = [
  ['Ordinary', {}],
  ['All rates × 1.5 today', { today: 1.5 }],
  ['All rates × 2 today', { today: 2 }],
  ['All rates × 3 today', { today: 3 }],
  ['Failing in groups of 5', { groupSize: 5 }],
]

function unchanged(run: Run): string {
  const rows = suites.map((suite) => [
    ...suiteCells(suite),
    ...Object.values(rules).map((rule) => bothShapes(run, suite, rule)),
    bothShapes(run, suite, 'extraTests'),
  ])
  return table([...suiteHead, ...Object.keys(rules), 'retries, % of the suite'], rows)
}

function unchangedByHistory(run: Run): string {
  const rows = suites.map((suite) => [
    ...suiteCells(suite),
    ...histories.map((baselineRuns) => bothShapes(run, { ...suite, baselineRuns })),
  ])
  return table([...suiteHead, ...histories.map(baselineHead)], rows)
}

function unchangedByDay(run: Run): string {
  const rows = suites.map((suite) => [
    ...suiteCells(suite),
    ...days.map(([, day]) => bothShapes(run, { ...suite, ...day })),
  ])
  return table([...suiteHead, ...days.map(([name]) => name)], rows)
}

function broken(run: Run): string {
  const rows = suites.map((suite) => [
    ...suiteCells(suite),
    ...breaks.map((each) => bothShapes(run, { ...suite, ...each })),
  ])
  return table([...suiteHead, ...breakHead], rows)
}

function brokenByHistory(run: Run): string {
  const rows = histories.map((baselineRuns) => [
    baselineHead(baselineRuns),
    ...breaks.map((each) => bothShapes(run, { baselineRuns, ...each })),
  ])
  return table(['History', ...breakHead], rows)
}

function brokenByRule(run: Run): string {
  const rows = Object.entries(rules).map(([name, rule]) => [
    name,
    ...breaks.map((each) => bothShapes(run, each, rule)),
  ])
  return table(['Rule', ...breakHead], rows)
}

const sections: Readonly<Record<string, (run: Run) => string>> = {
  'Nothing changed: share blocked, 10 baseline runs': unchanged,
  'Nothing changed: share blocked by this rule, by baseline runs': unchangedByHistory,
  'Nothing changed: share blocked by this rule where its assumptions fail, 10 baseline runs': unchangedByDay,
  'Tests broke: share blocked by this rule, 10 baseline runs': broken,
  'Tests broke: share blocked by this rule, by baseline runs (100 tests, 5%)': brokenByHistory,
  'Tests broke: share blocked by each rule (100 tests, 5%, 10 baseline runs)': brokenByRule,
}

const controlled: readonly (readonly [string, Partial<ControlledSituation>])[] = [
  ['nothing changed', {}],
  ['a bad day, all rates × 2', { today: 2 }],
  ['a bad day, all rates × 3', { today: 3 }],
  ['five tests share a tool that fails now, on both', { outage: 5 }],
  ['stale history: 5 tests now fail 60%, on both', { stale: 5 }],
  ['1 fails always', { broken: 1 }],
  ['3 fail always', { broken: 3 }],
  ['10 fail always', { broken: 10 }],
  ['a known failure, since fixed, fails always', { broken: 1, wereKnown: true }],
  ['a bad day × 2, and 1 fails always', { today: 2, broken: 1 }],
  ['3 fail 60%', { broken: 3, brokenRate: 0.6 }],
  ['10 fail 60%', { broken: 10, brokenRate: 0.6 }],
  ['all +5 points', { worse: 0.05 }],
]

function withControl(trials: number, seed: number): string {
  const run = (situation: Partial<ControlledSituation>) =>
    simulateControlled({ ...ordinaryControlled, ...situation }, trials, seed)
  const rows = controlled.map(([name, situation]) => [
    name,
    ...[10, 3, 0].map((baselineRuns) => percent(run({ ...situation, baselineRuns }).blocked)),
  ])
  return table(['With a control', '10 runs', '3 runs', '0 runs'], rows)
}

function costOfControl(trials: number, seed: number): string {
  const rows = controlled
    .filter(([, { today = 1, outage, stale, worse }]) => today === 1 && !outage && !stale && !worse)
    .map(([name, situation]) => {
      const figures = simulateControlled({ ...ordinaryControlled, ...situation }, trials, seed)
      return [name, ...[figures.onCandidate, figures.onControl, figures.rounds].map(meanAndMost)]
    })
  return table(['Mean / 95th percentile', 'Runs of tests on the candidate', 'on the control', 'Rounds'], rows)
}

/** @param ascending of each job */
function meanAndMost(ascending: readonly number[]): string {
  const mean = ascending.reduce((sum, each) => sum + each, 0) / ascending.length
  return `${mean.toFixed(1)} / ${ascending[Math.floor(0.95 * ascending.length)]}`
}

/** `equal / skewed`, in percent. */
function bothShapes(run: Run, situation: Partial<Situation>, figure: keyof Figures = 'shipped'): string {
  return [false, true].map((skewed) => percent(run({ ...situation, skewed })[figure])).join(' / ')
}

function percent(share: number): string {
  const value = 100 * share
  return value.toFixed(value > 0 && value < 9.95 ? 1 : 0)
}

function baselineHead(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`
}

/** Simulates each situation once, however many tables show it. */
function simulator(trials: number, seed: number): Run {
  const known = new Map<string, Figures>()
  return (partial) => {
    const situation = { ...ordinary, ...partial }
    const key = Object.values(situation).join()
    const figures = known.get(key) ?? simulate(situation, trials, seed)
    known.set(key, figures)
    return figures
  }
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${text} is not a positive number\n${usage}`)
  return value
}

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) console.log(usage)
else {
  const [trials, seed] = [wholeNumber(values.trials), wholeNumber(values.seed)]
  const run = simulator(trials, seed)
  for (const [title, print] of Object.entries(sections)) console.log(`### ${title}\n\n${print(run)}\n`)
  console.log(`### Share blocked with a control (100 tests, 5%, skewed)\n\n${withControl(trials, seed)}\n`)
  console.log(
    `### What a control costs beyond the first run (100 tests, 5%, skewed, 10 runs)\n\n${costOfControl(trials, seed)}`,
  )
}
