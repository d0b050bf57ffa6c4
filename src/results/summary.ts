// The first lines of every report: whether to merge, whose fault it is, and what to do next. They never judge a test.
import { DEFAULT_TITLE, hasFailed, hasPassed, type Results } from '../schema.ts'
import { type Blame, type Blamed, blameLine, blameOf, type PlacedTest } from './blame.ts'
import { count, counted, grouped, ofAgents, testedAgents } from './format.ts'
import { runsLink, testsLink } from './links.ts'
import { type AnyProblem, PLACES, problemUrl, type Remedy, remedyOf, remedyText } from './problems.ts'
import { agentList, code, few, joined, plain, type Sentence, say } from './sentence.ts'
import { groupOf, groups, type TestGroup } from './test-outcomes.ts'
import { isUntested, namesOf, type SharedProblem, sharedProblems, shortProblems } from './untested.ts'

const TESTS_IN_HEADLINE = 2

/** A test by the position of its agent in the results, and its ID. */
interface TestAt {
  readonly agent: number
  readonly test: string
}

/** What the headline is about. */
type What =
  | {
      readonly kind: 'tests'
      readonly group: 'broke' | 'failed'
      /** One of each name, if there are no more than two names. */
      readonly named: readonly TestAt[]
      readonly tests: number
      readonly agents: readonly number[]
    }
  | { readonly kind: 'problems' }
  | { readonly kind: 'passed' }
  | { readonly kind: 'nothing' }

export interface Next {
  readonly kind: Remedy
  readonly agents: readonly number[]
  /** Whether it is about the controls of these agents. */
  readonly ofControl: boolean
  /** What `url` leads to. */
  readonly place: 'run' | 'runs' | 'workflow' | 'tests' | null
  readonly url: string | null
}

/** What the first lines are made of: the verdict, whose fault it is, and what to do next. */
export interface Summary extends Blamed {
  /** `care`: nothing blocks, but tests fail that are not accepted. */
  readonly advice: 'merge' | 'care' | 'wait' | 'stop'
  readonly what: What
  readonly next: readonly Next[]
  /** The tests that the verdict rests on. */
  readonly evidence: readonly TestAt[]
}

export function summarize(results: Results): Summary {
  const tests = results.agents.flatMap(({ run }, at) => (run?.tests ?? []).map((test) => ({ at, test })))
  const problems = sharedProblems(results)
  const blame = blameOf(results, tests, problems)
  const evidence = verdictTests(results, tests)
  return {
    results,
    advice: adviceOf(results.verdict, blame),
    what: whatOf(results, evidence, problems),
    problems,
    blame,
    next: blame === null ? [] : nextSteps(results, blame, evidence, problems),
    evidence: evidence.map(({ at, test }) => ({ agent: at, test: test.id })),
  }
}

function adviceOf(verdict: Results['verdict'], blame: Blame | null): Summary['advice'] {
  switch (verdict) {
    case 'failed':
      return 'stop'
    case 'inconclusive':
      return 'wait'
    case 'passed':
      return blame === null ? 'merge' : 'care'
    default:
      return verdict satisfies never
  }
}

/** The tests that a verdict rests on, most important first. */
const EVIDENCE: Readonly<Record<Results['verdict'], readonly TestGroup[]>> = {
  failed: ['broke', 'failed'],
  inconclusive: ['undecided'],
  passed: ['new', 'failed-on-control', 'failed-before'],
}

function verdictTests({ verdict }: Results, tests: readonly PlacedTest[]): PlacedTest[] {
  const of = (groups: readonly TestGroup[]) =>
    groups.flatMap((group) => tests.filter(({ test }) => groupOf(test) === group))
  const own = of(EVIDENCE[verdict])
  // The count of failures may block where no test does by itself.
  return own.length === 0 && verdict === 'failed' ? of([...EVIDENCE.passed, 'flaky']) : own
}

