// What the gate needs from outside: the evaluation service, with errors as values, time, chance, and who listens.

import { isUnresolved } from '../client/core/retry.ts'
import type {
  AgentListEntry,
  AgentTest,
  CallOptions,
  ClientError,
  Clock,
  EvaluationClient,
  ItemPage,
  LaunchedRun,
  List,
  ListOptions,
  RunOptions,
} from '../client/index.ts'
import type { Problem, ServiceError } from '../schema.ts'
import { errorExcerpt } from './error-text.ts'
import type { GateEvent } from './events.ts'

export interface Effects {
  readonly service: GateService
  readonly clock: Clock
  /** A number in [0, 1), for the jitter of waits. */
  readonly random: () => number
  /** A text that nobody else has. */
  readonly newId: () => string
  readonly emit: (event: GateEvent) => void
  /** Aborted when the job is cancelled, with the signal's name as reason, or by a {@link REFUSED_KEY}. */
  readonly signal: AbortSignal
}

export const REFUSED_KEY = 'authentication'

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ClientError }

/** Methods of the client with their options given, and every error as a value. A list gives one page. */
type Calls<Group extends 'agents' | 'evaluators' | 'runs' | 'tests', Names extends string> = {
  readonly [Name in Names & keyof EvaluationClient[Group]]: EvaluationClient[Group][Name] extends (
    ...args: infer Args
  ) => infer Answer
    ? (...args: Required<Args>) => Promise<Result<ValueOf<Answer>>>
    : never
}

type ValueOf<Answer> = Answer extends List<unknown, infer Page> ? Page : Awaited<Answer>

/** The parts of the client that the gate uses, under the client's names. */
export interface GateService {
  readonly agents: Calls<'agents', 'get' | 'listTests' | 'resolve' | 'update' | 'verifyConnection'> & {
    /** All of them. */
    list(options: ListOptions): Promise<Result<AgentListEntry[]>>
    /** `at`: the service's time, in milliseconds since 1970. */
    run(agentUuid: string, options: RunOptions): Promise<Result<LaunchedRun & { readonly at: number }>>
  }
  readonly evaluators: Calls<'evaluators', 'list'>
  readonly runs: Calls<'runs', 'get' | 'list'>
  readonly tests: Calls<'tests', 'createMany' | 'get' | 'update'> & {
    /** `at`: as above. */
    list(options: ListOptions): Promise<Result<ItemPage<AgentTest> & { readonly at: number }>>
  }
  /** Nobody may see these in any text. */
  addSecrets(secrets: readonly string[]): void
  /** A text without the key and these secrets. */
  redact(text: string): string
}

/** Passes each answer to `see`, except of the methods that are named here: their errors end the job anyway. */
export function observed(service: GateService, see: (result: Result<unknown>) => void): GateService {
  const seen = async <T>(answer: Promise<Result<T>>): Promise<Result<T>> => {
    const result = await answer
    see(result)
    return result
  }
  const watched = <Group extends object>(group: Group, ...unseen: readonly (keyof Group)[]): Group => {
    const calls = Object.entries(group).filter(([name]) => !unseen.some((each) => each === name))
    const seenCalls = calls.map(([name, call]) => [name, (...args: unknown[]) => seen(call(...args))])
    return { ...group, ...Object.fromEntries(seenCalls) }
  }
  return {
    ...service,
    agents: watched(service.agents, 'list', 'resolve'),
    evaluators: watched(service.evaluators, 'list'),
    runs: watched(service.runs),
    tests: watched(service.tests, 'list', 'createMany'),
  }
}

/** For a request that has to end at this time on the clock. */
export function until(end: number, { clock, signal }: Pick<Effects, 'clock' | 'signal'>): CallOptions {
  return { signal, timeoutMs: end - clock.now() }
}

/** The status of the service's response; null if there was none, or a page of something in between, which says nothing. */
export function statusOf(error: ClientError): number | null {
  return (error.kind === 'http' || error.kind === 'validation') && !error.isPage ? error.status : null
}

/** Whether something in between answered with a page and an error, of a {@link ServiceError}. */
export function isErrorPage({ kind, status }: Pick<ServiceError, 'kind' | 'status'>): boolean {
  return kind === 'http' && status === null
}

/** Nothing listens at the address, or its name is not resolved: the service restarts, or the address is wrong. */
export function isRefused(error: ClientError): boolean {
  return (error.kind === 'network' && error.code === 'ECONNREFUSED') || isUnresolved(error)
}

export function serviceError(error: ClientError): ServiceError {
  const given = error.kind === 'http' || error.kind === 'validation' ? error.reason : null
  const reason = given === null ? null : errorExcerpt(given)
  return {
    kind: error.kind,
    message: given === null ? error.message : error.message.replaceAll(given, () => reason ?? ''),
    reason,
    status: statusOf(error),
    code: error.kind === 'network' ? error.code : null,
  }
}

/** Without the service's own text, which may quote a test. */
export function withoutReason(error: ServiceError): ServiceError {
  const message = error.message.replace(/(: HTTP \d+)\b.*|(?<= JSON| page) \(.*/s, '$1')
  return { ...error, reason: null, message }
}

/** An exception, which is a bug. Its text may hold anything that the job has read. */
export function internalError(error: unknown, { redact }: Pick<GateService, 'redact'>): Problem {
  return { kind: 'internal-error', said: redact(String(error)) }
}

/** For what is open when the job ends early. */
export function aborted(
  { reason }: AbortSignal,
  state: Extract<Problem, { kind: 'aborted' }>['state'] = 'not-started',
): Problem {
  return { kind: 'aborted', by: reason === REFUSED_KEY ? 'authentication' : 'signal', state }
}
