// Publishes results: outputs, files, page, log, summary, comment. Each is attempted even if another fails.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as core from '@actions/core'
import { readPageTemplate, writePieces } from './files.ts'
import type { PullRequest } from './github/event.ts'
import { explainWriteError } from './github/github-error.ts'
import type { IssueReport, WrittenIssue } from './github/living-issue.ts'
import type { StickyComment, WrittenComment } from './github/sticky-comment.ts'
import type { ReportInputs } from './inputs/inputs.ts'
import { type Links, progressNotice } from './report/comment.ts'
import { type Reports, reportsOf } from './report/reports.ts'
import { capitalized } from './results/sentence.ts'
import { uploadArtifact } from './runner/artifact.ts'
import type { Cancellation } from './runner/cancellation.ts'
import type { Environment } from './runner/environment.ts'
import type { Results } from './schema.ts'

const SUMMARY_MAX_BYTES = 1024 * 1024

export interface PublishContext {
  readonly inputs: Pick<ReportInputs, 'comment' | 'issue' | 'uploadPage'>
  /** The name of the check in reports. */
  readonly title: string
  readonly environment: Environment
  readonly pullRequest: PullRequest | null
  /** The tested commit, null if it is unknown. */
  readonly headSha: string | null
  readonly filesOf: Results['filesOf']
  readonly about: Results['about']
  /** Which comment it is, and which page. */
  readonly commentId: string
  /** Null on events without a pull request, and if the inputs say so. */
  readonly comment: StickyComment | null
  /** Null unless the job tests it. */
  readonly defaultBranch: string | null
  /** Null unless the input `issue` is set. */
  readonly issue: ((report: IssueReport, signal: AbortSignal) => Promise<WrittenIssue | null>) | null
  /** Without valid inputs, all outputs but the headline stay empty. */
  readonly isRefused: boolean
  readonly cancellation: Cancellation
}

export async function publish(results: Results, context: PublishContext): Promise<void> {
  const { inputs, environment } = context
  const reports = reportsOf(results)
  // All outputs are in one file of the runner. If it cannot be written, that is one warning.
  const hasOutputs = await tryToWrite('The outputs', () => core.setOutput('headline', reports.headline()))
  const setOutput = hasOutputs ? core.setOutput : () => undefined
  let page: string | null = null
  if (!context.isRefused) {
    await tryToWrite('The outputs', () => writeOutputs(results, setOutput))
    await tryToWrite('The result files', async () => {
      page = await writeFiles(reports, environment, setOutput)
    })
  }
  const isUploaded = inputs.uploadPage && results.agents.length > 0
  const pageUrl = page && isUploaded ? await uploadPage(page, context) : null
  if (pageUrl !== null) await tryToWrite('The outputs', () => setOutput('page-url', pageUrl))
  const links = { pageUrl }
  await tryToWrite('The log', () => writeLog(reports))
  await tryToWrite('The job summary', async () => {
    // Not every runner has one.
    if (!process.env['GITHUB_STEP_SUMMARY']) return
    await core.summary.addRaw(reports.summary({ maxBytes: SUMMARY_MAX_BYTES, ...links })).write()
  })
  const whyNot = await publishComment(context, results, (maxCharacters) =>
    reports.comment({ maxCharacters, ...links }),
  )
  if (whyNot !== null) core.info(`No comment was written, because ${whyNot}.`)
  await publishIssue(reports, results, context, links)
  // Coding agents read the last lines of a log alone.
  await tryToWrite('The end of the log', () => {
    for (const line of reports.lastLines()) core.info(line)
  })
}

/** A report that cannot be written is a warning and does not change the verdict. @returns whether it was written */
async function tryToWrite(what: string, write: () => void | Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    // The toolkit adds advice to some messages.
    const cause = said.replace(/(\. Check if .*)?\.?$/s, '')
    core.warning(
      `${what} could not be written: ${cause}. Check that the runner's disk is not full and its folders are writable.`,
    )
    return false
  }
}

function writeLog(reports: Reports): void {
  core.info(reports.log().join('\n'))
  for (const { level, title, message, file, line = 1 } of reports.annotations()) {
    const annotate = level === 'error' ? core.error : core.warning
    annotate(message, { title, ...(file !== undefined && { file, startLine: line }) })
  }
}

function writeOutputs(results: Results, setOutput: typeof core.setOutput): void {
  const { totals, executedTests, costUsd, verdict } = results
  setOutput('total', totals.total)
  setOutput('passed', totals.passed)
  setOutput('failed', totals.failed)
  setOutput('flaky', totals.flaky)
  setOutput('broken', brokenTests(results))
  setOutput('executed-tests', executedTests)
  setOutput('cost', costUsd === null ? '' : Number(costUsd.toFixed(6)))
  setOutput('verdict', verdict)
}

/** How many tests block because of a change; empty if nothing was compared. */
function brokenTests({ agents, decision }: Results): number | '' {
  if (agents.length === 0 || decision.compares === 'nothing') return ''
  const tests = agents.flatMap(({ run }) => run?.tests ?? [])
  return tests.filter(({ blocks, cause }) => blocks && (cause === 'yours' || cause === 'changed')).length
}

