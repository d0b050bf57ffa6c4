// The client's front door: `agent-tests/client`.
export type { CallOptions, ClientOptions } from './caller.ts'
export { type Clock, systemClock } from './clock.ts'
export {
  AbortedError,
  type ClientError,
  ContractError,
  HttpError,
  type Issue,
  isClientError,
  NetworkError,
  type RequestError,
  TimeoutError,
  ValidationError,
} from './errors.ts'
export {
  createEvaluationClient,
  type EvaluationClient,
  type EvaluationClientOptions,
} from './evaluation.ts'
export type {
  Agent,
  AgentListEntry,
  ResolvedAgents,
} from './evaluation-agent-schemas.ts'
export type { EvaluationAgents, ListAgentsOptions } from './evaluation-agents.ts'
export type {
  AnnotationItemsBody,
  AnnotationItemUpdate,
  AnnotatorBody,
  EvaluationAnnotation,
  GetEvaluatorOptions,
  LabellingJobsBody,
} from './evaluation-annotation.ts'
export type {
  Annotator,
  CreatedJobs,
  Evaluator,
  EvaluatorVersion,
  LabellingJob,
  UpdatedItems,
} from './evaluation-annotation-schemas.ts'
export type {
  JudgeResult,
  TestCaseResult,
  TestOutput,
  TestRunEvaluator,
  ToolCallOutput,
} from './evaluation-case-schemas.ts'
export type {
  BatchBody,
  BatchOptions,
  EvaluationRuns,
  GetRunOptions,
  ListRunsOptions,
  RunBody,
  RunOptions,
} from './evaluation-runs.ts'
export type {
  EarlierRun,
  EarlierRunPage,
  LaunchedBatch,
  LaunchedRun,
  TaskStatus,
  TestRun,
} from './evaluation-schemas.ts'
export { type Backoff, repeatDelayMs } from './retry.ts'
export type { OpenEnum } from './schema-parts.ts'
export type { WaitOptions } from './wait-for-run.ts'
