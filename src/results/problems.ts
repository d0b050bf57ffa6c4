// Why an agent, its tests or its history have no clear result, or the job ended early, and what to do about it, in the words of every
// report.
import type { Problem, ResultsAgent, ResultsTest, ServiceError } from '../schema.ts'
import { counted, duration } from './format.ts'
import { runsLink } from './links.ts'
import { code, joined, quoted, type Sentence, say } from './sentence.ts'

/** Tests of a run that ended without an answer, told together by whose error it was. */
export interface NoAnswer {
  readonly kind: 'no-answer'
  readonly whose: Exclude<TestError['kind'], 'not-run'>
  readonly detail: TestError['detail']
  /** What the service says of an error of which it is unknown whose it was. */
  readonly said: string | null
}

type TestError = NonNullable<ResultsTest['error']>

/** Everything that reports name as a problem. */
export type AnyProblem = Problem | NoAnswer

type Place = 'run' | 'runs' | 'workflow' | 'tests' | null
/** What the reader has to do, and where: at the run or the list of runs, in the workflow run, or on the page of the agent's tests. */
export const PLACES = {
  'fix-agent': 'tests',
  'see-default-branch': 'tests',
  'check-evaluator-edit': 'tests',
  'look-into-tests': 'tests',
  'correct-tests': 'tests',
  'configure-tests': 'tests',
  'link-tests': 'tests',
  'open-run': 'run',
  'let-finish': 'runs',
  'look-for-run': 'runs',
  'free-queue': 'runs',
  'check-agent': 'workflow',
  'check-model': 'workflow',
  'check-evaluator': 'workflow',
  'verify-connection': 'workflow',
  'make-ready': 'workflow',
  'raise-timeout': 'workflow',
  'raise-max-tests': 'workflow',
  rerun: 'workflow',
  'rerun-later': 'workflow',
  'report-bug': 'workflow',
  'complete-parts': 'workflow',
  'check-key': null,
  'provide-key': null,
  'correct-names': null,
  'create-agent': null,
  'check-address': null,
  'set-certificate': null,
  update: null,
  'use-baseline-files': null,
  'list-agents': null,
  'correct-control': null,
  'check-preview': null,
  'queue-jobs': null,
  'update-for-override': null,
  'correct-override': null,
} as const satisfies Readonly<Record<string, Place>>
/** Problems of the same remedy are one next step. */
export type Remedy = keyof typeof PLACES

/** The run that a problem of an agent is about, or the list of runs to look for it. */
export function problemUrl({ run, appUrl }: ResultsAgent, { kind }: AnyProblem): string | null {
  return run?.url ?? (kind === 'maybe-launched' ? runsLink(appUrl) : null)
}

/** What to do about a problem. */
export function remedyOf(problem: AnyProblem): Remedy {
  switch (problem.kind) {
    case 'cannot-run':
      return cannotRunRemedy(problem.error)
    case 'not-launched':
      return laterErrorRemedy(problem.error)
    case 'timed-out':
      return TIMED_OUT[problem.state]
    case 'tests-not-run':
      return problem.total === 0 ? 'link-tests' : 'configure-tests'
    case 'unfinished-tests':
      return NO_ANSWER[problem.whose ?? 'unknown']
    case 'no-answer':
      return NO_ANSWER[problem.whose]
    case 'aborted':
      return problem.state === 'not-started' ? 'rerun' : 'let-finish'
    case 'override':
      return OVERRIDE[problem.why] ?? 'check-preview'
    case 'no-history':
      return historyRemedy(problem.error)
    case 'key':
      return problem.status === null ? 'provide-key' : 'check-key'
    case 'unreachable':
      return errorRemedy(problem.error)
    case 'cancelled':
      return problem.hasStarted ? 'let-finish' : 'rerun'
    default:
      return REMEDIES[problem.kind]
  }
}

/** Where the kind alone says what to do. */
const REMEDIES = {
  'maybe-launched': 'look-for-run',
  'max-tests': 'raise-max-tests',
  'run-ended': 'open-run',
  unreadable: 'open-run',
  contradictory: 'open-run',
  'internal-error': 'report-bug',
  skipped: 'list-agents',
  'wrong-control': 'correct-control',
  names: 'correct-names',
  'wrong-override': 'correct-override',
  'no-agents': 'create-agent',
  parts: 'complete-parts',
} as const satisfies Partial<Record<Problem['kind'], Remedy>>

