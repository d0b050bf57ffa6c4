// Why an agent has no clear result, or the job ended early: rows of short phrase and sentence. Remedies are in remedies.ts.
import type { EndedEarly, Problem } from '../schema.ts'
import { count, counted, duration } from '../units.ts'
import { errorText, historyErrorText, type ServiceError } from './errors.ts'
import { remedyText } from './remedies.ts'
import { code, joined, quoted, type Sentence, say } from './sentence.ts'

type Of<Kind extends Problem['kind']> = Extract<Problem, { kind: Kind }>
type Row<Each> = readonly [short: string, sentence: (problem: Each) => Sentence]

/** What follows it ends the sentence. */
const said = (text: string) => ({ kind: 'said' as const, text: text.trim().replace(/\.$/, '') })

/** `short` and `sentence` continue an agent's name; the first is for headlines. */
const rows: { readonly [Kind in Problem['kind']]: Row<Of<Kind>> } = {
  'cannot-run': [
    'did not run',
    ({ error }) =>
      say`cannot run (HTTP ${`${error.status}`}): ${said(error.reason?.trim() || 'the service gave no reason')}`,
  ],
  'not-launched': ['did not start', ({ error }) => say`could not be started: ${said(errorText(error))}`],
  'maybe-launched': [
    'got no response to the launch',
    ({ error }) => say`may have started, but the response was lost: ${said(errorText(error))}`,
  ],
  'max-tests': [
    'did not start',
    ({ maxTests }) => say`was not started, because the job may run no more than ${counted(maxTests, 'test')}`,
  ],
  'timed-out': ['timed out', timedOut],
  'run-ended': ['ended early', ({ how }) => [ends[how]]],
  contradictory: [
    'gave contradictory results',
    ({ unknownStatus }) =>
      unknownStatus === null
        ? ['has results that are incomplete or contradict each other']
        : say`has a run with a status that this version does not know: ${quoted(unknownStatus)}`,
  ],
  'tests-not-run': [
    'has tests without a configuration',
    ({ notRun, total }) => [
      total === 0
        ? 'has a run without any test'
        : `has ${count(notRun)} of ${counted(total, 'test')} without a configuration, which the service leaves out`,
    ],
  ],
  'unfinished-tests': [
    'left tests unanswered',
    ({ tests }) => say`has ${counted(tests, 'test')} without a result`,
  ],
  unreadable: [
    'could not be read',
    ({ error, attempts, hasEnded }) =>
      hasEnded
        ? say`has a run that has ended, but that the service cannot show (${said(errorText(error))}): mostly a reply of the agent that is not ${code('{response, tool_calls: [{tool, arguments}]}')}`
        : error.status === 403 || error.status === 404
          ? say`has a run that can no longer be read (${said(errorText(error))}); it or the agent may have been deleted`
          : say`has a run that could not be read, ${counted(attempts, 'time')} in a row: ${said(errorText(error))}`,
  ],
  aborted: [
    'did not finish',
    ({ by, state }) =>
      say`${states[state]} when ${by === 'signal' ? 'the job was cancelled' : 'the API key was rejected'}`,
  ],
  override: ['was not tested', ({ why }) => [overrideText(why)]],
  'internal-error': [
    'could not be tested',
    (problem) => say`met an internal error of agent-tests: ${said(problem.said)}`,
  ],
  skipped: [
    'was skipped',
    ({ reason }) => say`was skipped, because it is not ready to run (HTTP 400): ${said(reason)}`,
  ],
  'wrong-control': [
    'is the wrong agent',
    () => ['is linked to none of the failing tests, so it is the wrong agent'],
  ],
}

/** A number is the HTTP status of a preview. */
export function overrideText(why: Of<'override'>['why']): string {
  return typeof why === 'number' ? `has a preview that answers HTTP ${why}` : overrides[why]
}

