// What to do next: the steps of failing tests by their cause, and those of problems. Equal ones are one, which names all that it is for.
import type { Problem, Results, ResultsAgent } from '../schema.ts'
import type { TestOfAgent } from './agent-views.ts'
import { failNearlyAll } from './failing-tests.ts'
import type { Finding } from './findings.ts'
import { dayOf, firstFew, grouped } from './format.ts'
import { documentLink, runsLink, testsLink } from './links.ts'
import { problemWords } from './problems.ts'
import { code, either, input, joined, type Piece, plain, type Sentence, say } from './sentence.ts'
import { AGAIN, type Slots, type Step, steps, stepText, step as to } from './steps.ts'
import { agentList } from './untrusted.ts'

/** So many steps stand above the fold. */
export const STEPS_ABOVE = 3

/** A step, whom its sentence names, and the tests that it is about. */
interface Asked {
  readonly step: Step
  readonly named: readonly Named[]
  readonly tests: readonly TestOfAgent[]
}

/** An agent, or its original or control by that name, and the run to open. */
interface Named {
  readonly agent: ResultsAgent
  readonly name: string
  readonly url: string | null
}

/** A sentence with its link, and the failing tests that it is for. */
export interface NextStep {
  readonly step: Step
  readonly sentence: Sentence
  readonly tests: readonly TestOfAgent[]
}

/** The most important first: `fix Support bot. …`. Empty if nothing is to be done. */
export function nextSteps(results: Results, findings: readonly Finding[]): readonly NextStep[] {
  const all = findings.flatMap((finding) => askedOf(results, finding))
  const steps = grouped(all, ({ step: { kind, what } }) =>
    kind.startsWith('rerun') ? 'rerun' : `${kind} ${plain(what)}`,
  ).map((same) => ({
    step: same[0].step,
    sentence: sentenceOf(results, same),
    tests: same.flatMap(({ tests }) => tests),
  }))
  // Whoever accepts tests still has to do what else the merge needs. It stands above, whatever else is to be done.
  const accept = steps.filter(({ step }) => step.kind === 'accept')
  return steps.filter((step) => !accept.includes(step)).toSpliced(STEPS_ABOVE - 1, 0, ...accept)
}

function askedOf(results: Results, finding: Finding): readonly Asked[] {
  const agents = finding.agents.flatMap((at) => results.agents[at] ?? [])
  if (finding.isMany) return manySteps(results, agents).map((step) => asked(step, agents))
  if (finding.problem !== null) return [asked(problemWords(finding.problem.problem).step, agents)]
  return finding.tests.flatMap((placed) => stepsOfTest(results, placed))
}

function asked(step: Step, agents: readonly ResultsAgent[], tests: readonly TestOfAgent[] = []): Asked {
  // A copy has runs of its own, and nothing else that people repair.
  const isOfRun = step.kind === 'open-run' || step.kind === 'repair'
  const named = agents.map((agent) => ({
    agent,
    name: (isOfRun ? null : agent.override?.original.name) ?? agent.name,
    url: agent.run?.url ?? null,
  }))
  return { step, named, tests }
}

