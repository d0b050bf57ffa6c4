// Why an agent, its tests or its history have no clear result, or the job ended early, in the words of every report.
import { looksAlike, UNSEEN_DIFFERENCE } from '../inputs/names.ts'
import {
  type Decision,
  type InputIssue,
  type Problem,
  type ResultsAgent,
  refusalKind,
  type ServiceError,
  type TestError,
} from '../schema.ts'
import { counted, duration, firstFew } from './format.ts'
import { runsLink } from './links.ts'
import { errorRemedy, laterErrorRemedy, type Remedy, remedies } from './remedies.ts'
import {
  code,
  either,
  input,
  joined,
  quoted,
  type Said,
  type Sentence,
  type Short,
  say,
  separated,
} from './sentence.ts'
import { stepText } from './steps.ts'

/** Tests of a run that ended without an answer, told together by whose error it was. */
export interface NoAnswer {
  readonly kind: 'no-answer'
  readonly whose: Exclude<TestError['kind'], 'not-run'>
  readonly detail: TestError['detail']
  /** What the service says of an error of which it is unknown whose it was. */
  readonly said: string | null
}

/** Everything that reports name as a problem. */
export type AnyProblem = Problem | NoAnswer

/** The run that a problem of an agent is about, or the list of runs to look for it. */
export function problemUrl({ run, appUrl }: ResultsAgent, { kind }: AnyProblem): string | null {
  return run?.url ?? (kind === 'maybe-launched' ? runsLink(appUrl) : null)
}

export type ProblemOf<Kind extends AnyProblem['kind']> = Extract<AnyProblem, { kind: Kind }>
/**
 * The short text is for headlines, and fits several agents. It and the sentences continue the names of agents, or stand alone
 * for a job, which may have several sentences.
 */
type ProblemRow = readonly [short: Short, remedy: Remedy, ...sentences: Sentence[]]

/** What follows it ends the sentence. */
const said = (text: string): Said => ({ kind: 'said', text: text.trim().replace(/\.$/, '') })

/** Which line tells a problem of an agent: one of its own, unless that of the job, of its tests, or of what was tested does. */
type ToldOf = 'agent' | 'job' | 'tests' | 'tested'

function told(of: ToldOf) {
  return <OfKind>(words: (problem: OfKind) => ProblemRow) => ({ of, words })
}

const toldOfAgent = told('agent')
const toldOfJob = told('job')
const toldOfTests = told('tests')
const toldAsTested = told('tested')

