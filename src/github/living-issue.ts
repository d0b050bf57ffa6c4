// Keeps one open issue about the failing tests of the default branch. Nothing reads a verdict from it.
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { type GitHubAccess, GitHubApi } from './api.ts'
import {
  compareRuns,
  formatMarker,
  type IssueState,
  MAX_ISSUE_TESTS,
  type NamedTest,
  NO_ISSUE,
  parseBody,
  type WorkflowRun,
} from './marker.ts'
import { COMMENTS, FIRST_ISSUES, ISSUES, type IssueAnswer } from './routes.ts'
import { MAX_BODY_CHARACTERS, viewerOf, WRITE_MS } from './sticky-comment.ts'

interface IssuePlace extends WorkflowRun {
  readonly owner: string
  readonly repo: string
  /** From `commentIdOf`. */
  readonly commentId: string
}

/** What a run says of the tests that an issue is about, which are known by their hashes. */
export interface IssueReport {
  readonly title: string
  /** Markdown. @param left tests that keep the issue open although they do not block this job */
  readonly body: (maxCharacters: number, left: readonly NamedTest[]) => string
  /** Comments in Markdown, since edits notify nobody: of a test that the issue never named, and of the end. */
  readonly news: string
  readonly end: string
  readonly hasFailed: boolean
  /** Whether a test failed that is not accepted, whatever the verdict. */
  readonly hasFailingTests: boolean
  /** The tests that a failed job is about. */
  readonly blocking: readonly NamedTest[]
  /** Whether this job ran a test, which passed or is accepted. */
  readonly isOver: (test: string) => boolean
}

export interface WrittenIssue {
  /**
   * `superseded`: a newer run has written it; `other-call`: another call of this run has; `left-closed`: a person closed it, and it
   * names all that fails. Then it was left as it was.
   */
  readonly kind: 'created' | 'updated' | 'closed' | 'superseded' | 'other-call' | 'left-closed'
  /** Null if GitHub created it, but its response could not be understood. */
  readonly url: string | null
  /** Set if GitHub did not say whose the token is, so that an earlier issue may be another author's. */
  readonly isAuthorGuessed?: true
}

type FoundIssue = IssueAnswer & Pick<NonNullable<ReturnType<typeof parseBody>>, 'marker' | 'above'>

/** All methods throw what `explainIssueError` explains. */
export class LivingIssue {
  readonly #access: GitHubAccess
  readonly #place: IssuePlace

  constructor(access: GitHubAccess, place: IssuePlace) {
    this.#access = access
    this.#place = place
  }

