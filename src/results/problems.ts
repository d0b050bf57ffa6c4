// Why an agent, its tests or its history have no clear result, or the job ended early, in the words of every report, and what to do then.
import { looksAlike, UNSEEN_DIFFERENCE } from '../inputs/names.ts'
import { type InputIssue, type Problem, refusalKind, type ServiceError, type TestError } from '../schema.ts'
import { counted, duration, firstFew } from './format.ts'
import { code, either, input, joined, quoted, type Sentence, type Short, say, separated } from './sentence.ts'
import {
  CERTIFICATE,
  type Step,
  type StepKind,
  stepAfterError,
  stepAfterLaterError,
  steps,
  stepText,
} from './steps.ts'

/** Tests of a run that ended without an answer, told together by whose error it was. */
export interface NoAnswer {
  readonly kind: 'no-answer'
  readonly whose: Exclude<TestError['kind'], 'not-run'>
  readonly detail: TestError['detail']
  /** What the service says of it. */
  readonly said: string | null
}

/** Everything that reports name as a problem. */
export type AnyProblem = Problem | NoAnswer

export type ProblemOf<Kind extends AnyProblem['kind']> = Extract<AnyProblem, { kind: Kind }>

/**
 * The short text is for headlines, and fits several agents. It and the sentences continue the names of agents, or stand alone
 * for a job, which may have several sentences.
 */
type Words = readonly [short: Short, step: Step, ...sentences: Sentence[]]

/** What else tells a problem of an agent: its tests, the line of the job, or what was tested. */
type ToldOf = 'agent' | 'job' | 'tests' | 'tested'

const toldElsewhere: { readonly [Kind in AnyProblem['kind']]?: ToldOf } = {
  aborted: 'job',
  edited: 'tests',
  'spare-copy': 'tested',
  unchanged: 'tested',
  'unfinished-tests': 'tests',
}

const CANCELLED = either('the job was cancelled', 'the command was interrupted')