const problemRows: {
  readonly [Kind in AnyProblem['kind']]: { of: ToldOf; words: (problem: ProblemOf<Kind>) => ProblemRow }
} = {
  'cannot-run': toldOfAgent(({ error, damaged = [] }) => {
    const reason = error.reason?.trim() || 'the service gave no reason'
    if (/\binteraction_type\b/.test(reason) && damaged.length > 0)
      return [
        'did not run',
        'correct-type',
        say`cannot run tests of the other kind of agent: ${testsOfFiles(damaged)}`,
      ]
    const why = say`${said(reason)}${damagedText(damaged)}`
    return [
      'did not run',
      cannotRunRemedies[refusalKind(error)],
      say`cannot run (HTTP ${`${error.status}`}): ${why}`,
    ]
  }),
  'not-launched': toldOfAgent(({ error, damaged }) => [
    'did not start',
    // The key works elsewhere.
    /workspace/i.test(error.reason ?? '') ? 'leave-out' : laterErrorRemedy(error),
    say`could not be started: ${said(errorText(error))}${damagedText(damaged)}`,
  ]),
  'maybe-launched': toldOfAgent(({ error }) => [
    'may have started',
    'look-for-run',
    say`may have started, but the launch was not confirmed: ${said(errorText(error))}`,
  ]),
  'max-tests': toldOfAgent(({ maxTests, tests }) => {
    const limit = input('max-tests', `${maxTests}`)
    const hasMore = tests !== null && tests > maxTests
    const why = hasMore
      ? say`has ${counted(tests, 'test')}, more than`
      : ['was not started: with it, more than']
    return ['did not start', 'raise-max-tests', say`${why} ${limit}${hasMore ? '' : ' would run'}`]
  }),
  'timed-out': toldOfAgent(({ timeoutSeconds, state, lastError }) => {
    const [usual, what] = timedOutWords[state]
    const remedy = state === 'unread' ? 'open-run' : usual
    const why = state === 'unread' && lastError !== null ? say`: ${said(errorText(lastError))}` : []
    return ['timed out', remedy, say`${what(duration(timeoutSeconds * 1000))}${why}`]
  }),
  'run-ended': toldOfAgent(({ how, damaged }) => [
    'ended early',
    'open-run',
    say`has a run that ${ends[how]}${damagedText(damaged)}`,
  ]),
  contradictory: toldOfAgent(({ unknownStatus }) => [
    'gave contradictory results',
    'open-run',
    unknownStatus === null
      ? ['has results that are incomplete or contradict each other']
      : say`has a run with a status that this version does not know: ${quoted(unknownStatus)}`,
  ]),
  'tests-not-run': toldOfAgent(({ notRun, total }) =>
    total === 0
      ? ['had no test', 'link-tests', ['has a run without any test']]
      : [
          'had tests without a configuration',
          'configure-tests',
          notRun === total && total > 1
            ? [`has ${counted(total, 'test')}, all unconfigured, which the service skips`]
            : [`has ${counted(notRun, 'unconfigured test')} of ${total}, which the service skips`],
        ],
  ),
  'unfinished-tests': toldOfTests(({ tests, whose, detail }) => {
    const [, remedy, cause = []] =
      whose === null || whose === 'not-run'
        ? (['', 'open-run'] as const)
        : noAnswerRow({ kind: 'no-answer', whose, detail: detail ?? null, said: null })
    // An attempt says whose error it was; the tests of an agent say that themselves.
    const isKnown = whose !== null && detail !== undefined
    const sentence = isKnown ? cause : say`has ${counted(tests, 'test')} without a result`
    return ['left tests unanswered', remedy, sentence]
  }),
  unreadable: toldOfAgent(({ error, attempts }) => {
    const times = attempts > 1 ? `, ${counted(attempts, 'time')}` : ''
    const text = say`has results that could not be fetched: ${said(errorText(error))}${times}`
    return ['could not be read', error.status === 404 ? 'rerun' : 'open-run', text]
  }),
  edited: toldOfTests((problem) => ['edited', 'rerun', editedText(problem)]),
  aborted: toldOfJob(({ by, state }) => [
    'did not finish',
    'rerun',
    say`${states[state]} when ${by === 'signal' ? CANCELLED : 'the API key was rejected'}`,
  ]),
  override: toldOfAgent(({ why }) => [
    'could not be tested',
    typeof why === 'number' ? 'check-preview' : overrideRows[why][0],
    [previewText(why)],
  ]),
  'internal-error': toldOfAgent((problem) => [
    'could not be tested',
    'report-bug',
    say`met an internal error of agent-tests, which is a bug: ${said(problem.said)}`,
  ]),
  skipped: toldOfAgent(({ reason }) => [
    'skipped',
    cannotRunRemedies[refusalKind({ reason })],
    say`was skipped, because it is not ready to run (HTTP 400): ${said(reason)}`,
  ]),
  'spare-copy': toldAsTested(({ original }) => [
    'skipped',
    'list-agents',
    say`was skipped: it is a copy of ${{ kind: 'agent', text: original }}, for jobs with ${input('override')}`,
  ]),
  unchanged: toldAsTested(({ original }) => [
    'unchanged',
    'test-unchanged',
    say`was skipped: neither ${{ kind: 'agent', text: original }} nor its tests changed`,
  ]),
  'wrong-control': toldOfAgent(() => [
    'had none of the failing tests',
    'correct-control',
    ['has none of the failing tests: is it the right agent?'],
  ]),
  'base-unknown': toldOfAgent(({ reason }) => [
    'could not be compared',
    'rerun',
    say`was not compared with its base: ${said(reason)}`,
  ]),
  'nothing-passed': toldOfAgent(() => [
    'passed no test',
    'try-by-hand',
    ['passed no test, with the change or without it'],
  ]),
  'no-answer': toldOfAgent(noAnswerRow),
  'no-history': toldOfAgent(({ error }) => [
    'lacked a usable run history',
    historyRemedy(error),
    say`has no run history that can be used: ${said(errorText(error))}`,
  ]),
  'not-compared': toldOfAgent(({ why }) => [
    'could not be compared',
    notComparedRows[why][0],
    say`was ${notComparedText(why)}`,
  ]),
  key: toldOfAgent(({ status, reason, withheld }) => {
    const why =
      reason === null ? ['the service refused the API key'] : say`the service says ${quoted(reason)}`
    if (status !== null) return [`authentication failed (HTTP ${status})`, 'check-key', why]
    return withheld
      ? [
          'GitHub gives forks and Dependabot no secrets',
          'ask-maintainer',
          say`GitHub leaves ${input('api-key')} empty on pull requests of forks and of Dependabot`,
        ]
      : ['no API key', 'provide-key', say`${{ ...input('api-key'), isIntroduced: true }} is empty`]
  }),
  names: toldOfAgent(({ unknown, same }) => {
    const remedy = remedyForNames(unknown)
    return unknown.length > 0
      ? [`${counted(unknown.length, 'agent')} not found`, remedy, ...unknown.map(unknownAgent)]
      : [
          'several names of one agent',
          remedy,
          say`the service resolves ${joined(same.map(quoted))} to the same agent`,
        ]
  }),
  'wrong-override': toldOfAgent(({ issues }) => [
    'override does not fit',
    'correct-override',
    ...issues.map(({ agent, why, key }) => say`agent ${quoted(agent)}: ${overrideIssues[why](key)}`),
  ]),
  'wrong-inputs': toldOfAgent(({ issues }) => [
    'nothing was tested',
    'correct-inputs',
    ...issues.map(issueSentence),
  ]),
  'tests-not-made': toldOfAgent(({ name, error, needsRestart }) => {
    const why = said(errorText(error))
    const short = 'tests could not be made'
    if (needsRestart)
      return [
        short,
        'restart-service',
        ['the service answers HTTP 500 to everything since tests were being made'],
      ]
    return name === null
      ? [short, notMadeRemedy(error), say`the service did not take the tests of files: ${why}`]
      : [short, 'shorten-test', say`the test ${quoted(name)} does not get through to the service: ${why}`]
  }),
  'no-agents': toldOfAgent(() => [
    'no agent to test',
    'create-agent',
    ['the workspace of this API key has no agents'],
  ]),
  unreachable: toldOfAgent(({ error }) => [lookupText(error), errorRemedy(error), [said(error.message)]]),
  cancelled: toldOfAgent(() => [CANCELLED, 'rerun', ['not all agents had a result by then']]),
}

