// Why an agent, its tests or its history have no clear result, or the job ended early, in the words of every report, and what to do then.
import { looksAlike, UNSEEN_DIFFERENCE } from '../inputs/names.ts'
import { type InputIssue, type Problem, refusalKind, type ServiceError } from '../schema.ts'
import { counted, duration, firstFew, someOf } from './format.ts'
import { code, input, joined, type Sentence, say, separated } from './sentence.ts'
import { type Step, step, stepAfterError, stepAfterLaterError, steps, stepText } from './steps.ts'
import { agentName, quoted, said } from './untrusted.ts'

export type ProblemOf<Kind extends Problem['kind']> = Extract<Problem, { kind: Kind }>

/** The short text is for headlines, and fits several agents. Why is in brackets behind it, or on lines of a job; empty ones are left out. */
type Words = readonly [short: string, step: Step, ...why: Sentence[]]

/** What else tells a problem of an agent: its tests, the line of the job, or what was tested. */
type ToldOf = 'agent' | 'job' | 'tests' | 'tested'

const toldElsewhere: { readonly [Kind in Problem['kind']]?: ToldOf } = {
  aborted: 'job',
  edited: 'tests',
  'spare-copy': 'tested',
  unchanged: 'tested',
  'unfinished-tests': 'tests',
}

const CANCELLED = 'testing was cancelled'