function whatOf(job: Results, evidence: readonly PlacedTest[], problems: readonly SharedProblem[]): What {
  const { verdict, agents } = job
  const isOfTests = evidence.length > 0 && (verdict !== 'inconclusive' || !problems.some(isUntested))
  if (isOfTests) {
    const byName = grouped(evidence, ({ at, test }) => test.name ?? `${at} ${test.id}`)
    const named = byName.length <= TESTS_IN_HEADLINE ? byName.map(([first]) => first) : []
    const isBroken = evidence.every(({ test }) => test.outcome === 'broke')
    return {
      kind: 'tests',
      group: isBroken ? 'broke' : 'failed',
      named: named.map(({ at, test }) => ({ agent: at, test: test.id })),
      tests: evidence.length,
      agents: agentsIn(evidence),
    }
  }
  const tested = testedAgents(job)
  if (problems.length > 0 && verdict !== 'passed' && (tested > 0 || agents.length === 0))
    return { kind: 'problems' }
  return { kind: tested === 0 || verdict !== 'passed' ? 'nothing' : 'passed' }
}

function agentsIn(evidence: readonly PlacedTest[]): number[] {
  return [...new Set(evidence.map(({ at }) => at))].sort((a, b) => a - b)
}

type Step = Pick<Next, 'kind' | 'agents'> & { readonly url?: string | null; readonly ofControl?: boolean }

function nextSteps(
  job: Results,
  blame: Blame,
  evidence: readonly PlacedTest[],
  problems: readonly SharedProblem[],
): Next[] {
  const ofTests = agentsIn(evidence)
  const wanted: Step[] = [
    ...blameSteps(job, blame, ofTests),
    ...problems.map(({ problem, agents }) => problemStep(job, problem, agents)),
  ]
  const linked = new Set<string>()
  return grouped(wanted, ({ kind, ofControl }) => `${kind} ${ofControl}`).map((same) => {
    const [{ kind, ofControl = false }] = same
    const agents = [...new Set(same.flatMap((each) => each.agents))]
    const urls = new Set(same.map(({ url }) => url ?? null))
    const [run = null] = urls.size === 1 ? urls : []
    const place = PLACES[kind] === 'run' && run === null ? 'runs' : PLACES[kind]
    const url = place === 'run' ? run : stepUrl(job, place, agents)
    // Each address once.
    if (url === null || linked.has(url)) return { kind, agents, ofControl, place: null, url: null }
    linked.add(url)
    return { kind, agents, ofControl, place, url }
  })
}

function stepUrl(job: Results, place: Next['place'], agents: readonly number[]): string | null {
  if (place === null || place === 'workflow') return place && job.workflowRunUrl
  const of = agents.length > 0 ? agents.flatMap((at) => job.agents[at] ?? []) : job.agents
  const [app, ...others] = new Set(of.map(({ appUrl }) => appUrl))
  // The demo has no web application.
  if (app === undefined || others.length > 0 || !URL.canParse(app)) return null
  return place === 'tests' ? testsLink(app) : runsLink(app)
}

/** What to do about the tests instead of reading them; null if the problems say it. */
const BLAME_NEXT: Readonly<Record<string, Remedy | null>> = {
  'this-change': 'fix-agent',
  'evaluator-edited': 'check-evaluator-edit',
  'compares-with-nothing': 'see-default-branch',
  'not-tested': null,
  'no-history': null,
} satisfies Partial<Record<Blame['kind'] | Extract<Blame, { kind: 'unclear' }>['why'], Remedy | null>>

function blameSteps(job: Results, blame: Blame, agents: readonly number[]): Step[] {
  const why = blame.kind === 'unclear' ? blame.why : blame.kind
  const { [why]: kind = 'look-into-tests' } = BLAME_NEXT
  const isUnsure = blame.kind === 'this-change' && !blame.isProbable
  const usual = kind === null ? [] : [{ kind: isUnsure ? ('see-default-branch' as const) : kind, agents }]
  if (blame.kind !== 'unclear') return usual
  if (blame.why === 'control') {
    const controls = job.agents.flatMap(({ control }, at) =>
      control?.problem
        ? { kind: remedyOf(control.problem), agents: [at], url: control.url, ofControl: true }
        : [],
    )
    return [...controls, ...usual]
  }
  if (blame.why !== 'not-run-again') return usual
  const retries = job.agents.flatMap(({ run }) =>
    (run?.tests ?? []).flatMap(({ whyNotRunAgain }) => whyNotRunAgain ?? []),
  )
  const skipped = retries.find(({ why }) => why !== 'control')
  if (skipped?.problem) return [{ kind: remedyOf(skipped.problem), agents, url: skipped.url }]
  return skipped?.why === 'no-time' ? [{ kind: 'raise-timeout', agents }] : usual
}

