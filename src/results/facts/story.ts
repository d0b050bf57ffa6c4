// The story of a job, or of a merge: the verdict, whose fault it is, and what to do next. It never judges a test.
import { runsLink, testsLink } from '../links.ts'
import {
  type Blame,
  type Next,
  PLACES,
  type Results,
  type Story,
  type StoryFacts,
  type Trouble,
} from '../schema.ts'
import { blameOf, inGroup, type PlacedTest, unlistedIn } from './blame.ts'
import { isUntested, troublesOf } from './troubles.ts'

const NAMED = 2

export function tell(job: StoryFacts): Story {
  const tests = job.agents.flatMap(({ run }, at) => (run?.tests ?? []).map((test) => ({ at, test })))
  const troubles = troublesOf(job)
  const blame = blameOf(job, tests, troubles)
  const evidence = evidenceOf(job, tests)
  const what = whatOf(job, evidence, troubles)
  const days = job.decisions.flatMap(({ day }) => day ?? [])
  return {
    verdict: { advice: adviceOf(job.verdict, blame), what, also: alsoOf(job, tests, what) },
    blame,
    day:
      blame === null || days.length === 0
        ? null
        : {
            failed: days.reduce((sum, { failed }) => sum + failed, 0),
            expected: days.reduce((sum, { expected }) => sum + expected, 0),
          },
    next: blame === null ? [] : nextOf(job, blame, evidence, troubles),
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
  passed: ['new', 'control-fails', 'unreliable', 'known-failure'],
}

function evidenceOf({ verdict }: StoryFacts, tests: readonly PlacedTest[]): PlacedTest[] {
  const of = (groups: readonly Group[]) =>
    groups.flatMap((group) => tests.filter(({ test }) => test.group === group))
  const own = of(EVIDENCE[verdict])
  // The count of failures may block where no test does by itself.
  return own.length === 0 && verdict === 'failed' ? of(EVIDENCE.passed) : own
}

function whatOf(
  { verdict, agents, totals, agentTotals }: StoryFacts,
  evidence: readonly PlacedTest[],
  troubles: readonly Trouble[],
): Story['verdict']['what'] {
  const tested = agentTotals.passed + agentTotals.failed + agentTotals.inconclusive
  const unlisted = verdict === 'failed' ? unlistedIn(agents) : 0
  const untested = troubles.filter(isUntested)
  const isOfTests = evidence.length + unlisted > 0 && (verdict !== 'inconclusive' || untested.length === 0)
  if (isOfTests) {
    const byName = [...Map.groupBy(evidence, ({ at, test }) => test.name ?? `${at} ${test.id}`).values()]
    const named = unlisted === 0 && byName.length <= NAMED ? byName.flatMap((same) => same.slice(0, 1)) : []
    const groups = new Set(evidence.map(({ test }) => test.group))
    return {
      kind: 'tests',
      group: groups.size === 1 && unlisted === 0 ? ([...groups][0] ?? 'failed') : 'failed',
      named: named.map(({ at, test }) => ({ agent: at, test: test.id })),
      tests: evidence.length + unlisted,
      total: totals.total,
      agents: agentsOf(evidence, agents),
      ofAgents: tested,
    }
  }
  if (tested > 0 || agents.length === 0) {
    const shown = byKind(untested.length > 0 ? untested : troubles)
    if (shown.length > 0 && verdict !== 'passed')
      return { kind: 'troubles', troubles: shown, ofAgents: tested }
  }
  if (tested === 0 || verdict !== 'passed') return { kind: 'nothing' }
  const accepted = agents.flatMap(({ run }) => (run?.tests ?? []).filter(({ group }) => group === 'accepted'))
  const { total, passed, flaky } = totals
  return { kind: 'passed', passed, total, flaky, accepted: accepted.length, agents: tested }
}

/** Agents with the same kind of problem together: the headline does not say what differs. */
function byKind(troubles: readonly Trouble[]): Trouble[] {
  const same = Map.groupBy(troubles, (each, index) => (each.kind === 'problem' ? each.problem.kind : index))
  return [...same.values()].flatMap(([first, ...others]) => {
    if (first?.kind !== 'problem') return first ?? []
    const more = others.flatMap((each) => (each.kind === 'problem' ? each.agents : []))
    return { ...first, agents: [...first.agents, ...more] }
  })
}

/** Those of the tests, and those with failing tests that the service did not list. */
function agentsOf(evidence: readonly PlacedTest[], agents: StoryFacts['agents']): number[] {
  const listed = new Set(evidence.map(({ at }) => at))
  return agents.flatMap(({ group, unlisted }, at) =>
    listed.has(at) || (group === 'blocks' && unlisted > 0) ? [at] : [],
  )
}

/** What the headline counts beside what it names. */
function alsoOf(
  { agents, agentTotals, verdict }: StoryFacts,
  tests: readonly PlacedTest[],
  { kind }: Story['verdict']['what'],
): Story['verdict']['also'] {
  const isSaid = kind === 'troubles'
  const runs = agents.flatMap(({ run }) => run?.counts ?? [])
  const without = runs.reduce((sum, { total, passed, failed }) => sum + total - passed - failed, 0)
  return {
    failed: isSaid && verdict === 'inconclusive' ? inGroup(tests, 'undetermined').length : 0,
    without: isSaid ? 0 : Math.max(0, without),
    inconclusive: isSaid
      ? 0
      : agents.filter(({ outcome, run }) => outcome === 'inconclusive' && run?.counts == null).length,
    skipped: agentTotals.skipped,
  }
}

type Wanted = Pick<Next, 'kind' | 'agents'> & { readonly url?: string | null; readonly ofControl?: boolean }

function nextOf(
  job: StoryFacts,
  blame: Blame,
  evidence: readonly PlacedTest[],
  troubles: readonly Trouble[],
): Next[] {
  const ofTests = agentsOf(evidence, job.agents)
  const wanted: Wanted[] = [
    ...(blame.kind === 'not-tested' ? [] : ofBlame(job, blame, ofTests)),
    ...troubles.flatMap((trouble) => ofTrouble(job, trouble)),
  ]
  const linked = new Set<string>()
  const grouped = Map.groupBy(wanted, ({ kind, ofControl }) => `${kind} ${ofControl}`)
  return [...grouped.values()].flatMap((same) => {
    const [{ kind, ofControl = false } = { kind: null }] = same
    if (kind === null) return []
    const agents = [...new Set(same.flatMap((each) => each.agents))]
    const run = same.length === 1 ? (same[0]?.url ?? null) : null
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

function ofBlame(job: StoryFacts, blame: Blame, agents: readonly number[]): Wanted[] {
  if (blame.kind === 'evaluator-edited') return [{ kind: 'check-evaluator-edit', agents }]
  if (blame.kind === 'this-change') return [{ kind: 'fix-agent', agents }]
  if (blame.kind !== 'unclear') return [{ kind: 'look-into-tests', agents }]
  switch (blame.why) {
    case 'compares-with-nothing':
      return [{ kind: 'see-default-branch', agents }]
    case 'not-run-again': {
      const skipped = blame.because.find((each) => each.kind === 'not-run-again')
      const why = skipped?.why ?? null
      const usual = why === 'no-time' ? 'raise-timeout' : why === 'no-result' ? 'rerun' : 'look-into-tests'
      // A limit of this job: running it again would come to the same.
      const isLimit = skipped?.problem?.kind === 'max-tests'
      return [{ kind: isLimit ? 'raise-max-tests' : usual, agents }]
    }
    case 'control':
      return [
        ...job.agents.flatMap(({ control }, at): Wanted[] =>
          control?.problem
            ? [{ kind: control.problem.next, agents: [at], ofControl: true, url: control.problem.url }]
            : [],
        ),
        { kind: 'look-into-tests', agents },
      ]
    case 'no-history':
      return []
    case 'nothing-earlier':
    case 'too-recent':
    case 'new':
    case 'unreliable':
      return [{ kind: 'look-into-tests', agents }]
    default:
      return blame.why satisfies never
  }
}

function ofTrouble({ agents }: StoryFacts, trouble: Trouble): Wanted[] {
  switch (trouble.kind) {
    case 'ended-early':
      return [{ kind: trouble.end.next, agents: [] }]
    case 'no-answer':
    case 'problem':
      return trouble.agents.flatMap((at): Wanted[] => {
        const problem = agents[at]?.problem
        return problem ? [{ kind: problem.next, agents: [at], url: problem.url }] : []
      })
    case 'no-history':
      return trouble.agents.flatMap((at): Wanted[] => {
        const error = agents[at]?.baseline?.error
        return error ? [{ kind: error.next, agents: [at] }] : []
      })
    default:
      return trouble satisfies never
  }
}