const problemRows: { readonly [Kind in AnyProblem['kind']]: (problem: ProblemOf<Kind>) => Words } = {
  'cannot-run': ({ error, damaged = [] }) => {
    const isOther = /\binteraction_type\b/.test(error.reason ?? '') && damaged.length > 0
    const other = say`cannot run tests of the other kind of agent: ${testsOfFiles(damaged)}`
    const refused = say`cannot run (HTTP ${`${error.status}`}): ${saying(error.reason ?? '')}${damagedText(damaged)}`
    const step = isOther ? steps.correctType : refusalStep(error)
    return ['did not run', step, isOther ? other : refused]
  },
  'not-launched': ({ error, damaged }) =>
    because('did not start', stepAfterLaterError(error), errorWords(error), damaged),
  'maybe-launched': ({ error }) =>
    because('may have started', steps.openRun, say`the launch was not confirmed: ${errorWords(error)}`),
  'max-tests': ({ maxTests, tests }) => {
    const some = tests !== null && tests > maxTests ? `${counted(tests, 'test')}, more` : 'more tests in all'
    const why = say`${some} than ${input('max-tests', `${maxTests}`)}`
    return because('did not start', steps.raiseMaxTests, why)
  },
  'timed-out': ({ timeoutSeconds, state, lastError }) => {
    const [words, step] = runStates[state]
    const last = lastError === null ? [] : say`; the last poll failed: ${errorWords(lastError)}`
    return because('timed out', step, say`${words} after ${duration(timeoutSeconds * 1000)}${last}`)
  },
  'run-ended': ({ how, damaged }) =>
    because('ended early', steps.openRun, [`${how} on the service`], damaged),
  contradictory: ({ unknownStatus }) => {
    const why = unknownStatus === null ? [] : say`with the unknown status ${quoted(unknownStatus)}`
    return because('gave incomplete or contradictory results', steps.openRun, why)
  },
  'tests-not-run': ({ notRun, total }) => {
    if (total === 0) return ['had no test', steps.linkTests, ['has a run without any test']]
    const ofAll = notRun < total ? ` (of ${total})` : ''
    const sentence = [`has ${counted(notRun, 'unconfigured test')}${ofAll}, which the service skips`]
    return ['had tests without a configuration', steps.configureTests, sentence]
  },
  'unfinished-tests': ({ tests, whose, detail = null }) =>
    whose === null || whose === 'not-run'
      ? ['left tests unanswered', steps.openRun, say`has ${counted(tests, 'test')} without a result`]
      : noAnswerWords({ kind: 'no-answer', whose, detail, said: null }),
  unreadable: ({ error, attempts }) => {
    const times = attempts > 1 ? `, ${counted(attempts, 'time')}` : ''
    const step = error.status === 404 ? steps.rerun : steps.openRun
    return because('could not be read', step, say`${errorWords(error)}${times}`)
  },
  edited: (problem) => ['edited', steps.rerun, editedText(problem)],
  aborted: ({ by, state }) => {
    const cause = by === 'signal' ? CANCELLED : 'the API key was rejected'
    return because('did not finish', steps.rerun, say`${runStates[state][0]} when ${cause}`)
  },
  override: ({ why }) => {
    const step = typeof why === 'number' ? steps.checkPreview : overrideRows[why][0]
    return ['could not be tested', step, [previewText(why)]]
  },
  'internal-error': ({ said }) =>
    because('could not be tested', steps.reportBug, say`internal error of agent-tests: ${saying(said)}`),
  skipped: (it) => ['skipped', refusalStep(it), say`was skipped (HTTP 400): ${saying(it.reason)}`],
  'spare-copy': ({ original }) => {
    const copy = say`it is a copy of ${{ kind: 'agent', text: original }}, for jobs with ${input('override')}`
    return ['skipped', steps.correctInputs, say`was skipped: ${copy}`]
  },
  unchanged: ({ original }) => {
    const sentence = say`was skipped: neither ${{ kind: 'agent', text: original }} nor its tests changed`
    return ['unchanged', steps.correctInputs, sentence]
  },
  'wrong-control': () =>
    because('had none of the failing tests', steps.correctControl, ['is it the right agent?']),
  'base-unknown': ({ reason }) =>
    because('could not be compared with its base', steps.rerun, withoutEnd(reason)),
  'nothing-passed': () => because('passed no test', steps.tryByHand, ['with the change or without it']),
  'no-answer': noAnswerWords,
  'no-history': ({ error }) => because('lacked a usable run history', historyStep(error), errorWords(error)),
  'not-compared': ({ why }) => because('could not be compared', ...notComparedRows[why]),
  key: ({ status, reason, withheld }) => {
    const why =
      reason === null ? ['the service refused the API key'] : say`the service says ${saying(reason)}`
    if (status !== null) return [`authentication failed (HTTP ${status})`, steps.checkKey, why]
    const key = input('api-key')
    if (!withheld) return ['no API key', steps.provideKey, say`${{ ...key, isIntroduced: true }} is empty`]
    const sentence = say`GitHub leaves ${key} empty on pull requests of forks and of Dependabot`
    return ['GitHub gives forks and Dependabot no secrets', steps.askMaintainer, sentence]
  },
  names: ({ unknown, same }) => {
    const isCopy = ({ name, nearest }: (typeof unknown)[number]) => nearest === null && /.\(.+\)$/.test(name)
    const sentence = say`the service resolves ${joined(same.map(quoted))} to the same agent`
    if (unknown.length === 0) return ['several names of one agent', steps.correctNames, sentence]
    const step = unknown.every(isCopy) ? steps.makeCopy : steps.correctNames
    return [`${counted(unknown.length, 'agent')} not found`, step, ...unknown.map(unknownAgent)]
  },
  'wrong-override': (it) => ['override does not fit', steps.correctOverride, ...it.issues.map(overrideIssue)],
  'wrong-inputs': ({ issues }) => ['nothing was tested', steps.correctInputs, ...issues.map(issueSentence)],
  'tests-not-made': ({ name, error, needsRestart }) => {
    const short = 'tests could not be made'
    const broken = ['the service answers HTTP 500 to everything since tests were being made']
    if (needsRestart) return [short, steps.restartService, broken]
    const test = say`the test ${quoted(name ?? '')} does not get through to the service: ${errorWords(error)}`
    if (name !== null) return [short, steps.shortenTest, test]
    // The key works elsewhere: such a service does not let it read or make tests.
    const isRefused = [403, 404, 405].includes(error.status ?? 0)
    const step = isRefused ? steps.updateForTests : stepAfterLaterError(error)
    return [short, step, say`the service did not take the tests of files: ${errorWords(error)}`]
  },
  'no-agents': () => ['no agent to test', steps.createAgent, ['the workspace of this API key has no agents']],
  unreachable: ({ error }) => [lookupText(error), stepAfterError(error), withoutEnd(error.message)],
  cancelled: () => [CANCELLED, steps.rerun, ['not all agents had a result by then']],
}

