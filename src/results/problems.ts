// Why an agent has no clear result, or the job ended early: what happened, and what to do.
import type { AbortReason, InconclusiveReason, RunResult, TestError, UnknownAgent } from '../gate/results.ts'
import { causes } from './causes.ts'
import { cannotRunRemedy, errorRemedy, errorText, laterErrorRemedy } from './errors.ts'
import { count, counted, duration } from './units.ts'
import { overrideIssue, overrideText } from './words/problems.ts'

/** Plain text. `sentence` continues the agent's name; it may quote the service, so it is untrusted. */
export interface Description {
  readonly label: string
  readonly sentence: string
  readonly remedy: string
}

type Texts = readonly [label: string, sentence: string, remedy: string]
/** By kind, so that a table of texts takes the place of a long switch. */
type ByKind<Reason extends { readonly kind: string }> = {
  readonly [K in Reason['kind']]: Extract<Reason, { kind: K }>
}
type ReasonOf = ByKind<InconclusiveReason>
type AbortOf = ByKind<AbortReason>

/** @param run the run as last seen; null if there is none */
export function describeReason<K extends InconclusiveReason['kind']>(
  reason: ReasonOf[K],
  run: RunResult | null,
): Description {
  const kind: K = reason.kind
  const [label, sentence, remedy] = reasonTexts[kind](reason, run)
  return { label, sentence, remedy }
}

const OPEN_RUN = 'Open the run to see why, then re-run this job.'

const reasonTexts: {
  readonly [K in InconclusiveReason['kind']]: (reason: ReasonOf[K], run: RunResult | null) => Texts
} = {
  'cannot-run': ({ error }) => [
    'Cannot run',
    `cannot run (HTTP ${error.status}): ${error.reason?.trim() || 'the service gave no reason'}`,
    cannotRunRemedy(error),
  ],
  'not-launched': ({ error }) => [
    'Not started',
    `its run could not be started: ${errorText(error)}`,
    laterErrorRemedy(error),
  ],
  'maybe-launched': ({ error }) => [
    'May have started',
    `a run may have started, but the response was lost: ${errorText(error)}`,
    'Look for it in the list of runs before you re-run this job. A second run costs again.',
  ],
  'max-tests': ({ maxTests }) => [
    'Not started',
    `its run was not started, because the job may run no more than ${counted(maxTests, 'test')}`,
    'Raise `max-tests`, or test fewer agents.',
  ],
  'run-ended': ({ how }) => ['Run incomplete', ENDS[how], OPEN_RUN],
  'no-tests': ({ linked }) => [
    linked === 0 ? 'No tests' : 'Tests not run',
    linked === 0
      ? 'the run is done, but it contained no tests'
      : linked === 1
        ? 'its only test is not configured'
        : `none of its ${count(linked)} tests is configured`,
    linked === 0
      ? 'Link tests to the agent, then re-run this job.'
      : 'Complete the configuration of these tests in the web application, then re-run this job.',
  ],
  contradictory: ({ unknownStatus }) => [
    'Contradictory',
    unknownStatus === undefined
      ? 'the results that the service reported are incomplete or contradict each other'
      : `the run has a status that this version does not know: "${unknownStatus}"`,
    'Open the run to see its tests, then re-run this job. If this happens again, use the latest version of agent-tests.',
  ],
  'tests-not-run': ({ notRun, total }) => [
    'Tests not run',
    `${count(notRun)} of ${counted(total, 'linked test')} ${notRun === 1 ? 'was' : 'were'} not run; the service leaves out tests without a configuration`,
    'Complete the configuration of these tests, or unlink them from the agent.',
  ],
  'unfinished-tests': ({ withoutVerdict }, run) => {
    const whose = causes([{ name: 'the agent', tests: run?.tests ?? [] }])
    const kinds = new Set(
      run?.tests.flatMap(({ status, error }) => (status === 'unanswered' ? (error?.kind ?? []) : [])),
    )
    const remedies = unansweredRemedies.flatMap(([kind, remedy]) => (kinds.has(kind) ? remedy : []))
    return [
      'Unfinished',
      whose.join('; ') || `${counted(withoutVerdict, 'test')} ended without a result`,
      `${remedies.join(' ') || 'Open the run to see why.'} Then re-run this job.`,
    ]
  },
  'timed-out': timedOut,
  unreadable: ({ error, attempts }) =>
    error.status === 403 || error.status === 404
      ? [
          'Run not found',
          `the run can no longer be read (${errorText(error)})`,
          'The run or its agent may have been deleted. Re-run this job.',
        ]
      : [
          'Run not readable',
          `the run could not be read, ${counted(attempts, 'time')} in a row: ${errorText(error)}`,
          `The run may still have completed; check it. ${laterErrorRemedy(error)}`,
        ],
  aborted({ by }, run) {
    const [label, why] =
      by === 'signal' ? ['Cancelled', 'the job was cancelled'] : ['Key rejected', 'the API key was rejected']
    return run === null
      ? [label, `${why} before its run was started`, 'Re-run this job.']
      : [
          label,
          `${why} while its run was ${progress(run)}`,
          'The run continues on the service. Open it to see its result.',
        ]
  },
  override: ({ why }) => ['Not tested', overrideText(why), 'Re-run this job once that is corrected.'],
  'internal-error': ({ message }, run) => [
    'Internal error',
    `an internal error of agent-tests occurred: ${message}`,
    `${run === null ? 'Re-run this job.' : 'Open the run to see its result.'} If this happens again, report it with the log of this job.`,
  ],
}

