// Whose fault it is: exactly one answer, whenever something is not green, and the second line of every report, which says so.
import type { Decision, Results, ResultsTest } from '../schema.ts'
import { approximate, count, counted, earlierText } from './format.ts'
import { type AnyProblem, problemWords } from './problems.ts'
import { agentList, ended, few, joined, type Sentence, say } from './sentence.ts'
import {
  type Evidence,
  type EvidenceOf,
  editText,
  evidenceOf,
  evidenceText,
  evidenceWords,
  groupOf,
  type TestGroup,
} from './test-outcomes.ts'
import {
  endedDetails,
  isUntested,
  longProblems,
  namesOf,
  SHOWN_IN_FULL,
  type SharedProblem,
} from './untested.ts'

/** Whose fault it is, if something is not green. */
export type Blame =
  | {
      readonly kind: 'this-change'
      /** Those that `evidence` is about. */
      readonly tests: number
      /** Tests that block. */
      readonly of: number
      /** These passed on a control, or in all of ten or more earlier runs. Otherwise, it may as well be a bad day. */
      readonly isProbable: boolean
      readonly evidence: readonly Evidence[]
      readonly count: Decision['count']
      readonly sample: Decision['sample']
    }
  | {
      readonly kind: 'evaluator-edited'
      readonly tests: number
      readonly evaluators: readonly Omit<EvidenceOf<'evaluator-edited'>, 'kind'>[]
    }
  | {
      readonly kind: 'not-tested'
      readonly side: 'service' | 'agent' | null
      /** Whose error it was, if it was an agent. */
      readonly agents: readonly number[]
    }
  | {
      readonly kind: 'unclear'
      readonly why:
        | 'compares-with-nothing'
        | 'no-history'
        | 'nothing-earlier'
        | 'too-recent'
        | 'not-run-again'
        | 'control'
        | 'new'
        | 'few-runs'
      readonly tests: number
      readonly evidence: readonly Evidence[]
    }
  | { readonly kind: 'failed-before'; readonly tests: number; readonly evidence: readonly Evidence[] }

/** What its line is made of. */
export interface Blamed {
  readonly results: Results
  readonly problems: readonly SharedProblem[]
  /** Null if all is green. */
  readonly blame: Blame | null
}

export interface PlacedTest {
  readonly at: number
  readonly test: ResultsTest
}

export function blameOf(
  job: Results,
  tests: readonly PlacedTest[],
  problems: readonly SharedProblem[],
): Blame | null {
  switch (job.verdict) {
    case 'failed':
      return blameOfFailed(job, tests)
    case 'inconclusive':
      return blameOfInconclusive(job, tests, problems)
    case 'passed':
      return blameOfPassed(job, tests)
    default:
      return job.verdict satisfies never
  }
}

function blameOfFailed({ decisions }: Results, tests: readonly PlacedTest[]): Blame {
  const broken = inGroup(tests, 'broke')
  const count = decisions.map((each) => each.count).find((each) => each?.blocks) ?? null
  const sample = decisions.map((each) => each.sample).find((each) => each?.blocks) ?? null
  const of = broken.length + inGroup(tests, 'failed').length
  if (broken.length === 0 && count === null && sample === null)
    return { kind: 'unclear', why: 'compares-with-nothing', tests: of, evidence: [] }
  // An evaluator that was edited can be why, too.
  const edits = broken.map(({ editedEvaluators }) => editedEvaluators)
  const known = broken.filter((_, index) => edits[index]?.length === 0)
  if (known.length === 0 && count === null && sample === null) {
    const distinct = [...new Map(edits.flat().map((each) => [JSON.stringify(each), each])).values()]
    return { kind: 'evaluator-edited', tests: broken.length, evaluators: distinct }
  }
  const probable = count === null || sample !== null ? known.filter(isProbable) : []
  const told = probable.length > 0 ? probable : known
  const ofTests = { tests: told.length, of, evidence: summed(told) }
  return { kind: 'this-change', ...ofTests, isProbable: sample !== null || told === probable, count, sample }
}

/** So many runs that a test which broke passed all of are rarely chance. */
const MANY_RUNS = 10

