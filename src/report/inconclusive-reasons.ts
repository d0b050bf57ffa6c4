// Why an agent's result cannot be told: in two words, in a sentence, and what to do. One source for all reports.
import type { InconclusiveReason, RunResult } from '../gate/results.ts'
import { errorRemedy, errorText } from './error-text.ts'
import { counted, duration } from './units.ts'

/**
 * Plain text: `label` and `remedy` are ours, `sentence` may hold the service's words and has to pass the door of
 * its target. The sentence goes on after the agent's name.
 */
export interface Description {
  readonly label: string
  readonly sentence: string
  readonly remedy: string
}

const openAndRepeat = 'Open the run to see why, then run this job again.'

/** @param run what was last seen of the run, null where there is none */
export function describeProblem(problem: InconclusiveReason, run: RunResult | null): Description {
  switch (problem.kind) {
    case 'cannot-run':
    case 'not-launched':
    case 'maybe-launched':
    case 'not-launched-in-time':
      return describeLaunch(problem)
    case 'timed-out':
    case 'lost':
    case 'unreadable':
    case 'stopped':
      return describePolling(problem, run)
    case 'run-failed':
      return {
        label: 'Run failed',
        sentence: 'the run failed on the service, so its tests have no verdict',
        remedy: openAndRepeat,
      }
    case 'run-cancelled':
      return {
        label: 'Run cancelled',
        sentence: 'the run was cancelled on the service before its end',
        remedy: 'Run this job again.',
      }
    case 'run-error':
      return { label: 'Run error', sentence: 'the run ended with an error', remedy: openAndRepeat }
    case 'unknown-status':
      return {
        label: 'Unknown state',
        sentence: `the run is in a state that this version does not know: "${problem.status}"`,
        remedy: 'Open the run, and use the newest version of this action.',
      }
    default:
      return describeCounts(problem)
  }
}

type LaunchProblem = Extract<
  InconclusiveReason,
  { kind: 'cannot-run' | 'not-launched' | 'maybe-launched' | 'not-launched-in-time' }
>

function describeLaunch(problem: LaunchProblem): Description {
  switch (problem.kind) {
    case 'cannot-run':
      return {
        label: 'Cannot run',
        sentence: `cannot run (HTTP ${problem.error.status ?? 400}): ${problem.error.reason?.trim() || 'the service gave no reason'}`,
        remedy: 'Verify its connection and link tests to it, then run this job again.',
      }
    case 'not-launched':
      return {
        label: 'Not started',
        sentence: `could not be started: ${errorText(problem.error)}`,
        remedy: errorRemedy(problem.error),
      }
    case 'maybe-launched':
      return {
        label: 'Maybe started',
        sentence: `a run may have started, but no clear answer came back: ${errorText(problem.error)}`,
        remedy: 'Look for it among the runs before you run this job again: a second run costs again.',
      }
    case 'not-launched-in-time':
      return {
        label: 'Not started',
        sentence: `was not started within the timeout of ${duration(problem.timeoutSeconds * 1000)}`,
        remedy: 'Raise `timeout`, or test fewer agents at once.',
      }
    default:
      return problem satisfies never
  }
}

type PollingProblem = Extract<InconclusiveReason, { kind: 'timed-out' | 'lost' | 'unreadable' | 'stopped' }>

function describePolling(problem: PollingProblem, run: RunResult | null): Description {
  switch (problem.kind) {
    case 'timed-out':
      return {
        label: 'Timed out',
        sentence: `timed out after ${duration(problem.timeoutSeconds * 1000)}: ${whereItStands(run)}`,
        remedy:
          'Its run goes on: open it for the result. Next time raise `timeout`, which covers the queue too.',
      }
    case 'lost':
      return {
        label: 'Lost',
        sentence: `the run can no longer be read (${errorText(problem.error)})`,
        remedy: 'It or its agent may have been deleted. Run this job again.',
      }
    case 'unreadable':
      return {
        label: 'Unreadable',
        sentence: `the run could not be read, ${counted(problem.attempts, 'time')} in a row: ${errorText(problem.error)}`,
        remedy: `The run may have ended well: open it. ${errorRemedy(problem.error)}`,
      }
    case 'stopped':
      return { label: 'Stopped', ...describeStopped(problem.by, run) }
    default:
      return problem satisfies never
  }
}

function describeStopped(by: 'authentication' | 'signal', run: RunResult | null): Omit<Description, 'label'> {
  const why = by === 'signal' ? 'the job was cancelled' : 'the API key was refused'
  if (run === null) return { sentence: `${why} before its tests were started`, remedy: 'Run this job again.' }
  return {
    sentence: `${why} while its run was going on: ${whereItStands(run)}`,
    remedy: 'Its run goes on: open it for the result.',
  }
}

function whereItStands(run: RunResult | null): string {
  return run?.status === 'queued' ? 'still waiting in the queue' : 'still running'
}

type CountProblem = Extract<
  InconclusiveReason,
  { kind: 'no-counts' | 'no-tests' | 'contradictory-counts' | 'unfinished-tests' }
>

function describeCounts(problem: CountProblem): Description {
  switch (problem.kind) {
    case 'no-counts':
      return {
        label: 'No counts',
        sentence: 'the run is done, but the service did not say how many tests passed',
        remedy: openAndRepeat,
      }
    case 'no-tests':
      return {
        label: 'No tests',
        sentence: 'the run is done, but no test ran',
        remedy: 'Link tests to the agent, then run this job again.',
      }
    case 'contradictory-counts':
      return {
        label: 'Unclear',
        sentence: 'the numbers that the service gave contradict each other',
        remedy: 'Open the run to see its tests.',
      }
    case 'unfinished-tests':
      return {
        label: 'Unfinished',
        sentence: `${counted(problem.withoutVerdict, 'test')} ended without a verdict`,
        remedy:
          'The agent or a judge may have been out of reach: check that it answers, then run this job again.',
      }
    default:
      return problem satisfies never
  }
}
