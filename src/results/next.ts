// What to do next: a step for each cause that a line names, each of which ends with the way to green.
import type { Results } from '../schema.ts'
import type { Finding } from './findings.ts'
import { dayOf, firstFew, grouped } from './format.ts'
import { runsLink, testsLink } from './links.ts'
import { type AnyProblem, problemUrl, problemWords } from './problems.ts'
import { included, type Named, namedIn, type Remedy, remedies, type Target } from './remedies.ts'
import { code, input, joined, type Piece, plain, type Sentence, say } from './sentence.ts'
import { namesOf } from './untested.ts'
import { excused, notOfThisChange, type PlacedTest, type Step } from './verdicts.ts'

/** What to do about a finding. Steps that ask for the same are one, with the names of all of them. */
interface Instruction {
  readonly words: (named: Named & { readonly files: Sentence }) => Sentence
  readonly names?: readonly string[]
  readonly files?: readonly string[]
  readonly target?: Target
  /** Whose target it is. */
  readonly agents?: readonly number[]
  /** The run to open, where it is that of one agent. */
  readonly url?: string | null
  readonly remedy?: Remedy
}

/** A sentence with its link, and the findings that it is for. */
export interface NextStep {
  readonly sentence: Sentence
  readonly findings: readonly Finding[]
}

/** The most important first: `fix Support bot. …`. Empty if nothing is to be done. */
export function nextSteps(results: Results, findings: readonly Finding[]): readonly NextStep[] {
  const excuse = excuseSteps(results, findings)
  const all = findings.flatMap((finding) =>
    stepsOf(results, finding, excuse).map((step) => ({ ...step, finding })),
  )
  return grouped(all, askedFor).map((same) => {
    const [first] = same
    const { words } = same.find(({ remedy }) => remedy === askedFor(first)) ?? first
    const names = [...new Set(same.flatMap((each) => each.names ?? []))]
    const files = [...new Set(same.flatMap((each) => each.files ?? []))]
    const named = namedIn(names, addressOf(results, same), results.timeoutSeconds)
    return {
      sentence: words({ ...named, files: joined(firstFew(files, FILES_NAMED, code)) }),
      findings: same.map(({ finding }) => finding),
    }
  })
}

const FILES_NAMED = 3

/** Which steps are one: those that ask for the same, whomever they name. */
function askedFor({ remedy, words }: Instruction): string {
  const nobody = { ...namedIn([], null, null), files: [] }
  return (remedy && included[remedy]) ?? plain(words(nobody))
}

/** @param excuse what is to be done about all tests that fail with or without the change */
function stepsOf(results: Results, finding: Finding, excuse: readonly Instruction[]): readonly Instruction[] {
  const { step, tests, agents, problem } = finding
  if (problem !== null) return problemSteps(results, problem.problem, agents)
  const isExcused = tests.length > 0 && excused.has(step)
  return [
    ...(isExcused ? excuse : testSteps(results, step, agents, tests)),
    ...limitSteps(results, tests),
    ...expiredSteps(results, tests),
  ]
}

/** Where a step leads: to the run, if it is about one. */
function addressOf({ agents: all, workflowRunUrl }: Results, same: readonly Instruction[]): string | null {
  const target = same[0]?.target ?? null
  if (target === null || target === 'workflow') return target && workflowRunUrl
  const urls = new Set(same.map(({ url }) => url ?? null))
  const [run = null] = urls.size === 1 ? urls : []
  if (target === 'run' && run !== null) return run
  const agents = same.flatMap((each) => each.agents ?? [])
  const of = agents.length > 0 ? agents.flatMap((at) => all[at] ?? []) : all
  const [app, ...others] = new Set(of.map(({ appUrl }) => appUrl))
  // The demo has no web application.
  if (app === undefined || others.length > 0 || !URL.canParse(app)) return null
  return target === 'tests' ? testsLink(app) : runsLink(app)
}

function problemSteps(results: Results, problem: AnyProblem, agents: readonly number[]): Instruction[] {
  const hasChosen = (at: number) => overridePlaces(results, [at], MODEL_KEY).length > 0
  const overridden = isUnknownModel(problem) ? agents.filter(hasChosen) : []
  if (overridden.length === 0) return [problemStep(results, problem, agents)]
  const others = agents.filter((at) => !overridden.includes(at))
  // The change chose that model.
  const places = overridePlaces(results, overridden, MODEL_KEY)
  const sentence = say`check the model that ${joined(places)} ${places.length === 1 ? 'names' : 'name'}.`
  return [{ words: () => sentence }, ...(others.length > 0 ? [problemStep(results, problem, others)] : [])]
}

const MODEL_KEY = 'llm.model'

/** As model providers answer if they do not have the model. */
function isUnknownModel(problem: AnyProblem): boolean {
  return (
    problem.kind === 'no-answer' && problem.whose === 'model' && /^HTTP 40[04]$/.test(problem.detail ?? '')
  )
}

