// Explains an error of GitHub's API, for the warning in the log.
import { responseStatusOf } from './octokit.ts'

export interface GitHubErrorContext {
  /** The GitHub token, which is removed from the text. */
  readonly token: string
  readonly fromFork: boolean | null
  readonly byDependabot: boolean
}

const GRANT = 'add `permissions: pull-requests: write` to the job'
const MAX_MESSAGE_CHARACTERS = 500

/** One line in plain text: what happened, and what to do. */
export function explainCommentError(error: unknown, context: GitHubErrorContext): string {
  const why = explainRequestError(error, context.token, explainForbidden(context))
  return `The comment on the pull request could not be written: ${why}. The result is in the job summary.`
}

/** @param context what could not be read, whether an input names it, and what the job needs for it */
export function explainReadError(
  error: unknown,
  context: {
    readonly what: string
    readonly isNamed: boolean
    readonly permission: 'contents' | 'pull-requests'
    readonly token: string
  },
): string {
  const { what, isNamed, permission, token } = context
  const why = explainRequestError(error, token, 'the token does not have the permission (HTTP 403)')
  const input = isNamed ? 'the input "pull-request", and ' : ''
  return `${what} could not be read: ${why}. Check ${input}that the job has \`permissions: ${permission}: read\`.`
}

/**
 * Why a request failed, as a clause without a full stop; never contains the token, even if the error does.
 * @param forbidden the clause for a missing permission
 */
function explainRequestError(error: unknown, token: string, forbidden: string): string {
  if (!(error instanceof Error)) return 'an error without a message'
  const message = printable(error.message, token)
  const status = responseStatusOf(error)
  if (status === null) return message || 'an error without a message'
  const response: unknown = Reflect.get(error, 'response')
  if (typeof response !== 'object' || response === null) return explainNoResponse(error, token)
  if (status === 403 && /not accessible by/i.test(message)) return forbidden
  // Octokit puts the body into the message, also if it is the page of a proxy.
  const isJson = typeof Reflect.get(response, 'data') === 'object'
  return isJson ? `GitHub says: ${message} (HTTP ${status})` : `GitHub responded with HTTP ${status}`
}

function explainNoResponse(error: Error, token: string): string {
  // The innermost error: fetch itself says "fetch failed", and Node nothing but a code if a host has several addresses.
  let cause = error
  while (cause.cause instanceof Error) cause = cause.cause
  if (cause.name === 'TimeoutError') return 'GitHub did not respond in time'
  const text = cause.message || ('code' in cause ? String(cause.code) : cause.name)
  return `GitHub could not be reached (${printable(text, token)}); check the runner's network, HTTPS_PROXY and NO_PROXY, and NODE_EXTRA_CA_CERTS for a private certificate authority`
}

function explainForbidden({ fromFork, byDependabot }: GitHubErrorContext): string {
  if (fromFork)
    return 'on pull requests from forks, GitHub gives workflows a read-only token (HTTP 403); a workflow on `workflow_run` can comment'
  if (byDependabot)
    return `GitHub gives workflows that Dependabot triggers a read-only token (HTTP 403); ${GRANT}`
  return `the token does not have the permission (HTTP 403); ${GRANT}`
}

/** On one line, without the token, cut to a limit. */
function printable(text: string, token: string): string {
  const line = (token === '' ? text : text.replaceAll(token, '***')).replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > MAX_MESSAGE_CHARACTERS
    ? `${line.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}…`
    : line
}
