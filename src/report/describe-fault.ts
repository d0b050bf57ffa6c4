// A call to the service that came to nothing, in words: what happened, and what to do about it.
import type { ServiceError } from '../gate/results.ts'

/** `HTTP 403: <the service's reason>`, or the whole message where the service gave none. Plain, untrusted text. */
export function faultWords({ status, reason, message }: ServiceError): string {
  return status !== null && reason !== null ? `HTTP ${status}: ${reason}` : message
}

/** What to do about it, in one sentence of our own. */
export function faultRemedy({ kind, status, code }: ServiceError): string {
  switch (kind) {
    case 'http':
    case 'validation':
      return statusRemedy(status)
    case 'network':
      return networkRemedy(code)
    case 'timeout':
      return 'The service may be busy: run this job again in a while.'
    case 'contract':
      return 'Check that `base-url` is the address of the service itself, not of a page or a proxy.'
    case 'aborted':
      return 'Run this job again.'
    default:
      return kind satisfies never
  }
}

function networkRemedy(code: string | null): string {
  if (code !== null && /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA/.test(code))
    return 'For a certificate of your own, set NODE_EXTRA_CA_CERTS to its file in the `env:` of the job: it counts only when set before the action starts.'
  return 'Check `base-url`, and that this runner reaches it: where it needs a proxy, set HTTPS_PROXY and NO_PROXY in the `env:` of the job.'
}

function statusRemedy(status: number | null): string {
  if (status === 401) return 'Check the API key: it may be mistyped, revoked or expired.'
  if (status === 403) return 'Check that the API key belongs to the workspace of this agent.'
  if (status === 404) return 'Check `base-url`, and whether it was deleted meanwhile.'
  if (status === 429) return 'The service asks for fewer requests: run this job again in a while.'
  if (status !== null && status >= 500)
    return 'The service had a fault of its own: run this job again, and tell its operators if it stays.'
  if (status !== null && status >= 300 && status < 400) return 'Set `base-url` to the address it points to.'
  return 'Check `base-url`, and that the service is of a version that this action knows.'
}