function problemStep(results: Results, problem: AnyProblem, agents: readonly number[]): Instruction {
  const [only, ...others] = agents.flatMap((at) => results.agents[at] ?? [])
  const url = only === undefined || others.length > 0 ? null : problemUrl(only, problem)
  return remedyStep(results, problemWords(problem).remedy, agents, url)
}

/** @param names those of the agents, if it is about them */
function remedyStep(
  results: Results,
  remedy: Remedy,
  agents: readonly number[],
  url: string | null = null,
  names = namesOf(results, agents),
): Instruction {
  return { ...remedies[remedy], remedy, names, agents, url }
}

function testSteps(
  results: Results,
  step: Step,
  agents: readonly number[],
  tests: readonly PlacedTest[],
): Instruction[] {
  switch (step) {
    case 'fix':
      return changeSteps(results, agents, tests)
    case 'many':
    case 'bad-day':
      return manySteps(results, agents)
    case 'check-test-edit':
      return [remedyStep(results, 'check-test-edit', agents, null, originalsOf(results, agents))]
    case 'failing-since':
      return failingSinceSteps(results, agents, tests)
    case 'now-and-then':
    case 'not-this-change':
    case 'passed-by':
      return []
    case 'compare':
      return compareSteps(results, agents, tests)
    case 'look-into':
      return unclearSteps(results, tests, agents)
    default:
      return [remedyStep(results, step, agents)]
  }
}

/** For tests that `max-tests` kept from running again. */
function limitSteps(results: Results, tests: readonly PlacedTest[]): Instruction[] {
  const limited = tests.filter(({ test }) => test.whyNotRunAgain?.problem?.kind === 'max-tests')
  const agents = limited.map(({ at }) => at)
  return limited.length === 0 ? [] : [remedyStep(results, 'raise-max-tests', agents)]
}

/** For tests whose acceptance has ended. */
function expiredSteps(results: Results, tests: readonly PlacedTest[]): Instruction[] {
  const expired = tests.filter(({ test }) => test.blocks && test.accepted?.expired)
  if (expired.length === 0) return []
  const sentence = say`to accept ${expired.length === 1 ? 'it' : 'them'} for longer, set a later day: ${acceptText(results, expired)}.`
  return [{ words: () => sentence }]
}

/** Many failures block at once: by the votes of a sample, or by their earlier runs, which know no bad day. */
function manySteps(results: Results, agents: readonly number[]): Instruction[] {
  const isCompared = agents.some((at) => results.agents[at]?.control !== null)
  if (isCompared) return changeSteps(results, agents, [])
  const newest = agents.flatMap((at) => results.agents[at]?.baseline?.runs[0]?.createdAt ?? []).sort()[0]
  const since = newest === undefined ? 'since its last run' : `since ${dayOf(newest)} (its last run)`
  const { count } = results.decision
  const isAll = [count, count?.again].every((each) => each && each.failed >= NEARLY_ALL * each.tests)
  const words: Instruction['words'] = ({ rerun, agents: names }) =>
    isAll
      ? say`try ${names} by hand, then ${rerun}.`
      : say`${rerun} later: the model may be having a bad day. If it stays red, see what changed in ${names} ${since}.`
  return [{ ...remedyStep(results, 'rerun-later', agents), words, names: originalsOf(results, agents) }]
}

/** `see what changed in Support bot between 24 and 25 Nov` */
function failingSinceSteps(
  results: Results,
  agents: readonly number[],
  tests: readonly PlacedTest[],
): Instruction[] {
  const { lastPassed, failingSince } = tests[0]?.test.earlier ?? {}
  const [from, to] = [dayOf(lastPassed?.createdAt ?? ''), dayOf(failingSince?.createdAt ?? '')]
  const [day, month] = from.split(' ')
  const days = from === to ? `on ${to}` : `between ${to.endsWith(`${month}`) ? day : from} and ${to}`
  const blocking = tests.filter(({ test }) => test.blocks)
  const merge =
    blocking.length === 0 ? [] : say`; to merge before that is repaired, ${acceptText(results, blocking)}`
  const words: Instruction['words'] = (named) => say`see what changed in ${named.agents} ${days}${merge}.`
  return [{ words, names: originalsOf(results, agents) }]
}

/** How to accept these tests. */
function acceptText({ startedAt }: Results, [only, ...others]: readonly PlacedTest[]): Piece {
  if (only === undefined || others.length > 0 || startedAt === null) return input('accept')
  const until = new Date(Date.parse(startedAt) + ACCEPT_MS).toISOString().slice(0, 10)
  return input('accept', `${only.agent.name} / ${only.test.name ?? only.test.id} until ${until}`)
}

