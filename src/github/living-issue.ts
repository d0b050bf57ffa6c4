// Keeps one open issue about the failing tests of the default branch. Nothing reads a verdict from it.
import * as z from 'zod/mini'
import { type GitHubAccess, GitHubApi } from './api.ts'
import { compareRuns, formatMarker, MAX_TESTS, parseBody, type WorkflowRun } from './marker.ts'
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
  /** Markdown. @param left tests that keep the issue open although they do not block any more */
  readonly body: (maxCharacters: number, left: readonly string[]) => string
  /** Comments in Markdown, since edits notify nobody: of another title or other tests, and of the end. */
  readonly news: string
  readonly end: string
  readonly hasFailed: boolean
  /** Whether a test failed that is not accepted, whatever the verdict. */
  readonly hasFailingTests: boolean
  /** The tests that a failed job is about. */
  readonly blocking: readonly string[]
  /** Whether a test passed, is accepted or is gone. */
  readonly isOver: (test: string) => boolean
}

export interface WrittenIssue {
  /** `superseded`: a newer run has written it; `other-call`: another call of this run has. Then it was left as it was. */
  readonly kind: 'created' | 'updated' | 'closed' | 'superseded' | 'other-call'
  /** Null if GitHub created it, but its response could not be understood. */
  readonly url: string | null
  /** Set if GitHub did not say whose the token is, so that an earlier issue may be another author's. */
  readonly isAuthorGuessed?: true
}

interface FoundIssue extends IssueAnswer {
  readonly marker: NonNullable<ReturnType<typeof parseBody>>['marker']
}

/** Who writes an issue, how, and what. */
interface Writer {
  readonly github: GitHubApi
  readonly author: string
  readonly report: IssueReport
}

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
    const writer = { github, author, report }
    const found = await this.#findOpen(writer)
    if (found !== undefined) return this.#update(found, writer)
    if (!report.hasFailed) return null
    const newer = await this.#findClosedByNewerRun(writer)
    if (newer !== undefined) return { kind: 'superseded', url: newer.html_url }
    const created = await this.#create(writer)
    return isGuessed ? { ...created, isAuthorGuessed: true } : created
  }

  async #update(found: FoundIssue, { github, report }: Writer): Promise<WrittenIssue> {
    const { html_url: url, number: issue_number, title, locked = false, marker } = found
    const { owner, repo } = this.#place
    const issue = { owner, repo, issue_number }
    const edit = (changes: Readonly<Record<string, string>>) =>
      github.write('PATCH', `${ISSUES.path}/{issue_number}`, { ...issue, ...changes })
    // On a locked issue, a workflow's token may not comment.
    const comment = async (body: string) => {
      if (!locked) await github.write('POST', COMMENTS.path, { ...issue, body })
    }
    const order = compareRuns(marker, this.#place)
    if (order >= 0) return { kind: order > 0 ? 'superseded' : 'other-call', url }
    const left = marker.tests.filter((test) => !report.isOver(test) && !report.blocking.includes(test))
    const body = this.#bodyOf(report, left)
    const isAboutAll = marker.tests.length >= MAX_TESTS
    if (!report.hasFailed && left.length === 0 && !(isAboutAll && report.hasFailingTests)) {
      await edit({ body, state: 'closed', state_reason: 'completed' })
      await comment(report.end)
      return { kind: 'closed', url }
    }
    const hasNewTests = !isAboutAll && report.blocking.some((test) => !marker.tests.includes(test))
    const isNews = report.hasFailed && (title !== report.title || hasNewTests)
    await edit({ body, ...(isNews && { title: report.title }) })
    if (isNews) await comment(report.news)
    return { kind: 'updated', url }
  }

  async #create(writer: Writer): Promise<WrittenIssue> {
    const { github, report } = writer
    const { owner, repo } = this.#place
    const sent = { owner, repo, title: report.title, body: this.#bodyOf(report, []) }
    const created = z.safeParse(ISSUES.schema, await github.write('POST', ISSUES.path, sent))
    if (!created.success) return { kind: 'created', url: null }
    const { number: issue_number, html_url: url } = created.data
    // Another job may have found none at the same time, and created one, too.
    const first = await this.#findOpen(writer)
    if (first === undefined || first.number >= issue_number) return { kind: 'created', url }
    const closed = { owner, repo, issue_number, state: 'closed', state_reason: 'not_planned' }
    await github.write('PATCH', `${ISSUES.path}/{issue_number}`, closed)
    return this.#update(first, writer)
  }

  async #findOpen({ github, author }: Writer): Promise<FoundIssue | undefined> {
    const listed = await github.list(ISSUES, this.#query(author, 'open'))
    return this.#own(listed, author).sort((a, b) => a.number - b.number)[0]
  }

  /** Else a slow job would open it again. */
  async #findClosedByNewerRun({ github, author }: Writer): Promise<FoundIssue | undefined> {
    const query = { ...this.#query(author, 'closed'), sort: 'updated', per_page: 100 }
    const listed = await github.get(FIRST_ISSUES, query)
    return this.#own(listed, author).find(({ marker }) => compareRuns(marker, this.#place) > 0)
  }

  #query(creator: string, state: 'open' | 'closed') {
    const { owner, repo } = this.#place
    return { owner, repo, creator, state }
  }

  #own(listed: readonly IssueAnswer[], author: string): FoundIssue[] {
    return listed.flatMap((issue) => {
      const isOurs = issue.user?.login === author && !issue.pull_request
      const marker = isOurs ? parseBody(issue.body ?? '')?.marker : undefined
      return marker?.commentId === this.#place.commentId ? [{ ...issue, marker }] : []
    })
  }

  #bodyOf({ body, blocking }: IssueReport, left: readonly string[]): string {
    const marker = formatMarker({ ...this.#place, isNotice: false, tests: [...blocking, ...left] })
    return `${marker}\n${body(MAX_BODY_CHARACTERS - marker.length - 1, left)}`
  }
}
