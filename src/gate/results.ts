// The types of the gate's results: what became of each agent and test, the verdict over all, and why there is none.
import type { EvaluatorResult, PassRate, ResultsTest, ToolCall } from '../results/schema.ts'
import type { Day, FailureClass, FailureCount } from './rule.ts'

export type { EvaluatorResult, PassRate, ToolCall }

/** An agent, as selection found it. */
export interface AgentRef {
  readonly uuid: string
  readonly name: string
}

/** Tests of one run or of all runs. `passed + failed` is below `total` if tests have no verdict. */
export interface Counts {
  readonly total: number
  readonly passed: number
  readonly failed: number
}

/**
 * What became of one test. `flaky`: it failed, then passed when it was run again; `unanswered`: the agent or an
 * evaluator could not be reached; `not-run`: the run stopped before it; `pending`: the service has given no verdict.
 */
export type TestStatus = ResultsTest['status']
/** Why a test has no verdict, and whose error it is; its message has no paths of addresses. */
export type TestError = NonNullable<ResultsTest['error']>
export type Turn = ResultsTest['question'][number]
/** What an evaluator was to check. */
export type Criterion = ResultsTest['criteria'][number]

/** An evaluator that has another version than in the newest baseline run. */
export interface ChangedEvaluator {
  readonly evaluator: string | null
  readonly version: number
  readonly baselineVersion: number
}

/** One run of a test. `latencyMs` in milliseconds, `cost` in US dollars. */
export interface Attempt {
  /** Null if the response to the launch was lost. */
  readonly taskId: string | null
  readonly status: TestStatus
  readonly reasoning: string | null
  /** The agent's reply, which the service gives for attempts that did not pass. */
  readonly reply: string | null
  readonly latencyMs: number | null
  readonly cost: number | null
}

/**
 * Why a failing test was not run again although retries were left. `run` is the retry, as far as it was seen. `control`: that
 * of the control gave no result.
 */
export type RetrySkipped =
  | { readonly kind: 'no-id' | 'no-time' | 'too-many-failures' | 'incomplete-run' | 'no-history' }
  | { readonly kind: 'refused' | 'lost'; readonly reason: InconclusiveReason; readonly run: RunResult | null }
  | {
      readonly kind: 'control'
      readonly control: AgentRef
      readonly reason: InconclusiveReason
      readonly run: RunResult | null
    }
  /** None of the agent's failing tests is linked to it. */
  | { readonly kind: 'wrong-control'; readonly control: AgentRef }

/** One test as the service reported it; `latencyMs` in milliseconds, `cost` in US dollars. */
export interface TestResult {
  /** Tells the tests of a run apart: the service's ID of the row, or name and occurrence where it gives none. */
  readonly id: string
  /** The ID by which the service can run this test alone; null if the service did not tell. */
  readonly uuid: string | null
  readonly name: string | null
  readonly status: TestStatus
  /** Set for a test without a verdict, if the service says why, and for one whose agent gave an error before it passed. */
  readonly error: TestError | null
  /** The evaluator's reasoning, or for a tool-call test the difference between expected and actual calls. */
  readonly reasoning: string | null
  readonly reply: string | null
  readonly toolCalls: readonly ToolCall[]
  readonly evaluators: readonly EvaluatorResult[]
  readonly latencyMs: number | null
  readonly cost: number | null
  /** What the agent was asked, oldest turn first; empty if unknown. */
  readonly question: readonly Turn[]
  /** What was expected of the reply. */
  readonly criteria: readonly Criterion[]
  readonly expectedToolCalls: readonly ToolCall[]
  /** Every attempt, the first included, oldest first; empty if the test was not run again. */
  readonly attempts: readonly Attempt[]
  /** The name of the control, and its attempts; null without a control, and for a test that passed at once. */
  readonly control: { readonly name: string; readonly attempts: readonly Attempt[] } | null
  readonly retrySkipped: RetrySkipped | null
  /** Of a broken test. */
  readonly changedEvaluators: readonly ChangedEvaluator[]
  /** Set for tests that did not pass their first attempt and are not accepted, in mode `gate-if-worse`. */
  readonly baseline: TestBaseline | null
  /** Set if a line of the input `accept` names it: until the end of that day (UTC), it does not block. */
  readonly accepted: { readonly until: string; readonly expired: boolean } | null
}

