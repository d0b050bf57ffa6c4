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

type Kind = InconclusiveReason['kind']
type Reason<K extends Kind> = Extract<InconclusiveReason, { kind: K }>

const openRun = (label: string, sentence: string): Description => ({
  label,
  sentence,
  remedy: 'Open the run to see why, then re-run this job.',
})

const constant = {
  'run-failed': openRun('Run failed', 'the run failed on the service before it was complete'),
  'run-cancelled': openRun('Run cancelled', 'the run was cancelled on the service'),
  'run-error': openRun('Run error', 'the run ended with an error'),
  'stopped-early': openRun('Stopped early', 'the service stopped the run before all tests were run'),
  'no-counts': openRun('No counts', 'the run is done, but the service did not say how many tests passed'),
  'no-tests': {
    label: 'No tests',
    sentence: 'the run is done, but it contained no tests',
    remedy: 'Link tests to the agent, then re-run this job.',
  },
  contradictory: {
    label: 'Contradictory',
    sentence: 'the results that the service reported contradict each other',
    remedy: 'Open the run to see its tests, then re-run this job.',
  },
} satisfies Partial<Record<Kind, Description>>

/** @param run the run as last seen; null if there is none */
export function describeReason(reason: InconclusiveReason, run: RunResult | null): Description {
  switch (reason.kind) {
    case 'cannot-run':
    case 'not-launched':
    case 'maybe-launched':
    case 'not-launched-in-time':
    case 'max-tests':
    case 'shared-run':
      return describeLaunch(reason)
    case 'timed-out':
      return describeTimeout(reason, run)
    case 'lost':
    case 'unreadable':
      return describePolling(reason)
    case 'aborted':
      return describeAborted(reason, run)
    case 'unknown-status':
    case 'tests-not-run':
    case 'unfinished-tests':
    case 'internal-error':
      return describeEnd(reason)
    case 'reported':
      return { label: reason.label, sentence: reason.message, remedy: 'Re-run the job that reported this.' }
    default:
      return constant[reason.kind]
  }
}

function describeLaunch(
  reason: Reason<
    'cannot-run' | 'not-launched' | 'maybe-launched' | 'not-launched-in-time' | 'max-tests' | 'shared-run'
  >,
): Description {
  switch (reason.kind) {
    case 'cannot-run':
      return {
        label: 'Cannot run',
        sentence: `cannot run (HTTP ${reason.error.status ?? 400}): ${reason.error.reason?.trim() || 'the service gave no reason'}`,
        remedy: cannotRunRemedy(reason.error),
      }
    case 'not-launched':
      return {
        label: 'Not started',
        sentence: `its run could not be started: ${errorText(reason.error)}`,
        remedy: laterErrorRemedy(reason.error),
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
    case 'max-tests':
      return {
        label: 'Not started',
        sentence: `its run was not started, because the job may run no more than ${counted(reason.maxTests, 'test')}`,
        remedy: 'Raise `max-tests`, or test fewer agents.',
      }
    case 'shared-run':
      return {
        label: 'Shared run',
        sentence: `the service returned the run ${reason.taskId} for several launches, so it is unclear whose it is`,
        remedy: 'Re-run this job. If it happens again, report it to the operators of the service.',
      }
    default:
      return reason satisfies never
  }
}

function describeTimeout(
  { timeoutSeconds, lastError }: Reason<'timed-out'>,
  run: RunResult | null,
): Description {
  const label = 'Timed out'
  const after = `timed out after ${duration(timeoutSeconds * 1000)}`
  // The run may have ended long ago: raising the timeout would not help.
  if (lastError !== null)
    return {
      label,
      sentence: `${after}, and the last poll failed: ${errorText(lastError)}`,
      remedy: `The run may still have completed; check it. ${laterErrorRemedy(lastError)}`,
    }
  return {
    label,
    sentence: `${after}: ${progress(run)}`,
    remedy:
      "The run continues on the service and keeps the workspace's slot, so later runs wait for it. Open it to see its result. Next time, raise `timeout`, which includes time in the queue.",
  }
}

function describePolling(reason: Reason<'lost' | 'unreadable'>): Description {
  if (reason.kind === 'lost')
    return {
      label: 'Lost',
      sentence: `the run can no longer be read (${errorText(reason.error)})`,
      remedy: 'The run or its agent may have been deleted. Re-run this job.',
    }
  return {
    label: 'Unreadable',
    sentence: `the run could not be read, ${counted(reason.attempts, 'time')} in a row: ${errorText(reason.error)}`,
    remedy: `The run may still have completed; check it. ${laterErrorRemedy(reason.error)}`,
  }
}

function describeAborted({ by }: Reason<'aborted'>, run: RunResult | null): Description {
  const label = 'Aborted'
  const why = by === 'signal' ? 'the job was cancelled' : 'the API key was rejected'
  if (run === null)
    return { label, sentence: `${why} before its run was started`, remedy: 'Re-run this job.' }
  const remedy = 'The run continues on the service. Open it to see its result.'
  return { label, sentence: `${why} while its run was ${progress(run)}`, remedy }
}

function progress(run: RunResult | null): string {
  return run?.status === 'queued' ? 'still queued' : 'still running'
}

function describeEnd(
  reason: Reason<'unknown-status' | 'tests-not-run' | 'unfinished-tests' | 'internal-error'>,
): Description {
  switch (reason.kind) {
    case 'unknown-status':
      return {
        label: 'Unknown status',
        sentence: `the run has a status that this version does not know: "${reason.status}"`,
        remedy: 'Open the run, and use the latest version of agent-tests.',
      }
    case 'tests-not-run':
      return {
        label: 'Tests not run',
        sentence: `${count(reason.notRun)} of ${counted(reason.total, 'linked test')} ${reason.notRun === 1 ? 'was' : 'were'} not run; the service leaves out tests without a configuration`,
        remedy: 'Complete the configuration of these tests, or unlink them from the agent.',
      }
    case 'unfinished-tests':
      return {
        label: 'Unfinished',
        sentence: `${counted(reason.withoutVerdict, 'test')} ended without a result`,
        remedy:
          'The agent or an evaluator may have been unreachable. Check that the agent responds, then re-run this job.',
      }
    case 'internal-error':
      return {
        label: 'Internal error',
        sentence: `an internal error of agent-tests occurred: ${reason.message}`,
        remedy: 'Open the run to see its result. If this happens again, report it with the log of this job.',
      }
    default:
      return reason satisfies never
  }
}
