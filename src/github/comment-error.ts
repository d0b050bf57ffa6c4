// Explains in one sentence why the comment could not be written and what to do, for the warning in the log.

export interface CommentErrorContext {
  /** The GitHub token, which is removed from the sentence. */
  readonly token: string
  readonly fromFork: boolean
  readonly byDependabot: boolean
}

/** GitHub's response to a request that it refused. */
interface Refusal {
  readonly status: number
  /** GitHub's message on one line; empty if there is none. */
  readonly reason: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
}

const GRANT = '`permissions: pull-requests: write`'
const SUMMARY = 'the result is in the job summary'
/** The latest time that a Date can hold. */
const LATEST_DATE_SECONDS = 8.64e12
const MAX_CHARACTERS = 300
const MAX_CAUSES = 5
/** undici's messages for a tunnel and for plain http. */
const REFUSED_BY_PROXY = /^Proxy (?:response|Authentication Required) \((\d+)\)/
const STATUS_PAGE = 'https://www.githubstatus.com'

/**
 * One sentence in plain text: what happened, and what to do. Never contains the token, even if the error does.
 * @param error what `createOctokit` or `upsertComment` threw
 */
export function explainCommentError(error: unknown, context: CommentErrorContext): string {
  const refusal = refusalOf(error, context.token)
  const why = refusal === null ? explainFailure(error, context.token) : explainRefusal(refusal, context)
  return `The comment on the pull request could not be written: ${why}.`
}

function explainRefusal(refusal: Refusal, context: CommentErrorContext): string {
  const { status } = refusal
  if (status >= 500)
    return `GitHub returned a server error (HTTP ${status}); ${SUMMARY}, re-run the job later (see ${STATUS_PAGE})`
  switch (status) {
    case 401:
      return 'GitHub rejects the token (HTTP 401); check that the input github-token is a valid token'
    case 403:
      return explainForbidden(refusal, context)
    case 404:
      return `the pull request was not found with this token (HTTP 404); check that the token can read the repository, and that the job has ${GRANT}`
    case 410:
      return `comments are disabled or the pull request was deleted (HTTP 410); ${SUMMARY}`
    case 413:
    case 422:
      return status === 413 || /too long/i.test(refusal.reason)
        ? `it is too long for GitHub (HTTP ${status}); ${SUMMARY}`
        : `GitHub rejects its text (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`
    case 429:
      return explainLimit(refusal)
    default:
      return `GitHub rejected the request (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`
  }
}

function explainForbidden(refusal: Refusal, { fromFork, byDependabot }: CommentErrorContext): string {
  const { reason, headers } = refusal
  if (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] || /rate limit|abuse/i.test(reason))
    return explainLimit(refusal)
  if (/\blocked\b/i.test(reason))
    return `the conversation is locked (HTTP 403); unlock it to get comments, ${SUMMARY}`
  if (headers['x-github-sso'] || /\bSAML\b/.test(reason))
    return "the token is not authorized for the organization's single sign-on (HTTP 403); authorize it in the settings of its account"
  if (fromFork)
    return `on pull requests from forks, GitHub gives workflows a read-only token (HTTP 403); ${SUMMARY}, and a workflow on \`workflow_run\` can comment`
  if (byDependabot)
    return `GitHub gives workflows that Dependabot triggers a read-only token (HTTP 403); add ${GRANT} to the job, ${SUMMARY}`
  if (/not accessible by/i.test(reason))
    return `the token cannot write comments (HTTP 403); add ${GRANT} to the job`
  return `GitHub denied access (HTTP 403${quoted(refusal)}); check that the job has ${GRANT}`
}

function explainLimit({ status, headers }: Refusal): string {
  const resetsAt = Number(headers['x-ratelimit-reset'])
  const pause = Number(headers['retry-after'])
  const until =
    headers['x-ratelimit-remaining'] === '0' && resetsAt > 0 && resetsAt < LATEST_DATE_SECONDS
      ? `after ${new Date(resetsAt * 1_000).toISOString()}`
      : pause > 0
        ? `in ${pause} s or later`
        : 'in a few minutes'
  return `the rate limit of this token is exceeded (HTTP ${status}); ${SUMMARY}, re-run the job ${until}`
}

function quoted({ reason }: Refusal): string {
  return reason === '' ? '' : `: “${reason}”`
}

/** There was no response, or not one from GitHub. */
function explainFailure(error: unknown, token: string): string {
  const causes = causesOf(error)
  const codes = causes.map((cause) => property(cause, 'code')).filter((code) => typeof code === 'string')
  const timedOut =
    causes.some(({ name }) => name === 'TimeoutError') || codes.some((code) => /TIMEDOUT|TIMEOUT/.test(code))
  if (timedOut) return `GitHub did not respond in time; ${SUMMARY}, re-run the job later (see ${STATUS_PAGE})`
  const [proxyStatus] = causes.flatMap(({ message }) => REFUSED_BY_PROXY.exec(message)?.[1] ?? [])
  if (proxyStatus !== undefined)
    return `the proxy refused the connection (HTTP ${proxyStatus}); check HTTPS_PROXY with its credentials, and NO_PROXY`
  // After the proxy, whose refusal undici reports as an abort.
  if (causes.some(({ name }) => name === 'AbortError')) return 'the job was cancelled first'
  const [code] = codes
  if (code === undefined)
    return printable(causes[0]?.message ?? '', token).replace(/\.$/, '') || 'an error without a message'
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return `GitHub's TLS certificate is not trusted (${code}); for a private certificate authority, set NODE_EXTRA_CA_CERTS in the \`env:\` of the job`
  return `GitHub could not be reached (${code}); check the runner's network, and HTTPS_PROXY and NO_PROXY if it needs a proxy`
}

/** The refusal in an error of Octokit; null if there was no response, for which Octokit invents a status 500. */
function refusalOf(error: unknown, token: string): Refusal | null {
  const response = property(error, 'response')
  const status = property(response, 'status')
  if (typeof status !== 'number') return null
  const data = property(response, 'data')
  const errors = property(data, 'errors')
  // A 422 gives its reason only in the list of errors.
  const messages = [data, ...(Array.isArray(errors) ? errors : [])].map((each) => property(each, 'message'))
  const reason = messages.filter((message) => typeof message === 'string').join(': ')
  return { status, reason: printable(reason, token), headers: Object(property(response, 'headers')) }
}

/** The error and what caused it, outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) {
    causes.push(cause)
  }
  return causes
}

/** Text on one line without control characters, without the token and what looks like one, cut to a limit. */
function printable(text: string, token: string): string {
  const cleaned = text.replace(/\p{Cf}+/gu, '').replace(/[\p{C}\s]+/gu, ' ')
  const line = (token === '' ? cleaned : cleaned.replaceAll(token, '[removed]'))
    .replace(/\b(token|bearer|basic)\s+[\w.~+/=-]{16,}/gi, '$1 [removed]')
    .replace(/\b(gh[a-z]|github_pat)_\w+/gi, '[removed]')
    .trim()
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS).toWellFormed()}…` : line
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
