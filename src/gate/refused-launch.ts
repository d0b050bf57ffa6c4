// What a launch that brought no run means for its agent.
import type { ClientError } from '../client/index.ts'
import type { AgentRef, AgentResult, InconclusiveReason } from './results.ts'
import { serviceError, statusOf } from './service.ts'

export interface RefusedLaunch {
  readonly agent: AgentRef
  /** Asked for by name: then not being ready to run is a problem, else it is skipped. */
  readonly named: boolean
  readonly pastDeadline: boolean
  readonly timeoutSeconds: number
}

export function refusedLaunch(launch: RefusedLaunch, error: ClientError): AgentResult {
  const { agent } = launch
  const fault = serviceError(error)
  if (fault.status === 400 && !launch.named)
    return { outcome: 'skipped', agent, run: null, reason: fault.reason ?? 'the service gave no reason' }
  return { outcome: 'inconclusive', agent, run: null, reason: problemOf(launch, error) }
}

function problemOf(launch: RefusedLaunch, error: ClientError): InconclusiveReason {
  const fault = serviceError(error)
  if (fault.status === 400) return { kind: 'cannot-run', error: fault }
  if (mayHaveStarted(error)) return { kind: 'maybe-launched', error: fault }
  if (launch.pastDeadline) return { kind: 'not-launched-in-time', timeoutSeconds: launch.timeoutSeconds }
  return { kind: 'not-launched', error: fault }
}

/** A status below 500 is the service's refusal; a 5xx (or a 408) may hide a run that did start. */
function mayHaveStarted(error: ClientError): boolean {
  const status = statusOf(error)
  if (status === null) return error.maybeReceived
  return status === 408 || (status >= 500 && !(status === 503 && error.retryAfterMs !== null))
}
