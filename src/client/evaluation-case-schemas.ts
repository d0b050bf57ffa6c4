// The content of a run: the evaluators it used, and the result of each test case.
import * as z from 'zod/mini'
import {
  anything,
  boolean,
  flag,
  lenient,
  list,
  number,
  object,
  open,
  openEnum,
  row,
  text,
} from './schema.ts'

const rubricStepFields = open({
  /** Of any type. */
  value: z.optional(z.unknown()),
  name: text,
  description: text,
  color: text,
})

/** One verdict that an evaluator may give. */
export interface RubricStep extends z.infer<typeof rubricStepFields> {}
const rubricStep: z.ZodMiniType<RubricStep> = rubricStepFields

const rubricFields = open({
  /** The possible verdicts with their labels. */
  scale: list(rubricStep),
})

/** What an evaluator's verdicts mean. */
export interface Rubric extends z.infer<typeof rubricFields> {}
export const rubric: z.ZodMiniType<Rubric> = rubricFields

const runEvaluatorFields = open({
  /** Evaluator ID: `evaluator_uuid` of `judge_results`. */
  uuid: text,
  name: text,
  /** What the evaluator checks. */
  description: text,
  /** `binary`: a pass/fail verdict; `rating`: a numeric score. */
  output_type: openEnum<'binary' | 'rating'>(),
  /** The rubric; null in a compact response. */
  output_config: lenient(rubric),
  /** Lowest value of a rating scale. */
  scale_min: number,
  /** Highest value of a rating scale. */
  scale_max: number,
  /** The evaluator's version that the run used. */
  version_number: number,
})

/** An evaluator as a run used it. */
export interface TestRunEvaluator extends z.infer<typeof runEvaluatorFields> {}
export const runEvaluator: z.ZodMiniType<TestRunEvaluator> = runEvaluatorFields

const toolCallOutputFields = row({
  /** Name of the tool. */
  tool: text,
  arguments: object,
  /** What the tool returned, if the agent ran it and reported the result. */
  output: anything,
})

/** A tool call of the agent. */
export interface ToolCallOutput extends z.infer<typeof toolCallOutputFields> {}
const toolCallOutput: z.ZodMiniType<ToolCallOutput> = toolCallOutputFields

const testOutputFields = row({
  /** The reply; null for a tool-call case. */
  response: text,
  tool_calls: list(toolCallOutput),
})

/** The agent's output for a test case. */
export interface TestOutput extends z.infer<typeof testOutputFields> {}
const testOutput: z.ZodMiniType<TestOutput> = testOutputFields

const judgeResultFields = row({
  evaluator_uuid: text,
  /** The judge's rationale. */
  reasoning: text,
  /** The verdict of a binary evaluator. */
  match: boolean,
  /** The score of a rating evaluator. */
  score: number,
  /** Readable label of the verdict, from the run's rubric. */
  value_name: text,
  /** Values of the `{{variable}}` placeholders in the evaluator's prompt, by name. */
  variable_values: object,
})

/** One evaluator's verdict on a test case. */
export interface JudgeResult extends z.infer<typeof judgeResultFields> {}
const judgeResult: z.ZodMiniType<JudgeResult> = judgeResultFields

const testCaseResultFields = row({
  /** ID of the case; on current servers the ID of its test. */
  test_case_id: text,
  name: text,
  /** Null while the case is pending. Not a verdict if `unanswered` is true. */
  passed: boolean,
  /** The judge's reasoning, or the tool-call diff of a tool-call test; null in a compact response. */
  reasoning: text,
  /** The agent's output; null in a compact response. */
  output: lenient(testOutput),
  /** The definition that was run, such as `history` or `input`; null in a compact response. */
  test_case: object,
  /** Extra request fields sent to the agent: its `default_inputs` with the overrides of the test case. */
  inputs: object,
  /** One verdict per evaluator; null for a tool-call case and in a compact response. */
  judge_results: list(judgeResult),
  /** The agent's response time, in milliseconds. */
  latency_ms: number,
  /** In US dollars. */
  cost: number,
  /** Newer servers: the test's ID. */
  test_uuid: text,
  /** Newer servers. */
  test_type: text,
  /** Newer servers: the agent or a judge could not be reached, so `passed` is not a verdict. */
  unanswered: flag,
  /** Newer servers: the run stopped before this case. */
  not_run: flag,
})

/** The result of one test case. */
export interface TestCaseResult extends z.infer<typeof testCaseResultFields> {}
export const testCaseResult: z.ZodMiniType<TestCaseResult> = testCaseResultFields
