// How far a run has come at a moment: a pure function of the clock.
import type { Run } from './run.ts'

export type RunStatus = 'queued' | 'in_progress' | 'done' | 'failed' | 'cancelled'

export interface RunState {
  readonly status: RunStatus
  /** How many tests, counted in run order, are dealt with. */
  readonly completed: number
  /** Nothing will change any more. */
  readonly final: boolean
  readonly error: boolean
}

/** The state of a run at `now`; null once it no longer exists. */
export function stateOf(run: Run, now: number): RunState | null {
  if (now < run.startsAt) return { status: 'queued', completed: 0, final: false, error: false }
  const size = run.tests.length
  const reaches = run.scenario.ending === 'done' ? size : Math.ceil(size / 2)
  if (now < run.endsAt) {
    const progress = Math.min(1, (now - run.startsAt) / Math.max(1, run.scenario.durationMs))
    return { status: 'in_progress', completed: Math.floor(progress * reaches), final: false, error: false }
  }
  switch (run.scenario.ending) {
    case 'done':
      return { status: 'done', completed: size, final: true, error: false }
    case 'failed':
      return { status: 'failed', completed: reaches, final: true, error: true }
    case 'cancelled':
      return { status: 'cancelled', completed: reaches, final: true, error: false }
    case 'not-started':
      return { status: 'done', completed: 0, final: true, error: true }
    case 'vanishes':
      return null
    case 'hangs':
      return { status: 'in_progress', completed: reaches, final: false, error: false }
    default:
      return run.scenario.ending satisfies never
  }
}