/** With `override`, what is to be fixed is the file or the input, never the copy. */
function changeSteps(
  results: Results,
  agents: readonly number[],
  tests: readonly PlacedTest[],
): Instruction[] {
  const places = overridePlaces(results, agents)
  const isCompared = agents.some((at) => results.agents[at]?.control !== null)
  const written = [...new Set(tests.flatMap(({ test }) => test.source?.file ?? []))]
  const names = originalsOf(results, agents)
  const whatToFix = (named: Named) => (places.length > 0 ? joined(places) : named.agents)
  if (written.length > 0) {
    const words: Instruction['words'] = (named) =>
      say`fix ${whatToFix(named)}, or what is expected in ${named.files}.`
    return [{ words, names, files: written }]
  }
  const isKnown = places.length > 0 || isCompared
  const words: Instruction['words'] = (named) => {
    const fix = whatToFix(named)
    const start = isKnown ? say`fix ${fix}.` : say`find what changed in ${fix}, or in what it needs.`
    return say`${start} If the new reply is right, ${named.link('correct the test')}.`
  }
  return [{ words, names, target: 'tests', agents }]
}

/** The files and the input that say what is changed about these agents, or only one key of them. */
function overridePlaces({ agents: all }: Results, agents: readonly number[], only?: string): Sentence[] {
  const keys = agents.flatMap((at) => all[at]?.override?.keys ?? [])
  const files = new Set(keys.filter(({ key }) => key === (only ?? key)).map(({ file }) => file))
  return [...files].map((file) =>
    file === null ? [{ ...input('override'), isIntroduced: true }] : [code(file)],
  )
}

/** So many of the tests that failed at once say that the agent itself is broken. */
const NEARLY_ALL = 0.9

/** 14 days. */
const ACCEPT_MS = 14 * 86_400_000

/**
 * In `gate`, tests that failed before block all the same. Where none blocks, and the headline does not say to merge, nothing is to
 * be done.
 */
function excuseSteps(results: Results, findings: readonly Finding[]): Instruction[] {
  const all = findings.flatMap(({ step, tests }) => (excused.has(step) ? tests : []))
  const blocking = all.filter(({ test }) => test.blocks)
  const tests = blocking.length > 0 ? blocking : all
  const agents = tests.map(({ at }) => at)
  const [, ...others] = tests
  // Its line has its name.
  const isOne = others.length === 0
  const what = isOne ? ['it failed'] : say`${tests.length} tests failed`
  if (blocking.length === 0) {
    if (!findings.every(({ step }) => excused.has(step))) return []
    const saysToMerge = results.mode !== 'report' && findings.every(({ step }) => notOfThisChange.has(step))
    if (saysToMerge) return []
    if (tests.some(({ test }) => test.control !== null)) return [lookIntoStep(results, agents)]
    return [{ words: () => say`nothing new to fix: ${what} before, too.` }]
  }
  const block = isOne ? ['it blocks'] : say`${what} before, too, and block`
  const sentence = say`${block} because of ${input('mode', 'gate')}: use ${code('gate-if-worse')} or ${acceptText(results, blocking)}.`
  return [{ words: () => sentence }]
}

/** What would make it possible to compare; where the author changed a prompt, that comes first. */
function compareSteps(
  results: Results,
  agents: readonly number[],
  tests: readonly PlacedTest[],
): Instruction[] {
  const copies = agents.filter((at) => results.agents[at]?.override && results.agents[at]?.control === null)
  const histories = tests.flatMap(({ at, agent: { baseline } }) => {
    const problem = baseline?.problem ?? null
    // Elsewhere, it is information.
    const decides = results.decision.compares === 'history'
    return problem === null || !decides || copies.includes(at) ? [] : [problemStep(results, problem, [at])]
  })
  const isFirst = tests.some(
    ({ agent: { baseline } }) =>
      baseline?.problem === null && baseline.runs.length + baseline.tooRecent === 0,
  )
  const nightly = isFirst ? [remedyStep(results, 'bring-history', [])] : []
  const control = copies.length === 0 ? [] : [remedyStep(results, 'set-control', copies)]
  return [...histories, lookIntoStep(results, agents), ...control, ...nightly]
}

function unclearSteps(
  results: Results,
  tests: readonly PlacedTest[],
  agents: readonly number[],
): Instruction[] {
  const found = tests.flatMap(({ at, test: { undecided } }): Instruction[] => {
    if (undecided?.why === 'no-time') return [remedyStep(results, 'raise-timeout', [at])]
    if (undecided?.why === 'edited') return [remedyStep(results, 'rerun', [at])]
    if (undecided?.problem == null) return []
    const names = (undecided.why === 'control-silent' && results.agents[at]?.control?.name) || null
    const { remedy } = problemWords(undecided.problem)
    return [remedyStep(results, remedy, [at], undecided.url, names === null ? undefined : [names])]
  })
  return found.length > 0 ? found : [lookIntoStep(results, agents)]
}

function lookIntoStep(results: Results, agents: readonly number[]): Instruction {
  const places = overridePlaces(results, agents)
  const step = remedyStep(results, 'look-into-tests', agents, null, originalsOf(results, agents))
  if (places.length === 0) return step
  return { ...step, words: (named) => step.words({ ...named, agents: joined(places) }) }
}

/** The agents, or the originals of copies, whose tests they are. */
function originalsOf({ agents }: Results, of: readonly number[]): string[] {
  return of.flatMap((at) => agents[at]?.override?.original.name ?? agents[at]?.name ?? [])
}
