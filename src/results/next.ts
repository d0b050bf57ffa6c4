// What to do next: the steps of failing tests by their cause, and those of problems. Equal ones are one, which names all that it is for.
import type { Results } from '../schema.ts'
import { failNearlyAll, type PlacedTest } from './failing-tests.ts'
import type { Finding } from './findings.ts'
import { dayOf, duration, firstFew, grouped } from './format.ts'
import { documentLink, runsLink, testsLink } from './links.ts'
import { type AnyProblem, problemUrl, problemWords } from './problems.ts'
import { remedies } from './remedies.ts'
import { agentList, code, either, input, joined, type Piece, plain, type Sentence, say } from './sentence.ts'
import { AGAIN, type Slots, type Step, stepSentence, stepText, targets } from './steps.ts'

/** A step, and whom it is for. */
interface Asked {
  readonly step: Step
  readonly agents: readonly number[]
  readonly tests: readonly PlacedTest[]
  /** The run to open, where it is that of one agent. */
  readonly url?: string | null
  /** In place of the names of its agents. */
  readonly name?: string | undefined
}

/** A sentence with its link, and the findings that it is for. */
export interface NextStep {
  readonly step: Step
  readonly sentence: Sentence
  readonly tests: readonly PlacedTest[]
  readonly findings: readonly Finding[]
}

/** The most important first: `fix Support bot. …`. Empty if nothing is to be done. */
export function nextSteps(results: Results, findings: readonly Finding[]): readonly NextStep[] {
  const all = findings.flatMap((finding) => askedOf(results, finding).map((asked) => ({ ...asked, finding })))
  const steps = grouped(all, ({ step }) =>
    step.kind.startsWith('rerun') ? 'rerun' : plain(stepText(step)),
  ).map(
    (same): NextStep => ({
      step: same[0].step,
      sentence: sentenceOf(results, same),
      tests: same.flatMap(({ tests }) => tests),
      findings: [...new Set(same.map(({ finding }) => finding))],
    }),
  )
  // Whoever accepts tests still has to do what else the merge needs.
  const place = ({ step, findings: its }: NextStep) =>
    step.kind === 'accept' ? 1 : its.every(({ sign }) => sign === '➖') ? 2 : 0
  return steps.sort((a, b) => place(a) - place(b))
}

function askedOf(results: Results, { tests, agents, problem, isMany }: Finding): readonly Asked[] {
  if (isMany) return manySteps(results, agents).map((step) => ({ step, agents, tests }))
  if (problem !== null) return problemSteps(results, problem.problem, agents)
  return tests.flatMap((placed) => stepsOfTest(results, placed))
}

/** Who may fix it, and what lets one merge before that. */
function stepsOfTest(results: Results, placed: PlacedTest): readonly Asked[] {
  const { at, test, agent } = placed
  const { blocks, whyNotRunAgain, undecided } = test
  const asked = (step: Step): Asked => ({ step, agents: [at], tests: [placed] })
  const limit = whyNotRunAgain?.problem ?? null
  const isLimited = limit?.kind === 'max-tests' || limit?.kind === 'edited'
  const ofLimit = isLimited ? problemSteps(results, limit, [at]) : []
  const accept = blocks ? [asked({ kind: 'accept' })] : []
  switch (test.cause) {
    case 'yours':
      return [asked({ kind: 'fix' }), ...ofLimit]
    case 'changed':
      return [asked({ kind: 'find' }), ...ofLimit, ...accept]
    case 'edited':
      return [asked({ kind: 'check-edit' }), ...ofLimit]
    case 'undecided': {
      if (undecided?.why === 'many') return manySteps(results, [at]).map(asked)
      if (undecided?.why === 'no-time') return [asked(remedies['raise-timeout'])]
      if (undecided?.problem == null) return [...historySteps(results, placed), asked({ kind: 'read' })]
      const name = undecided.why === 'control-silent' ? agent.control?.name : undefined
      return problemSteps(results, undecided.problem, [at]).map((each) => ({
        ...each,
        url: undecided.url,
        name,
      }))
    }
    case 'unsteady':
    case 'older':
      return [...ofLimit, ...accept]
    default:
      return [...historySteps(results, placed), asked({ kind: 'read' }), ...ofLimit]
  }
}

/** Why it was not compared; elsewhere, that is information. */
function historySteps(results: Results, { at, agent: { baseline } }: PlacedTest): readonly Asked[] {
  const problem = baseline?.problem ?? null
  const decides = results.decision.compares === 'history'
  return problem === null || !decides ? [] : problemSteps(results, problem, [at])
}

/** Many failures block at once: by the votes of a sample, or by their earlier runs, which know no bad day. */
function manySteps({ agents: all, decision }: Results, agents: readonly number[]): readonly Step[] {
  if (agents.some((at) => all[at]?.control !== null)) return [{ kind: 'fix' }]
  return failNearlyAll(decision) ? [remedies['try-by-hand']] : [{ kind: 'rerun-later' }, { kind: 'find' }]
}

