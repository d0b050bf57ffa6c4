// The inside of a run: the evaluators it used, and what became of each of its test cases.
import * as z from 'zod/mini'
import { anyObject, flag, nullish, open, openEnum } from './schema.ts'

const rubricStepFields = open({
  /** Of any type. */
  value: z.optional(z.unknown()),
  name: nullish(z.string()),
  description: nullish(z.string()),
  color: nullish(z.string()),
})

/** One verdict that an evaluator may give. */
export interface RubricStep extends z.infer<typeof rubricStepFields> {}
export const rubricStep: z.ZodMiniType<RubricStep> = rubricStepFields

const rubricFields = open({
  /** The verdicts there are, with their labels. */
  scale: nullish(z.array(rubricStep)),
})

/** What an evaluator's verdicts mean. */
export interface Rubric extends z.infer<typeof rubricFields> {}
export const rubric: z.ZodMiniType<Rubric> = rubricFields

const runEvaluatorFields = open({
  /** Evaluator ID: `judge_results` name it as `evaluator_uuid`. */
  uuid: nullish(z.string()),
  name: nullish(z.string()),
  /** What the evaluator checks. */
  description: nullish(z.string()),
  /** `binary`: a pass/fail verdict; `rating`: a numeric score. */
  output_type: nullish(openEnum<'binary' | 'rating'>()),
  /** The rubric; null in a compact answer. */
  output_config: nullish(rubric),
  /** Lowest value of a rating scale. */
  scale_min: nullish(z.number()),
  /** Highest value of a rating scale. */
  scale_max: nullish(z.number()),
  /** The evaluator's version that the run used. */
  version_number: nullish(z.int()),
})

/** An evaluator as a run used it. */
export interface TestRunEvaluator extends z.infer<typeof runEvaluatorFields> {}
export const runEvaluator: z.ZodMiniType<TestRunEvaluator> = runEvaluatorFields

const toolCallOutputFields = open({
  /** Name of the tool called. */
  tool: z.string(),
  arguments: nullish(anyObject),
  /** What the tool returned, where the agent ran it and said so. */
  output: z.optional(z.unknown()),
})

/** A tool that the agent called. */
export interface ToolCallOutput extends z.infer<typeof toolCallOutputFields> {}
export const toolCallOutput: z.ZodMiniType<ToolCallOutput> = toolCallOutputFields

const testOutputFields = open({
  /** The reply; null for a tool-call case. */
  response: nullish(z.string()),
  tool_calls: nullish(z.array(toolCallOutput)),
})

/** What the agent put out for a case. */
export interface TestOutput extends z.infer<typeof testOutputFields> {}
export const testOutput: z.ZodMiniType<TestOutput> = testOutputFields

const judgeResultFields = open({
  evaluator_uuid: nullish(z.string()),
  /** The judge's rationale. */
  reasoning: nullish(z.string()),
  /** The verdict of a binary evaluator. */
  match: nullish(z.boolean()),
  /** The score of a rating evaluator. */
  score: nullish(z.number()),
  /** Readable label of the verdict, from the run's rubric. */
  value_name: nullish(z.string()),
  /** What stood in the evaluator prompt's `{{variable}}` places, by the variable's name. */
  variable_values: nullish(anyObject),
})

/** One evaluator's verdict on a case. */
export interface JudgeResult extends z.infer<typeof judgeResultFields> {}
export const judgeResult: z.ZodMiniType<JudgeResult> = judgeResultFields

const testCaseResultFields = open({
  /** ID of the case within the run. */
  test_case_id: nullish(z.string()),
  name: nullish(z.string()),
  /** Null while the case is pending; no verdict where `unanswered` is true. */
  passed: nullish(z.boolean()),
  /** The judge's reasoning, or the tool-call difference of a tool-call test; null in a compact answer. */
  reasoning: nullish(z.string()),
  /** What the agent put out; null in a compact answer. */
  output: nullish(testOutput),
  /** The definition that was run; null in a compact answer. */
  test_case: nullish(anyObject),
  /** Extra request fields sent to the agent: its `default_inputs` with the case's overrides applied. */
  inputs: nullish(anyObject),
  /** One verdict for each evaluator; null for a tool-call case and in a compact answer. */
  judge_results: nullish(z.array(judgeResult)),
  /** The agent's response time, in milliseconds. */
  latency_ms: nullish(z.number()),
  /** In US dollars. */
  cost: nullish(z.number()),
  /** Newer servers: the test's ID. */
  test_uuid: nullish(z.string()),
  /** Newer servers. */
  test_type: nullish(z.string()),
  /** Newer servers: the agent or a judge could not be reached, `passed` is then no verdict. */
  unanswered: flag,
  /** Newer servers: the run stopped before this case. */
  not_run: flag,
})

/** What became of one test case. */
export interface TestCaseResult extends z.infer<typeof testCaseResultFields> {}
export const testCaseResult: z.ZodMiniType<TestCaseResult> = testCaseResultFields