  /** Opens, edits or closes the issue; those of other authors are never touched. @returns null if none is open, and none is needed */
  async write(report: IssueReport, signal: AbortSignal): Promise<WrittenIssue | null> {
    const github = new GitHubApi(this.#access, { signal, totalMs: WRITE_MS })
    const { login: author, isGuessed } = await viewerOf(github)
    const query = { owner: this.#place.owner, repo: this.#place.repo, creator: author }
    const open = this.#own(await github.list(ISSUES, { ...query, state: 'open' }), author)
    if (open.length > 0) return this.#update(open, report, github)
    if (!report.hasFailed) return null
    const recent = { ...query, state: 'closed', sort: 'updated', per_page: 100 }
    const closed = this.#own(await github.get(FIRST_ISSUES, recent), author)
    const last = closed.sort((a, b) => compareRuns(b.marker, a.marker))[0]
    // Else a slow job would open it again.
    if (last !== undefined && compareRuns(last.marker, this.#place) > 0)
      return { kind: 'superseded', url: last.html_url }
    if (last?.marker.issue.isClosed) return this.#update([last], report, github)
    if (last !== undefined && !hasNewTest(report, last.marker.issue))
      return { kind: 'left-closed', url: last.html_url }
    const created = await this.#create(report, github)
    return isGuessed ? { ...created, isAuthorGuessed: true } : created
  }

  /** @param issues the first one is kept: jobs that ran at the same time may each have created one */
  async #update(issues: readonly FoundIssue[], report: IssueReport, github: GitHubApi) {
    const [found, ...others] = issues.toSorted((a, b) => a.number - b.number)
    if (found === undefined) return null
    const { html_url: url, number: issue_number, title, locked = false } = found
    const { owner, repo } = this.#place
    const known = stateOf(found, others)
    const order = Math.max(...issues.map(({ marker }) => compareRuns(marker, this.#place)))
    if (order > 0) return { kind: 'superseded', url } as const
    if (order === 0 && !known.isClosed) return { kind: 'other-call', url } as const
    const edit = (of: number, changes: Readonly<Record<string, string>>) =>
      github.write('PATCH', `${ISSUES.path}/{issue_number}`, { owner, repo, issue_number: of, ...changes })
    const next = nextState(known, report)
    const isOurTitle = known.title === hashOfTitle(title)
    const newTitle = report.hasFailed && isOurTitle ? report.title : title
    const hash = isOurTitle ? hashOfTitle(newTitle) : known.title
    const body = this.#bodyOf(report, { ...next, title: hash }, found.above)
    const state = next.isClosed ? { state: 'closed', state_reason: 'completed' } : { state: 'open' }
    await edit(issue_number, { title: newTitle, body, ...state })
    for (const { number } of others) await edit(number, { state: 'closed', state_reason: 'not_planned' })
    const news = hasNewTest(report, known) ? report.news : null
    const comment = next.isClosed ? report.end : news
    // On a locked issue, a workflow's token may not comment.
    if (!locked && comment !== null)
      await github.write('POST', COMMENTS.path, { owner, repo, issue_number, body: comment })
    return { kind: next.isClosed ? 'closed' : 'updated', url } as const
  }

  async #create(report: IssueReport, github: GitHubApi): Promise<WrittenIssue> {
    const { owner, repo } = this.#place
    const { title } = report
    const state = { ...nextState(NO_ISSUE, report), title: hashOfTitle(title) }
    const sent = { owner, repo, title, body: this.#bodyOf(report, state, '') }
    const created = z.safeParse(ISSUES.schema, await github.write('POST', ISSUES.path, sent))
    return { kind: 'created', url: created.success ? created.data.html_url : null }
  }

  #own(listed: readonly IssueAnswer[], author: string): FoundIssue[] {
    return listed.flatMap((issue) => {
      const isOurs = issue.user?.login === author && !issue.pull_request
      const parsed = isOurs ? parseBody(issue.body ?? '') : null
      return parsed?.marker.commentId === this.#place.commentId ? [{ ...issue, ...parsed }] : []
    })
  }

  /** @param above what a person wrote above our text */
  #bodyOf({ body }: IssueReport, { left, ...issue }: NextState & IssueState, above: string): string {
    const start = above + formatMarker({ ...this.#place, isNotice: false, issue })
    return `${start}\n${body(MAX_BODY_CHARACTERS - start.length - 1, left)}`
  }
}

/** GitHub trims titles. */
function hashOfTitle(title: string): string {
  return createHash('sha256').update(title.trim()).digest('hex').slice(0, 16)
}

/** What an issue remembers, and those that are closed in its favor. */
function stateOf({ marker: { issue } }: FoundIssue, others: readonly FoundIssue[]): IssueState {
  const all = [issue, ...others.map(({ marker }) => marker.issue)]
  return { ...issue, tests: all.flatMap(({ tests }) => tests), passed: all.flatMap(({ passed }) => passed) }
}

type NextState = ReturnType<typeof nextState>

/** A test leaves the list when it passed, or is accepted, in a job that ran it. `left`: what does not block this job. */
function nextState(known: IssueState, report: IssueReport) {
  const kept = known.tests.filter(({ hash }) => !report.isOver(hash))
  const tests = new Map([...kept, ...report.blocking].map((test) => [test.hash, test]))
  const passed = [...hashesIn(known)].filter((hash) => !tests.has(hash))
  const left = [...tests.values()].filter(({ hash }) => report.blocking.every((each) => each.hash !== hash))
  const isObstacle = isAboutAll(known) && report.hasFailingTests
  const isClosed = !report.hasFailed && left.length === 0 && !isObstacle
  return { left, tests: [...tests.values()], passed, isClosed }
}

function hasNewTest({ hasFailed, blocking }: IssueReport, known: IssueState): boolean {
  const named = hashesIn(known)
  return hasFailed && !isAboutAll(known) && blocking.some(({ hash }) => !named.has(hash))
}

function hashesIn({ tests, passed }: IssueState): ReadonlySet<string> {
  return new Set([...tests.map(({ hash }) => hash), ...passed])
}

function isAboutAll({ tests }: IssueState): boolean {
  return tests.length >= MAX_ISSUE_TESTS
}
