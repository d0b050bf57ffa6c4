// The public interface of `agent-tests-client`.

export { type Clock, systemClock } from './core/clock.ts'
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
} from './core/errors.ts'
export type {
  ApiKey,
  Attempt,
  CallOptions,
  ClientOptions,
  Fetch,
  FetchResponse,
  HeaderValues,
} from './core/options.ts'
export type { Cursor, Page, RowIterator } from './core/paging.ts'
export type { OpenEnum } from './core/parser.ts'
export type { AnyResponsePromise, EscapeHatch, Method, RequestOptions } from './core/request.ts'
export type { ResponsePromise } from './core/requester.ts'
export type { Received } from './core/response.ts'
export type { RetryPolicy } from './core/retry.ts'
export { fromServiceTime } from './core/timestamps.ts'
export type { QueryValue } from './core/transport.ts'
export { VERSION } from './core/version.ts'
export type * from './evaluation/annotation-types.ts'
export {
  createEvaluationClient,
  type EvaluationAgents,
  type EvaluationAnnotation,
  type EvaluationClient,
  type EvaluationClientOptions,
  type ListAgentsOptions,
  type ListAgentTestsOptions,
} from './evaluation/client.ts'
export type {
  BatchOptions,
  EvaluationRuns,
  GetRunOptions,
  ListRunsOptions,
  RunOptions,
} from './evaluation/runs.ts'
export type * from './evaluation/test-types.ts'
export type { EvaluationTests, ListTestsOptions } from './evaluation/tests.ts'
export type * from './evaluation/types.ts'
export type { ReadOptions, WaitOptions } from './evaluation/wait-for-run.ts'
export type {
  AgentConversationOptions,
  ConversationFilter,
  NoTranscript,
  VoiceFormAgentConversations,
  VoiceFormConversations,
  VoiceFormFormData,
  WorkspaceFilter,
} from './voice-form/calls.ts'
export {
  createVoiceFormClient,
  type VoiceFormAgents,
  type VoiceFormClient,
  type VoiceFormClientOptions,
} from './voice-form/client.ts'
export { fromUnixSeconds, toUnixSeconds } from './voice-form/timestamps.ts'
export type * from './voice-form/types.ts'