function isProbable({ control, earlier }: ResultsTest): boolean {
  return control !== null || (earlier?.failures === 0 && earlier.runs >= MANY_RUNS)
}

function blameOfInconclusive(
  { agents }: Results,
  tests: readonly PlacedTest[],
  problems: readonly SharedProblem[],
): Blame {
  const unjudged = inGroup(tests, 'undecided')
  const untested = problems.filter(isUntested)
  if (untested.length > 0 || (unjudged.length === 0 && problems.length === 0)) {
    const faulty = new Set(untested.filter(isErrorOfAgent).flatMap((each) => each.agents))
    return { kind: 'not-tested', side: whoseErrors(untested), agents: [...faulty] }
  }
  const unclear = { kind: 'unclear', tests: unjudged.length } as const
  const all = unjudged.flatMap(evidenceOf)
  if (agents.some(({ baseline }) => baseline?.problem)) return { ...unclear, why: 'no-history', evidence: [] }
  const silent = having(all, 'control-unanswered')
  const control = silent.find(({ problem }) => problem !== null) ?? silent[0]
  if (control !== undefined) return { ...unclear, why: 'control', evidence: [control] }
  const isOfRetries =
    having(all, 'not-run-again').length > 0 || having(all, 'earlier-runs-unanswered').length === 0
  const why = isOfRetries ? 'not-run-again' : 'nothing-earlier'
  return { ...unclear, why, evidence: summed(unjudged) }
}

/** Whose error all of it was, as far as that matters to the author of a change. */
function whoseErrors(problems: readonly SharedProblem[]): 'service' | 'agent' | null {
  if (problems.some(isErrorOfAgent)) return 'agent'
  return problems.length > 0 && problems.every(({ problem }) => isErrorOfService(problem)) ? 'service' : null
}

function isErrorOfAgent({ problem }: SharedProblem): boolean {
  return problem.kind === 'no-answer' && problem.whose === 'agent'
}

const OUTAGE = /^(?:HTTP (?:429|5\d\d)|no connection|timed out)$/

function isErrorOfService(problem: AnyProblem): boolean {
  switch (problem.kind) {
    case 'no-answer':
      return (
        problem.whose === 'service' || (problem.whose === 'evaluator' && OUTAGE.test(problem.detail ?? ''))
      )
    case 'contradictory':
    case 'maybe-launched':
      return true
    case 'not-launched':
    case 'unreadable':
    case 'unreachable': {
      const { kind, status } = problem.error
      return kind === 'network' || kind === 'timeout' || status === 429 || (status ?? 0) >= 500
    }
    default:
      return false
  }
}

function blameOfPassed({ agents, decisions }: Results, tests: readonly PlacedTest[]): Blame | null {
  const added = inGroup(tests, 'new')
  if (added.length > 0) {
    const isFirst = decisions.every(({ compared }) => (compared?.tests ?? 0) === 0)
    const isTooRecent = agents.some(({ baseline }) => (baseline?.tooRecent ?? 0) > 0)
    const why = !isFirst ? 'new' : isTooRecent ? 'too-recent' : 'nothing-earlier'
    return { kind: 'unclear', why, tests: added.length, evidence: [] }
  }
  const excused = inGroup(tests, 'failed-before')
  const clean = excused.filter(
    ({ earlier }) => earlier !== null && earlier.runs > 0 && earlier.failures === 0,
  )
  if (clean.length > 0)
    return { kind: 'unclear', why: 'few-runs', tests: clean.length, evidence: summed(clean) }
  const before = [...inGroup(tests, 'failed-on-control'), ...excused]
  return before.length === 0
    ? null
    : { kind: 'failed-before', tests: before.length, evidence: summed(before) }
}

function inGroup(tests: readonly PlacedTest[], group: TestGroup): ResultsTest[] {
  return tests.flatMap(({ test }) => (groupOf(test) === group ? test : []))
}

function having<Kind extends Evidence['kind']>(
  evidence: readonly Evidence[],
  kind: Kind,
): EvidenceOf<Kind>[] {
  return evidence.filter((each): each is EvidenceOf<Kind> => each.kind === kind)
}

