// Says in one sentence why the comment could not be written and what to do, for the warning in the log.
import { causesOf, printable, type Refusal, refusalOf } from './error-facts.ts'

export interface FaultContext {
  readonly fromFork: boolean
  readonly byDependabot: boolean
}

const GRANT = '`permissions: pull-requests: write`'
const SUMMARY = 'the result is in the job summary'
/** No date can be made of more. */
const LATEST_DATE_SECONDS = 8.64e12
const STATUS_PAGE = 'https://www.githubstatus.com'

/**
 * One sentence in plain text: what happened, and what to do. Never holds the token, whatever the error holds.
 * @param error what `createOctokit` or `upsertComment` threw
 */
export function explainCommentFault(error: unknown, context: FaultContext): string {
  const refusal = refusalOf(error)
  const why = refusal === null ? explainFailure(error) : explainRefusal(refusal, context)
  return `The comment on the pull request could not be written: ${why}.`
}

function explainRefusal(refusal: Refusal, context: FaultContext): string {
  const { status } = refusal
  if (status >= 500)
    return `GitHub had a fault of its own (HTTP ${status}); ${SUMMARY}, run the job again later (see ${STATUS_PAGE})`
  switch (status) {
    case 401:
      return 'GitHub does not accept the token (HTTP 401); check that the input github-token holds a valid one'
    case 403:
      return explainForbidden(refusal, context)
    case 404:
      return `GitHub shows this token no such pull request (HTTP 404); check that it may see the repository, and that the job has ${GRANT}`
    case 410:
      return `it takes no comments any more (HTTP 410), being deleted or in a repository that has them switched off; ${SUMMARY}`
    case 413:
    case 422:
      return status === 413 || /too long/i.test(refusal.reason)
        ? `it is too long for GitHub (HTTP ${status}); ${SUMMARY}`
        : `GitHub does not accept its text (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`
    case 429:
      return explainLimit(refusal)
    default:
      return `GitHub refused (HTTP ${status}${quoted(refusal)}); ${SUMMARY}`
  }
}

function explainForbidden(refusal: Refusal, { fromFork, byDependabot }: FaultContext): string {
  const { reason, headers } = refusal
  if (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] || /rate limit|abuse/i.test(reason))
    return explainLimit(refusal)
  if (/\blocked\b/i.test(reason))
    return `the conversation is locked (HTTP 403); unlock it to have comments, ${SUMMARY}`
  if (headers['x-github-sso'] || /\bSAML\b/.test(reason))
    return 'the token is not authorised for the single sign-on of the organisation (HTTP 403); authorise it in the settings of the account it belongs to'
  if (fromFork)
    return `it comes from a fork, for which GitHub gives workflows a token that may only read (HTTP 403); ${SUMMARY}, and a workflow on \`workflow_run\` could comment`
  if (byDependabot)
    return `Dependabot caused this run, for which GitHub gives workflows a token that may only read (HTTP 403); add ${GRANT} to the job, ${SUMMARY}`
  if (/not accessible by/i.test(reason))
    return `the token may not write comments (HTTP 403); add ${GRANT} to the job`
  return `GitHub forbids it (HTTP 403${quoted(refusal)}); check that the job has ${GRANT}`
}

function explainLimit({ status, headers }: Refusal): string {
  const resetsAt = Number(headers['x-ratelimit-reset'])
  const pause = Number(headers['retry-after'])
  const until =
    headers['x-ratelimit-remaining'] === '0' && resetsAt > 0 && resetsAt < LATEST_DATE_SECONDS
      ? `after ${new Date(resetsAt * 1_000).toISOString()}`
      : pause > 0
        ? `in ${pause} s at the earliest`
        : 'in some minutes'
  return `GitHub limits the rate of requests with this token (HTTP ${status}); ${SUMMARY}, run the job again ${until}`
}

function quoted({ reason }: Refusal): string {
  return reason === '' ? '' : `: “${reason}”`
}

/** No answer, or none to be understood. */
function explainFailure(error: unknown): string {
  const causes = causesOf(error)
  const codes = causes.flatMap((cause) =>
    'code' in cause && typeof cause.code === 'string' ? [cause.code] : [],
  )
  const timedOut =
    causes.some(({ name }) => name === 'TimeoutError') || codes.some((code) => /TIMEDOUT|TIMEOUT/.test(code))
  if (timedOut)
    return `GitHub did not answer in time; ${SUMMARY}, run the job again later (see ${STATUS_PAGE})`
  if (causes.some(({ name }) => name === 'AbortError')) return 'the job was stopped before it was done'
  const [code] = codes
  if (code === undefined)
    return printable(causes[0]?.message ?? '').replace(/\.$/, '') || 'an error without a message'
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code))
    return `the certificate of GitHub's address was refused (${code}); for one of your own, set NODE_EXTRA_CA_CERTS in the \`env:\` of the job`
  return `GitHub could not be reached (${code}); check the network of the runner, and HTTPS_PROXY and NO_PROXY where it needs a proxy`
}