function problemStep({ agents }: Results, problem: AnyProblem, at: readonly number[]): Step {
  const [only, ...others] = at.flatMap((each) => agents[each] ?? [])
  const url = only === undefined || others.length > 0 ? null : problemUrl(only, problem)
  return { kind: remedyOf(problem), agents: at, url }
}

export interface Headline {
  readonly sign: '✅' | '❌' | '⚠️' | 'ℹ️'
  /** Null if it is the usual one. */
  readonly title: string | null
  /** Such as `Do not merge`. */
  readonly advice: string
  /** Such as `"Refuses a refund after 30 days" broke`. */
  readonly facts: Sentence
}

const advices = {
  merge: { sign: '✅', advice: 'Good to merge' },
  care: { sign: '⚠️', advice: 'Merge with care' },
  wait: { sign: '⚠️', advice: 'Do not merge yet' },
  stop: { sign: '❌', advice: 'Do not merge' },
  report: { sign: 'ℹ️', advice: 'Report only' },
} as const

export function headline(summary: Summary): Headline {
  const { results, advice, what } = summary
  const { mode, title } = results
  return {
    ...advices[mode === 'report' ? 'report' : advice],
    title: title === DEFAULT_TITLE ? null : title,
    facts: say`${whatText(summary)}${alsoText(results, what)}`,
  }
}

function whatText({ results, what, problems }: Summary): Sentence {
  switch (what.kind) {
    case 'tests':
      return testsText(results, what)
    case 'problems':
      return shortProblems(results, problems)
    case 'passed':
      return [passedHeadline(results)]
    case 'nothing':
      return ['no agent was tested']
    default:
      return what satisfies never
  }
}

/** Two names of tests that are no longer than this fit into a headline of one line. */
const NAMES_LENGTH = 40

/** `"A" broke in 3 agents`, `5 of 40 tests broke in Support bot` */
function testsText(results: Results, what: Extract<What, { kind: 'tests' }>): Sentence {
  const { named, group, tests, agents } = what
  const did = groups[group].label
  if (named.length > 0) {
    const names = named.map(({ agent, test: id }) => {
      const test = results.agents[agent]?.run?.tests.find((each) => each.id === id)
      return test?.name ?? id
    })
    const most = names.join('').length > NAMES_LENGTH ? 1 : names.length
    const where = names.length === 1 && tests > 1 ? ` in ${counted(agents.length, 'agent')}` : ''
    const texts = few(names, most, (text): Sentence => ['"', { kind: 'test', text }, '"'])
    return say`${joined(texts)} ${did}${where}`
  }
  const all = testedAgents(results)
  const where =
    all === 1
      ? ''
      : agents.length === 1
        ? say` in ${agentList(namesOf(results, agents))}`
        : ` in ${ofAgents(agents.length, all)}`
  return say`${tests} of ${counted(results.totals.total, 'test')} ${did}${where}`
}

/** `all 50 tests passed in 3 agents, 1 only on retry` */
function passedHeadline(results: Results): string {
  const { passed, total, flaky } = results.totals
  const agents = testedAgents(results)
  const accepted = testsIn(results, 'accepted')
  const tests =
    total === 1 && passed === 1
      ? '1 test'
      : `${passed === total ? 'all' : `${count(passed)} of`} ${counted(total, 'test')}`
  const parts = [
    flaky > 0 && `${count(flaky)} only on retry`,
    accepted > 0 && `${count(accepted)} accepted`,
  ].filter(Boolean)
  return [`${tests} passed${agents === 1 ? '' : ` in ${counted(agents, 'agent')}`}`, ...parts].join(', ')
}

