// The values that flow from the gate to everything right of it: what became of each agent, and the verdict over all.

/** An agent of the evaluation service, as selection found it. */
export interface AgentRef {
  readonly uuid: string
  readonly name: string
}

/** Test cases over one run or over all of them. `passed + failed` is below `total` where cases have no verdict. */
export interface Counts {
  readonly total: number
  readonly passed: number
  readonly failed: number
}

/**
 * What is known of one test case. `unanswered`: the agent or a judge could not be reached; `not-run`: the run
 * stopped before it; `pending`: the service has given no verdict (yet).
 */
export type TestStatus = 'passed' | 'failed' | 'unanswered' | 'not-run' | 'pending'

/** One evaluator's verdict on one test case. `match` belongs to binary evaluators, `score` to rating ones. */
export interface EvaluatorResult {
  readonly evaluator: string | null
  readonly match: boolean | null
  readonly score: number | null
  readonly scaleMin: number | null
  readonly scaleMax: number | null
  readonly valueName: string | null
  readonly reasoning: string | null
}

/** A tool the agent called, its arguments as compact JSON (null where it sent none). */
export interface ToolCall {
  readonly tool: string
  readonly arguments: string | null
}

/** One test case as the service reported it; `latencyMs` in milliseconds, `cost` in US dollars. */
export interface TestResult {
  readonly id: string | null
  readonly name: string | null
  readonly status: TestStatus
  /** The judge's reasoning, or for a tool-call test the difference between expected and actual calls. */
  readonly reasoning: string | null
  readonly reply: string | null
  readonly toolCalls: readonly ToolCall[]
  readonly evaluators: readonly EvaluatorResult[]
  readonly latencyMs: number | null
  readonly cost: number | null
}

/** A run as it was last seen. Aggregates are null where the service gave none. */
export interface RunResult {
  readonly taskId: string
  /** The service's own word: `queued`, `in_progress`, `done`, `failed`, `cancelled`, or one it added since. */
  readonly status: string
  readonly counts: Counts | null
  /** How many test cases the run has in all, as far as the service has said. */
  readonly plannedTests: number | null
  /** The test cases known by row; those that passed are among them only where they were asked for. */
  readonly tests: readonly TestResult[]
  /** Why the details of the failing tests are missing, where reading them failed. */
  readonly detailsError: ServiceError | null
  readonly p95LatencyMs: number | null
  readonly meanCostUsd: number | null
  readonly meanTokens: number | null
  /** Set only while the run is shared publicly. */
  readonly shareToken: string | null
  /** From the launch to the last thing seen of the run, in milliseconds. */
  readonly durationMs: number
}

/** A call to the service that came to nothing, in words that carry neither key nor header. */
export interface ServiceError {
  readonly kind: 'http' | 'validation' | 'network' | 'timeout' | 'contract' | 'aborted'
  /** Method, URL and what happened. */
  readonly message: string
  /** The service's own reason, alone, where it gave one. */
  readonly reason: string | null
  readonly status: number | null
  /** A system or TLS error code such as `ECONNREFUSED`. */
  readonly code: string | null
}

/** Why an agent's result cannot be told. */
export type InconclusiveReason =
  | { readonly kind: 'cannot-run'; readonly error: ServiceError }
  | { readonly kind: 'not-launched'; readonly error: ServiceError }
  | { readonly kind: 'maybe-launched'; readonly error: ServiceError }
  | { readonly kind: 'not-launched-in-time'; readonly timeoutSeconds: number }
  | { readonly kind: 'run-failed' }
  | { readonly kind: 'run-cancelled' }
  | { readonly kind: 'run-error' }
  | { readonly kind: 'unknown-status'; readonly status: string }
  | { readonly kind: 'no-counts' }
  | { readonly kind: 'no-tests' }
  | { readonly kind: 'contradictory-counts' }
  | { readonly kind: 'unfinished-tests'; readonly withoutVerdict: number }
  | { readonly kind: 'timed-out'; readonly timeoutSeconds: number }
  | { readonly kind: 'lost'; readonly error: ServiceError }
  | { readonly kind: 'unreadable'; readonly error: ServiceError; readonly attempts: number }
  | { readonly kind: 'stopped'; readonly by: 'authentication' | 'signal' }

/** What became of one agent. */
export type AgentResult =
  | { readonly outcome: 'passed'; readonly agent: AgentRef; readonly run: RunResult }
  | {
      readonly outcome: 'failed'
      readonly agent: AgentRef
      readonly run: RunResult
      /** Why the run is no full measure of the agent, beside its failing tests. */
      readonly reason?: InconclusiveReason
    }
  | {
      readonly outcome: 'inconclusive'
      readonly agent: AgentRef
      readonly run: RunResult | null
      readonly reason: InconclusiveReason
    }
  | { readonly outcome: 'skipped'; readonly agent: AgentRef; readonly run: null; readonly reason: string }

export type Outcome = AgentResult['outcome']

/** Why everything ended before its time; nothing that was known by then is lost. */
export type AbortReason =
  | { readonly kind: 'authentication'; readonly error: ServiceError }
  | { readonly kind: 'unknown-agents'; readonly unknown: readonly UnknownAgent[] }
  | { readonly kind: 'no-agents' }
  | { readonly kind: 'select-failed'; readonly error: ServiceError }
  | { readonly kind: 'signal'; readonly signal: string }

/** A name that was asked for and that no agent has, with the nearest existing name where one is close. */
export interface UnknownAgent {
  readonly name: string
  readonly nearest: string | null
}

export type VerdictStatus = 'passed' | 'failed' | 'inconclusive'

/** The verdict over all agents. */
export interface Verdict {
  readonly status: VerdictStatus
  readonly totals: Counts
  readonly agents: Readonly<Record<Outcome, number>>
}

/** Tests passed of all tests, kept as whole numbers. */
export interface PassRate {
  readonly passed: number
  readonly total: number
}

/** One agent's run against its earlier one. Tests are told apart by name. */
export interface AgentComparison {
  readonly agent: AgentRef
  readonly earlierTaskId: string
  readonly now: PassRate
  readonly before: PassRate
  readonly newlyFailing: readonly string[]
  readonly fixed: readonly string[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** This run against the earlier ones, over all agents that have one. */
export interface Comparison {
  readonly compared: readonly AgentComparison[]
  /** On neither side, since they have no earlier run that could be compared with. */
  readonly withoutHistory: readonly AgentRef[]
  /** Their history could not be read: whether they got worse cannot be told. */
  readonly unreadable: readonly { readonly agent: AgentRef; readonly error: ServiceError }[]
  readonly now: PassRate
  readonly before: PassRate
  readonly worse: boolean
}

/** All that the reports are made of. */
export interface GateOutcome {
  readonly verdict: Verdict
  /** In the order asked (or listed). */
  readonly results: readonly AgentResult[]
  readonly abortReason: AbortReason | null
  /** Null where the mode compares nothing. */
  readonly comparison: Comparison | null
  readonly durationMs: number
}
