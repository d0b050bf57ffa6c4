// The evaluation service's test runs: launched, polled, and looked up in an agent's history.
import * as z from 'zod/mini'
import { runEvaluator, testCaseResult } from './evaluation-case-schemas.ts'
import { count, flag, identifier, nullish, open, openEnum } from './schema-parts.ts'

/** What the specification names; a service may add others. */
export type TaskStatus = 'queued' | 'in_progress' | 'done' | 'failed' | 'cancelled'

const taskStatus = openEnum<TaskStatus>()

const percentiles = open({
  p50: nullish(z.number()),
  p95: nullish(z.number()),
  p99: nullish(z.number()),
  /** Cases measured. */
  count: nullish(z.number()),
})

const spread = open({
  mean: nullish(z.number()),
  min: nullish(z.number()),
  max: nullish(z.number()),
  /** Cases measured. */
  count: nullish(z.number()),
})

export const launchedRun = open({
  /** Test run job ID, 36 characters: what `getRun` and `waitForRun` take. */
  task_id: identifier,
  /** `queued`, or `in_progress` where a slot was free. */
  status: taskStatus,
  /** Older servers; seen as null only. */
  dataset_id: z.optional(z.unknown()),
  /** Older servers; seen as null only. */
  dataset_name: z.optional(z.unknown()),
})

const batchRun = open({
  agent_name: z.string(),
  agent_uuid: identifier,
  task_id: identifier,
  status: taskStatus,
})

const skippedAgent = open({
  agent_name: nullish(z.string()),
  agent_uuid: nullish(z.string()),
  /** Why no run was started. */
  reason: nullish(openEnum<'no_linked_tests' | 'connection_not_verified' | 'over_row_limit'>()),
})

export const launchedBatch = open({
  /** The runs that were started, one for each agent. */
  runs: z.array(batchRun),
  /** The agents that cannot run, with the reason. */
  skipped: z.array(skippedAgent),
})

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
  /** Newer servers: cases without an answer of the agent or of a judge. */
  unanswered_tests: nullish(z.number()),
}

export const testRun = open({
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

const earlierRun = open({
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
  results: nullish(z.array(open({ name: nullish(z.string()), passed: nullish(z.boolean()) }))),
})

export const earlierRunPage = open({
  /** Newest first. */
  items: z.array(earlierRun),
  /** Runs in all, over every page. */
  total: nullish(count),
  limit: nullish(z.number()),
  offset: nullish(z.number()),
})

/**
 * A run that was accepted.
 * @interface
 */
export type LaunchedRun = z.infer<typeof launchedRun>
/**
 * The runs that a batch started, and the agents it skipped.
 * @interface
 */
export type LaunchedBatch = z.infer<typeof launchedBatch>
/**
 * A run's status and results (`TestRunStatusResponse`). Which fields are null depends on the status.
 * @interface
 */
export type TestRun = z.infer<typeof testRun>
/**
 * A line of an agent's run history.
 * @interface
 */
export type EarlierRun = z.infer<typeof earlierRun>
/**
 * A page of an agent's run history.
 * @interface
 */
export type EarlierRunPage = z.infer<typeof earlierRunPage>
