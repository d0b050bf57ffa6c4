// What happens while the gate runs, for the log and the progress in a terminal.
import type { AgentRef, Decision, ResultsAgent, ServiceError } from '../schema.ts'
import type { CopyDiffers, PreviewState } from './model.ts'

export type GatePhase = 'select' | 'run'

export type GateEvent =
  | { readonly type: 'phase'; readonly phase: GatePhase }
  /** The first failed attempt before anything is launched; it is retried. */
  | { readonly type: 'unreachable'; readonly error: ServiceError; readonly triedForMs: number }
  | { readonly type: 'selected'; readonly agents: readonly AgentRef[] }
  /** How many tests of files this job made on the service, and how many were there. */
  | { readonly type: 'tests-placed'; readonly made: number; readonly found: number }
  | {
      readonly type: 'launched'
      readonly agent: AgentRef
      readonly status: string
      /** The run in the web application. */
      readonly url: string
    }
  /** How many tests of a run in progress have a result. */
  | {
      readonly type: 'progress'
      readonly agent: AgentRef
      readonly status: string
      readonly counts: { readonly total: number | null; readonly passed: number; readonly failed: number }
    }
  | {
      readonly type: 'poll-error'
      readonly agent: AgentRef
      readonly error: ServiceError
      readonly attempt: number
      readonly retryInMs: number
    }
  /** Before a launch, the service does not reach the agent at its new address. */
  | { readonly type: 'preview-awaited'; readonly agent: AgentRef; readonly state: PreviewState }
  /** Why a copy is tested although the job skips those that are unchanged. */
  | { readonly type: 'copy-differs'; readonly agent: AgentRef; readonly differs: CopyDiffers }
  /** Another job may have changed the agent during its launch, so that the run does not count. */
  | { readonly type: 'discarded'; readonly agent: AgentRef; readonly taskId: string }
  | {
      readonly type: 'finished'
      readonly agent: ResultsAgent
      /** Whether a comparison follows, which decides what blocks. */
      readonly isToBeCompared: boolean
    }
  /** A phase, too. */
  | {
      readonly type: 'retry-round'
      /** Null: the pull request's own tests, without the change. */
      readonly round: number | null
      /** The names of the tests that are run again on each agent, controls included. */
      readonly agents: readonly { readonly agent: AgentRef; readonly tests: readonly string[] }[]
    }
  /** The service has none, so that failing tests are not compared; in modes that do so beside. */
  | { readonly type: 'no-history' }
  | {
      readonly type: 'compared'
      readonly decision: Decision
      readonly agents: readonly ResultsAgent[]
    }
  | {
      readonly type: 'heartbeat'
      readonly elapsedMs: number
      readonly done: number
      readonly running: number
      readonly queued: number
      readonly total: number
      /** For how long no poll has succeeded; null if the last one did. */
      readonly unansweredForMs: number | null
    }