/** Whether a re-run would find the same error. */
export function neverStarts({ endedEarly }: Pick<Decision, 'endedEarly'>): boolean {
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

/** Why the agents could not be looked up. */
function lookupText({ kind, status, message }: ServiceError): Short {
  const [, host = 'this address'] = /\/\/([^/?\s]+)/.exec(message) ?? []
  if (status !== null) return `the service answered HTTP ${status}`
  if (kind === 'network') return said(`no service at ${host}`)
  if (kind === 'timeout') return said(`no answer from ${host}`)
  const hasPage = (name: string) => say`${input(name)} has a page, not an API`
  return either(hasPage('base-url'), hasPage('base-url'))
}

const CANCELLED = either('the job was cancelled', 'the command was interrupted')

/** So many tests or files that may be damaged are named. */
const MOST_DAMAGED = 3

/** Continues a sentence. */
export function damagedText(damaged: ProblemOf<'cannot-run'>['damaged'] = []): Sentence {
  if (damaged.length === 0) return []
  const tests = testsOfFiles(damaged)
  const what = damaged.some(({ name }) => name !== null)
    ? say`Perhaps ${tests} is damaged`
    : say`A test of ${tests} may be damaged`
  return say`. ${what} on the service: a test that is renamed or deleted there is made anew by the next job`
}

/** `"Refuses a refund" (`refunds.yml:7`)`, or the file. */
function testsOfFiles(tests: NonNullable<ProblemOf<'cannot-run'>['damaged']>): Sentence {
  return joined(
    firstFew(tests, MOST_DAMAGED, ({ name, file, line }) => {
      const place = code(line === null ? file : `${file}:${line}`)
      return name === null ? place : say`${quoted(name)} (${place})`
    }),
  )
}

/** The two refusals that the service is known to give need different actions. */
const cannotRunRemedies = {
  'not-verified': 'verify-connection',
  'no-tests': 'link-tests',
  other: 'make-ready',
} as const

/** The key works elsewhere: such a service does not let it read or make tests. */
function notMadeRemedy(error: ServiceError): Remedy {
  return [403, 404, 405].includes(error.status ?? 0) ? 'update-for-tests' : laterErrorRemedy(error)
}

/** The key works elsewhere: such a service does not let it read the history. */
function historyRemedy(error: ServiceError): Remedy {
  const isRefused = [401, 403, 404].includes(error.status ?? 0)
  return isRefused || error.kind === 'contract' || error.kind === 'history'
    ? 'use-control'
    : laterErrorRemedy(error)
}

const notComparedRows: Readonly<Record<ProblemOf<'not-compared'>['why'], readonly [Remedy, Sentence]>> = {
  copy: [
    'set-control',
    say`other pull requests change the same copy; ${input('mode', 'gate-if-worse')} compares it with its original`,
  ],
  unsupported: ['use-control', ['the service has no run history']],
  'no-cut-off': ['read-pull-request', ['GitHub did not say when this pull request was opened']],
}

export function notComparedText(why: ProblemOf<'not-compared'>['why']): Sentence {
  return say`not compared: ${notComparedRows[why][1]}`
}

/** What tests without an answer had, by whose error it was. */
const noAnswerRows: Readonly<Record<NoAnswer['whose'], readonly [short: string, remedy: Remedy]>> = {
  agent: ['had errors', 'check-agent'],
  model: ['got errors from the model', 'check-model'],
  evaluator: ['got errors from an evaluator', 'check-evaluator'],
  service: ['got errors from the service', 'rerun-later'],
  test: ['had defective tests', 'correct-tests'],
  edited: ['had tests that were edited on the service while the job ran', 'rerun'],
  unread: ['had tests that could not be read', 'open-run'],
  unknown: ['had tests that ended in errors', 'open-run'],
}

function noAnswerRow({ whose, detail, said: text }: NoAnswer): ProblemRow {
  const [usual, remedy] = noAnswerRows[whose]
  const outage = whose === 'agent' ? outageText(detail) : null
  const short = outage ?? usual
  const said = [
    ...(outage === null && detail !== null ? [[detail]] : []),
    ...(text === null ? [] : [quoted(text)]),
  ]
  const sentence = said.length === 0 ? [short] : say`${short} (${separated(said, ', ')})`
  // A model that is overloaded will answer again; one that does not exist or refuses the key will not.
  const isOutage = /^(?:HTTP (?:429|5\d\d)|no connection|timed out)$/.test(detail ?? '')
  const isOfModel = whose === 'model' || whose === 'evaluator'
  return [short, isOutage && isOfModel ? 'await-model' : remedy, sentence]
}

function outageText(detail: string | null): string | null {
  if (detail === 'no connection') return 'could not be reached'
  if (detail === 'timed out') return 'did not answer in time'
  return detail?.startsWith('HTTP ') ? `answered ${detail}` : null
}

/** A number is the HTTP status of a preview. */
export function previewText(why: ProblemOf<'override'>['why']): string {
  return typeof why === 'number' ? `has a preview that answers HTTP ${why}` : overrideRows[why][1]
}

const overrideRows = {
  unsupported: ['update-for-override', 'could not be changed, because override needs a newer service'],
  shared: ['queue-jobs', 'was used by another job at the same moment'],
  'no-tests': ['link-tests', 'has an original without tests'],
  'tests-missing': ['rerun', 'has an original whose tests the service did not list completely'],
  'no-answer': ['check-preview', 'has a preview that gives no answer'],
  'not-resolved': ['check-preview', 'has a preview whose address is not resolved'],
  unexpected: ['check-preview', 'has a preview whose answer is not in the expected form'],
  refused: ['check-preview', 'has a preview whose address the service does not call'],
} as const

/** `its evaluator "Mine" was edited during this job` */
export function editedText({ what, name }: ProblemOf<'edited'>): Sentence {
  if (what === 'test') return ['it was edited during this job']
  if (what === 'agent') return say`${{ kind: 'agent', text: name ?? '' }} was edited during this job`
  return say`its evaluator ${quoted(name ?? '')} was edited during this job`
}

/** How a run ended: continues it. */
export const ends = {
  failed: 'failed on the service',
  cancelled: 'was cancelled on the service',
  error: 'ended with an error',
  stopped: 'was stopped by the service',
} as const

const states = {
  'not-started': 'was not started',
  queued: 'was still queued',
  running: 'was still running',
} as const

/** A run that could not be read may have ended long ago: raising the timeout would not help. */
const timedOutWords: Readonly<
  Record<ProblemOf<'timed-out'>['state'], readonly [Remedy, (time: string) => string]>
> = {
  'not-started': ['raise-timeout', (time) => `was not started within ${time}`],
  queued: ['free-queue', (time) => `was still queued behind other runs after ${time}`],
  running: ['raise-timeout', (time) => `was still running its tests after ${time}`],
  unread: ['open-run', (time) => `had no complete result after ${time}, and the last poll failed`],
}

/** Why the copy of an agent cannot be tested as the input says. */
const overrideIssues: Readonly<
  Record<ProblemOf<'wrong-override'>['issues'][number]['why'], (key: string | null) => string>
> = {
  key: (key) =>
    /^(?:system_prompt|llm)\b/.test(key ?? '')
      ? `it has an address (agent_url), so the service does not use its "${key}". Override agent_url with a preview`
      : `it has no address of its own, so its runs do not read "${key}"`,
  type: () => 'it has another type than its original',
  address: () => 'of it and its original, only one has an agent_url',
  number: () => 'its original has a number that cannot be copied exactly',
}

/** Which line tells it, if it is of an agent. */
export function toldOf({ kind }: AnyProblem): ToldOf {
  return problemRows[kind].of
}

export function problemWords<Kind extends AnyProblem['kind']>(problem: ProblemOf<Kind>) {
  const kind: Kind = problem.kind
  const [short, remedy, ...sentences] = problemRows[kind].words(problem)
  return { short, remedy, sentences, sentence: separated(sentences) }
}

/** What to do about a problem of an agent that nobody names. */
export function stepFor(problem: AnyProblem): Sentence {
  return stepText(remedies[problemWords(problem).remedy])
}

function remedyForNames(unknown: ProblemOf<'names'>['unknown']): Remedy {
  const areCopies = unknown.every(({ name, nearest }) => nearest === null && /.\(.+\)$/.test(name))
  return unknown.length > 0 && areCopies ? 'make-copy' : 'correct-names'
}

function unknownAgent({ name, nearest }: ProblemOf<'names'>['unknown'][number]): Sentence {
  const problem: Said = { kind: 'said', text: `agent "${name}": no agent with that name in this org` }
  if (nearest === null) return [problem]
  if (nearest !== nearest.trim())
    return say`${problem} (did you mean ${quoted(nearest)}? An input cannot begin or end with a space: rename the agent)`
  const hint = looksAlike(name, nearest) ? ` ${UNSEEN_DIFFERENCE}` : ''
  return say`${problem} (did you mean ${quoted(nearest)}?${hint})`
}

/** `HTTP 403: <the service's reason>`, or the message without the request, which differs per agent. Plain, untrusted text. */
export function errorText({ status, reason, message }: ServiceError): string {
  return reason === null ? message.replace(/^[A-Z]+ \S+: /, '') : `HTTP ${status}: ${reason}`
}
