// What to do next: twelve steps, each one sentence with slots. What a problem fills them with is in remedies.ts, and what takes longer to
// say in docs/troubleshooting.md.
import { wordFor } from './format.ts'
import { either, input, type Piece, type Sentence, say } from './sentence.ts'

/** What the sentence of a step names. */
export interface Slots {
  readonly agents: Sentence
  /** How many agents these are. */
  readonly number: number
  /** What to fix: the files and the input that say what is changed about these agents, else the agents. */
  readonly toFix: Sentence
  /** What to correct: the files of the tests, where they have some. */
  readonly tests: Sentence
  /** ` since 20 Nov`, ` between 24 and 25 Nov`; empty if that is not known. */
  readonly when: string
  /** With its value of today. */
  readonly timeout: Sentence
  /** `merge`; `pass` of a job without a pull request. */
  readonly goal: string
  /** Whether it is about one test. */
  readonly isOne: boolean
  /** What the step says in place of its usual words. */
  readonly what: Sentence | null
  /** To where the step leads, as far as that has an address. */
  readonly link: (text: string, command?: string) => Piece
  /** To run the job again, with a link to it. */
  readonly rerun: Piece
}

export const AGAIN = ['re-run this job', 'run it again'] as const

const sentences = {
  fix: ({ toFix, tests }) => say`fix ${toFix}. If the new reply is right, correct ${tests}.`,
  find: ({ agents, number, when, tests }) =>
    say`find out what changed in ${agents} or ${wordFor(number, 'its', 'their')} dependencies${when}. If the new reply is right, correct ${tests}.`,
  'check-edit': ({ toFix, isOne, link }) =>
    say`if the ${isOne ? 'edit is' : 'edits are'} right, fix ${toFix}; else ${link(`undo ${isOne ? 'it' : 'them'}`)}.`,
  read: ({ toFix, tests }) => say`read the failing replies: fix ${toFix} or correct ${tests}.`,
  accept: ({ agents, number, goal, what, isOne, link }) =>
    say`to ${goal} before ${agents} ${wordFor(number, 'is', 'are')} repaired, a maintainer can ${what ?? [link(`accept ${isOne ? 'it' : 'them'} until a date`)]}.`,
  rerun: ({ rerun, what }) => say`${rerun}${what ?? []}.`,
  'rerun-later': ({ rerun }) => say`${rerun} later. If it persists, tell the operators of the service.`,
  repair: ({ agents, rerun, what }) =>
    say`${what ?? say`check that requests to ${agents} succeed`}, then ${rerun}.`,
  'open-run': ({ agents, what, link, rerun }) =>
    say`open ${what ?? [link('the run')]} of ${agents}: a result may be there, or why there is none. Otherwise, ${rerun}.`,
  raise: ({ timeout, what }) => say`raise ${what ?? timeout}, or test fewer agents.`,
  'correct-tests': ({ agents, what, link, rerun }) =>
    say`${what ?? say`${link('correct the tests')} of ${agents}`}, then ${rerun}.`,
  'correct-inputs': ({ what }) => say`${what ?? ['correct the inputs']}.`,
} satisfies Readonly<Record<string, (slots: Slots) => Sentence>>

export type StepKind = keyof typeof sentences

/** What to do about a finding. Those that say the same are one, and name all of their agents. */
export interface Step {
  readonly kind: StepKind
  /** What to repair, raise or correct, in a clause: `verify the connection of Support bot`. */
  readonly what?: (slots: Slots) => Sentence
  /** Where a document of agent-tests says more: such as a heading of docs/troubleshooting.md. */
  readonly see?: { readonly document: string; readonly heading: string }
}

/** To what the link of a step leads. */
export const targets: Readonly<Record<StepKind, 'run' | 'tests' | 'workflow' | 'accepting' | null>> = {
  fix: 'tests',
  find: 'tests',
  'check-edit': 'tests',
  read: 'tests',
  accept: 'accepting',
  rerun: 'workflow',
  'rerun-later': 'workflow',
  repair: 'workflow',
  'open-run': 'run',
  raise: null,
  'correct-tests': 'tests',
  'correct-inputs': null,
}

export function stepSentence(
  { kind, what, see }: Step,
  given: Partial<Slots>,
  seeUrl: string | null = null,
): Sentence {
  const slots = { ...unnamed, ...given }
  const sentence = sentences[kind]({ ...slots, what: what?.(slots) ?? null })
  return see === undefined || seeUrl === null
    ? sentence
    : say`${sentence} See ${{ kind: 'link', text: `"${see.heading}"`, url: seeUrl }}.`
}

/** The slots of a step that names nobody. */
const unnamed: Slots = {
  agents: ['the agent'],
  number: 1,
  toFix: ['the agent'],
  tests: ['the test'],
  when: '',
  timeout: [input('timeout')],
  goal: 'merge',
  isOne: true,
  what: null,
  link: (text, command = text) => either(text, command),
  rerun: either(...AGAIN),
}

/** What to do about something that is not told of an agent. */
export function stepText(step: Step): Sentence {
  return stepSentence(step, {})
}
