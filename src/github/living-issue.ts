// Keeps one open issue about the failing tests of the default branch. Nothing reads a verdict from it.
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
} from './marker.ts'
import { COMMENTS, ISSUES, type IssueAnswer } from './routes.ts'
import { MAX_BODY_CHARACTERS, viewerOf, WRITE_MS, type Writer, type Written } from './sticky-comment.ts'

/** What a run says of the tests that an issue is about, which are known by their hashes. */
export interface IssueReport {
  /** The title of a new issue. */
  readonly title: string
  /** Markdown. @param left tests that keep the issue open although they do not block this job */
  readonly body: (maxCharacters: number, left: readonly NamedTest[]) => string
  /** Comments in Markdown, since edits notify nobody: of a test that the issue never named, and of the end. */
  readonly news: string
  readonly end: string
  readonly hasFailed: boolean
  /** The tests that a failed job is about. */
  readonly blocking: readonly NamedTest[]
  /** Whether this job ran a test, which passed or is accepted. */
  readonly isOver: (test: string) => boolean
}

/**
 * `other-call`: another call of this run has written it; `left-closed`: a person closed it, and it names all that fails. Then it was
 * left as it was.
 */
export type WrittenIssue = Written<'closed' | 'other-call' | 'left-closed'>

type FoundIssue = IssueAnswer & NonNullable<ReturnType<typeof parseBody>>

/**
 * Opens, edits or closes the issue; those of other authors are never touched.
 * @returns null if none is open, and none is needed
 * @throws what `explainWriteError` explains
 */
export async function writeIssue(
  access: GitHubAccess,
  writer: Writer,
  report: IssueReport,
  signal: AbortSignal,
): Promise<WrittenIssue | null> {
  const github = new GitHubApi(access, { signal, totalMs: WRITE_MS })
  const author = await viewerOf(github)
  const own = (listed: readonly IssueAnswer[]) =>
    listed.flatMap((issue): FoundIssue | [] => {
      const isOurs = issue.user?.login === author && !issue.pull_request
      const parsed = isOurs ? parseBody(issue.body ?? '') : null
      return parsed?.marker.commentId === writer.commentId ? { ...issue, ...parsed } : []
    })
  const query = { owner: writer.owner, repo: writer.repo, creator: author }
  const listed = own(await github.list(ISSUES, { ...query, state: 'open' }))
  // Jobs that ran at the same time may each have created one.
  const [oldest, ...others] = listed.sort((a, b) => a.number - b.number)
  if (oldest !== undefined) return update(github, writer, [oldest, ...others], report)
  if (!report.hasFailed) return null
  const recent = { ...query, state: 'closed', sort: 'updated' }
  const closed = own(await github.firstPage(ISSUES, recent))
  const last = closed.sort((a, b) => compareRuns(b.marker, a.marker))[0]
  if (last === undefined) return create(github, writer, report)
  const { marker, html_url: url } = last
  // A newer run has closed it, so that this slower one does not open it again.
  if (compareRuns(marker, writer) > 0) return { kind: 'superseded', url }
  if (marker.issue.isClosed) return update(github, writer, [last], report)
  return hasNewTest(report, marker.issue) ? create(github, writer, report) : { kind: 'left-closed', url }
}

async function update(
  github: GitHubApi,
  writer: Writer,
  [found, ...others]: readonly [FoundIssue, ...FoundIssue[]],
  report: IssueReport,
): Promise<WrittenIssue> {
  const { html_url: url, number: issue_number, locked = false, above, marker } = found
  const { owner, repo } = writer
  const markers = [found, ...others].map((each) => each.marker)
  const order = Math.max(...markers.map((each) => compareRuns(each, writer)))
  if (order > 0) return { kind: 'superseded', url }
  if (order === 0 && !marker.issue.isClosed) return { kind: 'other-call', url }
  const known = {
    tests: markers.flatMap(({ issue }) => issue.tests),
    passed: markers.flatMap(({ issue }) => issue.passed),
  }
  const { body, isClosed } = textFor(writer, known, report, above)
  const edit = (of: number, changes: Readonly<Record<string, string>>) =>
    github.write('PATCH', `${ISSUES.path}/{issue_number}`, { owner, repo, issue_number: of, ...changes })
  const state = isClosed ? { state: 'closed', state_reason: 'completed' } : { state: 'open' }
  await edit(issue_number, { body, ...state })
  for (const { number } of others) await edit(number, { state: 'closed', state_reason: 'not_planned' })
  // Nobody knows which of those that do not fit are new.
  const isFull = known.tests.some(({ hash }) => hash === OTHERS.hash)
  const news = !isFull && hasNewTest(report, known) ? report.news : null
  const comment = isClosed ? report.end : news
  // On a locked issue, a workflow's token may not comment.
  if (!locked && comment !== null)
    await github.write('POST', COMMENTS.path, { owner, repo, issue_number, body: comment })
  return { kind: isClosed ? 'closed' : 'updated', url }
}

async function create(github: GitHubApi, writer: Writer, report: IssueReport): Promise<WrittenIssue> {
  const { owner, repo } = writer
  const { body } = textFor(writer, NO_ISSUE, report, '')
  const answer = await github.write('POST', ISSUES.path, { owner, repo, title: report.title, body })
  const created = z.safeParse(ISSUES.schema, answer)
  return { kind: 'created', url: created.success ? created.data.html_url : null }
}

type Known = Omit<IssueState, 'isClosed'>

/** In place of the tests that do not fit: no job can say that they passed, so a person closes the issue. */
const OTHERS: NamedTest = { hash: 'others', name: 'others, which do not fit here' }

/**
 * The text, and whether it is the last one. A test leaves the list when it passed, or is accepted, in a job that ran it.
 * @param above what a person wrote above our text
 */
function textFor(writer: Writer, known: Known, report: IssueReport, above: string) {
  const { blocking, hasFailed } = report
  const kept = known.tests.filter(({ hash }) => !report.isOver(hash))
  const listed = new Map([...kept, ...blocking].map((test) => [test.hash, test]))
  const tests = listed.size > MAX_ISSUE_TESTS ? new Map([[OTHERS.hash, OTHERS], ...listed]) : listed
  const passed = [...hashesIn(known)].filter((hash) => !tests.has(hash))
  const left = [...tests.values()].filter(({ hash }) => blocking.every((each) => each.hash !== hash))
  const isClosed = !hasFailed && left.length === 0
  const issue = { tests: [...tests.values()], passed, isClosed }
  const start = above + formatMarker({ ...writer, isNotice: false, issue })
  return { isClosed, body: `${start}\n${report.body(MAX_BODY_CHARACTERS - start.length - 1, left)}` }
}

function hasNewTest({ hasFailed, blocking }: IssueReport, known: Known): boolean {
  const named = hashesIn(known)
  return hasFailed && blocking.some(({ hash }) => !named.has(hash))
}

function hashesIn({ tests, passed }: Known): ReadonlySet<string> {
  return new Set([...tests.map(({ hash }) => hash), ...passed])
}
