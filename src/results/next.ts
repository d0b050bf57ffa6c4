// What to do next: a step for each cause that a line names, each of which ends with the way to green.
import type { Results } from '../schema.ts'
import type { Finding } from './findings.ts'
import { dayOf, firstFew, grouped } from './format.ts'
import { documentLink, runsLink, testsLink } from './links.ts'
import { type AnyProblem, problemUrl, problemWords } from './problems.ts'
import { code, input, joined, type Piece, plain, type Sentence } from './sentence.ts'
import { namesOf } from './shared-problems.ts'
import { excused, included, type Named, namedIn, notOfThisChange, type Step, steps } from './steps.ts'
import { failNearlyAll, type PlacedTest } from './verdicts.ts'

/** A row of the table of steps, and what its words name. */
interface Instruction {
  readonly step: Step
  /** Whose target it is. */
  readonly agents: readonly number[]
  /** Those of all instructions of a step are named together: the agents, and files of tests. */
  readonly names: readonly string[]
  readonly files: readonly string[]
  /** The run to open, where it is that of one agent. */
  readonly url: string | null
  /** What else its words name: instructions of which that differs are two. */
  readonly named: Partial<Named>
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
  const asked = grouped(all, askedFor).map((same) => {
    const [first] = same
    const { step, named } = same.find((each) => each.step === askedFor(first)) ?? first
    const names = [...new Set(same.flatMap((each) => each.names))]
    const files = [...new Set(same.flatMap((each) => each.files))]
    const address = addressOf(results, same)
    const sentence = steps[step].words({
      ...namedIn(names, address, results.timeoutSeconds),
      files: joined(firstFew(files, FILES_NAMED, code)),
      ...named,
    })
    return { sentence, findings: same.map(({ finding }) => finding) }
  })
  return asked.filter(({ sentence }) => sentence.length > 0)
}

const FILES_NAMED = 3

/** Which steps are one: those that ask for the same, whomever they name. */
function askedFor({ step, named }: Instruction): string {
  return included[step] ?? plain(steps[step].words({ ...namedIn([], null, null), ...named }))
}

/** @param excuse what is to be done about all tests that fail with or without the change */
function stepsOf(results: Results, finding: Finding, excuse: readonly Instruction[]): readonly Instruction[] {
  const { step, tests, agents, problem } = finding
  if (problem !== null) return problemSteps(results, problem.problem, agents)
  const isExcused = tests.length > 0 && excused.has(step)
  return [
    ...(isExcused ? excuse : (chosenSteps[step]?.(results, finding) ?? [rowStep(results, step, agents)])),
    ...limitSteps(results, tests),
    ...expiredSteps(results, tests),
  ]
}

/** Where a step leads: to the run, if it is about one. */
function addressOf(results: Results, same: readonly [Instruction, ...Instruction[]]): string | null {
  const { agents: all, workflowRunUrl } = results
  const { target } = steps[same[0].step]
  if (target === null || target === 'workflow') return target && workflowRunUrl
  if (target === 'fork-recipe') return documentLink(results, 'docs/recipes.md#forks-and-dependabot')
  if (target === 'nightly-example') return documentLink(results, 'examples/nightly-report.yml')
  const urls = new Set(same.map(({ url }) => url))
  const [run = null] = urls.size === 1 ? urls : []
  if (target === 'run' && run !== null) return run
  const agents = same.flatMap((each) => each.agents)
  const whose = agents.length > 0 ? agents.flatMap((at) => all[at] ?? []) : all
  const [app, ...others] = new Set(whose.map(({ appUrl }) => appUrl))
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
  const check = rowStep(results, 'check-chosen-model', overridden, { named: { places } })
  return [check, ...(others.length > 0 ? [problemStep(results, problem, others)] : [])]
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
  const { step } = problemWords(problem)
  // A copy gets the tests of its original.
  return (step === 'link-tests' ? ofOriginals : rowStep)(results, step, agents, { url })
}

function rowStep(
  results: Results,
  step: Step,
  agents: readonly number[],
  more: Partial<Instruction> = {},
): Instruction {
  return { step, agents, names: namesOf(results, agents), files: [], url: null, named: {}, ...more }
}

