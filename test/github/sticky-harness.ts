// What the tests of the sticky comment share: one fake GitHub per file, and one issue per test.
import Bottleneck from 'bottleneck'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { commentIdOf, formatMarker, type WorkflowRun } from '../../src/github/marker.ts'
import { createOctokit, type Octokit, type OctokitOptions } from '../../src/github/octokit.ts'
import { announceRun, type Upserted, upsertComment } from '../../src/github/sticky-comment.ts'
import {
  type FaultRule,
  type GitHub,
  type GitHubJournalEntry,
  type GitHubRequest,
  type StoredComment,
  startGitHub,
} from '../support/github/github.ts'

const BOT = 'github-actions[bot]'
const place = {
  workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/pull/7/merge',
  job: 'agents',
  action: 'gate',
  matrix: 'null',
}
const COMMENT_ID = commentIdOf(place)
export const OTHER_ID = commentIdOf({ ...place, job: 'voice' })
const RUN: WorkflowRun = { runId: 100, runAttempt: 1 }

let github: GitHub
let issueNumber = 0
let journalStart = 0

/** Call it once at the top of a test file. */
export function useGitHub(): void {
  beforeAll(async () => {
    github = await startGitHub()
  })
  beforeEach(nextIssue)
  afterEach(() => {
    github.faults.length = 0
  })
  afterAll(() => github.close())
}

export function nextIssue(): void {
  issueNumber += 1
  journalStart = github.journal.length
}

/** Writes the comment, by default as run 100, attempt 1. */
export async function upsert(
  body: string,
  run: Partial<WorkflowRun> = {},
  options: Partial<OctokitOptions> = {},
): Promise<Upserted> {
  const issue = { owner: 'acme', repo: 'shop', issueNumber, commentId: COMMENT_ID, pauseMs: 5 }
  return upsertComment({ ...issue, octokit: client(options), body, ...RUN, ...run })
}

/** Announces a run, by default run 101, attempt 1. */
export function announce(
  notice: string,
  run: Partial<WorkflowRun> = {},
  options: Partial<OctokitOptions> = {},
): Promise<string | null> {
  const issue = { owner: 'acme', repo: 'shop', issueNumber, commentId: COMMENT_ID }
  return announceRun({ ...issue, octokit: client(options), notice, runId: 101, runAttempt: 1, ...run })
}

/** From here on, new comments are by this user. */
export function viewerOfComments(user: string): void {
  always(isCreation, ({ body }) => {
    const text = typeof body === 'object' && body !== null ? Reflect.get(body, 'body') : undefined
    const { id } = seed(String(text), user)
    const html_url = `${new URL(github.url).origin}/acme/shop/pull/${issueNumber}#issuecomment-${id}`
    return { status: 201, body: { id, html_url, user: { login: user }, body: text } }
  })
}

/** A client that waits for milliseconds where it would wait for seconds. */
function client(options: Partial<OctokitOptions>): Octokit {
  const writeLimits = { write: new Bottleneck.Group(), notifications: new Bottleneck.Group() }
  const { token, url: apiUrl } = github
  return createOctokit({ token, apiUrl, fetch, secondMs: 1, writeLimits, ...options })
}

/** The body that `upsert` is expected to write. */
export function marked(body: string, run: Partial<WorkflowRun> = {}, commentId = COMMENT_ID): string {
  return `${formatMarker(commentId, { ...RUN, ...run })}\n${body}`
}

export function seed(body: string, user = BOT): StoredComment {
  return github.seed(issueNumber, { user, body })
}

/** As a person does on GitHub's page. */
export async function deleteComment({ id }: StoredComment): Promise<void> {
  const headers = { authorization: `token ${github.token}` }
  await fetch(`${github.url}/repos/acme/shop/issues/comments/${id}`, { method: 'DELETE', headers })
}

export function comments(): readonly StoredComment[] {
  return github.comments(issueNumber)
}

export function bodies(): string[] {
  return comments().map(({ body }) => body)
}

/** The requests of this test, except those for the viewer. */
export function sent(method: string): GitHubJournalEntry[] {
  return github.journal.slice(journalStart).filter((entry) => entry.method === method && !isViewer(entry))
}

type Kind = (request: GitHubRequest) => boolean

/** Adds a rule for the requests of a kind until the end of the test. */
export function always(matches: Kind, rule: FaultRule): void {
  github.faults.push((request) => (matches(request) ? rule(request) : undefined))
}

/** Adds a rule for the first request of a kind. */
export function once(matches: Kind, rule: FaultRule): void {
  let applied = false
  always(
    (request) => !applied && matches(request),
    (request) => {
      applied = true
      return rule(request)
    },
  )
}

export const isAny: Kind = () => true
export const isCreation: Kind = ({ method, path }) => method === 'POST' && path !== '/graphql'
export const isList: Kind = ({ method, path }) => method === 'GET' && path.endsWith('/comments')
export const isEdit: Kind = ({ method }) => method === 'PATCH'
export const isRemoval: Kind = ({ method }) => method === 'DELETE'
export const isViewer: Kind = ({ path }) => path === '/graphql' || path === '/user'
