// Why an agent's result is inconclusive: as a label, as a sentence, and what to do. All reports use these texts.
import type { InconclusiveReason, RunResult } from '../gate/results.ts'
import { cannotRunRemedy, errorText, laterErrorRemedy } from './error-text.ts'
import { count, counted, duration } from './units.ts'

/** Plain text. `sentence` continues the agent's name; it may quote the service, so it is untrusted. */
export interface Description {
  readonly label: string
  readonly sentence: string
  readonly remedy: string
}

/** As results files and JUnit name it. */
export function reasonKind(reason: InconclusiveReason): string {
  return reason.kind === 'reported' ? reason.reported : reason.kind
}

type Kind = InconclusiveReason['kind']
type ReasonOf = { readonly [K in Kind]: Extract<InconclusiveReason, { kind: K }> }
type Texts = readonly [label: string, sentence: string, remedy: string]

/** @param run the run as last seen; null if there is none */
export function describeReason<K extends Kind>(reason: ReasonOf[K], run: RunResult | null): Description {
  const kind: K = reason.kind
  const [label, sentence, remedy] = texts[kind](reason, run)
  return { label, sentence, remedy }
}

const OPEN_RUN = 'Open the run to see why, then re-run this job.'

const texts: { readonly [K in Kind]: (reason: ReasonOf[K], run: RunResult | null) => Texts } = {
  'cannot-run': ({ error }) => [
    'Cannot run',
    `cannot run (HTTP ${error.status ?? 400}): ${error.reason?.trim() || 'the service gave no reason'}`,
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
  'not-launched-in-time': ({ timeoutSeconds }) => [
    'Not started',
    `its run was not started within the timeout of ${duration(timeoutSeconds * 1000)}`,
    'Raise `timeout`, or test fewer agents at once.',
  ],
  'max-tests': ({ maxTests }) => [
    'Not started',
    `its run was not started, because the job may run no more than ${counted(maxTests, 'test')}`,
    'Raise `max-tests`, or test fewer agents.',
  ],
  'shared-run': ({ taskId }) => [
    'Shared run',
    `the service returned the run ${taskId} for several launches, so it is unclear which agent it belongs to`,
    'Re-run this job. If it happens again, report it to the operators of the service.',
  ],
  'run-failed': () => ['Run failed', 'the run failed on the service before it was complete', OPEN_RUN],
  'run-cancelled': () => ['Run cancelled', 'the run was cancelled on the service', OPEN_RUN],
  'run-error': () => ['Run error', 'the run ended with an error', OPEN_RUN],
  'stopped-early': () => ['Stopped early', 'the service stopped the run before all tests were run', OPEN_RUN],
  'unknown-status': ({ status }) => [
    'Unknown status',
    `the run has a status that this version does not know: "${status}"`,
    'Open the run, and use the latest version of agent-tests.',
  ],
  'no-counts': () => [
    'No counts',
    'the run is done, but the service did not say how many tests passed',
    OPEN_RUN,
  ],
  'no-tests': () => [
    'No tests',
    'the run is done, but it contained no tests',
    'Link tests to the agent, then re-run this job.',
  ],
  contradictory: () => [
    'Contradictory',
    'the results that the service reported contradict each other',
    'Open the run to see its tests, then re-run this job.',
  ],
  'tests-not-run': ({ notRun, total }) => [
    'Tests not run',
    `${count(notRun)} of ${counted(total, 'linked test')} ${notRun === 1 ? 'was' : 'were'} not run; the service leaves out tests without a configuration`,
    'Complete the configuration of these tests, or unlink them from the agent.',
  ],
  'unfinished-tests': ({ withoutVerdict }) => [
    'Unfinished',
    `${counted(withoutVerdict, 'test')} ended without a result`,
    'The agent or an evaluator may have been unreachable. Check that the agent responds, then re-run this job.',
  ],
  'timed-out': timedOut,
  lost: ({ error }) => [
    'Run not found',
    `the run can no longer be read (${errorText(error)})`,
    'The run or its agent may have been deleted. Re-run this job.',
  ],
  unreadable: ({ error, attempts }) => [
    'Run not readable',
    `the run could not be read, ${counted(attempts, 'time')} in a row: ${errorText(error)}`,
    `The run may still have completed; check it. ${laterErrorRemedy(error)}`,
  ],
  aborted({ by }, run) {
    const why = by === 'signal' ? 'the job was cancelled' : 'the API key was rejected'
    return run === null
      ? ['Aborted', `${why} before its run was started`, 'Re-run this job.']
      : [
          'Aborted',
          `${why} while its run was ${progress(run)}`,
          'The run continues on the service. Open it to see its result.',
        ]
  },
  'internal-error': ({ message }, run) => [
    'Internal error',
    `an internal error of agent-tests occurred: ${message}`,
    `${run === null ? 'Re-run this job.' : 'Open the run to see its result.'} If this happens again, report it with the log of this job.`,
  ],
  reported: ({ label, message }) => [label, message, 'Re-run the job that reported this.'],
}

function timedOut({ timeoutSeconds, lastError }: ReasonOf['timed-out'], run: RunResult | null): Texts {
  const after = `timed out after ${duration(timeoutSeconds * 1000)}`
  // The run may have ended long ago: raising the timeout would not help.
  if (lastError !== null)
    return [
      'Timed out',
      `${after}, and the last poll failed: ${errorText(lastError)}`,
      `The run may still have completed; check it. ${laterErrorRemedy(lastError)}`,
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
