// Keeps one comment on a pull request up to date, also while other jobs write at the same time.
import { setTimeout as wait } from 'node:timers/promises'
import { type IssueComment, type IssueComments, type IssuePlace, issueComments } from './issue-comments.ts'
import {
  compareRuns,
  formatMarker,
  formatNotice,
  parseMarker,
  splitBody,
  type WorkflowRun,
} from './marker.ts'
import type { Octokit } from './octokit.ts'

interface CommentPlace extends IssuePlace, WorkflowRun {
  readonly octokit: Octokit
  /** From `commentIdOf`. */
  readonly commentId: string
}

export interface StickyComment extends CommentPlace {
  /** Markdown, without the marker. */
  readonly body: string
  /** Milliseconds to wait before checking whether a comment was created although the response was lost. */
  readonly pauseMs?: number
}

/** What happened to the comment. `superseded`: a newer run has already written it, so it was left as it is. */
export interface Upserted {
  readonly kind: 'created' | 'updated' | 'unchanged' | 'superseded'
  readonly url: string
}

/** Our own comment with this id, and the run that wrote it last. */
interface Candidate extends IssueComment, WorkflowRun {}

type Creation =
  | { readonly state: 'none' }
  | { readonly state: 'done'; readonly url: string; readonly author: string | null }
  | { readonly state: 'unknown'; readonly error: unknown }

/** The owner of a workflow's own token. */
const ACTIONS_BOT = 'github-actions[bot]'
/** GitHub's limit for a comment, in UTF-16 code units. */
const MAX_CHARACTERS = 65_536
/** One listing before creating, one after, and three more for comments that are deleted and responses that are lost. */
const MAX_LISTINGS = 5

/**
 * Writes `body` into the one comment with this id, and creates it if there is none. If there are several, because
 * jobs created theirs at the same time, the oldest comment stays, with the text of the newest run.
 * Comments of other authors are never touched, even with our marker. The author of a new comment is certain: if GitHub
 * did not tell whose token it is, or in another spelling, the text moves into an earlier comment of that author.
 * @throws what Octokit throws if the comment cannot be read or written: see `explainCommentError`
 */
export async function upsertComment(sticky: StickyComment): Promise<Upserted> {
  const { commentId, pauseMs = 2_000 } = sticky
  const comments = issueComments(sticky.octokit, sticky)
  const wanted = `${formatMarker(commentId, sticky)}\n${sticky.body}`
  const viewer = await comments.viewer()
  const deleted = new Set<number>()
  let creation: Creation = { state: 'none' }

  for (let listing = 1; listing <= MAX_LISTINGS; listing += 1) {
    const listed = await comments.list().catch((error: unknown) => {
      if (creation.state !== 'done') throw error
      return []
    })
    const author = (creation.state === 'done' ? creation.author : null) ?? viewer ?? ACTIONS_BOT
    const [keeper, ...others] = candidates(listed, author, commentId).filter(({ id }) => !deleted.has(id))
    if (keeper !== undefined) {
      const kind = await settle(comments, [keeper, ...others], wanted, sticky)
      const isNew = kind === 'unchanged' && creation.state !== 'none'
      if (kind !== 'deleted') return { kind: isNew ? 'created' : kind, url: keeper.url }
      deleted.add(keeper.id)
    } else if (creation.state === 'done') {
      // It exists, even if the list is late or could not be read.
      return { kind: 'created', url: creation.url }
    } else {
      creation = await create(comments, wanted)
      if (creation.state === 'unknown') await wait(pauseMs)
    }
  }
  throw creation.state === 'unknown' ? creation.error : new Error('it was deleted each time it was written')
}

export interface Announcement extends CommentPlace {
  /** One line of Markdown: that results of this run are on their way, with a link to it. */
  readonly notice: string
}

/**
 * Puts a notice above the text of the comment with this id, in place of an earlier notice; `upsertComment` removes it.
 * Nothing is created, and nothing changes if a newer run has written the comment or its notice, or if the notice does
 * not fit.
 * @returns the comment's address, or null if nothing was changed
 * @throws what Octokit throws if the comment cannot be read or written: see `explainCommentError`
 */
export async function announceRun(announcement: Announcement): Promise<string | null> {
  const { octokit, commentId, notice } = announcement
  const comments = issueComments(octokit, announcement)
  const author = (await comments.viewer()) ?? ACTIONS_BOT
  const [keeper] = candidates(await comments.list(), author, commentId)
  if (keeper === undefined || compareRuns(keeper, announcement) >= 0) return null
  const { marker, text, noticeRun } = splitBody(keeper.body)
  if (noticeRun !== null && compareRuns(noticeRun, announcement) >= 0) return null
  const body = `${marker}\n${formatNotice(notice, announcement)}\n\n${text}`
  if (body.length > MAX_CHARACTERS) return null
  return (await comments.update(keeper.id, body)).url
}

/** If the response was lost, the comment may exist nevertheless: retrying at once could create a second one. */
async function create(comments: IssueComments, body: string): Promise<Creation> {
  try {
    const { url, author } = await comments.create(body)
    return { state: 'done', url, author }
  } catch (error) {
    // Octokit gives lost connections and timeouts the status 500. An abort has no status: nothing is done after it.
    if ((statusOf(error) ?? 0) < 500) throw error
    return { state: 'unknown', error }
  }
}

/** Writes the newest run's text into the oldest comment, and deletes the others. */
async function settle(
  comments: IssueComments,
  [keeper, ...others]: readonly [Candidate, ...Candidate[]],
  wanted: string,
  run: WorkflowRun,
): Promise<Exclude<Upserted['kind'], 'created'> | 'deleted'> {
  const newest = [keeper, ...others].reduce<WorkflowRun>((a, b) => (compareRuns(b, a) > 0 ? b : a), run)
  const superseded = compareRuns(newest, run) > 0
  // The marker is compared too: with an older run in it, a run in between could overwrite this one's text.
  const unchanged = normalized(keeper.body) === normalized(wanted)
  if (!superseded && !unchanged) {
    try {
      await comments.update(keeper.id, wanted)
    } catch (error) {
      if (statusOf(error) === 404) return 'deleted'
      throw error
    }
  }
  // A newer text is left to the job that wrote it, which moves it into the oldest comment.
  const obsolete = superseded ? others.filter((other) => compareRuns(other, newest) < 0) : others
  for (const { id } of obsolete) {
    // Already deleted, or left for the next run to delete: the comment itself is written.
    await comments.remove(id).catch(() => undefined)
  }
  return superseded ? 'superseded' : unchanged ? 'unchanged' : 'updated'
}

/** The author's comments with this id, in the order given. */
function candidates(listed: readonly IssueComment[], author: string, commentId: string): Candidate[] {
  return listed.flatMap((comment) => {
    const marker = comment.author === author ? parseMarker(comment.body) : null
    if (marker?.commentId !== commentId) return []
    return [{ ...comment, runId: marker.runId, runAttempt: marker.runAttempt }]
  })
}

/** GitHub may return other line breaks and no trailing whitespace. */
function normalized(body: string): string {
  return body.replace(/\r\n?/g, '\n').trimEnd()
}

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null
}