const overrides = {
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

function timedOut({ timeoutSeconds, state, stillForMs, lastError }: Of<'timed-out'>): Sentence {
  const after = `had no result after ${duration(timeoutSeconds * 1000)}`
  const why: Readonly<Record<typeof state, Sentence>> = {
    'not-started': ['before it was started'],
    queued: ['while it was queued behind other runs'],
    running: ['while its tests were running'],
    stuck: [`with no test finished in the last ${duration(stillForMs ?? 0)}`],
    unread: lastError === null ? [] : say`and the last poll failed: ${said(errorText(lastError))}`,
  }
  return say`${after}, ${why[state]}`
}

export interface ProblemWords {
  /** Continues the agent's name, in two or three words. */
  readonly short: string
  /** Continues the agent's name. */
  readonly sentence: Sentence
  readonly remedy: Sentence
}

export function problemWords<Kind extends Problem['kind']>(problem: Of<Kind>): ProblemWords {
  const kind: Kind = problem.kind
  const [short, sentence] = rows[kind]
  return { short, sentence: sentence(problem), remedy: remedyText(problem.next) }
}

/** Why the history of an agent could not be used: continues its name. */
export function historyWords(error: ServiceError): Sentence {
  return error.kind === 'history'
    ? say`has no usable run history: ${said(error.message)}`
    : say`has a run history that could not be read: ${said(historyErrorText(error))}`
}

type End<Kind extends EndedEarly['kind']> = Extract<EndedEarly, { kind: Kind }>

/** A headline in a few words, and what is known. */
const endRows: {
  readonly [Kind in EndedEarly['kind']]: (end: End<Kind>) => {
    readonly label: string
    readonly details: readonly Sentence[]
  }
} = {
  key: ({ status, reason }) =>
    status === null
      ? { label: 'no API key', details: [say`the input ${code('api-key')} is empty`] }
      : {
          label: `authentication failed (HTTP ${status})`,
          details: [
            reason === null ? ['the service refused the API key'] : say`the service says ${quoted(reason)}`,
          ],
        },
  names: ({ unknown, same }) =>
    unknown.length > 0
      ? { label: `${counted(unknown.length, 'agent')} not found`, details: unknown.map(unknownAgent) }
      : {
          label: 'several names of one agent',
          details: [say`the service resolves ${joined(same.map(quoted))} to the same agent`],
        },
  override: ({ issues }) => ({
    label: 'the input override does not fit',
    details: issues.map((issue) => say`agent ${quoted(issue.agent)}: ${overrideIssue(issue)}`),
  }),
  'no-agents': () => ({
    label: 'no agent to test',
    details: [['the workspace of this API key has no agents']],
  }),
  unreachable: ({ error }) => ({
    label: 'the agents could not be looked up',
    details: [[said(error.message)]],
  }),
  cancelled: () => ({ label: 'the job was cancelled', details: [['not all agents had a result by then']] }),
  parts: ({ problems }) => ({
    label: [...Map.groupBy(problems, ({ kind }) => kind)]
      .map(([kind, same]) =>
        counted(
          same.reduce((sum, { parts }) => sum + parts, 0),
          `${kind} part`,
        ),
      )
      .join(', '),
    details: problems.map(({ message }) => [said(message)]),
  }),
}

/** Why the copy of an agent cannot be tested as the input says. */
export function overrideIssue({ why, key }: End<'override'>['issues'][number]): string {
  const texts = {
    key: `its runs do not read "${key}"`,
    type: 'it has another type than its original',
    address: 'of it and its original, only one has an agent_url',
    number: 'its original has a number that cannot be copied exactly',
  }
  return texts[why]
}

export function endedWords<Kind extends EndedEarly['kind']>(end: End<Kind>) {
  const kind: Kind = end.kind
  return { ...endRows[kind](end), remedy: remedyText(end.next) }
}

function unknownAgent({ name, nearest, nameWithComma }: End<'names'>['unknown'][number]): Sentence {
  const problem = say`agent ${quoted(name)}: no agent with that name in this org`
  if (nameWithComma !== null)
    return say`${problem} (there is ${quoted(nameWithComma)}, but names are split at commas; leave the input empty to test every agent)`
  if (nearest === null) return problem
  return nearest === nearest.trim()
    ? say`${problem} (did you mean ${quoted(nearest)}?)`
    : say`${problem} (there is ${quoted(nearest)}, with spaces around it, which the input cannot contain; rename the agent, or leave the input empty to test every agent)`
}
