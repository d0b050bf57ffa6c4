// The evaluation service's test runs: launched, polled, and looked up in an agent's history.
import * as z from 'zod/mini'
import { runEvaluator, testCaseResult } from './evaluation-case-schemas.ts'
import { count, flag, identifier, nullish, open, openEnum } from './schema.ts'

/** What the specification names; a service may add others. */
export type TaskStatus = 'queued' | 'in_progress' | 'done' | 'failed' | 'cancelled'

const taskStatus = openEnum<TaskStatus>()

const percentilesFields = open({
  p50: nullish(z.number()),
  p95: nullish(z.number()),
  p99: nullish(z.number()),
  /** Cases measured. */
  count: nullish(z.number()),
})

/** Percentiles over the cases of a run. */
export interface Percentiles extends z.infer<typeof percentilesFields> {}
export const percentiles: z.ZodMiniType<Percentiles> = percentilesFields

const spreadFields = open({
  mean: nullish(z.number()),
  min: nullish(z.number()),
  max: nullish(z.number()),
  /** Cases measured. */
  count: nullish(z.number()),
})

/** Mean and extremes over the cases of a run. */
export interface Spread extends z.infer<typeof spreadFields> {}
export const spread: z.ZodMiniType<Spread> = spreadFields

const launchedRunFields = open({
  /** Test run job ID, 36 characters: what `getRun` and `waitForRun` take. */
  task_id: identifier,
  /** `queued`, or `in_progress` where a slot was free. */
  status: taskStatus,
  /** Older servers; seen as null only. */
  dataset_id: z.optional(z.unknown()),
  /** Older servers; seen as null only. */
  dataset_name: z.optional(z.unknown()),
})

/** A run that was accepted. */
export interface LaunchedRun extends z.infer<typeof launchedRunFields> {}
export const launchedRun: z.ZodMiniType<LaunchedRun> = launchedRunFields

const batchRunFields = open({
  agent_name: z.string(),
  agent_uuid: identifier,
  task_id: identifier,
  status: taskStatus,
})

/** One run that a batch started. */
export interface BatchRun extends z.infer<typeof batchRunFields> {}
export const batchRun: z.ZodMiniType<BatchRun> = batchRunFields

const skippedAgentFields = open({
  agent_name: nullish(z.string()),
  agent_uuid: nullish(z.string()),
  /** Why no run was started. */
  reason: nullish(openEnum<'no_linked_tests' | 'connection_not_verified' | 'over_row_limit'>()),
})

/** An agent for which a batch started no run. */
export interface SkippedAgent extends z.infer<typeof skippedAgentFields> {}
export const skippedAgent: z.ZodMiniType<SkippedAgent> = skippedAgentFields

const launchedBatchFields = open({
  /** The runs that were started, one for each agent. */
  runs: z.array(batchRun),
  /** The agents that cannot run, with the reason. */
  skipped: z.array(skippedAgent),
})

/** The runs that a batch started, and the agents it skipped. */
export interface LaunchedBatch extends z.infer<typeof launchedBatchFields> {}
export const launchedBatch: z.ZodMiniType<LaunchedBatch> = launchedBatchFields

/** The measures that a run and its line in the history have in common. */
const runMeasures = {
  /** Number of test cases; null until the first one is done. */
  total_tests: nullish(count),
  /** Cases that passed; null until the end. */
  passed: nullish(count),
  /** Cases that failed; null until the end. `passed + failed` may be below `total_tests`. */
  failed: nullish(count),
  /** Response latency over the run, in milliseconds. */
  latency_ms: nullish(percentiles),
  /** Cost of a case over the run, in US dollars. */
  cost: nullish(spread),
  /** Tokens of a case over the run. */
  total_tokens: nullish(spread),
  /** True if the run failed, also beside the status `done`. */
  error: flag,
  /** Whether the run is shared publicly. */
  is_public: flag,
  /** For the public address of a shared run. */
  share_token: nullish(z.string()),
  /** Newer servers. */
  aborted: flag,
  /** Newer servers: the run ended before all its cases had run. */
  stopped_early: flag,
  /** Newer servers: cases without an answer of the agent or of a judge. */
  unanswered_tests: nullish(z.number()),
}

const testRunFields = open({
  /** Test run job ID, 36 characters. */
  task_id: identifier,
  status: taskStatus,
  /** IDs of the tests, in run order. */
  test_uuids: nullish(z.array(z.string())),
  ...runMeasures,
  /** The evaluators used; `judge_results` link to them by `evaluator_uuid`. */
  evaluators: nullish(z.array(runEvaluator)),
  /** One entry for each test case; placeholders with only a `name` while the run is queued. */
  results: nullish(z.array(testCaseResult)),
})

/** A run's status and results (`TestRunStatusResponse`). Which fields are null depends on the status. */
export interface TestRun extends z.infer<typeof testRunFields> {}
export const testRun: z.ZodMiniType<TestRun> = testRunFields

const earlierCaseFields = open({
  name: nullish(z.string()),
  passed: nullish(z.boolean()),
})

/** The verdict on a case of an earlier run. */
export interface EarlierCase extends z.infer<typeof earlierCaseFields> {}
export const earlierCase: z.ZodMiniType<EarlierCase> = earlierCaseFields

const earlierRunFields = open({
  /** The run's ID, as `task_id` of a run. */
  uuid: identifier,
  name: nullish(z.string()),
  status: taskStatus,
  type: nullish(openEnum<'llm-unit-test' | 'llm-benchmark'>()),
  /** UTC, without a zone: see `fromServiceTime`. */
  created_at: nullish(z.string()),
  /** UTC, without a zone: see `fromServiceTime`. */
  updated_at: nullish(z.string()),
  ...runMeasures,
  /** Name and verdict of each case. */
  results: nullish(z.array(earlierCase)),
})

/** A line of an agent's run history. */
export interface EarlierRun extends z.infer<typeof earlierRunFields> {}
export const earlierRun: z.ZodMiniType<EarlierRun> = earlierRunFields

const earlierRunPageFields = open({
  /** Newest first. */
  items: z.array(earlierRun),
  /** Runs in all, over every page. */
  total: nullish(count),
  limit: nullish(z.number()),
  offset: nullish(z.number()),
})

/** A page of an agent's run history. */
export interface EarlierRunPage extends z.infer<typeof earlierRunPageFields> {}
export const earlierRunPage: z.ZodMiniType<EarlierRunPage> = earlierRunPageFields
