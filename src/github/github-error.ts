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
  /** A sentence without a full stop; null if it depends on what was asked for. */
  readonly remedy: string | null
}

/** The message is a clause without a full stop, on one line and without the token. */
export class GitHubError extends Error {
  readonly details: GitHubErrorDetails

  constructor(message: string, details: Partial<GitHubErrorDetails>, cause?: unknown) {
    super(message, { cause })
    this.details = { status: null, isTransient: false, refusedMs: null, remedy: null, ...details }
  }
}

/** The status of GitHub's response; null without one. */
export function responseStatusOf(error: unknown): number | null {
  return error instanceof GitHubError ? error.details.status : null
}

export const LATER = 'Re-run the job later'
/** What to do about a status, whatever was asked for. */
const REMEDIES: Readonly<Record<number, string>> = {
  401: 'Check the input "github-token": the token of an app is valid for one hour',
  410: 'Check that it was not deleted, and that issues are enabled in the settings of the repository',
}

const PROXY = 'Check whether a proxy responds instead of GitHub'

/** @param what the request, @param place where its response differs from what was expected */
export function unreadable(what: string, place: string | null, cause?: unknown): GitHubError {
  const where = place === null ? '' : ` (${place})`
  const message = `GitHub's response to ${what} does not have the expected shape${where}`
  return new GitHubError(message, { isTransient: true, remedy: PROXY }, cause)
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
  const refused = [403, 422, 429].includes(status) ? refusedMs(message, response.headers, now) : null
  const isTransient = status >= 500
  const ofStatus = REMEDIES[status] ?? (isJson ? null : PROXY)
  return new GitHubError(
    isJson ? `GitHub says: ${message} (HTTP ${status})` : `GitHub responded with HTTP ${status}`,
    { status, isTransient, refusedMs: refused, remedy: isTransient || refused !== null ? LATER : ofStatus },
    thrown,
  )
}

function refusedMs(message: string, headers: Readonly<Record<string, unknown>>, now: number): number | null {
  const header = (name: string) => (headers[name] === undefined ? null : String(headers[name]))
  const date = header('date')
  const isUsedUp = header('x-ratelimit-remaining') === '0'
  const resetAt = Number.parseInt((isUsedUp ? header('x-ratelimit-reset') : null) ?? '', 10) * 1_000
  const untilReset = Number.isNaN(resetAt) ? null : resetAt - (Date.parse(date ?? '') || now)
  const named = parseRetryAfter(header('retry-after'), date, now) ?? untilReset
  const wait = named ?? (/rate limit|abuse detection|submitted too quickly/i.test(message) ? 60_000 : null)
  return wait === null ? null : Math.max(wait, 1_000)
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

type Permission = 'actions' | 'contents' | 'issues' | 'pull-requests'

const hasPermission = (permission: string) =>
  `the job, or the token in the input "github-token", has \`permissions: ${permission}\``

/**
 * Sentences in plain text, on one line.
 * @param what could not be read
 * @param permission that it needs
 * @param isNamed whether the input `pull-request` names it
 */
export function explainReadError(
  thrown: unknown,
  what: string,
  permission: Permission,
  { isNamed = false } = {},
): string {
  const { message, details } = known(thrown)
  const check = `Check ${isNamed ? 'the input "pull-request", and ' : ''}that ${hasPermission(`${permission}: read`)}`
  return `${what} could not be read: ${message}. ${details.remedy ?? check}.`
}

/** The same of what could not be written. */
export function explainWriteError(
  thrown: unknown,
  what: string,
  permission: Permission,
  isFromFork = false,
): string {
  const { message, details } = known(thrown)
  const grant = isFromFork
    ? 'On pull requests from forks, GitHub gives workflows a read-only token; a workflow on `workflow_run` can comment'
    : `Check that ${hasPermission(`${permission}: write`)}`
  // GitHub hides what a token may not see.
  const isRefused = details.status === 403 || details.status === 404
  const remedy = details.remedy ?? (isRefused ? grant : [])
  return `${what} could not be written: ${[message, remedy].flat().join('. ')}.`
}

function known(thrown: unknown): GitHubError {
  return thrown instanceof GitHubError ? thrown : new GitHubError(String(thrown), {}, thrown)
}
