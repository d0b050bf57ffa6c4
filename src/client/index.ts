// The public interface of `agent-tests-client`.

export type * from './annotation-types.ts'
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
  type EvaluationAgents,
  type EvaluationAnnotation,
  type EvaluationClient,
  type EvaluationClientOptions,
  type ListAgentsOptions,
  type ListAgentTestsOptions,
} from './evaluation.ts'
export type {
  BatchOptions,
  EvaluationRuns,
  GetRunOptions,
  ListRunsOptions,
  RunOptions,
} from './evaluation-runs.ts'
export type { EvaluationTests, ListTestsOptions } from './evaluation-tests.ts'
export type * from './evaluation-types.ts'
export type {
  ApiKey,
  Attempt,
  CallOptions,
  ClientOptions,
  Fetch,
  FetchResponse,
  HeaderValues,
} from './options.ts'
export type { Cursor, Page, PagedList, PageOptions, RowIterator, TimeFilter } from './paging.ts'
export type { AnyResponsePromise, EscapeHatch, Method, RequestOptions } from './request.ts'
export type { ResponsePromise } from './requester.ts'
export type { Received } from './response.ts'
export type { RetryPolicy } from './retry.ts'
export type { OpenEnum } from './schema.ts'
export type * from './test-types.ts'
export { fromServiceTime, fromUnixSeconds, toUnixSeconds } from './timestamps.ts'
export type { QueryValue } from './transport.ts'
export { VERSION } from './version.ts'
export {
  createVoiceFormClient,
  type VoiceFormAgents,
  type VoiceFormClient,
  type VoiceFormClientOptions,
} from './voice-form.ts'
export type {
  AgentConversationOptions,
  ConversationFilter,
  NoTranscript,
  VoiceFormAgentConversations,
  VoiceFormConversations,
  VoiceFormFormData,
  WorkspaceFilter,
} from './voice-form-calls.ts'
export type * from './voice-form-types.ts'
export type { ReadOptions, WaitOptions } from './wait-for-run.ts'
