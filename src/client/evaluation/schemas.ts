// Schemas of the evaluation service's responses. Which fields are strict is told in schema.ts.
import * as z from 'zod/mini'
import { isObject } from '../core/reason.ts'
import * as s from '../core/schema.ts'
import type * as annotation from './annotation-types.ts'
import type * as types from './types.ts'

const agentListEntry = s.record<types.AgentListEntry>({
  uuid: s.identifier,
  name: s.name,
  ...s.all(s.text, 'type', 'interaction_type', 'created_at', 'updated_at'),
  connection_verified: s.boolean,
  has_default_inputs: s.flag,
})

const pageOf = <Item>(item: s.Schema<Item>) =>
  s.record<types.ItemPage<Item>>({
    items: s.strictList(item),
    ...s.all(s.nullish(s.count), 'total', 'limit'),
    offset: s.number,
  })

/** A page of the list. A missing agent would be a missing test run, so every entry has to be readable. */
export const agentPage = pageOf(agentListEntry)

export const agent = s.record<types.Agent>({
  uuid: s.identifier,
  name: s.name,
  ...s.all(s.text, 'type', 'interaction_type'),
  ...s.all(s.string, 'created_at', 'updated_at'),
  config: s.lenient(z.custom<types.AgentConfig>(isObject)),
})

export const verifiedConnection = s.record<types.VerifiedConnection>({
  success: z.boolean(),
  error: s.text,
  sample_response: s.object,
})

export const agentTestPage = pageOf(
  s.record<types.AgentTest>({
    uuid: s.identifier,
    name: s.name,
    ...s.all(s.text, 'type', 'created_at', 'updated_at'),
    config: s.object,
  }),
)

export const resolvedAgents = s.record<types.ResolvedAgents>({
  resolved: z.record(z.string(), s.identifier),
  not_found: s.listOrEmpty(s.string),
})

export const launchedRun = s.record<types.LaunchedRun>({
  task_id: s.identifier,
  status: s.text,
  ...s.all(s.anything, 'dataset_id', 'dataset_name'),
})

export const launchedBatch = s.record<types.LaunchedBatch>({
  runs: s.strictList(
    s.record<types.BatchRun>({
      agent_name: s.name,
      ...s.all(s.identifier, 'agent_uuid', 'task_id'),
      status: s.text,
    }),
  ),
  skipped: s.listOrEmpty(
    s.orText(
      'agent_name',
      s.record<types.SkippedAgent>({ agent_name: s.name, ...s.all(s.text, 'agent_uuid', 'reason') }),
    ),
  ),
})

const spread = s.record<types.Spread>(s.all(s.number, 'mean', 'min', 'max', 'count'))

const ofRun = {
  ...s.all(s.text, 'name', 'share_token'),
  ...s.all(s.nullish(s.count), 'total_tests', 'passed', 'failed', 'unanswered_tests'),
  latency_ms: s.lenient(s.record<types.Percentiles>(s.all(s.number, 'p50', 'p95', 'p99', 'count'))),
  ...s.all(s.lenient(spread), 'cost', 'total_tokens'),
  ...s.all(s.flagOrOff, 'error', 'is_public'),
  ...s.all(s.flag, 'aborted', 'stopped_early'),
  ...s.all(s.anything, 'evaluator_summary', 'model_results'),
}

const rubric = s.record<types.Rubric>({
  scale: s.list(
    s.record<types.RubricStep>({ value: s.anything, ...s.all(s.text, 'name', 'description', 'color') }),
  ),
})

const runEvaluator = s.record<types.TestRunEvaluator>({
  ...s.all(s.text, 'uuid', 'name', 'description', 'output_type'),
  output_config: s.lenient(rubric),
  ...s.all(s.number, 'scale_min', 'scale_max', 'version_number'),
})

const toolCallOutput = s.record<types.ToolCallOutput>({
  tool: s.name,
  arguments: s.object,
  output: s.anything,
})

const judgeResult = s.record<types.JudgeResult>({
  ...s.all(s.text, 'evaluator_uuid', 'reasoning', 'value_name'),
  match: s.boolean,
  score: s.number,
  variable_values: s.object,
})