const OVERRIDE: Readonly<Record<string, Remedy>> = {
  unsupported: 'update-for-override',
  shared: 'queue-jobs',
  'no-tests': 'link-tests',
  'tests-missing': 'rerun',
}

/** A run that could not be read may have ended long ago: raising the timeout would not help. */
const TIMED_OUT: Readonly<Record<ProblemOf<'timed-out'>['state'], Remedy>> = {
  'not-started': 'raise-timeout',
  unread: 'open-run',
  queued: 'free-queue',
  running: 'raise-timeout',
}

/** What to do if tests ended without an answer, by whose error it was. */
const NO_ANSWER: Readonly<Record<TestError['kind'], Remedy>> = {
  agent: 'check-agent',
  model: 'check-model',
  evaluator: 'check-evaluator',
  service: 'rerun-later',
  test: 'correct-tests',
  'not-run': 'open-run',
  unknown: 'open-run',
}

/** The two refusals that the service is known to give need different actions. */
function cannotRunRemedy({ reason }: ServiceError): Remedy {
  const text = reason ?? ''
  return /no tests/i.test(text) ? 'link-tests' : /connection/i.test(text) ? 'verify-connection' : 'make-ready'
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
function errorRemedy({ kind, status, code }: ServiceError): Remedy {
  if (kind === 'network') return CERTIFICATE.test(code ?? '') ? 'set-certificate' : 'check-address'
  if (status === 401 || status === 403) return 'check-key'
  const isOutage = status === 429 || (status ?? 0) >= 500
  if (kind === 'aborted') return 'rerun'
  return isOutage ? 'rerun-later' : 'check-address'
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
function laterErrorRemedy(error: ServiceError): Remedy {
  const remedy = errorRemedy(error)
  if (error.kind === 'contract') return 'update'
  return remedy === 'check-key' ? remedy : 'rerun-later'
}

function historyRemedy(error: ServiceError): Remedy {
  const isOfVersion = error.status === 404 || error.kind === 'contract' || error.kind === 'history'
  return isOfVersion ? 'use-baseline-files' : laterErrorRemedy(error)
}

type ProblemOf<Kind extends AnyProblem['kind']> = Extract<AnyProblem, { kind: Kind }>
/** The short text and the sentences continue the names of agents, or stand alone for a job, which may have several sentences. */
type ProblemRow = readonly [short: string, ...sentences: Sentence[]]

/** What follows it ends the sentence. */
const said = (text: string) => ({ kind: 'said' as const, text: text.trim().replace(/\.$/, '') })

/** The short text of each is for headlines, and fits several agents. */
const problemRows: { readonly [Kind in AnyProblem['kind']]: (problem: ProblemOf<Kind>) => ProblemRow } = {
  'cannot-run': ({ error }) => [
    'did not run',
    say`cannot run (HTTP ${`${error.status}`}): ${said(error.reason?.trim() || 'the service gave no reason')}`,
  ],
  'not-launched': ({ error }) => ['did not start', say`could not be started: ${said(errorText(error))}`],
  'maybe-launched': ({ error }) => [
    'may have started',
    say`may have started, but the launch was not confirmed: ${said(errorText(error))}`,
  ],
  'max-tests': ({ maxTests }) => [
    'did not start',
    say`was not started, because no more than ${counted(maxTests, 'test')} may be run`,
  ],
  'timed-out': (problem) => ['timed out', timedOutText(problem)],
  'run-ended': ({ how }) => ['ended early', [ends[how]]],
  contradictory: ({ unknownStatus }) => [
    'gave contradictory results',
    unknownStatus === null
      ? ['has results that are incomplete or contradict each other']
      : say`has a run with a status that this version does not know: ${quoted(unknownStatus)}`,
  ],
  'tests-not-run': ({ notRun, total }) =>
    total === 0
      ? ['had no test', ['has a run without any test']]
      : [
          'had tests without a configuration',
          say`has ${notRun} of ${counted(total, 'test')} without a configuration, which the service leaves out`,
        ],
  'unfinished-tests': ({ tests }) => [
    'left tests unanswered',
    say`has ${counted(tests, 'test')} without a result`,
  ],
  unreadable: (problem) => ['could not be read', unreadableText(problem)],
  aborted: ({ by, state }) => [
    'did not finish',
    say`${states[state]} when ${by === 'signal' ? 'the job was cancelled' : 'the API key was rejected'}`,
  ],
  override: ({ why }) => ['could not be tested', [previewText(why)]],
  'internal-error': (problem) => [
    'could not be tested',
    say`met an internal error of agent-tests: ${said(problem.said)}`,
  ],
  skipped: ({ reason }) => [
    'was skipped',
    say`was skipped, because it is not ready to run (HTTP 400): ${said(reason)}`,
  ],
  'wrong-control': () => [
    'is the wrong agent',
    ['is linked to none of the failing tests, so it is the wrong agent'],
  ],
  'no-answer': (problem) => {
    const [short, detail] = [noAnswer[problem.whose], problem.detail === null ? '' : ` (${problem.detail})`]
    return [short, say`${short}${detail}${problem.said === null ? '' : say`: ${quoted(problem.said)}`}`]
  },
  'no-history': ({ error }) => [
    'lacked a usable run history',
    error.kind === 'history'
      ? say`has no usable run history: ${said(error.message)}`
      : say`has a run history that could not be read: ${said(historyErrorText(error))}`,
  ],
  key: ({ status, reason }) =>
    status === null
      ? ['no API key', say`the input ${code('api-key')} is empty`]
      : [
          `authentication failed (HTTP ${status})`,
          reason === null ? ['the service refused the API key'] : say`the service says ${quoted(reason)}`,
        ],
  names: ({ unknown, same }) =>
    unknown.length > 0
      ? [`${counted(unknown.length, 'agent')} not found`, ...unknown.map(unknownAgent)]
      : [
          'several names of one agent',
          say`the service resolves ${joined(same.map(quoted))} to the same agent`,
        ],
  'wrong-override': ({ issues }) => [
    'the input override does not fit',
    ...issues.map(({ agent, why, key }) => say`agent ${quoted(agent)}: ${overrideIssues[why](key)}`),
  ],
  'no-agents': () => ['no agent to test', ['the workspace of this API key has no agents']],
  unreachable: ({ error }) => ['the agents could not be looked up', [said(error.message)]],
  cancelled: () => ['the job was cancelled', ['not all agents had a result by then']],
  parts: ({ problems }) => {
    const kinds = [...Map.groupBy(problems, ({ kind }) => kind)]
    const parts = kinds.map(([kind, of]) =>
      counted(
        of.reduce((sum, each) => sum + each.parts, 0),
        `${kind} part`,
      ),
    )
    return [parts.join(', '), ...problems.map(({ message }) => [said(message)])]
  },
}

/** What tests without an answer had, by whose error it was. */
const noAnswer: Readonly<Record<ProblemOf<'no-answer'>['whose'], string>> = {
  agent: 'had errors',
  model: 'got errors from the model',
  evaluator: 'got errors from an evaluator',
  service: 'got errors from the service',
  test: 'had defective tests',
  unknown: 'had tests that ended in errors',
}

function unreadableText({ error, attempts }: ProblemOf<'unreadable'>): Sentence {
  const why = said(errorText(error))
  if (error.status === 403 || error.status === 404)
    return say`has a run that can no longer be read (${why}); it or the agent may have been deleted`
  return say`has a run that could not be read, ${counted(attempts, 'time')} in a row: ${why}`
}

/** A number is the HTTP status of a preview. */
export function previewText(why: ProblemOf<'override'>['why']): string {
  return typeof why === 'number' ? `has a preview that answers HTTP ${why}` : previewTexts[why]
}

const previewTexts = {
  unsupported: 'could not be changed, because override needs a newer service',
  shared: 'was used by another job at the same moment',
  'no-tests': 'has an original without tests',
  'tests-missing': 'has an original whose tests the service did not list completely',
  'no-answer': 'has a preview that gives no answer',
  'not-resolved': 'has a preview whose address is not resolved',
  unexpected: 'has a preview whose answer is not in the expected form',
  refused: 'has a preview whose address the service does not call',
} as const

const ends = {
  failed: 'has a run that failed on the service before it was complete',
  cancelled: 'has a run that was cancelled on the service',
  error: 'has a run that ended with an error',
  stopped: 'has a run that the service stopped before all tests were run',
} as const

const states = {
  'not-started': 'was not started',
  queued: 'was still queued',
  running: 'was still running',
} as const

function timedOutText({ timeoutSeconds, state, lastError }: ProblemOf<'timed-out'>): Sentence {
  const after = `had no result after ${duration(timeoutSeconds * 1000)}`
  const why: Readonly<Record<typeof state, Sentence>> = {
    'not-started': ['before it was started'],
    queued: ['while it was queued behind other runs'],
    running: ['while its tests were running'],
    unread: lastError === null ? [] : say`and the last poll failed: ${said(errorText(lastError))}`,
  }
  return say`${after}, ${why[state]}`
}

/** Why the copy of an agent cannot be tested as the input says. */
const overrideIssues: Readonly<
  Record<ProblemOf<'wrong-override'>['issues'][number]['why'], (key: string | null) => string>
> = {
  key: (key) => `its runs do not read "${key}"`,
  type: () => 'it has another type than its original',
  address: () => 'of it and its original, only one has an agent_url',
  number: () => 'its original has a number that cannot be copied exactly',
}

export function problemWords<Kind extends AnyProblem['kind']>(problem: ProblemOf<Kind>) {
  const kind: Kind = problem.kind
  const [short, ...sentences] = problemRows[kind](problem)
  return { short, sentences, sentence: joined(sentences, '; ', '; '), remedy: remedyText(remedyOf(problem)) }
}

function unknownAgent({ name, nearest }: ProblemOf<'names'>['unknown'][number]): Sentence {
  const problem = say`agent ${quoted(name)}: no agent with that name in this org`
  if (nearest === null) return problem
  return nearest === nearest.trim()
    ? say`${problem} (did you mean ${quoted(nearest)}?)`
    : say`${problem} (there is ${quoted(nearest)}, with spaces around it, which the input cannot contain; rename the agent, or leave the input empty to test every agent)`
}

/** `HTTP 403: <the service's reason>`, or the whole message if the service gave none. Plain, untrusted text. */
export function errorText({ status, reason, message }: ServiceError): string {
  return reason === null ? message : `HTTP ${status}: ${reason}`
}

/** Why a history cannot be read, without an address, which differs per agent, so that agents with the same cause share one explanation. */
export function historyErrorText({ kind, status, reason, code, message }: ServiceError): string {
  switch (kind) {
    case 'http':
    case 'validation':
      return reason?.trim() ? `HTTP ${status}: ${reason}` : `HTTP ${status}`
    case 'network':
      return `no connection${code === null ? '' : ` (${code})`}`
    case 'timeout':
      return 'no response in time'
    case 'contract':
      return 'the response is not a run history as this version knows it'
    case 'aborted':
      return 'the job was cancelled'
    case 'history':
      return message
    default:
      return kind satisfies never
  }
}

const RERUN = 'then re-run this job'

/** Each is told the names of the agents, or words for them. */
const remedyRows: Readonly<Record<Remedy, (agents: Sentence) => Sentence>> = {
  'fix-agent': (agents) => say`fix ${agents}. If a reply is right, correct its test instead.`,
  'see-default-branch': (agents) =>
    say`see whether the default branch fails, too. If it does not, fix ${agents}.`,
  'check-evaluator-edit': (agents) =>
    say`see whether the new version of the evaluator is right. If it is, fix ${agents}.`,
  'look-into-tests': (agents) =>
    say`read the failing replies. If one is wrong, fix ${agents}; if it is right, correct its test.`,
  'check-agent': (agents) => say`check that requests to ${agents} succeed, ${RERUN}.`,
  'check-model': (agents) => say`check the model of ${agents} and its API key, ${RERUN}.`,
  'check-evaluator': () => [`check the evaluator's model and its API key, ${RERUN}.`],
  'correct-tests': (agents) => say`correct the tests of ${agents} in the web application, ${RERUN}.`,
  'configure-tests': (agents) =>
    say`complete the configuration of the tests of ${agents}, or unlink them, ${RERUN}.`,
  'link-tests': (agents) => say`link tests to ${agents}, ${RERUN}.`,
  'verify-connection': (agents) => say`verify the connection of ${agents} in the service, ${RERUN}.`,
  'make-ready': (agents) => say`make ${agents} ready to run, ${RERUN}.`,
  'open-run': (agents) =>
    say`open the run of ${agents}: it may have a result, or say why not. Otherwise, re-run this job.`,
  'look-for-run': (agents) =>
    say`look for runs of ${agents} in the list of runs before you re-run this job: another run costs again.`,
  'raise-timeout': (agents) =>
    say`raise ${code('timeout')}, which includes time in the queue, or test fewer agents at once; ${agents} needed longer. Delete a run that does not move.`,
  'free-queue': () =>
    say`open the oldest run in progress: if it has been running for hours, delete it in the web application. Otherwise, raise ${code('timeout')}, which includes time in the queue.`,
  'raise-max-tests': () => say`raise ${code('max-tests')}, or test fewer agents.`,
  rerun: () => ['re-run this job.'],
  'rerun-later': () => [
    're-run this job later, and report the error to the operators of the service if it persists.',
  ],
  'report-bug': () => ['report it with the log of this job, if it happens again when you re-run it.'],
  'check-key': () => [
    'check the API key: it may be mistyped, revoked or of another workspace. You can create a new one in the workspace settings of the service.',
  ],
  'provide-key': () =>
    say`save the API key as a secret, and pass it as ${code('api-key')}. On pull requests from forks and from Dependabot, GitHub withholds secrets.`,
  'correct-names': () => ['correct these names; case and spaces matter. No run was started.'],
  'create-agent': () => ['create an agent and link tests to it, or use the API key of another workspace.'],
  'check-address': () =>
    say`check that ${code('base-url')} is the address of the service API, not of its web application, and that this machine can reach it. If it needs a proxy, set ${code('HTTPS_PROXY')} and ${code('NO_PROXY')}; in a workflow, in the ${code('env:')} of the job.`,
  'set-certificate': () =>
    say`if the service uses a private certificate authority, set ${code('NODE_EXTRA_CA_CERTS')} to its certificate file. In a workflow, set it in the ${code('env:')} of the job; inside the step it has no effect.`,
  update: () => ['re-run this job with the latest version of agent-tests.'],
  'use-baseline-files': () =>
    say`set ${code('baseline')} to results files of earlier jobs, or ${code('mode')} to ${code('gate')}. Older versions of the service have no run history.`,
  'complete-parts': () => [
    're-run the jobs of the parts that are missing or cannot be used, then this one. On GitHub, choose "Re-run all jobs".',
  ],
  'let-finish': () => [
    'open the runs to see their results: those that were started continue on the service.',
  ],
  'correct-control': (agents) =>
    say`list the controls in the order of ${code('agents')}, or link the failing tests to ${agents}.`,
  'check-preview': (agents) =>
    say`check the preview of ${agents}: its deployment, ${code('agent_url')} and ${code('agent_headers')}, ${RERUN}.`,
  'queue-jobs': (agents) =>
    say`let the jobs that use ${agents} wait for one another (${code('concurrency')} with ${code('queue: max')}), or give each its own copy.`,
  'correct-override': () =>
    say`correct ${code('override')}, or make a new copy of the agent ("Duplicate"). Nothing was changed.`,
  'update-for-override': () =>
    say`update the service, or test the agents as they are, without ${code('override')}.`,
  'list-agents': () =>
    say`make the skipped agents ready to run, or list only the agents to test in ${code('agents')}. Skipped agents do not count.`,
}

const THE_AGENT: Sentence = ['the agent']

export function remedyText(remedy: Remedy, agents: Sentence = THE_AGENT): Sentence {
  return remedyRows[remedy](agents.length === 0 ? THE_AGENT : agents)
}
