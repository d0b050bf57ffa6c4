// What the gate knows beside the published results (schema.ts): what it is asked, whom it tests, runs in their three forms, earlier runs.
import type { PlannedCopy, TestsPlan, WantedTest } from '../change/plan.ts'
import type { TestCaseResult } from '../client/index.ts'
import type { AcceptedTest } from '../inputs/values.ts'
import type {
  AgentBaseline,
  AgentRef,
  Decision,
  JobProblem,
  Mode,
  Problem,
  ServiceError,
  TestSource,
} from '../schema.ts'
import type { JudgedRun, JudgedTest } from './cause.ts'

/** What the gate is asked to do. */
export interface GatePlan {
  /** The address of the web application. */
  readonly appUrl: string
  readonly runUrl: RunUrl
  /** Empty for every agent of the workspace. */
  readonly agents: readonly string[]
  /** For each name its unchanged version; empty for none. In mode `gate-if-worse` only. */
  readonly control: readonly string[]
  /** Which agents get the configurations of their originals, with changes, before each run. */
  readonly override: readonly PlannedCopy[]
  /** Whether a copy is not run that would be as without the change, with the same tests. */
  readonly skipUnchanged: boolean
  /** Which agents run tests of files; null for none. */
  readonly tests: TestsPlan | null
  readonly mode: Mode
  /** How often a failing test is run again. */
  readonly retries: number
  /**
   * Earlier runs that started at the last of these times or later may hold the change; milliseconds since 1970. At another one already, if
   * enough runs are older. Null if they are not known.
   */
  readonly cutOffs: readonly number[] | null
  readonly pollIntervalSeconds: number
  /** For everything, from the selection to the last poll. */
  readonly timeoutSeconds: number
  /** How long a host name that is not resolved is tried before anything is launched; by default as other errors. */
  readonly unresolvedMs?: number | undefined
  /** Whose questions, replies and reasons are read; for all tests, one larger read per run. `none`: no report shows them. */
  readonly details: 'failing' | 'all' | 'none'
  /** How many tests may be launched, retries included; null for any number. */
  readonly maxTests: number | null
  /** How many tests have to pass, in percent; null for all. In mode `gate` only. */
  readonly passRate: number | null
  /** Tests that do not block. */
  readonly accept: readonly AcceptedTest[]
}

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

/** An agent's configuration on the service. */
export type Config = Readonly<Record<string, unknown>>

/** A copy of an agent, with what is written to it: configurations are empty if they were not read. */
export interface Copy extends Pick<PlannedCopy, 'patch' | 'keys' | 'base'> {
  readonly original: AgentRef
  /** The original's configuration, without what belongs to the original alone. */
  readonly originalConfig: Config
  /** What is written to the copy: that, with the changes. */
  readonly config: Config
  /** What is written to run it without the change: the same, with the values of the base where these are other ones than the original's. */
  readonly withoutChange: Config
  /** Files that differ on the default branch from what the original has. */
  readonly newer: readonly string[]
  /** When the original was edited: ISO 8601, UTC. */
  readonly editedAt: string | null
}

/** A test on the service, as its file has it. */
export interface TestOnService extends Pick<WantedTest, 'name' | 'content'> {
  readonly uuid: string
  readonly source: TestSource
}

/** An agent that the job tests, and what it runs. The selection decides it, nobody else. */
export interface TestedAgent {
  readonly agent: AgentRef
  /** The same agent without the change; null in jobs without controls. */
  readonly control: AgentRef | null
  /** By their IDs, each as its file has it, or null if it is linked to the copy's original; null for all tests that are linked to the agent. */
  readonly tests: ReadonlyMap<string, TestOnService | null> | null
  /** What the input `override` makes of it. */
  readonly copy: Copy | null
  /** Why it does not run. */
  readonly problem: Problem | null
}

/** A run to be launched. */
export interface Launch<Agent extends TestedAgent = TestedAgent> {
  readonly of: Agent
  /** `control`: without the change. */
  readonly side: 'candidate' | 'control'
  /** The first run is round 1. Null for the pull request's own tests without the change. */
  readonly round: number | null
  /** The tests to run; null for all linked ones. */
  readonly testUuids: readonly string[] | null
}

/** The agent that a launch runs: on the side of the control the control, if there is one. */
export function launchedAgent({ of: { agent, control }, side }: Pick<Launch, 'of' | 'side'>): AgentRef {
  return (side === 'control' ? control : null) ?? agent
}

/** The tests of files that are launched, by their IDs; null if they are not of files. */
export function launchedFileTests({ of, testUuids }: Launch): ReadonlyMap<string, TestOnService> | null {
  const found = testUuids?.map((uuid) => of.tests?.get(uuid))
  const tests = found?.filter((test) => test != null)
  if (tests === undefined || tests.length < (found?.length ?? 0)) return null
  return new Map(tests.map((test) => [test.uuid, test]))
}

/** A run that was launched and has not ended. */
export interface RunningRun {
  readonly launch: Launch
  /** As its polls have shown it. */
  run: JudgedRun
  /** The most tests that one poll showed, also of those that the run leaves out at its end. */
  testsSeen: number
  readonly launchedAt: number
  /** Its share of a period, in [0, 1), so that runs launched together are not polled together. */
  readonly phase: number
  /** When the last poll was sent; null before the first. */
  polledAt: number | null
  /** It is not polled before this time, after errors. */
  notBefore: number
  inFlight: boolean
  /** Polls that failed, or gave a status that nobody knows. */
  errorsInARow: number
  lastError: ServiceError | null
  readonly end: (ended: EndedRun) => void
}

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

/** Status, counts, rows and linked tests do not agree, or counts are missing. */
export const contradictory = { kind: 'contradictory', unknownStatus: null } as const

/** What a job found over all its tests; each null unless it was compared with that. */
export type FoundOverAll = Pick<Decision, 'compared' | 'count' | 'sample' | 'passRate'>

/** The run of an agent's tests, as far as it is judged: with the final results of those that ran again once they are known. */
export interface AgentRun extends TestedAgent, EndedRun {
  readonly problem: EndedRun['problem']
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

/** Where a test runs in a round. */
export type Where = 'candidate' | 'both'
