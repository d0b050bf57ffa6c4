// What to do next: one sentence a step, with slots. What takes longer to say is in docs/troubleshooting.md.
import type { ServiceError } from '../schema.ts'
import { duration } from './format.ts'
import { code, either, input, type Piece, plain, type Sentence, say } from './sentence.ts'

/** What the sentence of a step names. */
export interface Slots {
  readonly agents: Sentence
  /** What to fix: the files and the input that say what is changed about these agents, else the agents. */
  readonly toFix: Sentence
  /** What to correct: the files of the tests, where they have some. */
  readonly tests: Sentence
  /** ` since 20 Nov`; empty if that is not known. */
  readonly when: string
  /** `merge`; `pass` of a job without a pull request. */
  readonly goal: string
  /** To where the step leads, as far as that has an address. */
  readonly link: (text: string, command?: string) => Piece
  /** To run the job again, with a link to it. */
  readonly rerun: Piece
}

export const AGAIN = ['re-run this job', 'run it again'] as const

const sentences = {
  fix: ({ toFix, tests }) => say`fix ${toFix}. If the new reply is right, correct ${tests}.`,
  find: ({ agents, when, tests }) =>
    say`find out what changed in ${agents} or a dependency${when}. If the new reply is right, correct ${tests}.`,
  'check-edit': ({ toFix, link }) => say`if the edit is right, fix ${toFix}; else ${link('undo it')}.`,
  read: ({ toFix, tests }) =>
    say`read each failing reply, then fix ${toFix}; if the reply is right, correct ${tests}.`,
  accept: ({ agents, goal, link }) =>
    say`to ${goal} before a repair of ${agents}, a maintainer can ${link('accept failures until a date')}.`,
  rerun: ({ rerun }, when) => say`${rerun}${when}.`,
  'rerun-later': ({ rerun }) => say`${rerun} later. If it persists, tell the operators of the service.`,
  repair: ({ agents, rerun }, what) => say`${what} ${agents}, then ${rerun}.`,
  'open-run': ({ agents, link, rerun }) =>
    say`open ${link('the run')} of ${agents}: a result may be there, or why there is none. Otherwise, ${rerun}.`,
  raise: (_, what) => say`raise ${what}, or split the agents over several jobs.`,
  'correct-tests': ({ agents, link, rerun }, what) => say`${link(plain(what))} ${agents}, then ${rerun}.`,
  'correct-inputs': (_, what) => say`${what}.`,
} satisfies Readonly<Record<string, (slots: Slots, what: Sentence) => Sentence>>

export type StepKind = keyof typeof sentences

/** What to do about a finding. Those that say the same are one, and name all of their agents. */
export interface Step {
  readonly kind: StepKind
  /** What to repair, raise or correct: `verify the connection of`. When to re-run. */
  readonly what: Sentence
  /** A heading of a document, which says more. */
  readonly see: string | null
}

export function step(kind: StepKind, what: string | Sentence = [], see: Step['see'] = null): Step {
  return { kind, what: [what].flat(), see }
}

/** Where nobody names the agents and tests. */
const UNNAMED: Slots = {
  agents: ['the agent'],
  toFix: ['the agent'],
  tests: ['the test'],
  when: '',
  goal: 'merge',
  link: (text, command = text) => either(text, command),
  rerun: either(...AGAIN),
}

export function stepText({ kind, what }: Step, slots = UNNAMED): Sentence {
  return sentences[kind](slots, what)
}

function correct(what: string | Sentence, see: Step['see'] = null): Step {
  return step('correct-inputs', what, see)
}

const COPIES = 'Copies and previews'
const [KEYS, MODELS, NAMES] = ['API keys', 'Models and evaluators', 'Names of agents']
const [FORKS, NETWORK] = ['Forks and Dependabot', 'Self-hosted services, proxies and certificates']

/** What to do about problems, where the words of the step are not enough. */
export const steps = {
  askMaintainer: correct('a maintainer can start the tests; Dependabot needs its own secret, too', FORKS),
  awaitOther: step('rerun', ' once the other job has ended', COPIES),
  checkAddress: correct(
    say`check that ${input('base-url')} is the address of the API, and that this machine can reach it, perhaps through a proxy (${code('HTTPS_PROXY')})`,
    NETWORK,
  ),
  checkAgent: step('repair', 'check the address and the logs of'),
  checkEvaluator: step('repair', 'check the model and the API key of the evaluators of', MODELS),
  checkKey: correct(
    say`check the API key: it has to be the key itself, of this workspace, and not a path, ${code('op://…')} or ${code('undefined')}`,
    KEYS,
  ),
  checkModel: step('repair', 'check the model and the API key of', MODELS),
  checkPreview: step('repair', 'check the address and the logs of', COPIES),
  checkReplies: step('repair', 'check the replies of'),
  correctInputs: correct('correct the inputs', 'Invalid inputs'),
  correctNames: correct(
    'correct these names: commas or lines separate them; case, quotes and brackets are part of a name',
    NAMES,
  ),
  correctOverride: correct(say`correct ${input('override')}, or make a new copy of the agent`, COPIES),
  correctPath: correct(
    say`correct the path of ${input('base-url')}: a server answers there, but not the API`,
  ),
  correctType: correct(say`correct the ${code('type')} of these tests, or which agent runs them`),
  createAgent: correct('create an agent and link tests to it, or use the API key of another workspace'),
  makeCopy: correct('duplicate the original under this name in the web application, or correct it', NAMES),
  nameCertificate: correct(say`name its certificate file in ${code('NODE_EXTRA_CA_CERTS')}`, NETWORK),
  provideKey: correct(say`save a key as a secret, and pass that secret as ${input('api-key')}`, KEYS),
  raiseTimeout: (seconds: number, see: Step['see'] = null) =>
    step('raise', say`${input('timeout')} (now ${`${seconds}`} seconds, ${duration(seconds * 1000)})`, see),
  readPullRequest: correct('do what the warning of this job about the pull request says'),
  readRuns: correct('let the API key read the earlier runs of these agents', 'Earlier runs'),
  restartService: correct('ask the operators of the service to restart it', 'Before a matrix'),
  retry: step('rerun', say`, or set ${input('retries', '2')}, to see whether this lasts`),
  setControl: correct(say`set ${input('mode', 'gate-if-worse')} to compare the copy with its original`),
  shortenTest: correct('make that test shorter, or let the proxy or firewall pass it'),
  updateForOverride: correct(say`update the service, or leave out ${input('override')}`),
  updateForTests: correct('update the service, or let the key read evaluators and create tests'),
  useControl: correct(
    say`set ${input('control')} to the agents without the change, in the order of ${input('agents')}`,
    'Earlier runs',
  ),
} as const

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
export function stepAfterError({ kind, status, code: reason }: ServiceError): Step {
  if (CERTIFICATE.test(reason ?? '')) return steps.nameCertificate
  if (status === 401 || status === 403) return steps.checkKey
  if (status === 404 || kind === 'contract') return steps.correctPath
  if (kind === 'aborted') return step('rerun')
  return status === 429 || (status ?? 0) >= 500 ? step('rerun-later') : steps.checkAddress
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
export function stepAfterLaterError({ kind, status }: ServiceError, refused: Step = steps.checkKey): Step {
  if (kind === 'contract') return correct('use the latest version of agent-tests')
  return status === 401 || status === 403 ? refused : step('rerun-later')
}
