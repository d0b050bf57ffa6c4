// The evaluation service's test runs: launched, polled, and listed in an agent's history.
import * as z from 'zod/mini'
import { runEvaluator, testCaseResult } from './evaluation-case-schemas.ts'
import {
  boolean,
  count,
  flag,
  identifier,
  lenient,
  list,
  listOrEmpty,
  nullish,
  number,
  open,
  openEnum,
  row,
  status,
  strictList,
  text,
} from './schema.ts'

/** The statuses in the specification; a service may add others. */
export type TaskStatus = 'queued' | 'in_progress' | 'done' | 'failed' | 'cancelled'

const percentilesFields = open({
  p50: number,
  p95: number,
  p99: number,
  /** Cases measured. */
  count: number,
})

/** Percentiles over the cases of a run. */
export interface Percentiles extends z.infer<typeof percentilesFields> {}
const percentiles: z.ZodMiniType<Percentiles> = percentilesFields

const spreadFields = open({
  mean: number,
  min: number,
  max: number,
  /** Cases measured. */
  count: number,
})

/** Mean and extremes over the cases of a run. */
export interface Spread extends z.infer<typeof spreadFields> {}
const spread: z.ZodMiniType<Spread> = spreadFields

const launchedRunFields = open({
  /** Test run job ID, 36 characters, for `getRun` and `waitForRun`. */
  task_id: identifier,
  /** `queued`, or `in_progress` if a slot was free. */
  status: openEnum<TaskStatus>(),
  /** Older servers; only null has been seen. */
  dataset_id: z.optional(z.unknown()),
  /** Older servers; only null has been seen. */
  dataset_name: z.optional(z.unknown()),
})

/** A run that was accepted. */
export interface LaunchedRun extends z.infer<typeof launchedRunFields> {}
export const launchedRun: z.ZodMiniType<LaunchedRun> = launchedRunFields

const batchRunFields = open({
  agent_name: text,
  agent_uuid: text,
  task_id: identifier,
  status: openEnum<TaskStatus>(),
})

/** One run that a batch started. */
export interface BatchRun extends z.infer<typeof batchRunFields> {}
const batchRun: z.ZodMiniType<BatchRun> = batchRunFields

const skippedAgentFields = open({
  agent_name: text,
  agent_uuid: text,
  /** Why no run was started. */
  reason: openEnum<'no_linked_tests' | 'connection_not_verified' | 'over_row_limit'>(),
})

/** An agent for which a batch started no run. */
export interface SkippedAgent extends z.infer<typeof skippedAgentFields> {}
const skippedAgent: z.ZodMiniType<SkippedAgent> = skippedAgentFields

const launchedBatchFields = open({
  /** The started runs, one per agent. */
  runs: strictList(batchRun),
  /** The agents that cannot run, with the reason. */
  skipped: listOrEmpty(skippedAgent),
})

/** The runs that a batch started, and the agents it skipped. */
export interface LaunchedBatch extends z.infer<typeof launchedBatchFields> {}
export const launchedBatch: z.ZodMiniType<LaunchedBatch> = launchedBatchFields

/** What a run and its entry in the history have in common. */
const ofRun = {
  /** Newer servers. */
  name: text,
  /** Number of test cases; null until the first one is done. */
  total_tests: nullish(count),
  /** Cases that passed; null until the end. */
  passed: nullish(count),
  /** Cases that failed; null until the end. `passed + failed` may be less than `total_tests`. */
  failed: nullish(count),
  /** Response latency over the run, in milliseconds. */
  latency_ms: lenient(percentiles),
  /** Cost of a case over the run, in US dollars. */
  cost: lenient(spread),
  /** Tokens of a case over the run. */
  total_tokens: lenient(spread),
  /** True if the run failed; this may be so for a run that is `done`. */
  error: flag,
  /** Whether the run is shared publicly. */
  is_public: flag,
  /** For the public address of a shared run. */
  share_token: text,
  /** Newer servers. */
  aborted: flag,
  /** Newer servers: the run ended before all cases had run. */
  stopped_early: flag,
  /** Newer servers: cases without a response of the agent or of a judge. */
  unanswered_tests: nullish(count),
  /** Newer servers; its content is not specified. */
  evaluator_summary: z.optional(z.unknown()),
  /** Of a benchmark; its content is not specified. */
  model_results: z.optional(z.unknown()),
}

const testRunFields = open({
  /** Test run job ID, 36 characters. */
  task_id: identifier,
  status: status<TaskStatus>(),
  /** IDs of the tests, in run order. */
  test_uuids: nullish(strictList(z.string())),
  ...ofRun,
  /** The evaluators used; `evaluator_uuid` of `judge_results` refers to them. */
  evaluators: list(runEvaluator),
  /** One entry per test case; placeholders with only a `name` while the run is queued. */
  results: list(testCaseResult),
})

/** A run's status and results (`TestRunStatusResponse`). Which fields are null depends on the status. */
export interface TestRun extends z.infer<typeof testRunFields> {}
export const testRun: z.ZodMiniType<TestRun> = testRunFields

const earlierCaseFields = row({ name: text, passed: boolean })

/** The verdict on a case of an earlier run. */
export interface EarlierCase extends z.infer<typeof earlierCaseFields> {}
const earlierCase: z.ZodMiniType<EarlierCase> = earlierCaseFields

const earlierRunFields = open({
  /** The run's ID: its `task_id`. */
  uuid: identifier,
  status: status<TaskStatus>(),
  type: openEnum<'llm-unit-test' | 'llm-benchmark'>(),
  /** UTC without a time zone: see `fromServiceTime`. */
  created_at: text,
  /** UTC without a time zone: see `fromServiceTime`. */
  updated_at: text,
  ...ofRun,
  /** Name and verdict of each case. */
  results: list(earlierCase),
})

/** An entry of an agent's run history. */
export interface EarlierRun extends z.infer<typeof earlierRunFields> {}
export const earlierRun: z.ZodMiniType<EarlierRun> = earlierRunFields

const earlierRunPageFields = open({
  /** Newest first. */
  items: strictList(z.unknown()),
  /** Runs in all, over every page. */
  total: nullish(count),
  limit: number,
  offset: number,
})
export const earlierRunPage = earlierRunPageFields

/** A page of an agent's run history. */
export interface EarlierRunPage extends Omit<z.infer<typeof earlierRunPageFields>, 'items'> {
  /** Newest first. Entries that cannot be read are left out. */
  readonly items: EarlierRun[]
  /** How many entries were left out; absent if none were. */
  readonly unreadable?: number
}
