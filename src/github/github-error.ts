// Errors of GitHub's API: what happened, and what to do.
import * as z from 'zod/mini'
import { createRedactor } from '../client/core/redactor.ts'
import { parseRetryAfter } from '../client/core/retry.ts'

interface GitHubErrorDetails {
  /** The status of GitHub's response; null without one. */
  readonly status: number | null
  /** The same request may succeed a moment later. */
  readonly isTransient: boolean
  /** GitHub did not perform the request, and wants none for so many milliseconds; null if it does not say so. */
  readonly refusedMs: number | null
  /** The token lacks a permission. */
  readonly isForbidden: boolean
  /** The token is a person's, for which the permissions of a job mean nothing. */
  readonly isPersonal: boolean
  /** A sentence without a full stop; null if it depends on what was asked for. */
  readonly remedy: string | null
}

/** The message is a clause without a full stop, on one line and without the token. */
export class GitHubError extends Error {
  readonly details: GitHubErrorDetails

  constructor(message: string, details: Partial<GitHubErrorDetails>, cause?: unknown) {
    super(message, { cause })
    const rest = { isTransient: false, refusedMs: null, isForbidden: false, isPersonal: false, remedy: null }
    this.details = { status: null, ...rest, ...details }
  }
}

/** The status of GitHub's response; null without one. */
export function responseStatusOf(error: unknown): number | null {
  return error instanceof GitHubError ? error.details.status : null
}

export const LATER = 'Re-run the job later'
/** What to do about a status, whatever was asked for. */
const REMEDIES: Readonly<Record<number, string>> = {
  401: 'Check the input "github-token"',
  410: 'Check that it was not deleted, and that issues are enabled in the settings of the repository',
}

/** @param what the request, @param place where its response differs from what was expected */
export function unreadable(what: string, place: string | null, cause?: unknown): GitHubError {
  const remedy = 'Check whether a proxy responds instead of GitHub'
  const where = place === null ? '' : ` (${place})`
  const message = `GitHub's response to ${what} does not have the expected shape${where}`
  return new GitHubError(message, { isTransient: true, remedy }, cause)
}

/** The error to report if a refusal lasts too long to wait for its end. */
export function refusedUntil(error: GitHubError, now: number): GitHubError {
  const { refusedMs } = error.details
  if (refusedMs === null) return error
  const until = new Date(now + refusedMs).toISOString().replace(/T(.+)\..+/, ' $1 UTC')
  return new GitHubError(`${error.message}, and refuses requests until ${until}`, error.details, error)
}

/** What Octokit throws: without a response, the status means nothing. */
const requestError = z.object({
  message: z.string(),
  status: z.number(),
  response: z.optional(z.object({ data: z.unknown(), headers: z.record(z.string(), z.unknown()) })),
})

/** @param now milliseconds since 1970 */
export function errorOf(
  thrown: unknown,
  { what, token, now }: { readonly what: string; readonly token: string; readonly now: number },
): GitHubError {
  if (thrown instanceof GitHubError) return thrown
  // Octokit wraps what its fetch throws.
  if (thrown instanceof Error && thrown.cause instanceof GitHubError) return thrown.cause
  const parsed = z.safeParse(requestError, thrown)
  if (!parsed.success) return unreadable(what, null, thrown)
  const { status, response } = parsed.data
  if (response === undefined) return lostConnection(thrown, token)
  const message = printable(parsed.data.message, token)
  // Octokit puts the body into the message, also if it is the page of a proxy.
  const isJson = typeof response.data === 'object'
  const isPersonal = /^(gh[opu]|github_pat)_/.test(token) || /personal access token/i.test(message)
  // GitHub hides what a personal token may not see.
  const isDenied = status === 403 ? /not accessible by/i.test(message) : status === 404 && isPersonal
  const isForbidden = isJson && isDenied
  const refused = [403, 422, 429].includes(status) ? refusedMs(message, response.headers, now) : null
  const isTransient = status >= 500
  const remedy = isTransient || refused !== null ? LATER : (REMEDIES[status] ?? null)
  const said = isJson ? `GitHub says: ${message} (HTTP ${status})` : `GitHub responded with HTTP ${status}`
  return new GitHubError(
    isForbidden ? `the token does not have the permission (HTTP ${status})` : said,
    { status, isTransient, refusedMs: refused, isForbidden, isPersonal, remedy },
    thrown,
  )
}