const testCaseResult = s.record<types.TestCaseResult>({
  ...s.all(s.text, 'test_case_id', 'name', 'reasoning', 'test_uuid', 'test_type'),
  passed: s.boolean,
  output: s.lenient(s.record<types.TestOutput>({ response: s.text, tool_calls: s.list(toolCallOutput) })),
  ...s.all(s.object, 'test_case', 'inputs'),
  judge_results: s.list(judgeResult),
  ...s.all(s.number, 'latency_ms', 'cost'),
  ...s.all(s.flag, 'unanswered', 'not_run'),
})

export const testRun = s.record<types.TestRun>({
  task_id: s.identifier,
  status: s.string,
  test_uuids: s.nullish(s.strictList(s.string)),
  ...ofRun,
  evaluators: s.list(runEvaluator),
  results: s.list(testCaseResult),
})

export const earlierRun = s.record<types.EarlierRun>({
  uuid: s.identifier,
  status: s.string,
  ...s.all(s.text, 'type', 'created_at', 'updated_at'),
  ...ofRun,
  evaluators: s.list(s.string),
  results: s.list(
    s.record<Pick<types.TestCaseResult, 'name' | 'passed'>>({ name: s.text, passed: s.boolean }),
  ),
})

/** A page of the run history with entries that are still to be read. */
export const earlierRunPage = pageOf(s.anything)

const variables = s.list(
  s.record<types.PromptVariable>({ name: s.name, ...s.all(s.text, 'description', 'default') }),
)

const evaluatorVersion = s.record<annotation.EvaluatorVersion>({
  uuid: s.identifier,
  version_number: s.number,
  ...s.all(s.text, 'judge_model', 'created_at', 'system_prompt'),
  output_config: s.lenient(rubric),
  variables,
})

const ofEvaluator = {
  uuid: s.identifier,
  name: s.name,
  ...s.all(s.text, 'evaluator_type', 'data_type', 'output_type'),
  ...s.all(s.flag, 'is_default', 'is_protected'),
  ...s.all(s.text, 'description', 'slug', 'source_default_slug', 'live_version_id'),
}

export const evaluator = s.record<annotation.Evaluator>({
  ...ofEvaluator,
  ...s.all(s.string, 'created_at', 'updated_at'),
  versions: s.listOrEmpty(evaluatorVersion),
})

export const evaluatorPage = pageOf(
  s.record<annotation.EvaluatorListEntry>({
    ...ofEvaluator,
    ...s.all(s.text, 'created_at', 'updated_at'),
    live_version: s.lenient(evaluatorVersion),
  }),
)

export const updatedItems = s.record<annotation.UpdatedItems>({ updated_count: s.count })

const labellingJob = s.record<annotation.LabellingJob>({
  ...s.all(s.identifier, 'uuid', 'annotator_id'),
  annotator_name: s.name,
  ...s.all(s.text, 'public_token', 'status'),
  ...s.all(s.list(s.string), 'item_ids', 'evaluator_ids'),
  item_count: s.number,
})

export const createdJobs = s.record<annotation.CreatedJobs>({
  jobs: s.strictList(labellingJob),
  count: s.count,
})

export const annotator = s.record<annotation.Annotator>({
  uuid: s.identifier,
  name: s.name,
  ...s.all(s.string, 'created_at', 'updated_at'),
  ...s.all(s.number, 'jobs_count', 'current_agreement', 'pair_count'),
})

export const test = s.record<types.Test>({
  uuid: s.identifier,
  name: s.name,
  ...s.all(s.text, 'type', 'created_at', 'updated_at'),
  config: s.object,
  evaluators: s.strictList(
    s.record<types.TestEvaluator>({
      uuid: s.identifier,
      name: s.name,
      evaluator_type: s.text,
      version_number: s.number,
      variable_values: s.object,
      variables,
    }),
  ),
})

export const createdTest = s.record<types.CreatedTest>({ uuid: s.identifier, message: s.text })

export const createdTests = s.record<types.CreatedTests>({
  uuids: s.strictList(s.identifier),
  count: s.count,
  message: s.text,
  warnings: s.anything,
})