/** As model providers answer if they do not have the model: where the change chose it, that is to be checked. */
function problemSteps(results: Results, problem: AnyProblem, agents: readonly number[]): readonly Asked[] {
  const isUnknownModel =
    problem.kind === 'no-answer' && problem.whose === 'model' && /^HTTP 40[04]$/.test(problem.detail ?? '')
  const hasChosen = (at: number) => overridePlaces(results, [at], MODEL_KEY).length > 0
  const chosen = isUnknownModel ? agents.filter(hasChosen) : []
  const others = agents.filter((at) => !chosen.includes(at))
  const [only, ...more] = others.flatMap((at) => results.agents[at] ?? [])
  const url = only === undefined || more.length > 0 ? null : problemUrl(only, problem)
  const step = remedies[problemWords(problem).remedy]
  return [
    ...(chosen.length > 0 ? [{ step: remedies['check-chosen-model'], agents: chosen, tests: [] }] : []),
    ...(others.length > 0 || agents.length === 0 ? [{ step, agents: others, tests: [], url }] : []),
  ]
}

const MODEL_KEY = 'llm.model'
const FILES_NAMED = 3

function sentenceOf(results: Results, same: readonly [Asked, ...Asked[]]): Sentence {
  const [{ step }] = same
  const agents = [...new Set(same.flatMap((each) => each.agents))]
  const tests = same.flatMap((each) => each.tests)
  const names = [...new Set(same.flatMap((each) => each.name ?? namesOf(results, each)))]
  const list: Sentence = names.length === 0 ? ['the agent'] : agentList(names)
  const linkTo =
    (url: string | null): Slots['link'] =>
    (text, command = text) =>
      url === null ? either(text, command) : { kind: 'link', text, command, url }
  const link = linkTo(addressOf(results, same, agents))
  const places = overridePlaces(
    results,
    agents,
    step === remedies['check-chosen-model'] ? MODEL_KEY : undefined,
  )
  const files = sourcesOf(tests)
  const isOne = tests.length === 1
  const see = step.see && documentLink(results, `${step.see.document}#${anchorOf(step.see.heading)}`)
  return stepSentence(
    step,
    {
      agents: list,
      number: names.length,
      toFix: places.length > 0 ? joined(places) : list,
      tests: files.length > 0 ? joined(files) : [link(isOne ? 'the test' : 'the tests')],
      when: whenText(results, tests),
      timeout: say`${input('timeout')} (now ${`${results.timeoutSeconds}`} seconds, ${duration(results.timeoutSeconds * 1000)})`,
      goal: results.pullRequest === null ? 'pass' : 'merge',
      isOne,
      link,
      rerun: linkTo(results.workflowRunUrl)(...AGAIN),
    },
    see,
  )
}

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

/** Tests are those of the original of a copy, which has none of its own. */
function namesOf(results: Results, { step, agents, tests }: Asked): readonly string[] {
  const isOfOriginal = tests.length > 0 || step.kind === 'correct-tests'
  return agents.flatMap((at) => {
    const { name, override } = results.agents[at] ?? {}
    return (isOfOriginal ? override?.original.name : undefined) ?? name ?? []
  })
}

/** Where a step leads: to the run, if it is about one. */
function addressOf(
  results: Results,
  same: readonly [Asked, ...Asked[]],
  agents: readonly number[],
): string | null {
  const target = targets[same[0].step.kind]
  if (target === 'workflow') return results.workflowRunUrl
  if (target === 'accepting') return documentLink(results, 'docs/modes.md#accept-a-failing-test')
  if (target === null) return null
  const [run = null, ...otherRuns] = new Set(same.map(({ url = null }) => url))
  if (target === 'run' && run !== null && otherRuns.length === 0) return run
  const whose = agents.length > 0 ? agents.flatMap((at) => results.agents[at] ?? []) : results.agents
  const [app, ...others] = new Set(whose.map(({ appUrl }) => appUrl))
  // The demo has no web application.
  if (app === undefined || others.length > 0 || !URL.canParse(app)) return null
  return target === 'tests' ? testsLink(app) : runsLink(app)
}

/** A test of a file is corrected there. */
function sourcesOf(tests: readonly PlacedTest[]): Piece[] {
  const sources = grouped(
    tests.flatMap(({ test }) => test.source ?? []),
    ({ file }) => file,
  )
  return firstFew(sources, FILES_NAMED, ([{ file, line }, ...others]) =>
    code(others.length === 0 ? `${file}:${line}` : file),
  )
}

/** ` between 24 and 25 Nov`: after the tests last passed, and before they first failed. */
function whenText(results: Results, tests: readonly PlacedTest[]): string {
  const days = tests.flatMap(({ test: { earlier } }) => earlier?.lastPassed?.createdAt ?? []).sort()
  const [last] = days
  return last === undefined ? '' : ` since ${dayOf(last, results)}`
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
