// Keeps one comment of a pull request up to date, also while other runs and other calls of the action write it.
import {
  compareRuns,
  formatMarker,
  formatNotice,
  type Marker,
  parseBody,
  type WorkflowRun,
} from './marker.ts'
import { createOctokit, type GitHubAccess, type Octokit } from './octokit.ts'

export interface CommentPlace extends WorkflowRun {
  readonly owner: string
  readonly repo: string
  /** The number of the pull request. */
  readonly issueNumber: number
  /** From `commentIdOf`. */
  readonly commentId: string
}

export interface WrittenComment {
  /**
   * `replaced`: it had the result of another call of the same run and attempt, which is lost. `superseded`: a newer run has
   * already written or announced its result, so the comment was left as it is.
   */
  readonly kind: 'created' | 'updated' | 'replaced' | 'superseded'
  readonly url: string
}

interface FoundComment {
  /** GitHub's number of it. */
  readonly id: number
  readonly url: string
  readonly marker: Marker
  readonly text: string
}

/** The owner of a workflow's own token. */
const ACTIONS_BOT = 'github-actions[bot]'
/** GitHub's limit for a comment, in UTF-16 code units. */
const MAX_COMMENT_CHARACTERS = 65_536
/** The comment at the end waits for the announcement. */
const ANNOUNCE_MS = 10_000

/** All methods throw what `explainCommentError` explains. */
export class StickyComment {
  readonly #github: GitHubAccess
  readonly #place: CommentPlace

  constructor(github: GitHubAccess, place: CommentPlace) {
    this.#github = github
    this.#place = place
  }

  /** The longest body, in UTF-16 code units. */
  get maxCharacters(): number {
    return MAX_COMMENT_CHARACTERS - this.#marked('', false).length
  }

  /**
   * Puts a notice above the text of our comment, which it folds, in place of an earlier notice. Nothing is created, and
   * nothing changes if this run or a newer one has written the comment, or if the notice does not fit.
   * @param notice one line of Markdown: results of this run are on their way
   */
  async announce(notice: string, signal: AbortSignal): Promise<void> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ANNOUNCE_MS)])
    const octokit = createOctokit(this.#github, { signal: limited })
    const found = await this.#find(octokit)
    if (found === undefined || compareRuns(found.marker, this.#place) >= 0) return
    const body = this.#marked(formatNotice(notice, found.text), true)
    if (body.length <= MAX_COMMENT_CHARACTERS) await this.#edit(octokit, found.id, body)
  }

  /**
   * Writes `body` (Markdown) into our comment, and creates it if there is none. Comments of other authors are never
   * touched, even with our marker.
   */
  async write(body: string, signal: AbortSignal): Promise<WrittenComment> {
    const written = await this.writeIfPresent(body, signal)
    if (written !== null) return written
    const { owner, repo, issueNumber } = this.#place
    const issue = { owner, repo, issue_number: issueNumber }
    const octokit = createOctokit(this.#github, { signal })
    const { data } = await octokit.rest.issues.createComment({ ...issue, body: this.#marked(body, false) })
    return { kind: 'created', url: data.html_url }
  }

  /** @returns null if there is no comment to update */
  async writeIfPresent(body: string, signal: AbortSignal): Promise<WrittenComment | null> {
    const octokit = createOctokit(this.#github, { signal })
    const found = await this.#find(octokit)
    if (found === undefined) return null
    const { id, url, marker } = found
    const order = compareRuns(marker, this.#place)
    if (order > 0) return { kind: 'superseded', url }
    await this.#edit(octokit, id, this.#marked(body, false))
    // We write our result once. A notice that looks like ours may be another call's, which has no result yet.
    return { kind: order === 0 && !marker.isNotice ? 'replaced' : 'updated', url }
  }

  #marked(text: string, isNotice: boolean): string {
    return `${formatMarker({ ...this.#place, isNotice })}\n${text}`
  }

  async #edit(octokit: Octokit, id: number, body: string): Promise<void> {
    const { owner, repo } = this.#place
    await octokit.rest.issues.updateComment({ owner, repo, comment_id: id, body })
  }

  /** Our author's first comment with our marker. */
  async #find(octokit: Octokit): Promise<FoundComment | undefined> {
    const { owner, repo, issueNumber, commentId } = this.#place
    const issue = { owner, repo, issue_number: issueNumber, per_page: 100 }
    // At the same time, since a cancelled job has seconds left.
    const [author, comments] = await Promise.all([
      viewerOf(octokit),
      octokit.paginate(octokit.rest.issues.listComments, issue),
    ])
    const found = comments.flatMap(({ id, html_url, user, body = '' }): FoundComment[] => {
      const marked = user?.login === author ? parseBody(body) : null
      return marked?.marker.commentId === commentId ? [{ ...marked, id, url: html_url }] : []
    })
    return found[0]
  }
}

/** The login of the token's owner: `GET /user` does not work for a workflow's own token. */
async function viewerOf(octokit: Octokit): Promise<string> {
  const query = octokit.graphql<{ viewer?: { login?: unknown } }>('{ viewer { login } }')
  const login = await query.then(({ viewer }) => viewer?.login).catch(() => null)
  return typeof login === 'string' ? login : ACTIONS_BOT
}