/** @returns the page's path, null if it could not be written */
async function writeFiles(
  reports: Reports,
  { tempFolder }: Environment,
  setOutput: typeof core.setOutput,
): Promise<string | null> {
  // A folder per step, so that two steps of a job do not overwrite each other's files.
  const folder = mkdtempSync(join(tempFolder ?? tmpdir(), 'agent-tests-'))
  const write = (output: string, name: string, pieces: () => Iterable<string>) =>
    tryToWrite(`The file ${name}`, () => {
      const path = join(folder, name)
      writePieces(path, pieces())
      setOutput(output, path)
    })
  await write('results-file', 'results.json', reports.json)
  await write('junit-file', 'junit.xml', reports.junit)
  const page = 'report.html'
  const isWritten = await write('report-file', page, () => reports.page(readPageTemplate()))
  return isWritten ? join(folder, page) : null
}

/** The address of the page as an artifact of the workflow run; null if it cannot be uploaded. */
async function uploadPage(
  file: string,
  { commentId, environment: { workflowRunUrl }, cancellation: { requested } }: PublishContext,
): Promise<string | null> {
  if (requested.aborted) return null
  core.startGroup('Upload the page')
  try {
    const name = `agent-tests-${commentId}`
    const url = await uploadArtifact({ file, name, workflowRunUrl }, requested)
    core.info(`Page uploaded: ${url}`)
    return url
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    core.warning(`The page could not be uploaded: ${cause.replace(/\.$/, '')}.`, {
      title: 'No link to the conversations',
    })
    return null
  } finally {
    core.endGroup()
  }
}

/** Never rejects. @returns why there is none, if none is to be there */
async function publishComment(
  { inputs, comment, pullRequest, cancellation }: PublishContext,
  { verdict }: Results,
  body: (maxCharacters: number) => string,
): Promise<string | null> {
  if (pullRequest === null)
    return 'this event leads to no pull request. The input "pull-request" can name one'
  if (comment === null || !inputs.comment)
    return 'the input "comment" is "false", or not all is valid that a comment needs'
  const creates = inputs.comment === true || verdict !== 'passed'
  try {
    const written = await comment.write(body(comment.maxCharacters), {
      creates,
      signal: cancellation.overdue,
    })
    if (written === null) return 'the verdict is "passed" and the input "comment" is "failures"'
    sayWritten('comment', written)
  } catch (error) {
    const isFromFork = pullRequest.fromFork === true
    const why = explainWriteError(error, 'The comment on the pull request', 'pull-requests', isFromFork)
    core.warning(`${why} The result is in the log.`, { title: 'No comment on the pull request' })
  }
  return null
}

/** Never rejects. */
async function publishIssue(
  reports: Reports,
  { verdict }: Results,
  { issue, defaultBranch, pullRequest, cancellation }: PublishContext,
  links: Links,
): Promise<void> {
  if (issue === null) return
  // The job is red anyway, and an outage opens no issue.
  const isUndecided = verdict === 'inconclusive' || cancellation.requested.aborted
  if (defaultBranch === null)
    core.info('No issue was written, because this job does not test the newest commit of the default branch.')
  else if (pullRequest !== null) core.info('No issue was written, because this job has a pull request.')
  else if (isUndecided) core.info('The issue was left as it is, because this job has no clear result.')
  else
    try {
      const written = await issue(reports.issue(defaultBranch, links), cancellation.overdue)
      if (written === null) core.info('No issue was written, because nothing failed.')
      else sayWritten('issue', written)
    } catch (error) {
      core.warning(explainWriteError(error, 'The issue', 'issues'), {
        title: 'No issue about the default branch',
      })
    }
}

function sayWritten(what: 'comment' | 'issue', { kind, url }: WrittenComment | WrittenIssue): void {
  const notShown = `The ${what} does not show this result, because it has that of`
  if (kind === 'superseded') core.warning(`${notShown} a newer workflow run: ${url}`)
  else if (kind === 'other-call')
    core.warning(
      `${notShown} another call of this action in the same workflow run: ${url}. Give each call its own input "title".`,
    )
  else if (kind === 'left-closed')
    core.info(`No issue was written, because a person closed the one about all that fails: ${url}`)
  else core.info(`${capitalized(what)} ${kind}${url === null ? '' : `: ${url}`}`)
  if (kind === 'replaced')
    core.warning(
      'The comment no longer shows the result of another call of this action in the same workflow run: both have the same workflow, job, step, matrix leg and title. Give each call its own input "title".',
    )
}

/** Says in an existing comment that results for the new commit are on their way: an edit sends no mail. Never rejects. */
export async function announce(context: PublishContext, signal: AbortSignal): Promise<void> {
  // An error comes again when the comment is written at the end, which reports it.
  const { title, headSha, environment } = context
  const { workflowRunUrl } = environment
  const notice = progressNotice({ title, headSha, workflowRunUrl })
  await context.comment?.announce(notice, signal).catch(() => undefined)
}
