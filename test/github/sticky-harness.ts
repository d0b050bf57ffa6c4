// What the tests of the sticky comment share: one fake GitHub per file, and one pull request per test.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  type CommentKey,
  commentKeyOf,
  formatMarker,
  type Marker,
  parseBody,
} from '../../src/github/marker.ts'
import { StickyComment, type WrittenComment } from '../../src/github/sticky-comment.ts'
import {
  type FaultRule,
  type GitHub,
  type GitHubJournalEntry,
  type GitHubOptions,
  type GitHubRequest,
  type StoredComment,
  startGitHub,
} from '../support/github/github.ts'

const BOT = 'github-actions[bot]'

/** The values that the runner gives all calls of a reusable workflow, of a matrix of such calls, and of a composite action. */
const ofTheRunner = {
  workflowRef: 'acme/shop/.github/workflows/ci.yml@refs/pull/7/merge',
  job: 'agents',
  action: '__acme_agent-tests',
  matrix: 'null',
}

/** The key of a call that tests these agents. */
export function keyOf(...agents: readonly string[]): CommentKey {
  return commentKeyOf({ ...ofTheRunner, title: 'Agent tests', agents, mode: 'gate' })
}

export const voiceKey = commentKeyOf({ ...ofTheRunner, job: 'voice', title: '', agents: [], mode: 'gate' })
/** Another call, of run 100, attempt 1. */
const ELSEWHERE: Marker = { ...keyOf(), runId: 100, runAttempt: 1, call: '00000000' }

export const noSignal = new AbortController().signal

let github: GitHub
let issueNumber = 0
let journalStart = 0

/** Call it once at the top of a test file. */
export function useGitHub(options: GitHubOptions = {}): void {
  beforeAll(async () => {
    github = await startGitHub(options)
  })
  beforeEach(nextPullRequest)
  afterEach(() => {
    github.faults.length = 0
  })
  afterAll(() => github.close())
}

export function nextPullRequest(): void {
  issueNumber += 1
  journalStart = github.journal.length
}

/** A call of the action, by default in run 100, attempt 1. */
export function call(of: Partial<Marker> = {}, fetchFor = fetch): StickyComment {
  const { id, hash, runId, runAttempt } = { ...ELSEWHERE, ...of }
  const access = { token: github.token, apiUrl: github.url, fetch: fetchFor }
  const place = { owner: 'acme', repo: 'shop', issueNumber, key: { id, hash }, runId, runAttempt }
  return new StickyComment(access, place)
}

/** What a new call writes. */
export function write(text: string, of: Partial<Marker> = {}): Promise<WrittenComment> {
  return call(of).write(text, noSignal)
}

/** A comment of an earlier call, by default by run 99. */
export function seed(text: string, by: Partial<Marker> = {}, user = BOT): StoredComment {
  return seedBody(`${formatMarker({ ...ELSEWHERE, runId: 99, ...by })}\n${text}`, user)
}

export function seedBody(body: string, user = BOT): StoredComment {
  return github.seed(issueNumber, { user, body })
}

/** From here on, new comments are by this user. */
export function viewerOfComments(user: string): void {
  always(isCreation, ({ body }) => {
    const text = String(Reflect.get(Object(body), 'body'))
    const { id } = seedBody(text, user)
    const html_url = `${new URL(github.url).origin}/acme/shop/pull/${issueNumber}#issuecomment-${id}`
    return { status: 201, body: { id, html_url, user: { login: user }, body: text } }
  })
}

export function comments(): readonly StoredComment[] {
  return github.comments(issueNumber)
}

/** The last line of the text of each comment, oldest first. */
export function texts(): string[] {
  return comments().map(({ body }) => (parseBody(body)?.text ?? body).split('\n').at(-1) ?? '')
}

/** The requests of this test. */
export function sent(method?: string): GitHubJournalEntry[] {
  const entries = github.journal.slice(journalStart)
  return entries.filter((entry) => method === undefined || (entry.method === method && !isViewer(entry)))
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

export const isCreation: Kind = ({ method, path }) => method === 'POST' && path !== '/graphql'
export const isList: Kind = ({ method, path }) => method === 'GET' && path.endsWith('/comments')
export const isEdit: Kind = ({ method }) => method === 'PATCH'
export const isViewer: Kind = ({ path }) => path === '/graphql'
