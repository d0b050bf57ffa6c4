// Publishes an outcome: outputs, files, log, summary, comment. Each is attempted even if another fails.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as core from '@actions/core'
import { createRedactor } from './client/redactor.ts'
import type { GateOutcome } from './gate/results.ts'
import { explainCommentError } from './github/comment-error.ts'
import { type PullRequest, pullRequestOf } from './github/event.ts'
import { commentIdOf, formatMarker } from './github/marker.ts'
import { createOctokit } from './github/octokit.ts'
import { announceRun, upsertComment } from './github/sticky-comment.ts'
import type { Inputs } from './inputs.ts'
import { readPageTemplate } from './page-template.ts'
import { annotationsOf } from './report/annotations.ts'
import { progressNotice, renderComment, renderSummary } from './report/comment.ts'
import type { ReportContext } from './report/context.ts'
import { htmlPage } from './report/html-page.ts'
import { junitXml } from './report/junit.ts'
import { outcomeLines } from './report/log.ts'
import { executedTests } from './report/measures.ts'
import { resultsJson } from './report/results-json.ts'
import { percent } from './report/units.ts'
import { redactData } from './report/untrusted-text.ts'
import type { Environment } from './runner/environment.ts'
import { createProxiedFetch } from './runner/fetch.ts'
import { writeChunks } from './write-chunks.ts'

const COMMENT_MAX_CHARACTERS = 65_536
const SUMMARY_MAX_BYTES = 1024 * 1024
/** The comment at the end waits for the announcement. */
const ANNOUNCE_MS = 10_000

export interface PublishContext {
  readonly inputs: Pick<Inputs, 'apiKey' | 'githubToken' | 'comment' | 'matrix'>
  readonly environment: Environment
  /** Aborted when a cancelled job has no time left; a comment request in flight is then dropped. */
  readonly cancelled: AbortSignal
}

/** What the event does not say. */
export type PublishedReport = Omit<ReportContext, 'headSha' | 'workflowRunUrl'>

export async function publish(
  known: GateOutcome,
  about: PublishedReport,
  context: PublishContext,
): Promise<void> {
  const { inputs, environment } = context
  const redact = redactSecrets(inputs)
  const outcome = redactData(known, redact)
  const pullRequest = pullRequestOf(environment.eventName, environment.payload)
  const { workflowRunUrl } = environment
  const headSha = pullRequest?.headSha ?? null
  const report = redactData({ ...about, headSha, workflowRunUrl }, redact)
  await attempt('The outputs', () => writeOutputs(outcome))
  await attempt('The result files', () => writeFiles(outcome, report, environment))
  await attempt('The log', () => writeLog(outcome, report))
  await attempt('The job summary', () => writeSummary(outcome, report))
  if (pullRequest === null)
    core.info('No comment was written, because this event does not belong to a pull request.')
  else if (!inputs.comment) core.info('No comment was written, because the input "comment" is "false".')
  else await comment(outcome, report, context, pullRequest)
}

/** A report that cannot be written is a warning and does not change the verdict. */
async function attempt(what: string, write: () => void | Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    core.warning(
      `${what} could not be written: ${cause}. Check that the runner's disk is not full and its folders are writable.`,
    )
  }
}

/** For texts that have been cleaned of invisible characters. */
export function redactSecrets({ apiKey, githubToken }: PublishContext['inputs']): (text: string) => string {
  return createRedactor([apiKey, githubToken])
}

/** The title includes the values of the matrix leg, as in GitHub's job names. */
export function reportOf({ matrix, appUrl, mode, timeoutSeconds }: Inputs): PublishedReport {
  const values = Object.values(matrix ?? {}).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  const title = values.length === 0 ? 'Agent tests' : `Agent tests (${values.join(', ')})`
  return { title, appUrl, mode, timeoutSeconds, now: Date.now() }
}

