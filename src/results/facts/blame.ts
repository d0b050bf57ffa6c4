// Whose fault it is: exactly one answer, whenever something is not green.
import type { Because, Blame, ResultsAgent, ResultsTest, SharedProblem, StoryFacts } from '../schema.ts'
import { isOfAgent, isUntested, sideOf } from './shared-problems.ts'

export interface PlacedTest {
  readonly at: number
  readonly test: ResultsTest
}

type Of<Kind extends Because['kind']> = Extract<Because, { kind: Kind }>

export function blameOf(
  job: StoryFacts,
  tests: readonly PlacedTest[],
  problems: readonly SharedProblem[],
): Blame | null {
  switch (job.verdict) {
    case 'failed':
      return ofFailed(job, tests)
    case 'inconclusive':
      return ofInconclusive(job, tests, problems)
    case 'passed':
      return ofPassed(job, tests)
    default:
      return job.verdict satisfies never
  }
}

function ofFailed({ decisions }: StoryFacts, tests: readonly PlacedTest[]): Blame {
  const broken = inGroup(tests, 'broken')
  const count = decisions.map((each) => each.count).find((each) => each?.blocks) ?? null
  const sample = decisions.map((each) => each.sample).find((each) => each?.blocks) ?? null
  const of = broken.length + inGroup(tests, 'failed').length
  if (broken.length === 0 && count === null && sample === null)
    return { kind: 'unclear', why: 'compares-with-nothing', tests: of, because: [] }
  // An evaluator that was edited can be why, too.
  const edits = broken.map(({ because }) => having(because, 'evaluator-edited'))
  const known = broken.filter((_, index) => edits[index]?.length === 0)
  if (known.length === 0 && count === null && sample === null) {
    const evaluators = edits.flat().map(({ kind, ...edit }) => edit)
    const distinct = [...new Map(evaluators.map((each) => [JSON.stringify(each), each])).values()]
    return { kind: 'evaluator-edited', tests: broken.length, evaluators: distinct }
  }
  const probable = count === null || sample !== null ? known.filter(isProbable) : []
  const told = probable.length > 0 ? probable : known
  const ofTests = { tests: told.length, of, because: summed(told) }
  return { kind: 'this-change', ...ofTests, isProbable: sample !== null || told === probable, count, sample }
}

/** So many runs that a test which broke passed all of are rarely chance. */
const MANY_RUNS = 10

function isProbable({ control, because }: ResultsTest): boolean {
  const [earlier] = having(because, 'earlier-runs')
  return control !== null || (earlier?.failures === 0 && earlier.runs >= MANY_RUNS)
}

function ofInconclusive(
  { agents }: StoryFacts,
  tests: readonly PlacedTest[],
  problems: readonly SharedProblem[],
): Blame {
  const unjudged = inGroup(tests, 'undetermined')
  const untested = problems.filter(isUntested)
  if (untested.length === 0 && (unjudged.length > 0 || problems.length > 0))
    return { kind: 'unclear', tests: unjudged.length, ...whyUnjudged(agents, unjudged) }
  return {
    kind: 'not-tested',
    side: sideOf(untested),
    agents: [...new Set(untested.filter(isOfAgent).flatMap((each) => each.agents))],
  }
}

function whyUnjudged(
  agents: readonly ResultsAgent[],
  unjudged: readonly ResultsTest[],
): Pick<Extract<Blame, { kind: 'unclear' }>, 'why' | 'because'> {
  const all = unjudged.flatMap(({ because }) => because)
  if (agents.some(({ baseline }) => baseline?.problem)) return { why: 'no-history', because: [] }
  const silent = having(all, 'control-unanswered')
  const control = silent.find(({ problem }) => problem !== null) ?? silent[0]
  if (control !== undefined) return { why: 'control', because: [control] }
  const isOfRetries =
    having(all, 'not-run-again').length > 0 || having(all, 'earlier-runs-unanswered').length === 0
  return { why: isOfRetries ? 'not-run-again' : 'nothing-earlier', because: summed(unjudged) }
}

function ofPassed({ agents, decisions }: StoryFacts, tests: readonly PlacedTest[]): Blame | null {
  const added = inGroup(tests, 'new')
  if (added.length > 0) {
    const isFirst = decisions.every(({ compared }) => (compared?.tests ?? 0) === 0)
    const isTooRecent = agents.some(({ baseline }) => (baseline?.tooRecent ?? 0) > 0)
    const why = !isFirst ? 'new' : isTooRecent ? 'too-recent' : 'nothing-earlier'
    return { kind: 'unclear', why, tests: added.length, because: [] }
  }
  const excused = inGroup(tests, 'failed-before')
  const clean = excused.filter(({ because }) => having(because, 'earlier-runs')[0]?.failures === 0)
  if (clean.length > 0)
    return { kind: 'unclear', why: 'few-runs', tests: clean.length, because: summed(clean) }
  const before = [...inGroup(tests, 'control-fails'), ...excused]
  return before.length === 0 ? null : { kind: 'failed-before', tests: before.length, because: summed(before) }
}

export function inGroup(tests: readonly PlacedTest[], group: ResultsTest['group']): ResultsTest[] {
  return tests.flatMap(({ test }) => (test.group === group ? test : []))
}

function having<Kind extends Because['kind']>(because: readonly Because[], kind: Kind): Of<Kind>[] {
  return because.filter((each): each is Of<Kind> => each.kind === kind)
}

/** The evidence of all of them together: attempts, earlier runs and the control's attempts. */
function summed(tests: readonly ResultsTest[]): Because[] {
  if (tests.length === 0) return []
  const all = <Kind extends Because['kind']>(kind: Kind) =>
    tests.flatMap(({ because }) => having(because, kind))
  const [attempts, earlier, controls] = [all('attempts'), all('earlier-runs'), all('control')]
  // Of a test that ran once, nothing is said.
  const once = tests.length - attempts.length
  const failed = once + total(attempts.map((each) => each.failed))
  const failures = total(earlier.map((each) => each.failures))
  const passed = total(controls.map((each) => each.passed))
  return [
    { kind: 'attempts', failed, of: once + total(attempts.map(({ of }) => of)) },
    ...earlier
      .slice(0, 1)
      .map((each) => ({ ...each, failures, runs: total(earlier.map(({ runs }) => runs)) })),
    ...controls.slice(0, 1).map((each) => ({ ...each, passed, of: total(controls.map(({ of }) => of)) })),
    ...all('not-run-again').slice(0, 1),
  ]
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
