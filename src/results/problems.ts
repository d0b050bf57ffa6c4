// Why an agent, its tests or its history have no clear result, or the job ended early, in the words of every report.
import type { Problem, ResultsAgent, ServiceError, TestError } from '../schema.ts'
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

/** Everything that reports name as a problem. */
export type AnyProblem = Problem | NoAnswer

/** The run that a problem of an agent is about, or the list of runs to look for it. */
export function problemUrl({ run, appUrl }: ResultsAgent, { kind }: AnyProblem): string | null {
  return run?.url ?? (kind === 'maybe-launched' ? runsLink(appUrl) : null)
}

export type ProblemOf<Kind extends AnyProblem['kind']> = Extract<AnyProblem, { kind: Kind }>
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
    'skipped',
    say`was skipped, because it is not ready to run (HTTP 400): ${said(reason)}`,
  ],
  'wrong-control': () => [
    'is the wrong agent',
    ['is linked to none of the failing tests, so it is the wrong agent'],
  ],
  'no-answer': (problem) => {
    const { whose, detail, said: text } = problem
    const short = noAnswer[whose]
    const http = detail?.startsWith('HTTP ') ? httpTexts[whose]?.(detail) : undefined
    const what = http ?? (whose === 'agent' ? outageText(detail) : undefined)
    const why = what ?? `${short}${detail === null ? '' : ` (${detail})`}`
    return [short, text === null ? [why] : say`${why}: ${quoted(text)}`]
  },
  'no-history': ({ error }) => [
    'lacked a usable run history',
    error.kind === 'history'
      ? say`has no usable run history: ${said(error.message)}`
      : say`has a run history that could not be read: ${said(historyErrorText(error))}`,
  ],
  'not-compared': ({ why }) => ['were not compared', [notCompared[why]]],
  key: ({ status, reason, withheld }) =>
    status === null
      ? [
          'no API key',
          withheld
            ? ['GitHub withholds secrets from pull requests of forks and of Dependabot']
            : say`the input ${code('api-key')} is empty`,
        ]
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
  'wrong-tests': ({ issues }) => [
    'the files of tests do not fit',
    ...issues.map(({ file, line, message }) =>
      file === null
        ? [said(message)]
        : say`${code(line === null ? file : `${file}:${line}`)}: ${said(message)}`,
    ),
  ],
  'tests-not-made': ({ name, error }) => [
    'tests could not be made',
    name !== null
      ? say`the service has a test ${quoted(name)} of another type`
      : say`the service did not take the tests of files: ${said(error === null ? '' : errorText(error))}`,
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

const notCompared = {
  copy: 'has a run history with the prompts of other pull requests, so it was not compared',
  'no-time': 'has a run history that was not read in time, so it was not compared',
  'no-cut-off': 'was not compared, because it is not known when the pull request was created',
} as const

/** What tests without an answer had, by whose error it was. */
const noAnswer: Readonly<Record<ProblemOf<'no-answer'>['whose'], string>> = {
  agent: 'had errors',
  model: 'got errors from the model',
  evaluator: 'got errors from an evaluator',
  service: 'got errors from the service',
  test: 'had defective tests',
  unknown: 'had tests that ended in errors',
}

const httpTexts: Partial<Record<NoAnswer['whose'], (status: string) => string>> = {
  agent: (status) => `answered ${status}`,
  model: (status) => `got ${status} from its model`,
  evaluator: (status) => `got ${status} from the model of an evaluator`,
}

function outageText(detail: string | null): string | undefined {
  if (detail === 'no connection') return 'could not be reached'
  return detail === 'timed out' ? detail : undefined
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
  return { short, sentences, sentence: joined(sentences, '; ', '; ') }
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
