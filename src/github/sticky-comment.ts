// Keeps the comment of one call of the action up to date, also while other calls and runs write theirs.
import { randomBytes } from 'node:crypto'
import {
  type Call,
  type CommentKey,
  compareRuns,
  formatMarker,
  formatNotice,
  type MarkedBody,
  type Marker,
  parseBody,
  type WorkflowRun,
} from './marker.ts'
import { createOctokit, type GitHubAccess, type Octokit, statusOf } from './octokit.ts'

export interface CommentPlace extends WorkflowRun {
  readonly owner: string
  readonly repo: string
  /** Of the pull request. */
  readonly issueNumber: number
  /** From `commentKeyOf`. */
  readonly key: CommentKey
}

export interface WrittenComment {
  /** `superseded`: a newer run has already written it, so it was left as it is. */
  readonly kind: 'created' | 'updated' | 'superseded'
  readonly url: string
  /** It was created beside the comment of another call of the same run, which only a title of its own tells apart. */
  readonly secondOfRun: boolean
}

/** A comment that this action wrote, with this call's id. */
interface Found extends MarkedBody {
  readonly id: number
  readonly url: string
}

/** The owner of a workflow's own token. */
const ACTIONS_BOT = 'github-actions[bot]'
/** GitHub's limit for a comment, in UTF-16 code units. */
const MAX_CHARACTERS = 65_536
/** The comment at the end waits for the announcement. */
const ANNOUNCE_MS = 10_000

/** One call of the action. Both methods throw what `explainCommentError` explains. */
export class StickyComment {
  readonly #github: GitHubAccess
  readonly #place: CommentPlace
  readonly #marker: Marker
  /** Its login; null until GitHub has told. */
  #author: string | null = null

  constructor(github: GitHubAccess, place: CommentPlace) {
    const { key, runId, runAttempt } = place
    this.#github = github
    this.#place = place
    this.#marker = { ...key, runId, runAttempt, call: randomBytes(4).toString('hex') }
  }

