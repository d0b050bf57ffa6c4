// The public interface of `agent-tests/client`.

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
  type RequestLine,
  type ResponseError,
  type ResponseInfo,
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
export type { ListAgentsOptions } from './evaluation-agents.ts'
export type {
  AnnotationItemsBody,
  AnnotationItemUpdate,
  AnnotatorBody,
  GetEvaluatorOptions,
  LabellingJobs,
  LabellingJobsBody,
} from './evaluation-annotation.ts'
export type {
  Annotator,
  CreatedJobs,
  Evaluator,
  EvaluatorVersion,
  LabellingJob,
  PromptVariable,
  UpdatedItems,
} from './evaluation-annotation-schemas.ts'
export type {
  JudgeResult,
  Rubric,
  RubricStep,
  TestCaseResult,
  TestOutput,
  TestRunEvaluator,
  ToolCallOutput,
} from './evaluation-case-schemas.ts'
export type {
  BatchOptions,
  GetRunOptions,
  ListRunsOptions,
  RunOptions,
} from './evaluation-runs.ts'
export type {
  BatchRun,
  EarlierCase,
  EarlierRun,
  EarlierRunPage,
  LaunchedBatch,
  LaunchedRun,
  Percentiles,
  SkippedAgent,
  Spread,
  TaskStatus,
  TestRun,
} from './evaluation-schemas.ts'
export type { ApiKey, Attempt, CallOptions, ClientOptions, Fetch, FetchResponse } from './options.ts'
export type { Cursor, Page, PagedList, PageStart, RowIterator, TimeFilter, WalkStart } from './paging.ts'
export { createRedactor } from './redactor.ts'
export type { EscapeHatch, RequestOptions } from './request.ts'
export type { ResponsePromise } from './requester.ts'
export { type Backoff, MAX_POLL_ERRORS, pollRetryDelayMs, type RetryPolicy, retryDelayMs } from './retry.ts'
export type { OpenEnum } from './schema.ts'
export { fromServiceTime, fromUnixSeconds, toUnixSeconds } from './timestamps.ts'
export type { QueryValue } from './transport.ts'
export { VERSION } from './version.ts'
export { createVoiceFormClient, type VoiceFormClient, type VoiceFormClientOptions } from './voice-form.ts'
export type { VoiceFormAgents } from './voice-form-agents.ts'
export type {
  AgentBody,
  Branch,
  CreateAgentBody,
  FormDataBody,
  Offer,
  Question,
  RetryConfig,
  Scripts,
} from './voice-form-bodies.ts'
export type {
  Conversation,
  ConversationWithoutTranscript,
  FormAnswers,
  SignallingAnswer,
  WorkspaceConversation,
} from './voice-form-call-schemas.ts'
export type {
  ConversationFilter,
  MaybeTranscript,
  VoiceFormAgentConversations,
  VoiceFormConversations,
  VoiceFormFormData,
  WithTranscript,
} from './voice-form-calls.ts'
export type {
  AgentRow,
  ConfiguredAgent,
  CreatedAgent,
  PublicAgent,
  ResponseType,
  SavedAgent,
  StoredAgent,
  StoredBranch,
  StoredQuestion,
  Workspace,
} from './voice-form-schemas.ts'
export type { WaitOptions } from './wait-for-run.ts'