/** A run as it was last seen. Aggregates are null if the service gave none. */
export interface RunResult {
  readonly taskId: string
  /** The service's own word: `queued`, `in_progress`, `done`, `failed`, `cancelled`, or one it added since. */
  readonly status: string
  readonly counts: Counts | null
  /** How many tests the run has in all, as far as the service has said. */
  readonly plannedTests: number | null
  readonly tests: readonly TestResult[]
  /** Why rows or details are missing, if reading them failed. */
  readonly detailsError: ServiceError | null
  readonly p95LatencyMs: number | null
  /** US dollars per test. */
  readonly meanCostUsd: number | null
  readonly meanTokens: number | null
  /** Set only while the run is shared publicly. */
  readonly shareToken: string | null
  /** From the launch to the last poll, in milliseconds. */
  readonly durationMs: number
  /** From the launch to the last poll that found it queued. */
  readonly queuedMs: number
}

export type AgentResult = (
  | { readonly outcome: 'passed'; readonly agent: AgentRef; readonly run: RunResult }
  | {
      readonly outcome: 'failed'
      readonly agent: AgentRef
      readonly run: RunResult
      /** Why the run is incomplete, in addition to its failing tests. */
      readonly reason?: InconclusiveReason
    }
  | {
      readonly outcome: 'inconclusive'
      readonly agent: AgentRef
      readonly run: RunResult | null
      readonly reason: InconclusiveReason
    }
  | { readonly outcome: 'skipped'; readonly agent: AgentRef; readonly run: null; readonly reason: string }
) & {
  /** The same agent without the change, if the job has controls. */
  readonly control?: AgentRef
  /** Of a copy that the input `override` changes: what, and the runs that do not count because another job changed it, too. */
  readonly override?: {
    readonly original: AgentRef
    readonly keys: readonly { readonly key: string; readonly file: string | null }[]
    readonly discarded: { readonly runs: number; readonly tests: number }
  }
}

export type Outcome = AgentResult['outcome']

export type VerdictStatus = 'passed' | 'failed' | 'inconclusive'

/** The verdict over all agents. `totals` count flaky tests as passed; `flaky` says how many there are. */
export interface Verdict {
  readonly status: VerdictStatus
  readonly totals: Counts
  readonly flaky: number
  readonly agents: Readonly<Record<Outcome, number>>
}

/** What the history says of a test that did not pass its first attempt; `undetermined`: a retry gave no answer. */
export interface TestBaseline {
  readonly class: FailureClass | 'undetermined'
  /** Baseline runs in which the test failed, of the `runs` that contain it. */
  readonly failures: number
  readonly runs: number
}

/** An earlier run that this one is compared with; tests without a verdict do not count. */
export interface BaselineRun extends PassRate {
  /** Null for a run from a results file. */
  readonly taskId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number | null
  readonly p95LatencyMs: number | null
  /** US dollars per test. */
  readonly meanCostUsd: number | null
}

/** The earlier runs of one agent, newest first; `error` if its history could not be used. */
export interface EarlierRuns {
  readonly agent: AgentRef
  readonly runs: readonly BaselineRun[]
  readonly error: ServiceError | null
  /** How many runs were left out because they may contain the change. */
  readonly tooRecent: number
  /** How far the service's clock is ahead of this machine's, in milliseconds; 0 if that is unknown. */
  readonly clockSkewMs: number
}

/** With a control: failing tests that ran on both agents, round after round. */
export interface Group {
  readonly tests: number
  readonly rounds: number
  /** More of them failed with the change than without, too often. */
  readonly blocks: boolean
}

/** This job against its baseline, over all agents (mode `gate-if-worse`). */
export interface Comparison {
  /** Tests that at least one baseline run contains. */
  readonly comparedTests: number
  /** First attempts of the compared tests, now and over the baseline runs. */
  readonly now: PassRate
  readonly before: PassRate
  /** Of the tests that did not pass their first attempt. */
  readonly classes: Readonly<Record<TestBaseline['class'], number>>
  /** All first attempts together against the history; `blocks` if there are too many failures. */
  readonly failureCount: FailureCount
  readonly today: Day
  /** Set in jobs with controls, which compare with no earlier runs. `group`: null if few tests failed. */
  readonly control: { readonly group: Group | null } | null
}

export interface GateOutcome {
  readonly verdict: Verdict
  /** In the order asked (or listed). */
  readonly results: readonly AgentResult[]
  readonly abortReason: AbortReason | null
  /** Null unless the mode compares. */
  readonly comparison: Comparison | null
  /** What the agents were compared with; in other modes, the last runs of some. */
  readonly earlierRuns: readonly EarlierRuns[]
  readonly durationMs: number
}