type AboutTests = Pick<Finding, 'agents' | 'tests'>

/** Where the row depends on what is known of the agents and the tests. */
const chosenSteps: Readonly<Partial<Record<Step, (results: Results, about: AboutTests) => Instruction[]>>> = {
  fix: fixSteps,
  many: manySteps,
  'bad-day': manySteps,
  'check-test-edit': (results, { agents }) => [ofOriginals(results, 'check-test-edit', agents)],
  'failing-since': failingSinceSteps,
  compare: compareSteps,
  'look-into-tests': unclearSteps,
}

/** For tests that `max-tests` or an edit kept from running again. */
function limitSteps(results: Results, tests: readonly PlacedTest[]): Instruction[] {
  const steps = { 'max-tests': 'raise-max-tests', edited: 'rerun' } as const
  return (['max-tests', 'edited'] as const).flatMap((kind) => {
    const limited = tests.filter(({ test }) => test.whyNotRunAgain?.problem?.kind === kind)
    const agents = limited.map(({ at }) => at)
    return limited.length === 0 ? [] : [rowStep(results, steps[kind], agents)]
  })
}

/** For tests whose acceptance has ended. */
function expiredSteps(results: Results, tests: readonly PlacedTest[]): Instruction[] {
  const expired = tests.filter(({ test }) => test.blocks && test.accepted?.expired)
  const named = { tests: expired.length, accept: acceptText(results, expired) }
  return expired.length === 0 ? [] : [rowStep(results, 'accept-longer', [], { named })]
}

/** Many failures block at once: by the votes of a sample, or by their earlier runs, which know no bad day. */
function manySteps(results: Results, { agents }: AboutTests): Instruction[] {
  const isCompared = agents.some((at) => results.agents[at]?.control !== null)
  if (isCompared) return fixSteps(results, { agents, tests: [] })
  const newest = agents.flatMap((at) => results.agents[at]?.baseline?.runs[0]?.createdAt ?? []).sort()[0]
  const days = newest === undefined ? 'since its last run' : `since ${dayOf(newest, results)} (its last run)`
  const isAll = failNearlyAll(results.decision)
  return [ofOriginals(results, isAll ? 'try-by-hand' : 'bad-day', agents, { named: { days } })]
}

/** `see what changed in Support bot between 24 and 25 Nov` */
function failingSinceSteps(results: Results, { agents, tests }: AboutTests): Instruction[] {
  const { lastPassed, failingSince } = tests[0]?.test.earlier ?? {}
  const from = dayOf(lastPassed?.createdAt ?? '', results)
  const to = dayOf(failingSince?.createdAt ?? '', results)
  const blocking = tests.filter(({ test }) => test.blocks)
  const named = { days: daysText(from, to), tests: blocking.length, accept: acceptText(results, blocking) }
  return [ofOriginals(results, 'failing-since', agents, { named })]
}

/** `between 24 and 25 Nov`, `between 30 Nov and 1 Dec`, `on 25 Nov` */
function daysText(from: string, to: string): string {
  if (from === to) return `on ${to}`
  const [day, month] = from.split(' ')
  return to.endsWith(`${month}`) ? `between ${day} and ${to}` : `between ${from} and ${to}`
}

/** How to accept these tests. */
function acceptText({ startedAt }: Results, [only, ...others]: readonly PlacedTest[]): Piece {
  if (only === undefined || others.length > 0 || startedAt === null) return input('accept')
  const until = new Date(Date.parse(startedAt) + ACCEPT_MS).toISOString().slice(0, 10)
  return input('accept', `${only.agent.name} / ${only.test.name ?? only.test.id} until ${until}`)
}

/** With `override`, what is to be fixed is the file or the input, never the copy. */
function fixSteps(results: Results, { agents, tests }: AboutTests): Instruction[] {
  const places = overridePlaces(results, agents)
  const isCompared = agents.some((at) => results.agents[at]?.control !== null)
  const files = [...new Set(tests.flatMap(({ test }) => test.source?.file ?? []))]
  if (files.length > 0)
    return [ofOriginals(results, 'fix-or-correct-test', agents, { files, named: { places } })]
  const isKnown = places.length > 0 || isCompared
  return [ofOriginals(results, isKnown ? 'fix' : 'find-change', agents, { named: { places } })]
}