/** GitHub's limits end within an hour. */
const LONGEST_REFUSAL_MS = 24 * 60 * 60 * 1_000

function refusedMs(message: string, headers: Readonly<Record<string, unknown>>, now: number): number | null {
  const header = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
  const date = header('date')
  const isUsedUp = header('x-ratelimit-remaining') === '0'
  const resetAt = Number.parseInt((isUsedUp ? header('x-ratelimit-reset') : null) ?? '', 10) * 1_000
  const untilReset = Number.isNaN(resetAt) ? null : resetAt - (Date.parse(date ?? '') || now)
  const named = parseRetryAfter(header('retry-after'), date, now) ?? untilReset
  const wait = named ?? (/rate limit|abuse detection|submitted too quickly/i.test(message) ? 60_000 : null)
  return wait === null || wait > LONGEST_REFUSAL_MS ? null : Math.max(wait, 1_000)
}

function lostConnection(error: unknown, token: string): GitHubError {
  // The innermost error: fetch itself says "fetch failed", and Node nothing but a code if a host has several addresses.
  let cause = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  const { message, code, name } = Object(cause)
  const text = printable(String(message || code || name), token)
  const remedy =
    "Check the runner's network, HTTPS_PROXY and NO_PROXY, and NODE_EXTRA_CA_CERTS for a private certificate authority"
  return new GitHubError(`GitHub could not be reached (${text})`, { isTransient: true, remedy }, error)
}

const MAX_MESSAGE_CHARACTERS = 500

/** On one line, without the token, cut to a limit. */
function printable(text: string, token: string): string {
  const line = createRedactor([token])(text)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  return line.length > MAX_MESSAGE_CHARACTERS
    ? `${line.slice(0, MAX_MESSAGE_CHARACTERS).toWellFormed()}…`
    : line
}

const PERSONAL = 'the personal access token in the input "github-token"'
/** The token of a job looks like that of an app. */
const APP = 'the app, if the input "github-token" is that of one'
const GRANT = `Add \`permissions: pull-requests: write\` to the job, or to ${APP}`

/** Sentences in plain text, on one line. */
export function explainCommentError(
  thrown: unknown,
  pullRequest: { readonly fromFork: boolean | null; readonly byDependabot: boolean },
): string {
  const { message, details } = known(thrown)
  const remedy = details.isForbidden ? commentRemedy(details.isPersonal, pullRequest) : details.remedy
  const sentences = [message, ...(remedy === null ? [] : [remedy]), 'The result is in the log']
  return `The comment on the pull request could not be written: ${sentences.join('. ')}.`
}

function commentRemedy(
  isPersonal: boolean,
  { fromFork, byDependabot }: Parameters<typeof explainCommentError>[1],
): string {
  if (isPersonal) return `Give ${PERSONAL} the repository permission "Pull requests: write"`
  if (fromFork)
    return 'On pull requests from forks, GitHub gives workflows a read-only token; a workflow on `workflow_run` can comment'
  return byDependabot ? `GitHub gives workflows that Dependabot triggers a read-only token. ${GRANT}` : GRANT
}

/** The same for the issue. */
export function explainIssueError(thrown: unknown): string {
  const { message, details } = known(thrown)
  const grant = details.isPersonal
    ? `Give ${PERSONAL} the repository permission "Issues: write"`
    : `Add \`permissions: issues: write\` to the job, or to ${APP}`
  const remedy = details.isForbidden ? grant : details.remedy
  return `The issue could not be written: ${[message, remedy ?? []].flat().join('. ')}.`
}

/**
 * @param what could not be read
 * @param permission that it needs
 * @param isNamed whether the input `pull-request` names it
 */
export function explainReadError(
  thrown: unknown,
  what: string,
  permission: keyof typeof PERMISSIONS,
  { isNamed = false } = {},
): string {
  const { message, details } = known(thrown)
  const needs = details.isPersonal
    ? `${PERSONAL} has the repository permission "${PERMISSIONS[permission]}: read"`
    : `the job, or ${APP}, has \`permissions: ${permission}: read\``
  const check = `Check ${isNamed ? 'the input "pull-request", and ' : ''}that ${needs}`
  return `${what} could not be read: ${message}. ${details.remedy ?? check}.`
}

const PERMISSIONS = { actions: 'Actions', contents: 'Contents', 'pull-requests': 'Pull requests' } as const

function known(thrown: unknown): GitHubError {
  return thrown instanceof GitHubError ? thrown : new GitHubError(String(thrown), {}, thrown)
}