/**
 * A call to the service that failed. No field contains the key or a header. `history`: the run history was read, and cannot
 * be used.
 */
export interface ServiceError {
  readonly kind: 'http' | 'validation' | 'network' | 'timeout' | 'contract' | 'aborted' | 'history'
  /** Method, URL and what happened; of a history, what is wrong with it. */
  readonly message: string
  /** The service's own reason, alone, where it gave one. */
  readonly reason: string | null
  readonly status: number | null
  /** A system or TLS error code such as `ECONNREFUSED`. */
  readonly code: string | null
}

/** Why the service cannot use the address of an agent: a status, or `unexpected` form; `refused`: it may not be called. */
export type PreviewState = number | 'no-answer' | 'not-resolved' | 'unexpected' | 'refused'

/** Why an agent's result is inconclusive. */
export type InconclusiveReason =
  | { readonly kind: 'cannot-run'; readonly error: ServiceError }
  | { readonly kind: 'not-launched'; readonly error: ServiceError }
  | { readonly kind: 'maybe-launched'; readonly error: ServiceError }
  | { readonly kind: 'max-tests'; readonly maxTests: number }
  /** It ended before it was complete. */
  | { readonly kind: 'run-ended'; readonly how: 'failed' | 'cancelled' | 'error' | 'stopped' }
  /** `linked`: how many tests the agent has, none of which is configured. */
  | { readonly kind: 'no-tests'; readonly linked: number }
  /** Status, counts, rows and linked tests do not agree, counts are missing, or the status is unknown. */
  | { readonly kind: 'contradictory'; readonly unknownStatus?: string }
  /** Linked tests that the run left out. */
  | { readonly kind: 'tests-not-run'; readonly notRun: number; readonly total: number }
  | { readonly kind: 'unfinished-tests'; readonly withoutVerdict: number }
  /** Of an agent without a run, it was not started in time. */
  | {
      readonly kind: 'timed-out'
      readonly timeoutSeconds: number
      /** The error of the last poll, if it failed. */
      readonly lastError: ServiceError | null
      /** For how long no test of the running run had finished, in milliseconds; null if that is unknown. */
      readonly stillForMs: number | null
    }
  /** With HTTP 403 or 404, it is gone. */
  | {
      readonly kind: 'unreadable'
      readonly error: ServiceError
      readonly attempts: number
      /** The run history says that it has ended. */
      readonly hasEnded?: boolean
    }
  | { readonly kind: 'aborted'; readonly by: 'authentication' | 'signal' }
  | { readonly kind: 'internal-error'; readonly message: string }
  /** Of a copy that is overridden: the service is too old, another job uses it, or its preview cannot be used. */
  | {
      readonly kind: 'override'
      readonly why: 'unsupported' | 'shared' | 'no-tests' | 'tests-missing' | PreviewState
    }

/** Why the job ended early; what was known by then is kept. */
export type AbortReason =
  | { readonly kind: 'authentication'; readonly error: ServiceError }
  | {
      readonly kind: 'unknown-agents'
      readonly unknown: readonly UnknownAgent[]
      readonly hasControls?: boolean
    }
  /** Different names that the service resolves to the same agent, of agents or of an agent and its control. */
  | { readonly kind: 'same-agent'; readonly names: readonly string[] }
  /** What the input `override` says does not fit the agents. */
  | { readonly kind: 'override'; readonly issues: readonly OverrideIssue[] }
  /** The API key is empty, in mode `report`. */
  | { readonly kind: 'no-key' }
  | { readonly kind: 'no-agents' }
  | { readonly kind: 'select-failed'; readonly error: ServiceError }
  | { readonly kind: 'signal'; readonly signal: string }

/** `key`: a run does not read it; `type`, `address`: the copy is another kind of agent; `number`: one cannot be copied. */
export interface OverrideIssue {
  readonly agent: string
  readonly why: 'key' | 'type' | 'address' | 'number'
  readonly key: string | null
}

/** A requested name that no agent has, with the nearest existing name if one is close. */
export interface UnknownAgent {
  readonly name: string
  readonly nearest: string | null
  /** An existing name that contains a comma and this name: the input splits names at commas. */
  readonly nameWithComma: string | null
}
