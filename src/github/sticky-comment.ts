// Keeps one comment of ours on a pull request up to date, whoever else writes at the same time.
import { setTimeout as wait } from 'node:timers/promises'
import { type IssueComment, type IssueComments, type IssuePlace, issueComments } from './issue-comments.ts'
import { compareRuns, markerLine, type RunStamp, readMarker } from './marker.ts'
import type { Octokit } from './octokit.ts'

export interface StickyComment extends IssuePlace, RunStamp {
  readonly octokit: Octokit
  /** From `commentKey`. */
  readonly key: string
  /** Markdown, without the marker line. */
  readonly body: string
  /** Milliseconds until the look whether a comment whose answer was lost was created after all. */
  readonly pauseMs?: number
}

/** What became of the comment. `superseded`: a newer run has written already, and ours was not written. */
export interface Upserted {
  readonly kind: 'created' | 'updated' | 'unchanged' | 'superseded'
  readonly url: string
}

/** A comment of ours that bears the key, with the run that wrote it last. */
interface Candidate extends IssueComment, RunStamp {}

type Creation =
  | { readonly state: 'none' }
  | { readonly state: 'done'; readonly url: string }
  | { readonly state: 'unknown'; readonly fault: unknown }

const ACTIONS_BOT = 'github-actions[bot]'
/** One before creating, one after, and three more for comments that vanish and answers that are lost. */
const MOST_LOOKS = 5

/**
 * Writes `body` into the one comment with this key, creating it where there is none. Of several, which jobs
 * that create at the same time leave behind, the oldest comment stays, with the text of the newest run.
 * Comments of other authors are never touched, whatever marker they bear.
 * @throws what Octokit throws where the comment could not be read or written: see `explainCommentFault`
 */
export async function upsertComment(sticky: StickyComment): Promise<Upserted> {
  const { key, pauseMs = 2_000 } = sticky
  const comments = issueComments(sticky.octokit, sticky)
  const wanted = `${markerLine(key, sticky)}\n${sticky.body}`
  const author = await comments.viewer().catch(() => ACTIONS_BOT)
  const vanished = new Set<number>()
  let creation: Creation = { state: 'none' }

  for (let look = 1; look <= MOST_LOOKS; look += 1) {
    const listed = await comments.list().catch((error: unknown) => {
      if (creation.state !== 'done') throw error
      return []
    })
    const [keeper, ...others] = listed
      .filter((comment) => isBy(author, comment) && !vanished.has(comment.id))
      .flatMap((comment) => candidate(comment, key))
    if (keeper !== undefined) {
      const kind = await settle(comments, { keeper, others, wanted, run: sticky })
      const isNew = kind === 'unchanged' && creation.state !== 'none'
      if (kind !== 'vanished') return { kind: isNew ? 'created' : kind, url: keeper.url }
      vanished.add(keeper.id)
    } else if (creation.state === 'done') {
      // It stands for certain, even if the list is late or could not be had.
      return { kind: 'created', url: creation.url }
    } else {
      creation = await create(comments, wanted)
      if (creation.state === 'unknown') await wait(pauseMs)
    }
  }
  throw creation.state === 'unknown' ? creation.fault : new Error('it was deleted each time it was written')
}

/** Where the answer was lost, the comment may stand nevertheless: repeated blindly it would end in two. */
async function create(comments: IssueComments, body: string): Promise<Creation> {
  try {
    const { url } = await comments.create(body)
    return { state: 'done', url }
  } catch (fault) {
    if (!mayHaveArrived(fault)) throw fault
    return { state: 'unknown', fault }
  }
}

/** Sees to it that the oldest comment holds the newest run's text, and clears away the others. */
async function settle(
  comments: IssueComments,
  { keeper, others, wanted, run }: { keeper: Candidate; others: Candidate[]; wanted: string; run: RunStamp },
): Promise<Exclude<Upserted['kind'], 'created'> | 'vanished'> {
  const newest = [keeper, ...others].reduce<RunStamp>((a, b) => (compareRuns(b, a) > 0 ? b : a), run)
  const superseded = compareRuns(newest, run) > 0
  // The marker is compared too: left at an older run, it would let a run in between overwrite this one's text.
  const unchanged = normalised(keeper.body) === normalised(wanted)
  if (!superseded && !unchanged) {
    try {
      await comments.update(keeper.id, wanted)
    } catch (error) {
      if (statusOf(error) === 404) return 'vanished'
      throw error
    }
  }
  // The newest text, where it is not ours, is left to the job that wrote it: it moves it into the oldest comment.
  const needless = superseded ? others.filter((other) => compareRuns(other, newest) < 0) : others
  for (const { id } of needless) {
    // Gone already, or left for the next run to clear away: what matters is written.
    await comments.remove(id).catch(() => undefined)
  }
  return superseded ? 'superseded' : unchanged ? 'unchanged' : 'updated'
}

function candidate(comment: IssueComment, key: string): Candidate[] {
  const marker = readMarker(comment.body)
  return marker?.key === key ? [{ ...comment, runId: marker.runId, runAttempt: marker.runAttempt }] : []
}

/** GraphQL may name a bot without the `[bot]` that REST gives it, which no person's login can hold. */
function isBy(viewer: string, { author }: IssueComment): boolean {
  return author === viewer || author === `${viewer}[bot]`
}

/** GitHub may give back other line ends and no white space at the end. */
function normalised(body: string): string {
  return body.replace(/\r\n?/g, '\n').trimEnd()
}

/** Octokit gives lost connections and time-outs the status 500; an abort has none, and nothing is done after it. */
function mayHaveArrived(error: unknown): boolean {
  return (statusOf(error) ?? 0) >= 500
}

function statusOf(error: unknown): number | null {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null
}
