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
export type { List } from './core/paging.ts'
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
  type EvaluationAnnotations,
  type EvaluationClient,
  type EvaluationClientOptions,
  type EvaluationEvaluators,
  type RunOptions,
} from './evaluation/client.ts'
export type { ItemList, ListOptions, OffsetOptions } from './evaluation/lists.ts'
export type {
  BatchOptions,
  EvaluationRuns,
  GetRunOptions,
  ListRunsOptions,
  ReadOptions,
  WaitOptions,
} from './evaluation/runs.ts'
export type { EvaluationTests } from './evaluation/tests.ts'
export type * from './evaluation/types.ts'
export {
  type AgentConversationOptions,
  type ConversationFilter,
  createVoiceFormClient,
  type NoTranscript,
  type VoiceFormAgents,
  type VoiceFormClient,
  type VoiceFormClientOptions,
  type VoiceFormConversations,
  type VoiceFormFormData,
  type VoiceFormSessions,
  type VoiceFormWorkspaces,
  type WorkspaceFilter,
} from './voice-form/client.ts'
export { fromUnixSeconds, toUnixSeconds } from './voice-form/timestamps.ts'
export type * from './voice-form/types.ts'
