// The types of the gate's results: what became of each agent and test, the verdict over all, and why there is none.
import type {
  Because,
  Counts,
  Decision,
  EvaluatorResult,
  JobProblem,
  PassRate,
  Problem,
  Results,
  ResultsAgent,
  ResultsAttempt,
  ResultsRun,
  ResultsTest,
  ToolCall,
} from '../schema.ts'

export type { EvaluatorResult, PassRate, ToolCall }

/** An agent, as selection found it. */
export interface AgentRef {
  readonly uuid: string
  readonly name: string
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

/** One run of a test. */
export type Attempt = Omit<ResultsAttempt, 'url'>

/** An evaluator that has another version than in the newest baseline run. */
export type ChangedEvaluator = Omit<Extract<Because, { kind: 'evaluator-edited' }>, 'kind'>

/** Why a failing test was not run again although retries were left. `run` is the retry, as far as it was seen. */
export type RetrySkipped =
  | { readonly kind: 'no-time' | 'too-many-failures' | 'not-possible' }
  | { readonly kind: 'no-result'; readonly reason: InconclusiveReason; readonly run: RunResult | null }
  /** That of the control gave no result. */
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
  /** What further attempts cost that decide nothing about this test, as they are of all tests together. */
  readonly countedAgain?: readonly Pick<Attempt, 'taskId' | 'status' | 'costUsd'>[]
  /** Empty unless the test broke. */
  readonly changedEvaluators: readonly ChangedEvaluator[]
  /** Set for tests that did not pass their first attempt and are not accepted, in mode `gate-if-worse`. */
  readonly baseline: TestBaseline | null
}

/** A run as it was last seen. Aggregates are null if the service gave none. */
export interface RunResult extends Omit<ResultsRun, 'url' | 'tests'> {
  readonly tests: readonly TestResult[]
}

/** A run that has ended, was given up or never started, and why it is inconclusive whatever its tests say. */
export interface EndedRun {
  readonly run: RunResult | null
  readonly reason: InconclusiveReason | null
}

export function notRun(reason: InconclusiveReason): EndedRun {
  return { run: null, reason }
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
  /** What the input `override` changes, if the agent is a copy. */
  readonly override?: {
    readonly original: AgentRef
    readonly keys: readonly { readonly key: string; readonly file: string | null }[]
  }
}

export type Outcome = AgentResult['outcome']

/** The verdict over all agents. `totals` count flaky tests as passed; `flaky` says how many there are. */
export interface Verdict {
  readonly status: Results['verdict']
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
export interface EarlierRuns extends Pick<Earlier, 'tooRecent'> {
  readonly agent: AgentRef
  readonly runs: readonly BaselineRun[]
  readonly error: ServiceError | null
}

/** This job against its baseline, over all agents (mode `gate-if-worse`); `sample` alone with a control. */
export interface Comparison extends Pick<Decision, 'compared' | 'count' | 'sample'> {
  /** How many of the tests that did not pass their first attempt are of each class. */
  readonly classes: Readonly<Record<TestBaseline['class'], number>>
}

export interface GateOutcome {
  readonly verdict: Verdict
  /** In the order asked (or listed). */
  readonly results: readonly AgentResult[]
  readonly abortReason: AbortReason | null
  /** Null unless the mode compares. */
  readonly comparison: Comparison | null
  /** What the agents were compared with. */
  readonly earlierRuns: readonly EarlierRuns[]
  readonly conversationsLeftOut: boolean
  readonly durationMs: number
}

/** An error of a request; of kind `history` if the run history was read, and cannot be used. */
export type ServiceError = NonNullable<ResultsRun['detailsError']>

export type Without<Each, Fields extends string> = Each extends unknown ? Omit<Each, Fields> : never

/** Why an agent's result is inconclusive: its problem, without what to do about it. */
export type InconclusiveReason = Without<
  Exclude<Problem, JobProblem | { kind: 'skipped' | 'wrong-control' | 'no-answer' | 'no-history' }>,
  'url' | 'next' | 'state'
>

/** Status, counts, rows and linked tests do not agree, or counts are missing. */
export const contradictory = { kind: 'contradictory', unknownStatus: null } as const

/** What the service says of the address of a copy. */
export type PreviewState = Extract<InconclusiveReason, { kind: 'override' }>['why']

/** Why the job ended early; what was known by then is kept. */
export type AbortReason = Without<Exclude<JobProblem, { kind: 'parts' }>, 'url' | 'next'>

export interface Launch {
  readonly agent: AgentRef
  /** If `agent` is a control: the agent that it is compared with. */
  readonly candidate: AgentRef | null
  /** The tests to run; null for all linked ones, of a copy those of its original. */
  readonly testUuids: readonly string[] | null
}

export type Launched = FollowedRun | EndedRun

export interface FollowedRun {
  readonly taskId: string
  readonly status: string
  /** If set, it has to be of exactly these tests. */
  readonly asked?: readonly string[]
}

/** The run of an agent's tests, as far as it is judged: with the final results of those that ran again once they are known. */
export interface AgentRun extends EndedRun {
  readonly agent: AgentRef
  /** The same agent without the change; null in jobs without controls. */
  readonly control: AgentRef | null
  /** Null unless the mode compares with earlier runs and the run can be compared. */
  readonly baseline: Baseline | null
  /** Whether its failing tests can be judged; else none is run again. */
  readonly isJudged: boolean
}

/** Earlier runs with how each test of this job's run did in them, by its ID. */
export interface Baseline extends EarlierRuns {
  readonly earlier: readonly EarlierTests[]
  readonly histories: ReadonlyMap<string, TestHistory>
}

/** An earlier run, with whether each of its tests passed, by the keys that tests are matched by; null for a test without a verdict. */
export interface EarlierTests {
  readonly run: BaselineRun
  readonly passed: ReadonlyMap<string, boolean | null>
  /** The versions of its evaluators by their IDs, if the run was read. */
  readonly evaluators?: EvaluatorVersions
  /** It was to be read, and could not be: its failures may be errors. */
  readonly isUnread?: boolean
}

export type EvaluatorVersions = ReadonlyMap<string, number>

/** How one test did in the baseline runs that contain it, over first attempts. Whole numbers, `failures` ≤ `runs`. */
export interface TestHistory {
  readonly failures: number
  /** 0 also for a test that has no verdict in any of them. */
  readonly runs: number
  /** Whether no baseline run contains it. */
  readonly isNew: boolean
  /** Some of its failures may be errors, because a run could not be read: they excuse nothing. */
  readonly mayBeErrors?: boolean
}

/**
 * What became of a test that did not pass its first attempt. Only `broken` blocks.
 * - `broken`: failed every attempt, and its history does not explain that
 * - `failed-before`: its history explains that, or contains too few runs
 * - `new`: in no baseline run
 * - `flaky`: passed a retry
 */
export type FailureClass = 'broken' | 'failed-before' | 'new' | 'flaky'

export type Answer = 'passed' | 'failed' | 'unanswered'

/** What one round gave for a test; `control`: null if it was not due on the control. */
export interface RoundAnswers {
  readonly candidate: Answer
  readonly control: Answer | null
}

/** Where a test runs in a round. */
export type Where = 'candidate' | 'both'
