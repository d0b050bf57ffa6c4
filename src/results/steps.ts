// What to do next: twelve steps, each one sentence with slots. What takes longer to say is in docs/troubleshooting.md.
import type { ServiceError } from '../schema.ts'
import { wordFor } from './format.ts'
import { code, either, input, type Piece, type Sentence, say } from './sentence.ts'

/** What the sentence of a step names. */
export interface Slots {
  readonly agents: Sentence
  /** How many agents these are. */
  readonly number: number
  /** What to fix: the files and the input that say what is changed about these agents, else the agents. */
  readonly toFix: Sentence
  /** What to correct: the files of the tests, where they have some. */
  readonly tests: Sentence
  /** ` since 20 Nov`; empty if that is not known. */
  readonly when: string
  /** With its value of today. */
  readonly timeout: Sentence
  /** `merge`; `pass` of a job without a pull request. */
  readonly goal: string
  /** Whether it is about one test. */
  readonly isOne: boolean
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
  read: ({ toFix, tests, isOne }) =>
    say`read the failing ${isOne ? 'reply' : 'replies'}, then fix ${toFix}; if the reply is right, correct ${tests}.`,
  accept: ({ agents, number, goal, isOne, link }) =>
    say`to ${goal} before ${agents} ${wordFor(number, 'is', 'are')} repaired, a maintainer can ${link(`accept ${isOne ? 'it' : 'them'} until a date`)}.`,
  rerun: ({ rerun }, what) => say`${rerun}${what ?? []}.`,
  'rerun-later': ({ rerun }) => say`${rerun} later. If it persists, tell the operators of the service.`,
  repair: ({ agents, rerun }, what) =>
    say`${what ?? say`check that requests to ${agents} succeed`}, then ${rerun}.`,
  'open-run': ({ agents, link, rerun }) =>
    say`open ${link('the run')} of ${agents}: a result may be there, or why there is none. Otherwise, ${rerun}.`,
  raise: ({ timeout }, what) => say`raise ${what ?? timeout}, or split the agents over several jobs.`,
  'correct-tests': ({ agents, link, rerun }, what) =>
    say`${what ?? say`${link('correct the tests')} of ${agents}`}, then ${rerun}.`,
  'correct-inputs': (_, what) => say`${what ?? ['correct the inputs']}.`,
} satisfies Readonly<Record<string, (slots: Slots, what: Sentence | null) => Sentence>>

export type StepKind = keyof typeof sentences

/** What to do about a finding. Those that say the same are one, and name all of their agents. */
export interface Step {
  readonly kind: StepKind
  /** What to repair, raise or correct, in a clause: `verify the connection of Support bot`. */
  readonly what: ((slots: Slots) => Sentence) | null
  /** A heading of a document, which says more. */
  readonly see: string | null
}

export function step(kind: StepKind, what: Sentence | Step['what'] = null, see: Step['see'] = null): Step {
  return { kind, what: what === null || typeof what === 'function' ? what : () => what, see }
}

export function stepSentence({ kind, what }: Step, slots: Slots): Sentence {
  return sentences[kind](slots, what === null ? null : what(slots))
}

/** What to do about something that is not told of an agent. */
export function stepText(asked: Step): Sentence {
  return stepSentence(asked, {
    agents: ['the agent'],
    number: 1,
    toFix: ['the agent'],
    tests: ['the test'],
    when: '',
    timeout: [input('timeout')],
    goal: 'merge',
    isOne: true,
    link: (text, command = text) => either(text, command),
    rerun: either(...AGAIN),
  })
}

function correct(what: Sentence | Step['what'], see: Step['see'] = null): Step {
  return step('correct-inputs', what, see)
}

const [COPIES, MODELS, NAMES] = ['Copies and previews', 'Models and evaluators', 'Names of agents'] as const
const NETWORK = 'Self-hosted services, proxies and certificates'

