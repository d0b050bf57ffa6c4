// A failed request to the service, as text.
import type { Problem } from '../../schema.ts'

export type ServiceError = Extract<Problem, { kind: 'cannot-run' }>['error']

/** `HTTP 403: <the service's reason>`, or the whole message if the service gave none. Plain, untrusted text. */
export function errorText({ status, reason, message }: ServiceError): string {
  return reason === null ? message : `HTTP ${status}: ${reason}`
}

/** Without an address, which differs per agent, so that agents with the same cause share one explanation. */
export function historyErrorText({ kind, status, reason, code, message }: ServiceError): string {
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
