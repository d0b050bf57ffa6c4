// Launches the tests of one agent, once.
import type { ClientError } from '../client/index.ts'
import type { PollEffects, PollPlan } from './poll-runs.ts'
import { launchedRun } from './read-run.ts'
import type { AgentRef, InconclusiveReason, RunResult, ServiceError } from './results.ts'
import { type GateService, serviceError, statusOf } from './service.ts'

export type Launch =
  | { readonly kind: 'launched'; readonly run: RunResult }
  /** The service says that the agent is not ready to run: `why` in its words. */
  | { readonly kind: 'not-ready'; readonly why: string; readonly reason: InconclusiveReason }
  | { readonly kind: 'failed'; readonly reason: InconclusiveReason }

interface LaunchEffects extends Pick<PollEffects, 'clock' | 'signal' | 'abortedBy'> {
  readonly service: Pick<GateService, 'launch'>
}

/** @param testUuids the tests to run, all linked ones if null */
export async function launchRun(
  agent: AgentRef,
  testUuids: readonly string[] | null,
  { deadline, timeoutSeconds }: Pick<PollPlan, 'deadline' | 'timeoutSeconds'>,
  { service, clock, signal, abortedBy }: LaunchEffects,
): Promise<Launch> {
  if (signal.aborted) return failed({ kind: 'aborted', by: abortedBy() })
  const timeoutMs = deadline - clock.now()
  if (timeoutMs <= 0) return failed({ kind: 'not-launched-in-time', timeoutSeconds })
  const launch = await service.launch(agent.uuid, testUuids, { signal, timeoutMs })
  if (launch.ok)
    return { kind: 'launched', run: launchedRun(launch.value.task_id, launch.value.status ?? 'queued') }
  const { error } = launch
  const failure = serviceError(error)
  if (isNotReady(failure))
    return { kind: 'not-ready', why: failure.reason ?? '', reason: { kind: 'cannot-run', error: failure } }
  if (failure.status === 401 || (signal.aborted && !error.maybeReceived))
    return failed({ kind: 'aborted', by: abortedBy() })
  if (mayHaveStarted(error)) return failed({ kind: 'maybe-launched', error: failure })
  if (failure.status === 400) return failed({ kind: 'cannot-run', error: failure })
  if (clock.now() >= deadline && error.kind === 'timeout')
    return failed({ kind: 'not-launched-in-time', timeoutSeconds })
  return failed({ kind: 'not-launched', error: failure })
}

function failed(reason: InconclusiveReason): Launch {
  return { kind: 'failed', reason }
}

/** The two reasons for which an agent of an all-agents run is skipped; any other 400 is an error. */
function isNotReady({ status, reason }: ServiceError): boolean {
  const notReady = /^(Agent connection not verified\b|No tests linked to this agent\b)/i
  return status === 400 && notReady.test(reason ?? '')
}

/** A status below 500 is the service's refusal; a 5xx (or a 408) may hide a run that did start. */
function mayHaveStarted(error: ClientError): boolean {
  const status = statusOf(error)
  if (status === null) return error.maybeReceived
  return status === 408 || (status >= 500 && !(status === 503 && error.retryAfterMs !== null))
}
