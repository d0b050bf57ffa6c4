// Whose fault it is, as one sentence with its evidence: the second line of every report.
import type { Because, Blame, Results } from '../schema.ts'
import { approximate, count, counted, earlierText } from '../units.ts'
import { becauseWords, editText } from './because.ts'
import { problemWords } from './problems.ts'
import { agentNames, ended, few, joined, type Piece, type Sentence, say } from './sentence.ts'
import { longProblems, namesOf } from './shared-problems.ts'

type Of<Kind extends Blame['kind']> = Extract<Blame, { kind: Kind }>
type Given<Kind extends Because['kind']> = Extract<Because, { kind: Kind }>

const EDITS_SHOWN = 3

const strong = (text: string): Piece => ({ kind: 'strong', text })

/** Its first piece stands out; null if all is green. */
export function blameLine(results: Results): Sentence | null {
  const { blame } = results.story
  if (blame === null) return null
  const { lead, text, further = '' } = words(results, blame)
  return say`${strong(lead)} ${ended(text)}${further}`
}

interface Line {
  readonly lead: string
  /** Without its end. */
  readonly text: Sentence
  /** Further sentences. */
  readonly further?: Sentence
}

function words(results: Results, blame: Blame): Line {
  switch (blame.kind) {
    case 'this-change':
      return {
        lead: blame.isProbable ? 'Probably this change:' : 'A change, or a bad day:',
        text: evidence(blame),
      }
    case 'evaluator-edited':
      return {
        lead: 'The evaluator was edited:',
        text: say`${joined(few(blame.evaluators, EDITS_SHOWN, editText), '; ', '; ')}, which may be why ${blame.tests === 1 ? 'it' : 'they'} broke`,
      }
    case 'not-tested':
      return notTested(results, blame)
    case 'unclear':
      return { lead: 'Unclear:', text: unclear[blame.why](blame) }
    case 'failed-before':
      return failedBefore(blame)
    default:
      return blame satisfies never
  }
}

function having<Kind extends Because['kind']>(because: readonly Because[], kind: Kind): Given<Kind> | null {
  return because.find((each): each is Given<Kind> => each.kind === kind) ?? null
}

function evidenceIn(because: readonly Because[]) {
  const [attempts, earlier] = [having(because, 'attempts'), having(because, 'earlier-runs')]
  return { attempts, earlier, control: having(because, 'control') }
}

function evidence({ tests, of, because, count: found, sample }: Of<'this-change'>): Sentence {
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
  const { attempts, earlier, control } = evidenceIn(because)
  const now = attemptsText(attempts, tests)
  if (control !== null)
    return say`${subject} ${now}, and passed ${control.passed} of ${control.of} in the same rounds on ${{ kind: 'agent', text: control.name }} (control)`
  return earlier === null ? [`${subject} ${now}`] : [`${subject} ${before(earlier, tests)}, and now ${now}`]
}

function attemptsText(attempts: Given<'attempts'> | null, tests: number): string {
  const verb = tests === 1 ? 'fails' : 'fail'
  if (attempts === null || attempts.of <= tests) return verb
  return `${verb} ${count(attempts.failed)} of ${counted(attempts.of, 'attempt')}`
}

function before({ failures, runs }: Given<'earlier-runs'>, tests: number): string {
  if (tests === 1) return earlierText(failures, runs)
  return failures === 0
    ? `passed ${count(runs)} of ${count(runs)} times in earlier runs`
    : `failed ${count(failures)} of ${count(runs)} times in earlier runs`
}

function notTested(results: Results, { side, agents }: Of<'not-tested'>): Line {
  const { total, passed, failed } = results.totals
  const without = total - passed - failed
  const lead = `Your change was not ${total > without ? 'fully ' : ''}tested:`
  const number =
    without === 0
      ? null
      : `${count(without)} of ${counted(total, 'test')} ${without === 1 ? 'has' : 'have'} no answer`
  const why = longProblems(results)
  const text =
    why.length === 0 ? [number ?? 'no agent was tested'] : number === null ? why : say`${number}: ${why}`
  const those = agents.length > 2 ? ['these agents'] : agentNames(namesOf(results, agents))
  return { lead, text, further: sides[`${side}`](those) }
}

const sides: Readonly<Record<`${Of<'not-tested'>['side']}`, (agents: Sentence) => Sentence>> = {
  service: () => [' Probably not your change.'],
  agent: (agents) => say` If this pull request deploys ${agents}, check that deployment first.`,
  null: () => [],
}

const unclear: Readonly<Record<Of<'unclear'>['why'], (blame: Of<'unclear'>) => Sentence>> = {
  'compares-with-nothing': ({ tests }) => [
    `this mode compares with nothing, so it does not say whether ${tests === 1 ? 'it' : 'they'} failed before`,
  ],
  'no-history': () => ['the run history could not be used, so there is nothing to compare with'],
  'nothing-earlier': () => ['there are no earlier results to compare with'],
  'too-recent': () => ['the earlier runs are too recent: they may contain this change'],
  'not-run-again': ({ because, tests }) => {
    const attempts = having(because, 'attempts')
    const failed = attempts === null ? '' : ` (${counted(attempts.of, 'attempt')})`
    const problem = having(because, 'not-run-again')?.problem
    const why = problem ? say`: a retry ${problemWords(problem).sentence}` : []
    return say`${tests === 1 ? 'it' : 'they'} could not be run often enough to compare${failed}${why}`
  },
  control: ({ because }) => joined(because.map(becauseWords)),
  new: ({ tests }) => [
    `${tests === 1 ? 'it has' : `${count(tests)} of them have`} no earlier result to compare with`,
  ],
  'few-runs': ({ because, tests }) => {
    const { earlier, attempts } = evidenceIn(because)
    const passed = earlier === null ? '' : `${before(earlier, tests)}, and now `
    const [it, its] = tests === 1 ? ['it', 'its'] : ['they', 'their']
    return [
      `${it} ${passed}${attemptsText(attempts, tests)}, but ${its} earlier runs are too few to tell whether ${it} broke`,
    ]
  },
}

function failedBefore({ tests, because }: Of<'failed-before'>): Line {
  const { attempts, earlier, control } = evidenceIn(because)
  if (control !== null) {
    const without = control.of - control.passed
    const [it, does] = tests === 1 ? ['it', 'does'] : ['they', 'do']
    return {
      lead: 'Failed on the control, too,',
      text: say`so ${it} ${does} not block`,
      further: say` The change may still make ${tests === 1 ? 'it' : 'them'} fail more often: ${attempts?.failed ?? tests} of ${counted(attempts?.of ?? tests, 'attempt')} failed with it, ${without} of ${control.of} without.`,
    }
  }
  const text = earlier === null ? 'in earlier runs' : before(earlier, tests)
  return { lead: 'Failed before, too:', text: [`${tests === 1 ? 'it' : 'they'} ${text}`] }
}