  /** The longest body, in UTF-16 code units. */
  get maxCharacters(): number {
    return MAX_CHARACTERS - formatMarker(this.#marker).length - 1
  }

  /**
   * Puts a notice above the text of our comment, which it folds, in place of an earlier notice, so that other calls of
   * this run leave the comment to us; `write` removes it. Nothing is created, and nothing changes if a newer run has written the comment or
   * its notice, or if the notice does not fit.
   * @param notice one line of Markdown: results of this run are on their way
   */
  async announce(notice: string, signal: AbortSignal): Promise<void> {
    const octokit = createOctokit(this.#github, { signal, budgetMs: ANNOUNCE_MS })
    const found = this.#ours(await this.#find(octokit))
    if (found === undefined) return
    const writers = found.notice === null ? [found.marker] : [found.marker, found.notice]
    if (writers.some((writer) => compareRuns(writer, this.#marker) >= 0)) return
    const body = `${formatMarker(found.marker)}\n${formatNotice(notice, this.#marker, found.text)}`
    if (body.length <= MAX_CHARACTERS) await this.#edit(octokit, found.id, body)
  }

  /**
   * Writes `body` (Markdown) into our comment, and creates it if there is none. Comments of other authors are never
   * touched, even with our marker, nor are those that another call of the same run and attempt has written.
   */
  async write(body: string, signal: AbortSignal): Promise<WrittenComment> {
    const written = await this.writeIfPresent(body, signal)
    return written ?? this.#create(createOctokit(this.#github, { signal }), this.#marked(body))
  }

  /** @returns null if there is no comment to update */
  async writeIfPresent(body: string, signal: AbortSignal): Promise<WrittenComment | null> {
    const octokit = createOctokit(this.#github, { signal })
    const found = this.#ours(await this.#find(octokit))
    return found === undefined ? null : this.#update(octokit, found, this.#marked(body))
  }

  #marked(body: string): string {
    return `${formatMarker(this.#marker)}\n${body}`
  }

  /** The one that we have announced; else the first that tests the same; else the first. */
  #ours(found: readonly Found[]): Found | undefined {
    const free = found.filter((comment) => !this.#isTaken(comment))
    const isMine = (writer: Call | null) => writer?.call === this.#marker.call
    return (
      free.find(({ marker, notice }) => isMine(marker) || isMine(notice)) ??
      free.find(({ marker }) => marker.hash === this.#marker.hash) ??
      free[0]
    )
  }

  /** Whether another call of the same run and attempt has written or announced it. */
  #isTaken({ marker, notice }: Found): boolean {
    const isOther = (writer: Call | null) =>
      writer !== null && compareRuns(writer, this.#marker) === 0 && writer.call !== this.#marker.call
    return isOther(marker) || isOther(notice)
  }

  async #update(octokit: Octokit, { id, url, marker }: Found, body: string): Promise<WrittenComment> {
    if (compareRuns(marker, this.#marker) > 0) return { kind: 'superseded', url, secondOfRun: false }
    await this.#edit(octokit, id, body)
    return { kind: 'updated', url, secondOfRun: false }
  }

  async #create(octokit: Octokit, body: string): Promise<WrittenComment> {
    const created = await this.#post(octokit, body)
    // Written already, whether the list can be read or not.
    const found = await this.#find(octokit).catch((): Found[] => [])
    // Another run can have created one meanwhile: the first one stays, and nobody else deletes ours.
    const [first] = found.filter(({ marker }) => marker.hash === this.#marker.hash)
    if (first === undefined || first.id >= created.id || this.#isTaken(first)) {
      const secondOfRun = found.some((comment) => this.#isTaken(comment))
      return { kind: 'created', url: created.url, secondOfRun }
    }
    const moved = await this.#update(octokit, first, body)
    const { owner, repo } = this.#place
    await octokit.rest.issues.deleteComment({ owner, repo, comment_id: created.id }).catch(() => undefined)
    return moved
  }

  async #post(octokit: Octokit, body: string): Promise<Pick<Found, 'id' | 'url'>> {
    const { owner, repo, issueNumber } = this.#place
    try {
      const issue = { owner, repo, issue_number: issueNumber }
      const { data } = await octokit.rest.issues.createComment({ ...issue, body })
      // Certain, while the owner of the token can be unknown, or spelled in another way.
      this.#author = data.user?.login ?? this.#author
      return { id: data.id, url: data.html_url }
    } catch (error) {
      // Without a response the comment may exist nevertheless: sending it again could create a second one.
      if ((statusOf(error) ?? 0) < 500) throw error
      const ours = (await this.#find(octokit)).find(({ marker }) => marker.call === this.#marker.call)
      if (ours === undefined) throw error
      return ours
    }
  }

  async #edit(octokit: Octokit, id: number, body: string): Promise<void> {
    const { owner, repo } = this.#place
    await octokit.rest.issues.updateComment({ owner, repo, comment_id: id, body })
  }

  /** All comments of our author with our id, oldest first. */
  async #find(octokit: Octokit): Promise<Found[]> {
    const { owner, repo, issueNumber, key } = this.#place
    const issue = { owner, repo, issue_number: issueNumber, per_page: 100 }
    // At the same time, since a cancelled job has seconds left.
    const [author, comments] = await Promise.all([
      this.#author ?? viewerOf(octokit),
      octokit.paginate(octokit.rest.issues.listComments, issue),
    ])
    this.#author = author
    const found = comments.flatMap(({ id, html_url, user, body = '' }): Found[] => {
      const marked = user?.login === (this.#author ?? ACTIONS_BOT) ? parseBody(body) : null
      return marked?.marker.id === key.id ? [{ ...marked, id, url: html_url }] : []
    })
    return found.sort((a, b) => a.id - b.id)
  }
}

/** The login of the token's owner, or null: `GET /user` does not work for a workflow's own token. */
async function viewerOf(octokit: Octokit): Promise<string | null> {
  const query = octokit.graphql<{ viewer?: { login?: unknown } }>('{ viewer { login } }')
  const login = await query.then(({ viewer }) => viewer?.login).catch(() => null)
  return typeof login === 'string' ? login : null
}
