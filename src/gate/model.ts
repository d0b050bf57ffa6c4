// What the gate knows beside the published results (schema.ts): runs on their way, earlier runs, and the answers that the rules count.
import type { PlannedCopy } from '../change/plan.ts'
import type { TestCaseResult } from '../client/index.ts'
import type { AgentBaseline, AgentRef, Decision, JobProblem, Problem } from '../schema.ts'
import type { JudgedRun, JudgedTest, TestOutcome } from './cause.ts'

/** The address of a run in the web application; null: of the list of runs. */
export type RunUrl = (taskId: string | null) => string

/** Why the job ended early; what was known by then is kept. */
export type EarlyEnd = JobProblem

/** What the service says of the address of a copy. */
export type PreviewState = Extract<Problem, { kind: 'override' }>['why']

/** Why a copy has to be tested. `keys`: those in which it differs from its original, never their values. */
export type CopyDiffers =
  | { readonly why: 'address' | 'tests' | 'unknown-tests' }
  | { readonly why: 'configuration'; readonly keys: readonly string[] }

/** Status, counts, rows and linked tests do not agree, or counts are missing. */
export const contradictory = { kind: 'contradictory', unknownStatus: null } as const

/** A run that has ended, was given up or never started, and why it is inconclusive whatever its tests say. */
export interface EndedRun {
  readonly run: JudgedRun | null
  readonly problem: Problem | null
  /** What the tests that did not pass asked and expected, by their IDs, as far as the run was read in full; of files, all tests until they are proven. */
  readonly definitions?: Definitions | undefined
  /** Those that judged it, also tests without an answer; empty on servers that do not show them. */
  readonly versions?: EvaluatorVersions | undefined
}

export type Definitions = ReadonlyMap<string, Pick<TestCaseResult, 'test_case' | 'judge_results'>>

export function notRun(problem: Problem): EndedRun {
  return { run: null, problem }
}

export interface Launch {
  readonly agent: AgentRef
  /** If `agent` is a control: the agent that it is compared with. */
  readonly candidate: AgentRef | null
  /** The tests to run; null for all linked ones. */
  readonly testUuids: readonly string[] | null
  /** Whether the tests ran before. */
  readonly isRetry: boolean
}

/** An agent's configuration on the service. */
export type Config = Readonly<Record<string, unknown>>

/** A copy of an agent, as the input changes it. */
export interface Copy extends Pick<PlannedCopy, 'patch' | 'keys' | 'base'> {
  readonly agent: AgentRef
  readonly original: AgentRef
}

export type Launched = StartedRun | EndedRun

export interface StartedRun {
  readonly taskId: string
  readonly status: string
  /** It has to be of exactly these tests; undefined if it was asked for all linked ones. */
  readonly asked: readonly string[] | undefined
}

/** What a job found over all its tests; each null unless it was compared with that. */
export type FoundOverAll = Pick<Decision, 'compared' | 'count' | 'sample' | 'passRate'>

/** The run of an agent's tests, as far as it is judged: with the final results of those that ran again once they are known. */
export interface AgentRun extends EndedRun {
  readonly agent: AgentRef
  /** The same agent without the change; null in jobs without controls. */
  readonly control: AgentRef | null
  /** Null with a control, and unless the run can be compared; in `gate` and `report`, until the last run has ended. */
  readonly baseline: Baseline | null
  /** Whether its failing tests can be judged; else none is run again. */
  readonly isJudged: boolean
  /** When the agent was edited on the service, if that may be why a test failed. */
  readonly editedAt?: string | null
}

/** Earlier runs with results, newest first: later ones, then those before the change. How each test of this job's run did in them, by its ID. */
export interface Baseline extends Pick<AgentBaseline, 'tooRecent' | 'otherRuns' | 'gone'> {
  readonly earlier: readonly Omit<EarlierTests, 'passed'>[]
  /** How many more have none: their tests are not new. */
  readonly withoutResult: number
  readonly histories: ReadonlyMap<string, TestRecord>
  /** When this job's run started, in milliseconds since 1970 by the service's clock. */
  readonly startedAt: number
  /** Set if they could not be used. */
  readonly problem: Problem | null
}

/** An earlier run, with whether each of its tests passed, by the keys that tests are matched by; null for a test without a verdict. */
export interface EarlierTests {
  readonly run: AgentBaseline['runs'][number]
  readonly passed: ReadonlyMap<string, boolean | null>
  /** The versions of its evaluators by their IDs; none unless the run was read. */
  readonly evaluators: EvaluatorVersions
  /** It was to be read, and could not be: its failures may be errors. */
  readonly isUnread: boolean
  /** It may hold the change, which began before it. */
  readonly isLater: boolean
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

/** What the earlier runs say of a test. */
export interface TestRecord {
  /** What it is matched by across runs. */
  readonly key: string
  /** Whether no baseline run contains it. */
  readonly isNew: boolean
  /** As it is published. */
  readonly earlier: NonNullable<JudgedTest['earlier']>
  /** The same over later runs, which may hold the change; null without any, or if it is compared with them. */
  readonly later: Omit<TestRecord['earlier'], 'later'> | null
  /** How the test itself differs from the newest run in which it passed. If it does, it is another test, and cannot be compared. */
  readonly edits: JudgedTest['edits']
  /** The versions of its evaluators in that run; null if that was not read. */
  readonly evaluators: EvaluatorVersions | null
}

/** What a comparison makes of a test that did not pass its first attempt. */
export type JudgedOutcome = Extract<
  TestOutcome,
  | 'broke'
  | 'failed-before'
  | 'fails-now-and-then'
  | 'passed-before'
  | 'failed-on-control'
  | 'edited'
  | 'new'
  | 'not-compared'
  | 'flaky'
  | 'undecided'
>

/** Where a test runs in a round. */
export type Where = 'candidate' | 'both'
