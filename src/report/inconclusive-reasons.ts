// Why an agent's result is inconclusive: as a label, as a sentence, and what to do. All reports use these texts.
import type { InconclusiveReason, RunResult } from '../gate/results.ts'
import { errorRemedy, errorText } from './error-text.ts'
import { counted, duration } from './units.ts'

/**
 * Plain text. `label` and `remedy` are our own words; `sentence` may quote the service, is untrusted, and continues the
 * agent's name.
 */
export interface Description {
  readonly label: string
  readonly sentence: string
  readonly remedy: string
}

const openAndRerun = 'Open the run to see why, then re-run this job.'

/** @param run the run as last seen; null if there is none */
export function describeReason(reason: InconclusiveReason, run: RunResult | null): Description {
  switch (reason.kind) {
    case 'cannot-run':
    case 'not-launched':
    case 'maybe-launched':
    case 'not-launched-in-time':
      return describeLaunch(reason)
    case 'timed-out':
    case 'lost':
    case 'unreadable':
    case 'stopped':
      return describePolling(reason, run)
    case 'run-failed':
      return {
        label: 'Run failed',
        sentence: 'the run failed on the service before it was complete',
        remedy: openAndRerun,
      }
    case 'run-cancelled':
      return {
        label: 'Run cancelled',
        sentence: 'the run was cancelled on the service',
        remedy: 'Re-run this job.',
      }
    case 'run-error':
      return { label: 'Run error', sentence: 'the run ended with an error', remedy: openAndRerun }
    case 'unknown-status':
      return {
        label: 'Unknown status',
        sentence: `the run has a status that this version does not know: "${reason.status}"`,
        remedy: 'Open the run, and use the latest version of this action.',
      }
    default:
      return describeCounts(reason)
  }
}

type LaunchReason = Extract<
  InconclusiveReason,
  { kind: 'cannot-run' | 'not-launched' | 'maybe-launched' | 'not-launched-in-time' }
>

function describeLaunch(reason: LaunchReason): Description {
  switch (reason.kind) {
    case 'cannot-run':
      return {
        label: 'Cannot run',
        sentence: `cannot run (HTTP ${reason.error.status ?? 400}): ${reason.error.reason?.trim() || 'the service gave no reason'}`,
        remedy: cannotRunRemedy(reason.error.reason ?? ''),
      }
    case 'not-launched':
      return {
        label: 'Not started',
        sentence: `its run could not be started: ${errorText(reason.error)}`,
        remedy: errorRemedy(reason.error),
      }
    case 'maybe-launched':
      return {
        label: 'May have started',
        sentence: `a run may have started, but the response was lost: ${errorText(reason.error)}`,
        remedy: 'Look for it in the list of runs before you re-run this job. A second run costs again.',
      }
    case 'not-launched-in-time':
      return {
        label: 'Not started',
        sentence: `its run was not started within the timeout of ${duration(reason.timeoutSeconds * 1000)}`,
        remedy: 'Raise `timeout`, or test fewer agents at once.',
      }
    default:
      return reason satisfies never
  }
}

/** The two refusals that the service is known to give need different actions. */
function cannotRunRemedy(reason: string): string {
  if (/no tests/i.test(reason)) return 'Link tests to the agent, then re-run this job.'
  if (/connection/i.test(reason)) return "Verify the agent's connection, then re-run this job."
  return 'Make the agent ready to run, then re-run this job.'
}

type PollingReason = Extract<InconclusiveReason, { kind: 'timed-out' | 'lost' | 'unreadable' | 'stopped' }>

function describePolling(reason: PollingReason, run: RunResult | null): Description {
  switch (reason.kind) {
    case 'timed-out':
      return {
        label: 'Timed out',
        sentence: `timed out after ${duration(reason.timeoutSeconds * 1000)}: ${progress(run)}`,
        remedy:
          "The run is still in progress and keeps the workspace's slot; open it to see its result. Next time, raise `timeout`, which includes time in the queue.",
      }
    case 'lost':
      return {
        label: 'Lost',
        sentence: `the run can no longer be read (${errorText(reason.error)})`,
        remedy: 'The run or its agent may have been deleted. Re-run this job.',
      }
    case 'unreadable':
      return {
        label: 'Unreadable',
        sentence: `the run could not be read, ${counted(reason.attempts, 'time')} in a row: ${errorText(reason.error)}`,
        remedy: `The run may still have completed; check it. ${errorRemedy(reason.error)}`,
      }
    case 'stopped':
      return { label: 'Stopped', ...describeStopped(reason.by, run) }
    default:
      return reason satisfies never
  }
}

function describeStopped(by: 'authentication' | 'signal', run: RunResult | null): Omit<Description, 'label'> {
  const why = by === 'signal' ? 'the job was cancelled' : 'the API key was rejected'
  if (run === null) return { sentence: `${why} before its run was started`, remedy: 'Re-run this job.' }
  return {
    sentence: `${why} while its run was ${progress(run)}`,
    remedy: 'The run is still in progress. Open it to see its result.',
  }
}

function progress(run: RunResult | null): string {
  return run?.status === 'queued' ? 'still queued' : 'still running'
}

type CountReason = Extract<
  InconclusiveReason,
  { kind: 'no-counts' | 'no-tests' | 'contradictory-counts' | 'unfinished-tests' }
>

function describeCounts(reason: CountReason): Description {
  switch (reason.kind) {
    case 'no-counts':
      return {
        label: 'No counts',
        sentence: 'the run is done, but the service did not say how many tests passed',
        remedy: openAndRerun,
      }
    case 'no-tests':
      return {
        label: 'No tests',
        sentence: 'the run is done, but it contained no tests',
        remedy: 'Link tests to the agent, then re-run this job.',
      }
    case 'contradictory-counts':
      return {
        label: 'Contradictory',
        sentence: 'the test counts that the service reported contradict each other',
        remedy: 'Open the run to see its tests.',
      }
    case 'unfinished-tests':
      return {
        label: 'Unfinished',
        sentence: `${counted(reason.withoutVerdict, 'test')} ended without a result`,
        remedy:
          'The agent or an evaluator may have been unreachable. Check that the agent responds, then re-run this job.',
      }
    default:
      return reason satisfies never
  }
}