/** The evidence of all of them together: attempts, earlier runs and the control's attempts. */
function summed(tests: readonly ResultsTest[]): Evidence[] {
  if (tests.length === 0) return []
  const all = <Kind extends Evidence['kind']>(kind: Kind) =>
    tests.flatMap((test) => having(evidenceOf(test), kind))
  const [attempts, earlier, controls] = [all('attempts'), all('earlier-runs'), all('control')]
  // A test that ran once has no evidence of its attempts.
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

type BlameOf<Kind extends Blame['kind']> = Extract<Blame, { kind: Kind }>

const EDITS_SHOWN = 3

/** Its first piece stands out; null if all is green. */
export function blameLine(summary: Blamed): Sentence | null {
  if (summary.blame === null) return null
  const { lead, text, further = '' } = blameWords(summary, summary.blame)
  return say`${{ kind: 'strong', text: lead }} ${ended(text)}${further}`
}

interface BlameLine {
  readonly lead: string
  /** Without its end. */
  readonly text: Sentence
  /** Further sentences. */
  readonly further?: Sentence
}

function blameWords(summary: Blamed, blame: Blame): BlameLine {
  switch (blame.kind) {
    case 'this-change':
      return {
        lead: blame.isProbable ? 'Probably this change:' : 'A change, or a bad day:',
        text: changeEvidence(blame),
      }
    case 'evaluator-edited':
      return {
        lead: 'The evaluator was edited:',
        text: say`${joined(few(blame.evaluators, EDITS_SHOWN, editText), '; ', '; ')}, which may be why ${blame.tests === 1 ? 'it' : 'they'} broke`,
      }
    case 'not-tested':
      return notTested(summary, blame)
    case 'unclear':
      return { lead: 'Unclear:', text: unclear[blame.why](blame) }
    case 'failed-before':
      return failedBefore(blame)
    default:
      return blame satisfies never
  }
}

function numbersIn(evidence: readonly Evidence[]) {
  const [attempts] = having(evidence, 'attempts')
  const [earlier] = having(evidence, 'earlier-runs')
  const [control] = having(evidence, 'control')
  return { attempts, earlier, control }
}

function changeEvidence({ tests, of, evidence, count: found, sample }: BlameOf<'this-change'>): Sentence {
  if (sample !== null)
    return [
      `${counted(sample.tests, 'failing test')} ran again on the control, too: in ${counted(sample.roundsWorse, 'round')}, more of them failed with the change, in none fewer`,
    ]
  if (found !== null) {
    const { again } = found
    const also = again && [
      `, and ${count(again.failed)} of the ${count(again.tests)} that ran once more`,
      ` and ${approximate(again.expected)}`,
    ]
    return [
      `${count(found.failed)} of ${counted(found.tests, 'test')} failed${also?.[0] ?? ''}; by their earlier runs, ${approximate(found.expected)}${also?.[1] ?? ''} were expected`,
    ]
  }
  const subject = tests < of ? `${count(tests)} of them` : tests === 1 ? 'it' : 'they'
  const { attempts, earlier, control } = numbersIn(evidence)
  const now = attemptsText(attempts, tests)
  if (control !== undefined)
    return say`${subject} ${now}, and passed ${control.passed} of ${control.of} in the same rounds on ${{ kind: 'agent', text: control.name }} (control)`
  return earlier === undefined
    ? [`${subject} ${now}`]
    : [`${subject} ${earlierResults(earlier, tests)}, and now ${now}`]
}

function attemptsText(attempts: EvidenceOf<'attempts'> | undefined, tests: number): string {
  const verb = tests === 1 ? 'fails' : 'fail'
  if (attempts === undefined || attempts.of <= tests) return verb
  return `${verb} ${count(attempts.failed)} of ${counted(attempts.of, 'attempt')}`
}

function earlierResults({ failures, runs }: EvidenceOf<'earlier-runs'>, tests: number): string {
  if (tests === 1) return earlierText(failures, runs)
  return failures === 0
    ? `passed ${count(runs)} of ${count(runs)} times in earlier runs`
    : `failed ${count(failures)} of ${count(runs)} times in earlier runs`
}

function notTested({ results, problems }: Blamed, { side, agents }: BlameOf<'not-tested'>): BlameLine {
  const { total, passed, failed } = results.totals
  const without = total - passed - failed
  const lead = `Your change was not ${total > without ? 'fully ' : ''}tested:`
  const number =
    without === 0
      ? null
      : `${count(without)} of ${counted(total, 'test')} ${without === 1 ? 'has' : 'have'} no answer`
  const why = longProblems(results, problems)
  const text =
    why.length === 0 ? [number ?? 'no agent was tested'] : number === null ? why : say`${number}: ${why}`
  const those = agents.length > 2 ? ['these agents'] : agentList(namesOf(results, agents))
  return { lead, text, further: sides[`${side}`](those) }
}

const sides: Readonly<Record<`${BlameOf<'not-tested'>['side']}`, (agents: Sentence) => Sentence>> = {
  service: () => [' Probably not your change.'],
  agent: (agents) => say` If this pull request deploys ${agents}, check that deployment first.`,
  null: () => [],
}

const unclear: Readonly<Record<BlameOf<'unclear'>['why'], (blame: BlameOf<'unclear'>) => Sentence>> = {
  'compares-with-nothing': ({ tests }) => [
    `this mode compares with nothing, so it does not say whether ${tests === 1 ? 'it' : 'they'} failed before`,
  ],
  'no-history': () => ['the run history could not be used, so there is nothing to compare with'],
  'nothing-earlier': () => ['there are no earlier results to compare with'],
  'too-recent': () => ['the earlier runs are too recent: they may contain this change'],
  'not-run-again': ({ evidence, tests }) => {
    const [attempts] = having(evidence, 'attempts')
    const failed = attempts === undefined ? '' : ` (${counted(attempts.of, 'attempt')})`
    const problem = having(evidence, 'not-run-again')[0]?.problem
    const why = problem ? say`: a retry ${problemWords(problem).sentence}` : []
    return say`${tests === 1 ? 'it' : 'they'} could not be run often enough to compare${failed}${why}`
  },
  control: ({ evidence }) => joined(evidence.map(evidenceWords)),
  new: ({ tests }) => [
    `${tests === 1 ? 'it has' : `${count(tests)} of them have`} no earlier result to compare with`,
  ],
  'few-runs': ({ evidence, tests }) => {
    const { earlier, attempts } = numbersIn(evidence)
    const passed = earlier === undefined ? '' : `${earlierResults(earlier, tests)}, and now `
    const [it, its] = tests === 1 ? ['it', 'its'] : ['they', 'their']
    return [
      `${it} ${passed}${attemptsText(attempts, tests)}, but ${its} earlier runs are too few to tell whether ${it} broke`,
    ]
  },
}

function failedBefore({ tests, evidence }: BlameOf<'failed-before'>): BlameLine {
  const { attempts, earlier, control } = numbersIn(evidence)
  if (control !== undefined) {
    const without = control.of - control.passed
    const [it, does] = tests === 1 ? ['it', 'does'] : ['they', 'do']
    return {
      lead: 'Failed on the control, too,',
      text: say`so ${it} ${does} not block`,
      further: say` The change may still make ${tests === 1 ? 'it' : 'them'} fail more often: ${attempts?.failed ?? tests} of ${counted(attempts?.of ?? tests, 'attempt')} failed with it, ${without} of ${control.of} without.`,
    }
  }
  const text = earlier === undefined ? 'in earlier runs' : earlierResults(earlier, tests)
  return { lead: 'Failed before, too:', text: [`${tests === 1 ? 'it' : 'they'} ${text}`] }
}

/** The details for which the line of blame has no space, or which it is not about. */
export function unsaidDetails({ results, blame }: Pick<Blamed, 'results' | 'blame'>): readonly Sentence[] {
  const details = endedDetails(results)
  return details.length <= SHOWN_IN_FULL && blame?.kind === 'not-tested' ? [] : details
}

/** What the line of blame does not say of a test. */
export function unsaidText(test: ResultsTest, { blame }: Pick<Blamed, 'blame'>): Sentence {
  const evidence = blame !== null && 'evidence' in blame ? blame.evidence : []
  const said = new Set(['no-earlier-run', 'evaluator-edited', ...evidence.map(({ kind }) => kind)])
  return evidenceText(
    test,
    evidenceOf(test).filter(({ kind }) => !said.has(kind)),
  )
}
