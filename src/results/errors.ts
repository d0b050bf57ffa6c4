// A failed request to the service: what happened, and what to do about it.
import type { ServiceError } from '../gate/results.ts'

/** `HTTP 403: <the service's reason>`, or the whole message if the service gave none. Plain, untrusted text. */
export function errorText({ status, reason, message }: ServiceError): string {
  return reason === null ? message : `HTTP ${status}: ${reason}`
}

/** What to do about it if nothing has worked before, in our own words. */
export function errorRemedy({ kind, status, code }: ServiceError): string {
  switch (kind) {
    case 'http':
    case 'validation':
      return statusRemedy(status)
    case 'network':
      return /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/.test(code ?? '')
        ? 'If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file. In a workflow, set it in the `env:` of the job; inside the step it has no effect.'
        : 'Check `base-url`, and that this machine can reach it. If it needs a proxy, set HTTPS_PROXY and NO_PROXY; in a workflow, in the `env:` of the job.'
    case 'timeout':
      return 'The service may be overloaded. Re-run this job later.'
    case 'contract':
      return 'Check that `base-url` is the address of the service API, not of a web page or a proxy.'
    case 'aborted':
    case 'history':
      return 'Re-run this job.'
    default:
      return kind satisfies never
  }
}

/** What to do about it if earlier requests worked, so that the address and the network are right. */
export function laterErrorRemedy(error: ServiceError): string {
  if (error.kind === 'network') return 'The connection to the service was interrupted. Re-run this job.'
  if (error.kind === 'contract') return 'Re-run this job, and use the latest version of agent-tests.'
  if (error.status === 404) return 'Check that the agent still exists.'
  return errorRemedy(error)
}

/** The two refusals that the service is known to give need different actions. */
export function cannotRunRemedy({ reason }: ServiceError): string {
  const text = reason ?? ''
  if (/no tests/i.test(text)) return 'Link tests to the agent, then re-run this job.'
  if (/connection/i.test(text)) return "Verify the agent's connection in the service, then re-run this job."
  return 'Make the agent ready to run, then re-run this job.'
}

function statusRemedy(status: number | null): string {
  if (status === 401) return 'Check the API key. It may be mistyped, revoked or expired.'
  if (status === 403) return 'Check that the API key belongs to the workspace of this agent.'
  if (status === 404) return 'Check `base-url`: its path may be wrong.'
  if (status === 429) return 'The service is limiting requests. Re-run this job later.'
  if (status !== null && status >= 500)
    return 'The service returned a server error. Re-run this job, and report the error to the operators of the service if it persists.'
  if (status !== null && status < 400) return 'Set `base-url` to the address that the service redirects to.'
  return 'Check `base-url`, and that this action supports the version of the service.'
}

/**
 * Why an agent's run history is missing: `message` is plain, untrusted text that continues the agent's name. It has no
 * address, which differs per agent, so that agents with the same cause share one explanation.
 */
export function describeUnreadable(error: ServiceError): {
  readonly message: string
  readonly remedy: string
} {
  const message =
    error.kind === 'history' ? error.message : `the run history could not be read: ${causeOf(error)}`
  return { message, remedy: historyRemedy(error) }
}

function causeOf({ kind, status, reason, code, message }: ServiceError): string {
  switch (kind) {
    case 'http':
    case 'validation':
      return reason?.trim() ? `HTTP ${status}: ${reason}` : `HTTP ${status}`
    case 'network':
      return `no connection${code === null ? '' : ` (${code})`}`
    case 'timeout':
      return 'no response in time'
    case 'contract':
      return 'the response is not a run history as this version knows it'
    case 'aborted':
      return 'the job was cancelled'
    case 'history':
      return message
    default:
      return kind satisfies never
  }
}

function historyRemedy(error: ServiceError): string {
  if (error.status === 404)
    return 'Older versions of the service have no run history. Update the service, set `baseline` to results files of earlier jobs, or set `mode` to `gate`.'
  if (error.status === 403)
    return "The API key may not read it. Use a key of this agent's workspace, or set `mode` to `gate`."
  if (error.kind === 'contract' || error.kind === 'history')
    return 'Set `baseline` to results files of earlier jobs, or `mode` to `gate`. If the service is at fault, update it and agent-tests.'
  return laterErrorRemedy(error)
}