/** Who may fix it, and what lets one merge before that. */
function stepsOfTest(results: Results, placed: TestOfAgent): readonly Asked[] {
  const { test, agent } = placed
  const { blocks, whyNotRunAgain: again, undecided, attempts, earlier } = test
  const askedOfTest = (step: Step) => asked(step, [agent], [placed])
  const askedOfProblem = (problem: Problem | null) =>
    problem === null ? [] : [asked(problemWords(problem).step, [agent])]
  const isLimited = again?.problem?.kind === 'max-tests' || again?.problem?.kind === 'edited'
  const ofLimit = isLimited ? askedOfProblem(again.problem) : []
  const retry = attempts.length > 1 || again !== null ? [] : [askedOfTest(steps.retry)]
  const rerun = blocks ? [askedOfTest(attempts.length > 1 ? to('rerun') : steps.retry)] : []
  const accept = blocks ? [askedOfTest(to('accept'))] : []
  // Elsewhere, why it was not compared is information.
  const history = results.decision.compares === 'history' ? (agent.baseline?.problem ?? null) : null
  const read = [...askedOfProblem(history), askedOfTest(to('read')), ...ofLimit]
  switch (test.cause) {
    case 'yours':
      return [askedOfTest(to('fix')), ...ofLimit]
    case 'changed':
      return [...(earlier?.doubt === 'attempts' ? retry : []), askedOfTest(to('find')), ...ofLimit, ...accept]
    case 'edited':
      return [askedOfTest(to('check-edit')), ...ofLimit]
    case 'undecided': {
      if (undecided?.why === 'many') return manySteps(results, [agent]).map(askedOfTest)
      if (undecided?.why === 'no-time') return [askedOfTest(steps.raiseTimeout(results.timeoutSeconds))]
      if (undecided?.problem == null) return read
      const name = (undecided.why === 'control-silent' ? agent.control : agent)?.name ?? agent.name
      const { step } = problemWords(undecided.problem)
      return [{ step, named: [{ agent, name, url: undecided.url ?? agent.run?.url ?? null }], tests: [] }]
    }
    case 'unsteady':
      return [...rerun, ...ofLimit, ...accept]
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

/** Many failures block at once: by the votes of a sample, or by their earlier runs, which know no bad day. */
function manySteps({ decision }: Results, agents: readonly ResultsAgent[]): readonly Step[] {
  if (agents.some(({ control }) => control !== null)) return [to('fix')]
  const isBroken = failNearlyAll(decision)
  return [isBroken ? steps.checkReplies : to('rerun', ' later: it may be a bad day of the model'), to('find')]
}

const FILES_NAMED = 3

/** The sentence of a step that some ask for, with whom and what it is about. */
function sentenceOf(results: Results, same: readonly [Asked, ...Asked[]]): Sentence {
  const [{ step }] = same
  const named = same.flatMap((each) => each.named)
  const tests = same.flatMap((each) => each.tests)
  const agents = agentList([...new Set(named.map(({ name }) => name))])
  const link = linkTo(addressOf(results, step, named))
  const places = changedPlaces(named)
  const files = sourcesOf(tests)
  const [passedAt] = tests.flatMap(({ test }) => test.earlier?.lastPassed?.createdAt ?? []).sort()
  const sentence = stepText(step, {
    agents,
    toFix: places.length > 0 ? joined(places) : agents,
    tests: files.length > 0 ? joined(files) : [link(tests.length === 1 ? 'the test' : 'the tests')],
    when: passedAt === undefined ? '' : ` since ${dayOf(passedAt, results)}`,
    goal: results.pullRequest === null ? 'pass' : 'merge',
    link,
    rerun: linkTo(results.workflowRunUrl)(...AGAIN),
  })
  const url = step.see === null ? null : headingLink(results, step.see)
  return url === null ? sentence : say`${sentence} See ${{ kind: 'link', text: `"${step.see}"`, url }}.`
}

function linkTo(url: string | null): Slots['link'] {
  return (text, command = text) =>
    url === null ? either(text, command) : { kind: 'link', text, command, url }
}

function headingLink(results: Results, heading: string): string | null {
  const file = heading === 'Forks and Dependabot' ? 'docs/recipes.md' : 'docs/troubleshooting.md'
  // As GitHub makes it.
  const anchor = heading.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')
  return documentLink(results, `${file}#${anchor}`)
}

/** Where a step leads: to the run, if it is about one. */
function addressOf(results: Results, { kind }: Step, named: readonly Named[]): string | null {
  if (kind === 'accept') return documentLink(results, 'docs/modes.md#accept-a-failing-test')
  const [run = null, ...otherRuns] = new Set(named.map(({ url }) => url))
  if (kind === 'open-run' && run !== null && otherRuns.length === 0) return run
  const [app = '', ...otherApps] = new Set(named.map(({ agent }) => agent.appUrl))
  // The demo has no web application.
  if (otherApps.length > 0 || !URL.canParse(app)) return null
  return kind === 'open-run' ? runsLink(app) : testsLink(app)
}

/** A test of a file is corrected there. */
function sourcesOf(tests: readonly TestOfAgent[]): Piece[] {
  const sources = tests.flatMap(({ test: { source } }) => (source ? `${source.file}:${source.line}` : []))
  return firstFew([...new Set(sources)], FILES_NAMED, code)
}

/** The files and the input that say what is changed about these agents. Of a preview, it is the code. */
function changedPlaces(named: readonly Named[]): Sentence[] {
  const keys = named.flatMap(({ agent }) => agent.override?.keys ?? [])
  // Who wants other replies of what has an address edits what answers there.
  const ofPreview = keys.filter(({ key }) => key === 'agent_url' || key === 'agent_headers')
  const files = new Set(keys.filter((key) => !ofPreview.includes(key)).map(({ file }) => file))
  const introduced = { ...input('override'), isIntroduced: true } as const
  const places = [...files].map((file): Sentence => [file === null ? introduced : code(file)])
  return ofPreview.length > 0 ? [['the code of the preview'], ...places] : places
}