/** The files and the input that say what is changed about these agents, or only one key of them. Of a preview, it is the code. */
export function overridePlaces(
  { agents: all }: Results,
  agents: readonly number[],
  only?: string,
): Sentence[] {
  const keys = agents.flatMap((at) => all[at]?.override?.keys ?? [])
  const wanted = keys.filter(({ key }) => key === (only ?? key))
  const files = new Set(wanted.filter(({ key }) => !isOfPreview(key)).map(({ file }) => file))
  const places = [...files].map(
    (file): Sentence => (file === null ? [{ ...input('override'), isIntroduced: true }] : [code(file)]),
  )
  return wanted.some(({ key }) => isOfPreview(key)) ? [['the code of the preview'], ...places] : places
}

/** Whether it is the address of an agent or its headers: who wants other replies edits what answers there. */
export function isOfPreview(key: string): boolean {
  return key === 'agent_url' || key === 'agent_headers'
}

/** 14 days. */
const ACCEPT_MS = 14 * 86_400_000

/**
 * In `gate`, tests that failed before block all the same. Where none blocks, and the headline does not say to merge, nothing is to
 * be done.
 */
function excuseSteps(results: Results, findings: readonly Finding[]): Instruction[] {
  const tests = findings.flatMap((finding) => (excused.has(finding.step) ? finding.tests : []))
  const blocking = tests.filter(({ test }) => test.blocks)
  if (blocking.length > 0) {
    const named = { tests: blocking.length, accept: acceptText(results, blocking) }
    return [rowStep(results, 'accept-older', [], { named })]
  }
  if (!findings.every(({ step }) => excused.has(step))) return []
  const saysToMerge = results.mode !== 'report' && findings.every(({ step }) => notOfThisChange.has(step))
  if (saysToMerge) return []
  const isCompared = tests.some(({ test }) => test.control !== null)
  const agents = tests.map(({ at }) => at)
  return [
    isCompared
      ? lookIntoStep(results, agents)
      : rowStep(results, 'nothing-new', [], { named: { tests: tests.length } }),
  ]
}

/** What would make it possible to compare; where the author changed a prompt, that comes first. */
function compareSteps(results: Results, { agents, tests }: AboutTests): Instruction[] {
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
  const nightly = isFirst ? [rowStep(results, 'bring-history', [])] : []
  const control = copies.length === 0 ? [] : [rowStep(results, 'set-control', copies)]
  return [...histories, lookIntoStep(results, agents), ...control, ...nightly]
}

function unclearSteps(results: Results, { agents, tests }: AboutTests): Instruction[] {
  const causes = tests.flatMap(({ at, test: { undecided } }): Instruction[] => {
    if (undecided?.why === 'no-time') return [rowStep(results, 'raise-timeout', [at])]
    if (undecided?.problem == null) return []
    const { problem, url } = undecided
    const control = undecided.why === 'control-silent' ? results.agents[at]?.control?.name : undefined
    const names = control ? { names: [control] } : {}
    return [rowStep(results, problemWords(problem).step, [at], { url, ...names })]
  })
  return causes.length > 0 ? causes : [lookIntoStep(results, agents)]
}

function lookIntoStep(results: Results, agents: readonly number[]): Instruction {
  const places = overridePlaces(results, agents)
  return ofOriginals(results, 'look-into-tests', agents, { named: { places } })
}

/** Named by the originals of copies, whose tests they are. */
function ofOriginals(
  results: Results,
  step: Step,
  agents: readonly number[],
  more: Partial<Instruction> = {},
): Instruction {
  const names = agents.flatMap((at) => {
    const { name, override } = results.agents[at] ?? {}
    return override?.original.name ?? name ?? []
  })
  return rowStep(results, step, agents, { names, ...more })
}