function because(short: string, step: Step, why: Sentence, damaged: Damaged = []): Words {
  return [short, step, say`${short}${why.length > 0 ? say` (${why})` : []}${damagedText(damaged)}`]
}

/** The two refusals that the service is known to give need different actions. */
function refusalStep(error: Pick<ServiceError, 'reason'>): Step {
  const kind = refusalKind(error)
  if (kind === 'not-verified') return steps.verifyConnection
  return kind === 'no-tests' ? steps.linkTests : steps.makeReady
}

/** A run that could not be read may have ended long ago: raising the timeout would not help. */
const runStates = {
  'not-started': ['not started', steps.raiseTimeout],
  queued: ['still queued behind other runs', steps.freeQueue],
  running: ['still running its tests', steps.raiseTimeout],
  unread: ['no complete result', steps.openRun],
} as const

const overrideRows = {
  unsupported: [steps.updateForOverride, 'could not be changed, because override needs a newer service'],
  shared: [steps.queueJobs, 'was used by another job at the same moment'],
  'no-tests': [steps.linkTests, 'has an original without tests'],
  'tests-missing': [steps.rerun, 'has an original whose tests the service did not list completely'],
  'no-answer': [steps.checkPreview, 'has a preview that gives no answer'],
  'not-resolved': [steps.checkPreview, 'has a preview whose address is not resolved'],
  unexpected: [steps.checkPreview, 'has a preview whose answer is not in the expected form'],
  refused: [steps.checkPreview, 'has a preview whose address the service does not call'],
} as const

/** A number is the HTTP status of a preview. */
export function previewText(why: ProblemOf<'override'>['why']): string {
  return typeof why === 'number' ? `has a preview that answers HTTP ${why}` : overrideRows[why][1]
}

/** Why the copy of an agent cannot be tested as the input says. */
function overrideIssue({ agent, why, key }: ProblemOf<'wrong-override'>['issues'][number]): Sentence {
  const texts = {
    key: /^(?:system_prompt|llm)\b/.test(key ?? '')
      ? `it has an address (agent_url), so the service does not use its "${key}". Override agent_url with a preview`
      : `it has no address of its own, so its runs do not read "${key}"`,
    type: 'it has another type than its original',
    address: 'of it and its original, only one has an agent_url',
    number: 'its original has a number that cannot be copied exactly',
  }
  return say`agent ${quoted(agent)}: ${texts[why]}`
}

const notComparedRows: Readonly<Record<ProblemOf<'not-compared'>['why'], readonly [Step, Sentence]>> = {
  copy: [
    steps.setControl,
    say`other pull requests change the same copy; ${input('mode', 'gate-if-worse')} compares it with its original`,
  ],
  unsupported: [steps.useControl, ['the service has no run history']],
  'no-cut-off': [steps.readPullRequest, ['GitHub did not say when this pull request was opened']],
}

