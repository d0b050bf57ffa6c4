// Keeps one comment of a pull request up to date, also while other runs and other calls of the action write it.
import * as z from 'zod/mini'
import { type GitHubAccess, GitHubApi } from './api.ts'
import { compareRuns, formatMarker, formatNotice, NO_ISSUE, parseBody, type WorkflowRun } from './marker.ts'
import { COMMENTS, USER, user } from './routes.ts'

/** Whose call of the action writes. */
export interface Writer extends WorkflowRun {
  readonly owner: string
  readonly repo: string
  /** From `commentIdOf`. */
  readonly commentId: string
}

interface CommentPlace extends Writer {
  /** The number of the pull request. */
  readonly issueNumber: number
}

/** A comment, or an issue. */
export interface Written<Kind> {
  /** `superseded`: a newer run has already written it, or announced its result, so it was left as it is. */
  readonly kind: Kind | 'created' | 'updated' | 'superseded'
  /** Null if GitHub created it, but its response could not be understood. */
  readonly url: string | null
}

/** `replaced`: it had the result of another call of the same run and attempt, which is lost. */
export type WrittenComment = Written<'replaced'>

/** The owner of a workflow's own token. */
const ACTIONS_BOT = 'github-actions[bot]'
/** GitHub's limit for comments and issues, in UTF-16 code units. */
export const MAX_BODY_CHARACTERS = 65_536
const NOT_SHOWN = 'nother call of this workflow run is not shown here. Set `title` in each call.'
/** The headline of another call is cut to so many characters where ours shows it. */
const HEADLINE_LENGTH = 300
/** More than what another call adds to our text. */
const OTHER_CALL_LENGTH = 500
/** The comment at the end waits for the announcement. */
const ANNOUNCE_MS = 10_000
/** One wait of a minute, as GitHub wants it after too many comments, and the requests. */
export const WRITE_MS = 75_000

/** All methods throw what `explainWriteError` explains. */
export class StickyComment {
  readonly #access: GitHubAccess
  readonly #place: CommentPlace

  constructor(access: GitHubAccess, place: CommentPlace) {
    this.#access = access
    this.#place = place
  }

  /** The longest body, in UTF-16 code units. */
  get maxCharacters(): number {
    return MAX_BODY_CHARACTERS - OTHER_CALL_LENGTH - this.#marked('', false).length
  }

  /**
   * Puts a notice above the text of our comment, which it folds, in place of an earlier notice. Nothing is created, and
   * nothing changes if this run or a newer one has written the comment, or if the notice does not fit.
   * @param notice one line of Markdown: results of this run are on their way
   */
  async announce(notice: string, signal: AbortSignal): Promise<void> {
    const github = new GitHubApi(this.#access, { signal, totalMs: ANNOUNCE_MS })
    const found = await this.#search(github)
    if (found === undefined || compareRuns(found.marker, this.#place) >= 0) return
    const body = this.#marked(formatNotice(notice, found.text), true)
    if (body.length <= MAX_BODY_CHARACTERS) await this.#edit(github, found.id, body)
  }

  /**
   * Writes `body` (Markdown) into our comment. Comments of other authors are never touched, even with our marker.
   * @returns null if there is none, and none is to be created
   */
  async write(
    body: string,
    { creates, signal }: { readonly creates: boolean; readonly signal: AbortSignal },
  ): Promise<WrittenComment | null> {
    const github = new GitHubApi(this.#access, { signal, totalMs: WRITE_MS })
    const found = await this.#search(github)
    if (found === undefined) return creates ? this.#create(github, body) : null
    const { id, url, marker } = found
    const order = compareRuns(marker, this.#place)
    if (order > 0) return { kind: 'superseded', url }
    // We write our result once. A notice that looks like ours may be another call's, which has no result yet.
    const isOfOther = order === 0 && !marker.isNotice
    await this.#edit(github, id, this.#marked(isOfOther ? besideOther(body, found.text) : body, false))
    return { kind: isOfOther ? 'replaced' : 'updated', url }
  }

  async #create(github: GitHubApi, body: string): Promise<WrittenComment> {
    const { owner, repo, issueNumber: issue_number } = this.#place
    const sent = { owner, repo, issue_number, body: this.#marked(body, false) }
    const created = await github.write('POST', COMMENTS.path, sent)
    const parsed = z.safeParse(COMMENTS.schema, created)
    return { kind: 'created', url: parsed.success ? parsed.data.html_url : null }
  }

  #marked(text: string, isNotice: boolean): string {
    return `${formatMarker({ ...this.#place, isNotice, issue: NO_ISSUE })}\n${text}`
  }

  async #edit(github: GitHubApi, comment_id: number, body: string): Promise<void> {
    const { owner, repo } = this.#place
    const path = '/repos/{owner}/{repo}/issues/comments/{comment_id}'
    await github.write('PATCH', path, { owner, repo, comment_id, body })
  }

  /** Our author's first comment with our marker. */
  async #search(github: GitHubApi) {
    const { owner, repo, issueNumber: issue_number, commentId } = this.#place
    // At the same time, since a cancelled job has seconds left.
    const [login, comments] = await Promise.all([
      viewerOf(github),
      github.list(COMMENTS, { owner, repo, issue_number }),
    ])
    return comments.flatMap(({ id, html_url, user, body }) => {
      const marked = user?.login === login ? parseBody(body ?? '') : null
      return marked?.marker.commentId === commentId ? { ...marked, id, url: html_url } : []
    })[0]
  }
}

/** With one headline for both calls: the worse one, and never a green one, because all else that the other call found is lost. */
function besideOther(body: string, other: string): string {
  const headline = (text: string) => /^### ([^\n]*)/.exec(text)?.[1] ?? ''
  const [own, theirs] = [headline(body), headline(other)]
  if (badness(own) > 0 && badness(own) >= badness(theirs)) return body.replace(/\n|$/, `\n\nA${NOT_SHOWN}\n`)
  const rest = own === '' ? body : body.replace('### ', '**This call:** ')
  if (badness(theirs) === 0 || theirs.length > HEADLINE_LENGTH)
    return `### ⚠️ Do not merge yet: a${NOT_SHOWN}\n\n${rest}`
  const named = theirs.replace(/^(❌|⚠️) (?!Another call: )/, '$1 Another call: ')
  return `### ${named}\n\nA${NOT_SHOWN}\n\n${rest}`
}

function badness(headline: string): number {
  if (headline.startsWith('❌')) return 2
  const isOpen = headline.startsWith('⚠️') && headline.includes('Do not merge yet')
  return isOpen && !headline.includes(NOT_SHOWN) ? 1 : 0
}

/** The login of the token's owner. A workflow's own token may not read `/user`, and a personal one may not ask GraphQL. */
export function viewerOf(github: GitHubApi): Promise<string> {
  return github
    .query('{ viewer { login } }', z.object({ viewer: user }))
    .then(({ viewer }) => viewer)
    .catch(() => github.get(USER, {}))
    .then(
      ({ login }) => login,
      () => ACTIONS_BOT,
    )
}
