// Why an agent, its tests or its history have no clear result, or the job ended early, and what to do about it: once, from the gate's
// reasons, and in the words of every report.
import type {
  AbortReason,
  InconclusiveReason,
  RunResult,
  ServiceError,
  TestError,
  Without,
} from '../gate/model.ts'
import type { JobProblem, Problem, Remedy } from '../schema.ts'
import { counted, duration } from './format.ts'
import { runLink, runsLink } from './links.ts'
import { code, joined, quoted, type Sentence, say } from './sentence.ts'

/** @param run the run as last seen; null if there is none */
export function problemOf(reason: InconclusiveReason, run: RunResult | null, appUrl: string): Problem {
  const list = reason.kind === 'maybe-launched' ? runsLink(appUrl) : null
  return { ...withNext(reason, run), url: run === null ? list : runLink(appUrl, run.taskId) }
}

type PlainProblem = Without<Problem, 'url'>

function withNext(reason: InconclusiveReason, run: RunResult | null): PlainProblem {
  switch (reason.kind) {
    case 'cannot-run':
      return { ...reason, next: cannotRunNext(reason.error) }
    case 'not-launched':
      return { ...reason, next: laterErrorNext(reason.error) }
    case 'timed-out':
      return timedOutProblem(reason, run)
    case 'tests-not-run':
      return { ...reason, next: reason.total === 0 ? 'link-tests' : 'configure-tests' }
    case 'unfinished-tests':
      return { ...reason, next: unansweredNext(run) }
    case 'aborted': {
      const state = run === null ? 'not-started' : run.status === 'queued' ? 'queued' : 'running'
      return { ...reason, state, next: run === null ? 'rerun' : 'let-finish' }
    }
    case 'override':
      return { ...reason, next: OVERRIDE_NEXT[reason.why] ?? 'check-preview' }
    default:
      return { ...reason, next: NEXT[reason.kind] }
  }
}

/** Where the kind alone says what to do. */
const NEXT = {
  'maybe-launched': 'look-for-run',
  'max-tests': 'raise-max-tests',
  'run-ended': 'open-run',
  unreadable: 'open-run',
  contradictory: 'open-run',
  'internal-error': 'report-bug',
  names: 'correct-names',
  'wrong-override': 'correct-override',
  'no-agents': 'create-agent',
} as const satisfies Partial<Record<Problem['kind'], Remedy>>

const OVERRIDE_NEXT: Readonly<Record<string, Remedy>> = {
  unsupported: 'update-for-override',
  shared: 'queue-jobs',
  'no-tests': 'link-tests',
  'tests-missing': 'rerun',
}

function timedOutProblem(
  reason: Extract<InconclusiveReason, { kind: 'timed-out' }>,
  run: RunResult | null,
): PlainProblem {
  const { lastError } = reason
  const of = (state: Extract<Problem, { kind: 'timed-out' }>['state'], next: Remedy): PlainProblem => {
    return { ...reason, state, next }
  }
  if (run === null) return of('not-started', 'raise-timeout')
  // The run may have ended long ago: raising the timeout would not help.
  if (lastError !== null) return of('unread', 'open-run')
  return run.status === 'queued' ? of('queued', 'free-queue') : of('running', 'raise-timeout')
}

/** What to do if tests ended without an answer, by whose error it was; most important first. */
export const NO_ANSWER_NEXT: Readonly<Record<TestError['kind'], Remedy>> = {
  agent: 'check-agent',
  model: 'check-model',
  evaluator: 'check-evaluator',
  service: 'rerun-later',
  test: 'correct-tests',
  'not-run': 'open-run',
  unknown: 'open-run',
}

function unansweredNext(run: RunResult | null): Remedy {
  const kinds = new Set(run?.tests.map(({ error }) => error?.kind))
  const [, next] = Object.entries(NO_ANSWER_NEXT).find(([kind]) => kinds.has(kind as TestError['kind'])) ?? []
  return next ?? 'open-run'
}

/** The two refusals that the service is known to give need different actions. */
function cannotRunNext({ reason }: ServiceError): Remedy {
  const text = reason ?? ''
  return /no tests/i.test(text) ? 'link-tests' : /connection/i.test(text) ? 'verify-connection' : 'make-ready'
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/

/** What to do about an error if nothing has worked before. */
function errorNext({ kind, status, code }: ServiceError): Remedy {
  if (kind === 'network') return CERTIFICATE.test(code ?? '') ? 'set-certificate' : 'check-address'
  if (status === 401 || status === 403) return 'check-key'
  const isOutage = status === 429 || (status ?? 0) >= 500
  if (kind === 'aborted') return 'rerun'
  return isOutage ? 'rerun-later' : 'check-address'
}

/** What to do about an error if earlier requests worked, so that the address and the network are right. */
function laterErrorNext(error: ServiceError): Remedy {
  const next = errorNext(error)
  if (error.kind === 'contract') return 'update'
  return next === 'check-key' ? next : 'rerun-later'
}

/** Why a run history could not be used. */
export function historyProblem(error: ServiceError): Problem {
  const isOfVersion = error.status === 404 || error.kind === 'contract' || error.kind === 'history'
  const next = isOfVersion ? 'use-baseline-files' : laterErrorNext(error)
  return { kind: 'no-history', error, next, url: null }
}

/** Why the job ended early. @param started whether any run was started */
export function abortProblem(reason: AbortReason, started: boolean): JobProblem {
  return { ...reason, next: abortNext(reason, started), url: null }
}

function abortNext(reason: AbortReason, started: boolean): Remedy {
  switch (reason.kind) {
    case 'key':
      return reason.status === null ? 'provide-key' : 'check-key'
    case 'unreachable':
      return errorNext(reason.error)
    case 'cancelled':
      return started ? 'let-finish' : 'rerun'
    default:
      return NEXT[reason.kind]
  }
}

type ProblemOf<Kind extends Problem['kind']> = Extract<Problem, { kind: Kind }>
/** The short text and the sentences continue the names of agents, or stand alone for a job, which may have several sentences. */
type ProblemRow = readonly [short: string, ...sentences: Sentence[]]

/** What follows it ends the sentence. */
const said = (text: string) => ({ kind: 'said' as const, text: text.trim().replace(/\.$/, '') })

/** The short text of each is for headlines, and fits several agents. */
const problemRows: { readonly [Kind in Problem['kind']]: (problem: ProblemOf<Kind>) => ProblemRow } = {
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

export function problemWords<Kind extends Problem['kind']>(problem: ProblemOf<Kind>) {
  const kind: Kind = problem.kind
  const [short, ...sentences] = problemRows[kind](problem)
  return { short, sentences, sentence: joined(sentences, '; ', '; '), remedy: remedyText(problem.next) }
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