export function notComparedText(why: ProblemOf<'not-compared'>['why']): Sentence {
  return say`not compared: ${notComparedRows[why][1]}`
}

/** What tests without an answer had, by whose error it was. */
const noAnswerRows: Readonly<Record<NoAnswer['whose'], readonly [short: string, step: Step]>> = {
  agent: ['had errors', steps.checkAgent],
  model: ['got errors from the model', steps.checkModel],
  evaluator: ['got errors from an evaluator', steps.checkEvaluator],
  service: ['got errors from the service', steps.rerunLater],
  test: ['had defective tests', steps.correctTests],
  edited: ['had tests that were edited on the service while the job ran', steps.rerun],
  unread: ['had tests that could not be read', steps.openRun],
  unknown: ['had tests that ended in errors', steps.openRun],
}

function outageText(detail: string | null): string | undefined {
  if (detail === 'no connection') return 'could not be reached'
  if (detail === 'timed out') return 'did not answer in time'
  return detail?.startsWith('HTTP ') ? `answered ${detail}` : undefined
}

function noAnswerWords({ whose, detail, said }: NoAnswer): Words {
  const [usual, step] = noAnswerRows[whose]
  const outage = whose === 'agent' ? outageText(detail) : undefined
  const facts = [outage === undefined ? (detail ?? []) : [], said === null ? [] : quoted(said)]
  const why = separated(
    facts.filter(({ length }) => length > 0),
    ', ',
  )
  // A model that is overloaded will answer again; one that does not exist or refuses the key will not.
  const isOutage = /^(?:HTTP (?:429|5\d\d)|no connection|timed out)$/.test(detail ?? '')
  const isOfModel = whose === 'model' || whose === 'evaluator'
  return because(outage ?? usual, isOutage && isOfModel ? steps.awaitModel : step, why)
}

/** `its evaluator "Mine" was edited during this job` */
export function editedText({ what, name }: ProblemOf<'edited'>): Sentence {
  if (what === 'test') return ['it was edited during this job']
  if (what === 'agent') return say`${{ kind: 'agent', text: name ?? '' }} was edited during this job`
  return say`its evaluator ${quoted(name ?? '')} was edited during this job`
}

/** The key works elsewhere: such a service does not let it read the history. */
function historyStep(error: ServiceError): Step {
  if (error.status === 401 || error.status === 403) return steps.readRuns
  const isOfService = error.status === 404 || error.kind === 'contract' || error.kind === 'history'
  return isOfService ? steps.useControl : stepAfterLaterError(error)
}

/** Why the agents could not be looked up. */
function lookupText({ kind, status, message, code: reason }: ServiceError): Short {
  const [, host = 'this address'] = /\/\/([^/?\s]+)/.exec(message) ?? []
  if (status !== null) return `the service answered HTTP ${status}`
  if (CERTIFICATE.test(reason ?? ''))
    return { kind: 'said', text: `the certificate of ${host} is not trusted` }
  if (kind === 'network') return { kind: 'said', text: `no service at ${host}` }
  if (kind === 'timeout') return { kind: 'said', text: `no answer from ${host}` }
  const hasPage = say`${input('base-url')} has a page, not an API`
  return either(hasPage, hasPage)
}

/** Whether a re-run would find the same error. */
export function neverStarts({ endedEarly }: { readonly endedEarly: Problem | null }): boolean {
  return endedEarly?.kind === 'wrong-inputs' || (endedEarly?.kind === 'key' && endedEarly.status === null)
}

/** What is wrong with an input, for the log of a workflow: with the lines as they are written, and as they are right. */
export function issueText({ input: name, message, lines }: InputIssue): string {
  const text = [message, ...lines].join('\n')
  if (name === null) return text
  return `Input "${name}"${message.startsWith('is empty') ? '' : ':'} ${text}`
}