function writeLog(outcome: GateOutcome, report: ReportContext): void {
  for (const lines of outcomeLines(outcome, report)) core.info(lines.join('\n'))
  for (const { level, title, message } of annotationsOf(outcome, report)) {
    const annotate = level === 'error' ? core.error : core.warning
    annotate(message, { title })
  }
}

function writeOutputs({ verdict, comparison, results }: GateOutcome): void {
  const { tests, costUsd } = executedTests(results)
  core.setOutput('total', verdict.totals.total)
  core.setOutput('passed', verdict.totals.passed)
  core.setOutput('failed', verdict.totals.failed)
  core.setOutput('flaky', verdict.flaky)
  core.setOutput('broken', comparison === null ? '' : comparison.classes.broken)
  core.setOutput('executed-tests', tests)
  core.setOutput('cost', costUsd === null ? '' : Number(costUsd.toFixed(6)))
  core.setOutput('verdict', verdict.status)
  core.setOutput('pass-rate', comparison === null ? '' : percent(comparison.now))
  core.setOutput('previous-pass-rate', comparison === null ? '' : percent(comparison.before))
}

async function writeFiles(outcome: GateOutcome, report: ReportContext, { tempFolder }: Environment) {
  // A folder per step, so that two steps of a job do not overwrite each other's files.
  const folder = mkdtempSync(join(tempFolder ?? tmpdir(), 'agent-tests-'))
  await writeFile('results-file', join(folder, 'results.json'), resultsJson(outcome, report))
  await writeFile('junit-file', join(folder, 'junit.xml'), junitXml(outcome, report))
  await attempt('The report page', async () => {
    const page = htmlPage(outcome, report, { template: readPageTemplate() })
    await writeFile('report-file', join(folder, 'report.html'), page)
  })
}

async function writeFile(output: string, path: string, chunks: Iterable<string>): Promise<void> {
  await attempt(path, () => {
    writeChunks(path, chunks)
    core.setOutput(output, path)
  })
}

async function writeSummary(outcome: GateOutcome, report: ReportContext): Promise<void> {
  await core.summary.addRaw(renderSummary(outcome, report, { maxBytes: SUMMARY_MAX_BYTES })).write()
}

async function comment(
  outcome: GateOutcome,
  report: ReportContext,
  context: PublishContext,
  pullRequest: PullRequest,
): Promise<void> {
  try {
    const place = commentPlace(context, pullRequest)
    const marker = formatMarker(place.commentId, place)
    const body = renderComment(outcome, report, { maxCharacters: COMMENT_MAX_CHARACTERS - marker.length - 1 })
    const { kind, url } = await upsertComment({ ...place, body })
    core.info(`Comment ${kind}: ${url}`)
  } catch (error) {
    core.warning(explainCommentError(error, { ...pullRequest, token: context.inputs.githubToken }), {
      title: 'No comment on the pull request',
    })
  }
}

/** Says in an existing comment that results for the new commit are on their way: an edit sends no mail. */
export async function announce(context: PublishContext): Promise<void> {
  const { inputs, environment } = context
  const pullRequest = pullRequestOf(environment.eventName, environment.payload)
  if (pullRequest === null || !inputs.comment) return
  const { workflowRunUrl } = environment
  const notice = progressNotice({ headSha: pullRequest.headSha, workflowRunUrl })
  // The comment at the end reports errors.
  await announceRun({ ...commentPlace(context, pullRequest, ANNOUNCE_MS), notice }).catch(() => null)
}

function commentPlace(
  { inputs, environment, cancelled }: PublishContext,
  { number }: PullRequest,
  budgetMs = 45_000,
) {
  const { apiUrl, owner, repo, workflowRef, job, action, runId, runAttempt } = environment
  const octokit = createOctokit({
    token: inputs.githubToken,
    apiUrl,
    fetch: createProxiedFetch(process.env),
    signal: cancelled,
    budgetMs,
  })
  const commentId = commentIdOf({ workflowRef, job, action, matrix: JSON.stringify(inputs.matrix) })
  return { octokit, owner, repo, issueNumber: number, commentId, runId, runAttempt }
}
