// What happens while agents run, for whoever wants to tell of it.
import type { AgentRef, AgentResult, ServiceError } from './results.ts'

export type GateEvent =
  | { readonly type: 'launched'; readonly agent: AgentRef; readonly taskId: string; readonly status: string }
  | {
      readonly type: 'progress'
      readonly agent: AgentRef
      readonly status: string
      readonly counts: {
        readonly total: number | null
        readonly passed: number | null
        readonly failed: number | null
      }
    }
  | {
      readonly type: 'poll-error'
      readonly agent: AgentRef
      readonly error: ServiceError
      readonly attempt: number
      readonly retryInMs: number
    }
  | { readonly type: 'finished'; readonly result: AgentResult }
  | {
      readonly type: 'heartbeat'
      readonly elapsedMs: number
      readonly done: number
      readonly running: number
      readonly queued: number
      readonly total: number
    }