/** ``tests`: `refunds.yml:5`: …`, for reports. */
function issueSentence({ input: name, file, line, message }: InputIssue): Sentence {
  const place = line === null ? file : `${file}:${line}`
  const isPlaced = place !== null && message.startsWith(`${place}: `)
  const text = valuesAsCode(isPlaced ? message.slice(place.length + 2) : message)
  const what = isPlaced ? say`${code(place)}: ${text}` : text
  return name === null ? what : say`${input(name)}: ${what}`
}

/** The values in a message as code: nothing in it is escaped then, so that the runner can mask a secret. */
function valuesAsCode(message: string): Sentence {
  return message
    .split(/("(?:[^"\\]|\\.)+"|`[^`]+`)/)
    .map((text, at) => (at % 2 === 1 ? code(text.slice(1, -1)) : { kind: 'said', text }))
}

function unknownAgent({ name, nearest }: ProblemOf<'names'>['unknown'][number]): Sentence {
  const problem: Sentence = [{ kind: 'said', text: `agent "${name}": no agent with that name in this org` }]
  if (nearest === null) return problem
  const lookalike = looksAlike(name, nearest) ? ` ${UNSEEN_DIFFERENCE}` : ''
  const spaced = ' An input cannot begin or end with a space: rename the agent'
  return say`${problem} (did you mean ${quoted(nearest)}?${nearest === nearest.trim() ? lookalike : spaced})`
}

type Damaged = NonNullable<ProblemOf<'cannot-run'>['damaged']>

/** So many tests or files that may be damaged are named. */
const MOST_DAMAGED = 3

/** Continues a sentence. */
function damagedText(damaged: Damaged): Sentence {
  if (damaged.length === 0) return []
  return say`. Perhaps ${testsOfFiles(damaged)} is damaged on the service: a test that is renamed or deleted there is made anew by the next job`
}

/** `"Refuses a refund" (`refunds.yml:7`)`, `a test of `refunds.yml`` */
function testsOfFiles(tests: Damaged): Sentence {
  return joined(
    firstFew(tests, MOST_DAMAGED, ({ name, file, line }) => {
      const place = code(line === null ? file : `${file}:${line}`)
      return name === null ? say`a test of ${place}` : say`${quoted(name)} (${place})`
    }),
  )
}

/** Which line tells it, if it is of an agent. */
export function toldOf({ kind }: AnyProblem): ToldOf {
  return toldElsewhere[kind] ?? 'agent'
}

export function problemWords<Kind extends AnyProblem['kind']>(problem: ProblemOf<Kind>) {
  const kind: Kind = problem.kind
  const [short, step, ...sentences] = problemRows[kind](problem)
  return { short, step, sentences, sentence: separated(sentences) }
}

/** What to do about a problem of an agent that nobody names. */
export function stepFor(problem: AnyProblem): Sentence {
  return stepText(problemWords(problem).step)
}

const ELSEWHERE: readonly StepKind[] = ['rerun', 'rerun-later', 'open-run', 'repair']

/** Whether no change of the tested files repairs it. */
export function isElsewhere(problem: AnyProblem): boolean {
  const { step } = problemWords(problem)
  return step === steps.freeQueue || ELSEWHERE.includes(step.kind)
}

/** `HTTP 403: <the service's reason>`, or the message without the request, which differs per agent. Plain, untrusted text. */
export function errorText({ status, reason, message }: ServiceError): string {
  return reason === null ? message.replace(/^[A-Z]+ \S+: /, '') : `HTTP ${status}: ${reason}`
}

/** The same in a sentence, with the service's words in quotes. */
function errorWords(error: ServiceError): Sentence {
  if (error.reason === null) return withoutEnd(errorText(error))
  return say`HTTP ${`${error.status}`}: ${saying(error.reason)}`
}

function saying(text: string): Sentence {
  return say`"${withoutEnd(text)}"`
}

/** What follows it ends the sentence. */
function withoutEnd(text: string): Sentence {
  return [{ kind: 'said', text: text.trim().replace(/\.$/, '') }]
}
