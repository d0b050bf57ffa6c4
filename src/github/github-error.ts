// Explains an error of GitHub's API, for the warning in the log.
import { statusOf } from './octokit.ts'

export interface GitHubErrorContext {
  /** The GitHub token, which is removed from the text. */
  readonly token: string
  readonly fromFork: boolean | null
  readonly byDependabot: boolean
}

const GRANT = 'add `permissions: pull-requests: write` to the job'
const MAX_CHARACTERS = 500

/** One line in plain text: what happened, and what to do. */
export function explainCommentError(error: unknown, context: GitHubErrorContext): string {
  const why = explain(error, context.token, explainForbidden(context))
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
  const why = explain(error, token, 'the token does not have the permission (HTTP 403)')
  const input = isNamed ? 'the input "pull-request", and ' : ''
  return `${what} could not be read: ${why}. Check ${input}that the job has \`permissions: ${permission}: read\`.`
}

/**
 * Why a request failed, as a clause without a full stop; never contains the token, even if the error does.
 * @param forbidden the clause for a missing permission
 */
function explain(error: unknown, token: string, forbidden: string): string {
  const message = error instanceof Error ? error.message : ''
  const response = responseOf(error)
  if (response === null) return printable(message, token) || 'an error without a message'
  const { status, isJson } = response
  if (status === 403 && /not accessible by/i.test(message)) return forbidden
  return isJson
    ? `GitHub says: ${printable(message, token)} (HTTP ${status})`
    : `GitHub responded with HTTP ${status}`
}

function explainForbidden({ fromFork, byDependabot }: GitHubErrorContext): string {
  if (fromFork)
    return 'on pull requests from forks, GitHub gives workflows a read-only token (HTTP 403); a workflow on `workflow_run` can comment'
  if (byDependabot)
    return `GitHub gives workflows that Dependabot triggers a read-only token (HTTP 403); ${GRANT}`
  return `the token does not have the permission (HTTP 403); ${GRANT}`
}

/** Null if there was no response. Octokit puts the body into the message, also if it is the page of a proxy. */
function responseOf(error: unknown): { readonly status: number; readonly isJson: boolean } | null {
  const status = statusOf(error)
  const response: unknown = Reflect.get(Object(error), 'response')
  if (status === null || typeof response !== 'object' || response === null) return null
  return { status, isJson: typeof Reflect.get(response, 'data') === 'object' }
}

/** On one line, without the token, cut to a limit. */
function printable(text: string, token: string): string {
  const line = (token === '' ? text : text.replaceAll(token, '***')).replace(/[\p{C}\s]+/gu, ' ').trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…` : line
}