const ENDS = {
  failed: 'the run failed on the service before it was complete',
  cancelled: 'the run was cancelled on the service',
  error: 'the run ended with an error',
  stopped: 'the service stopped the run before all tests were run',
} as const

const unansweredRemedies: readonly (readonly [TestError['kind'], string])[] = [
  ['agent', 'Check that the agent responds at the address that the service calls.'],
  ['model', "Check the agent's model and its API key."],
  ['evaluator', "Check the evaluator's model and its API key."],
  ['service', 'Report the error to the operators of the service.'],
  ['test', 'Correct these tests in the web application.'],
]

/** Below this, a run that does not move may just be slow. */
const STILL_MS = 5 * 60_000

function timedOut(
  { timeoutSeconds, lastError, stillForMs }: ReasonOf['timed-out'],
  run: RunResult | null,
): Texts {
  if (run === null)
    return [
      'Not started',
      `its run was not started within the timeout of ${duration(timeoutSeconds * 1000)}`,
      'Raise `timeout`, or test fewer agents at once.',
    ]
  const after = `timed out after ${duration(timeoutSeconds * 1000)}`
  // The run may have ended long ago: raising the timeout would not help.
  if (lastError !== null)
    return [
      'Timed out',
      `${after}, and the last poll failed: ${errorText(lastError)}`,
      `The run may still have completed; check it. ${laterErrorRemedy(lastError)}`,
    ]
  if (stillForMs !== null && stillForMs >= STILL_MS)
    return [
      'Timed out',
      `${after}: no test finished in the last ${duration(stillForMs)}`,
      "The run seems to hang. It keeps the workspace's queue waiting: delete it in the web application, which frees the queue. Raising `timeout` does not help.",
    ]
  return [
    'Timed out',
    `${after}: ${progress(run)}`,
    run?.status === 'queued'
      ? 'It is waiting behind other runs. Open the oldest run in progress: if it has been running for hours, cancel it. Otherwise, raise `timeout`, which includes time in the queue.'
      : "The run continues on the service and keeps the workspace's slot, so later runs wait for it. Open it to see its result. Next time, raise `timeout`, which includes time in the queue.",
  ]
}

function progress(run: RunResult | null): string {
  return run?.status === 'queued' ? 'still queued' : 'still running'
}

/** `headline` and `remedy` are our own words. `details` has at least one plain, untrusted sentence. */
export interface AbortDescription {
  readonly headline: string
  readonly details: readonly string[]
  readonly remedy: string
}

type AbortTexts = readonly [headline: string, details: string | readonly string[], remedy: string]

/** @param started whether any run was started */
export function describeAbort<K extends AbortReason['kind']>(
  reason: AbortOf[K],
  started: boolean,
): AbortDescription {
  const kind: K = reason.kind
  const [headline, details, remedy] = abortTexts[kind](reason, started)
  return { headline, details: [details].flat(), remedy }
}

const abortTexts: {
  readonly [K in AbortReason['kind']]: (reason: AbortOf[K], started: boolean) => AbortTexts
} = {
  authentication({ error: { status, reason, message } }) {
    const headline = `authentication failed (HTTP ${status})`
    return [
      headline,
      `${headline}: ${reason?.trim() || message}`,
      'Check the API key. You can create a new one in the workspace settings of the service, under "API keys"; copy all of it.',
    ]
  },
  'unknown-agents': ({ unknown, hasControls = false }) => [
    `${counted(unknown.length, 'agent')} not found`,
    unknown.map(unknownAgent),
    `No run was started. Correct the names in \`agents\`${hasControls ? ' and `control`' : ''}; case and spaces matter.`,
  ],
  'same-agent': ({ names }) => [
    'several names refer to the same agent',
    `the service resolves ${names.map((name) => `"${name}"`).join(' and ')} to the same agent`,
    'No run was started. List each agent only once in `agents`.',
  ],
  'no-key': () => [
    'no agent was tested because the API key is empty',
    'the input `api-key` is empty',
    'On pull requests from forks and from Dependabot, GitHub withholds secrets. Otherwise, save the key as a secret and pass it as `api-key`.',
  ],
  override: ({ issues }) => [
    'the input `override` does not fit',
    issues.map((issue) => `agent "${issue.agent}": ${overrideIssue(issue)}`),
    'Correct `override`, or make a new copy of the agent. Nothing was changed.',
  ],
  'no-agents': () => [
    'the workspace has no agents',
    'the workspace of this API key has no agents',
    'Create an agent and link tests to it, or use the API key of another workspace.',
  ],
  'select-failed': ({ error }) => [
    'the agents could not be looked up',
    `the agents could not be looked up: ${error.message}`,
    errorRemedy(error),
  ],
  signal: (_, started) => [
    'the job was cancelled',
    'the job was cancelled',
    started
      ? 'Runs that were already started continue on the service. Open them to see their results.'
      : 'No run was started. Re-run this job.',
  ],
}

function unknownAgent({ name, nearest, nameWithComma }: UnknownAgent): string {
  const problem = `agent "${name}": no agent with that name in this workspace`
  if (nameWithComma !== null)
    return `${problem} (there is "${nameWithComma}", but names are split at commas; leave the input empty to test every agent)`
  if (nearest === null) return problem
  return nearest === nearest.trim()
    ? `${problem} (did you mean "${nearest}"?)`
    : `${problem} (there is "${nearest}", with spaces around it, which the input cannot contain; rename the agent, or leave the input empty to test every agent)`
}
