// A run of an agent's tests. Everything about it is settled at launch; the clock says how far it has come.
import type { Agent, RunType } from './agent.ts'
import type { AgentConfig } from './agent-config.ts'
import { isErrorKind, type Outcome } from './errors.ts'
import type { EvaluatorVersions } from './evaluators.ts'
import type { Ending, Scenario } from './scenarios.ts'
import type { ServerVersion } from './server-version.ts'
import type { Test } from './test.ts'

/** All times are in milliseconds since 1970. */
export interface Run extends PlannedRun {
  /** In run order, those without a configuration included. */
  readonly requested: readonly RunTest[]
  /** Those that really run. */
  readonly tests: readonly RunTest[]
  /** `erred`: as a failed run, with all results and counts. */
  readonly ending: Ending | 'erred'
}

export interface PlannedRun extends Span {
  readonly taskId: string
  readonly name: string
  readonly type: RunType
  readonly agent: Agent
  /** The agent's at launch. */
  readonly config: AgentConfig
  readonly scenario: Scenario
  readonly versions: EvaluatorVersions
  readonly launchedAt: number
}

interface Span {
  /** When the run leaves the queue; Infinity behind runs that never end. */
  readonly startsAt: number
  readonly endsAt: number
}

export interface PlannedTest {
  readonly test: Test
  readonly outcome: Outcome
}

interface RunTest extends PlannedTest {
  /** Which of the tests that really run it is, from 0; Infinity for one without a configuration. */
  readonly position: number
}

export function createRun(planned: PlannedRun, tests: readonly PlannedTest[], version: ServerVersion): Run {
  let running = 0
  const requested = tests.map(({ test, outcome }) => {
    const position = outcome === 'unconfigured' ? Number.POSITIVE_INFINITY : running++
    return { test, outcome, position }
  })
  const configured = requested.filter(({ outcome }) => outcome !== 'unconfigured')
  return { ...planned, requested, tests: configured, ending: endingOf(planned.scenario, configured, version) }
}

/** Current runners call a run failed if all tests err, or if it stopped early. */
function endingOf({ ending }: Scenario, tests: readonly PlannedTest[], version: ServerVersion) {
  const errors = tests.filter(({ outcome }) => isErrorKind(outcome)).length
  if (ending !== 'done' || errors === 0 || version === 'newer') return ending
  const stopped = tests.some(({ outcome }) => outcome === 'not-run')
  return stopped || errors === tests.length ? 'erred' : 'done'
}

/** How long a run of the scenario keeps its slot. */
export function durationMs(scenario: Scenario): number {
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

interface RunQueue {
  /** When a run that is launched at `now` starts and ends. */
  add(now: number, durationMs: number): Span
}

/**
 * First in, first out, `concurrency` runs at a time (Infinity allowed). A run's duration is known at launch, so its start
 * and end are too, and no timer is needed.
 */
export function createRunQueue(concurrency: number, startDelayMs = 0): RunQueue {
  const slotFreeAt: number[] = []
  return {
    add(now, durationMs) {
      const soon = now + startDelayMs
      if (concurrency === Number.POSITIVE_INFINITY) return { startsAt: soon, endsAt: soon + durationMs }
      const slot =
        slotFreeAt.length < concurrency ? slotFreeAt.length : slotFreeAt.indexOf(Math.min(...slotFreeAt))
      const startsAt = Math.max(soon, slotFreeAt[slot] ?? soon)
      const endsAt = startsAt + durationMs
      slotFreeAt[slot] = endsAt
      return { startsAt, endsAt }
    },
  }
}

type RunStatus = 'queued' | 'in_progress' | 'done' | 'failed' | 'cancelled'

export interface RunState {
  readonly status: RunStatus
  /** How many tests, counted in run order, have a result. */
  readonly completed: number
  /** Nothing will change any more. */
  readonly final: boolean
  readonly error: boolean
}

/** The share of a run's duration after which its last test has a result: of 60 recorded polls in progress, 20 had counts. */
const TESTING = 2 / 3

/** The state of a run at `now`; null if it no longer exists. */
export function stateOf(run: Run, now: number): RunState | null {
  const { ending, startsAt, endsAt, scenario } = run
  if (now < startsAt) return { status: 'queued', completed: 0, final: false, error: false }
  const size = run.tests.length
  const reached = ending === 'done' || ending === 'erred' ? size : Math.ceil(size / 2)
  if (now < endsAt) {
    const progress = Math.min(1, (now - startsAt) / Math.max(1, TESTING * scenario.durationMs))
    return { status: 'in_progress', completed: Math.floor(progress * reached), final: false, error: false }
  }
  switch (ending) {
    case 'done':
      return { status: 'done', completed: size, final: true, error: false }
    case 'failed':
    case 'erred':
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
      return ending satisfies never
  }
}