const problemRows: { readonly [Kind in Problem['kind']]: (problem: ProblemOf<Kind>) => Words } = {
  'cannot-run': ({ error, damaged = [] }) => {
    const isOther = /\binteraction_type\b/.test(error.reason ?? '') && damaged.length > 0
    const other = say`tests of the other kind of agent: ${testsOfFiles(damaged)}`
    if (isOther) return ['cannot run', steps.correctType, other]
    return ['cannot run', refusalStep(error), errorWords(error), damagedText(damaged)]
  },
  'not-launched': ({ error, damaged }) => {
    return ['did not start', stepAfterLaterError(error), errorWords(error), damagedText(damaged)]
  },
  'maybe-launched': ({ error }) => {
    return ['may have started', step('open-run'), say`the launch was not confirmed: ${errorWords(error)}`]
  },
  'max-tests': ({ maxTests, tests }) => {
    const more = tests === null ? 'more tests' : counted(tests, 'more test')
    const why = say`${more} would exceed ${input('max-tests', `${maxTests}`)}`
    return ['did not start', step('raise', [input('max-tests')]), why]
  },
  'timed-out': ({ timeoutSeconds, state, lastError }) => {
    const isQueued = state === 'queued'
    const raise = steps.raiseTimeout(timeoutSeconds, isQueued ? 'Runs that never end' : null)
    const why = [`${runStates[state]} after ${duration(timeoutSeconds * 1000)}`]
    const last = lastError === null ? [] : say`the last poll failed: ${errorWords(lastError)}`
    // A run that could not be read may have ended long ago.
    return ['timed out', state === 'unread' ? step('open-run') : raise, why, last]
  },
  'run-ended': ({ how, damaged }) => {
    return ['ended early', step('open-run'), [`${how} on the service`], damagedText(damaged)]
  },
  contradictory: ({ unknownStatus }) => {
    const why = unknownStatus === null ? [] : say`unknown status ${quoted(unknownStatus)}`
    return ['gave incomplete or contradictory results', step('open-run'), why]
  },
  'tests-not-run': ({ notRun, total }) => {
    if (total === 0) return ['had no test', step('correct-tests', 'link tests to')]
    const why = [`${someOf(notRun, total, 'test')}, which the service skips`]
    return ['had tests without a configuration', step('correct-tests', 'configure the tests of'), why]
  },
  'unfinished-tests': unfinishedWords,
  unreadable: ({ error, attempts }) => {
    const next = step(error.status === 404 ? 'rerun' : 'open-run')
    return ['could not be read', next, errorWords(error), attempts > 1 ? [counted(attempts, 'time')] : []]
  },
  edited: ({ what, name }) => {
    const which = name === null ? [] : say` ${quoted(name)}`
    return ['changed meanwhile', step('rerun'), say`the ${what}${which} was edited during this job`]
  },
  aborted: ({ by, state }) => {
    const cause = by === 'signal' ? CANCELLED : 'the API key was rejected'
    return ['did not finish', step('rerun'), say`${runStates[state]} when ${cause}`]
  },
  override: ({ why }) => {
    const next = typeof why === 'number' ? steps.checkPreview : overrideRows[why][0]
    return ['could not be tested', next, [previewText(why)]]
  },
  'internal-error': ({ said }) => {
    const why = say`internal error of agent-tests: ${quoted(said)}`
    return ['could not be tested', step('rerun', '', 'Where to ask'), why]
  },
  skipped: (it) => ['cannot run', refusalStep(it), say`skipped, HTTP 400: ${quoted(it.reason)}`],
  'spare-copy': ({ original }) => {
    const why = say`it is a copy of ${agentName(original)}, for jobs with ${input('override')}`
    return ['needed no test', steps.correctInputs, why]
  },
  unchanged: ({ original }) => {
    const why = say`nothing here changes ${agentName(original)} or its tests`
    return ['needed no test', steps.correctInputs, why]
  },
  'wrong-control': () => ['had none of the failing tests', steps.useControl, ['is it the right agent?']],
  'base-unknown': ({ reason }) => {
    return ['could not be compared', step('rerun'), say`its base is not known: ${said(reason)}`]
  },
  'nothing-passed': () => ['passed no test', steps.checkReplies, ['with the change or without it']],
  'no-history': ({ error }) => {
    // The key works elsewhere: such a service does not let it read the history.
    const isMissing = error.status === 404 || error.kind === 'contract' || error.kind === 'history'
    const next = isMissing ? steps.useControl : stepAfterLaterError(error, steps.readRuns)
    return ['could not be compared', next, say`no usable run history: ${errorWords(error)}`]
  },
  'not-compared': ({ why }) => ['could not be compared', ...notComparedRows[why]],
  key: ({ status, reason, withheld }) => {
    const why =
      reason === null ? ['the service refused the API key'] : say`the service says ${quoted(reason)}`
    if (status !== null) return [`authentication failed (HTTP ${status})`, steps.checkKey, why]
    const key = input('api-key')
    if (!withheld) return ['no API key', steps.provideKey, say`${{ ...key, isIntroduced: true }} is empty`]
    const empty = say`GitHub leaves ${key} empty on pull requests of forks and of Dependabot`
    return ['GitHub gives forks and Dependabot no secrets', steps.askMaintainer, empty]
  },
  names: ({ unknown, same }) => {
    const isCopy = ({ name, nearest }: (typeof unknown)[number]) => nearest === null && /.\(.+\)$/.test(name)
    const resolved = say`the service resolves ${joined(same.map(quoted))} to the same agent`
    if (unknown.length === 0) return ['several names of one agent', steps.correctNames, resolved]
    const next = unknown.every(isCopy) ? steps.makeCopy : steps.correctNames
    return [`${counted(unknown.length, 'agent')} not found`, next, ...unknown.map(unknownAgent)]
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
    const next = isRefused ? steps.updateForTests : stepAfterLaterError(error)
    return [short, next, say`the service did not take the tests of files: ${errorWords(error)}`]
  },
  'no-agents': () => ['no agent to test', steps.createAgent, ['the workspace of this API key has no agents']],
  unreachable: ({ error }) => {
    const { kind, status, message } = error
    const silent = kind === 'contract' ? 'another server answered' : 'the service could not be reached'
    const short = status === null ? silent : `the service answered HTTP ${status}`
    return [short, stepAfterError(error), [said(message)]]
  },
  cancelled: () => [CANCELLED, step('rerun'), ['not all agents had a result by then']],
}

/** The two refusals that the service is known to give need different actions. */
function refusalStep(error: Pick<ServiceError, 'reason'>): Step {
  const kind = refusalKind(error)
  if (kind === 'no-tests') return step('correct-tests', 'link tests to')
  return step('repair', kind === 'not-verified' ? 'verify the connection of' : 'complete the setup of')
}

const runStates = {
  'not-started': 'not started',
  queued: 'still queued behind other runs',
  running: 'still running its tests',
  unread: 'no complete result',
} as const

const overrideRows = {
  unsupported: [steps.updateForOverride, 'override needs a newer service'],
  shared: [steps.awaitOther, 'another job used it at the same moment'],
  'no-tests': [step('correct-tests', 'link tests to'), 'its original has no tests'],
  'tests-missing': [step('rerun'), 'the service did not list all tests of its original'],
  'no-answer': [steps.checkPreview, 'its preview gives no answer'],
  'not-resolved': [steps.checkPreview, 'the address of its preview is not resolved'],
  unexpected: [steps.checkPreview, 'its preview answers in another form than expected'],
  refused: [steps.checkPreview, 'the service does not call the address of its preview'],
} as const

