// The evaluation service as the gate sees it: the client's methods with errors as values.
import type {
  AgentListEntry,
  CallOptions,
  ClientError,
  EarlierRunPage,
  GetRunOptions,
  LaunchedRun,
  ListRunsOptions,
  ResolvedAgents,
  TestRun,
} from '../client/index.ts'
import type { ServiceError } from './results.ts'

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ClientError }

export interface GateService {
  list(options: CallOptions): Promise<Result<readonly AgentListEntry[]>>
  resolve(names: readonly string[], options: CallOptions): Promise<Result<ResolvedAgents>>
  /** @param testUuids the tests to run; null for all linked ones */
  launch(
    agentUuid: string,
    testUuids: readonly string[] | null,
    options: CallOptions,
  ): Promise<Result<LaunchedRun>>
  getRun(taskId: string, options: GetRunOptions): Promise<Result<TestRun>>
  /** The agent's runs, newest first. */
  history(agentUuid: string, options: ListRunsOptions): Promise<Result<EarlierRunPage>>
}

/** The status of the response; null if there was none. */
export function statusOf(error: ClientError): number | null {
  return error.kind === 'http' || error.kind === 'validation' ? error.status : null
}

export function serviceError(error: ClientError): ServiceError {
  return {
    kind: error.kind,
    message: error.message,
    reason: error.kind === 'http' || error.kind === 'validation' ? error.reason : null,
    status: statusOf(error),
    code: error.kind === 'network' ? error.code : null,
  }
}