function testsIn({ agents }: Results, group: TestGroup): number {
  return agents.flatMap(({ run }) => run?.tests ?? []).filter((test) => groupOf(test) === group).length
}

/** What the headline counts beside what it says. */
function alsoText(results: Results, { kind }: What): string {
  const unjudged = testsIn(results, 'undecided')
  const [without, silent, skipped] = withoutResult(results)
  const parts =
    kind === 'problems' ? [unjudged > 0 && `${counted(unjudged, 'test')} failed`] : [without, silent]
  return [...parts, skipped].map((part) => (part ? `; ${part}` : '')).join('')
}

/** Tests and agents without a result, as far as there are any. */
function withoutResult({ totals, agentTotals, agents }: Results) {
  const tests = totals.total - totals.passed - totals.failed
  const silent = agents.filter(({ outcome, run }) => outcome !== 'skipped' && !run?.tests.length).length
  return [
    tests > 0 && `${count(tests)} without a result`,
    silent > 0 && `${counted(silent, 'agent')} inconclusive`,
    agentTotals.skipped > 0 && `${counted(agentTotals.skipped, 'agent')} skipped`,
  ] as const
}

/** `Tested with this pull request's `system_prompt` (prompts/support-bot.md).`: a line per set of keys. */
export function testedWith({ agents, headSha, pullRequest }: Results): readonly Sentence[] {
  const overridden = agents.flatMap(({ name, override, run }) => {
    const hasTested = run?.tests.some((test) => hasPassed(test) || hasFailed(test))
    return override === null || hasTested !== true ? [] : [{ name, ...override }]
  })
  const sets = grouped(overridden, ({ keys }) => JSON.stringify(keys))
  // On the command line, the files need not be of any commit.
  const ofCommit = headSha === null ? 'the changed' : "this commit's"
  const whose = pullRequest === null ? ofCommit : "this pull request's"
  return sets.map((same) => {
    const keys = same[0].keys.map(({ key, file }) =>
      file === null ? say`${code(key)}` : say`${code(key)} (${{ kind: 'said', text: file }})`,
    )
    const of = sets.length === 1 ? [] : say`${agentList(same.map(({ name }) => name))}: `
    return say`${of}Tested with ${whose} ${joined(keys)}.`
  })
}

const linkTexts = {
  run: 'Open run',
  runs: 'Open the runs',
  workflow: 'Re-run',
  tests: 'Open the tests',
} as const

/** A sentence per step, the most important first: `fix Support bot. …`; its link is the last piece. Empty if all is green. */
export function nextLines({ results, next }: Summary): readonly Sentence[] {
  return next.map(({ kind, agents, ofControl, url, place }) => {
    const controls = agents.flatMap((at) => results.agents[at]?.control?.name ?? [])
    const names = ofControl ? [...new Set(controls)] : namesOf(results, agents)
    const text = remedyText(kind, agentList(names))
    return url === null || place === null
      ? text
      : say`${text} ${{ kind: 'link', text: linkTexts[place], url }}`
  })
}

/** `38 of 39 tests passed in 3 agents · 1 flaky test · 1 agent skipped` */
export function totalsText(results: Results): string {
  const { total, passed, failed, flaky } = results.totals
  const agents = results.agents.filter(({ run }) => run?.tests.length).length
  const [without, silent, skipped] = withoutResult(results)
  const parts = [
    `${count(passed)} of ${counted(total, 'test')} passed${agents === 1 ? '' : ` in ${counted(agents, 'agent')}`}`,
    failed > 0 && `${count(failed)} failed`,
    without,
    flaky > 0 && `${count(flaky)} flaky`,
    silent,
    skipped,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The first lines as text. */
export function summaryText(summary: Summary): readonly string[] {
  const { sign, title, advice, facts } = headline(summary)
  const blame = blameLine(summary)
  const next = nextLines(summary).map((line) => `Next: ${plain(line, { urls: true })}`)
  return [
    `${sign} ${title === null ? '' : `${title}: `}${advice}: ${plain(facts)}`,
    ...(blame === null ? [] : [plain(blame)]),
    ...next,
  ]
}