/** A number is the HTTP status of a preview. */
export function previewText(why: ProblemOf<'override'>['why']): string {
  return typeof why === 'number' ? `its preview answers HTTP ${why}` : overrideRows[why][1]
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

/** What tests without an answer had, by whose error it was. */
const unfinishedRows = {
  agent: ['had errors', steps.checkAgent],
  model: ['got errors from the model', steps.checkModel],
  evaluator: ['got errors from an evaluator', steps.checkEvaluator],
  service: ['got errors from the service', step('rerun-later')],
  test: ['had defective tests', step('correct-tests', 'correct the tests of')],
  edited: ['had tests that were edited on the service while the job ran', step('rerun')],
  unread: ['had tests that could not be read', step('open-run')],
  unknown: ['had tests that ended in errors', step('open-run')],
} as const

function unfinishedWords({ tests, whose, detail = null }: ProblemOf<'unfinished-tests'>): Words {
  if (whose === null || whose === 'not-run')
    return ['left tests unanswered', step('open-run'), [counted(tests, 'test')]]
  const [usual, usualStep] = unfinishedRows[whose]
  const outage = whose === 'agent' ? outageText(detail) : null
  // A model that is overloaded will answer again; one that does not exist or refuses the key will not.
  const isOutage = /^(?:HTTP (?:429|5\d\d)|no connection|timed out)$/.test(detail ?? '')
  const isOfModel = whose === 'model' || whose === 'evaluator'
  const next = isOutage && isOfModel ? step('rerun', ' once the model answers again') : usualStep
  return [outage ?? usual, next, outage === null && detail !== null ? [detail] : []]
}

function outageText(detail: string | null): string | null {
  if (detail === 'no connection') return 'could not be reached'
  if (detail === 'timed out') return 'did not answer in time'
  return detail?.startsWith('HTTP ') ? `answered ${detail}` : null
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
    .map((text, at) => (at % 2 === 1 ? code(text.slice(1, -1)) : said(text)))
}

function unknownAgent({ name, nearest }: ProblemOf<'names'>['unknown'][number]): Sentence {
  const problem: Sentence = [said(`agent "${name}": no agent with that name in this org`)]
  if (nearest === null) return problem
  const lookalike = looksAlike(name, nearest) ? ` ${UNSEEN_DIFFERENCE}` : ''
  const spaced = ' An input cannot begin or end with a space: rename the agent'
  return say`${problem} (did you mean ${quoted(nearest)}?${nearest === nearest.trim() ? lookalike : spaced})`
}

type Damaged = NonNullable<ProblemOf<'cannot-run'>['damaged']>

/** So many tests or files that may be damaged are named. */
const MOST_DAMAGED = 3

function damagedText(damaged: Damaged = []): Sentence {
  if (damaged.length === 0) return []
  return say`perhaps ${testsOfFiles(damaged)} is damaged on the service: a test that is renamed or deleted there is made anew by the next job`
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
export function toldOf({ kind }: Problem): ToldOf {
  return toldElsewhere[kind] ?? 'agent'
}

/** @property sentence continues the names of agents: `timed out (still running its tests after 30m)` */
export function problemWords<Kind extends Problem['kind']>(problem: ProblemOf<Kind>) {
  const kind: Kind = problem.kind
  const [short, step, ...reasons] = problemRows[kind](problem)
  const why = reasons.filter(({ length }) => length > 0)
  return { short, step, why, sentence: why.length === 0 ? [short] : say`${short} (${separated(why)})` }
}

/** What to do about a problem of an agent that nobody names. */
export function stepFor(problem: Problem): Sentence {
  return stepText(problemWords(problem).step)
}

const ELSEWHERE: ReadonlySet<string> = new Set(['rerun', 'rerun-later', 'open-run', 'repair'])

/** Whether no change of the tested files repairs it. */
export function isElsewhere(problem: Problem): boolean {
  const isQueued = problem.kind === 'timed-out' && problem.state === 'queued'
  return isQueued || ELSEWHERE.has(problemWords(problem).step.kind)
}

/** `HTTP 403: <the service's reason>`, or the message without the request, which differs per agent. Plain, untrusted text. */
export function errorText({ status, reason, message }: ServiceError): string {
  return reason === null ? message.replace(/^[A-Z]+ \S+: /, '') : `HTTP ${status}: ${reason}`
}

/** The same in a sentence, with the service's words in quotes. */
function errorWords(error: ServiceError): Sentence {
  if (error.reason === null) return [said(errorText(error))]
  return say`HTTP ${`${error.status}`}: ${quoted(error.reason)}`
}
