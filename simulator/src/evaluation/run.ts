// A run of an agent's tests. Everything about it is settled at launch; the clock says how far it has come.
import { stableUuid } from '../ids.ts'
import type { Agent, EarlierRun, RunType } from './agent.ts'
import type { Scenario } from './scenarios.ts'
import type { Outcome, Test } from './suite.ts'

/** All times are in milliseconds since 1970. */
export interface Run extends Span {
  readonly taskId: string
  readonly name: string
  readonly type: RunType
  readonly agent: Agent
  readonly scenario: Scenario
  /** In run order, those without a configuration included. */
  readonly requested: readonly Test[]
  /** Those that really run. */
  readonly tests: readonly Test[]
  /** One for each of `tests`. */
  readonly outcomes: readonly Outcome[]
  readonly launchedAt: number
}

interface Span {
  /** When the run leaves the queue; Infinity behind runs that never end. */
  readonly startsAt: number
  readonly endsAt: number
}

/** The `number`th run of the workspace. */
export function createRun(
  agent: Agent,
  requested: readonly PlannedTest[],
  number: number,
  launchedAt: number,
  queue: RunQueue,
): Run {
  return {
    taskId: stableUuid(`run ${number}`),
    name: `Run ${number}`,
    type: 'llm-unit-test',
    agent,
    scenario: agent.scenario,
    ...configured(requested),
    launchedAt,
    ...queue.add(launchedAt, durationMs(agent.scenario)),
  }
}

/** A run that somebody else launched. It never waited in the queue. */
export function createEarlierRun(
  agent: Agent,
  earlier: Pick<EarlierRun, 'type'>,
  scenario: Scenario,
  requested: readonly PlannedTest[],
  launchedAt: number,
  id: string,
): Run {
  return {
    taskId: stableUuid(`${id} of ${agent.uuid}`),
    name: 'Earlier run',
    type: earlier.type ?? 'llm-unit-test',
    agent,
    scenario,
    ...configured(requested),
    launchedAt,
    startsAt: launchedAt,
    endsAt: launchedAt + durationMs(scenario),
  }
}

export interface PlannedTest {
  readonly test: Test
  readonly outcome: Outcome
}

function configured(requested: readonly PlannedTest[]) {
  const planned = requested.filter(({ outcome }) => outcome !== 'unconfigured')
  return {
    requested: requested.map(({ test }) => test),
    tests: planned.map(({ test }) => test),
    outcomes: planned.map(({ outcome }) => outcome),
  }
}

/** How long a run of the scenario keeps its slot. */
function durationMs(scenario: Scenario): number {
  switch (scenario.ending) {
    case 'hangs':
      return Number.POSITIVE_INFINITY
    case 'not-started':
      return 0
    case 'done':
    case 'failed':
    case 'cancelled':
    case 'vanishes':
      return scenario.durationMs
    default:
      return scenario.ending satisfies never
  }
}

export interface RunQueue {
  /** When a run that is launched at `now` starts and ends. */
  add(now: number, durationMs: number): Span
}

/**
 * First in, first out, `concurrency` runs at a time (Infinity allowed). A run's duration is known at launch, so its start
 * and end are too, and no timer is needed.
 */
export function createRunQueue(concurrency: number): RunQueue {
  const slotFreeAt: number[] = []
  return {
    add(now, durationMs) {
      if (concurrency === Number.POSITIVE_INFINITY) return { startsAt: now, endsAt: now + durationMs }
      const slot =
        slotFreeAt.length < concurrency ? slotFreeAt.length : slotFreeAt.indexOf(Math.min(...slotFreeAt))
      const startsAt = Math.max(now, slotFreeAt[slot] ?? now)
      const endsAt = startsAt + durationMs
      slotFreeAt[slot] = endsAt
      return { startsAt, endsAt }
    },
  }
}

export type RunStatus = 'queued' | 'in_progress' | 'done' | 'failed' | 'cancelled'

export interface RunState {
  readonly status: RunStatus
  /** How many tests, counted in run order, have a result. */
  readonly completed: number
  /** Nothing will change any more. */
  readonly final: boolean
  readonly error: boolean
}

/** The state of a run at `now`; null if it no longer exists. */
export function stateOf(run: Run, now: number): RunState | null {
  if (now < run.startsAt) return { status: 'queued', completed: 0, final: false, error: false }
  const size = run.tests.length
  const reached = run.scenario.ending === 'done' ? size : Math.ceil(size / 2)
  if (now < run.endsAt) {
    const progress = Math.min(1, (now - run.startsAt) / Math.max(1, run.scenario.durationMs))
    return { status: 'in_progress', completed: Math.floor(progress * reached), final: false, error: false }
  }
  switch (run.scenario.ending) {
    case 'done':
      return { status: 'done', completed: size, final: true, error: false }
    case 'failed':
      return { status: 'failed', completed: reached, final: true, error: true }
    case 'cancelled':
      return { status: 'cancelled', completed: reached, final: true, error: false }
    case 'not-started':
      return { status: 'done', completed: 0, final: true, error: true }
    case 'vanishes':
      return null
    case 'hangs':
      return { status: 'in_progress', completed: reached, final: false, error: false }
    default:
      return run.scenario.ending satisfies never
  }
}
