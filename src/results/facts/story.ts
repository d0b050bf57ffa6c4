// The story of a job, or of a merge: the verdict, whose fault it is, and what to do next. It never judges a test.

import {
  type Blame,
  type Next,
  PLACES,
  type Problem,
  type Remedy,
  type Results,
  type SharedProblem,
  type Story,
  type StoryFacts,
} from '../../schema.ts'
import { runsLink, testsLink } from '../links.ts'
import { grouped, testedAgents } from '../units.ts'
import { blameOf, type PlacedTest } from './blame.ts'
import { isUntested, sharedProblems } from './shared-problems.ts'

const NAMED = 2

export function tell(job: StoryFacts): Story {
  const tests = job.agents.flatMap(({ run }, at) => (run?.tests ?? []).map((test) => ({ at, test })))
  const problems = sharedProblems(job)
  const blame = blameOf(job, tests, problems)
  const evidence = evidenceOf(job, tests)
  return {
    verdict: { advice: adviceOf(job.verdict, blame), what: whatOf(job, evidence, problems) },
    problems,
    blame,
    next: blame === null ? [] : nextOf(job, blame, evidence, problems),
    evidence: evidence.map(({ at, test }) => ({ agent: at, test: test.id })),
  }
}

function adviceOf(verdict: Results['verdict'], blame: Blame | null): Story['verdict']['advice'] {
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

type Group = PlacedTest['test']['group']
/** The tests that a verdict rests on, most important first. */
const EVIDENCE: Readonly<Record<Results['verdict'], readonly Group[]>> = {
  failed: ['broken', 'failed'],
  inconclusive: ['undetermined'],
  passed: ['new', 'control-fails', 'failed-before'],
}

function evidenceOf({ verdict }: StoryFacts, tests: readonly PlacedTest[]): PlacedTest[] {
  const of = (groups: readonly Group[]) =>
    groups.flatMap((group) => tests.filter(({ test }) => test.group === group))
  const own = of(EVIDENCE[verdict])
  // The count of failures may block where no test does by itself.
  return own.length === 0 && verdict === 'failed' ? of([...EVIDENCE.passed, 'flaky']) : own
}

function whatOf(
  job: StoryFacts,
  evidence: readonly PlacedTest[],
  problems: readonly SharedProblem[],
): Story['verdict']['what'] {
  const { verdict, agents } = job
  const isOfTests = evidence.length > 0 && (verdict !== 'inconclusive' || !problems.some(isUntested))
  if (isOfTests) {
    const byName = grouped(evidence, ({ at, test }) => test.name ?? `${at} ${test.id}`)
    const named = byName.length <= NAMED ? byName.map(([first]) => first) : []
    const isBroken = evidence.every(({ test }) => test.group === 'broken')
    return {
      kind: 'tests',
      group: isBroken ? 'broken' : 'failed',
      named: named.map(({ at, test }) => ({ agent: at, test: test.id })),
      tests: evidence.length,
      agents: agentsOf(evidence),
    }
  }
  const tested = testedAgents(job)
  if (problems.length > 0 && verdict !== 'passed' && (tested > 0 || agents.length === 0))
    return { kind: 'problems' }
  return { kind: tested === 0 || verdict !== 'passed' ? 'nothing' : 'passed' }
}

function agentsOf(evidence: readonly PlacedTest[]): number[] {
  return [...new Set(evidence.map(({ at }) => at))].sort((a, b) => a - b)
}

type Wanted = Pick<Next, 'kind' | 'agents'> & { readonly url?: string | null; readonly ofControl?: boolean }

function nextOf(
  job: StoryFacts,
  blame: Blame,
  evidence: readonly PlacedTest[],
  problems: readonly SharedProblem[],
): Next[] {
  const ofTests = agentsOf(evidence)
  const wanted: Wanted[] = [
    ...ofBlame(job, blame, ofTests),
    ...problems.map(({ problem, agents }) => ofProblem(problem, agents)),
  ]
  const linked = new Set<string>()
  return grouped(wanted, ({ kind, ofControl }) => `${kind} ${ofControl}`).map((same) => {
    const [{ kind, ofControl = false }] = same
    const agents = [...new Set(same.flatMap((each) => each.agents))]
    const urls = new Set(same.map(({ url }) => url ?? null))
    const [run = null] = urls.size === 1 ? urls : []
    const place = PLACES[kind] === 'run' && run === null ? 'runs' : PLACES[kind]
    const url = place === 'run' ? run : urlOf(job, place, agents)
    // Each address once.
    if (url === null || linked.has(url)) return { kind, agents, ofControl, place: null, url: null }
    linked.add(url)
    return { kind, agents, ofControl, place, url }
  })
}

function urlOf(job: StoryFacts, place: Next['place'], agents: readonly number[]): string | null {
  if (place === null || place === 'workflow') return place && job.workflowRunUrl
  const of = agents.length > 0 ? agents.flatMap((at) => job.agents[at] ?? []) : job.agents
  const [app, ...others] = new Set(of.map(({ appUrl }) => appUrl))
  if (app === undefined || others.length > 0) return null
  return place === 'tests' ? testsLink(app) : runsLink(app)
}

/** What else than reading them to do about the tests; null if the problems say it. */
const BLAME_NEXT: Readonly<Record<string, Remedy | null>> = {
  'this-change': 'fix-agent',
  'evaluator-edited': 'check-evaluator-edit',
  'compares-with-nothing': 'see-default-branch',
  'not-tested': null,
  'no-history': null,
} satisfies Partial<Record<Blame['kind'] | Extract<Blame, { kind: 'unclear' }>['why'], Remedy | null>>

function ofBlame(job: StoryFacts, blame: Blame, agents: readonly number[]): Wanted[] {
  const why = blame.kind === 'unclear' ? blame.why : blame.kind
  const { [why]: kind = 'look-into-tests' } = BLAME_NEXT
  const isUnsure = blame.kind === 'this-change' && !blame.isProbable
  const usual = kind === null ? [] : [{ kind: isUnsure ? ('see-default-branch' as const) : kind, agents }]
  if (blame.kind !== 'unclear') return usual
  if (blame.why === 'control') {
    const controls = job.agents.flatMap(({ control }, at) =>
      control?.problem ? [{ ...ofProblem(control.problem, [at]), ofControl: true }] : [],
    )
    return [...controls, ...usual]
  }
  const skipped = blame.why === 'not-run-again' && blame.because.find((each) => each.kind === 'not-run-again')
  if (skipped && skipped.problem !== null) return [ofProblem(skipped.problem, agents)]
  return skipped && skipped.why === 'no-time' ? [{ kind: 'raise-timeout', agents }] : usual
}

function ofProblem(problem: Problem, agents: readonly number[]): Wanted {
  return { kind: problem.next, agents, url: agents.length === 1 ? problem.url : null }
}
