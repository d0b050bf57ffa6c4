// The types of the gate's results: what became of each agent and test, the verdict over all, and why there is none.
import type {
  EvaluatorResult,
  PassRate,
  ResultsAgent,
  ResultsAttempt,
  ResultsRun,
  ResultsTest,
  ToolCall,
} from '../results/schema.ts'
import type { Day, FailureClass, FailureCount } from './rule.ts'

export type { EvaluatorResult, PassRate, ToolCall }

/** An agent, as selection found it. */
export interface AgentRef {
  readonly uuid: string
  readonly name: string
}

/** Tests of one run or of all runs. `passed + failed` is below `total` if tests have no verdict. */
export type Counts = NonNullable<ResultsRun['counts']>

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

/** One run of a test. */
export type Attempt = Omit<ResultsAttempt, 'url'>

/** An evaluator that has another version than in the newest baseline run. */
export interface ChangedEvaluator {
  readonly evaluator: string | null
  readonly version: number
  readonly baselineVersion: number
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

/** One test as the service reported it, and what the gate found of it. */
export interface TestResult extends Omit<ResultsTest, 'group' | 'because' | 'attempts' | 'control'> {
  readonly attempts: readonly Attempt[]
  readonly control: { readonly name: string; readonly attempts: readonly Attempt[] } | null
  readonly retrySkipped: RetrySkipped | null
  /** Of a broken test. */
  readonly changedEvaluators: readonly ChangedEvaluator[]
  /** Set for tests that did not pass their first attempt and are not accepted, in mode `gate-if-worse`. */
  readonly baseline: TestBaseline | null
}

/** A run as it was last seen. Aggregates are null if the service gave none. */
export interface RunResult extends Omit<ResultsRun, 'url' | 'publicUrl' | 'tests'> {
  readonly tests: readonly TestResult[]
  /** Set only while the run is shared publicly. */
  readonly shareToken: string | null
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

type Earlier = NonNullable<ResultsAgent['baseline']>

/** An earlier run that this one is compared with; tests without a verdict do not count. */
export interface BaselineRun extends Omit<Earlier['runs'][number], 'url' | 'createdAt'> {
  /** Milliseconds since 1970. */
  readonly createdAt: number | null
}

/** The earlier runs of one agent, newest first; `error` if its history could not be used. */
export interface EarlierRuns extends Pick<Earlier, 'tooRecent' | 'clockSkewMs'> {
  readonly agent: AgentRef
  readonly runs: readonly BaselineRun[]
  readonly error: ServiceError | null
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

/** Of kind `history`: the run history was read, and cannot be used. */
export type ServiceError = NonNullable<ResultsRun['detailsError']>

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
