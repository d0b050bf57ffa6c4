// From an outcome to what people and later steps see: outputs, summary, annotations, comment. Each is tried, whatever became of the others.
import * as core from '@actions/core'
import type { GateOutcome } from './gate/results.ts'
import { explainCommentError } from './github/comment-error.ts'
import { type PullRequest, pullRequestOf } from './github/event.ts'
import { commentIdOf, formatMarker } from './github/marker.ts'
import { createOctokit } from './github/octokit.ts'
import { upsertComment } from './github/sticky-comment.ts'
import type { Inputs } from './inputs.ts'
import { type Annotation, annotationsOf } from './report/annotations.ts'
import type { ReportContext } from './report/context.ts'
import { junitXml } from './report/junit.ts'
import { outcomeLines } from './report/log.ts'
import { renderComment, renderSummary } from './report/page.ts'
import { resultsJson } from './report/results-json.ts'
import { percent } from './report/units.ts'
import { writeResultFiles } from './result-files.ts'
import type { Environment } from './runner/environment.ts'
import { createProxiedFetch } from './runner/fetch.ts'

const COMMENT_MAX_CHARACTERS = 65_536
const SUMMARY_MAX_BYTES = 1024 * 1024

export interface PublishContext {
  readonly inputs: Inputs
  readonly environment: Environment
  /** Aborted when a cancelled job has no time left: a comment still under way is given up. */
  readonly cancelled: AbortSignal
}

export async function publish(outcome: GateOutcome, context: PublishContext): Promise<void> {
  const pullRequest = pullRequestOf(context.environment.eventName, context.environment.payload)
  const report = reportContext(context, pullRequest)
  await attempt('The outputs', () => writeOutputs(outcome))
  await attempt('The result files', () => writeFiles(outcome, report, context.environment))
  await attempt('The log', () => writeLog(outcome, report))
  await attempt('The job summary', () => writeSummary(outcome, report))
  if (pullRequest === null) core.info('No comment: this event belongs to no pull request.')
  else await comment(outcome, report, context, pullRequest)
}

/** A report that cannot be written is a warning, never a change of the verdict. */
async function attempt(what: string, write: () => void | Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    core.warning(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function reportContext(
  { inputs, environment }: PublishContext,
  pullRequest: PullRequest | null,
): ReportContext {
  return {
    title: titleOf(inputs),
    appUrl: inputs.appUrl,
    mode: inputs.mode,
    timeoutSeconds: inputs.timeoutSeconds,
    headSha: pullRequest?.headSha ?? null,
    workflowRunUrl: environment.workflowRunUrl,
  }
}

/** The legs of a matrix are told apart by their values, as in the names of their jobs. */
function titleOf({ matrix }: Inputs): string {
  const values = Object.values(matrix ?? {}).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  return values.length === 0 ? 'Agent tests' : `Agent tests (${values.join(', ')})`
}

function writeLog(outcome: GateOutcome, report: ReportContext): void {
  for (const line of outcomeLines(outcome, report)) core.info(line)
  for (const annotation of annotationsOf(outcome, report)) annotate(annotation)
}

function annotate({ level, title, message }: Annotation): void {
  switch (level) {
    case 'error':
      core.error(message, { title })
      break
    case 'warning':
      core.warning(message, { title })
      break
    default:
      level satisfies never
  }
}

function writeOutputs({ verdict, comparison }: GateOutcome): void {
  core.setOutput('total', verdict.totals.total)
  core.setOutput('passed', verdict.totals.passed)
  core.setOutput('failed', verdict.totals.failed)
  core.setOutput('verdict', verdict.status)
  core.setOutput('pass-rate', comparison === null ? '' : percent(comparison.now))
  core.setOutput('previous-pass-rate', comparison === null ? '' : percent(comparison.before))
}

function writeFiles(outcome: GateOutcome, report: ReportContext, { tempFolder }: Environment): void {
  const pieces = { results: resultsJson(outcome, report), junit: junitXml(outcome, report) }
  const { results, junit } = writeResultFiles(tempFolder, pieces)
  core.setOutput('results-file', results)
  core.setOutput('junit-file', junit)
}

async function writeSummary(outcome: GateOutcome, report: ReportContext): Promise<void> {
  await core.summary.addRaw(renderSummary(outcome, report, { maxBytes: SUMMARY_MAX_BYTES })).write()
}

async function comment(
  outcome: GateOutcome,
  report: ReportContext,
  { inputs, environment, cancelled }: PublishContext,
  pullRequest: PullRequest,
): Promise<void> {
  const { apiUrl, owner, repo, workflowRef, job, action, runId, runAttempt } = environment
  const commentId = commentIdOf({ workflowRef, job, action, matrix: JSON.stringify(inputs.matrix) })
  const marker = formatMarker(commentId, { runId, runAttempt })
  try {
    const body = renderComment(outcome, report, { maxCharacters: COMMENT_MAX_CHARACTERS - marker.length - 1 })
    const octokit = createOctokit({
      token: inputs.githubToken,
      apiUrl,
      fetch: createProxiedFetch(process.env),
      signal: cancelled,
    })
    const issueNumber = pullRequest.number
    const { kind, url } = await upsertComment({
      octokit,
      owner,
      repo,
      issueNumber,
      commentId,
      body,
      runId,
      runAttempt,
    })
    core.info(`Comment ${kind}: ${url}`)
  } catch (error) {
    core.warning(explainCommentError(error, { ...pullRequest, token: inputs.githubToken }), {
      title: 'No comment on the pull request',
    })
  }
}
