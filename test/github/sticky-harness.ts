// What the tests of the sticky comment share: one stand-in for GitHub a file, and an issue of its own for each test.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { commentKey, markerLine, type RunStamp } from '../../src/github/marker.ts'
import { createOctokit, type OctokitOptions } from '../../src/github/octokit.ts'
import { type Upserted, upsertComment } from '../../src/github/sticky-comment.ts'
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
const KEY = commentKey(place)
export const OTHER_KEY = commentKey({ ...place, job: 'voice' })
const RUN: RunStamp = { runId: 100, runAttempt: 1 }

let github: GitHub
let issueNumber = 0
let journalStart = 0

/** To be called once at a test file's top. */
export function useGitHub(): void {
  beforeAll(async () => {
    github = await startGitHub()
    vi.stubEnv('GITHUB_API_URL', github.url)
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

/** Writes the comment as run 100, attempt 1, unless told. */
export async function upsert(
  body: string,
  run: Partial<RunStamp> = {},
  options: Partial<OctokitOptions> = {},
): Promise<Upserted> {
  const octokit = await createOctokit({ token: github.token, retryBaseMs: 1, timeoutMs: 2_000, ...options })
  const issue = { owner: 'acme', repo: 'shop', issueNumber, key: KEY, pauseMs: 5 }
  return upsertComment({ ...issue, octokit, body, ...RUN, ...run })
}

/** The body as `upsert` is to write it. */
export function marked(body: string, run: Partial<RunStamp> = {}, key = KEY): string {
  return `${markerLine(key, { ...RUN, ...run })}\n${body}`
}

export function seed(body: string, user = BOT): StoredComment {
  return github.seed(issueNumber, { user, body })
}

/** As a person would on GitHub's page. */
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

/** The requests of this test, other than for the viewer. */
export function sent(method: string): GitHubJournalEntry[] {
  return github.journal
    .slice(journalStart)
    .filter((entry) => entry.method === method && entry.path !== '/graphql')
}

type Kind = (request: GitHubRequest) => boolean

/** Adds a rule for the requests of a kind until the end of the test. */
export function always(isMeant: Kind, rule: FaultRule): void {
  github.faults.push((request) => (isMeant(request) ? rule(request) : undefined))
}

/** Adds a rule for the first request of a kind that no earlier rule has answered. */
export function once(isMeant: Kind, rule: FaultRule): void {
  let asked = false
  always(
    (request) => !asked && isMeant(request),
    (request) => {
      asked = true
      return rule(request)
    },
  )
}

export const isAny: Kind = () => true
export const isCreation: Kind = ({ method, path }) => method === 'POST' && path !== '/graphql'
export const isList: Kind = ({ method }) => method === 'GET'
export const isEdit: Kind = ({ method }) => method === 'PATCH'
export const isRemoval: Kind = ({ method }) => method === 'DELETE'
export const isViewer: Kind = ({ path }) => path === '/graphql'