/** What to do about problems, where the words of the step are not enough. */
export const steps = {
  awaitModel: step('rerun', [' once the model answers again']),
  askMaintainer: correct(
    ['a maintainer can start the tests; for Dependabot, save the key as its own secret, too'],
    'Forks and Dependabot',
  ),
  badDay: step('rerun', [' later: it may be a bad day of the model']),
  checkAddress: correct(
    say`check that ${input('base-url')} is the address of the API, and that this machine can reach it, perhaps through a proxy (${code('HTTPS_PROXY')})`,
    NETWORK,
  ),
  checkAgent: step('repair'),
  checkEvaluator: step('repair', ["check the evaluator's model and its API key"], MODELS),
  checkKey: correct(
    say`check the API key: it has to be the key itself, of this workspace, and not a path, ${code('op://…')} or ${code('undefined')}`,
    'API keys',
  ),
  checkModel: step('repair', ({ agents }) => say`check the model of ${agents} and its API key`, MODELS),
  checkPreview: step('repair', null, COPIES),
  correctControl: correct(
    say`name in ${input('control')} for each agent the same one without the change, in the order of ${input('agents')}`,
  ),
  correctInputs: step('correct-inputs', null, 'Invalid inputs'),
  correctNames: correct(
    ['correct these names: commas or lines separate them; case, quotes and brackets are part of a name'],
    NAMES,
  ),
  correctOverride: correct(say`correct ${input('override')}, or make a new copy of the agent`, COPIES),
  correctPath: correct(
    say`correct the path of ${input('base-url')}: a server answers there, but not with the API of the service`,
  ),
  correctTests: step('correct-tests'),
  correctType: correct(say`correct the ${code('type')} of these tests, or which agent runs them`),
  configureTests: step(
    'correct-tests',
    ({ agents, link }) => say`${link('configure the tests')} of ${agents}`,
  ),
  createAgent: correct(['create an agent and link tests to it, or use the API key of another workspace']),
  freeQueue: step('raise', null, 'Runs that never end'),
  linkTests: step('correct-tests', ({ agents, link }) => say`${link('link tests')} to ${agents}`),
  makeCopy: correct(['duplicate the original under this name in the web application, or correct it'], NAMES),
  makeReady: step('repair', ({ agents }) => say`make ${agents} ready to run`),
  nameCertificate: correct(say`name its certificate file in ${code('NODE_EXTRA_CA_CERTS')}`, NETWORK),
  openRun: step('open-run'),
  provideKey: correct(say`save a key as a secret, and pass that secret as ${input('api-key')}`, 'API keys'),
  queueJobs: step('rerun', [' once the other job has ended'], COPIES),
  raiseMaxTests: step('raise', [input('max-tests')]),
  raiseTimeout: step('raise'),
  readPullRequest: correct(['do what the warning of this job about the pull request says']),
  reportBug: step('rerun', null, 'Where to ask'),
  rerun: step('rerun'),
  rerunLater: step('rerun-later'),
  restartService: correct(['ask the operators of the service to restart it'], 'Before a matrix'),
  retry: step('rerun', say`, or set ${input('retries', '2')}, to see whether it fails again`),
  setControl: correct(say`set ${input('mode', 'gate-if-worse')} to compare the copy with its original`),
  shortenTest: correct(['make that test shorter, or let the proxy or firewall pass it']),
  tryByHand: step('repair', ({ agents }) => say`try ${agents} by hand`),
  update: correct(['use the latest version of agent-tests']),
  updateForOverride: correct(say`update the service, or leave out ${input('override')}`),
  updateForTests: correct(['update the service, or let the key read evaluators and create tests']),
  readRuns: correct(['let the API key read the earlier runs of these agents'], 'Earlier runs'),
  useControl: correct(say`set ${input('control')} to the same agent without the change`, 'Earlier runs'),
  verifyConnection: step('repair', ({ agents }) => say`verify the connection of ${agents}`),
} as const

export const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
export function stepAfterError({ kind, status, code: reason }: ServiceError): Step {
  if (CERTIFICATE.test(reason ?? '')) return steps.nameCertificate
  if (status === 401 || status === 403) return steps.checkKey
  if (status === 404 || kind === 'contract') return steps.correctPath
  if (kind === 'aborted') return steps.rerun
  return status === 429 || (status ?? 0) >= 500 ? steps.rerunLater : steps.checkAddress
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
export function stepAfterLaterError(error: ServiceError): Step {
  if (error.kind === 'contract') return steps.update
  return error.status === 401 || error.status === 403 ? steps.checkKey : steps.rerunLater
}
