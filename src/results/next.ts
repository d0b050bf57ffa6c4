// What to do next: the steps of failing tests by their cause, and those of problems. Equal ones are one, which names all that it is for.
import type { Results } from '../schema.ts'
import type { TestOfAgent } from './agent-views.ts'
import { failNearlyAll } from './failing-tests.ts'
import type { Finding } from './findings.ts'
import { dayOf, duration, firstFew, grouped } from './format.ts'
import { documentLink, runsLink, testsLink } from './links.ts'
import { type AnyProblem, problemWords } from './problems.ts'
import { agentList, code, either, input, joined, type Piece, plain, type Sentence, say } from './sentence.ts'
import { AGAIN, type Slots, type Step, stepSentence, steps, stepText, step as to } from './steps.ts'

/** So many steps stand above the fold. */
export const STEPS_ABOVE = 3

/** A step, and whom it is for. */
interface Asked {
  readonly step: Step
  readonly agents: readonly number[]
  readonly tests: readonly TestOfAgent[]
  /** The run to open, if not that of its agents. */
  readonly url?: string | null
  /** In place of the names of its agents. */
  readonly name?: string | undefined
}

/** A sentence with its link, and the findings that it is for. */
export interface NextStep {
  readonly step: Step
  readonly sentence: Sentence
  readonly tests: readonly TestOfAgent[]
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
  const sorted = steps.sort((a, b) => place(a) - place(b))
  const accept = sorted.findIndex(({ step }) => step.kind === 'accept')
  // What lets one merge before a repair stands above, whatever else is to be done.
  return accept < STEPS_ABOVE
    ? sorted
    : sorted.toSpliced(accept, 1).toSpliced(STEPS_ABOVE - 1, 0, ...sorted.slice(accept, accept + 1))
}

function askedOf(results: Results, { tests, agents, problem, isMany }: Finding): readonly Asked[] {
  if (isMany) return manySteps(results, agents).map((step) => ({ step, agents, tests }))
  if (problem !== null) return [problemStep(problem.problem, agents)]
  return tests.flatMap((placed) => stepsOfTest(results, placed))
}

/** Who may fix it, and what lets one merge before that. */
function stepsOfTest(results: Results, placed: TestOfAgent): readonly Asked[] {
  const { at, test, agent } = placed
  const { blocks, whyNotRunAgain, undecided, attempts, earlier } = test
  const asked = (step: Step): Asked => ({ step, agents: [at], tests: [placed] })
  const limit = whyNotRunAgain?.problem ?? null
  const isLimited = limit?.kind === 'max-tests' || limit?.kind === 'edited'
  const ofLimit = isLimited ? [problemStep(limit, [at])] : []
  const accept = blocks ? [asked(to('accept'))] : []
  const read = [...historySteps(results, placed), asked(to('read')), ...ofLimit]
  switch (test.cause) {
    case 'yours':
      return [asked(to('fix')), ...ofLimit]
    case 'changed': {
      const isRetried = attempts.length > 1 || whyNotRunAgain !== null || earlier?.doubt !== 'attempts'
      return [...(isRetried ? [] : [asked(steps.retry)]), asked(to('find')), ...ofLimit, ...accept]
    }
    case 'edited':
      return [asked(to('check-edit')), ...ofLimit]
    case 'undecided': {
      if (undecided?.why === 'many') return manySteps(results, [at]).map(asked)
      if (undecided?.why === 'no-time') return [asked(steps.raiseTimeout)]
      if (undecided?.problem == null) return read
      const name = undecided.why === 'control-silent' ? agent.control?.name : undefined
      const { problem, url } = undecided
      return [{ ...problemStep(problem, [at]), url, name }]
    }
    case 'unsteady':
      return [...(blocks && attempts.length === 0 ? [asked(steps.retry)] : []), ...ofLimit, ...accept]
    case 'older':
      return [...ofLimit, ...accept]
    case 'new':
    case 'accepted':
    case 'no-result':
    case 'passed':
      return read
    default:
      return test.cause satisfies never
  }
}

/** Why it was not compared; elsewhere, that is information. */
function historySteps(results: Results, { at, agent: { baseline } }: TestOfAgent): readonly Asked[] {
  const problem = baseline?.problem ?? null
  return problem === null || results.decision.compares !== 'history' ? [] : [problemStep(problem, [at])]
}

/** Many failures block at once: by the votes of a sample, or by their earlier runs, which know no bad day. */
function manySteps({ agents: all, decision }: Results, agents: readonly number[]): readonly Step[] {
  if (agents.some((at) => all[at]?.control !== null)) return [to('fix')]
  return failNearlyAll(decision) ? [steps.tryByHand, to('find')] : [steps.badDay, to('find')]
}

function problemStep(problem: AnyProblem, agents: readonly number[]): Asked {
  return { step: problemWords(problem).step, agents, tests: [] }
}

const FILES_NAMED = 3

/** The sentence of a step that some ask for, with whom and what it is about. */
function sentenceOf(results: Results, same: readonly [Asked, ...Asked[]]): Sentence {
  const [{ step }] = same
  const agents = [...new Set(same.flatMap((each) => each.agents))]
  const tests = same.flatMap((each) => each.tests)
  const names = [...new Set(same.flatMap((each) => each.name ?? askedNames(results, each)))]
  const list: Sentence = names.length === 0 ? ['the agent'] : agentList(names)
  const linkTo =
    (url: string | null): Slots['link'] =>
    (text, command = text) =>
      url === null ? either(text, command) : { kind: 'link', text, command, url }
  const link = linkTo(addressOf(results, same))
  const places = changedPlaces(results, agents)
  const files = sourcesOf(tests)
  const isOne = tests.length === 1
  const [passedAt] = tests.flatMap(({ test }) => test.earlier?.lastPassed?.createdAt ?? []).sort()
  const { timeoutSeconds } = results
  const sentence = stepSentence(step, {
    agents: list,
    number: names.length,
    toFix: places.length > 0 ? joined(places) : list,
    tests:
      files.length > 0 ? joined(files) : [link(isOne ? 'the test of this name' : 'the tests of these names')],
    when: passedAt === undefined ? '' : ` since ${dayOf(passedAt, results)}`,
    timeout: say`${input('timeout')} (now ${`${timeoutSeconds}`} seconds, ${duration(timeoutSeconds * 1000)})`,
    goal: results.pullRequest === null ? 'pass' : 'merge',
    isOne,
    link,
    rerun: linkTo(results.workflowRunUrl)(...AGAIN),
  })
  const url = step.see === null ? null : headingLink(results, step.see)
  return url === null ? sentence : say`${sentence} See ${{ kind: 'link', text: `"${step.see}"`, url }}.`
}

function headingLink(results: Results, heading: string): string | null {
  const file = heading === 'Forks and Dependabot' ? 'docs/recipes.md' : 'docs/troubleshooting.md'
  // As GitHub makes it.
  const anchor = heading.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')
  return documentLink(results, `${file}#${anchor}`)
}

/** Tests are those of the original of a copy, which has none of its own. */
function askedNames(results: Results, { step, agents, tests }: Asked): readonly string[] {
  const isOfOriginal = tests.length > 0 || step.kind === 'correct-tests'
  return agents.flatMap((at) => {
    const { name, override } = results.agents[at] ?? {}
    return (isOfOriginal ? override?.original.name : undefined) ?? name ?? []
  })
}

/** Where a step leads: to the run, if it is about one. */
function addressOf(results: Results, same: readonly [Asked, ...Asked[]]): string | null {
  const { kind } = same[0].step
  if (kind === 'accept') return documentLink(results, 'docs/modes.md#accept-a-failing-test')
  const theirs = same.flatMap(({ agents, url }) =>
    agents
      .flatMap((at) => results.agents[at] ?? [])
      .map(({ appUrl, run }) => ({ appUrl, url: url ?? run?.url })),
  )
  const [run, ...otherRuns] = new Set(theirs.map(({ url }) => url))
  if (kind === 'open-run' && run !== undefined && otherRuns.length === 0) return run
  const [app, ...others] = new Set((theirs.length > 0 ? theirs : results.agents).map(({ appUrl }) => appUrl))
  // The demo has no web application.
  if (app === undefined || others.length > 0 || !URL.canParse(app)) return null
  return kind === 'open-run' ? runsLink(app) : testsLink(app)
}

/** A test of a file is corrected there. */
function sourcesOf(tests: readonly TestOfAgent[]): Piece[] {
  const sources = grouped(
    tests.flatMap(({ test }) => test.source ?? []),
    ({ file }) => file,
  )
  return firstFew(sources, FILES_NAMED, ([{ file, line }, ...others]) =>
    code(others.length === 0 ? `${file}:${line}` : file),
  )
}

/** The files and the input that say what is changed about these agents. Of a preview, it is the code. */
function changedPlaces(results: Results, agents: readonly number[]): Sentence[] {
  const keys = agents.flatMap((at) => results.agents[at]?.override?.keys ?? [])
  // Who wants other replies of what has an address edits what answers there.
  const ofPreview = keys.filter(({ key }) => key === 'agent_url' || key === 'agent_headers')
  const files = new Set(keys.filter((key) => !ofPreview.includes(key)).map(({ file }) => file))
  const introduced = { ...input('override'), isIntroduced: true } as const
  const places = [...files].map((file): Sentence => [file === null ? introduced : code(file)])
  return ofPreview.length > 0 ? [['the code of the preview'], ...places] : places
}
